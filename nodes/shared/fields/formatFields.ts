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
		{
			name: 'Number',
			value: 'number',
			description: 'A PIN that begins with 0 is sent as text, because a number would lose the 0',
		},
		{ name: 'Text', value: 'text' },
	],
	default: 'number',
	description: 'How to send the PIN of the card. Choose Text if your provider refuses numbers.',
};
