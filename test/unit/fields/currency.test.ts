import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { CardPaymentApi } from '../../../credentials/CardPaymentApi.credentials';
import { readSettings } from '../../../gateway/client/settings';
import { searchCurrencies } from '../../../nodes/shared/fields/currency';

const context = {} as ILoadOptionsFunctions;
const found = async (filter?: string) => (await searchCurrencies.call(context, filter)).results;

describe('The list of currencies', () => {
	test('begins with the common ones, each once, and goes on by code', async () => {
		const codes = (await found()).map(({ value }) => String(value));
		expect(codes.slice(0, 7)).toEqual(['NGN', 'USD', 'EUR', 'GBP', 'GHS', 'KES', 'ZAR']);
		expect(new Set(codes).size).toBe(codes.length);
		const others = codes.slice(7);
		expect(others).toEqual(others.toSorted());
		expect(others).toEqual(expect.arrayContaining(['CHF', 'JPY', 'UGX', 'XOF', 'ZWG']));
	});

	test.each([
		['naira', ['NGN - Nigerian Naira']],
		[' ngn ', ['NGN - Nigerian Naira']],
		['nothing like it', []],
	])('is searched by code and name: %j', async (filter, names) => {
		expect((await found(filter)).map(({ name }) => name)).toEqual(names);
	});
});

test('The default currency of the credential is chosen from the same list, or is none', async () => {
	const { options } = new CardPaymentApi().properties.find(({ name }) => name === 'defaultCurrency')!;
	expect(options).toEqual([{ name: 'None', value: '' }, ...(await found())]);
	for (const { value } of options as Array<{ value: string }>) {
		expect(readSettings({ baseUrl: 'https://service.example', defaultCurrency: value }).defaultCurrency).toBe(value);
	}
});
