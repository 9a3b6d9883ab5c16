import type { IDataObject } from 'n8n-workflow';

import type { EngineRun } from '../../dev/engine';
import type { SandboxOptions } from '../../dev/sandbox';
import { failure } from './spec/helpers';
import { chargeAtSandbox } from './support/trigger';
import { CARDS, chain, World } from './support/world';

/* Transaction: Get Many, in the form that providers publish. */

let world: World;
beforeAll(async () => (world = await World.start({ webhooksEnabled: false })));
afterAll(async () => await world.stop());
beforeEach(async () => {
	await world.sandbox.reset();
	world.editCredential({ historyDatesIn: 'milliseconds' });
});

const pay = async (changes: IDataObject = {}) => await chargeAtSandbox(world, { ...CARDS.frictionless, ...changes });
const payMany = async (count: number) => {
	for (let order = 0; order < count; order++) await pay();
};
const list = async (parameters: IDataObject = {}) =>
	(await world.one('transaction', 'getMany', { returnAll: true, ...parameters })).map(({ json }) => json);
const queries = () => world.requestsTo('/transaction/history').map(({ url }) => new URL(url, 'http://s').searchParams);
const referencesIn = (items: IDataObject[]) => items.map(({ transactionReference }) => transactionReference).sort();
const inBooks = () => world.sandbox.ledger.transactions.map(({ transactionReference }) => transactionReference).sort();

/** The columns of a table of payments, from the left: what people look for first. */
const COLUMNS = [
	...['transactionDate', 'reference', 'outcome', 'authorized', 'amount', 'currency', 'transactionReference'],
	'customerId',
];

test('lists the payments of today, with their date first and without messages, linked to its item', async () => {
	const { reference, transactionReference } = await pay();
	const items = await world.one('transaction', 'getMany', { options: { simplify: true } });
	expect(items).toEqual([
		{
			json: {
				transactionDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
				...{ outcome: 'authorized', authorized: true, amount: 10.5, currency: 'NGN' },
				...{ reference, transactionReference, customerId: 'Guest' },
				...{ transactionFee: 0.16, settlementAmount: 10.5 },
			},
			pairedItem: { item: 0 },
		},
	]);
	expect(Object.keys(items[0]!.json)).toEqual([...COLUMNS, 'transactionFee', 'settlementAmount']);
	const [query] = queries();
	expect(Number(query!.get('endDate'))).toBeLessThanOrEqual(Date.now());
	expect(Number(query!.get('startDate'))).toBeLessThan(Number(query!.get('endDate')));
	expect(world.requestsTo('/transaction/history')[0]!.headers.authorization).toBe(world.sandbox.options.privateKey);
});

describe.each(['newest', 'oldest'] as const)('a service that lists the %s first', (historyOrder) => {
	beforeEach(() => world.sandbox.configure({ historyOrder }));

	test('shows each payment of several pages once, also of those that arrive meanwhile', async () => {
		await payMany(250);
		world.sandbox.fail({ on: 'history', kind: 'delay', ms: 300, times: 4 });
		const before = inBooks();
		const listing = list();
		while (world.requestsTo('/transaction/history').length === 0) await new Promise(setImmediate);
		await payMany(20);
		const listed = referencesIn(await listing);
		expect(new Set(listed).size).toBe(listed.length);
		expect(listed).toEqual(expect.arrayContaining(before));
		expect(queries().length).toBe(3);
	});

	test('stops at the limit', async () => {
		await payMany(210);
		expect(await list({ returnAll: false, limit: 150 })).toHaveLength(150);
		expect(queries().map((query) => query.get('page'))).toEqual(['1', '2']);
	});
});

test.each<[SandboxOptions['historyDatesIn'], number]>([
	['milliseconds', 1],
	['seconds', 1000],
])('sends dates in %s where the credential says so', async (historyDatesIn, divisor) => {
	world.sandbox.configure({ historyDatesIn });
	world.editCredential({ historyDatesIn });
	await pay();
	expect(await list({ from: '2020-01-01T00:00:00Z', until: '2100-01-01T00:00' })).toHaveLength(1);
	expect(Number(queries()[0]!.get('startDate'))).toBe(Date.UTC(2020, 0, 1) / divisor);
	expect(await list({ from: '2020-01-01', until: '2021-01-01' })).toEqual([]);
});

const inZone = async (timezone: string, parameters: IDataObject) => {
	const workflow = chain([world.node('Node', 'transaction', 'getMany', { returnAll: true, ...parameters })]);
	const settings = { executionOrder: 'v1', timezone };
	return await world.engine.run({ ...workflow, settings }, { mode: 'trigger', input: [{}] });
};

test.each([
	// The day has no midnight there.
	['Africa/Cairo', '2026-04-24', '2026-04-24', '2026-04-23T22:00:00.000Z', '2026-04-24T20:59:59.999Z'],
	// The time comes twice, and its first hour is of the list as well.
	['America/New_York', '2026-11-01T01:30', '2026-11-01 01:30', '2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z'],
	[
		'Africa/Lagos',
		'={{ $json.none ?? "2026-11-24" }}',
		'2026-11-24T08:00Z',
		'2026-11-23T23:00:00.000Z',
		'2026-11-24T08:00:00.000Z',
	],
	[
		'Africa/Lagos',
		'={{ DateTime.fromISO("2026-11-24", { zone: "Asia/Tokyo" }) }}',
		'={{ new Date(Date.UTC(2026, 10, 24)) }}',
		'2026-11-23T15:00:00.000Z',
		'2026-11-24T00:00:00.000Z',
	],
])('in %s, from %s until %s is the time that is meant', async (zone, from, until, first, last) => {
	const run = await inZone(zone, { from, until });
	expect(run.error).toBeUndefined();
	const [query] = queries();
	const sent = ['startDate', 'endDate'].map((name) => new Date(Number(query!.get(name))).toISOString());
	expect(sent).toEqual([first, last]);
});

test('from a day until the same day lists the payments of that day', async () => {
	const { transactionReference } = await pay();
	const day = world.sandbox.ledger.transactions[0]!.createdAt.slice(0, 10);
	const run = await inZone('UTC', { from: day, until: day });
	expect(referencesIn(run.items('Node').map(({ json }) => json))).toEqual([transactionReference]);
});

const NO_DATE = 'is not a date.';
test.each([
	['11/12/2026', '2026-11-24', `'From' ${NO_DATE}`],
	['2026-11-24', '2026-02-30', `'Until' ${NO_DATE}`],
	['5', '2026-11-24', `'From' ${NO_DATE}`],
	['2026-11-24', '2026-11-23', "'Until' is before 'From'."],
	['2026-11-24T08:00', '2026-11-24T07:59:59', "'Until' is before 'From'."],
	['2026-11-24T08:00+01:00', '2026-11-24T08:00+02:00', "'Until' is before 'From'."],
])('from %s until %s is refused before anything is sent', async (from, until, message) => {
	const error = await failure(world, 'transaction', 'getMany', { from, until });
	expect(error.message).toBe(message);
	expect(error.description).toMatch(
		/^(Write it like 2026-11-24 or 2026-11-24T08:00\.|Give the same time as in 'From')/,
	);
	expect(world.sandbox.requests).toEqual([]);
});

describe('Filters', () => {
	/** One payment of each status; gives their references by it. */
	async function payEach<Status extends number>(...statuses: Status[]): Promise<Record<Status, string>> {
		const paid: Array<[Status, string]> = [];
		for (const status of statuses) {
			const { transactionReference } = await pay();
			world.sandbox.setStatus(transactionReference, status);
			paid.push([status, transactionReference]);
		}
		return Object.fromEntries(paid) as Record<Status, string>;
	}

	test('Outcome lists all statuses that have it, and sends none', async () => {
		const paid = await payEach(0, 2, 3, 16, 1, 4, 6);
		const outcomesOf = async (...outcomes: string[]) => referencesIn(await list({ filters: { outcomes } }));
		expect(await outcomesOf('authorized')).toEqual([paid[0], paid[2], paid[3], paid[16]].sort());
		expect(await outcomesOf('declined', 'pending')).toEqual([paid[1], paid[4]].sort());
		expect(await outcomesOf('unknown')).toEqual([]);
		expect(queries().map((query) => query.get('status'))).toEqual([null, null, null]);
	});

	test('Outcome without any, or with another word, is refused before anything is sent', async () => {
		const errorOf = async (outcomes: unknown) =>
			await failure(world, 'transaction', 'getMany', { filters: { outcomes } });
		expect((await errorOf([])).message).toBe("'Outcome' has no outcome.");
		expect((await errorOf('={{ ["paid"] }}')).message).toContain("'Outcome > 1' has a value that cannot be used.");
		expect(world.sandbox.requests).toEqual([]);
	});

	test('Provider Status is sent, and lists this one', async () => {
		const paid = await payEach(2, 3);
		expect(referencesIn(await list({ filters: { providerStatus: '3' } }))).toEqual([paid[3]]);
		expect(queries()[0]!.get('status')).toBe('3');
	});

	const hintsOf = ({ run }: EngineRun) => run.data.resultData.runData.Node![0]!.hints?.map(({ message }) => message);
	const LEFT_OUT = 'The service also listed payments with other references; they were left out.';

	test.each([
		[true, []],
		[false, [LEFT_OUT]],
	])('Reference lists no other payment, where the service obeys it: %s', async (historyFilters, hints) => {
		world.sandbox.configure({ historyFilters });
		await payMany(2);
		const { reference, transactionReference } = await pay();
		for (const given of [reference, transactionReference]) {
			const filters = { reference: given };
			const run = await world.run([world.node('Node', 'transaction', 'getMany', { filters })]);
			expect(referencesIn(run.items('Node').map(({ json }) => json))).toEqual([transactionReference]);
			expect(hintsOf(run)).toEqual(hints);
		}
	});

	test('with Refund behind it, no other payment is refunded', async () => {
		world.sandbox.configure({ historyFilters: false });
		await payMany(3);
		const { reference, transactionReference } = await pay();
		const run = await world.run([
			world.node('Node', 'transaction', 'getMany', { filters: { reference } }),
			world.node('Refund', 'transaction', 'refund'),
		]);
		expect(run.error).toBeUndefined();
		const refunded = world.sandbox.ledger.transactions.filter(({ refunds }) => refunds.length > 0);
		expect(referencesIn(refunded as never)).toEqual([transactionReference]);
	});

	test('the limit counts the payments that are wanted', async () => {
		world.sandbox.configure({ historyFilters: false, historyOrder: 'oldest' });
		await payMany(110);
		const { reference, transactionReference } = await pay();
		const items = await list({ returnAll: false, limit: 1, filters: { reference } });
		expect(referencesIn(items)).toEqual([transactionReference]);
	});
});

test('with Simplify off, each item has its own row of the service', async () => {
	const { transactionReference } = await pay();
	const [item] = await list({ options: { simplify: false } });
	expect(item).toMatchObject({ transactionReference, response: { transactionReference, errorCode: '0' } });
	expect(Object.keys(item!).slice(0, COLUMNS.length)).toEqual(COLUMNS);
	expect(item).not.toHaveProperty('message');
});

test('every row has the same columns, whatever the service tells of its payment', async () => {
	const { reference } = await pay();
	const rows = { date: null, transactionDate: null, customerId: null, transactionFee: null, requestedAmount: null };
	world.sandbox.fail({
		on: 'history',
		kind: 'altered',
		fields: { data: { content: [{ ...rows, reference }] } },
	});
	const [item] = await list({ options: { simplify: true } });
	expect(Object.keys(item!)).toEqual([...COLUMNS, 'transactionFee', 'settlementAmount']);
	expect(item).toMatchObject({ transactionDate: null, customerId: null, outcome: 'unknown', reference });
});

test('a service that answers the same page again has no list', async () => {
	await payMany(120);
	world.sandbox.fail({ on: 'history', kind: 'altered', skip: 1, fields: { data: { number: 0 } } });
	const error = await failure(world, 'transaction', 'getMany', { returnAll: true });
	expect(error.message).toContain('does not answer further pages of the transaction history');
});

test.each([
	['milliseconds', 'seconds', /set Dates of the History Are In to Seconds/],
	['seconds', 'milliseconds', /set Dates of the History Are In to Milliseconds/],
	['seconds', 'seconds', /^Nothing to do/],
	['milliseconds', 'milliseconds', /^Nothing to do/],
] as const)('Check Setup finds out, where %s are set, that dates are in %s', async (set, historyDatesIn, whatToDo) => {
	world.sandbox.configure({ historyDatesIn });
	world.editCredential({ historyDatesIn: set });
	await pay();
	const checks = await world.one('account', 'checkSetup');
	const { json } = checks.find(({ json: { check } }) => check === 'Find Payments')!;
	expect(json.whatToDo).toMatch(whatToDo);
});
