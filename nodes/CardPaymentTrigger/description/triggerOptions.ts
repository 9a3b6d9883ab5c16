import type { INodeProperties } from 'n8n-workflow';

import { simplifyField, timeoutField } from '../../shared/fields/options';

/** Options that are rarely set: which payments start the workflow, what the trigger trusts, where customers go. */
export const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Currencies',
			name: 'currencies',
			type: 'string',
			default: '',
			placeholder: 'e.g. NGN, USD',
			description:
				'The currencies in which a payment starts the workflow, as three-letter codes (ISO 4217) separated by commas. Leave empty to start on all.',
		},
		{
			displayName: 'Minimum Amount',
			name: 'minimumAmount',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 0,
			description:
				'The smallest payment that starts the workflow, in its own currency, as on a price tag, such as 10.50',
		},
		{
			displayName: 'Redirect URL',
			name: 'redirectUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://shop.example/thanks',
			description:
				'Where customers go when they return to the callback URL, if their payment has no Return URL. Leave empty for the Shop Website of the credential; without one, they see a small page. If Card: Charge or Create Hosted Checkout has signed the callback URL, the page tells the outcome, and the "outcome" and your "reference" are added to the redirect URL. Anyone can fake them: deliver from this workflow.',
		},
		{
			displayName: 'Reference Prefix',
			name: 'referencePrefix',
			type: 'string',
			default: '',
			placeholder: 'e.g. ORDER-',
			description:
				'What the reference of a payment has to begin with to start the workflow. Leave empty to start on all.',
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
		simplifyField,
		{
			displayName: 'Start Once',
			name: 'startOnce',
			type: 'boolean',
			default: true,
			description:
				'Whether each outcome of a payment starts the workflow only once, however often the service reports it. Turn off if your workflow recognizes repeats by "notificationId" itself: then each delivery starts it, and the service gets its answer after n8n has stored the execution.',
		},
		timeoutField(
			10,
			'How long to wait for an answer from the service. After that, the notification is answered with 503, so that the service delivers it again.',
		),
	],
};
