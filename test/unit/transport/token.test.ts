import type { IHttpRequestOptions } from 'n8n-workflow';

import { TokenError } from '../../../gateway/values/errors';
import { fingerprint, readSettings } from '../../../gateway/client/settings';
import { fetchNewToken } from '../../../nodes/shared/transport/logIn';
import { jwt, STORED, type Reply } from '../context';

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
	const token = await fetchNewToken(http, credential());
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
			encoding: 'arraybuffer',
			timeout: 30_000,
			ignoreHttpStatusErrors: true,
			returnFullResponse: true,
			disableFollowRedirect: true,
		},
	]);
});

test('requests that ask at the same time share one call', async () => {
	const { http, sent } = httpWith([answerWith('token-1')]);
	const stored = credential();
	const tokens = await Promise.all([fetchNewToken(http, { ...stored }), fetchNewToken(http, { ...stored })]);
	expect(tokens.map(({ accessToken }) => accessToken)).toEqual(['token-1', 'token-1']);
	expect(sent).toHaveLength(1);
});

test('a call that has failed is not shared', async () => {
	const { http } = httpWith([new Error('broken'), answerWith('token-2')]);
	const stored = credential();
	await expect(fetchNewToken(http, stored)).rejects.toThrow(TokenError);
	expect(await fetchNewToken(http, stored)).toMatchObject({ accessToken: 'token-2' });
});

test('a token that has come is shared with requests that have an older one or none, however late they ask', async () => {
	const { http, sent } = httpWith([answerWith('token-1')]);
	const stored = credential();
	const { obtainedAt } = await fetchNewToken(http, stored);
	const now = jest.spyOn(Date, 'now').mockReturnValue(obtainedAt + 600_000);
	const late = [
		await fetchNewToken(http, stored),
		await fetchNewToken(http, { ...stored, obtainedAt: obtainedAt - 1 }),
	];
	now.mockRestore();
	expect(late.map(({ accessToken }) => accessToken)).toEqual(['token-1', 'token-1']);
	expect(sent).toHaveLength(1);
});

test('a token that the service has refused is not shared, and neither is one that has expired', async () => {
	const second = 1000;
	const expiring = jwt(60);
	const { http } = httpWith([answerWith('token-1'), answerWith(expiring), answerWith('token-3')]);
	const stored = credential();
	const now = jest.spyOn(Date, 'now').mockReturnValue(second);
	const refused = await fetchNewToken(http, stored);
	now.mockReturnValue(2 * second);
	const tokens = [await fetchNewToken(http, { ...stored, ...refused })];
	now.mockReturnValue(120 * second);
	tokens.push(await fetchNewToken(http, stored));
	now.mockRestore();
	expect(tokens.map(({ accessToken }) => accessToken)).toEqual([expiring, 'token-3']);
});

describe('with a path for renewal', () => {
	const renewable = () => {
		const stored = credential({ renewalPath: '/renew', refreshToken: 'the-refresh-token' });
		return { ...stored, tokenFor: fingerprint(readSettings(stored)) };
	};

	test('the token is renewed', async () => {
		const { http, sent } = httpWith([answerWith('token-1')]);
		expect(await fetchNewToken(http, renewable())).toMatchObject({ accessToken: 'token-1' });
		expect(sent.map(({ url, body }) => ({ url, body }))).toEqual([
			{ url: 'https://service.example/api/renew', body: { refreshToken: 'the-refresh-token' } },
		]);
	});

	test.each<Reply>([{ statusCode: 401 }, { statusCode: 200, body: {} }, new Error('broken')])(
		'the login follows where that fails',
		async (reply) => {
			const { http, sent } = httpWith([reply, answerWith('token-2')]);
			expect(await fetchNewToken(http, renewable())).toMatchObject({ accessToken: 'token-2' });
			expect(sent.map(({ url }) => url)).toEqual([
				'https://service.example/api/renew',
				'https://service.example/api/uaa/api/auth',
			]);
		},
	);
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
		await expect(fetchNewToken(http, credential())).rejects.toMatchObject({ isLasting });
	});

	test("does not repeat the keys in the service's words", async () => {
		const stored = credential({ apiKey: 'a-very-secret-api-key' });
		const { http } = httpWith([{ statusCode: 403, body: { message: 'a-very-secret-api-key, private-key-9e2d' } }]);
		const failure = (await fetchNewToken(http, stored).catch((error: unknown) => error)) as TokenError;
		expect(failure.description).toMatch(/^The service says: /);
		expect(failure.description).not.toMatch(/a-very-secret-api-key|private-key-9e2d/);
	});
});
