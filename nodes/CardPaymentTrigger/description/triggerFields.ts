import type { INodeProperties } from 'n8n-workflow';

import { filters, options } from './triggerOptions';

const showFor = (name: string, ...values: Array<string | boolean>) => ({ show: { [name]: values } });

const trust: INodeProperties[] = [
	{
		displayName: 'Verify With the Service',
		name: 'verify',
		type: 'boolean',
		noDataExpression: true,
		default: true,
		description:
			'Whether to look the transaction up at the service before the workflow starts. The workflow then gets the record of the service and nothing from the notification.',
	},
	{
		displayName:
			'Without verification, anybody who knows the URL can claim a payment. Items have the outcome "unknown", and what was claimed is in "claimed". Add <b>Transaction: Verify</b> after this node before you deliver anything.',
		name: 'unverifiedNotice',
		type: 'notice',
		default: '',
		displayOptions: showFor('verify', false),
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
		displayName: 'Expected Values',
		name: 'expected',
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'From the Signed URL', value: 'signedUrl', description: 'The amount and currency of the charge' },
			{ name: 'Given Below', value: 'given' },
			{
				name: 'Not Checked',
				value: 'none',
				description: 'Where the URL is signed, it is compared with the payment all the same',
			},
		],
		default: 'none',
		description: 'The amount and currency that the verified transaction must have',
		displayOptions: showFor('verify', true),
	},
	{
		displayName: 'Expected Amount',
		name: 'expectedAmount',
		type: 'string',
		default: '',
		placeholder: 'e.g. 10.50',
		description: '10.50 means 10.50. Leave empty to accept any amount.',
		displayOptions: { show: { verify: [true], expected: ['given'] } },
	},
	{
		displayName: 'Expected Currency',
		name: 'expectedCurrency',
		type: 'string',
		default: '',
		placeholder: 'e.g. NGN',
		description: 'Three-letter code (ISO 4217). Leave empty to accept any currency.',
		displayOptions: { show: { verify: [true], expected: ['given'] } },
	},
	{
		displayName: 'Start on a Mismatch',
		name: 'startOnMismatch',
		type: 'boolean',
		noDataExpression: true,
		default: false,
		description:
			'Whether to start the workflow when the amount or currency is not the expected one. The item then has the outcome "unknown", and "mismatch" says what differs. Do not treat it as paid.',
		displayOptions: showFor('verify', true),
	},
];

const customer: INodeProperties[] = [
	{
		displayName: 'Answer the Customer With',
		name: 'customerAnswer',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'A Page',
				value: 'page',
				description:
					'A small page that says whether the payment went through, if Card: Charge has signed the callback URL',
			},
			{ name: 'A Redirect', value: 'redirect', description: 'A redirect to your own page' },
		],
		default: 'page',
		description: 'What customers get when they return to the callback URL',
	},
	{
		displayName: 'Redirect URL',
		name: 'redirectUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://shop.example/thanks',
		description:
			'If Card: Charge has signed the callback URL, the "outcome" and your "reference" are added to this URL. Use them to choose what to show. They prove nothing, so let this workflow deliver.',
		displayOptions: showFor('customerAnswer', 'redirect'),
	},
	{
		displayName: 'Page Texts',
		name: 'pageTexts',
		type: 'collection',
		placeholder: 'Add Text',
		default: {},
		displayOptions: showFor('customerAnswer', 'page'),
		options: [
			{
				displayName: 'Not Paid',
				name: 'failed',
				type: 'string',
				typeOptions: { rows: 2 },
				default: 'Your payment was not completed.',
			},
			{
				displayName: 'Paid',
				name: 'paid',
				type: 'string',
				typeOptions: { rows: 2 },
				default: 'Thank you. Your payment is confirmed.',
			},
			{
				displayName: 'Still Open',
				name: 'open',
				type: 'string',
				typeOptions: { rows: 2 },
				default: 'Your payment is not confirmed yet. Please do not pay again.',
			},
		],
	},
];

/** The trigger's fields: what starts it, what it trusts, what the customer sees. */
export const properties: INodeProperties[] = [
	{
		displayName: 'Start On',
		name: 'outcomes',
		type: 'multiOptions',
		noDataExpression: true,
		options: [
			{ name: 'Authorized', value: 'authorized', description: 'The payment is confirmed' },
			{ name: 'Declined', value: 'declined', description: 'Refused, cancelled or expired' },
			{ name: 'Pending', value: 'pending', description: 'Still open' },
			{ name: 'Refunded', value: 'refunded', description: 'Paid back, in part or in full' },
			{ name: 'Unknown', value: 'unknown', description: 'A status that the service does not document' },
		],
		default: ['authorized'],
		required: true,
		description: 'Which outcomes start the workflow. Notifications of other outcomes are accepted and ignored.',
	},
	...trust,
	...customer,
	filters,
	options,
];
