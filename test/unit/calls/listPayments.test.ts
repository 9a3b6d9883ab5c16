import * as fc from 'fast-check';

import { listPayments, type HistoryFilter } from '../../../gateway/calls/history';
import { OUTCOMES, PUBLISHED_STATUSES, type Outcome } from '../../../gateway/outcome';
import { ReadFailedError, type GatewayError } from '../../../gateway/values/errors';
import { settingsWith } from '../gateway/examples';
import { anyData, anyValue } from '../gateway/property';
import type { Service } from '../../../gateway/sending/service';
import { attemptReference } from '../../../gateway/values/attempt';
import { serviceThat } from '../sending/service';

/* The payments of some time, of which Transaction: Get Many makes its list. */

/** A row as providers publish it. */
const row = {
	transactionReference: 'T-1',
	reference: 'ORDER-1',
	grossAmount: 10.65,
	requestedAmount: 10.5,
	currencyCode: 'NGN',
	createdDate: '2026-01-15 10:20:30',
	status: 2,
	errorCode: '0',
};
const second = { ...row, transactionReference: 'T-2' };

const times = { from: Date.UTC(2026, 0, 15, 0, 0, 0, 999), until: Date.UTC(2026, 0, 16) - 1 };
const any: HistoryFilter = { ...times, status: undefined, reference: undefined };

/** Lists payments where the service has these pages, and repeats the last one; and what it was asked. */
async function list(pages: unknown[], { filter = any, limit = Infinity, stored = {} } = {}) {
	const queries: unknown[] = [];
	const service = serviceThat(
		({ query }) => ({ data: pages[Math.min(queries.push(query), pages.length) - 1] }),
		settingsWith(stored),
	);
	const listed = await listPayments(service, filter, limit).catch((error: Error) => error);
	if (listed instanceof Error) return { error: listed as GatewayError, queries };
	const { items, leftOutOthers, isNotFound } = listed;
	const references = items.map(({ payment }) => payment.transactionReference);
	return { items, references, leftOutOthers, isNotFound, queries };
}

test.each([
	['in milliseconds', any, 'milliseconds', { startDate: times.from, endDate: times.until }],
	[
		'in seconds',
		any,
		'seconds',
		{ startDate: Date.UTC(2026, 0, 15) / 1000, endDate: Date.UTC(2026, 0, 16) / 1000 - 1 },
	],
	['of a status', { ...any, status: 0 }, 'milliseconds', { startDate: times.from, endDate: times.until, status: 0 }],
	[
		'of a reference',
		{ ...any, reference: 'ORDER-1' },
		'milliseconds',
		// Every attempt of an order is needed, to know which of them counts.
		{ startDate: 0, endDate: times.until, reference: 'ORDER-1' },
	],
	[
		'of a reference and a status, by which the rows are chosen here',
		{ ...any, reference: 'ORDER-1', status: 0 },
		'milliseconds',
		{ startDate: 0, endDate: times.until, reference: 'ORDER-1' },
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

test('are as many as are needed', async () => {
	const { references, queries } = await list([{ content: [row, second], number: 0, totalPages: 9 }], { limit: 1 });
	expect(references).toEqual(['T-1']);
	expect(queries).toHaveLength(1);
});

test.each([{}, { content: 'none' }, { content: ['T-1'] }])('are not in %j', async (data) => {
	expect((await list([data])).error).toBeInstanceOf(ReadFailedError);
});

describe('Whatever they are filtered by is checked on their rows', () => {
	const underpaid = { ...row, transactionReference: 'underpaid', grossAmount: 1 };
	const content = [
		...[...Object.keys(PUBLISHED_STATUSES), 99].map((code) => ({
			...row,
			transactionReference: String(code),
			status: Number(code),
		})),
		{ ...row, transactionReference: 'none', status: undefined },
		underpaid,
	];

	test.each<[Outcome[], string[]]>([
		[['authorized'], ['0', '2', '3', '16']],
		[['pending'], ['1', '8', '10', '12', '15', '17']],
		[['declined'], ['4', '5', '9', '13', '14']],
		[['refunded'], ['6', '7', '11']],
		[['unknown'], ['99', 'none', 'underpaid']],
		[
			['unknown', 'refunded'],
			['6', '7', '11', '99', 'none', 'underpaid'],
		],
	])('the outcomes %j, which are not sent', async (outcomes, found) => {
		const { references, queries } = await list([{ content, last: true }], { filter: { ...any, outcomes } });
		expect(references).toEqual(found);
		expect(queries).toStrictEqual([{ startDate: times.from, endDate: times.until, page: 1, size: 100 }]);
	});

	test('the outcome is the one that the credential has for a status', async () => {
		const codes = '{"99": {"name": "HELD", "outcome": "pending"}, "1": {"name": "OPEN", "outcome": "unknown"}}';
		const { references } = await list([{ content, last: true }], {
			filter: { ...any, outcomes: ['pending'] },
			stored: { statusCodes: codes },
		});
		expect(references).toEqual(['8', '10', '12', '15', '17', '99']);
	});

	test.each([4, 0])('the status %i', async (status) => {
		const { references } = await list([{ content, last: true }], { filter: { ...any, status } });
		expect(references).toEqual([String(status)]);
	});

	const other = { ...row, transactionReference: 'T-3', reference: 'ORDER-2' };
	test.each<[string, string, unknown[], string[], boolean]>([
		["the merchant's reference", 'ORDER-1', [other, row, second], ['T-1', 'T-2'], true],
		["the service's reference", 'T-2', [other, row, second], ['T-2'], true],
		['a reference that nobody has', 'ORDER-3', [other, row], [], true],
		['a reference at a service that filters', 'ORDER-1', [row, second], ['T-1', 'T-2'], false],
		['a reference where there is none', 'ORDER-1', [], [], false],
		['a reference in other letters', 'order1', [row], [], true],
		['the beginning of a reference', 'ORDER', [row], [], true],
		['the reference of a row that has none', 'ORDER-1', [{ ...row, reference: null }, second], ['T-2'], true],
	])('%s', async (_, reference, rows, found, leftOut) => {
		const listed = await list([{ content: rows, last: true }], { filter: { ...any, reference } });
		expect([listed.references, listed.leftOutOthers]).toEqual([found, leftOut]);
	});

	test('without a reference, nothing is left out because of one', async () => {
		expect((await list([{ content: [row, other], last: true }])).leftOutOthers).toBe(false);
	});

	test('the limit counts those that are wanted', async () => {
		const pages = [
			{ content: [other], number: 0, totalPages: 3 },
			{ content: [{ ...second, createdDate: '2020-01-01' }, row], number: 1, totalPages: 3 },
		];
		const { references, queries } = await list(pages, { filter: { ...any, reference: 'ORDER-1' }, limit: 1 });
		expect([references, queries.length]).toEqual([['T-1'], 2]);
	});

	// They have no zone, so they may be fourteen hours off.
	test.each<[unknown, boolean]>([
		['2026-01-15T10:20:30', true],
		['2026-01-14', true],
		['2026-01-13', false],
		['2026-01-14 10:00:01', true],
		['2026-01-14 10:00:00.999', true],
		['2026-01-14 10:00:00', false],
		['2026-01-16 13:59:59', true],
		['2026-01-16 14:00', false],
		['2026-01-16', true],
		['2026-01-17', false],
		['2025-01-15 10:20:30', false],
		['2026-01-15T00:00:00+14:00', false],
		['2026-01-15T14:00:00+14:00', true],
		['2026-01-16T00:04:59Z', true],
		['2026-01-16T00:04:59.999Z', true],
		['2026-01-16T00:05:00Z', false],
		// Whoever cannot read it does not know.
		['1970-01-01T00:00:00', true],
		['15/01/2020 10:20', true],
		['2020-02-30', true],
		[1_579_083_630_000, true],
		[null, true],
		[{}, true],
	])('the time, where it is %j: %j', async (createdDate, isListed) => {
		const { references } = await list([{ content: [{ ...row, createdDate }], last: true }]);
		expect(references).toEqual(isListed ? ['T-1'] : []);
	});

	test('whatever the rows are, all that are listed pass the filters', async () => {
		const anyRow = fc.oneof(
			anyData(...Object.keys(row)),
			fc.record({
				...Object.fromEntries(Object.entries(row).map(([name, value]) => [name, fc.constant(value)])),
				reference: fc.constantFrom('ORDER-1', 'order-1', 'ORDER-10', null, 'T-1'),
				transactionReference: fc.oneof(fc.uuid(), fc.constantFrom('T-1', 'ORDER-1')),
				status: fc.oneof(fc.integer({ min: 0, max: 18 }), anyValue),
				createdDate: fc.constantFrom(row.createdDate, '2019-01-15', null, 'x'),
			}),
		);
		const filter = fc.record({
			...{ from: fc.constant(times.from), until: fc.constant(times.until) },
			outcomes: fc.option(fc.subarray([...OUTCOMES], { minLength: 1 }), { nil: undefined }),
			status: fc.option(fc.constantFrom(0, 2, 4), { nil: undefined }),
			reference: fc.option(fc.constantFrom('ORDER-1', 'T-1'), { nil: undefined }),
		});
		const tried = fc.asyncProperty(fc.array(anyRow), filter, async (rows, asked) => {
			const { items = [] } = await list([{ content: rows, last: true }], { filter: asked });
			for (const { payment } of items) {
				if (asked.outcomes) expect(asked.outcomes).toContain(payment.outcome);
				if (asked.status !== undefined) expect(payment.status).toBe(asked.status);
				if (asked.reference) expect([payment.reference, payment.transactionReference]).toContain(asked.reference);
				expect(payment.transactionDate ?? '').not.toMatch(/^2019/);
			}
		});
		await fc.assert(tried, { seed: 20_260_115 });
	});
});

describe('Of an order, the attempts are listed up to the one that counts', () => {
	const [SECOND, THIRD] = [2, 3].map((attempt) => attemptReference({ order: 'ORDER-1', attempt })) as [string, string];
	const declined = { ...row, transactionReference: 'T-0', status: 4 };
	const paid = { ...second, reference: SECOND };
	const ofOther = { ...declined, transactionReference: 'T-9', reference: 'ORDER-2' };
	const all = { content: [], last: true };

	/** Lists an order at a service that has these pages under the references of its attempts, and a 404 of its own under all others. */
	async function listOrder(
		pages: Record<string, object>,
		{ reference = 'ORDER-1', limit = Infinity, outcomes }: { reference?: string; limit?: number; outcomes?: Outcome[] },
	) {
		const asked = new Set<unknown>();
		const service: Service = {
			...serviceThat(() => ({})),
			send: async (_, { query }) => {
				asked.add(query!.reference);
				const data = pages[String(query!.reference)];
				return data
					? { httpStatus: 200, body: { data } }
					: { httpStatus: 404, body: { status: 'error', message: 'No transactions' } };
			},
		};
		const { items, ...told } = await listPayments(service, { ...any, reference, outcomes }, limit);
		return { found: items.map(({ payment }) => payment.transactionReference), asked: [...asked], ...told };
	}

	test.each<[string, Parameters<typeof listOrder>, asked: string[], found: string[]]>([
		['a payment ends it', [{ 'ORDER-1': { ...all, content: [row] } }, {}], ['ORDER-1'], ['T-1']],
		[
			'a decline leads to the next attempt',
			[{ 'ORDER-1': { ...all, content: [declined] }, [SECOND]: { ...all, content: [paid] } }, {}],
			['ORDER-1', SECOND],
			['T-0', 'T-2'],
		],
		[
			'a decline that is not wanted leads on, too',
			[
				{ 'ORDER-1': { ...all, content: [declined] }, [SECOND]: { ...all, content: [paid] } },
				{ outcomes: ['authorized'] },
			],
			['ORDER-1', SECOND],
			['T-2'],
		],
		[
			'it begins at the attempt that was asked for',
			[{ [SECOND]: { ...all, content: [{ ...paid, status: 4 }] } }, { reference: SECOND }],
			[SECOND, THIRD],
			['T-2'],
		],
		[
			'a payment beside a decline ends it',
			[{ 'ORDER-1': { ...all, content: [declined, row] } }, {}],
			['ORDER-1'],
			['T-0', 'T-1'],
		],
		['nothing ends it', [{ 'ORDER-1': all }, {}], ['ORDER-1'], []],
		["another order's decline leads nowhere", [{ 'ORDER-1': { ...all, content: [ofOther] } }, {}], ['ORDER-1'], []],
		[
			"nor does a decline under the service's reference",
			[{ 'T-0': { ...all, content: [declined] } }, { reference: 'T-0' }],
			['T-0'],
			['T-0'],
		],
		[
			'the limit is for all of them together',
			[{ 'ORDER-1': { ...all, content: [declined] }, [SECOND]: { ...all, content: [paid] } }, { limit: 1 }],
			['ORDER-1', SECOND],
			['T-0'],
		],
	])('%s', async (_, order, asked, found) => {
		expect(await listOrder(...order)).toMatchObject({ asked, found });
	});

	test('what is told of one list holds for the order: that it is incomplete, or had others', async () => {
		const more = { ...all, totalElements: 9 };
		const told = async (first: object, next: object) =>
			await listOrder({ 'ORDER-1': { ...more, ...first }, [SECOND]: { ...all, content: [paid], ...next } }, {});
		const whole = { totalElements: 1 };
		expect(await told({ content: [declined], ...whole }, {})).toMatchObject({
			isIncomplete: false,
			leftOutOthers: false,
		});
		expect(await told({ content: [declined] }, {})).toMatchObject({ isIncomplete: true, leftOutOthers: false });
		expect(await told({ content: [declined], ...whole }, more)).toMatchObject({ isIncomplete: true });
		expect(await told({ content: [declined, ofOther] }, {})).toMatchObject({ leftOutOthers: true });
	});

	test('nothing is found only where no attempt is', async () => {
		expect(await listOrder({}, {})).toMatchObject({ found: [], isNotFound: true });
		expect(await listOrder({ 'ORDER-1': { ...all, content: [declined] } }, {})).toMatchObject({
			...{ found: ['T-0'], asked: ['ORDER-1', SECOND], isNotFound: false },
		});
	});
});

test.each<[string, unknown, string[]]>([
	['rows alone', { data: [row] }, ['T-1']],
	['no rows', { data: [] }, []],
	['null', { data: null }, []],
	['a null list', { data: { content: null } }, []],
	['a null row', { data: { content: [null] } }, []],
])('a history may answer with %s', async (_, body, found) => {
	const service = serviceThat(() => body);
	const { items, isNotFound, leftOutOthers } = await listPayments(service, any, Infinity);
	expect(items.map(({ payment }) => payment.transactionReference)).toEqual(found);
	expect([isNotFound, leftOutOthers]).toEqual([false, false]);
});

test.each([[[]], [[row]]])(
	'404 in its own form is an empty page, and is told where it is the first: %j',
	async (before) => {
		const notFound = { httpStatus: 404, body: { status: 'error', message: 'No transactions' } };
		const first = { httpStatus: 200, body: { data: { content: before, number: 0 } } };
		const answers = before.length === 0 ? [notFound] : [first, notFound];
		let asked = 0;
		const service = { ...serviceThat(() => ({})), send: async () => answers[asked++]! };
		const { items, isNotFound } = await listPayments(service, any, Infinity);
		expect([items.length, isNotFound]).toEqual([before.length, before.length === 0]);
	},
);

test('404 of anybody else is an error', async () => {
	const service = { ...serviceThat(() => ({})), send: async () => ({ httpStatus: 404, body: '<html>' }) };
	await expect(listPayments(service, any, Infinity)).rejects.toMatchObject({ httpStatus: 404 });
});
