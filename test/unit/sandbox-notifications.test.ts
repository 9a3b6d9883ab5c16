import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../dev/sandbox';

type Json = Record<string, unknown>;
interface Received {
	url: string | undefined;
	type: string | undefined;
	text: string;
}

const cards = {
	otp: { cardNumber: '5060990580000217499', expiryMonth: '03', expiryYear: '50', cvv: '111' },
	threeDS: { cardNumber: '4012000033330026', expiryMonth: '03', expiryYear: '50', cvv: '111' },
	frictionless: { cardNumber: '2223000000000023', expiryMonth: '12', expiryYear: '34', cvv: '123' },
};

let sandbox: Sandbox;
let receiver: Server;
let received: Received[];
/** What the receiver answers next; 200 when it is empty. */
let answers: number[];
/** The receiver holds its answers back until so many requests have come. */
let together: number;

beforeEach(async () => {
	received = [];
	answers = [];
	together = 1;
	const held: Array<() => void> = [];
	receiver = createServer((incoming, outgoing) => {
		let text = '';
		incoming.on('data', (part) => (text += String(part)));
		incoming.on('end', () => {
			received.push({ url: incoming.url, type: incoming.headers['content-type'], text });
			held.push(() => outgoing.writeHead(answers.shift() ?? 200).end());
			if (received.length >= together) for (const answer of held.splice(0)) answer();
		});
	});
	await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
	await sandbox.stop();
	await new Promise((resolve) => receiver.close(resolve));
});

const start = async (options?: SandboxOptions) => {
	sandbox = await startSandbox({ cardAuth: 'none', notificationRetryMs: 1, ...options });
};
const hook = (query = '') => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook${query}`;

function post(path: string, body?: unknown): Promise<Response> {
	const headers = { 'content-type': 'application/json' };
	return fetch(new URL(path, sandbox.url), { method: 'POST', headers, body: JSON.stringify(body) });
}

/** Charges and answers the transaction's reference. */
async function charge(changes: Json): Promise<string> {
	const body = {
		amount: 1000,
		currency: 'NGN',
		reference: 'order-1',
		callbackUrl: 'https://shop.example/back',
		webhookURL: hook(),
		...changes,
	};
	const { data } = (await (await post('/transaction/charge', body)).json()) as { data: Json };
	return String(data['ref'] ?? data['reference']);
}

/** Charges the card that is approved at once, and waits for its notification. */
async function paid(changes?: Json): Promise<string> {
	const reference = await charge({ ...cards.frictionless, ...changes });
	await sandbox.settled();
	return reference;
}

const bodies = () => received.map(({ text }) => JSON.parse(text) as Json);
const statuses = () => bodies().map(({ status }) => status);

describe('format', () => {
	it.each([
		[0, (record: Json) => record],
		[1, (record: Json) => ({ event: 'transaction.updated', data: record })],
		[2, (record: Json) => ({ event: 'transaction.updated', data: { transaction: record } })],
		[3, (record: Json) => ({ event: 'transaction.updated', data: { transaction: { record } } })],
	] as const)('is JSON, nested %i deep', async (notificationNesting, nested) => {
		await start({ notificationNesting });
		const transactionReference = await paid();
		const [delivery] = sandbox.deliveries;
		expect(delivery?.body).toMatchObject({ transactionReference, merchantRef: 'order-1', status: 2 });
		expect(bodies()).toEqual([nested(delivery?.body ?? {})]);
		expect(received).toEqual([{ url: '/hook', type: 'application/json', text: delivery?.sent }]);
	});

	it('is a flat form, whatever the nesting', async () => {
		await start({ notificationFormat: 'form', notificationNesting: 2 });
		const reference = await paid({ email: 'ada+1@shop.example' });
		sandbox.notify(reference, { metadata: { order: 'a&b=ü' }, errorCode: undefined });
		await sandbox.settled();
		const [first, second] = received.map(({ text }) => Object.fromEntries(new URLSearchParams(text)));
		expect(received[0]?.type).toBe('application/x-www-form-urlencoded');
		expect(first).toMatchObject({ status: '2', grossAmount: '10.15', customerId: 'ada+1@shop.example', metadata: '' });
		expect(Object.keys(first ?? {})).toHaveLength(20);
		expect(second?.['metadata']).toBe('{"order":"a&b=ü"}');
		expect(second).not.toHaveProperty('errorCode');
		expect(sandbox.deliveries.map(({ sent }) => sent)).toEqual(received.map(({ text }) => text));
		expect(sandbox.deliveries[0]?.body).toMatchObject({ status: 2, grossAmount: 10.15, metadata: null });
	});

	it.each([
		['code', 2],
		['text', '2'],
		['name', 'AUTHORIZED'],
	] as const)('has the status as %s', async (notificationStatus, status) => {
		await start({ notificationStatus });
		await paid();
		expect(statuses()).toEqual([status]);
		expect(sandbox.deliveries[0]?.body['status']).toBe(status);
	});

	it('changes while the sandbox runs, and with a reset goes back', async () => {
		await start();
		const style = { notificationFormat: 'form', notificationStatus: 'name', notificationNesting: 3 };
		const others = { notificationCopies: 2, notifyOpen: true, callbackStyle: 'naive' };
		expect((await post('/sandbox/configure', { ...style, ...others })).status).toBe(204);
		await paid();
		expect(received.map(({ text }) => new URLSearchParams(text).get('status'))).toEqual(['AUTHORIZED', 'AUTHORIZED']);
		for (const wrong of [{ notificationNesting: 4 }, { notificationFormat: 'xml' }, { notificationCopies: 0 }]) {
			expect((await post('/sandbox/configure', wrong)).status).toBe(400);
		}
		await sandbox.reset();
		expect(sandbox.options).toMatchObject({
			notificationFormat: 'json',
			notificationNesting: 0,
			notificationStatus: 'code',
			notificationCopies: 1,
			notifyOpen: false,
			callbackStyle: 'append',
		});
	});
});

describe('delivery', () => {
	it('sends the copies at once', async () => {
		await start({ notificationCopies: 3 });
		together = 3;
		await paid();
		expect(new Set(received.map(({ text }) => text)).size).toBe(1);
		expect(sandbox.deliveries.map(({ tryNumber, status }) => [tryNumber, status])).toEqual([
			[1, 200],
			[1, 200],
			[1, 200],
		]);
	});

	it('retries each copy by itself until it hears 200', async () => {
		await start({ notificationCopies: 2 });
		together = 2;
		answers = [503, 200];
		await paid();
		expect(sandbox.deliveries.map(({ tryNumber, status }) => `${tryNumber}: ${status}`).sort()).toEqual([
			'1: 200',
			'1: 503',
			'2: 200',
		]);
	});

	it('repeats the same text, also when the format changes in between', async () => {
		await start({ notificationNesting: 1 });
		answers = [503];
		together = Infinity;
		await charge(cards.frictionless);
		while (received.length === 0) await new Promise(setImmediate);
		sandbox.configure({ notificationFormat: 'form' });
		together = 1;
		// Its request lets the held answer go as well.
		await fetch(hook(), { method: 'POST', body: 'release' });
		await sandbox.settled();
		const texts = received.map(({ text }) => text).filter((text) => text !== 'release');
		expect(texts).toHaveLength(2);
		expect(new Set(texts).size).toBe(1);
	});

	it.each(['?signature=a%2Fb%2f+c~&x=&x=1&&y', '?url=https://a.example/?b=1', '?'])(
		'goes to exactly the URL of the charge, with %s',
		async (query) => {
			await start();
			answers = [500];
			await paid({ webhookURL: hook(query) });
			// An empty query is no part of the request.
			const path = query === '?' ? '/hook' : `/hook${query}`;
			expect(received.map(({ url }) => url)).toEqual([path, path]);
			expect(sandbox.deliveries.map(({ url }) => url)).toEqual([hook(query), hook(query)]);
		},
	);
});

describe('an open transaction', () => {
	it.each([cards.otp, cards.threeDS])('is notified right after the charge if asked for', async (card) => {
		await start({ notifyOpen: true });
		const transactionReference = await charge(card);
		await sandbox.settled();
		expect(bodies()).toMatchObject([{ transactionReference, status: 1 }]);
		await post('/transaction/charge/authorize', { transactionReference, otp: '123456', authorizationType: 'OTP' });
		await sandbox.settled();
		expect(statuses()).toEqual(card === cards.otp ? [1, 2] : [1]);
	});

	it('is not one that the charge has finished', async () => {
		await start({ notifyOpen: true });
		await paid();
		expect(statuses()).toEqual([2]);
	});
});

describe('setStatus', () => {
	it('notifies a refund, in code and over HTTP', async () => {
		await start();
		const reference = await paid();
		sandbox.setStatus(reference, 11, 'Half of it went back');
		await sandbox.settled();
		expect((await post(`/sandbox/transactions/${reference}/status`, { status: 6 })).status).toBe(204);
		await sandbox.settled();
		expect(bodies()).toMatchObject([
			{ status: 2, refundedAmount: 0 },
			{ status: 11, errorMessage: 'Half of it went back' },
			{ status: 6, errorMessage: 'REFUNDED', refundedAmount: 10 },
		]);
		expect(sandbox.ledger.byTransactionReference(reference)?.status).toBe(6);
	});

	it('moves to an open status without a notification', async () => {
		await start();
		const reference = await paid();
		sandbox.setStatus(reference, 1);
		await sandbox.settled();
		expect(statuses()).toEqual([2]);
		expect(sandbox.ledger.byTransactionReference(reference)?.status).toBe(1);
	});

	it('does not wait for the delivery', async () => {
		await start();
		const reference = await paid();
		together = Infinity;
		sandbox.setStatus(reference, 3);
		expect(sandbox.deliveries).toHaveLength(1);
	});

	it.each([
		['an unknown transaction', 'x', { status: 6 }, 404],
		['an unknown status', '', { status: 18 }, 400],
		['no status', '', {}, 400],
		['another field', '', { status: 6, amount: 1 }, 400],
	])('refuses %s', async (_name, wrong, body, status) => {
		await start();
		const reference = await charge(cards.otp);
		expect((await post(`/sandbox/transactions/${wrong || reference}/status`, body)).status).toBe(status);
		expect(sandbox.ledger.byTransactionReference(reference)?.status).toBe(1);
	});

	it('refuses the same in code', async () => {
		await start();
		const reference = await charge(cards.otp);
		expect(() => sandbox.setStatus('x', 6)).toThrow('no transaction with the reference x');
		expect(() => sandbox.setStatus(reference, 18)).toThrow('no status 18');
	});
});

describe('notify', () => {
	it('sends again what was, or never was', async () => {
		await start();
		const reference = await paid();
		sandbox.notify(reference);
		await sandbox.settled();
		expect(received[1]).toEqual(received[0]);
		sandbox.notify(reference, { status: 1, merchantRef: undefined, extra: [1] });
		await sandbox.settled();
		expect(bodies()[2]).toMatchObject({ transactionReference: reference, status: 1, extra: [1] });
		expect(bodies()[2]).not.toHaveProperty('merchantRef');
		expect(sandbox.ledger.byTransactionReference(reference)?.status).toBe(2);
	});

	it('writes an overridden code like any other, and leaves anything else', async () => {
		await start({ notificationStatus: 'name' });
		const reference = await paid();
		for (const status of [4, 99, 'settled', null]) {
			sandbox.notify(reference, { status });
			await sandbox.settled();
		}
		expect(statuses()).toEqual(['AUTHORIZED', 'DECLINED', 'UNKNOWN', 'settled', null]);
	});

	it('is there over HTTP, with overrides or without a body', async () => {
		await start();
		const reference = await paid();
		const path = `/sandbox/transactions/${reference}/notify`;
		for (const body of [undefined, {}, { overrides: { status: 1 } }]) {
			expect((await post(path, body)).status).toBe(204);
			await sandbox.settled();
		}
		expect((await fetch(new URL(path, sandbox.url), { method: 'POST' })).status).toBe(204);
		await sandbox.settled();
		expect(statuses()).toEqual([2, 2, 2, 1, 2]);
		expect((await post('/sandbox/transactions/x/notify')).status).toBe(404);
		expect((await post(path, { status: 1 })).status).toBe(400);
		expect(() => sandbox.notify('x')).toThrow('no transaction with the reference x');
		// The controls are no part of the service.
		expect(sandbox.requests).toHaveLength(1);
	});

	it('says nothing while notifications are not enabled', async () => {
		await start({ webhooksEnabled: false });
		sandbox.notify(await paid());
		await sandbox.settled();
		expect(received).toEqual([]);
	});
});

describe('the callback of 3-D Secure', () => {
	const answer = (reference: string) =>
		`transactionReference=${reference}&status=2&errorMessage=Approved+by+the+card+issuer&reference=order-1`;

	async function callback(callbackUrl: string): Promise<{ location: string | null; answer: string }> {
		const reference = await charge({ ...cards.threeDS, callbackUrl });
		const form = { method: 'POST', body: new URLSearchParams({ decision: 'approve' }), redirect: 'manual' } as const;
		const { headers } = await fetch(new URL(`/3ds/${reference}`, sandbox.url), form);
		return { location: headers.get('location'), answer: answer(reference) };
	}

	it.each([
		['https://shop.example/cb', '?'],
		['https://shop.example', '?'],
		['https://shop.example/cb?', ''],
		["https://shop.example/cb?signature=a%2Fb%2f+c~'&x=&x=1&&y", '&'],
		['https://shop.example/cb?next=https://a.example/?b=1', '&'],
	])('stands behind %s as it is written', async (callbackUrl, separator) => {
		await start();
		const back = await callback(callbackUrl);
		expect(back.location).toBe(callbackUrl + separator + back.answer);
	});

	it.each(['https://shop.example/cb', 'https://shop.example/cb?a=1'])('is naive with %s if asked for', async (url) => {
		await start({ callbackStyle: 'naive' });
		const back = await callback(url);
		expect(back.location).toBe(`${url}?${back.answer}`);
	});

	it('keeps a fragment at the end', async () => {
		await start();
		const back = await callback('https://shop.example/cb?a=1#top?b#c');
		expect(back.location).toBe(`https://shop.example/cb?a=1&${back.answer}#top?b#c`);
	});

	it('encodes only what a header cannot carry', async () => {
		await start();
		const back = await callback('https://shop.example/cb?name=Zoë B');
		expect(back.location).toBe(`https://shop.example/cb?name=Zo%C3%AB%20B&${back.answer}`);
	});
});
