import type { INodeProperties } from 'n8n-workflow';

import { currencyField } from '../../shared/fields/currency';
import { SECRET, TEXT } from '../../shared/fields/options';
import { optionsOfMoney } from '../../shared/execution/runOptions';
import { amountField, amountUnitField } from '../commonFields';
import { notifyFields } from '../notify';
import { ifUsedField, referenceField } from '../referenceFields';

const group = { type: 'collection', placeholder: 'Add Field', default: {} } as const;

const WHY = 'Banks approve more payments with these details.';

/** Who pays and with which browser: optional objects of a charge that providers document. */
const payerFields: INodeProperties[] = [
	{
		displayName: 'Billing Address',
		name: 'address',
		...group,
		description: `The address of the card holder. ${WHY}`,
		options: [
			{ displayName: 'City', name: 'city', ...TEXT },
			{ displayName: 'Country', name: 'country', ...TEXT, placeholder: 'e.g. NG' },
			{ displayName: 'Postcode', name: 'postcodeZip', ...TEXT },
			{ displayName: 'State or Province', name: 'stateProvince', ...TEXT },
			{ displayName: 'State or Province Code', name: 'stateProvinceCode', ...TEXT },
			{ displayName: 'Street', name: 'street', ...TEXT },
		],
	},
	{
		displayName: 'Browser',
		name: 'browserDetails',
		...group,
		description: `Details of the browser that the customer pays with. ${WHY}`,
		options: [
			{ displayName: 'Accept Header', name: 'acceptHeader', ...TEXT },
			{ displayName: 'Color Depth', name: 'colorDepth', type: 'number', default: 24, description: 'In bits' },
			{ displayName: 'IP Address', name: 'ipAddress', ...TEXT },
			{
				displayName: 'Java Enabled',
				name: 'javaEnabled',
				type: 'boolean',
				default: false,
				description: 'Whether the browser can run Java',
			},
			{
				displayName: 'JavaScript Enabled',
				name: 'javaScriptEnabled',
				type: 'boolean',
				default: true,
				description: 'Whether the browser can run JavaScript',
			},
			{ displayName: 'Language', name: 'language', ...TEXT, placeholder: 'e.g. en-GB' },
			{ displayName: 'Screen Height', name: 'screenHeight', type: 'number', default: 1080, description: 'In pixels' },
			{ displayName: 'Screen Width', name: 'screenWidth', type: 'number', default: 1920, description: 'In pixels' },
			{ displayName: 'Time Zone', name: 'timeZone', ...TEXT },
			{ displayName: 'User Agent', name: 'userAgent', ...TEXT },
		],
	},
	{
		displayName: 'Customer',
		name: 'customer',
		...group,
		description: `The person who pays. ${WHY}`,
		options: [
			{ displayName: 'Date of Birth', name: 'dateOfBirth', ...TEXT, placeholder: 'e.g. 1990-01-31' },
			{ displayName: 'Email', name: 'email', ...TEXT, placeholder: 'name@email.com' },
			{ displayName: 'First Name', name: 'firstName', ...TEXT },
			{ displayName: 'Last Name', name: 'lastName', ...TEXT },
			{ displayName: 'Phone Number', name: 'phoneNumber', ...TEXT },
		],
	},
];

const cardNotice: INodeProperties = {
	displayName:
		'n8n stores the card details that you enter here. To keep them out of n8n, use <b>Payment: Create Hosted Checkout</b> or the <b>Card Payment Checkout Trigger</b>.',
	name: 'cardNotice',
	type: 'notice',
	default: '',
};

const moreFields: INodeProperties[] = [
	ifUsedField,
	{
		...amountUnitField,
		description: 'The unit of the amount. The service always receives minor units, such as kobo or cents.',
	},
	{
		displayName: 'Card PIN',
		name: 'cardPin',
		...SECRET,
		description: 'The PIN of the card, if the card requires one',
	},
	{
		displayName: 'Source URL',
		name: 'sourceUrl',
		...TEXT,
		placeholder: 'e.g. https://shop.example',
		description: 'The page that the payment comes from',
	},
	{
		displayName: 'Terminal ID',
		name: 'tid',
		...TEXT,
		description: 'The payment terminal, virtual endpoint or logical channel of your merchant account',
	},
	...payerFields,
];

/** The fields of Card: Charge. Only what every charge needs is in sight. */
export const chargeFields: INodeProperties[] = [
	{
		displayName: 'Card Number',
		name: 'cardNumber',
		...SECRET,
		required: true,
		description: 'Spaces and dashes are removed',
	},
	{
		displayName: 'Expiry',
		name: 'expiry',
		...TEXT,
		required: true,
		placeholder: 'e.g. 03/29',
		description: 'Month and year on the card, as MM/YY, MMYY or MM/YYYY',
	},
	{
		displayName: 'CVV',
		name: 'cvv',
		...SECRET,
		required: true,
		description: 'The 3 or 4 digits of the security code',
	},
	cardNotice,
	amountField,
	currencyField,
	referenceField(
		'The number of the order. When you send a payment again, always use the same reference: it keeps a card from being charged twice. After a decline, use a new one for another card, such as ORD-1001-2.',
	),
	...notifyFields,
	{ ...optionsOfMoney(moreFields), displayName: 'More Details', placeholder: 'Add Detail' },
];
