import type { INodeProperties } from 'n8n-workflow';

import { currencyField } from '../../../shared/fields/currency';
import { pinFormat, yearDigits } from '../../../shared/fields/formatFields';
import { amountField, amountUnitField, EMPTY_REFERENCE, moneyOptions } from '../fields';
import { ifUsedOption } from '../whenUsed';
import { CHARGE_TEMPLATE } from './chargeJson';
import { notifyFields, notifyFieldsOfJson } from './notifyFields';
import { payerFields } from './payerFields';

const secretText = { type: 'string', typeOptions: { password: true }, default: '' } as const;
const plainText = { type: 'string', default: '' } as const;

const cardNotice: INodeProperties = {
	displayName:
		'n8n stores the card details that you enter here. To keep them out of n8n, use the <b>Card Payment Checkout Trigger</b>.',
	name: 'cardNotice',
	type: 'notice',
	default: '',
};

const howItIsSent = [yearDigits, ifUsedOption('Reference', 'payment'), pinFormat];

const moreFields: INodeProperties[] = [
	{
		...amountUnitField,
		description: 'The unit of the amount. The service always receives minor units, such as kobo or cents.',
	},
	{
		displayName: 'Card PIN',
		name: 'cardPin',
		...secretText,
		description: 'The PIN of the card, if the card requires one',
	},
	{
		displayName: 'Source URL',
		name: 'sourceUrl',
		...plainText,
		placeholder: 'e.g. https://shop.example',
		description: 'The page that the payment comes from',
	},
	{
		displayName: 'Terminal ID',
		name: 'tid',
		...plainText,
		description: 'The payment terminal, virtual endpoint or logical channel of your merchant account',
	},
	...payerFields,
];

function moreDetails(more: INodeProperties[]): INodeProperties {
	return { ...moneyOptions([...howItIsSent, ...more]), displayName: 'More Details', placeholder: 'Add Detail' };
}

/** The fields of Card: Charge. Only what every charge needs is in sight. */
export const chargeFields: INodeProperties[] = [
	{
		displayName: 'Card Number',
		name: 'cardNumber',
		...secretText,
		required: true,
		description: 'Spaces and dashes are removed',
	},
	{
		displayName: 'Expiry',
		name: 'expiry',
		...plainText,
		required: true,
		placeholder: 'e.g. 03/29',
		description: 'Month and year as printed on the card: MM/YY, MMYY or MM/YYYY',
	},
	{
		displayName: 'CVV',
		name: 'cvv',
		...secretText,
		required: true,
		description: 'The 3 or 4 digits of the security code',
	},
	cardNotice,
	amountField,
	currencyField,
	{
		displayName: 'Reference',
		name: 'reference',
		...plainText,
		placeholder: 'e.g. ORDER-1001',
		description: `Your unique reference for this payment. ${EMPTY_REFERENCE}`,
	},
	...notifyFields,
	moreDetails(moreFields),
];

/** The fields of Card: Charge From JSON. */
export const chargeJsonFields: INodeProperties[] = [
	{
		displayName: 'Charge',
		name: 'charge',
		type: 'json',
		typeOptions: { rows: 9 },
		default: JSON.stringify(CHARGE_TEMPLATE, null, 2),
		required: true,
		description:
			'An object with cardNumber, expiry (or expiryMonth and expiryYear), cvv, amount and currency. Optional: reference (created automatically if the key is missing), callbackUrl, webhookURL, sourceUrl, cardPin, tid, email, customer and browserDetails.',
	},
	cardNotice,
	...notifyFieldsOfJson,
	moreDetails([
		{
			...amountUnitField,
			// The shape of the JSON is that of the specification (2.2), with amounts in minor units.
			default: 'minor',
			description: 'The unit of the amount in the JSON. Unless you set it, 1050 means 10.50.',
		},
	]),
];
