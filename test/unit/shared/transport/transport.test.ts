import { ENDPOINTS } from '../../../../gateway/client/endpoints';
import { LostAnswerError, SettingError, UnreachableError } from '../../../../gateway/values/errors';
import { openCredential, Transport } from '../../../../nodes/shared/transport/transport';
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
	test('goes out once, with every status handed back and no redirect followed', async () => {
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
					headers: { 'Content-Type': 'application/json' },
					qs: undefined,
					body: { amount: 1000 },
					json: true,
					timeout: 1000,
					ignoreHttpStatusErrors: true,
					returnFullResponse: true,
					disableFollowRedirect: true,
					abortSignal: expect.any(AbortSignal),
				},
				accessToken: 'not needed',
				refusedToken: '',
				// The login takes no longer than the call.
				loginTimeout: 1000,
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
		const { transport, calls } = await open([REFUSED, REFUSED], storedWithToken(VALID));
		expect(await transport.send(ENDPOINTS.verify)).toEqual({ httpStatus: 401, body: 'no' });
		expect(await transport.send(ENDPOINTS.charge)).toEqual({ httpStatus: 401, body: 'no' });
		expect(calls()).toHaveLength(2);
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

	const FORBIDDEN = { statusCode: 403, body: 'no' };

	// A 403 may be for a token that the service has forgotten.
	test.each([REFUSED, FORBIDDEN])('is sent once more, with a new token, after %j', async (refused) => {
		const { transport, sent, calls } = await open([refused, OK], storedWithToken(VALID), ['a-new-token']);
		expect(await transport.send(ENDPOINTS.banks)).toEqual({ httpStatus: 200, body: { data: 'yes' } });
		expect(calls()).toEqual([
			['banks', VALID],
			['banks', ''],
		]);
		expect(sent.map(({ refusedToken }) => refusedToken)).toEqual(['', VALID]);
		expect(transport.settings).toMatchObject({
			accessToken: 'a-new-token',
			refreshToken: 'a-newer-refresh-token',
		});
	});

	test('is not sent a third time', async () => {
		const { transport, calls } = await open([REFUSED, REFUSED], storedWithToken(VALID), ['a-new-token']);
		expect(await transport.send(ENDPOINTS.banks)).toEqual({ httpStatus: 401, body: 'no' });
		expect(calls()).toHaveLength(2);
	});

	test.each([400, 404, 429, 503])('is not repeated after any other status: %i', async (statusCode) => {
		const { transport, calls } = await open([{ statusCode, body: '' }], storedWithToken(VALID));
		expect(await transport.send(ENDPOINTS.banks)).toEqual({ httpStatus: statusCode, body: '' });
		expect(calls()).toHaveLength(1);
	});

	test('stays refused with a 403 where its token came in this run', async () => {
		const { transport, calls } = await open([FORBIDDEN, FORBIDDEN, OK], storedWithToken(VALID), ['a-new-token']);
		expect(await transport.send(ENDPOINTS.banks)).toEqual({ httpStatus: 403, body: 'no' });
		// It may be refused for another reason, so the next read is sent, and with this token.
		expect((await transport.send(ENDPOINTS.banks)).httpStatus).toBe(200);
		expect(calls().at(-1)).toEqual(['banks', 'a-new-token']);
		expect(calls()).toHaveLength(3);
	});

	test.each([401, 403])(
		'is sent once more where another read has renewed the token before its %i came',
		async (statusCode) => {
			let answer!: (reply: { statusCode: number; body: string }) => void;
			const late = new Promise<{ statusCode: number; body: string }>((resolve) => (answer = resolve));
			const { transport, calls } = await open([late, REFUSED, OK, OK], storedWithToken(VALID), ['a-new-token']);
			const slow = transport.send(ENDPOINTS.banks);
			expect((await transport.send(ENDPOINTS.nameEnquiry)).httpStatus).toBe(200);
			answer({ statusCode, body: 'no' });
			expect((await slow).httpStatus).toBe(200);
			expect(calls().at(-1)).toEqual(['banks', 'a-new-token']);
		},
	);
});

describe('a call that moves money', () => {
	const bearer = (accessToken: string) => ({ ...storedWithToken(accessToken), cardAuthentication: 'bearer' });

	test('is sent at once where the opaque token was refused and could not be renewed', async () => {
		const { transport, calls } = await open([OK, REFUSED, new Error('broken'), OK], bearer(OPAQUE));
		await transport.send(ENDPOINTS.charge);
		await transport.send(ENDPOINTS.charge);
		expect(calls()).toEqual([
			['banks', OPAQUE],
			['charge', OPAQUE],
			['banks', ''],
			['charge', ''],
		]);
	});

	test('is sent at once with a token that is fetched for it, and so is the next one', async () => {
		const { transport, calls } = await open([OK, OK], STORED, [OPAQUE]);
		await transport.send(ENDPOINTS.transfer);
		await transport.send(ENDPOINTS.transfer);
		expect(calls()).toEqual([
			['transfer-funds', ''],
			['transfer-funds', OPAQUE],
		]);
	});

	test('goes out with the token that this read has renewed', async () => {
		const { transport, calls } = await open([REFUSED, OK, OK], bearer(OPAQUE), ['a-new-token']);
		expect(await transport.send(ENDPOINTS.charge)).toEqual({ httpStatus: 200, body: { data: 'yes' } });
		expect(calls()).toEqual([
			['banks', OPAQUE],
			['banks', ''],
			['charge', 'a-new-token'],
		]);
	});

	test('is not sent where that read fails', async () => {
		const { transport, calls } = await open([new Error('broken')], bearer(OPAQUE));
		await expect(transport.send(ENDPOINTS.charge)).rejects.toThrow('could not list banks');
		expect(calls()).toHaveLength(1);
	});

	test.each([401, 403])(
		'stays refused when its token is refused (%i); the next call has a new one',
		async (statusCode) => {
			const refused = { statusCode, body: 'no' };
			const { transport, calls } = await open([refused, OK, OK], storedWithToken(VALID), ['a-new-token']);
			expect(await transport.send(ENDPOINTS.transfer)).toEqual({ httpStatus: statusCode, body: 'no' });
			await transport.send(ENDPOINTS.transfer);
			expect(calls()).toEqual([
				['transfer-funds', VALID],
				['banks', ''],
				['transfer-funds', 'a-new-token'],
			]);
		},
	);
});

describe('secrets', () => {
	test('are the keys, the given values and every token that was in use', async () => {
		const { transport } = await open(
			[REFUSED, OK],
			{ ...storedWithToken(OPAQUE), previousPrivateKey: 'the-key-before' },
			['a-new-token'],
		);
		await transport.send(ENDPOINTS.banks);
		const keys = ['api-key-5c1f', 'the-client-id', 'private-key-9e2d', 'the-key-before'];
		const all = [OPAQUE, 'the-refresh-token', 'a-new-token', 'a-newer-refresh-token', ...keys];
		const text = transport.secrets(['998877']).inText([...all, '998877', 'harmless'].join(' '));
		for (const secret of [...all, '998877']) expect(text).not.toContain(secret);
		expect(text).toContain('harmless');
	});
});

describe('the credential', () => {
	test('that cannot be opened is told of without the words of n8n', async () => {
		const getCredentials = async () => {
			throw new Error('secret');
		};
		const failure = await openCredential({ getCredentials } as never).catch((error: unknown) => error);
		expect(failure).toBeInstanceOf(SettingError);
		expect(JSON.stringify(failure)).not.toContain('secret');
	});
});
