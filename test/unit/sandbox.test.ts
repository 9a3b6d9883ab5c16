import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, request } from 'undici';
import { startSandbox, type Fault, type Sandbox, type SandboxOptions } from '../../dev/sandbox';

type Json = Record<string, unknown>;
interface Answer {
	status: number;
	headers: Record<string, string | string[] | undefined>;
	text: string;
	json: Json;
}

const keys = { 'x-api-key': 'sandbox-api-key', 'x-client-id': 'sandbox-client-id' };
const card = { cardNumber: '5060990580000217499', expiryMonth: '03', expiryYear: '50', cvv: '111', cardPin: 1111 };
const cards = {
	poor: { cardNumber: '5060990580000000390', expiryMonth: '10', expiryYear: '40' },
	threeDS: { cardNumber: '4012000033330026' },
	threeDSDeclined: { cardNumber: '4000000000002503' },
	frictionless: { cardNumber: '2223000000000023', expiryMonth: '12', expiryYear: '34', cvv: '123' },
};

const agent = new Agent();
const started: Sandbox[] = [];
let sandbox: Sandbox;

async function start(options?: SandboxOptions): Promise<Sandbox> {
	sandbox = await startSandbox({ webhooksEnabled: false, ...options });
	started.push(sandbox);
	return sandbox;
}

afterEach(async () => {
	await Promise.all(started.splice(0).map((one) => one.stop()));
});
afterAll(() => agent.destroy());

type Headers = Record<string, string>;

async function call(method: 'GET' | 'POST', path: string, headers: Headers = {}, body?: unknown): Promise<Answer> {
	const answer = await request(new URL(path, sandbox.url), {
		method,
		headers: { 'content-type': 'application/json', ...headers },
		body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
		dispatcher: agent,
	});
	const text = await answer.body.text();
	return {
		status: answer.statusCode,
		headers: answer.headers,
		text,
		json: isJson(text) ? (JSON.parse(text) as Json) : {},
	};
}

function isJson(text: string): boolean {
	try {
		return typeof JSON.parse(text) === 'object';
	} catch {
		return false;
	}
}

const chargeBody = (changes: Json = {}): Json => ({
	...card,
	amount: 1000,
	currency: 'NGN',
	reference: 'order-1',
	callbackUrl: 'https://shop.example/back?cart=7',
	webhookURL: 'http://127.0.0.1:9/hook',
	email: 'ada@shop.example',
	...changes,
});
const charge = (changes?: Json, headers: Headers = keys) =>
	call('POST', '/transaction/charge', headers, chargeBody(changes));
const authorize = (changes: Json, headers: Headers = keys) =>
	call('POST', '/transaction/charge/authorize', headers, { otp: '123456', authorizationType: 'OTP', ...changes });
const verify = (reference: string, headers: Headers = { authorization: 'sandbox-private-key' }) =>
	call('GET', `/transaction/verify/${encodeURIComponent(reference)}`, headers);
const logIn = (headers: Headers = keys) => call('POST', '/uaa/api/auth', headers);
const banks = (token: unknown, query = '') =>
	call('GET', `/paas/bank/transfer/v1/banks${query}`, { authorization: `Bearer ${String(token)}` });
const data = ({ json }: Answer) => json['data'] as Json;
async function chargedReference(changes?: Json): Promise<string> {
	const { ref, reference } = data(await charge(changes));
	return String(ref ?? reference);
}

describe('token (4.1)', () => {
	it('answers every field of 2.1', async () => {
		await start();
		const { status, json } = await logIn();
		expect(status).toBe(200);
		expect(Object.keys(json).sort()).toEqual(['accessToken', 'properties', 'refreshToken', 'user']);
		expect(Object.keys(json['user'] as Json)).toEqual([
			'id',
			'mobile',
			'firstName',
			'lastName',
			'role',
			'roles',
			'kycLevel',
			'selfie',
			'accountPublicId',
		]);
		expect(json['properties']).toEqual([
			{ name: 'EMAIL_VALIDATED_DATE', value: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+$/) },
		]);
		expect(sandbox.tokenCalls).toBe(1);
	});

	it('is a JWT with its times in seconds, or opaque', async () => {
		await start({ tokenLifetimeSeconds: 60 });
		const parts = String((await logIn()).json['accessToken']).split('.');
		const claims = JSON.parse(Buffer.from(parts[1] ?? '', 'base64url').toString()) as { iat: number; exp: number };
		expect(parts).toHaveLength(3);
		expect(claims.exp - claims.iat).toBe(60);
		sandbox.configure({ tokenKind: 'opaque' });
		expect(String((await logIn()).json['accessToken'])).not.toContain('.');
	});

	it.each([{}, { ...keys, 'x-api-key': 'wrong' }, { ...keys, 'x-client-id': 'wrong' }])(
		'refuses the keys %j',
		async (headers) => {
			await start();
			expect(await logIn(headers)).toMatchObject({
				status: 401,
				json: { error: 'Unauthorized', message: expect.any(String) },
			});
		},
	);
});

describe('refresh', () => {
	const path = '/uaa/api/auth/refresh';

	it('does not exist unless it is given a path', async () => {
		await start();
		expect((await call('POST', path, keys, { refreshToken: 'x' })).status).toBe(404);
	});

	it('takes the token in the body or as a bearer, once', async () => {
		await start({ refreshPath: path });
		const { refreshToken } = (await logIn()).json;
		const renewed = await call('POST', path, keys, { refreshToken });
		expect(renewed).toMatchObject({ status: 200, json: { accessToken: expect.any(String), user: expect.any(Object) } });
		expect((await call('POST', path, keys, { refreshToken })).status).toBe(401);
		const asBearer = { authorization: `Bearer ${String(renewed.json['refreshToken'])}` };
		expect((await call('POST', path, asBearer)).status).toBe(200);
		expect((await call('POST', path, asBearer)).status).toBe(401);
		expect((await call('POST', path, {}, { refreshToken })).status).toBe(401);
		expect([sandbox.tokenCalls, sandbox.refreshCalls]).toEqual([1, 5]);
	});
});

describe('banks (4.2)', () => {
	const login = async () => (await logIn()).json['accessToken'];

	it('answers one page with all banks, or the page asked for', async () => {
		await start();
		const token = await login();
		const { json } = await banks(token);
		const content = json['content'] as Array<{ code: string }>;
		const codes = content.map(({ code }) => code);
		expect(json).toMatchObject({ totalElements: 237, totalPages: 1, number: 0, first: true, last: true, empty: false });
		expect(new Set(codes).size).toBe(237);
		expect(codes.every((code) => /^(\d{3}|\d{6})$/.test(code))).toBe(true);
		expect(codes.some((code) => code.startsWith('0'))).toBe(true);
		const last = (await banks(token, '?page=2&size=100')).json;
		expect(last).toMatchObject({ totalPages: 3, size: 100, number: 2, first: false, last: true });
		expect(last['content']).toEqual(content.slice(200));
		expect((await banks(token, '?page=-1')).status).toBe(400);
	});

	it('answers in the other shapes', async () => {
		await start({ banks: 3, bankAnswer: 'array' });
		const token = await login();
		expect((await banks(token)).json).toHaveLength(3);
		sandbox.configure({ bankAnswer: 'data' });
		expect((await banks(token)).json['data']).toHaveLength(3);
	});

	it('refuses a missing, wrong, expired or revoked token', async () => {
		await start();
		const token = await login();
		expect((await call('GET', '/paas/bank/transfer/v1/banks')).status).toBe(401);
		expect(await banks('wrong')).toMatchObject({
			status: 401,
			json: { error: 'Unauthorized', message: expect.any(String) },
		});
		expect((await banks(token)).status).toBe(200);
		sandbox.revokeTokens();
		expect((await banks(token)).status).toBe(401);
		sandbox.configure({ tokenLifetimeSeconds: 0 });
		expect((await banks(await login())).status).toBe(401);
	});
});

describe('charge (4.3)', () => {
	it('asks for the OTP with exactly the fields of 2.3', async () => {
		await start();
		const answer = await charge();
		const [transaction] = sandbox.ledger.transactions;
		expect(answer).toMatchObject({ status: 200, json: { status: 200, message: expect.any(String), errors: [] } });
		expect(data(answer)).toEqual({
			status: 200,
			authorizationType: 'OTP',
			otpMessage: expect.stringContaining('*'),
			otpMessageSupport: expect.any(String),
			reference: transaction?.transactionReference,
		});
		expect(transaction).toMatchObject({
			merchantReference: 'order-1',
			amountMinor: 1000,
			status: 1,
			flow: 'OTP',
			last4: '7499',
		});
	});

	it('takes any other valid card, a PIN of digits and the optional objects', async () => {
		await start();
		const other = {
			cardNumber: '4242424242424242',
			cvv: '999',
			cardPin: '0042',
			customer: { firstName: 'Ada' },
			browserDetails: {},
		};
		expect(data(await charge(other))['authorizationType']).toBe('OTP');
	});

	it.each(Object.keys(chargeBody()).filter((name) => !['cardPin', 'email'].includes(name)))(
		'asks for %s',
		async (name) => {
			await start();
			expect(await charge({ [name]: undefined })).toMatchObject({
				status: 400,
				json: { status: 400, message: 'Invalid Request', data: null, errors: [`${name}: is required`] },
			});
			expect((await charge({ [name]: name === 'amount' ? '1000' : 1000 })).status).toBe(400);
			expect(sandbox.ledger.transactions).toEqual([]);
		},
	);

	it.each<Json>([
		{ amount: 0 },
		{ amount: 10.5 },
		{ currency: 'ngn' },
		{ cardNumber: '5060990580000217498' },
		{ expiryMonth: '13' },
		{ expiryYear: '20' },
		{ expiryYear: '2020' },
		{ webhookURL: 'ftp://shop.example' },
		{ webhookURL: 'http://' },
		{ callbackUrl: 'back' },
		{ cardPin: 'abcd' },
		{ cardPin: 1.5 },
		{ customer: 'Ada' },
		{ browserDetails: [] },
		{ email: null },
	])('refuses %j', async (changes) => {
		await start();
		const [name] = Object.keys(changes);
		const { status, json } = await charge(changes);
		expect({ status, errors: json['errors'] }).toEqual({ status: 400, errors: [expect.stringMatching(`^${name}: `)] });
	});

	it('refuses a body that is no JSON without repeating it', async () => {
		await start();
		const { status, text } = await call('POST', '/transaction/charge', keys, '{"cvv":"987"');
		expect(status).toBe(400);
		expect(text).not.toContain('987');
	});

	it('refuses a reference that was used, whatever became of it', async () => {
		await start();
		await Promise.all([charge(), charge(), charge({ amount: 5 })]);
		expect(await charge()).toMatchObject({ status: 400, json: { errors: ['reference: has been used before'] } });
		expect(sandbox.ledger.chargesOf('order-1')).toBe(1);
		expect(sandbox.ledger.duplicatesRefused).toBe(3);
	});

	it.each<[Json, string]>([
		[{ cvv: '112' }, 'Wrong CVV'],
		[{ expiryMonth: '4' }, 'Wrong expiry date'],
		[{ cardPin: '1112' }, 'Wrong PIN'],
	])('declines a test card with %j', async (changes, errorMessage) => {
		await start();
		expect(data(await charge(changes))).toMatchObject({ authorizationType: '2DS', status: 4, errorMessage });
	});

	it('finishes a frictionless payment at once', async () => {
		await start();
		expect(data(await charge(cards.frictionless))).toMatchObject({
			status: 2,
			authorizationType: '2DS',
			errorCode: '00',
			errorMessage: expect.any(String),
			grossAmount: 10.15,
			// The other way round than in the OTP flow.
			ref: sandbox.ledger.byReference('order-1')!.transactionReference,
			reference: 'order-1',
		});
		expect(sandbox.ledger.byReference('order-1')?.status).toBe(2);
	});
});

describe('authorize (4.4)', () => {
	it('answers exactly the fields of 2.5', async () => {
		await start();
		const transactionReference = await chargedReference();
		const answer = await authorize({ transactionReference });
		expect(answer.json).toEqual({
			status: 200,
			message: expect.any(String),
			errors: [],
			data: {
				status: 2,
				errorMessage: expect.stringMatching(/approved/i),
				transactionReference,
				authorizationType: 'OTP',
				grossAmount: 10.15,
				callbackUrl: 'https://shop.example/back?cart=7',
				clientReference: 'order-1',
				paymentReference: expect.any(String),
				charge: true,
			},
		});
		expect(await authorize({ transactionReference })).toMatchObject({
			status: 400,
			json: { message: 'Transaction already processed' },
		});
	});

	it('tells insufficient funds in a 200', async () => {
		await start();
		const transactionReference = await chargedReference(cards.poor);
		const answer = await authorize({ transactionReference });
		expect(answer).toMatchObject({ status: 200, json: { data: { status: 4, errorMessage: 'Insufficient funds' } } });
	});

	it.each<Json>([
		{ otp: undefined },
		{ otp: 123456 },
		{ otp: '' },
		{ authorizationType: undefined },
		{ otp: '000000' },
	])('refuses %j', async (changes) => {
		await start();
		const transactionReference = await chargedReference();
		const { status, json } = await authorize({ transactionReference, ...changes });
		expect([status, json['message'], json['data']]).toEqual([400, 'Invalid OTP', null]);
		expect(sandbox.ledger.byReference('order-1')?.status).toBe(1);
	});

	it('tells a missing reference from an unknown one, and waits for no OTP in the 3DS flow', async () => {
		await start();
		expect(await authorize({})).toMatchObject({ status: 400, json: { message: 'Invalid OTP' } });
		expect(await authorize({ transactionReference: 'x' })).toMatchObject({
			status: 404,
			json: { message: 'Transaction Not Found' },
		});
		const transactionReference = await chargedReference(cards.threeDS);
		expect(await authorize({ transactionReference })).toMatchObject({ status: 400, json: { message: 'Invalid OTP' } });
	});

	it('declines after three wrong OTPs', async () => {
		await start();
		const transactionReference = await chargedReference();
		for (let tries = 1; tries <= 3; tries += 1) {
			expect(sandbox.ledger.byReference('order-1')?.status).toBe(1);
			expect((await authorize({ transactionReference, otp: '000000' })).status).toBe(400);
		}
		expect(sandbox.ledger.byReference('order-1')).toMatchObject({ status: 4, otpTries: 3 });
		expect((await authorize({ transactionReference })).status).toBe(400);
	});
});

describe('3-D Secure', () => {
	const form = { 'content-type': 'application/x-www-form-urlencoded' };

	it.each<[Json, string, number]>([
		[cards.threeDS, 'approve', 2],
		[cards.threeDS, 'decline', 4],
		[cards.threeDSDeclined, 'approve', 4],
	])('%j, %s', async (changes, decision, status) => {
		await start();
		const { acsUrl, authorizationType, reference } = data(await charge(changes));
		expect(authorizationType).toBe('3DS');
		const page = await call('GET', String(acsUrl));
		expect(page.headers['content-type']).toMatch('text/html');
		expect(page.text).toMatch(/Approve[^]*Decline/);

		const { status: redirect, headers } = await call('POST', String(acsUrl), form, `decision=${decision}`);
		const back = new URL(String(headers['location']));
		expect([redirect, back.origin + back.pathname]).toEqual([302, 'https://shop.example/back']);
		expect(Object.fromEntries(back.searchParams)).toEqual({
			cart: '7',
			transactionReference: reference,
			status: String(status),
			errorMessage: expect.any(String),
			reference: 'order-1',
		});
		expect(data(await verify(String(reference)))['status']).toBe(status);
		const again = await call('POST', String(acsUrl), form, 'decision=approve');
		expect(again.headers['location']).toBe(back.href);
	});

	it('has no page for other transactions', async () => {
		await start();
		const reference = await chargedReference();
		expect((await call('GET', `/3ds/${reference}`)).status).toBe(404);
		expect((await call('POST', '/3ds/x', form, 'decision=approve')).status).toBe(404);
	});

	it('is the only endpoint that reads forms', async () => {
		await start();
		expect((await call('POST', '/transaction/charge/authorize', { ...keys, ...form }, 'otp=123456')).status).toBe(415);
	});
});

describe('verify (4.5)', () => {
	it('answers exactly the payload of 2.6', async () => {
		await start();
		const reference = await chargedReference({ amount: 1033, customer: { firstName: 'Ada', lastName: 'Obi' } });
		expect((await verify(reference)).json).toEqual({
			status: 200,
			message: expect.any(String),
			errors: [],
			data: {
				merchant: expect.any(String),
				transactionReference: reference,
				merchantRef: 'order-1',
				grossAmount: 10.48,
				requestedAmount: 10.33,
				transactionFee: 0.15,
				settlementAmount: 10.33,
				customerId: 'Ada Obi ada@shop.example',
				currencyCode: 'NGN',
				callbackUrl: 'https://shop.example/back?cart=7',
				authorizationType: 'OPEN',
				paymentRequestor: expect.any(String),
				transactionDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+$/),
				status: 1,
			},
		});
	});

	it('can answer as the field table has it', async () => {
		await start({ verifyShape: 'table' });
		const record = data(await verify(await chargedReference(cards.frictionless)));
		expect(record).toMatchObject({ status: 'AUTHORIZED', statusCode: 2, date: expect.stringMatching(/^[^.]+\dZ$/) });
		expect(record).not.toHaveProperty('transactionDate');
	});

	it('finds the merchant reference only if told so', async () => {
		await start();
		await charge({ reference: 'order/1 ü' });
		expect(await verify('order/1 ü')).toMatchObject({
			status: 404,
			json: { status: 'error', message: expect.stringContaining('order/1 ü') },
		});
		sandbox.configure({ verifyKnowsMerchantReference: true });
		expect(data(await verify('order/1 ü'))['merchantRef']).toBe('order/1 ü');
	});

	it('refuses a wrong key, an unknown address and a request without its content type', async () => {
		await start();
		const reference = await chargedReference();
		const error = { status: 'error', message: expect.any(String) };
		expect(await verify(reference, {})).toMatchObject({ status: 401, json: error });
		expect(await verify(reference, { authorization: 'Bearer sandbox-private-key' })).toMatchObject({
			status: 401,
			json: error,
		});
		expect(
			(await verify(reference, { authorization: 'sandbox-private-key', 'content-type': 'text/plain' })).status,
		).toBe(415);
		sandbox.configure({ ipNotWhitelisted: true });
		expect(await verify(reference)).toMatchObject({ status: 403, json: error });
	});
});

describe('faults', () => {
	const lost: Array<[Fault['kind'], Answer | Json]> = [
		['status', { status: 500, json: { status: 500, message: 'Server Error', data: null, errors: [] } }],
		['html', { status: 502, text: expect.stringContaining('502 Bad Gateway') }],
		['empty', { status: 200, text: '' }],
		['brokenJson', { status: 200, text: expect.stringMatching(/^{"status":200/), json: {} }],
	];

	it.each(lost)('%s, after and before the service acts', async (kind, expected) => {
		await start();
		sandbox.fail({ on: 'charge', kind });
		expect(await charge()).toMatchObject(expected);
		expect(sandbox.ledger.chargesOf('order-1')).toBe(1);
		sandbox.fail({ on: 'charge', kind, when: 'before' });
		expect(await charge({ reference: 'order-2' })).toMatchObject(expected);
		expect(sandbox.ledger.chargesOf('order-2')).toBe(0);
		expect((await charge({ reference: 'order-2' })).status).toBe(200);
	});

	it('altered: the service acts, and answers with other fields', async () => {
		await start();
		sandbox.fail({ on: 'charge', kind: 'altered', fields: { error: '', data: { otpMessage: 'Other', more: 1 } } });
		expect(await charge()).toMatchObject({
			status: 200,
			json: { status: 200, error: '', data: { authorizationType: 'OTP', otpMessage: 'Other', more: 1 } },
		});
		sandbox.fail({ on: 'banks', kind: 'altered', fields: { last: false } });
		expect((await banks((await logIn()).json['accessToken'])).json).toMatchObject({ last: false, number: 0 });
	});

	it('hang, until the sandbox stops', async () => {
		await start();
		sandbox.fail({ on: 'charge', kind: 'hang' });
		const refused = expect(charge()).rejects.toThrow();
		while (sandbox.ledger.transactions.length === 0) await new Promise(setImmediate);
		await sandbox.stop();
		await refused;
	});

	it('does not act on a refused request, even when the refusal is held back', async () => {
		await start();
		await charge({}, { 'x-sandbox-fault': 'delay:1' });
		await authorize({ transactionReference: 'x' }, { 'x-sandbox-fault': 'delay:1' });
		expect(sandbox.ledger.transactions).toEqual([]);
	});

	it('waits its turn, and fails as often as told', async () => {
		await start();
		sandbox.fail({ on: 'token', kind: 'status', status: 503, skip: 1, times: 2 });
		sandbox.fail({ on: 'token', kind: 'html', status: 504 });
		sandbox.fail({ on: 'verify', kind: 'status' });
		const statuses: number[] = [];
		for (let calls = 0; calls < 5; calls += 1) statuses.push((await logIn()).status);
		expect(statuses).toEqual([200, 503, 503, 504, 200]);
		expect(await verify('x')).toMatchObject({ status: 500, json: { status: 'error', message: expect.any(String) } });
	});

	it('can be asked for in a header', async () => {
		await start();
		const withFault = (fault: string) => charge({}, { ...keys, 'x-sandbox-fault': fault });
		expect((await withFault('html:504;when=before')).status).toBe(504);
		expect(sandbox.ledger.transactions).toEqual([]);
		expect((await withFault('delay:1')).status).toBe(200);
		await expect(withFault('reset')).rejects.toThrow();
		expect((await withFault('explode')).status).toBe(400);
	});
});

describe('echo', () => {
	it('lets error answers repeat the request', async () => {
		await start({ echo: true });
		const { json } = await charge({ cvv: '987', amount: 0 });
		expect(json['echo']).toMatchObject({ headers: keys, body: { cvv: '987' }, url: '/transaction/charge' });
		expect(json['message']).toMatch(/^Invalid Request .*"cvv":"987".* sandbox-api-key sandbox-client-id/);
		const { message } = (await verify('x')).json;
		expect(message).toContain('sandbox-private-key');
		sandbox.configure({ echo: false });
		expect((await charge({ cvv: '987', amount: 0 })).text).not.toContain('987');
	});
});

describe('notifications (6)', () => {
	let receiver: Server;
	let received: Json[];
	let answers: number[];

	beforeEach(async () => {
		received = [];
		answers = [];
		receiver = createServer((incoming, outgoing) => {
			let body = '';
			incoming.on('data', (part) => (body += String(part)));
			incoming.on('end', () => {
				received.push(JSON.parse(body) as Json);
				outgoing.writeHead(answers.shift() ?? 200).end();
			});
		});
		await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
	});
	afterEach(() => new Promise((resolve) => receiver.close(resolve)));

	const hook = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
	const startNotifying = (options?: SandboxOptions) =>
		start({ webhooksEnabled: true, notificationRetryMs: 1, ...options });

	it('tells the final state, not the pending one', async () => {
		await startNotifying();
		const transactionReference = await chargedReference({ webhookURL: hook() });
		await sandbox.settled();
		expect(received).toEqual([]);
		await authorize({ transactionReference });
		await sandbox.settled();
		expect(received).toEqual([
			expect.objectContaining({
				transactionReference,
				merchantRef: 'order-1',
				status: 2,
				requestedAmount: 10,
				grossAmount: 10.15,
			}),
		]);
		expect(Object.keys(received[0] ?? {})).toHaveLength(20);
	});

	it('gives up after the last try, also when nobody listens', async () => {
		await startNotifying({ notificationTries: 2 });
		await charge({ cvv: '112', webhookURL: 'http://127.0.0.1:1/' });
		await sandbox.settled();
		expect(sandbox.deliveries.map(({ status, tryNumber }) => [tryNumber, status])).toEqual([
			[1, 0],
			[2, 0],
		]);
	});

	it('does not keep the sandbox from stopping', async () => {
		await startNotifying({ notificationRetryMs: 600_000 });
		answers = [500];
		await charge({ ...cards.frictionless, webhookURL: hook() });
		await sandbox.stop();
		expect(received.length).toBeLessThanOrEqual(1);
	});
});

describe('controls', () => {
	it('queue faults, change options and revoke tokens', async () => {
		await start();
		expect((await call('POST', '/sandbox/faults', {}, { on: 'token', kind: 'status', status: 503 })).status).toBe(204);
		expect((await logIn()).status).toBe(503);
		expect((await call('POST', '/sandbox/faults', {}, { on: 'nothing', kind: 'status' })).status).toBe(400);
		expect((await call('POST', '/sandbox/configure', {}, { cardAuth: 'none' })).status).toBe(204);
		expect((await charge({}, {})).status).toBe(200);
		expect((await call('POST', '/sandbox/configure', {}, { port: 1 })).status).toBe(400);
		expect(() => sandbox.configure({ basePrefix: '/x' })).toThrow('basePrefix');
		const { accessToken } = (await logIn()).json;
		expect((await call('POST', '/sandbox/revoke-tokens')).status).toBe(204);
		expect((await banks(accessToken)).status).toBe(401);
	});

	it('show transactions and requests without secrets, and reset', async () => {
		await start();
		await charge({ cvv: '987', cardNumber: '4242424242424242' });
		const { text, json } = await call('GET', '/sandbox/transactions');
		expect(json['transactions']).toMatchObject([{ merchantReference: 'order-1', last4: '4242' }]);
		expect(text).not.toMatch(/4242424242424242|"987"|"1111"/);
		expect((await call('GET', '/sandbox/requests')).json).toEqual([{ method: 'POST', path: '/transaction/charge' }]);
		expect(sandbox.requests).toMatchObject([
			{ method: 'POST', headers: keys, body: { reference: 'order-1', cvv: '987' } },
		]);
		sandbox.configure({ echo: true });
		expect((await call('POST', '/sandbox/reset')).status).toBe(204);
		expect([sandbox.requests, sandbox.ledger.transactions, sandbox.options.echo]).toEqual([[], [], false]);
	});

	it('record unknown paths as well', async () => {
		await start();
		expect(await call('GET', '/nowhere?x=1')).toMatchObject({ status: 404, json: { error: 'Not Found' } });
		expect(await call('POST', '/nowhere', {}, { a: 1 })).toMatchObject({ status: 404 });
		expect(sandbox.requests).toMatchObject([{ url: '/nowhere?x=1' }, { url: '/nowhere', body: { a: 1 } }]);
	});
});
