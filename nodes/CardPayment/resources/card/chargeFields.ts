import type { INodeProperties } from 'n8n-workflow';

import { pinFormat, yearDigits } from '../../../shared/fields/formatFields';
import { amountField, amountUnitField, currencyField, EMPTY_REFERENCE, moneyOptions, simplify } from '../fields';
import { ifUsedOption } from '../whenUsed';
import { notifyFields } from './notifyFields';
import { payerFields } from './payerFields';

const showFor = (inputMode: 'fields' | 'json') => ({ show: { inputMode: [inputMode] } });

const secretText = { type: 'string', typeOptions: { password: true }, default: '' } as const;
const plainText = { type: 'string', default: '' } as const;

const amountUnit: INodeProperties = {
	...amountUnitField,
	description: 'What the amount is counted in. The service always gets minor units such as kobo or cents.',
};

// The JSON has the shape that the specification shows (2.2), with amounts in minor units.
const amountUnitOfJson: INodeProperties = {
	...amountUnit,
	default: 'minor',
	hint: 'With minor units, 1000 charges 10.00',
};

const eachField: INodeProperties[] = [
	{
		displayName: 'Card Number',
		name: 'cardNumber',
		...secretText,
		required: true,
		description: 'Spaces and dashes are removed',
		hint: 'n8n stores what other nodes pass in here. The page of the Card Payment Checkout Trigger takes cards without that.',
	},
	{
		displayName: 'Expiry Month',
		name: 'expiryMonth',
		...plainText,
		required: true,
		placeholder: '03',
	},
	{
		displayName: 'Expiry Year',
		name: 'expiryYear',
		...plainText,
		required: true,
		placeholder: '29',
		description: 'Two or four digits',
	},
	{
		displayName: 'CVV',
		name: 'cvv',
		...secretText,
		required: true,
		description: 'The 3 or 4 digits of the security code',
	},
	amountField,
	amountUnit,
	currencyField,
	{
		displayName: 'Reference',
		name: 'reference',
		...plainText,
		placeholder: 'ORDER-1001',
		description: `Your unique reference for this payment. ${EMPTY_REFERENCE}`,
	},
];

const moreFields: INodeProperties[] = [
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options: [
			{
				displayName: 'Card PIN',
				name: 'cardPin',
				...secretText,
				description: "The card's PIN, where the card needs it",
			},
			{ displayName: 'Customer Email', name: 'email', ...plainText, placeholder: 'name@email.com' },
			{
				displayName: 'Source URL',
				name: 'sourceUrl',
				...plainText,
				description: 'The page from which the payment comes',
			},
			{
				displayName: 'Terminal ID',
				name: 'tid',
				...plainText,
				description: 'One payment terminal, virtual endpoint or logical channel of your merchant account',
			},
		],
	},
	...payerFields,
];

/** The fields of Card: Charge, either one by one or together as one JSON object. */
export const chargeFields: INodeProperties[] = [
	{
		displayName: 'Input Mode',
		name: 'inputMode',
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'Field by Field', value: 'fields' },
			{ name: 'JSON', value: 'json', description: 'One object per item; the fastest way for many items' },
		],
		default: 'fields',
	},
	...eachField.map((field) => ({ ...field, displayOptions: showFor('fields') })),
	{
		displayName: 'Charge',
		name: 'charge',
		type: 'json',
		default: '{}',
		required: true,
		description:
			'An object with the fields cardNumber, expiryYear, expiryMonth, cvv, amount and currency; callbackUrl and webhookURL, unless a Card Payment Trigger is notified; and optionally reference (automatic where the key is not there), sourceUrl, cardPin, tid, email, customer and browserDetails',
		hint: 'n8n stores what other nodes pass in here, the card number too',
		displayOptions: showFor('json'),
	},
	{ ...amountUnitOfJson, displayOptions: showFor('json') },
	...notifyFields,
	...moreFields.map((field) => ({ ...field, displayOptions: showFor('fields') })),
	simplify,
	moneyOptions([yearDigits, ifUsedOption('Reference', 'payment'), pinFormat]),
];
