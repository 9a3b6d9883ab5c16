import { CardPaymentApi } from '../../../credentials/CardPaymentApi.credentials';
import type { Endpoint } from '../../../gateway/client/endpoint';
import { ENDPOINTS } from '../../../gateway/client/endpoints';
import { LostAnswerError, SettingError, TokenError, UnreachableError } from '../../../gateway/values/errors';
import { openCredential } from '../../../nodes/shared/transport/openCredential';
import { Transport } from '../../../nodes/shared/transport/transport';
import { contextWith, jwt, STORED, storedWithToken, withCredential, type NewToken, type Reply } from '../context';

const OK: Reply = { statusCode: 200, body: { data: 'yes' } };
const REFUSED: Reply = { statusCode: 401, body: 'no' };
const VALID = jwt(9_999_999_999);
const EXPIRED = jwt(1);
const OPAQUE = 'an-opaque-token';

async function open(
	replies: Array<Reply | Promise<Reply>>,
	stored = STORED,
	newTokens: NewToken[] = [],
	timeout = 1000,
) {
	const { context, sent } = contextWith(replies, newTokens);
	const transport = await Transport.open(withCredential(context, stored), timeout);
	/** The last part of each path, and the token that went with it. */
	const calls = () => sent.map(({ options, accessToken }) => [options.url.split('/').pop(), accessToken]);
	return { transport, sent, calls };
}

describe('a request', () => {
	test('goes out once, with every status handed back', async () => {
		const { transport, sent } = await open([{ statusCode: 503, body: 'busy' }]);
		expect(await transport.send(ENDPOINTS.charge, { body: { amount: 1000 } })).toEqual({
			httpStatus: 503,
			body: 'busy',
		});
		expect(sent).toEqual([
			{
				options: {
					method: 'POST',
					url: 'https://service.example/api/transaction/charge',
					qs: undefined,
					body: { amount: 1000 },
					json: true,
					encoding: 'arraybuffer',
					timeout: 1000,
					ignoreHttpStatusErrors: true,
					returnFullResponse: true,
					disableFollowRedirect: true,
				},
				accessToken: 'not needed',
				isFrozen: true,
			},
		]);
	});

	test.each([
		['ECONNREFUSED', UnreachableError],
		['ECONNRESET', LostAnswerError],
	])('without an answer throws: %s', async (code, kind) => {
		const { transport } = await open([Object.assign(new Error('x'), { code })]);
		await expect(transport.send(ENDPOINTS.charge)).rejects.toBeInstanceOf(kind);
	});

	test('that needs no token is never repeated', async () => {
		const { transport, calls, sent } = await open([REFUSED, REFUSED], storedWithToken(VALID));
		expect(await transport.send(ENDPOINTS.verify)).toEqual({ httpStatus: 401, body: 'no' });
		expect(await transport.send(ENDPOINTS.charge)).toEqual({ httpStatus: 401, body: 'no' });
		expect(calls()).toHaveLength(2);
		expect(sent.map(({ options }) => options.body)).toEqual([undefined, '{}']);
	});
});

describe('a read that needs a token', () => {
	test.each([
		['a valid one', storedWithToken(VALID), VALID],
		['an opaque one', storedWithToken(OPAQUE), OPAQUE],
		['an expired one', storedWithToken(EXPIRED), ''],
		['none', STORED, ''],
		['one for other keys', { ...storedWithToken(VALID), apiKey: 'a-newer-key' }, ''],
	])('with %s', async (_, stored, token) => {
		const { transport, calls } = await open([OK], stored);
		expect(await transport.send(ENDPOINTS.banks)).toEqual({ httpStatus: 200, body: { data: 'yes' } });
		expect(calls()).toEqual([['banks', token]]);
	});

	// A 403 may be for a token that the service has forgotten.
	test.each([401, 403])('is sent once more, with a new token, after %i', async (statusCode) => {
		const { transport, calls } = await open([{ statusCode }, OK, OK], storedWithToken(VALID), ['a-new-token']);
		expect(await transport.send(ENDPOINTS.banks)).toEqual({ httpStatus: 200, body: { data: 'yes' } });
		await transport.send(ENDPOINTS.banks);
		expect(calls()).toEqual([
			['banks', VALID],
			['banks', ''],
			['banks', 'a-new-token'],
		]);
	});

	test.each([
		['a third time', storedWithToken(VALID), 2],
		['a second time with a token that was fetched for it', STORED, 1],
	])('is not sent %s', async (_, stored, count) => {
		const { transport, calls } = await open([REFUSED, REFUSED], stored, ['a-new-token']);
		expect(await transport.send(ENDPOINTS.banks)).toEqual({ httpStatus: 401, body: 'no' });
		expect(calls()).toHaveLength(count);
	});

	test('says where a redirect leads', async () => {
		const { transport } = await open([{ statusCode: 302, headers: { location: '/log-in' } } as Reply]);
		expect(await transport.send(ENDPOINTS.banks)).toMatchObject({ httpStatus: 302, location: '/log-in' });
	});

	test.each([400, 404, 429, 503])('is not repeated after any other status: %i', async (statusCode) => {
		const { transport, calls } = await open([{ statusCode, body: '' }], storedWithToken(VALID));
		expect(await transport.send(ENDPOINTS.banks)).toEqual({ httpStatus: statusCode, body: '' });
		expect(calls()).toHaveLength(1);
	});

	test('is sent once more where another read has renewed the token before its refusal came', async () => {
		let answer!: (reply: Reply) => void;
		const late = new Promise<Reply>((resolve) => (answer = resolve));
		const { transport, calls } = await open([late, REFUSED, OK, OK], storedWithToken(VALID), ['a-new-token']);
		const slow = transport.send(ENDPOINTS.banks);
		expect((await transport.send(ENDPOINTS.nameEnquiry)).httpStatus).toBe(200);
		answer(REFUSED);
		expect((await slow).httpStatus).toBe(200);
		expect(calls().at(-1)).toEqual(['banks', 'a-new-token']);
	});
});

describe('a token that is refused', () => {
	const SHARED = { accessToken: 'of-an-earlier-run', obtainedAt: 1000 };
	const banks = (...tokens: string[]) => tokens.map((token) => ['banks', token]);
	afterEach(() => jest.restoreAllMocks());

	// Another login may have ended it at once, and clocks may differ.
	test.each([0, 59_000, 61_000, -1000, -61_000, Infinity])('is replaced where it came %d ms before', async (age) => {
		const now = Date.now();
		const stored = { ...storedWithToken(VALID), obtainedAt: age === Infinity ? '' : now - age };
		jest
			.spyOn(Date, 'now')
			.mockReturnValueOnce(now + 1)
			.mockReturnValue(now + 2);
		const { transport, calls } = await open([REFUSED, OK], stored, ['a-new-token']);
		expect((await transport.send(ENDPOINTS.banks)).httpStatus).toBe(200);
		expect(calls()).toEqual(banks(VALID, ''));
	});

	test.each([
		['a token that the service has stored', storedWithToken(VALID), VALID],
		['no token', STORED, ''],
	])('is replaced again where it came from an earlier run, beginning with %s', async (_, stored, first) => {
		const replies = [...(first ? [REFUSED] : []), REFUSED, OK, OK];
		const { transport, calls } = await open(replies, stored, [SHARED, 'a-new-token']);
		expect((await transport.send(ENDPOINTS.banks)).httpStatus).toBe(200);
		expect((await transport.send(ENDPOINTS.banks)).httpStatus).toBe(200);
		expect(calls()).toEqual(banks(...(first ? [first] : []), '', '', 'a-new-token'));
	});

	test('is replaced twice at most', async () => {
		const tokens = ['shared-1', 'shared-2', 'shared-3'].map((accessToken) => ({ ...SHARED, accessToken }));
		const { transport, calls } = await open([REFUSED, REFUSED, REFUSED], storedWithToken(VALID), tokens);
		expect((await transport.send(ENDPOINTS.banks)).httpStatus).toBe(401);
		expect(calls()).toEqual(banks(VALID, '', ''));
	});

	test('is replaced for a minute by no other, where it came in this run', async () => {
		const { transport, calls } = await open([REFUSED, REFUSED, REFUSED, OK], STORED, ['token-1', 'token-2']);
		await transport.send(ENDPOINTS.banks);
		const cameAt = Date.now();
		const now = jest.spyOn(Date, 'now').mockReturnValue(cameAt + 59_000);
		expect((await transport.send(ENDPOINTS.banks)).httpStatus).toBe(401);
		now.mockReturnValue(cameAt + 61_000);
		expect((await transport.send(ENDPOINTS.banks)).httpStatus).toBe(200);
		expect(calls()).toEqual(banks('', 'token-1', 'token-1', ''));
	});

	test('is replaced by a read where a call that moves money was refused', async () => {
		const { transport, calls } = await open([REFUSED, REFUSED, OK, OK], storedWithToken(VALID), [
			SHARED,
			'a-new-token',
		]);
		expect((await transport.send(ENDPOINTS.transfer)).httpStatus).toBe(401);
		expect((await transport.send(ENDPOINTS.transfer)).httpStatus).toBe(200);
		expect(calls()).toEqual([['transfer-funds', VALID], ...banks('', ''), ['transfer-funds', 'a-new-token']]);
	});
});

describe('a call that moves money', () => {
	test.each([401, 403])(
		'stays refused when its token is refused (%i); the next call has a new one',
		async (statusCode) => {
			const replies = [{ statusCode, body: 'no' }, OK, OK];
			const { transport, calls } = await open(replies, storedWithToken(VALID), ['a-new-token']);
			expect(await transport.send(ENDPOINTS.transfer)).toEqual({ httpStatus: statusCode, body: 'no' });
			await transport.send(ENDPOINTS.transfer);
			expect(calls()).toEqual([
				['transfer-funds', VALID],
				['banks', ''],
				['transfer-funds', 'a-new-token'],
			]);
		},
	);

	test('is not sent where the login is refused, and neither is the next one', async () => {
		const logins = [new TokenError('Busy'), new TokenError('No', 'Look.', true)];
		const { transport, calls } = await open([OK], STORED, logins);
		for (const message of ['Busy', 'No', 'No'])
			await expect(transport.send(ENDPOINTS.transfer)).rejects.toThrow(message);
		// A call that needs no token still goes.
		expect(await transport.send(ENDPOINTS.verify)).toMatchObject({ httpStatus: 200 });
		expect(calls()).toHaveLength(3);
	});
});

test('an answer has no key, no token that was in use, and nothing that was entered', async () => {
	const keys = ['api-key-5c1f', 'the-client-id', 'private-key-9e2d', 'the-key-before', 'the-refresh-token'];
	const secrets = [...keys, VALID, 'a-new-token', 'a-newer-refresh-token', '998877'];
	const stored = { ...storedWithToken(VALID), previousPrivateKey: 'the-key-before' };
	const replies = [REFUSED, { statusCode: 200, body: { message: [...secrets, 'harmless'].join(' ') } }];
	const { transport } = await open(replies, stored, ['a-new-token']);
	const { body } = await transport.send(ENDPOINTS.banks, {}, ['998877']);
	for (const secret of secrets) expect(JSON.stringify(body)).not.toContain(secret);
	expect(JSON.stringify(body)).toContain('harmless');
});

describe('the key of a request', () => {
	/** The headers of a call, which the credential adds as in n8n, at another address if one is given. */
	async function headersOf(endpoint: Endpoint, stored: object, address?: string) {
		const { context } = contextWith([]);
		const credential = new CardPaymentApi();
		let headers: unknown;
		context.helpers.httpRequestWithAuthentication = async (_, options, more) => {
			const { data } = more!.credentialsDecrypted!;
			headers = (await credential.authenticate(data!, { ...options, url: address ?? options.url })).headers;
			return OK;
		};
		const transport = await Transport.open(withCredential(context, { ...storedWithToken(VALID), ...stored }), 1000);
		const parameters = {
			transactionReference: 'T-1',
			reference: 'P-1',
			requestId: 'P-1',
			bankCode: '1',
			accountNumber: '2',
		};
		const answered = await transport.send(endpoint, { parameters }).catch((error: unknown) => error);
		return { headers, answered };
	}

	// By its address, a hosted checkout would be a refund of the payment "initialize".
	test('is that of its endpoint, where the refunds of the provider have an address like that of a hosted checkout', async () => {
		const stored = { publicApiKey: 'public-key-4b8c', refundPath: '/transaction/{transactionReference}' };
		const json = { 'Content-Type': 'application/json' };
		const { headers } = await headersOf(ENDPOINTS.hostedCheckout, stored);
		expect(headers).toEqual({ ...json, Authorization: 'public-key-4b8c' });
		const ofRefund = await headersOf(ENDPOINTS.refund, { ...stored, refundAuthentication: 'privateKey' });
		expect(ofRefund.headers).toEqual({ ...json, Authorization: 'private-key-9e2d' });
		const ofBanks = await headersOf(ENDPOINTS.banks, stored);
		expect(ofBanks.headers).toEqual({ ...json, Authorization: `Bearer ${VALID}` });
	});

	test.each(Object.entries(ENDPOINTS))('never goes to another host: %s', async (_, endpoint) => {
		const stored = { publicApiKey: 'public-key-4b8c' };
		const { headers, answered } = await headersOf(endpoint, stored, 'https://evil.example/api/transaction/charge');
		expect(headers).toBeUndefined();
		expect(answered).toBeInstanceOf(Error);
	});
});

describe('the credential', () => {
	test('that cannot be opened is told of without the words of n8n', async () => {
		const getCredentials = async () => {
			throw new Error('secret');
		};
		const failure = await openCredential({ getCredentials } as never).catch((error: unknown) => error);
		expect(failure).toBeInstanceOf(SettingError);
		const message = 'There is no credential that this node can use.';
		expect(failure).toMatchObject({ message, description: expect.stringMatching(/^Choose a "Card/) as string });
	});
});
