import type { ILoadOptionsFunctions, INodeListSearchResult, INodePropertyOptions } from 'n8n-workflow';

import { listOrCode } from './options';

// The currencies that the service's merchants charge most, in the order in which the list shows them.
const COMMON = ['NGN', 'USD', 'EUR', 'GBP', 'GHS', 'KES', 'ZAR'];

// Node still lists some that are no tender any more (ISO 4217, list three), and some that no card is charged in.
const WITHDRAWN = new Set(['ANG', 'BGN', 'CUC', 'HRK', 'SLL', 'ZWL']);
const NO_TENDER = new Set(['XDR', 'XSU']);

/** A currency, chosen from a list or given as a code. The node needs `searchCurrencies` among its methods. */
export const currencyField = listOrCode(
	{
		displayName: 'Currency',
		name: 'currency',
		required: false,
		description: 'Three-letter code (ISO 4217). Leave empty to use the Default Currency of the credential.',
		builderHint: {
			propertyHint:
				'The three-letter code of the currency that the amount is in, such as NGN: from the data, or chosen by the user. Never guess it. Empty means the Default Currency of the credential.',
		},
	},
	'searchCurrencies',
	['Default Currency of the credential', 'e.g. NGN'],
);

/** Lists the currencies that cards are charged in (ISO 4217), the common ones first. */
export function currencies(): Array<INodePropertyOptions & { value: string }> {
	const names = new Intl.DisplayNames('en', { type: 'currency' });
	const codes = Intl.supportedValuesOf('currency').filter((code) => !WITHDRAWN.has(code) && !NO_TENDER.has(code));
	return [...new Set([...COMMON, ...codes])].map((code) => ({ name: `${code} - ${names.of(code)}`, value: code }));
}

/** Finds the currencies whose code or name contains a text. */
export function searchCurrencies(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
	const wanted = filter.trim().toLowerCase();
	return Promise.resolve({ results: currencies().filter(({ name }) => name.toLowerCase().includes(wanted)) });
}
