import { Agent, request } from 'undici';
import { startSandbox, type Sandbox, type SandboxOptions, type Transaction } from '../../dev/sandbox';
import { AUTHORIZED, DECLINED, PENDING, REFUNDED } from '../../dev/sandbox/statuses';

type Json = Record<string, unknown>;
type Headers = Record<string, string>;

const HOUR = 60 * 60 * 1000;
const NOON = Date.parse('2024-03-05T12:00:00.000Z');

const keys = { 'x-api-key': 'sandbox-api-key', 'x-client-id': 'sandbox-client-id' };
const privateKey = { authorization: 'sandbox-private-key' };
const cards = {
	otp: { cardNumber: '5060990580000217499', expiryMonth: '03', expiryYear: '50', cvv: '111' },
	frictionless: { cardNumber: '2223000000000023', expiryMonth: '12', expiryYear: '34', cvv: '123' },
	refused: { cardNumber: '2223000000000023', expiryMonth: '12', expiryYear: '34', cvv: '999' },
};

const agent = new Agent();
let sandbox: Sandbox;

async function start(options?: SandboxOptions): Promise<void> {
	sandbox = await startSandbox({ webhooksEnabled: false, ...options });
}

afterEach(() => sandbox.stop());
afterAll(() => agent.destroy());

async function call(method: 'GET' | 'POST', path: string, headers: Headers, body?: unknown) {
	const answer = await request(new URL(path, sandbox.url), {
		method,
		headers: { 'content-type': 'application/json', ...headers },
		body: body === undefined ? undefined : JSON.stringify(body),
		dispatcher: agent,
	});
	return { status: answer.statusCode, json: (await answer.body.json()) as Json };
}

type Query = Record<string, string | number>;

function history(query: Query = {}, headers: Headers = privateKey) {
	const parameters = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
	const { transactionPrefix } = sandbox.options;
	const path = `${transactionPrefix}/transaction/history?${new URLSearchParams(parameters).toString()}`;
	return call('GET', path, headers);
}

const pageOf = async (query?: Query) => (await history(query)).json.data as Json & { content: Json[] };
const referencesOf = async (query?: Query) => (await pageOf(query)).content.map(({ reference }) => reference);

/** Charges a card; the transaction, which can then be moved in time. */
async function charge(reference: string, changes: Json = cards.frictionless): Promise<Transaction> {
	const body = {
		amount: 1033,
		currency: 'NGN',
		reference,
		callbackUrl: 'https://shop.example/back',
		webhookURL: 'http://127.0.0.1:9/hook',
		email: 'ada@shop.example',
		...changes,
	};
	const { status } = await call('POST', `${sandbox.options.transactionPrefix}/transaction/charge`, keys, body);
	expect(status).toBe(200);
	return sandbox.ledger.transactions.at(-1)!;
}

async function chargeAt(time: number, reference: string, changes?: Json): Promise<Transaction> {
	return Object.assign(await charge(reference, changes), { createdAt: new Date(time).toISOString() });
}

describe('an item of the history', () => {
	it('has the fields that providers document, below the prefix', async () => {
		await start({ transactionPrefix: '/pay/v2' });
		const { transactionReference } = await charge('order-1');
		expect(await history()).toEqual({
			status: 200,
			json: {
				status: 200,
				message: expect.any(String),
				errors: [],
				data: {
					content: [
						{
							transactionReference,
							reference: 'order-1',
							grossAmount: 10.48,
							requestedAmount: 10.33,
							transactionFee: 0.15,
							settlementAmount: 10.33,
							customerId: 'ada@shop.example',
							currencyCode: 'NGN',
							createdDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+$/),
							status: AUTHORIZED,
							errorCode: '0',
						},
					],
					number: 0,
					size: 25,
					totalElements: 1,
					totalPages: 1,
					first: true,
					last: true,
				},
			},
		});
		expect(sandbox.requests.at(-1)?.endpoint).toBe('history');
	});

	it('tells the status and the code of each payment', async () => {
		await start();
		for (const card of [cards.otp, cards.refused]) await charge(card.cvv, card);
		expect((await pageOf()).content).toMatchObject([
			{ status: DECLINED, errorCode: '82' },
			{ status: PENDING, errorCode: '' },
		]);
	});
});

it.each([
	['the first page', { size: 2 }, ['order-5', 'order-4'], { number: 0, first: true, last: false }],
	['page 2', { page: 2, size: 2 }, ['order-3', 'order-2'], { number: 1, first: false, last: false }],
	['a page beyond', { page: 4, size: 2 }, [], { number: 3, first: false, last: true }],
])('the pages of the history are asked for from 1 and answered from 0: %s', async (_, query, references, expected) => {
	await start();
	for (let number = 1; number <= 5; number += 1) await charge(`order-${number}`);
	const { content, ...page } = await pageOf(query);
	expect(content.map(({ reference }) => reference)).toEqual(references);
	expect(page).toEqual({ ...expected, size: 2, totalElements: 5, totalPages: 3 });
});

it.each<Query>([{ page: 0 }, { size: 101 }, { status: 'AUTHORIZED' }, { startDate: '2024-03-05' }, { reference: '' }])(
	'a query of the history is refused for %j',
	async (query) => {
		await start();
		const message = expect.stringContaining(`${Object.keys(query)[0]}: must `) as string;
		expect(await history(query)).toEqual({ status: 400, json: { status: 'error', message } });
	},
);

describe('the filters of the history', () => {
	it.each([
		['the reference of the merchant', (): Query => ({ reference: 'order-2' }), ['order-2']],
		[
			'the reference of the service',
			(): Query => ({ reference: sandbox.ledger.byReference('order-3')!.transactionReference }),
			['order-3'],
		],
		['a part of a reference', (): Query => ({ reference: 'order' }), []],
		['a status', (): Query => ({ status: AUTHORIZED }), ['order-3', 'order-1']],
		['two of them', (): Query => ({ reference: 'order-1', status: DECLINED }), []],
	])('take %s', async (_, query, references) => {
		await start();
		await charge('order-1');
		await charge('order-2', cards.refused);
		await charge('order-3');
		expect(await referencesOf(query())).toEqual(references);
	});

	it('can ignore the reference, and obey the others all the same', async () => {
		await start({ historyFilters: false });
		await charge('order-1');
		await charge('order-2', cards.refused);
		expect(await referencesOf({ reference: 'order-1' })).toEqual(['order-2', 'order-1']);
		expect(await referencesOf({ reference: 'order-1', status: DECLINED })).toEqual(['order-2']);
	});

	it.each([
		['milliseconds', 1],
		['seconds', 1000],
	] as const)('take dates in %s, both included', async (historyDatesIn, unit) => {
		await start({ historyDatesIn });
		await chargeAt(NOON - 2 * HOUR, 'morning');
		await chargeAt(NOON, 'noon');
		await charge('new');
		const [noon, before, after] = [NOON, NOON - 1000, NOON + 1000].map((time) => time / unit);
		expect(await referencesOf({ startDate: 0 })).toEqual(['new', 'noon', 'morning']);
		expect(await referencesOf({ startDate: noon! })).toEqual(['new', 'noon']);
		expect(await referencesOf({ startDate: after! })).toEqual(['new']);
		expect(await referencesOf({ startDate: 0, endDate: noon! })).toEqual(['noon', 'morning']);
		expect(await referencesOf({ startDate: 0, endDate: before! })).toEqual(['morning']);
	});

	it('show the last 24 hours unless told otherwise', async () => {
		await start();
		await chargeAt(Date.now() - 25 * HOUR, 'yesterday');
		await chargeAt(Date.now() - 23 * HOUR, 'today');
		expect(await referencesOf()).toEqual(['today']);
		expect(await referencesOf({ reference: 'yesterday' })).toEqual([]);
		expect(await referencesOf({ reference: 'yesterday', startDate: 0 })).toEqual(['yesterday']);
	});
});

describe('the history', () => {
	it.each([
		['newest', ['late', 'second', 'first', 'early']],
		['oldest', ['early', 'first', 'second', 'late']],
	] as const)('shows the %s first', async (historyOrder, references) => {
		await start({ historyOrder });
		await chargeAt(NOON, 'first');
		await chargeAt(NOON, 'second');
		await chargeAt(NOON + HOUR, 'late');
		await chargeAt(NOON - HOUR, 'early');
		expect(await referencesOf({ startDate: 0 })).toEqual(references);
	});

	it('can lag', async () => {
		await start({ historyLagMs: HOUR });
		await chargeAt(Date.now() - HOUR, 'old');
		await charge('new');
		expect(await referencesOf()).toEqual(['old']);
		expect(await referencesOf({ reference: 'new' })).toEqual([]);
		sandbox.configure({ historyLagMs: 0 });
		expect(await referencesOf()).toEqual(['new', 'old']);
	});

	it.each([
		['no key', {}],
		['a wrong key', { authorization: 'wrong' }],
	])('is closed to %s', async (_, headers: Headers) => {
		await start();
		expect(await history({ page: 0 }, headers)).toMatchObject({ status: 401, json: { status: 'error' } });
	});

	it('is closed to an address that is not whitelisted, in the words of verify', async () => {
		await start({ ipNotWhitelisted: true });
		const closed = await call('GET', '/transaction/verify/x', privateKey);
		expect(closed.status).toBe(403);
		expect(await history()).toEqual(closed);
	});

	it('can be missing, and is then a path like any unknown one', async () => {
		await start({ hasHistory: false });
		const unknownPath = await call('GET', '/transaction/no-such-path', privateKey);
		expect(unknownPath.status).toBe(404);
		expect(await history()).toEqual(unknownPath);
	});
});

describe('used references that are accepted', () => {
	it('make two payments of one reference', async () => {
		await start({ acceptsUsedReferences: true });
		const payments = [await charge('order-1'), await charge('order-1')];
		expect(sandbox.ledger.allByReference('order-1')).toEqual(payments);
		expect(sandbox.ledger.chargesOf('order-1')).toBe(2);
		expect(sandbox.ledger.duplicatesRefused).toBe(0);
		expect((await pageOf({ reference: 'order-1' })).totalElements).toBe(2);
		expect(await referencesOf({ reference: payments[0]!.transactionReference })).toEqual(['order-1']);
	});

	it.each([
		['a paid one before an open one', [DECLINED, PENDING, AUTHORIZED], 2],
		['an open one before a declined one', [REFUNDED, DECLINED, PENDING], 2],
		['the first of two alike', [AUTHORIZED, AUTHORIZED], 0],
	])('find %s', async (_, statuses, index) => {
		await start({ acceptsUsedReferences: true, verifyKnowsMerchantReference: true });
		for (const status of statuses) {
			const { transactionReference } = await charge('order-1', cards.otp);
			sandbox.setStatus(transactionReference, status);
		}
		const expected = sandbox.ledger.transactions[index]!;
		expect(sandbox.ledger.byReference('order-1')).toBe(expected);
		const { json } = await call('GET', '/transaction/verify/order-1', privateKey);
		expect(json.data).toMatchObject({ transactionReference: expected.transactionReference });
	});

	it('send the money of two transfers of one request id', async () => {
		await start({ acceptsUsedReferences: true });
		const bearer = await logIn();
		const sent = [await transfer(bearer), await transfer(bearer)];
		const { transfers } = sandbox;
		expect(transfers.allByRequestId('PAYOUT-1').map(({ reference }) => reference)).toEqual(sent);
		expect(new Set(sent).size).toBe(2);
		expect([transfers.transfersOf('PAYOUT-1'), transfers.timesSent('PAYOUT-1')]).toEqual([2, 2]);
		expect(transfers.balance).toBe(sandbox.options.transferBalance - 2100);
		expect(transfers.duplicatesRefused).toBe(0);

		sandbox.setTransferStatus(String(sent[0]), 'FAILED');
		expect([transfers.transfersOf('PAYOUT-1'), transfers.timesSent('PAYOUT-1')]).toEqual([2, 1]);
		expect(transfers.byRequestId('PAYOUT-1')?.reference).toBe(sent[1]);
		sandbox.setTransferStatus(String(sent[1]), 'PENDING');
		expect(transfers.byRequestId('PAYOUT-1')?.reference).toBe(sent[1]);
		sandbox.setTransferStatus(String(sent[0]), 'COMPLETE');
		expect(transfers.byRequestId('PAYOUT-1')?.reference).toBe(sent[0]);
	});

	async function logIn(): Promise<Headers> {
		const { json } = await call('POST', '/uaa/api/auth', keys);
		return { authorization: `Bearer ${String(json.accessToken)}` };
	}

	async function transfer(bearer: Headers): Promise<unknown> {
		const { json } = await call('POST', '/paas/bank/transfer/v1/transfer-funds', bearer, {
			amount: 10.5,
			bankCode: '011',
			recipientAccountNumber: '0123456789',
			narration: 'Invoice 1001',
			requestId: 'PAYOUT-1',
		});
		return json.reference;
	}
});
