import type { INodeProperties } from 'n8n-workflow';

/** What the customer is offered when a payment has ended. */
export const afterPayment: INodeProperties[] = [
	{
		displayName: 'After Payment',
		name: 'afterPayment',
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'Show the Receipt', value: 'receipt' },
			{ name: 'Show the Receipt and a Button Back to the Shop', value: 'button' },
			{ name: 'Show the Receipt, Then Redirect to the Shop', value: 'redirect' },
		],
		default: 'receipt',
		description: 'What the page shows once the payment is paid, or declined with no card try left',
	},
	{
		displayName: 'Shop URL',
		name: 'returnUrl',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. https://shop.example/thanks',
		description:
			'The URL that the customer returns to. n8n adds the reference, the outcome, and a signature that your shop can check. Deliver from the workflow and not from that page: not every customer returns.',
		displayOptions: { show: { afterPayment: ['button', 'redirect'] } },
	},
	{
		displayName: 'Redirect After (Seconds)',
		name: 'returnSeconds',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 5,
		description: 'How long the receipt is shown before the redirect. It also has a button back to the shop.',
		displayOptions: { show: { afterPayment: ['redirect'] } },
	},
];
