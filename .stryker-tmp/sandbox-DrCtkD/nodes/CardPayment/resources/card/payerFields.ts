// @ts-nocheck
import type { INodeProperties } from 'n8n-workflow';

const plainText = { type: 'string', default: '' } as const;

/** Who pays and with which browser: optional objects of a charge that providers document. */
export const payerFields: INodeProperties[] = [
	{
		displayName: 'Customer',
		name: 'customer',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		description: 'Raises the success rate of 3-D Secure and frictionless payments',
		options: [
			{ displayName: 'City', name: 'city', ...plainText },
			{ displayName: 'Country', name: 'country', ...plainText },
			{ displayName: 'Date of Birth', name: 'dateOfBirth', ...plainText, placeholder: '1990-01-31' },
			{ displayName: 'First Name', name: 'firstName', ...plainText },
			{ displayName: 'Last Name', name: 'lastName', ...plainText },
			{ displayName: 'Phone Number', name: 'phoneNumber', ...plainText },
			{ displayName: 'Postcode', name: 'postcodeZip', ...plainText },
			{ displayName: 'State or Province', name: 'stateProvince', ...plainText },
			{ displayName: 'State or Province Code', name: 'stateProvinceCode', ...plainText },
			{ displayName: 'Street', name: 'street', ...plainText },
		],
	},
	{
		displayName: 'Browser Details',
		name: 'browserDetails',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		description:
			"What the customer's browser says of itself; raises the success rate of 3-D Secure and frictionless payments",
		options: [
			{ displayName: 'Accept Header', name: 'acceptHeader', ...plainText },
			{ displayName: 'Color Depth', name: 'colorDepth', type: 'number', default: 24 },
			{ displayName: 'IP Address', name: 'ipAddress', ...plainText },
			{ displayName: 'Java Enabled', name: 'javaEnabled', type: 'boolean', default: false },
			{ displayName: 'JavaScript Enabled', name: 'javaScriptEnabled', type: 'boolean', default: true },
			{ displayName: 'Language', name: 'language', ...plainText, placeholder: 'en-GB' },
			{ displayName: 'Screen Height', name: 'screenHeight', type: 'number', default: 1080 },
			{ displayName: 'Screen Width', name: 'screenWidth', type: 'number', default: 1920 },
			{ displayName: 'Time Zone', name: 'timeZone', ...plainText },
			{ displayName: 'User Agent', name: 'userAgent', ...plainText },
		],
	},
];
