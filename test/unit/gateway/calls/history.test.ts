import * as fc from 'fast-check';

import { historyQuery, readHistory } from '../../../../gateway/calls/historyCall';
import { GatewayError, SettingError } from '../../../../gateway/values/errors';
import { attempt, settingsWith } from '../examples';
import { always, anyData, anyValue } from '../property';

const settings = settingsWith();
/** A row as providers publish it. */
const row = {
	transactionReference: 'T-1',
	reference: 'ORDER-1',
	grossAmount: 10.65,
	requestedAmount: 10.5,
	transactionFee: 0.15,
	settlementAmount: 10.35,
	customerId: 'ada@shop.example',
	currencyCode: 'NGN',
	createdDate: '2026-01-15 10:20:30',
	status: 2,
	errorCode: '0',
};
const read = (page: Record<string, unknown>, reference = 'ORDER-1') => readHistory(page, reference, settings);

test('the payments of a reference are asked for from the beginning to the present, as many as a page can have', () => {
	expect(historyQuery('ORDER-1')).toEqual({ reference: 'ORDER-1', startDate: 0, size: 100 });
});

test('a row is read like the record of verify, with the merchant reference and the date under their own names', () => {
	expect(read({ content: [row], number: 0, totalPages: 1, last: true })).toEqual([
		expect.objectContaining({
			...{ outcome: 'authorized', authorized: true, status: 2, statusName: 'AUTHORIZED' },
			...{ reference: 'ORDER-1', transactionReference: 'T-1' },
			...{ amount: 10.5, amountMinor: 1050, currency: 'NGN' },
			...{ grossAmount: 10.65, transactionFee: 0.15, settlementAmount: 10.35 },
			...{ errorCode: '0', customerId: 'ada@shop.example', transactionDate: '2026-01-15T10:20:30' },
		}),
	]);
});

test.each<[Partial<Record<keyof typeof row, unknown>>, string]>([
	[{ status: 1 }, 'pending'],
	[{ status: 4, errorCode: '51' }, 'declined'],
	[{ status: 6 }, 'refunded'],
	[{ status: 99 }, 'unknown'],
	[{ status: undefined }, 'unknown'],
	[{ grossAmount: 10.49 }, 'unknown'],
	// It has no status of its own in `errorCode`.
	[{ status: 2, errorCode: '51' }, 'authorized'],
	[{ requestedAmount: '10.50' }, 'authorized'],
])('a row with %j is %s', (changes, outcome) => {
	expect(read({ content: [{ ...row, ...changes }] })).toEqual([
		expect.objectContaining({ outcome, amount: 10.5, errorCode: changes.errorCode ?? '0' }),
	]);
});

const another = { ...row, transactionReference: 'T-2', reference: 'ORDER-2' };
const second = { ...row, transactionReference: 'T-2' };

test.each<[string, Record<string, unknown>, string[]]>([
	['without rows', { content: [] }, []],
	['without rows, and with the numbers of its pages', { content: [], totalPages: 0, last: true }, []],
	['with a payment', { content: [row] }, ['T-1']],
	['with two payments', { content: [row, second], totalPages: 1, last: true }, ['T-1', 'T-2']],
	['that is the only one', { content: [row], totalPages: 1, last: null }, ['T-1']],
])('a page %s tells what is under the reference', (_, page, found) => {
	expect(read(page)?.map(({ transactionReference }) => transactionReference)).toEqual(found);
});

test("the reference may be the service's", () => {
	expect(read({ content: [row] }, 'T-1')).toHaveLength(1);
});

test.each<[string, Record<string, unknown>]>([
	['lists another reference', { content: [another] }],
	['lists another reference besides', { content: [row, another] }],
	['lists a payment without a reference', { content: [{ ...row, reference: undefined }] }],
	['writes the reference in another case', { content: [{ ...row, reference: 'order-1' }] }],
	['has more than one page', { content: [row], totalPages: 2 }],
	['has a page after this one', { content: [row], last: false }],
	['has a page after an empty one', { content: [], last: false }],
])('a history that %s does not filter, so it does not say', (_, page) => {
	const failure = attempt(() => read(page));
	expect(failure).toBeInstanceOf(SettingError);
	// It is no page without a record, which could not tell.
	expect((failure as SettingError).description).toContain('Find Payments With');
});

test.each([
	{},
	{ content: null },
	{ content: {} },
	{ content: ['T-1'] },
	{ content: [[row]] },
	{ content: [null] },
	{ content: [row], totalPages: 'many' },
	{ content: [row], last: 'no' },
	row,
])('%j is no page of a history', (data) => {
	expect(read(data)).toBeUndefined();
});

test('whatever a history answers, it tells of payments under the reference alone', () => {
	const rows = fc.array(fc.oneof(anyData(...Object.keys(row)), fc.constant(row), anyValue));
	const pages = fc.record({ content: rows, totalPages: anyValue, last: anyValue }, { requiredKeys: ['content'] });
	always(
		fc.property(fc.oneof(pages, anyData('content', 'last')), (page) => {
			const payments = attempt(() => read(page));
			if (payments instanceof GatewayError) return expect(payments).toBeInstanceOf(SettingError);
			for (const { reference, transactionReference } of payments ?? [])
				expect([reference, transactionReference]).toContain('ORDER-1');
		}),
	);
});
