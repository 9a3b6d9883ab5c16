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
		description: 'What happens on the page when the payment is paid, or declined for the last time',
	},
	{
		displayName: 'Shop URL',
		name: 'returnUrl',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. https://shop.example/thanks',
		description:
			'Where the customer goes back to. The reference, the outcome and a signature that your shop can check are added to it. Deliver from the workflow, not from that page: not every customer comes back.',
		displayOptions: { show: { afterPayment: ['button', 'redirect'] } },
	},
	{
		displayName: 'Redirect After (Seconds)',
		name: 'returnSeconds',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 5,
		description: 'How long the receipt is shown. The button back to the shop is there as well.',
		displayOptions: { show: { afterPayment: ['redirect'] } },
	},
];
