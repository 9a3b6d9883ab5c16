import * as fc from 'fast-check';

import { ENDPOINTS } from '../../../gateway/client/endpoints';
import type { PlainRequest } from '../../../gateway/client/request';
import type { Answer } from '../../../gateway/client/response';
import { LostAnswerError, SettingError } from '../../../gateway/values/errors';
import { anyAnswer, anyData, anyValue } from './property';
import {
	type Reply,
	type Respond,
	STORED,
	differing,
	status,
	own,
	html,
	TOKEN,
	unreachable,
	GOOD,
	run,
	to,
	good,
	bad,
	FIREWALLED,
	after,
} from './setupRun';

test('a service in order: what each check says', async () => {
	const { checks, requests } = await run();
	expect(checks.map(({ check, found, whatToDo }) => [check, found, whatToDo])).toEqual([
		['Settings', 'The settings of the credential are valid.', 'Nothing to do.'],
		['Environment', 'Environment is Live, and no key says otherwise.', 'Nothing to do.'],
		['Base URL', 'The service answers at https://service.example/api/uaa/api/auth.', 'Nothing to do.'],
		['Login', 'The service accepts the API key and the client ID.', 'Nothing to do.'],
		['Renewal', 'Not used: n8n logs in again when an access token expires.', 'Nothing to do.'],
		['Banks List', 'The list has 1 bank, in one answer.', 'Nothing to do.'],
		['Balance', 'The service tells the balance of your account.', 'Nothing to do.'],
		['Transaction Base', 'The card service answers at https://service.example/api/transaction.', 'Nothing to do.'],
		['Private Key', 'The private key may verify transactions from the IP address of this n8n.', 'Nothing to do.'],
		[
			'Find Payments',
			'The transaction history finds payments by your reference, and verify does not.',
			'Nothing to do.',
		],
		[
			'Card Authentication',
			'The card service accepts: API Key and Client ID. It does not accept: Access Token (status 403), Private Key (status 403), Private Key in a Named Header "x-private-key" (status 403) and None (status 403).',
			'Nothing to do.',
		],
		['Hosted Checkout', 'The service reads a hosted checkout that has the public key.', 'Nothing to do.'],
		['Notifications', 'n8n tells the service to call it at https://n8n.example.', 'Nothing to do.'],
	]);
	expect(checks.every(({ ok }) => ok)).toBe(true);
	expect(requests.filter(to('charge'))).toEqual([]);
	expect(requests.filter(to('authorize')).map(({ headers }) => headers)).toEqual([
		{ 'x-api-key': 'api-key-5c1f', 'x-client-id': 'the-client-id' },
		{ Authorization: 'Bearer access-token-b7a4' },
		{ Authorization: 'private-key-9e2d' },
		{ 'x-private-key': 'private-key-9e2d' },
		{},
	]);
	for (const { body } of requests.filter(to('authorize'))) {
		expect(body).toEqual({
			transactionReference: expect.stringMatching(/^credential-test-[0-9a-f-]{36}$/),
			otp: '000000',
			authorizationType: 'OTP',
		});
	}
});

test('settings that cannot be used: nothing is sent, and each other check says why', async () => {
	const { checks, of, requests } = await run({}, { ...STORED, baseUrl: 'shop' });
	expect(requests).toEqual([]);
	expect(of('Settings')).toEqual(
		bad(
			"The credential's 'Base URL' is not a web address.",
			'Open the credential and enter the address that your provider gave you. It begins with https:// or http://, and has no user name, "?" or "#".',
		),
	);
	expect(checks).toHaveLength(13);
	for (const { check } of checks.slice(1)) expect(of(check).found).toMatch(/^Not checked, because /);
});

describe('Environment', () => {
	const PREFIXES = ['sk_test_', 'sk_live_', 'pk_test_', 'pk_live_', ''];
	const prefix = fc.constantFrom(...PREFIXES);

	test.each<[string, string, string, string, string]>([
		['live', 'sk_test_', '', 'the Private Key ("sk_test_…") are not real, but Environment is Live.', 'Test'],
		['live', 'sk_live_', 'pk_test_', 'the Public Key ("pk_test_…") are not real, but Environment is Live.', 'Test'],
		['test', 'sk_live_', 'pk_test_', 'the Private Key ("sk_live_…") are real, but Environment is Test.', 'Live'],
		[
			...(['test', 'sk_live_', 'pk_live_'] as const),
			'the Private Key ("sk_live_…") and the Public Key ("pk_live_…") are real, but Environment is Test.',
			'Live',
		],
	])('%s with "%s" and "%s"', async (environment, ofPrivate, ofPublic, words, other) => {
		const privateKey = `${ofPrivate}private-9e2d41c7`;
		const { of } = await run({}, { ...STORED, environment, privateKey, publicApiKey: `${ofPublic}public-4b8c` });
		expect(of('Environment')).toEqual(
			bad(`Payments with ${words}`, expect.stringContaining(`set Environment to ${other}.`) as string),
		);
		expect(JSON.stringify(of('Environment'))).not.toMatch(/9e2d41c7|4b8c/);
		expect(of('Base URL').ok).toBe(true);
	});

	test('is told where the prefix of a key says otherwise, and nowhere else', async () => {
		const property = fc.asyncProperty(
			fc.constantFrom('live', 'test'),
			fc.tuple(prefix, prefix),
			fc.constantFrom('9e2d41c7', 'sk_test_9e2d41c7', ' live-test'),
			async (environment, prefixes, rest) => {
				const [privateKey, publicApiKey] = prefixes.map((one) => `${one}${rest}`);
				const { of } = await run({}, { ...STORED, environment, privateKey, publicApiKey });
				const named = [privateKey!, publicApiKey!].map((key) => /^[sp]k_(test|live)_/.exec(key)?.[1]);
				expect(of('Environment').ok).toBe(named.every((one) => one === undefined || one === environment));
				expect(JSON.stringify(of('Environment'))).not.toContain('9e2d41c7');
			},
		);
		await fc.assert(property, { numRuns: 100 });
	});
});

describe('Base URL', () => {
	test('where nothing can be reached, it is asked once', async () => {
		const { of, requests } = await run({ token: unreachable });
		expect(of('Base URL')).toEqual(bad('The service cannot be reached.', 'Check the addresses.'));
		for (const name of ['Login']) expect(of(name)).toEqual(after('Base URL'));
		for (const name of ['Renewal', 'Banks List', 'Balance']) expect(of(name)).toEqual(after('Login'));
		expect(requests.filter(to('token'))).toHaveLength(1);
		expect(of('Transaction Base').ok).toBe(true);
	});

	test('is right where the keys log in: nothing else is asked', async () => {
		const { requests } = await run();
		const headers = { 'x-api-key': 'api-key-5c1f', 'x-client-id': 'the-client-id' };
		const url = 'https://service.example/api/uaa/api/auth';
		expect(requests.filter(to('token'))).toEqual([{ endpoint: ENDPOINTS.token, url, headers }]);
	});

	test.each([400, 401, 403, 422])('is right where a login without keys is refused with %d', async (httpStatus) => {
		const { of } = await run({ token: () => status(httpStatus) });
		expect(of('Base URL').ok).toBe(true);
		expect(of('Login').ok).toBe(false);
		expect(of('Renewal')).toEqual(after('Login'));
		expect(of('Banks List')).toEqual(after('Login'));
	});

	test('is right where keys open it, whatever is said without them', async () => {
		const { of } = await run({ token: (request) => (request.headers ? status(200, TOKEN) : html(404)) });
		expect(of('Base URL').ok).toBe(true);
		expect(of('Login').ok).toBe(true);
	});

	test('is right where a login needs no keys', async () => {
		const { of } = await run({ token: () => status(200, TOKEN) });
		expect(of('Base URL').ok).toBe(true);
	});

	test.each<[number, string]>([
		[301, 'redirected n8n to another address (status 301)'],
		[429, 'too many requests'],
		[503, 'answered with status 503'],
	])('is told to be in trouble at status %d, and no other address is asked', async (httpStatus, words) => {
		const { of, requests } = await run({ token: () => status(httpStatus) });
		expect(of('Base URL')).toMatchObject({ ok: false, found: expect.stringContaining(words) as string });
		expect(of('Login')).toEqual(after('Base URL'));
		expect(requests.filter(to('token'))).toHaveLength(1);
	});

	test('may be right where a firewall answers, which says nothing of the address or the keys', async () => {
		const { of } = await run({ token: () => html(403) });
		expect(of('Base URL')).toEqual(FIREWALLED);
		expect(of('Login')).toEqual(after('Base URL'));
	});

	test('is wrong where a login is found behind the page of a firewall', async () => {
		const token: Respond = ({ url }) => (url === 'https://service.example/api/uaa/api/auth' ? status(401) : html(403));
		const { of } = await run({ token }, { ...STORED, baseUrl: 'https://service.example' });
		expect(of('Base URL').whatToDo).toBe('In the credential, set Base URL to "https://service.example/api".');
	});

	test.each([html(401), html(200), status(404), status(405), status(200, {})])('is wrong at %j', async (reply) => {
		const { of } = await run({ token: () => reply });
		expect(of('Base URL')).toEqual(
			bad(
				'There is no login at https://service.example/api/uaa/api/auth.',
				expect.stringMatching(
					/^Set Base URL to the address that comes before "\/uaa\/api\/auth"\. Your provider knows it\./,
				) as string,
			),
		);
		// Another form of a 401 may be how this login refuses keys.
		const isInDoubt = (reply as Answer).httpStatus === 401;
		expect(of('Base URL').whatToDo.endsWith('check the API Key and the Client ID: the answer was 401.')).toBe(
			isInDoubt,
		);
		expect(of('Login')).toEqual(after('Base URL'));
	});

	test.each([
		['https://service.example/api/v2', 'https://service.example'],
		['https://service.example/api/v2', 'https://service.example/api'],
		['https://service.example', 'https://service.example/api/paas'],
		['https://service.example/wrong', 'https://service.example/api'],
		['https://service.example/wrong', 'https://service.example/wrong/api/business'],
	])('%s is wrong where the login is below %s, which is asked without keys', async (baseUrl, right) => {
		const token: Respond = ({ url }) => status(url === `${right}/uaa/api/auth` ? 401 : 404);
		const { of, requests } = await run({ token }, { ...STORED, baseUrl });
		expect(of('Base URL')).toEqual(
			bad(
				`There is no login at ${baseUrl}/uaa/api/auth, but there is one below ${right}.`,
				`In the credential, set Base URL to "${right}".`,
			),
		);
		for (const { url, headers } of requests.filter(to('token'))) {
			if (!url.startsWith(`${baseUrl}/uaa`)) expect(headers).toBeUndefined();
		}
	});

	test.each<[string, Reply]>([
		['JSON', status(401)],
		['a page', html(401)],
		['nothing', status(401, '')],
	])(
		'without its path is told where the service answers 401 to all, with %s, and no key is blamed',
		async (_, refusal) => {
			const right = 'https://service.example/api';
			const token: Respond = (request) =>
				request.url === `${right}/uaa/api/auth` && request.headers ? GOOD.token!(request) : refusal;
			const { of, requests } = await run({ token }, { ...STORED, baseUrl: 'https://service.example' });
			expect(of('Base URL')).toEqual(
				bad(
					`The login below ${right} accepts your keys, and https://service.example/uaa/api/auth does not.`,
					`In the credential, set Base URL to "${right}".`,
				),
			);
			expect(of('Login')).toEqual(after('Base URL'));
			for (const { url } of requests) expect(new URL(url).origin).toBe('https://service.example');
			const asked = requests.filter(to('token')).map(({ url, headers }) => `${url} ${Boolean(headers)}`);
			expect(new Set(asked).size).toBe(asked.length);
		},
	);

	test('is not guessed where something answers for any address', async () => {
		const token: Respond = ({ url }) => status(url === 'https://service.example/api/uaa/api/auth' ? 404 : 401);
		const { of, requests } = await run({ token });
		expect(of('Base URL').whatToDo).toContain('Your provider knows it.');
		expect(requests.filter(to('token'))).toHaveLength(3);
	});

	test('need not have a login where no keys for it are entered, and charges need none', async () => {
		const stored = differing({ apiKey: '', clientId: ' ', cardAuthentication: 'privateKey' });
		const { of, failed } = await run(
			{
				token: () => status(404),
				authorize: ({ headers }) => status(headers?.Authorization ? 404 : 403),
			},
			stored,
		);
		expect(failed).toEqual([]);
		expect(of('Base URL').found).toBe(
			'There is no login at https://service.example/api/uaa/api/auth, and you have entered no keys for one, so bank transfers cannot be used.',
		);
		expect(of('Login')).toEqual(good('Not used: no keys for it are entered, and charges use another key.'));
		expect(of('Renewal')).toEqual(good('Not used: there is no login.'));
		expect(of('Banks List')).toEqual(good('Not used: bank transfers need a login.'));
		expect(of('Card Authentication').found).toBe(
			'The card service accepts: Private Key. It does not accept: API Key and Client ID (The credential has no \'API Key\'), Access Token (there is no access token), Private Key in a Named Header "x-private-key" (status 403) and None (status 403).',
		);
	});
});

describe('Login', () => {
	test('says what is wrong, without keys', async () => {
		const { of } = await run({
			token: ({ headers }) =>
				status(401, { message: `Bad key ${headers?.['x-api-key']} of ${headers?.['x-client-id']}` }),
		});
		expect(of('Login')).toEqual(
			bad(
				'The service refused the API key or the client ID.',
				expect.stringContaining(
					'The service says: "Bad key [hidden] of [hidden]". Check the API Key and the Client ID',
				),
			),
		);
	});

	test.each([{ apiKey: '' }, { clientId: '' }, { apiKey: '', clientId: '' }])('lacks a key: %j', async (missing) => {
		const { of } = await run({}, { ...STORED, ...missing });
		expect(of('Login').found).toMatch(/^The credential has no '(API Key|Client ID)'\.$/);
	});
});

describe('Renewal', () => {
	const isRenewal = ({ url }: PlainRequest) => url.endsWith('/renew');
	const stored = differing({ renewalPath: '/renew' });
	const renewing =
		(respond: Respond): Respond =>
		(request) =>
			isRenewal(request) ? respond(request) : GOOD.token!(request);

	test('works with the token elsewhere, for which there is another login', async () => {
		const respond: Respond = ({ headers }) => (headers?.Authorization ? status(200, TOKEN) : status(400));
		const { of, requests } = await run({ token: renewing(respond) }, stored);
		expect(of('Renewal')).toEqual(
			bad(
				expect.stringMatching(/^The access token is not renewed at \/renew: The service refused to log in/),
				'In the credential, set Refresh Token Sent As to Authorization Header.',
			),
		);
		expect(requests.filter(to('token')).map(({ url }) => url.split('/').at(-1))).toEqual([
			...['auth', 'renew', 'auth', 'renew'],
		]);
	});

	test('works with the token in the body', async () => {
		const respond: Respond = ({ body }) => (body?.refreshToken ? status(200, TOKEN) : status(400));
		const { of } = await run(
			{ token: renewing(respond) },
			differing({ renewalPath: '/renew', renewalStyle: 'bearer' }),
		);
		expect(of('Renewal').whatToDo).toBe('In the credential, set Refresh Token Sent As to JSON Body.');
	});

	test('does not work at all, and does not tell the token', async () => {
		const respond: Respond = () => status(400, { message: 'Bad the-refresh-token' });
		const { of, checks } = await run({ token: renewing(respond) }, stored);
		expect(of('Renewal').whatToDo).toBe('In the credential, clear Renewal Path. n8n then logs in again instead.');
		expect(JSON.stringify(checks)).not.toContain('the-refresh-token');
	});

	test('has nothing to renew with', async () => {
		const token: Respond = ({ headers }) => (headers ? status(200, { accessToken: 'x'.repeat(20) }) : status(401));
		const { of } = await run({ token }, stored);
		expect(of('Renewal')).toEqual(
			bad(
				'The access token is not renewed at /renew: The login gives no refresh token.',
				'In the credential, clear Renewal Path. n8n then logs in again instead.',
			),
		);
	});

	test('is not possible without a second login', async () => {
		let logins = 0;
		const token: Respond = (request) => {
			if (isRenewal(request)) return status(400);
			return request.headers && logins++ === 0 ? status(200, TOKEN) : status(401);
		};
		expect((await run({ token }, stored)).of('Renewal').whatToDo).toContain('clear Renewal Path');
	});
});

describe('Balance', () => {
	test.each([403, 404, 405])('that the service does not tell (%d) is needed by nothing', async (httpStatus) => {
		const { of, failed } = await run({ balance: () => status(httpStatus) });
		expect(failed).toEqual([]);
		expect(of('Balance')).toEqual(
			good(
				expect.stringMatching(
					/^There is no balance at https:\/\/service\.example\/api\/business\/account\/v2\/balance: t/,
				) as string,
				'If your provider tells the balance, ask for its path, and set Balance Path.',
			),
		);
	});

	test('needs a login, and an answer that can be read', async () => {
		const stored = differing({ apiKey: '', clientId: '', cardAuthentication: 'privateKey' });
		expect((await run({}, stored)).of('Balance')).toEqual(good('Not used: the balance needs a login.'));
		for (const httpStatus of [429, 503])
			expect((await run({ balance: () => status(httpStatus) })).failed).toEqual(['Balance']);
		const nothing = { status: 200, message: 'none', data: null };
		expect((await run({ balance: () => status(200, nothing) })).failed).toEqual([]);
	});
});

describe('Banks List', () => {
	const page = (number: number, more: object = {}) =>
		status(200, { content: [{ code: '1' }, { code: '2' }], number, totalPages: 2, ...more });

	test('is asked for with the access token', async () => {
		const { requests } = await run();
		expect(requests.find(to('banks'))).toMatchObject({
			headers: { Authorization: 'Bearer access-token-b7a4' },
			query: {},
		});
	});

	test('does not say whether it is complete', async () => {
		const { of } = await run({ banks: () => status(200, { content: [{ code: '1' }, { code: '2' }] }) });
		expect(of('Banks List')).toEqual(
			good(
				'The list has 2 banks, and does not say whether there are more.',
				'Compare the list with what your provider tells you.',
			),
		);
	});

	test.each(['page', 'cursor'])('comes in pages that the parameter "%s" asks for', async (pageParameter) => {
		const banks: Respond = ({ query }) => page(Number(query?.[pageParameter] ?? 0));
		const { of } = await run({ banks }, differing({ pageParameter }));
		expect(of('Banks List')).toEqual(good(`The list comes in pages of 2 banks, asked for with "${pageParameter}".`));
	});

	test('comes in pages that cannot be asked for', async () => {
		const { of } = await run({ banks: () => page(0) });
		expect(of('Banks List').whatToDo).toBe(
			'Ask your provider for the name of the query parameter. Then turn on My Provider Needs Other Settings in the credential, and enter it as Page Parameter.',
		);
	});

	test('is refused', async () => {
		const { of } = await run({
			banks: () => status(403, { error: 'Forbidden', message: 'access-token-b7a4 may not' }),
		});
		expect(of('Banks List')).toEqual(
			bad(
				'The service does not allow this call with these keys.',
				expect.stringContaining('The service says: "[hidden] may not".'),
			),
		);
	});
});

describe('Transaction Base', () => {
	test('is known by the form of what verify refuses, whatever a proxy answers without a key', async () => {
		const verify: Respond = ({ headers }) => (headers ? own(404) : html(401));
		expect((await run({ verify })).failed).toEqual([]);
	});

	test.each([
		['https://service.example/api', '', 'https://service.example', 'set Transaction Base to "https://service.example"'],
		['https://service.example/api', '', 'https://service.example/api/api', 'set Transaction Base to "api"'],
		['https://service.example/api', 'wrong', 'https://service.example/api', 'clear Transaction Base'],
		[
			'https://service.example',
			'https://cards.example',
			'https://cards.example/api',
			'set Transaction Base to "https://cards.example/api"',
		],
	])('of %s and "%s" is wrong where it should be %s', async (baseUrl, transactionBase, right, todo) => {
		const verify: Respond = ({ url }) => (url.startsWith(`${right}/transaction/`) ? own(401) : html(404));
		const stored = transactionBase ? differing({ baseUrl, transactionBase }) : { ...STORED, baseUrl };
		const { of, requests } = await run({ verify }, stored);
		const turnOn = transactionBase ? '' : 'turn on My Provider Needs Other Settings, and ';
		expect(of('Transaction Base')).toEqual(
			bad(
				expect.stringMatching(/^There is no card service at .+\/transaction, but it answers at .+\/transaction\.$/),
				`In the credential, ${turnOn}${todo}.`,
			),
		);
		for (const name of ['Private Key', 'Card Authentication', 'Hosted Checkout']) {
			expect(of(name)).toEqual(after('Transaction Base'));
		}
		expect(requests.filter(to('authorize'))).toEqual([]);
		const asked = transactionBase.startsWith('http')
			? transactionBase
			: `${baseUrl}/${transactionBase}`.replace(/\/$/, '');
		for (const { url, headers } of requests.filter(to('verify'))) {
			if (!url.startsWith(`${asked}/transaction/`)) expect(headers).toBeUndefined();
		}
	});

	test('may be right where a firewall answers', async () => {
		const { of } = await run({ verify: () => html(403) });
		expect(of('Transaction Base')).toEqual(FIREWALLED);
		expect(of('Private Key')).toEqual(after('Transaction Base'));
	});

	test.each([html(404), html(200), own(200), own(500), status(401)])('is nowhere: %j', async (reply) => {
		const { of } = await run({ verify: () => reply });
		expect(of('Transaction Base')).toEqual(
			bad(
				`There is no card service at https://service.example/api/transaction (status ${(reply as Answer).httpStatus}).`,
				'Ask your provider for the address of "/transaction/charge". Set Transaction Base to what comes before it.',
			),
		);
	});

	test('cannot be reached', async () => {
		const { of } = await run({ verify: unreachable });
		expect(of('Transaction Base')).toEqual(bad('The service cannot be reached.', 'Check the addresses.'));
	});
});

describe('Private Key', () => {
	test('a wrong key', async () => {
		const { of, failed } = await run({ verify: () => own(401) });
		expect(failed).toEqual(['Private Key', 'Find Payments']);
		expect(of('Private Key').found).toBe('The service refused the private key.');
		expect(of('Find Payments')).toEqual(after('Private Key'));
	});

	test('a key that works, and is too short to sign links and pages', async () => {
		const { of, failed } = await run({ verify: () => own(404) }, { ...STORED, privateKey: 'sk_live_4821' });
		expect(failed).toContain('Private Key');
		expect(of('Private Key').found).toContain('of this n8n, but it is too short to sign payment links');
		expect(of('Find Payments').ok).toBe(true);
	});

	test('no key', async () => {
		const { of, requests } = await run({}, { ...STORED, privateKey: '' });
		expect(of('Private Key').found).toBe("The credential has no 'Private Key'.");
		expect(requests.filter(to('verify')).every(({ headers }) => headers === undefined)).toBe(true);
	});

	test.each([html(403), status(403, '')])('a firewall says nothing of the key: %j', async (reply) => {
		let asked = 0;
		const { of } = await run({ verify: () => (asked++ === 0 ? own(401) : reply) });
		expect(of('Private Key')).toEqual(FIREWALLED);
	});

	test('an IP address that is not on the whitelist', async () => {
		const { of, failed } = await run({ verify: ({ headers }) => own(headers ? 403 : 401) });
		expect(failed).toEqual(['Private Key', 'Find Payments']);
		expect(of('Private Key').found).toBe("The service does not accept calls from this server's IP address.");
	});
});

describe('Card Authentication', () => {
	const letsIn = (isKey: (headers: Record<string, string>) => boolean, [yes, no] = [404, 403]): Respond => {
		return ({ headers }) => status(isKey(headers ?? {}) ? yes : no);
	};
	const bearer = (headers: Record<string, string>) => headers.Authorization?.startsWith('Bearer ') ?? false;
	const turnOn = 'In the credential, turn on My Provider Needs Other Settings, and set Card Authentication to';

	test('is right but for its header', async () => {
		const stored = differing({ cardAuthentication: 'privateKeyHeader', cardHeader: 'x-key' });
		const { of } = await run({ authorize: letsIn((headers) => 'x-private-key' in headers) }, stored);
		expect(of('Card Authentication')).toEqual(
			bad(
				expect.stringContaining('It does not accept: Private Key in a Named Header "x-key" (status 403)'),
				'In the credential, set Header Name to "x-private-key".',
			),
		);
	});

	test('is recommended with a key rather than without', async () => {
		const isLetIn = (headers: Record<string, string>) => bearer(headers) || Object.keys(headers).length === 0;
		const { of } = await run({ authorize: letsIn(isLetIn) });
		expect(of('Card Authentication').whatToDo).toBe(`${turnOn} Access Token.`);
	});

	test('none of the keys is let in', async () => {
		const { of } = await run({ authorize: () => status(401) });
		expect(of('Card Authentication').whatToDo).toBe(
			'Check the API Key, the Client ID and the Private Key, and ask your provider which of them a charge needs.',
		);
	});

	test('an envelope that refuses with the status 200 counts as what it says', async () => {
		const wrapped = (inner: Respond): Respond => {
			return (request) => status(200, { status: (inner(request) as Answer).httpStatus, message: 'No' });
		};
		const { failed } = await run({ authorize: wrapped(GOOD.authorize!) });
		expect(failed).toEqual([]);
	});

	test.each([html(400), status(500), status(301), status(429), status(200, {}), new LostAnswerError('It broke')])(
		'does not accept with %j',
		async (reply) => {
			const { found, ok } = (await run({ authorize: () => reply })).of('Card Authentication');
			expect(ok).toBe(false);
			expect(found).toMatch(/^It does not accept: API Key and Client ID \((status \d+|It broke)\), /);
		},
	);

	test('a firewall says nothing of the keys', async () => {
		const { of } = await run({ authorize: () => html(403) });
		expect(of('Card Authentication')).toEqual(
			bad(
				'A firewall or proxy in front of the service refused the call (status 403) with: API Key and Client ID, Access Token, Private Key, Private Key in a Named Header "x-private-key" and None.',
				FIREWALLED.whatToDo,
			),
		);
		// The answer to a call that it lets through tells of the keys.
		const authorize: Respond = ({ headers }) => (headers?.['x-api-key'] ? status(404) : html(403));
		expect((await run({ authorize })).failed).toEqual([]);
	});

	test.each([400, 404, 422])('is let in at status %d', async (httpStatus) => {
		expect((await run({ authorize: () => status(httpStatus) })).failed).toEqual([]);
	});
});

describe('Hosted Checkout', () => {
	test('a firewall says nothing of the public key', async () => {
		const { of } = await run({ hostedCheckout: () => html(403) });
		expect(of('Hosted Checkout')).toEqual(FIREWALLED);
	});

	test('the other form of the key may pass a firewall', async () => {
		const hostedCheckout: Respond = ({ headers }) => (headers?.Authorization ? html(403) : status(400));
		const { of } = await run({ hostedCheckout });
		expect(of('Hosted Checkout').whatToDo).toBe(
			'In the credential, turn on My Provider Needs Other Settings, and set Hosted Checkout Authentication to Public Key in X-Public-Key.',
		);
	});
});

describe('Notifications', () => {
	const set =
		'Set the environment variable N8N_WEBHOOK_URL of n8n (WEBHOOK_URL before n8n 2.41) to its public https:// address, and restart n8n.';

	test.each([
		...['http://localhost:5678', 'http://n8n:5678', 'https://n8n.internal', 'http://n8n.local', 'http://shop.lan'],
		...['http://127.0.0.1:5678', 'https://10.1.2.3', 'https://172.16.0.1', 'https://172.31.0.1', 'https://192.168.1.2'],
		...['http://169.254.1.1', 'http://0.0.0.0', 'http://[::1]:5678', 'http://[fd00::1]', 'http://[fe80::1]'],
	])('%s is not on the internet', async (publicAddress) => {
		const { of } = await run({}, STORED, { publicAddress });
		expect(of('Notifications')).toEqual(
			bad(`n8n tells the service to call it at ${publicAddress}, which cannot be reached from the internet.`, set),
		);
		const local = await run(
			{},
			{ ...STORED, environment: 'test', baseUrl: 'http://localhost:4010' },
			{ publicAddress },
		);
		expect(local.of('Notifications')).toEqual(
			good(`n8n tells the service to call it at ${publicAddress}, which is in the same network as the service.`),
		);
	});

	test.each([
		'https://n8n.example',
		'https://172.32.0.1',
		'https://11.0.0.1',
		'https://[2001:db8::1]',
		'https://local.example',
	])('%s is', async (publicAddress) => {
		expect((await run({}, STORED, { publicAddress })).of('Notifications').ok).toBe(true);
	});

	test('without https, others can read', async () => {
		expect((await run({}, STORED, { publicAddress: 'http://n8n.example' })).of('Notifications')).toEqual(
			bad(
				'n8n tells the service to call it at http://n8n.example, where others can read what is sent, because it does not begin with https://.',
				set,
			),
		);
	});

	test('without an address, it says how to set one', async () => {
		expect((await run({}, STORED, { publicAddress: '' })).of('Notifications')).toEqual(
			bad('The public address of this n8n is not known.', set),
		);
	});
});

test.each(['banks', 'verify', 'history', 'authorize', 'token'])(
	'no key and no token is shown, whatever the service says to %s',
	async (name) => {
		const keys = 'api-key-5c1f the-client-id private-key-9e2d';
		// A login that fails gives no token that could be shown.
		const message = name === 'token' ? keys : `${keys} access-token-b7a4 the-refresh-token`;
		for (const httpStatus of [400, 401, 403, 404, 500]) {
			const { checks } = await run({ [name]: () => status(httpStatus, { status: 'error', error: message, message }) });
			expect(JSON.stringify(checks)).not.toMatch(/the-(api-key|client-id|private-key|access-token|refresh-token)/);
		}
	},
);

test('whatever the service answers, each check has its finding, and no key is shown', async () => {
	const token = fc.record({ accessToken: anyValue, refreshToken: anyValue }, { requiredKeys: [] });
	const answers = fc.array(anyAnswer(fc.oneof(token, anyData('content', 'number', 'message', 'error'), anyValue)), {
		minLength: 1,
		maxLength: 12,
	});
	const anyWords = fc.asyncProperty(answers, fc.boolean(), async (replies, isRenewed) => {
		let next = 0;
		const answer: Respond = () => replies[next++ % replies.length] as Reply;
		const service = Object.fromEntries(Object.keys(GOOD).map((name) => [name, answer]));
		const { checks } = await run(service, differing({ renewalPath: isRenewed ? '/renew' : '' }));
		expect(checks).toHaveLength(13);
		for (const { ok, found, whatToDo } of checks) {
			expect(found).not.toBe('');
			if (!ok) expect(whatToDo).not.toBe('');
		}
		expect(JSON.stringify(checks)).not.toMatch(/the-(client-id)|(api|private|public)-key-/);
	});
	await fc.assert(anyWords, { numRuns: 100 });
});

test('a mistake of the program is not taken for a finding', async () => {
	await expect(run({ token: () => new TypeError('A mistake') })).rejects.toThrow('A mistake');
	await expect(run({ token: () => new SettingError('Not a mistake') })).resolves.toBeDefined();
});
