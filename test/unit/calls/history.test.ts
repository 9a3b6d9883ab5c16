import * as fc from 'fast-check';

import { history, listPayments, type HistoryFilter } from '../../../gateway/calls/history';
import { GatewayError, NoRecordError, ReadFailedError, SettingError } from '../../../gateway/values/errors';
import { attempt, failureOf, settingsWith } from '../gateway/examples';
import { always, anyData, anyValue } from '../gateway/property';
import { serviceThat } from '../sending/service';

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
const read = (page: Record<string, unknown>, reference = 'ORDER-1') => history.read(page, reference, settings);

test('the payments of a reference are asked for from the beginning to the present, as many as a page can have', () => {
	expect(history.content('ORDER-1', settings)).toEqual({
		query: { reference: 'ORDER-1', startDate: 0, size: 100 },
	});
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
	['that counts in text', { content: [row, null], totalPages: '1', last: 'true' }, ['T-1']],
	['that numbers itself in words', { content: [row], number: 'first' }, ['T-1']],
	['without rows, and with the numbers of its pages', { content: [], totalPages: 0, last: true }, []],
	['with a payment', { content: [row] }, ['T-1']],
	['with two payments', { content: [row, second], totalPages: 1, last: true }, ['T-1', 'T-2']],
	['that is the only one', { content: [row], totalPages: 1, last: null }, ['T-1']],
])('a page %s tells what is under the reference', (_, page, found) => {
	expect(read(page).map(({ transactionReference }) => transactionReference)).toEqual(found);
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
	['has more than one page, of which this is the last', { content: [row], number: 1, totalPages: 2, last: true }],
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
	...[{ content: null }, { content: [row], totalPages: 'many' }, { content: [], last: 'no' }],
	...[{}, { content: {} }, { content: ['T-1'] }, { content: [[row]] }, { content: [null] }, row],
])('%j is no page of a history, or none that says all: nobody knows what is under the reference', (data) => {
	expect(failureOf(() => read(data))).toBeInstanceOf(NoRecordError);
});

test('whatever a history answers, it tells of payments under the reference alone', () => {
	const rows = fc.array(fc.oneof(anyData(...Object.keys(row)), fc.constant(row), anyValue));
	const pages = fc.record({ content: rows, totalPages: anyValue, last: anyValue }, { requiredKeys: ['content'] });
	always(
		fc.property(fc.oneof(pages, anyData('content', 'last')), (page) => {
			const payments = attempt(() => read(page));
			if (payments instanceof SettingError) return;
			if (payments instanceof GatewayError) return expect(payments).toBeInstanceOf(ReadFailedError);
			for (const { reference, transactionReference } of payments)
				expect([reference, transactionReference]).toContain('ORDER-1');
		}),
	);
});

describe('The payments of some time', () => {
	const times = { from: 1_700_000_000_999, until: 1_700_086_399_999 };
	const any: HistoryFilter = { ...times, status: undefined, reference: undefined };

	/** What is listed where the service has these pages, and repeats the last one; and what it was asked. */
	async function list(pages: unknown[], { filter = any, limit = Infinity, stored = {} } = {}) {
		const queries: unknown[] = [];
		const service = serviceThat(
			({ query }) => ({ data: pages[Math.min(queries.push(query), pages.length) - 1] }),
			settingsWith(stored),
		);
		const listed = await listPayments(service, filter, limit).catch((error: Error) => error);
		if (listed instanceof Error) return { error: listed as GatewayError, queries };
		const { items } = listed;
		return { items, references: items.map(({ payment }) => payment.transactionReference), queries };
	}

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
	] as const)('are asked for %s', async (_, filter, historyDatesIn, query) => {
		const pages = [
			{ content: [row], number: 0, totalPages: 2 },
			{ content: [second], number: 1, totalPages: 2 },
		];
		const { queries } = await list(pages, { filter, stored: { historyDatesIn } });
		expect(queries).toStrictEqual([1, 2].map((page) => ({ ...query, page, size: 100 })));
	});

	test.each<[string, Record<string, unknown>, isMoreAsked: boolean]>([
		['is counted from 0', { content: [row], number: 0, totalPages: 2 }, true],
		['is the last by its number', { content: [row], number: 0, totalPages: 1 }, false],
		['is the last because it says so', { content: [row], number: 0, last: true }, false],
		['is not the last because it says so', { content: [row], number: 0, totalPages: 1, last: false }, true],
		['is the last without rows', { content: [], number: 0, totalPages: 9, last: false }, false],
		['may not say which it is', { content: [row] }, true],
		['may say how many there are alone', { content: [row], totalPages: 1 }, false],
	])('the first page %s: %j', async (_, page, isMoreAsked) => {
		const { queries } = await list([page, { content: [] }]);
		expect(queries).toHaveLength(isMoreAsked ? 2 : 1);
	});

	test.each<[string, unknown[]]>([
		['the first page again', [{ content: [row], number: 0, totalPages: 2 }]],
		[
			'a later page',
			[
				{ content: [row], number: 0, totalPages: 9 },
				{ content: [second], number: 2, totalPages: 9 },
			],
		],
		[
			'the second page first',
			[
				{ content: [row], number: 1, totalPages: 9 },
				{ content: [], last: true },
			],
		],
		[
			'the fifth page first',
			[
				{ content: [row], number: 4 },
				{ content: [], last: true },
			],
		],
	])('are not listed where the service answers with %s', async (_, pages) => {
		const { error } = await list(pages);
		expect(error).toBeInstanceOf(ReadFailedError);
		expect(error!.message).toBe('The service does not answer further pages of the transaction history.');
	});

	test('an error says which page was asked for, and which was answered, both counted from 1', async () => {
		const { error } = await list([{ content: [row], number: 0, totalPages: 2 }]);
		expect(error!.description).toBe(
			'It was asked for page 2 and answered page 1. Ask your provider how to read the transaction history.',
		);
	});

	test('have their own rows beside them, and each payment is there once', async () => {
		const newer = { ...row, transactionReference: 'T-0' };
		const pages = [
			{ content: [newer, row], number: 0, totalPages: 2 },
			{ content: [{ ...row, status: 6 }, second], number: 1, totalPages: 2 },
		];
		const { items, references } = await list(pages);
		expect(references).toEqual(['T-0', 'T-1', 'T-2']);
		expect(items).toMatchObject([{ row: newer }, { row, payment: { outcome: 'authorized' } }, { row: second }]);
	});

	test('a payment that stands on a page twice is there once', async () => {
		const again = { ...row, status: 6 };
		expect((await list([{ content: [row, again], last: true }])).references).toEqual(['T-1']);
	});

	test('those without a reference of the service are all there', async () => {
		const bare = { ...row, transactionReference: undefined };
		const content = [bare, { ...bare, reference: 'ORDER-2' }];
		expect((await list([{ content, last: true }])).references).toEqual([null, null]);
	});

	test('are of the status that was asked for, also where the service does not filter by it', async () => {
		const content = [row, { ...second, status: 4 }];
		const filter = { ...any, status: 4 };
		expect((await list([{ content, last: true }], { filter })).references).toEqual(['T-2']);
	});

	test('are as many as are needed', async () => {
		const { references, queries } = await list([{ content: [row, second], number: 0, totalPages: 9 }], { limit: 1 });
		expect(references).toEqual(['T-1']);
		expect(queries).toHaveLength(1);
	});

	test.each([{}, { content: 'none' }, { content: ['T-1'] }])('are not in %j', async (data) => {
		expect((await list([data])).error).toBeInstanceOf(NoRecordError);
	});
});
