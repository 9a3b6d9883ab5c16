import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { CARDS, chargeFields, transferFields, World } from './support/world';

let world: World;
let server: Server | undefined;
beforeAll(async () => {
	world = await World.start({ webhooksEnabled: false });
});
afterAll(async () => await world.stop());
afterEach(() => {
	server?.closeAllConnections();
	server?.close();
});

/** A service that answers all payments alike, and to all other calls what `read` says. Tells how many payments were sent. */
async function serve(status: number, body: unknown, read: { status: number; body: object }): Promise<() => number> {
	let sent = 0;
	server = createServer((request, response) => {
		const isLogin = request.url!.endsWith('/auth');
		const isPayment = request.method === 'POST' && !isLogin;
		if (isPayment) sent += 1;
		const { status: code, body: answer } = isLogin
			? { status: 200, body: { accessToken: 'opaque-token', refreshToken: '' } }
			: isPayment
				? { status, body }
				: read;
		request.resume().on('end', () => {
			response.writeHead(code, { 'content-type': 'application/json' });
			response.end(answer === '' ? '' : JSON.stringify(answer));
		});
	});
	await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
	world.editCredential({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
	return () => sent;
}

const NOT_FOUND = { status: 404, body: { status: 'error', message: 'not found' } };
const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
// Another reference at every try.
const reference = '={{ $json.order }}-{{ $now.toMillis() }}';
const charge = () =>
	world.node('Pay', 'card', 'charge', chargeFields({ ...CARDS.frictionless, reference }), { ...RETRY });
const transfer = () => world.node('Pay', 'transfer', 'create', transferFields({ requestId: reference }), { ...RETRY });

describe('a refusal of which the service does not know what became of the payment', () => {
	test.each([
		[402, { status: 402, message: 'Payment pending', data: { status: 1, errorMessage: 'Awaiting issuer' } }],
		[402, { message: 'Transaction pending', data: { status: 'PENDING' } }],
		[402, { message: 'Please wait', data: { status: 8 } }],
		[402, { message: 'Processor timeout, transaction status unknown' }],
		[402, { responseCode: '91', responseMessage: 'Issuer timeout' }],
		[402, { message: 'Payment was accepted and is awaiting confirmation' }],
		[402, { data: { responseCode: '09' } }],
		[402, { message: 'Processor timeout, transaction status unknown', data: { status: 'error', reference: 'T-1' } }],
		[402, { message: 'Issuer timeout', doc_url: 'https://docs.pay.example/declines' }],
		[402, { message: 'Transaction status unknown', data: { status: 'failed', reference: 'SX-1' } }],
		[403, { message: 'Something went wrong', error: 'Read timed out' }],
		[402, { message: 'Payment is being processed. You will be notified if it fails' }],
		[402, { code: '68', message: '' }],
		[402, { message: 'Failed', responseCode: '97' }],
		[424, { message: 'Upstream timed out' }],
		[417, { message: 'Timed out' }],
		[402, { status: 500, message: 'Server Error' }],
		[404, { status: 504, message: 'upstream timed out' }],
		[499, ''],
	])('is an unknown charge, and is not sent again: %i %j', async (status, body) => {
		const sent = await serve(status, body, NOT_FOUND);
		const run = await world.run([charge()], [{ order: 'A1' }]);
		expect(run.items('Pay')[0]!.json).toMatchObject({ outcome: 'unknown', authorized: false });
		expect(sent()).toBe(1);
	});

	test.each([
		[402, { status: 'PENDING', message: 'Transfer queued' }],
		[402, { error: 'Pending', message: 'Transaction pending' }],
		[402, { status: 'failed', message: 'NIP timeout, status unknown' }],
		[424, { error: 'Failed Dependency', message: 'NIP timeout, status unknown' }],
		[403, { error: 'x', message: 'Transfer queued for approval' }],
	])('is an unknown transfer, and is not sent again: %i %j', async (status, body) => {
		const sent = await serve(status, body, NOT_FOUND);
		const run = await world.run([transfer()], [{ order: 'A1' }]);
		expect(run.items('Pay')[0]!.json).toMatchObject({ outcome: 'unknown', authorized: false });
		expect(sent()).toBe(1);
	});

	test.each([
		[402, 'Issuer timeout'],
		[424, 'read timed out'],
		[400, 'Processor timeout, transaction status unknown'],
	])('leaves an OTP pending, and no other is sent: %i %s', async (status, message) => {
		const data = {
			transactionReference: 'T-1',
			merchantRef: 'R',
			status: 1,
			requestedAmount: 10.5,
			currencyCode: 'NGN',
		};
		const sent = await serve(status, { message }, { status: 200, body: { status: 200, data } });
		const fields = { transactionReference: 'T-1', otp: '123456' };
		const run = await world.run([world.node('Pay', 'card', 'authorize', fields, { ...RETRY })]);
		expect(run.items('Pay')[0]!.json).toMatchObject({ outcome: 'pending', otpRejected: false });
		expect(sent()).toBe(1);
	});
});

test.each([
	[402, { message: 'Insufficient funds' }],
	[402, { message: 'Declined: issuer unavailable', data: { status: 1 } }],
	[402, { message: 'Payment required', data: { status: 4, errorMessage: 'Issuer timeout' } }],
	[402, { data: { status: 'DECLINED', responseCode: '68' } }],
	[402, { message: 'OTP expired' }],
	[401, { message: 'Session timed out, please log in again' }],
	[413, { message: 'Too large' }],
	[429, { message: 'Too many requests' }],
	[403, { message: 'Merchant account pending activation' }],
	[403, { message: 'KYC pending' }],
])('a clear refusal is told as not charged, and sent again: %i %j', async (status, body) => {
	const sent = await serve(status, body, NOT_FOUND);
	const run = await world.run([{ ...charge(), onError: 'continueRegularOutput' }], [{ order: 'A1' }]);
	expect(run.items('Pay')[0]!.json).toMatchObject({ error: { code: 'refused', charged: 'no' } });
	expect(sent()).toBeGreaterThanOrEqual(1);
	const failing = await world.run([charge()], [{ order: 'A1' }]);
	expect(failing.error?.message).toContain('was not charged');
	expect(sent()).toBeGreaterThanOrEqual(4);
});
