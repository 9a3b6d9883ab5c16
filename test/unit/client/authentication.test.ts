import * as fc from 'fast-check';
import { keyFor, keyHeaders, needsToken, endpointUrl } from '../../../gateway/client/request';
import { ENDPOINTS } from '../../../gateway/client/endpoints';
import type { Settings } from '../../../gateway/client/settings';
import { SettingError } from '../../../gateway/values/errors';
import { attempt, failureOf, settingsWith, settingsWithTokens } from '../gateway/examples';
import { always } from '../gateway/property';

describe('Keys of the endpoints (5)', () => {
	test.each([
		['apiKey', { 'x-api-key': 'api-key-5c1f', 'x-client-id': 'the-client-id' }],
		['bearer', { Authorization: 'Bearer access-token-b7a4' }],
		['privateKey', { Authorization: 'private-key-9e2d' }],
		['privateKeyHeader', { 'x-private-key': 'private-key-9e2d' }],
		['none', {}],
	])('the card endpoints are opened as the credential says: %s (not shown)', (cardAuthentication, headers) => {
		expect(keyHeaders('card', settingsWithTokens({ cardAuthentication, cardHeader: 'x-private-key' }))).toEqual(
			headers,
		);
	});

	test.each([
		['authorization', { Authorization: 'public-key-4b8c' }],
		['publicKeyHeader', { 'x-public-key': 'public-key-4b8c' }],
	])('hosted checkout is opened by the public key as the credential says: %s', (form, headers) => {
		expect(keyHeaders('publicKey', settingsWith({ hostedCheckoutAuthentication: form }))).toEqual(headers);
	});

	test.each([
		['login', { apiKey: '' }, 'API Key'],
		['publicKey', { publicApiKey: '' }, 'Public Key'],
		['login', { clientId: ' ' }, 'Client ID'],
		['privateKey', { privateKey: '' }, 'Private Key'],
		['card', { apiKey: '' }, 'API Key'],
		['card', { cardAuthentication: 'privateKey', privateKey: '' }, 'Private Key'],
		['card', { cardAuthentication: 'privateKeyHeader', cardHeader: '' }, 'Header Name'],
		['card', { cardAuthentication: 'privateKeyHeader', cardHeader: 'x-key', privateKey: '' }, 'Private Key'],
	] as const)('%s with %j: the missing field is named', (key, stored, field) => {
		const error = failureOf(() => keyHeaders(key, settingsWith(stored)));
		expect(error).toBeInstanceOf(SettingError);
		expect(error.message).toBe(`The credential has no '${field}'.`);
	});

	test('a token is sent only to the host and with the keys that it was given for', () => {
		const changes = fc.constantFrom(
			...['baseUrl', 'apiKey', 'clientId'].map((field) => ({ [field]: 'https://another.example' })),
			{ baseUrl: 'http://service.example/api', environment: 'test' },
		);
		always(
			fc.property(changes, fc.string(), (change, otherFingerprint) => {
				const { tokenFor } = settingsWithTokens();
				for (const staleFor of [tokenFor, otherFingerprint]) {
					const changed = { ...settingsWith({ accessToken: 'access-token-b7a4', ...change }), tokenFor: staleFor };
					expect(keyHeaders('bearer', changed)).toEqual({ Authorization: 'Bearer none' });
				}
			}),
		);
	});

	test('without a token something is sent all the same, so that the 401 brings a login', () => {
		expect(keyHeaders('bearer', settingsWithTokens({ accessToken: '' }))).toEqual({ Authorization: 'Bearer none' });
	});

	test.each([
		['bearer', 'none', true],
		['card', 'bearer', true],
		['card', 'apiKey', false],
		['card', 'none', false],
		['login', 'bearer', false],
		['privateKey', 'bearer', false],
	] as const)('%s with card authentication %s needs a token first: %p', (key, cardAuthentication, expected) => {
		expect(needsToken(key, settingsWith({ cardAuthentication }))).toBe(expected);
	});
});

/** Addresses outside the service, each as close to it as can be. */
const OUTSIDE = [
	['another host', 'https://evil.example/api/transaction/verify/T-1'],
	['a host that begins alike', 'https://service.example.evil.example/api/transaction/verify/T-1'],
	['a host that ends alike', 'https://evilservice.example/api/transaction/verify/T-1'],
	['a host under this host', 'https://a.service.example/api/transaction/verify/T-1'],
	['a host with a final dot', 'https://service.example./api/transaction/verify/T-1'],
	['our host as a user name', 'https://service.example@evil.example/api/transaction/verify/T-1'],
	['our host as user name and password', 'https://service.example:443@evil.example/api/transaction/verify/T-1'],
	['our address before an @ in the host', 'https://service.example%2Fapi@evil.example/api/transaction/verify/T-1'],
	['another port', 'https://service.example:8443/api/transaction/verify/T-1'],
	['no encryption', 'http://service.example/api/transaction/verify/T-1'],
	['another kind of address', 'ftp://service.example/api/transaction/verify/T-1'],
	['our address inside a blob', 'blob:https://service.example/api/transaction/verify/T-1'],
	['another path', 'https://service.example/other/transaction/verify/T-1'],
	['a path that begins alike', 'https://service.example/api-v2/transaction/verify/T-1'],
	['the path in capitals', 'https://service.example/API/transaction/verify/T-1'],
	['a way out of the path', 'https://service.example/api/../transaction/verify/T-1'],
	['an encoded way out of the path', 'https://service.example/api/%2e%2e/transaction/verify/T-1'],
	['a way out of the path with a backslash', 'https://service.example/api\\..\\transaction\\verify\\T-1'],
	['an encoded slash after the path', 'https://service.example/api%2Ftransaction/verify/T-1'],
	['the bare prefix', 'https://service.example/api'],
	['a relative address', '/api/transaction/verify/T-1'],
	['no protocol', '//service.example/api/transaction/verify/T-1'],
	['nothing', ''],
];

/** The key for a request that does not name it. */
const keyOfOthers = (url: string, settings: Settings) => keyFor(url, settings, undefined);

describe('Which key opens an address (for requests that others build)', () => {
	const parameters = {
		transactionReference: 'T-1',
		bankCode: '011',
		accountNumber: '0123456789',
		reference: 'P/1',
		requestId: 'P/1',
	};

	test.each([
		['under the base URL', ''],
		['under a path of the base URL', 'cards'],
		['on a host of their own', 'https://cards.example/pay'],
	])('every endpoint has its own key, with the card endpoints %s', (_, transactionBase) => {
		const settings = settingsWith({ transactionBase });
		for (const endpoint of Object.values(ENDPOINTS)) {
			expect(keyOfOthers(endpointUrl(endpoint, settings, parameters), settings)).toBe(endpoint.key);
		}
	});

	test.each([
		['nameEnquiryPath', '/v2/holder;{bankCode}/{accountNumber}'],
		['transferPath', '/transaction/pay-out'],
		['transferPath', '/überweisung/a.b'],
		['transferStatusPath', '/transaction/{requestId}'],
		['historyPath', '/v2/payments'],
		['refundPath', '/v2/refunds/{transactionReference}'],
	])('every endpoint has its own key, with the %s %s', (setting, path) => {
		const settings = settingsWith({ [setting]: path });
		for (const endpoint of Object.values(ENDPOINTS)) {
			expect(keyOfOthers(endpointUrl(endpoint, settings, parameters), settings)).toBe(endpoint.key);
		}
	});

	test.each(['', '/', 'a/b', 'a%2Fb', '.%0a'])('a reference in an address may be written %p', (reference) => {
		const url = `https://service.example/api/transaction/verify/${reference}`;
		expect(keyOfOthers(url, settingsWith())).toBe('privateKey');
	});

	test.each(['charge/other', 'refund', 'verification/T-1', 'xverify/T-1', 'charges'])(
		'a card call that this package does not make, such as %s, takes the card key',
		(path) => {
			expect(keyOfOthers(`https://service.example/api/transaction/${path}`, settingsWith())).toBe('card');
		},
	);

	test.each(OUTSIDE)('%s gets no key: %s', (_, url) => {
		const error = failureOf(() => keyOfOthers(url, settingsWith()));
		expect(error).toBeInstanceOf(SettingError);
		expect(error.message).toBe('This credential does not send its keys to this address.');
	});

	test('the private key goes to verify and the history alone, and the card keys to the transaction paths alone', () => {
		const settings = settingsWith({ transactionBase: 'https://cards.example/pay' });
		const paths = fc.oneof(
			fc.webPath(),
			fc.webPath().map((path) => `/transaction${path}`),
			fc.webPath().map((path) => `/transaction/verify${path}`),
			fc.webPath().map((path) => `/transaction/history${path}`),
			fc.constantFrom('/transaction/history', '/transaction/history?reference=1'),
		);
		always(
			fc.property(fc.constantFrom(settings.baseUrl, settings.transactionUrl), paths, (base, path) => {
				const key = attempt(() => keyOfOthers(base + path, settings));
				const { href } = new URL(base + path);
				if (key === 'privateKey')
					expect(href).toMatch(/^https:\/\/cards\.example\/pay\/transaction\/(verify\/|history([?#]|$))/);
				if (key === 'card') expect(href).toMatch(/^https:\/\/cards\.example\/pay\/transaction\//);
				if (key === 'login') expect(href).toMatch(/^https:\/\/service\.example\/api\/uaa\/api\/auth/);
			}),
		);
	});

	test('an address gets a key only when its origin and the segments of its path are those of the settings', () => {
		const bases = [
			'https://service.example',
			'https://service.example/api',
			'https://service.example:8443/api/v1',
			'http://localhost:3000/api',
		];
		const tails = ['/transaction/charge', '/transaction/verify/T-1', '/paas/bank/transfer/v1/banks', '/uaa/api/auth'];
		const traps = [
			...['@', ':', '.', '/', '//', '\\', '..', '/../', '/..', '?', '#', 'a', ' ', '\t', '\n', '\u3002', '\uff0f'],
			...['%2e%2e/', '%2f', '%5c', '%00', '@evil.example', '.evil.example', 'evil.example/', 'user:word@'],
			...[':8443', ':443', 'API', 'http://'],
		];
		const insertions = fc.array(fc.tuple(fc.nat(), fc.constantFrom(...traps)), { maxLength: 3 });
		always(
			fc.property(
				fc.constantFrom(...bases),
				fc.constantFrom(...bases),
				fc.constantFrom(...tails),
				insertions,
				fc.boolean(),
				(base, usedBase, tail, inserted, isUpper) => {
					const settings = settingsWith({ baseUrl: base });
					const plain = (isUpper ? usedBase.toUpperCase() : usedBase) + tail;
					const url = inserted.reduce((text, [place, trap]) => {
						const at = place % (text.length + 1);
						return text.slice(0, at) + trap + text.slice(at);
					}, plain);
					const key = attempt(() => keyOfOthers(url, settings));
					if (key instanceof Error) {
						expect(key).toBeInstanceOf(SettingError);
						return;
					}
					const [asked, own] = [new URL(url), new URL(base)];
					expect([asked.protocol, asked.hostname, asked.port]).toEqual([own.protocol, own.hostname, own.port]);
					const ownSegments = own.pathname.split('/').filter(Boolean);
					expect(asked.pathname.split('/').slice(1, 1 + ownSegments.length)).toEqual(ownSegments);
				},
			),
		);
	});
});

describe('A request of this package, which names its key', () => {
	const parameters = { transactionReference: 'initialize' };

	test.each(Object.entries(ENDPOINTS))(
		'gets the key of its own endpoint, whatever the paths are: %s',
		(_, endpoint) => {
			const settings = settingsWith({
				refundPath: '/transaction/{transactionReference}',
				historyPath: '/transaction/charge',
			});
			expect(keyFor(endpointUrl(endpoint, settings, parameters), settings, endpoint.key)).toBe(endpoint.key);
		},
	);

	// By its address alone it is a refund of the payment "initialize", which the private key opens.
	test('creates a hosted checkout with the public key, where the refunds of the provider look the same', () => {
		const settings = settingsWith({ refundPath: '/transaction/{transactionReference}' });
		const url = endpointUrl(ENDPOINTS.hostedCheckout, settings);
		expect(keyOfOthers(url, settings)).toBe('refund');
		expect(keyFor(url, settings, 'publicKey')).toBe('publicKey');
	});

	test.each(OUTSIDE)('%s gets no key: %s', (_, url) => {
		for (const { key } of Object.values(ENDPOINTS)) {
			const error = failureOf(() => keyFor(url, settingsWith(), key));
			expect(error).toBeInstanceOf(SettingError);
			expect(error.message).toBe('This credential does not send its keys to this address.');
		}
	});
});

test.each([
	['https://SERVICE.example:443/api', '/cards'],
	['https://service.example/ü b', ''],
	['HTTPS://service.example/api/', 'https://CARDS.example:443/pay/'],
])('every endpoint has its own key, however its address is written: %s, %s', (baseUrl, transactionBase) => {
	const settings = settingsWith({ baseUrl, transactionBase });
	for (const endpoint of Object.values(ENDPOINTS)) {
		const url = endpointUrl(endpoint, settings, { transactionReference: 'T-1', reference: 'P-1', requestId: 'P-1' });
		expect(keyFor(new URL(url).href, settings, undefined)).toBe(endpoint.key);
		expect(keyFor(url, settings, endpoint.key)).toBe(endpoint.key);
	}
});
