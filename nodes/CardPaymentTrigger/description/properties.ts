import type { INodeProperties } from 'n8n-workflow';

import { filters, options } from './options';

const showFor = (name: string, ...values: Array<string | boolean>) => ({ show: { [name]: values } });

const trust: INodeProperties[] = [
	{
		displayName: 'Verify With the Service',
		name: 'verify',
		type: 'boolean',
		noDataExpression: true,
		default: true,
		description:
			'Whether the service is asked about the transaction before the workflow starts. What the notification itself claims is then never used.',
	},
	{
		displayName:
			'Without verification anybody who knows the address can claim a payment. Items then have the outcome "unknown" and are never "authorized"; what was claimed is in "claimed". Put <b>Transaction: Verify</b> behind this node before you deliver anything.',
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
			'Whether only URLs that Card: Charge has signed for one payment are accepted. In Card: Charge set "Notify" to "A Card Payment Trigger". Needs the same private key in both nodes. Not for an address that you entered in your provider\'s dashboard.',
	},
	{
		displayName: 'Expected Values',
		name: 'expected',
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'From the Signed URL', value: 'signedUrl', description: 'The amount and currency of the charge' },
			{ name: 'Given Below', value: 'given' },
			{ name: 'Not Checked', value: 'none' },
		],
		default: 'none',
		description: 'What amount and currency the verified transaction must have',
		displayOptions: showFor('verify', true),
	},
	{
		displayName: 'Expected Amount',
		name: 'expectedAmount',
		type: 'string',
		default: '',
		placeholder: '10.50',
		description: 'In major units: 10.50 means 10.50. Leave empty to accept any.',
		displayOptions: { show: { verify: [true], expected: ['given'] } },
	},
	{
		displayName: 'Expected Currency',
		name: 'expectedCurrency',
		type: 'string',
		default: '',
		placeholder: 'NGN',
		description: 'Three-letter code (ISO 4217). Leave empty to accept any.',
		displayOptions: { show: { verify: [true], expected: ['given'] } },
	},
	{
		displayName: 'Start on a Mismatch',
		name: 'startOnMismatch',
		type: 'boolean',
		noDataExpression: true,
		default: false,
		description:
			'Whether the workflow starts when amount or currency are not the expected ones. The item then has the outcome "unknown", "authorized" is false, and "mismatch" says what differs: it must not be treated as paid.',
		displayOptions: { show: { verify: [true], expected: ['signedUrl', 'given'] } },
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
			{ name: 'A Redirect', value: 'redirect', description: 'Your own page' },
		],
		default: 'page',
		description: "What a customer's browser gets that comes back to the callback URL",
	},
	{
		displayName: 'Redirect URL',
		name: 'redirectUrl',
		type: 'string',
		default: '',
		placeholder: 'https://shop.example/thanks',
		description:
			'At a callback URL that Card: Charge has signed, the "outcome" and your "reference" are added to it. They say what to show and prove nothing: deliver by this workflow.',
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
			{ name: 'Authorized', value: 'authorized', description: 'The money is secured' },
			{ name: 'Declined', value: 'declined', description: 'Refused, cancelled or expired' },
			{ name: 'Pending', value: 'pending', description: 'Still open' },
			{ name: 'Refunded', value: 'refunded', description: 'Paid back, in part or whole' },
			{ name: 'Unknown', value: 'unknown', description: 'A status that nobody has documented' },
		],
		default: ['authorized'],
		required: true,
		description: 'Which outcomes start the workflow. All others are accepted and ignored.',
	},
	...trust,
	...customer,
	filters,
	options,
];
