import * as fc from 'fast-check';

import { checkSetup, type ProbeAnswer, type ProbeRequest, type SetupCheck } from '../../../../gateway/setup/setup';
import { ENDPOINTS } from '../../../../gateway/client/endpoints';
import { LostAnswerError, SettingError, UnreachableError } from '../../../../gateway/values/errors';
import { NOW } from '../examples';
import { anyAnswer, anyData, anyValue } from '../property';

type Reply = Partial<ProbeAnswer> | Error;
type Respond = (request: ProbeRequest) => Reply;

const STORED = {
	environment: 'live',
	baseUrl: 'https://service.example/api',
	apiKey: 'api-key-5c1f',
	clientId: 'the-client-id',
	privateKey: 'private-key-9e2d',
	publicApiKey: 'public-key-4b8c',
};
const differing = (settings: object) => ({ ...STORED, providerDiffers: true, ...settings });
const status = (httpStatus: number, body: unknown = { message: 'No' }): Reply => ({ httpStatus, body });
const own = (httpStatus: number): Reply => status(httpStatus, { status: 'error', message: 'No' });
const html = (httpStatus: number): Reply => status(httpStatus, '<h1>A page</h1>');
const TOKEN = { accessToken: 'access-token-b7a4', refreshToken: 'the-refresh-token' };
const unreachable = () => new UnreachableError('The service cannot be reached', 'Check the addresses.');

/** The transaction history of a service that has these payments, by the merchant's references. */
const historyOf =
	(references: string[], { filters = true } = {}): Respond =>
	({ query }) => {
		const rows = references.map((reference, index) => ({ transactionReference: `T-${index}`, reference, status: 2 }));
		const listed = rows.filter(({ reference }) => !filters || !query?.reference || reference === query.reference);
		const content = listed.slice(0, Number(query?.size));
		return status(200, { status: 200, data: { content, totalPages: Math.ceil(listed.length / Number(query?.size)) } });
	};

/** A service in order, which takes charges with the API key. */
const GOOD: Record<string, Respond> = {
	token: ({ headers }) => (headers?.['x-api-key'] ? status(200, TOKEN) : status(401)),
	banks: () => status(200, [{ code: '011' }]),
	verify: ({ headers }) => own(headers?.Authorization === 'private-key-9e2d' ? 404 : 401),
	history: historyOf(['ORDER-1']),
	charge: ({ headers }) => status(headers?.['x-api-key'] ? 400 : 403),
	authorize: ({ headers }) => status(headers?.['x-api-key'] ? 404 : 403),
	hostedCheckout: ({ headers }) => status(headers?.Authorization === 'public-key-4b8c' ? 400 : 401),
};

interface Ran {
	checks: SetupCheck[];
	requests: ProbeRequest[];
	of: (check: string) => Omit<SetupCheck, 'check'>;
	failed: string[];
}

async function run(
	service: Record<string, Respond> = {},
	stored: object = STORED,
	more: { pageParameter?: string; publicAddress?: string; paidReference?: string } = {},
): Promise<Ran> {
	const requests: ProbeRequest[] = [];
	const send = async (request: ProbeRequest): Promise<ProbeAnswer> => {
		requests.push(request);
		const name = Object.entries(ENDPOINTS).find(([, endpoint]) => endpoint === request.endpoint)![0];
		const reply = (service[name] ?? GOOD[name]!)(request);
		if (reply instanceof Error) throw reply;
		return { httpStatus: 200, body: {}, at: NOW, ...reply };
	};
	const checks = await checkSetup(stored, {
		send,
		pageParameter: 'page',
		publicAddress: 'https://n8n.example',
		...more,
	});
	return {
		checks,
		requests,
		of: (name) => {
			const { check, ...rest } = checks.find((one) => one.check === name)!;
			return rest;
		},
		failed: checks.filter(({ ok }) => !ok).map(({ check }) => check),
	};
}

const to = (name: keyof typeof ENDPOINTS) => (request: ProbeRequest) => request.endpoint === ENDPOINTS[name];
const NOTHING = 'Nothing to do.';
const waitsFor = (needed: string): object => ({ ok: false, found: `Not checked, because ${needed} failed.` });
const saying = (words: string): unknown => expect.stringContaining(words);

test('a service in order: each check is good, and the charges and authorizations that are tried have no card', async () => {
	const { checks, requests } = await run();
	expect(checks.filter(({ ok, whatToDo }) => !ok || whatToDo !== NOTHING)).toEqual([]);
	expect(checks.map(({ check }) => check).join()).toBe(
		'Settings,HTTPS,Base URL,Clock,Login,Renewal,Banks List,Transaction Base,Private Key,IP Address,Find Payments,Card Authentication,Authorize,Hosted Checkout,Notifications',
	);
	expect(requests.filter(to('charge')).map(({ headers, body }) => ({ headers, body }))).toEqual([
		{ headers: { 'x-api-key': 'api-key-5c1f', 'x-client-id': 'the-client-id' }, body: {} },
		{ headers: { Authorization: 'Bearer access-token-b7a4' }, body: {} },
		{ headers: { Authorization: 'private-key-9e2d' }, body: {} },
		{ headers: { 'x-private-key': 'private-key-9e2d' }, body: {} },
		{ headers: {}, body: {} },
	]);
	expect(requests.filter(to('authorize'))).toEqual([
		{
			endpoint: ENDPOINTS.authorize,
			url: 'https://service.example/api/transaction/charge/authorize',
			headers: { 'x-api-key': 'api-key-5c1f', 'x-client-id': 'the-client-id' },
			body: {
				transactionReference: expect.stringMatching(/^credential-test-[0-9a-f-]{36}$/),
				otp: '000000',
				authorizationType: 'OTP',
			},
		},
	]);
});

test('settings that cannot be used: nothing is sent, and each other check says why', async () => {
	const { checks, of, requests } = await run({}, { ...STORED, baseUrl: 'shop' });
	expect(requests).toEqual([]);
	expect(of('Settings')).toMatchObject({ ok: false, found: saying("'Base URL'") });
	for (const { check } of checks.slice(1)) expect(of(check)).toMatchObject(waitsFor('Settings'));
});

test.each([
	{ baseUrl: 'http://localhost:4010' },
	{ environment: 'test', baseUrl: 'http://service.example' },
	{ ...differing({ transactionBase: 'http://cards.example' }), environment: 'test' },
])('this machine and tests may do without https: %j', async (stored) => {
	const { of } = await run({}, { ...STORED, ...stored });
	expect(of('HTTPS')).toMatchObject({ ok: true, found: saying('begins with http://') });
});

describe('Base URL', () => {
	test('where nothing can be reached, no key is sent', async () => {
		const { of, requests } = await run({ token: unreachable });
		expect(of('Base URL')).toMatchObject({ ok: false, found: 'The service cannot be reached.' });
		for (const name of ['Clock', 'Login', 'Renewal', 'Banks List']) {
			expect(of(name)).toMatchObject(waitsFor('Base URL'));
		}
		expect(requests.filter(to('token'))).toEqual([
			{ endpoint: ENDPOINTS.token, url: 'https://service.example/api/uaa/api/auth' },
		]);
		expect(of('Transaction Base').ok).toBe(true);
	});

	test.each([400, 401, 403, 422])('is right where a login without keys is refused with %d', async (httpStatus) => {
		const { of } = await run({ token: () => status(httpStatus) });
		expect([of('Base URL').ok, of('Login').ok]).toEqual([true, false]);
		for (const name of ['Renewal', 'Banks List']) expect(of(name)).toMatchObject(waitsFor('Login'));
	});

	test.each<[Reply, string]>([
		[status(301), 'redirects n8n'],
		[status(429), '(status 429)'],
		[status(503), '(status 503)'],
		...[html(401), html(200), status(404), status(405), status(200, {})].map((reply): [Reply, string] => [
			reply,
			'There is no login at https://service.example/api/uaa/api/auth.',
		]),
	])('is wrong, or the service in trouble, at %j', async (reply, found) => {
		const { of } = await run({ token: () => reply });
		expect(of('Base URL')).toMatchObject({ ok: false, found: saying(found) });
		expect(of('Login')).toMatchObject(waitsFor('Base URL'));
	});

	test.each([
		['https://service.example/api/v2', 'https://service.example'],
		['https://service.example/api/v2', 'https://service.example/api'],
		['https://service.example', 'https://service.example/paas'],
		['https://service.example/wrong', 'https://service.example/api'],
		['https://service.example/wrong', 'https://service.example/wrong/v1'],
	])('%s is wrong where the login is below %s, which is asked without keys', async (baseUrl, right) => {
		const token: Respond = ({ url }) => status(url === `${right}/uaa/api/auth` ? 401 : 404);
		const { of, requests } = await run({ token }, { ...STORED, baseUrl });
		expect(of('Base URL').whatToDo).toBe(`In the credential, set Base URL to "${right}".`);
		for (const { url, headers } of requests.filter(to('token'))) {
			if (!url.startsWith(`${baseUrl}/uaa`)) expect(headers).toBeUndefined();
		}
	});

	test('without its path is told where the service answers 401 to whatever it is asked, and no key is blamed', async () => {
		const right = 'https://service.example/api';
		const token: Respond = (request) =>
			request.url === `${right}/uaa/api/auth` && request.headers ? GOOD.token!(request) : status(401);
		const { of, requests } = await run({ token }, { ...STORED, baseUrl: 'https://service.example' });
		expect(of('Base URL')).toMatchObject({ ok: false, whatToDo: `In the credential, set Base URL to "${right}".` });
		expect(of('Login')).toMatchObject(waitsFor('Base URL'));
		for (const { url } of requests) expect(new URL(url).origin).toBe('https://service.example');
	});

	test('is not guessed where something answers for any address', async () => {
		const token: Respond = ({ url }) => status(url === 'https://service.example/api/uaa/api/auth' ? 404 : 401);
		const { of, requests } = await run({ token });
		expect(of('Base URL').whatToDo).toContain('Your provider knows it.');
		expect(requests.filter(to('token'))).toHaveLength(3);
	});

	test('need not have a login where no keys for it are entered, and charges need none', async () => {
		const { of, failed } = await run(
			{
				token: () => status(404),
				charge: ({ headers }) => status(headers?.Authorization ? 400 : 403),
				authorize: () => status(404),
			},
			differing({ apiKey: '', clientId: ' ', cardAuthentication: 'privateKey' }),
		);
		expect(failed).toEqual([]);
		expect(of('Base URL').found).toContain('bank transfers cannot be used');
		expect(of('Card Authentication').found).toContain(
			'Not tried: API Key and Client ID (its key is missing) and Access Token (there is no access token).',
		);
	});
});

test.each([
	[0, true, 'agrees with'],
	[-2, true, 'is 2 seconds ahead of'],
	[60, true, 'is 60 seconds behind'],
	[61, false, 'is 61 seconds behind'],
	[-3600, false, 'is 3600 seconds ahead of'],
])('Clock: that of the service is %d seconds ahead', async (ahead, ok, found) => {
	const date = new Date(NOW + ahead * 1000).toUTCString();
	const { of } = await run({ token: (request) => ({ ...GOOD.token!(request), date }) });
	expect(of('Clock')).toMatchObject({ ok, found: saying(found) });
});

test('Login: what the service says of the keys is told, without the keys', async () => {
	const { of } = await run({
		token: ({ headers }) => status(401, { message: `Bad ${headers?.['x-api-key']} of ${headers?.['x-client-id']}` }),
	});
	expect(of('Login')).toMatchObject({ ok: false, whatToDo: saying('"Bad [hidden] of [hidden]"') });
});

test.each([{ apiKey: '' }, { clientId: '' }])('Login: a key is missing: %j', async (missing) => {
	const { of } = await run({}, { ...STORED, ...missing });
	expect(of('Login').found).toMatch(/^The credential has no '(API Key|Client ID)'\.$/);
});

describe('Renewal', () => {
	const isRenewal = ({ url }: ProbeRequest) => url.endsWith('/renew');
	const clear = 'In the credential, clear Renewal Path. n8n then logs in again instead.';

	test.each<[string, string, Respond, string]>([
		[
			'body',
			'works in a header',
			({ headers }) => status(headers?.Authorization ? 200 : 400, TOKEN),
			'Authorization Header',
		],
		['bearer', 'works in the body', ({ body }) => status(body?.refreshToken ? 200 : 400, TOKEN), 'JSON Body'],
		['body', 'does not work', () => status(400, { message: 'Bad the-refresh-token' }), clear],
	])('sent as %s, %s', async (renewalStyle, _, respond, advice) => {
		const token: Respond = (request) => (isRenewal(request) ? respond(request) : GOOD.token!(request));
		const { of, checks, requests } = await run({ token }, differing({ renewalPath: '/renew', renewalStyle }));
		expect(of('Renewal')).toMatchObject({ ok: false, whatToDo: saying(advice) });
		expect(JSON.stringify(checks)).not.toContain('the-refresh-token');
		// There is another login for each of them.
		expect(requests.filter(to('token')).map(({ url }) => url.split('/').at(-1))).toEqual([
			...['auth', 'auth', 'renew', 'auth', 'renew'],
		]);
	});
});

describe('Banks List', () => {
	const page = (number: number) => status(200, { content: [{ code: '1' }, { code: '2' }], number, totalPages: 2 });
	const pageAskedForWith =
		(parameter: string): Respond =>
		({ query }) =>
			page(Number(query?.[parameter] ?? 0));

	test.each<[string, Respond, boolean, string]>([
		['it may not be complete', () => status(200, { content: [{ code: '1' }] }), true, 'Compare the list'],
		['it has pages', pageAskedForWith('page'), true, NOTHING],
		['its pages are asked for in another way', pageAskedForWith('cursor'), false, 'Ask your provider'],
		[
			'it is refused',
			() => status(403, { error: 'x', message: 'access-token-b7a4 may not' }),
			false,
			'[hidden] may not',
		],
	])('%s', async (_, banks, ok, advice) => {
		const { of, requests } = await run({ banks });
		expect(of('Banks List')).toMatchObject({ ok, whatToDo: saying(advice) });
		expect(requests.find(to('banks'))!.headers).toEqual({ Authorization: 'Bearer access-token-b7a4' });
	});

	test('its pages are asked for with the parameter of the node', async () => {
		const { of } = await run({ banks: pageAskedForWith('cursor') }, STORED, { pageParameter: 'cursor' });
		expect(of('Banks List')).toMatchObject({ ok: true, found: saying('"cursor"') });
	});
});

describe('Transaction Base', () => {
	test('is known by what verify refuses without a key, or with it, where a proxy answers without one', async () => {
		const { requests } = await run();
		expect(requests.find(to('verify'))!.headers).toBeUndefined();
		const verify: Respond = ({ headers }) => (headers ? own(404) : html(401));
		expect((await run({ verify })).failed).toEqual([]);
	});

	test.each([
		['https://service.example/api', '', 'https://service.example', 'set Transaction Base to "https://service.example"'],
		['https://service.example/api', '', 'https://service.example/api/cards', 'set Transaction Base to "cards"'],
		['https://service.example/api', 'wrong', 'https://service.example/api', 'clear Transaction Base'],
		['https://service.example', 'https://cards.example', 'https://cards.example/v1', '"https://cards.example/v1"'],
	])('of %s and "%s" is wrong where it should be %s', async (baseUrl, transactionBase, right, advice) => {
		const verify: Respond = ({ url }) => (url.startsWith(`${right}/transaction/`) ? own(401) : html(404));
		const stored = transactionBase ? differing({ baseUrl, transactionBase }) : { ...STORED, baseUrl };
		const { of, requests } = await run({ verify }, stored);
		expect(of('Transaction Base')).toMatchObject({ ok: false, whatToDo: saying(advice) });
		expect(of('Transaction Base').whatToDo.includes('turn on My Provider Needs')).toBe(!transactionBase);
		for (const name of ['Private Key', 'IP Address', 'Find Payments', 'Card Authentication', 'Authorize']) {
			expect(of(name)).toMatchObject(waitsFor('Transaction Base'));
		}
		expect(requests.filter(to('charge'))).toEqual([]);
		const asked = transactionBase.startsWith('http')
			? transactionBase
			: `${baseUrl}/${transactionBase}`.replace(/\/$/, '');
		for (const { url, headers } of requests.filter(to('verify'))) {
			if (!url.startsWith(`${asked}/transaction/`)) expect(headers).toBeUndefined();
		}
	});

	test.each([html(404), html(200), own(200), own(500), status(401), unreachable()])('is nowhere: %j', async (reply) => {
		expect((await run({ verify: () => reply })).of('Transaction Base').ok).toBe(false);
	});
});

describe('Private Key and IP Address', () => {
	test.each<[string, Respond, string[], string]>([
		['a wrong key', () => own(401), ['Private Key', 'IP Address', 'Find Payments'], 'refused the private key'],
		[
			'an address that is not on the whitelist',
			({ headers }) => own(headers ? 403 : 401),
			['Private Key', 'IP Address', 'Find Payments'],
			'The service checks the IP address first',
		],
		[
			'a busy service',
			({ headers }) => (headers ? status(503) : own(401)),
			['Private Key', 'IP Address', 'Find Payments'],
			'status 503',
		],
	])('%s', async (_, verify, failing, found) => {
		const { of, failed } = await run({ verify });
		expect(failed).toEqual(failing);
		expect(of('Private Key').found).toContain(found);
	});

	test('a key that works, and is too short to sign links and pages', async () => {
		const { of } = await run({ verify: () => own(404) }, { ...STORED, privateKey: 'sk_live_4821' });
		expect(of('Private Key')).toMatchObject({ ok: false, found: saying('too short to sign payment links') });
		expect(of('IP Address').ok).toBe(true);
	});
});

describe('Find Payments', () => {
	const verifying =
		(answer: Reply): Respond =>
		({ headers, url }) =>
			headers && url.endsWith('/ORDER-1') ? answer : own(headers ? 404 : 401);
	const record = (more: object = {}) =>
		status(200, { status: 200, data: { transactionReference: 'T-0', merchantRef: 'ORDER-1', status: 2, ...more } });
	const finds = verifying(record());
	const findsNot = verifying(own(404));
	const filters = historyOf(['ORDER-1', 'ORDER-2']);
	const filtersNot = historyOf(['ORDER-1', 'ORDER-2'], { filters: false });

	const done = 'Nothing to do.';
	const BOTH = 'In the credential, set Find Payments With to Verify and Transaction History.';
	const VERIFY = 'In the credential, set Find Payments With to Verify.';
	const OFF = expect.stringMatching(/^In the credential, turn off Check References Before Sending\. /) as string;
	const ONLY_HISTORY = 'The transaction history finds payments by your reference, and verify does not.';
	const ONLY_VERIFY = 'Verify finds payments by your reference, and the transaction history does not.';

	test.each<[Record<string, Respond>, string, Record<string, string>]>([
		[{ verify: finds, history: filters }, 'Verify and the ', { both: done, verify: done, history: done }],
		[{ verify: findsNot, history: filters }, ONLY_HISTORY, { both: done, verify: BOTH, history: done }],
		[{ verify: finds, history: filtersNot }, ONLY_VERIFY, { both: VERIFY, verify: done, history: VERIFY }],
		[{ verify: findsNot, history: filtersNot }, 'Neither verify nor ', { both: OFF, verify: OFF, history: OFF }],
	])('by what finds a payment: %#', async (service, found, todo) => {
		for (const [findPaymentsWith, whatToDo] of Object.entries(todo)) {
			const { of } = await run(service, differing({ findPaymentsWith }));
			expect(of('Find Payments')).toEqual({
				ok: whatToDo === done,
				found: expect.stringContaining(found) as string,
				whatToDo,
			});
		}
	});

	test('asks for one payment, looks it up by the reference of the merchant, and charges nothing', async () => {
		const { requests } = await run();
		const headers = { Authorization: 'private-key-9e2d' };
		const url = 'https://service.example/api/transaction/history';
		const unused = expect.stringMatching(/^credential-test-/);
		expect(requests.filter(to('history'))).toEqual([
			{ endpoint: ENDPOINTS.history, url, headers, query: { startDate: 0, size: 1 } },
			{ endpoint: ENDPOINTS.history, url, headers, query: { startDate: 0, endDate: 1, size: 1 } },
			{ endpoint: ENDPOINTS.history, url, headers, query: { startDate: 0, size: 100, reference: 'ORDER-1' } },
			{ endpoint: ENDPOINTS.history, url, headers, query: { startDate: 0, size: 100, reference: unused } },
		]);
		expect(requests.filter(to('verify')).at(-1)).toMatchObject({
			url: 'https://service.example/api/transaction/verify/ORDER-1',
			headers,
		});
	});

	test.each<[string, Respond]>([
		['a page that filters nothing has no other payment', historyOf(['ORDER-1'], { filters: false })],
		[
			'the filter takes the references of the service alone',
			(request) => historyOf(request.query?.reference ? [] : ['ORDER-1', 'ORDER-2'])(request),
		],
		['the filter is refused', (request) => (request.query?.reference ? own(400) : filters(request))],
	])('history does not find by the reference where %s', async (_, history) => {
		const { of } = await run({ verify: finds, history });
		expect(of('Find Payments')).toMatchObject({ ok: false, found: ONLY_VERIFY });
	});

	test.each([
		['an answer about another payment', record({ merchantRef: 'ORDER-2' })],
		['a record that has the reference as its own', record({ transactionReference: 'ORDER-1', merchantRef: null })],
		['a refusal of its form', own(400)],
	])('verify does not find with %s', async (_, answer) => {
		expect((await run({ verify: verifying(answer) })).of('Find Payments').found).toBe(ONLY_HISTORY);
	});

	test.each([
		['no payment', []],
		['a payment under no reference', [{ transactionReference: 'T-1', status: 2 }]],
		['a payment under a reference of the service', [{ transactionReference: 'T-1', reference: 'T-1' }]],
		['a payment whose reference cannot be looked up', [{ transactionReference: 'T-1', reference: '..' }]],
	])('a history that has %s: a test payment is needed', async (_, content) => {
		const { of } = await run({ history: () => status(200, { status: 200, data: { content } }) });
		expect(of('Find Payments')).toMatchObject({ ok: true, whatToDo: saying('Make one test payment') });
	});

	test.each([own(400), html(404), own(405), status(200, { data: { rows: [] } })])(
		'without a history (%j) and a reference, the provider has to be asked',
		async (reply) => {
			const { of, requests } = await run({ history: () => reply });
			expect(of('Find Payments')).toMatchObject({ ok: true, whatToDo: expect.stringMatching(/^Ask your provider\./) });
			expect(requests.filter(to('history'))).toHaveLength(1);
		},
	);

	test.each([
		[status(503), 'status 503'],
		[status(302), 'redirected'],
		[unreachable(), 'cannot be reached'],
	])('a service that is in trouble: %j', async (reply, words) => {
		const { of, failed } = await run({ history: () => reply });
		expect(failed).toEqual(['Find Payments']);
		expect(of('Find Payments').found).toContain(words);
	});
});

describe('Card Authentication', () => {
	const letsIn = (isKey: (headers: Record<string, string>) => boolean, [yes, no] = [400, 403]): Respond => {
		return ({ headers }) => status(isKey(headers ?? {}) ? yes : no);
	};

	test('is right but for its header', async () => {
		const stored = differing({ cardAuthentication: 'privateKeyHeader', cardHeader: 'x-key' });
		const { of } = await run({ charge: letsIn((headers) => 'x-private-key' in headers) }, stored);
		expect(of('Card Authentication').whatToDo).toBe('In the credential, set Header Name to "x-private-key".');
	});

	test.each<[Reply, number]>([
		[status(200, { status: 200, message: 'Successful', data: {} }), 1],
		[status(201, {}), 1],
		[html(200), 1],
		[status(429), 1],
		[new LostAnswerError('The connection broke'), 1],
		...[status(401), html(400), status(500), status(404), status(301)].map((reply): [Reply, number] => [reply, 5]),
	])(
		'a charge without any field is not refused as it should be, at %j: so many are tried: %i',
		async (reply, count) => {
			const { of, requests } = await run({ charge: () => reply });
			expect(of('Card Authentication').ok).toBe(false);
			expect(requests.filter(to('charge'))).toHaveLength(count);
			expect(requests.filter(to('authorize'))).toEqual([]);
		},
	);

	test('an envelope that refuses with the status 200 counts as what it says', async () => {
		const wrapped = (inner: Respond): Respond => {
			return (request) => status(200, { status: (inner(request) as ProbeAnswer).httpStatus, message: 'No' });
		};
		const { failed } = await run({ charge: wrapped(GOOD.charge!), authorize: wrapped(GOOD.authorize!) });
		expect(failed).toEqual([]);
	});

	test('authorizations that are accepted where they should decide', async () => {
		const { of, requests } = await run({ charge: () => status(400), authorize: () => status(200, {}) });
		expect(of('Card Authentication').found).toContain('accepts a charge that it should refuse');
		expect(requests.filter(to('authorize'))).toHaveLength(1);
	});
});

test.each<[Reply, string[], string]>([
	[status(403), ['Authorize'], 'authorizations are refused (status 403)'],
	[status(200, {}), ['Authorize'], 'Nothing was charged.'],
	[html(404), ['Authorize'], 'gives no clear answer'],
	...[400, 404, 422].map((httpStatus): [Reply, string[], string] => [status(httpStatus), [], 'Authorizations work']),
])('Authorize: %j fails %j', async (reply, failing, found) => {
	const { of, failed } = await run({ authorize: () => reply });
	expect(failed).toEqual(failing);
	expect(of('Authorize').found).toContain(found);
});

describe('Notifications', () => {
	test.each([
		...['http://localhost:5678', 'http://n8n:5678', 'https://n8n.internal', 'http://n8n.local', 'http://shop.lan'],
		...['http://127.0.0.1:5678', 'https://10.1.2.3', 'https://172.16.0.1', 'https://172.31.0.1', 'https://192.168.1.2'],
		...['http://169.254.1.1', 'http://0.0.0.0', 'http://[::1]:5678', 'http://[fd00::1]', 'http://[fe80::1]'],
	])('%s is not on the internet, which a service on this machine need not be either', async (publicAddress) => {
		const { of } = await run({}, STORED, { publicAddress });
		expect(of('Notifications')).toMatchObject({ ok: false, whatToDo: saying('WEBHOOK_URL') });
		const stored = { ...STORED, environment: 'test', baseUrl: 'http://localhost:4010' };
		expect((await run({}, stored, { publicAddress })).of('Notifications').ok).toBe(true);
	});

	test.each([
		...['https://n8n.example', 'https://172.32.0.1', 'https://11.0.0.1', 'https://[2001:db8::1]'],
		'https://local.example',
	])('%s is', async (publicAddress) => {
		expect((await run({}, STORED, { publicAddress })).of('Notifications').ok).toBe(true);
	});

	test.each(['http://n8n.example', ''])('nobody can be called safely at "%s"', async (publicAddress) => {
		const { of } = await run({}, STORED, { publicAddress });
		expect(of('Notifications')).toMatchObject({ ok: false, whatToDo: saying('WEBHOOK_URL') });
	});
});

test.each(['banks', 'verify', 'history', 'charge', 'authorize', 'token'])(
	'no key and no token is shown, whatever the service says to %s',
	async (name) => {
		const keys = 'api-key-5c1f the-client-id private-key-9e2d';
		// A login that fails gives no token that could be shown.
		const message = name === 'token' ? keys : `${keys} access-token-b7a4 the-refresh-token`;
		for (const httpStatus of [400, 401, 403, 404, 500]) {
			const { checks } = await run({ [name]: () => status(httpStatus, { status: 'error', error: message, message }) });
			expect(JSON.stringify(checks)).not.toMatch(
				/api-key-5|the-client-id|private-key-9|access-token-b|the-refresh-token/,
			);
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
		expect(checks).toHaveLength(15);
		for (const { ok, found, whatToDo } of checks) {
			expect(found).not.toBe('');
			if (!ok) expect(whatToDo).not.toBe('');
		}
		expect(JSON.stringify(checks)).not.toMatch(/the-(client-id)|(api|private|public)-key-/);
	});
	await fc.assert(anyWords, { numRuns: 500 });
});

test('a mistake of the program is not taken for a finding', async () => {
	await expect(run({ token: () => new TypeError('A mistake') })).rejects.toThrow('A mistake');
	await expect(run({ token: () => new SettingError('Not a mistake') })).resolves.toBeDefined();
});
