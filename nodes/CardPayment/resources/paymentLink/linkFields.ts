import type { INodeProperties } from 'n8n-workflow';

import { currencyField } from '../../../shared/fields/currency';
import { amountField, EMPTY_REFERENCE } from '../fields';

/** The fields of Payment Link: Create. */
export const linkFields: INodeProperties[] = [
	{
		displayName: 'Checkout URL',
		name: 'checkoutUrl',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. https://n8n.example/webhook/.../checkout',
		description: 'The URL that the Card Payment Checkout Trigger shows under "Webhook URLs". The link is for it alone.',
	},
	amountField,
	currencyField,
	{
		displayName: 'Reference',
		name: 'reference',
		type: 'string',
		default: '',
		placeholder: 'e.g. ORDER-1001',
		description: `Your unique reference for this payment. ${EMPTY_REFERENCE} All links with the same reference are paid once.`,
	},
	{
		displayName: 'Description',
		name: 'description',
		type: 'string',
		default: '',
		placeholder: 'e.g. Order 1001',
		description: 'What the customer pays for, shown on the page',
	},
	{
		displayName: 'Expires After (Hours)',
		name: 'expiresAfter',
		type: 'number',
		default: 72,
		description: 'How long the link can be paid',
	},
	{
		displayName: 'Tries',
		name: 'tries',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 10 },
		default: 3,
		description:
			'How many cards the customer may try, one after another. Each card that is sent to the service counts. A further one is offered only after the service has refused or declined the one before.',
	},
	{
		displayName: 'Custom Fields',
		name: 'customFields',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Field',
		default: {},
		description:
			'Up to ten. They come out with the payment; the customer can read them in the link, and alter nothing.',
		options: [
			{
				displayName: 'Field',
				name: 'field',
				values: [
					{ displayName: 'Name', name: 'name', type: 'string', default: '' },
					{ displayName: 'Value', name: 'value', type: 'string', default: '' },
				],
			},
		],
	},
	{
		displayName: 'QR Code',
		name: 'qrCode',
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'None', value: 'none' },
			{ name: 'PNG', value: 'png', description: 'For e-mail and chat' },
			{
				name: 'SVG',
				value: 'svg',
				description: 'For web pages and print; n8n offers it for download, without a preview',
			},
		],
		default: 'none',
		description: 'Whether to make an image of the link that a phone can read',
	},
	{
		displayName: 'Put Output File in Field',
		name: 'binaryProperty',
		type: 'string',
		required: true,
		default: 'data',
		hint: 'The name of the output binary field to put the file in',
		displayOptions: { show: { qrCode: ['png', 'svg'] } },
	},
];
