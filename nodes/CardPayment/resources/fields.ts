import type { INodeProperties } from 'n8n-workflow';

import { REQUESTS_AT_ONCE } from '../../shared/execution/operation';

export const transactionReference: INodeProperties = {
	displayName: 'Transaction Reference',
	name: 'transactionReference',
	type: 'string',
	required: true,
	default: '',
	placeholder: '={{ $json.transactionReference }}',
	description:
		'The "transactionReference" that Card: Charge returned. Your own reference is another one, which not every provider finds.',
};

export const amountField: INodeProperties = {
	displayName: 'Amount',
	name: 'amount',
	type: 'string',
	default: '',
	required: true,
	placeholder: '10.50',
	description: 'A plain number. It is converted exactly; more decimals than the currency has are refused.',
};

/** What a reference is that is left empty; part of its description. */
export const EMPTY_REFERENCE =
	'Left empty, one is made that stays the same when this node runs again in the same execution, so that nobody pays or is paid twice. An expression that gives nothing is an error. In a sub-workflow, pass a reference in: each call of it is a new execution with new references, also when the calling node tries again.';

/** What an amount is counted in. */
export const amountUnitField: INodeProperties = {
	displayName: 'Amount Unit',
	name: 'amountUnit',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'Major Units (10.50 Means 10.50)', value: 'major' },
		{ name: 'Minor Units (1050 Means 10.50)', value: 'minor' },
	],
	default: 'major',
};

/**
 * A field whose value is chosen from a searchable list, or given as a code.
 * @param searchListMethod the method of the node that fills the list
 * @param placeholders of the list and of the code
 */
export function listOrCode(
	field: Pick<INodeProperties, 'displayName' | 'name' | 'description'>,
	searchListMethod: string,
	[inList, inCode]: [inList: string, inCode: string],
): INodeProperties {
	return {
		...field,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: true,
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: inList,
				typeOptions: { searchListMethod, searchable: true },
			},
			{ displayName: 'By Code', name: 'code', type: 'string', placeholder: inCode },
		],
	};
}

export const currencyField = listOrCode(
	{ displayName: 'Currency', name: 'currency', description: 'Three-letter code (ISO 4217)' },
	'searchCurrencies',
	['Choose a currency...', 'NGN'],
);

export const simplify: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	noDataExpression: true,
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** Calls that move money are sent one after another and in order, unless the user sets otherwise. */
export function moneyOptions(more: INodeProperties[] = []): INodeProperties {
	return optionsField(
		more,
		REQUESTS_AT_ONCE.money,
		'How many of these calls may be under way at the same time. With 1 they are sent one after another, in order.',
	);
}

/** Reads may be sent at the same time. */
export function readOptions(more: INodeProperties[] = []): INodeProperties {
	return optionsField(more, REQUESTS_AT_ONCE.reads, 'How many calls may be under way at the same time');
}

function optionsField(more: INodeProperties[], requestsAtOnce: number, description: string): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			...more,
			{
				displayName: 'Requests at Once',
				name: 'requestsAtOnce',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: requestsAtOnce,
				description,
			},
			{
				displayName: 'Timeout (Seconds)',
				name: 'timeout',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: 60,
				description:
					'How long to wait for one answer. What was charged or sent, and has no answer in time, is looked up and never sent again.',
			},
		],
	};
}
