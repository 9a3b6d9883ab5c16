import type { INodeProperties } from 'n8n-workflow';

const plainText = { type: 'string', default: '' } as const;
const group = { type: 'collection', placeholder: 'Add Field', default: {} } as const;

const WHY = 'With it, banks approve more payments.';

/** Who pays and with which browser: optional objects of a charge that providers document. */
export const payerFields: INodeProperties[] = [
	{
		displayName: 'Billing Address',
		name: 'billingAddress',
		...group,
		description: `The address of the card holder. ${WHY}`,
		options: [
			{ displayName: 'City', name: 'city', ...plainText },
			{ displayName: 'Country', name: 'country', ...plainText, placeholder: 'e.g. NG' },
			{ displayName: 'Postcode', name: 'postcodeZip', ...plainText },
			{ displayName: 'State or Province', name: 'stateProvince', ...plainText },
			{ displayName: 'State or Province Code', name: 'stateProvinceCode', ...plainText },
			{ displayName: 'Street', name: 'street', ...plainText },
		],
	},
	{
		displayName: 'Browser',
		name: 'browser',
		...group,
		description: `Details of the browser that the customer pays with. ${WHY}`,
		options: [
			{ displayName: 'Accept Header', name: 'acceptHeader', ...plainText },
			{ displayName: 'Color Depth', name: 'colorDepth', type: 'number', default: 24, description: 'In bits' },
			{ displayName: 'IP Address', name: 'ipAddress', ...plainText },
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
			{ displayName: 'Language', name: 'language', ...plainText, placeholder: 'e.g. en-GB' },
			{ displayName: 'Screen Height', name: 'screenHeight', type: 'number', default: 1080, description: 'In pixels' },
			{ displayName: 'Screen Width', name: 'screenWidth', type: 'number', default: 1920, description: 'In pixels' },
			{ displayName: 'Time Zone', name: 'timeZone', ...plainText },
			{ displayName: 'User Agent', name: 'userAgent', ...plainText },
		],
	},
	{
		displayName: 'Customer',
		name: 'customer',
		...group,
		description: `The person who pays. ${WHY}`,
		options: [
			{ displayName: 'Date of Birth', name: 'dateOfBirth', ...plainText, placeholder: 'e.g. 1990-01-31' },
			{ displayName: 'Email', name: 'email', ...plainText, placeholder: 'name@email.com' },
			{ displayName: 'First Name', name: 'firstName', ...plainText },
			{ displayName: 'Last Name', name: 'lastName', ...plainText },
			{ displayName: 'Phone Number', name: 'phoneNumber', ...plainText },
		],
	},
];
