import type { IDataObject } from 'n8n-workflow';

import type { SandboxOptions, Transaction } from '../../dev/sandbox';
import { charged, only, setStatus } from './spec/helpers';
import { CARDS } from './support/world';
import { setUpWorld, world } from './support/worldTests';

/* The list from which people choose the payment that is verified or refunded: the newest of the transaction history. */

setUpWorld({ verifyKnowsMerchantReference: true });
beforeEach(() => world.editCredential({ privateKey: world.sandbox.options.privateKey, historyPath: '' }));

type Method = 'searchPayments' | 'searchRefundablePayments';
const node = (operation = 'verify') => world.node('Node', 'transaction', operation);
const search = async (method: Method = 'searchPayments', filter?: string, token?: string) =>
	await world.engine.listSearch(node(), method, filter, token);
const values = async (...given: Parameters<typeof search>) =>
	(await search(...given)).results.map(({ value }) => value);

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A payment, so long ago. */
async function paid(ago = 0, changes: IDataObject = {}): Promise<Transaction> {
	const payment = await charged(world, { ...CARDS.frictionless, ...changes });
	payment.createdAt = new Date(Date.now() - ago).toISOString();
	return payment;
}
const own = (...payments: Transaction[]) => payments.map(({ transactionReference }) => transactionReference);

test('the newest come first, with what people know a payment by, whatever the order of the history', async () => {
	for (const historyOrder of ['newest', 'oldest'] as const) {
		await world.sandbox.reset();
		world.sandbox.configure({ historyOrder });
		const [first, second] = [await paid(2 * HOUR), await paid(HOUR, { reference: `ORD-${historyOrder}` })];
		const { results, paginationToken } = await search();
		expect(results.map(({ value }) => value)).toEqual(own(second, first));
		const date = second.createdAt.slice(0, 16).replace('T', ' ');
		expect(results[0]!.name).toBe(`${date}, NGN 10.50, authorized, ${second.customerId}, ORD-${historyOrder}`);
		expect(paginationToken).toMatch(/^\d+$/);
	}
});

test('older ones follow, each once, until a year has passed', async () => {
	const payments = [await paid(HOUR), await paid(3 * DAY), await paid(40 * DAY), await paid(300 * DAY)];
	await paid(400 * DAY);
	const pages: unknown[][] = [];
	let token: string | undefined;
	do {
		const { results, paginationToken } = await search('searchPayments', '', token);
		pages.push(results.map(({ value }) => value));
		token = paginationToken;
	} while (token !== undefined);
	expect(pages.flat()).toEqual(own(...payments));
	expect(pages.length).toBeGreaterThan(2);
});

test('the list of refunds has those that can be refunded', async () => {
	const [kept, back, open] = [await paid(HOUR), await paid(2 * HOUR), await charged(world)];
	setStatus(world, back, 6);
	expect(await values('searchRefundablePayments')).toEqual(own(kept));
	expect((await values()).sort()).toEqual(own(kept, back, open).sort());
});

test.each<[string, (payment: Transaction) => string]>([
	['the order', ({ merchantReference }) => merchantReference],
	['a part of the order', ({ merchantReference }) => merchantReference.slice(0, -1).toLowerCase()],
	['the transaction reference', ({ transactionReference }) => transactionReference],
	['the amount', () => '77.70'],
	['the day', ({ createdAt }) => createdAt.slice(0, 10)],
])('is searched by %s', async (_, textOf) => {
	await paid(HOUR);
	const wanted = await paid(20 * DAY, { reference: 'SEARCHED-1', amount: '77.70' });
	expect(await values('searchPayments', textOf(wanted))).toEqual(own(wanted));
	expect(await values('searchPayments', 'nobody')).toEqual([]);
});

/** Adds 700 payments of as many intervals, the newest of now. @param interval in milliseconds */
async function manyPaid(interval: number): Promise<void> {
	const payment = await paid();
	const { transactions } = world.sandbox.ledger;
	const later = Array.from({ length: 700 }, (_, index) => ({
		...payment,
		transactionReference: `SBX-${index}`,
		createdAt: new Date(Date.now() - index * interval).toISOString(),
	}));
	transactions.push(...later);
}

test('more payments than anybody looks through: the newest of them', async () => {
	await manyPaid(100_000);
	world.sandbox.configure({ historyOrder: 'oldest' });
	const found = await values();
	expect(found).toContain('SBX-0');
	expect(found.indexOf('SBX-0')).toBeLessThan(2);
	expect(found.length).toBeLessThan(500);
});

test('what is typed is searched for in all of them, however many there are', async () => {
	const wanted = await paid(20 * HOUR, { reference: 'SEARCHED-2', amount: '77.70' });
	const old = await paid(30 * DAY, { reference: 'SEARCHED-3', amount: '88.80' });
	await manyPaid(1000);
	for (const historyOrder of ['newest', 'oldest'] as const) {
		world.sandbox.configure({ historyOrder });
		expect(await values('searchPayments', '77.70')).toEqual(own(wanted));
		expect(await values('searchPayments', '88.80')).toEqual(own(old));
	}
});

test('a word that the service refuses as a reference is searched for all the same', async () => {
	const wanted = await paid(HOUR, { reference: 'SEARCHED-4', amount: '77.70' });
	world.sandbox.fail({ on: 'history', kind: 'status', status: 400 });
	expect(await values('searchPayments', '77.70')).toEqual(own(wanted));
});

test('a page that follows payments may be empty', async () => {
	world.sandbox.configure({ writes: { pages: 'notFound' } });
	const payment = await paid(HOUR);
	const { results, paginationToken } = await search();
	expect(results.map(({ value }) => value)).toEqual(own(payment));
	expect(await search('searchPayments', '', paginationToken)).toEqual({ results: [] });
});

test('an empty history is an empty list', async () => {
	expect(await search()).toEqual({ results: [] });
});

test.each<[SandboxOptions, IDataObject, RegExp, RegExp]>([
	[{ hasHistory: false }, {}, /: this provider has no transaction history here\.$/, /^Choose By Reference/],
	[
		{},
		{ historyPath: '/nowhere' },
		/: this provider has no transaction history here\.$/,
		/Transaction History Path\.$/,
	],
	[
		{ writes: { pages: 'notFound' } },
		{},
		/: the service found nothing \(status 404\)\.$/,
		/^It has no payment of the last year/,
	],
	[{}, { privateKey: 'wrong' }, /^The service refused the private key\.$/, /Check the Private Key/],
])('a list that is empty says why: %j, %j', async (options, credential, message, description) => {
	world.sandbox.configure(options);
	world.editCredential(credential);
	await expect(search()).rejects.toMatchObject({
		message: expect.stringMatching(message) as string,
		description: expect.stringMatching(description) as string,
	});
});

describe('what is chosen', () => {
	const locator = (mode: string, value: unknown) => ({ __rl: true, mode, value });
	const verify = async (transactionReference: unknown, input: IDataObject = {}) =>
		await only(world, 'transaction', 'verify', { transactionReference }, input);

	test.each<[string, (reference: string) => unknown]>([
		['from the list', (reference) => ({ ...locator('list', reference), cachedResultName: 'A payment' })],
		['by reference', (reference) => locator('reference', reference)],
		['by an expression', () => locator('reference', '={{ $json.reference }}')],
		['as plain text', (reference) => reference],
		['as a plain expression', () => '={{ $json.reference }}'],
	])('%s is verified', async (_, chosen) => {
		const [reference] = own(await paid());
		expect(await verify(chosen(reference!), { reference })).toMatchObject({ transactionReference: reference });
	});

	test('by default is what the item names', async () => {
		const payment = await paid();
		const items = await world.one('transaction', 'verify', {}, [
			{ transactionReference: payment.transactionReference },
		]);
		expect(items[0]!.json).toMatchObject({ outcome: 'authorized', reference: payment.merchantReference });
		const back = await world.one('transaction', 'refund', {}, [{ transactionReference: payment.transactionReference }]);
		expect(back[0]!.json).toMatchObject({ outcome: 'refunded' });
	});

	test.each<[unknown, RegExp]>([
		[locator('reference', '=ORD-{{ $json.missing }}'), /'Transaction Reference' has an expression that gives nothing/],
		[
			locator('reference', '={{ "ORD-" + $json.missing }}'),
			/'Transaction Reference' has an expression that gives "undefined"/,
		],
		[locator('list', ''), /Transaction Reference/],
	])('%j names no payment', async (transactionReference, message) => {
		const run = await world.run([world.node('Node', 'transaction', 'verify', { transactionReference })]);
		expect(run.error!.message).toMatch(message);
	});
});
