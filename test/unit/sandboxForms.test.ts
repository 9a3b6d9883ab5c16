import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { SandboxOptions } from '../../dev/sandbox';
import { inventBanks } from '../../dev/sandbox/banks';
import { AUTHORIZED } from '../../dev/sandbox/statuses';
import {
	banks,
	call,
	CARDS,
	charge,
	chargedReference,
	history,
	historyOf,
	refund,
	sandbox,
	start,
	transfer,
	verify,
	type Json,
} from './sandbox';

/* The sandbox can write what it says in the forms in which real services write. */

type Writes = NonNullable<SandboxOptions['writes']>;

const TEXT: unknown = expect.any(String);

afterEach(async () => await sandbox.stop());

const paid = async (reference: string, changes: Json = {}) =>
	await chargedReference({ ...CARDS.frictionless, reference, ...changes });

describe('records and pages', () => {
	/** Returns what it says of one payment of 1,000.93, of its refund and of one transfer. */
	async function said(): Promise<Json> {
		const { data: charged } = (await charge({ ...CARDS.frictionless, amount: 100_093, reference: 'ord-1-20x' })).json;
		const { transactionReference } = sandbox.ledger.transactions[0]!;
		const { data: verified } = (await verify(transactionReference)).json;
		const listed = await historyOf();
		const { data: refunded } = (await refund(transactionReference, 5)).json;
		const { json: sent } = await transfer({ amount: 1000.93, requestId: 'ord-1-20x' });
		await sandbox.waitForDeliveries();
		return { charged, verified, listed, refunded, sent, notified: sandbox.deliveries[0]!.body };
	}
	const amount = (requested: unknown) => ({
		...{ verified: { requestedAmount: requested }, listed: { content: [{ requestedAmount: requested }] } },
		...{ refunded: { transactionAmount: requested }, sent: { amount: requested } },
		notified: { requestedAmount: requested },
	});
	const reference = (repeated: unknown) => ({
		...{ charged: { reference: repeated, ref: TEXT }, verified: { merchantRef: repeated, transactionReference: TEXT } },
		...{ listed: { content: [{ reference: repeated }] }, refunded: { reference: repeated } },
		...{ sent: { requestId: repeated, reference: TEXT }, notified: { merchantRef: repeated } },
	});
	const flags = { first: 'true', last: 'true' };

	test.each<[Writes, Json]>([
		[{}, amount(1000.93)],
		[{ amounts: 'calculated' }, amount(100_093 * 0.01)],
		[{ amounts: 'float' }, amount(Math.fround(1000.93))],
		[{ amounts: 'text' }, amount('1000.93')],
		[{ amounts: 'separated' }, { ...amount('1,000.93'), refunded: { refundedAmount: '5.00' } }],
		[{ amounts: 'missing' }, amount(null)],
		// An amount that is exact in binary is off as well.
		[{ amounts: 'calculated' }, { refunded: { refundedAmount: 5 * (1 + 2 ** -51) } }],
		[{ amounts: 'float' }, { refunded: { refundedAmount: 5.000000037252903 } }],
		[{ numbers: 'text' }, { charged: { status: '2' }, verified: { status: '2' }, refunded: { partialRefund: 'true' } }],
		[{ numbers: 'text' }, { listed: { ...flags, number: '0', size: '25', totalElements: '1', totalPages: '1' } }],
		// Its style has an option of its own.
		[{ numbers: 'text' }, { notified: { status: AUTHORIZED } }],
		[{ rows: 'withNull' }, { listed: { content: [null, {}] }, refunded: { refundHistory: [null, {}] } }],
		[{}, reference('ord-1-20x')],
		[{ references: 'upper' }, reference('ORD-1-20X')],
		[{ references: 'plain' }, reference('ord120x')],
		[{ references: 'null' }, reference(null)],
		[{ references: 'cut' }, reference('ord-1-20')],
	])('%j', async (writes, expected) => {
		await start({ webhooksEnabled: true, notificationTries: 1, writes });
		expect(await said()).toMatchObject(expected);
	});

	test('change while it runs, each by itself, and the envelope stays', async () => {
		await start({ writes: { numbers: 'text' } });
		const configured = await call('POST', '/sandbox/configure', {}, { writes: { amounts: 'text' } });
		const { json } = await verify(await paid('ord-1'));
		expect([configured.status, json]).toMatchObject([
			204,
			{ status: 200, data: { status: '2', grossAmount: '10.48' } },
		]);
		sandbox.configure({ moreInAnswers: { status: false } });
		expect((await verify('ord-1')).json).toMatchObject({ status: 'error' });
		expect((await history()).json).toMatchObject({ status: false, data: { number: '0' } });
		await sandbox.reset();
		expect(sandbox.options.writes).toMatchObject({ numbers: 'text', amounts: 'plain' });
	});
});

test('to a service that strips references, those that differ by a hyphen are one', async () => {
	await start({ writes: { references: 'plain' }, verifyKnowsMerchantReference: true });
	await paid('ORD-1-1');
	expect(await charge({ reference: 'ORD-11' })).toMatchObject({ status: 400 });
	expect((await historyOf('reference=ORD-11')).content).toHaveLength(1);
	expect((await verify('ORD-11')).json.data).toMatchObject({ merchantRef: 'ORD11' });
	await transfer({ requestId: 'OUT-1-1' });
	expect((await transfer({ requestId: 'OUT-11' })).status).toBe(400);
	expect([sandbox.ledger.chargesOf('ORD-1-1'), sandbox.transfers.transfersOf('OUT-11')]).toEqual([1, 1]);
});

describe('pages of one row each', () => {
	const numbered = { number: 1, size: 1, totalElements: 2, totalPages: 2, first: false, last: true };
	const stuck = { number: 0, size: 1, first: true, last: false };
	const none = { number: 0, size: 1, totalElements: 0, totalPages: 0, first: true, last: true };
	const ok = (data: unknown) => ({ status: 200, json: { data } });
	const notFound = { status: 404, json: { status: 'error', message: TEXT } };

	test.each<[NonNullable<Writes['pages']>, 'newer' | 'older', object, object]>([
		['numbered', 'older', numbered, ok({ ...none, content: [] })],
		['unnumbered', 'older', {}, ok({ content: [] })],
		['repeated', 'newer', {}, ok({ content: [] })],
		['stuck', 'newer', stuck, ok({ ...stuck, content: [] })],
		['null', 'older', numbered, ok({ ...none, content: null })],
		['noData', 'older', numbered, ok(null)],
		['notFound', 'older', numbered, notFound],
	])('%s: the second one has the %s payment', async (pages, row, members, empty) => {
		await start({ writes: { pages } });
		expect(await history('size=1')).toMatchObject(empty);
		for (const reference of ['older', 'newer']) await paid(reference);
		const { content, ...others } = await historyOf('size=1&page=2');
		expect([content, others]).toEqual([[expect.objectContaining({ reference: row })], members]);
		// Banks are counted from 0.
		const bank = inventBanks(2)[row === 'newer' ? 0 : 1];
		expect(await banks('size=1&page=1')).toMatchObject({ content: [bank], ...('last' in members && { last: false }) });
	});
});

test('in latin1, whose bytes are those of its Content-Type', async () => {
	await start({ writes: { charset: 'iso-8859-1' } });
	const reference = await paid('a', { customer: { firstName: 'Zoë', lastName: 'Kőműves' } });
	const { contentType, bytes } = await verify(reference);
	expect(contentType).toBe('application/json; charset=iso-8859-1');
	expect(JSON.parse(bytes.toString('latin1'))).toMatchObject({
		data: { customerId: 'Zoë K?m?ves ada@shop.example' },
	});
});

test.each<[Writes['addresses'], string]>([
	['plain', ''],
	['escaped', '?language=en&amp;step=1'],
	['withKey', '?key=sandbox-public-key'],
])('addresses of pages: %s', async (addresses, query) => {
	await start({ writes: { addresses }, checkoutAnswer: 'both' });
	const { data } = (await charge(CARDS.threeDSecure)).json;
	const order = { amount: 100, email: 'a@b.example', currency: 'NGN', reference: 'b', channels: [], bearer: 1 };
	const publicKey = { authorization: 'sandbox-public-key' };
	const { data: hosted } = (await call('POST', '/transaction/initialize', publicKey, order)).json;
	const { acsUrl, authorizationUrl, checkoutUrl } = { ...(data as Json), ...(hosted as Json) };
	for (const address of [acsUrl, authorizationUrl, checkoutUrl].map(String)) {
		expect(new URL(address).search).toBe(query);
		expect((await call('GET', address, {})).status).toBe(200);
	}
});

test.each<[SandboxOptions['notificationFormat'], string | undefined, string]>([
	['json', 'application/json', '{'],
	['form', 'application/x-www-form-urlencoded', 'transactionReference='],
	['jsonAsForm', 'application/x-www-form-urlencoded', '{'],
	['jsonWithBom', 'application/json', '\uFEFF{'],
	['jsonUntyped', undefined, '{'],
])('a notification as %s', async (notificationFormat, contentType, beginning) => {
	await start({ webhooksEnabled: true, notificationFormat });
	const received: unknown[] = [];
	const shop = createServer((request, response) => {
		let body = '';
		request.setEncoding('utf8').on('data', (part: string) => (body += part));
		request.on('end', () => {
			received.push([request.headers['content-type'], body.slice(0, beginning.length)]);
			response.end();
		});
	}).listen(0, '127.0.0.1');
	await once(shop, 'listening');
	await paid('a', { webhookURL: `http://127.0.0.1:${(shop.address() as AddressInfo).port}/` });
	await sandbox.waitForDeliveries();
	shop.close();
	expect(received).toEqual([[contentType, beginning]]);
});
