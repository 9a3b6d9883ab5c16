import type { IDataObject } from 'n8n-workflow';

import type { SandboxOptions } from '../../dev/sandbox';
import { failure } from './spec/helpers';
import { chargeAtSandbox } from './support/trigger';
import { CARDS, World } from './support/world';

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

test('lists the payments of today, with ten fields, linked to its item', async () => {
	const { reference, transactionReference } = await pay();
	const items = await world.one('transaction', 'getMany', { options: { simplify: true } });
	expect(items).toMatchObject([
		{
			json: {
				...{ outcome: 'authorized', authorized: true, message: 'The payment is authorized.', amount: 10.5 },
				...{ currency: 'NGN', reference, transactionReference, transactionFee: 0.16, settlementAmount: 10.5 },
				transactionDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
			},
			pairedItem: { item: 0 },
		},
	]);
	expect(Object.keys(items[0]!.json)).toHaveLength(10);
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

test('with Simplify off, each item has its own row of the service', async () => {
	const { transactionReference } = await pay();
	const [item] = await list({ options: { simplify: false } });
	expect(item).toMatchObject({ transactionReference, response: { transactionReference, errorCode: '0' } });
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
