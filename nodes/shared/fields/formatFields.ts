import type { INodeProperties } from 'n8n-workflow';

// Options for what the specification leaves open about a charge.

export const yearDigits: INodeProperties = {
	displayName: 'Digits of the Expiry Year',
	name: 'yearDigits',
	type: 'options',
	options: [
		{ name: 'Four Digits', value: 4 },
		{ name: 'Two Digits', value: 2 },
	],
	default: 2,
	description: 'How to send the year of the expiry date. Most providers expect two digits.',
};

export const pinFormat: INodeProperties = {
	displayName: 'Send PIN As',
	name: 'pinFormat',
	type: 'options',
	options: [
		{ name: 'Number', value: 'number' },
		{ name: 'Text', value: 'text' },
	],
	default: 'number',
	description: 'How to send the PIN. A number loses leading zeros; text keeps them, if your provider accepts it.',
};
