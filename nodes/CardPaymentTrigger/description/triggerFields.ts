import type { INodeProperties } from 'n8n-workflow';

import { OUTCOME_OPTIONS } from '../../shared/fields/outcomes';
import { filters, options } from './triggerOptions';

/** The trigger's fields: what starts it, what it trusts, what the customer sees. */
export const properties: INodeProperties[] = [
	{
		displayName: 'Start On',
		name: 'outcomes',
		type: 'multiOptions',
		noDataExpression: true,
		options: OUTCOME_OPTIONS,
		default: ['authorized'],
		required: true,
		description:
			'Which outcomes start the workflow, as the service has them. Notifications of other outcomes are accepted and ignored.',
	},
	{
		displayName: 'Require Signed URL',
		name: 'requireSignedUrl',
		type: 'boolean',
		noDataExpression: true,
		default: false,
		description:
			'Whether to accept only URLs that Card: Charge has signed for one payment. In Card: Charge, set "Notify" to "A Card Payment Trigger" and use a credential with the same private key. A URL that you entered in your provider\'s dashboard is not signed.',
	},
	{
		displayName: 'Expected Amount',
		name: 'expectedAmount',
		type: 'string',
		default: '',
		placeholder: 'e.g. 10.50',
		description:
			'The amount that a payment must have to start the workflow: 10.50 means 10.50. Leave empty to accept any amount. Where the URL is signed, the amount of the charge is compared in any case.',
	},
	{
		displayName: 'Expected Currency',
		name: 'expectedCurrency',
		type: 'string',
		default: '',
		placeholder: 'e.g. NGN',
		description:
			'The currency that a payment must have to start the workflow, as a three-letter code (ISO 4217). Leave empty to accept any currency.',
	},
	{
		displayName: 'Redirect URL',
		name: 'redirectUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://shop.example/thanks',
		description:
			'Where customers go when they return to the callback URL. Leave empty to show them a small page. If Card: Charge has signed the callback URL, the page tells the outcome, and the "outcome" and your "reference" are added to the redirect URL. They prove nothing, so let this workflow deliver.',
	},
	filters,
	options,
];
