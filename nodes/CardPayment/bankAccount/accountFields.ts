import type { INodeProperties } from 'n8n-workflow';

import { listOrCode } from '../../shared/fields/listOrCode';

/** The fields that identify a bank account. */
export const accountFields: INodeProperties[] = [
	listOrCode(
		{
			displayName: 'Bank',
			name: 'bank',
			description: 'The bank of the account, or its code from Bank: Get Many',
		},
		'searchBanks',
		['Choose a bank...', 'e.g. 011'],
	),
	{
		displayName: 'Account Number',
		name: 'accountNumber',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 0123456789',
		description: 'Enter it as text, so that leading zeros are kept. Spaces and dashes are removed.',
	},
];

/** The name that an account's holder must have. */
export const expectedName = {
	displayName: 'Expected Account Name',
	name: 'expectedName',
	type: 'string',
	default: '',
	placeholder: 'e.g. Adaeze Chinyere Okafor',
} satisfies INodeProperties;

export const accountDigits: INodeProperties = {
	displayName: 'Account Number Digits',
	name: 'accountDigits',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 34 },
	default: 10,
	description: 'How many digits an account number has. Most providers use 10.',
};
