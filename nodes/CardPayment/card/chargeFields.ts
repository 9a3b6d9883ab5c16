import type { INodeProperties } from 'n8n-workflow';

import { currencyField } from '../../shared/fields/currency';
import { pinFormat, yearDigits } from '../../shared/fields/options';
import { amountField, amountUnitField, moneyOptions } from '../commonFields';
import { notifyFields } from '../notifyFields';
import { ifUsedOption } from '../reference';
import { payerFields } from './payerFields';

const secretText = { type: 'string', typeOptions: { password: true }, default: '' } as const;
const plainText = { type: 'string', default: '' } as const;

const cardNotice: INodeProperties = {
	displayName:
		'n8n stores the card details that you enter here. To keep them out of n8n, use <b>Payment: Create Hosted Checkout</b> or the <b>Card Payment Checkout Trigger</b>.',
	name: 'cardNotice',
	type: 'notice',
	default: '',
};

const moreFields: INodeProperties[] = [
	yearDigits,
	ifUsedOption('Reference', 'payment'),
	pinFormat,
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
		description: 'Month and year on the card, as MM/YY, MMYY or MM/YYYY',
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
		placeholder: 'e.g. ORD-1001',
		description:
			'The number of the order. Send a payment again under the same reference, always: it is what keeps a card from being charged twice. After a decline, another card is a new payment: ORD-1001-2.',
	},
	...notifyFields,
	{ ...moneyOptions(moreFields), displayName: 'More Details', placeholder: 'Add Detail' },
];
