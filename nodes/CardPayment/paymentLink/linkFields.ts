import type { INodeProperties } from 'n8n-workflow';

import { MOST_TRIES } from '../../../checkout/attempt';
import { currencyField } from '../../shared/fields/currency';
import { TEXT } from '../../shared/fields/options';
import { amountField, namesAndValues, referenceField } from '../commonFields';
import { agentLimitsField } from './agentLimits';

/** The fields of Payment Link: Create. */
export const linkFields: INodeProperties[] = [
	{
		displayName: 'Checkout URL',
		name: 'checkoutUrl',
		...TEXT,
		required: true,
		placeholder: 'e.g. https://n8n.example/webhook/.../checkout',
		description:
			'The URL that the Card Payment Checkout Trigger shows under "Webhook URLs". The link works at this URL only.',
	},
	agentLimitsField,
	amountField,
	currencyField,
	referenceField(
		'The number of the order. Of several links with the same reference, only one can be paid, so make a link again under the same reference.',
	),
	{
		displayName: 'Description',
		name: 'description',
		...TEXT,
		placeholder: 'e.g. Order 1001',
		description: 'What the customer pays for, shown on the page',
	},
	{
		displayName: 'Expires After (Hours)',
		name: 'expiresAfter',
		type: 'number',
		default: 72,
		description: 'How long customers can pay with the link',
	},
	{
		displayName: 'Card Tries',
		name: 'tries',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: MOST_TRIES },
		default: 3,
		description:
			'How many cards the customer can try. Each card that is sent to the service counts. The page offers another try only after the service has refused or declined the previous card.',
	},
	namesAndValues(
		'Custom Fields',
		'customFields',
		'Up to ten fields, which the workflow receives with the payment. The customer can read them in the link, but cannot change them. One named "email" is filled into the form.',
	),
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
				description: 'For web pages and print. n8n shows no preview, but you can download it.',
			},
		],
		default: 'none',
		description: 'An image of the link that phones can scan',
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
