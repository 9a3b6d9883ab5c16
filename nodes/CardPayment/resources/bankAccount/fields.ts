import type { INodeProperties } from 'n8n-workflow';

/** Which bank account: its bank and its number. */
export const accountFields: INodeProperties[] = [
	{
		displayName: 'Bank',
		name: 'bank',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: true,
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Choose a bank...',
				typeOptions: { searchListMethod: 'searchBanks', searchable: true },
			},
			{ displayName: 'By Code', name: 'code', type: 'string', placeholder: '011' },
		],
		description: 'The bank of the account, or its code from Bank: Get Many',
	},
	{
		displayName: 'Account Number',
		name: 'accountNumber',
		type: 'string',
		default: '',
		required: true,
		placeholder: '0123456789',
		description: 'As text, because zeros at its beginning count. Spaces and dashes are removed.',
	},
];

export const accountDigits: INodeProperties = {
	displayName: 'Account Number Digits',
	name: 'accountDigits',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 10,
	description: 'How many digits an account number has. The specification does not show it; providers use 10.',
};
