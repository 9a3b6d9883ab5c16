import * as fc from 'fast-check';

import { historyPageQuery, historyQuery, readHistory, readHistoryPage } from '../../../gateway/calls/historyCall';
import { GatewayError, SettingError } from '../../../gateway/values/errors';
import { attempt, settingsWith } from '../gateway/examples';
import { always, anyData, anyValue } from '../gateway/property';

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
	expect(failure).toMatchObject({
		message: 'The transaction history of the service does not filter by reference.',
		description: expect.stringContaining('Find Payments With'),
	});
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

describe('A page of the payments of some time', () => {
	const times = { from: 1_700_000_000_999, until: 1_700_086_399_999 };
	const any = { ...times, status: undefined, reference: undefined };

	test.each([
		['in milliseconds', any, 'milliseconds', { startDate: 1_700_000_000_999, endDate: 1_700_086_399_999 }],
		['in seconds', any, 'seconds', { startDate: 1_700_000_000, endDate: 1_700_086_399 }],
		['of a status', { ...any, status: 0 }, 'milliseconds', { startDate: times.from, endDate: times.until, status: 0 }],
		[
			'of a reference',
			{ ...any, reference: 'ORDER-1' },
			'milliseconds',
			{ startDate: times.from, endDate: times.until, reference: 'ORDER-1' },
		],
	] as const)('is asked for %s', (_, filter, historyDatesIn, query) => {
		expect(historyPageQuery(filter, 3, { historyDatesIn })).toStrictEqual({ ...query, page: 3, size: 100 });
	});

	test.each<[string, Record<string, unknown>, object]>([
		['is counted from 1', { content: [row], number: 0, totalPages: 2 }, { page: 1, isLast: false }],
		['is the last by its number', { content: [row], number: 1, totalPages: 2 }, { page: 2, isLast: true }],
		['is the last because it says so', { content: [row], number: 0, last: true }, { page: 1, isLast: true }],
		[
			'is not the last because it says so',
			{ content: [row], number: 1, totalPages: 2, last: false },
			{ page: 2, isLast: false },
		],
		['is the last without rows', { content: [], number: 0, totalPages: 9, last: false }, { isLast: true }],
		['may not say which it is', { content: [row] }, { page: undefined, isLast: false }],
		['may say how many there are alone', { content: [row], totalPages: 1 }, { page: undefined, isLast: false }],
		['may say its number alone', { content: [row], number: 4 }, { page: 5, isLast: false }],
	])('%s', (_, data, expected) => {
		const page = readHistoryPage(data, settings)!;
		expect(page).toMatchObject(expected);
		expect(page.rows).toEqual(data.content);
		expect(page.payments).toHaveLength(page.rows.length);
	});

	test.each([{}, { content: 'none' }, { content: ['T-1'] }, { content: [], number: '0' }])('is not %j', (data) => {
		expect(readHistoryPage(data, settings)).toBeUndefined();
	});
});
