import type { IHttpRequestOptions } from 'n8n-workflow';

import { TokenError } from '../../../../gateway/values/errors';
import { fingerprint, readSettings } from '../../../../gateway/client/settings';
import { newToken } from '../../../../nodes/shared/transport/logIn';
import { jwt, STORED, type Reply } from '../context';

const EXPIRED = jwt(1);
const VALID = jwt(9_999_999_999);

let keys = 0;
/** A credential that no other test has used, as tokens are shared by their keys. */
const credential = (stored: object = {}) => ({ ...STORED, apiKey: `key-${keys++}`, ...stored });

/** n8n's HTTP helper, which answers from a list. */
function httpWith(replies: Array<Reply | Promise<never>>) {
	const sent: IHttpRequestOptions[] = [];
	const httpRequest = async (options: IHttpRequestOptions) => {
		sent.push(options);
		const reply = replies.shift();
		if (reply === undefined) throw new Error('The test expects no further request');
		await Promise.resolve();
		if (reply instanceof Error) throw reply;
		return reply;
	};
	return { http: { helpers: { httpRequest } }, sent };
}

const answerWith = (accessToken: string): Reply => ({
	statusCode: 200,
	body: { accessToken, refreshToken: 'renew-me' },
});

test('logs in, and follows no redirect', async () => {
	const { http, sent } = httpWith([answerWith('token-1')]);
	const token = await newToken(http, credential());
	expect(token).toMatchObject({ accessToken: 'token-1', refreshToken: 'renew-me' });
	expect(sent).toEqual([
		{
			method: 'POST',
			url: 'https://service.example/api/uaa/api/auth',
			headers: {
				'x-api-key': expect.stringMatching(/^key-/) as unknown,
				'x-client-id': 'the-client-id',
				'Content-Type': 'application/json',
			},
			body: '{}',
			json: true,
			timeout: 30_000,
			abortSignal: expect.any(AbortSignal) as unknown,
			ignoreHttpStatusErrors: true,
			returnFullResponse: true,
			disableFollowRedirect: true,
		},
	]);
});

test('requests that ask at the same time share one call', async () => {
	const { http, sent } = httpWith([answerWith('token-1')]);
	const stored = credential();
	const tokens = await Promise.all([newToken(http, { ...stored }), newToken(http, { ...stored })]);
	expect(tokens.map(({ accessToken }) => accessToken)).toEqual(['token-1', 'token-1']);
	expect(sent).toHaveLength(1);
});

test('a call that hangs for a patient request keeps no other one waiting for longer than its own time', async () => {
	const { http, sent } = httpWith([new Promise<never>(() => undefined), answerWith('token-2')]);
	const stored = credential();
	void newToken(http, { ...stored, loginTimeout: 3_600_000 });
	// On a busy machine the second request may come some time after the first one.
	const waiting = newToken(http, { ...stored, loginTimeout: 200 });
	await expect(waiting).rejects.toThrow(TokenError);
	await expect(waiting).rejects.toThrow('no answer came in time');
	expect(sent).toHaveLength(1);
	expect(await newToken(http, { ...stored, loginTimeout: 200 })).toMatchObject({ accessToken: 'token-2' });
});

describe('the newest token', () => {
	async function askTwice(first: string, again: object) {
		const { http, sent } = httpWith([answerWith(first), answerWith('token-2')]);
		const stored = credential();
		await newToken(http, { ...stored });
		const { accessToken } = await newToken(http, { ...stored, ...again });
		return { accessToken, calls: sent.length };
	}

	test.each([{}, { refusedToken: 'token-0' }, { accessToken: 'token-0' }])('serves again: %j', async (again) => {
		expect(await askTwice('token-1', again)).toEqual({ accessToken: 'token-1', calls: 1 });
	});

	test.each([
		{ refusedToken: 'token-1' },
		{ accessToken: 'token-1' },
		{ refusedToken: 'token-1', accessToken: 'token-0' },
	])('does not serve where it was refused: %j', async (again) => {
		expect(await askTwice('token-1', again)).toEqual({ accessToken: 'token-2', calls: 2 });
	});

	test('serves as long as it is valid', async () => {
		expect(await askTwice(VALID, {})).toEqual({ accessToken: VALID, calls: 1 });
		expect(await askTwice(EXPIRED, {})).toEqual({ accessToken: 'token-2', calls: 2 });
	});
});

describe('with a path for renewal', () => {
	const renewable = () => {
		const stored = credential({ renewalPath: '/renew', refreshToken: 'the-refresh-token' });
		return { ...stored, tokenFor: fingerprint(readSettings(stored)) };
	};

	test('the token is renewed', async () => {
		const { http, sent } = httpWith([answerWith('token-1')]);
		expect(await newToken(http, renewable())).toMatchObject({ accessToken: 'token-1' });
		expect(sent.map(({ url, body }) => ({ url, body }))).toEqual([
			{ url: 'https://service.example/api/renew', body: { refreshToken: 'the-refresh-token' } },
		]);
	});

	test.each<Reply>([{ statusCode: 401 }, { statusCode: 200, body: {} }, new Error('broken')])(
		'the login follows where that fails',
		async (reply) => {
			const { http, sent } = httpWith([reply, answerWith('token-2')]);
			expect(await newToken(http, renewable())).toMatchObject({ accessToken: 'token-2' });
			expect(sent.map(({ url }) => url)).toEqual([
				'https://service.example/api/renew',
				'https://service.example/api/uaa/api/auth',
			]);
		},
	);
});

test('takes as long as the call that it is for, and that is not saved with the new token', async () => {
	const { http, sent } = httpWith([answerWith('token-1')]);
	const stored: Record<string, unknown> = { ...credential(), loginTimeout: 5000 };
	await newToken(http, stored as never);
	expect(sent[0]!.timeout).toBe(5000);
	expect(stored).not.toHaveProperty('loginTimeout');
});

describe('a login that fails', () => {
	test.each<[Reply, boolean]>([
		[{ statusCode: 401 }, true],
		[{ statusCode: 404 }, true],
		[{ statusCode: 200, body: '<html>' }, true],
		[{ statusCode: 429 }, false],
		[{ statusCode: 503 }, false],
		[new Error('broken'), false],
	])('tells whether another one would fail, too: %j', async (reply, isLasting) => {
		const { http } = httpWith([reply]);
		await expect(newToken(http, credential())).rejects.toMatchObject({ isLasting });
	});

	test("does not repeat the keys in the service's words", async () => {
		const stored = credential({ apiKey: 'a-very-secret-api-key' });
		const { http } = httpWith([{ statusCode: 403, body: { message: 'a-very-secret-api-key, private-key-9e2d' } }]);
		const failure = (await newToken(http, stored).catch((error: unknown) => error)) as TokenError;
		expect(failure.description).toMatch(/^The service says: /);
		expect(failure.description).not.toMatch(/a-very-secret-api-key|private-key-9e2d/);
	});
});
