import * as fc from 'fast-check';
import { SettingError, TokenError } from '../../../gateway/values/errors';
import { ENDPOINTS } from '../../../gateway/client/endpoints';
import { isExpired, loginRequest, readToken, refreshRequest } from '../../../gateway/client/token';
import { failureOf, NOW, settingsWith, settingsWithTokens } from '../gateway/examples';
import { always } from '../gateway/property';

/** A JWT (RFC 7519) with these claims. */
function jwt(claims: unknown): string {
	return ['{"alg":"none"}', JSON.stringify(claims), 'signature']
		.map((part) => Buffer.from(part).toString('base64url'))
		.join('.');
}

describe('Login (4.1)', () => {
	test('is a request to /uaa/api/auth with the two key headers and no body', () => {
		expect(loginRequest(settingsWith())).toEqual({
			endpoint: ENDPOINTS.token,
			url: 'https://service.example/api/uaa/api/auth',
			headers: { 'x-api-key': 'api-key-5c1f', 'x-client-id': 'the-client-id' },
		});
	});

	test.each(['apiKey', 'clientId'])('needs the %s', (field) => {
		expect(failureOf(() => loginRequest(settingsWith({ [field]: ' ' })))).toBeInstanceOf(SettingError);
	});
});

describe('Renewal with the refresh token (5.3; path and form are not shown, so they are settings)', () => {
	const headers = { 'x-api-key': 'api-key-5c1f', 'x-client-id': 'the-client-id' };

	test('sends the refresh token in the body', () => {
		expect(refreshRequest(settingsWithTokens({ renewalPath: '/uaa/api/refresh' }))).toEqual({
			endpoint: ENDPOINTS.token,
			url: 'https://service.example/api/uaa/api/refresh',
			headers,
			body: { refreshToken: 'the-refresh-token' },
		});
	});

	test('sends it as a bearer token where the settings say so', () => {
		expect(refreshRequest(settingsWithTokens({ renewalPath: '/uaa/api/refresh', renewalStyle: 'bearer' }))).toEqual({
			endpoint: ENDPOINTS.token,
			url: 'https://service.example/api/uaa/api/refresh',
			headers: { ...headers, Authorization: 'Bearer the-refresh-token' },
		});
	});

	test('is not tried without a refresh token', () => {
		expect(refreshRequest(settingsWithTokens({ renewalPath: '/r', refreshToken: '' }))).toBeUndefined();
	});

	test.each([
		['API key', { apiKey: 'another' }],
		['client ID', { clientId: 'another' }],
		['host', { baseUrl: 'https://other.example' }],
	])('is not tried with the token of another %s', (_, change) => {
		const { tokenFor } = settingsWithTokens();
		const changed = settingsWith({ renewalPath: '/r', refreshToken: 'the-refresh-token', ...change });
		expect(refreshRequest({ ...changed, tokenFor })).toBeUndefined();
	});

	test('goes to the host of the settings, whatever its path', () => {
		const paths = fc.oneof(
			fc.string({ minLength: 1 }),
			fc.webUrl(),
			fc.constantFrom('@evil.example', '//evil.example', '\\\\evil.example', '.evil.example', ':8443'),
		);
		always(
			fc.property(paths, (renewalPath) => {
				fc.pre(renewalPath.trim() !== '');
				const settings = settingsWithTokens({ baseUrl: 'https://service.example', renewalPath });
				expect(new URL(refreshRequest(settings)!.url).origin).toBe('https://service.example');
			}),
		);
	});
});

describe('Token answer (2.1)', () => {
	const settings = settingsWith({ refreshToken: 'the-old-refresh-token' });

	test.each([undefined, null, ''])('with the refresh token %p leaves the old one in force', (refreshToken) => {
		expect(readToken({ accessToken: 'a', refreshToken }, settings, NOW).refreshToken).toBe('the-old-refresh-token');
	});

	test.each([undefined, null, '', '<html>', 5, [], {}, { accessToken: '' }, { accessToken: 5 }, { accessToken: null }])(
		'%j has no access token',
		(body) => {
			const error = failureOf(() => readToken(body, settings, NOW));
			expect(error).toBeInstanceOf(TokenError);
			expect([error.message, error.description]).toEqual([
				'The answer to the login has no access token.',
				'Check the Base URL in the credential: it may point to a page instead of the service.',
			]);
			expect(error).toMatchObject({ isLasting: true });
		},
	);
});

describe('How long a token may be used (its lifetime is not shown, so by the exp of a JWT)', () => {
	const now = NOW / 1000;
	const stateOf = (accessToken: string, obtainedAt = 0) =>
		isExpired({ accessToken, obtainedAt }, NOW) ? 'expired' : 'valid';

	test.each([
		['an hour before its end', { exp: now + 3600 }, 'valid'],
		['31 seconds before its end', { exp: now + 31 }, 'valid'],
		['30 seconds before its end, so that it does not expire on the way', { exp: now + 30 }, 'expired'],
		['at its end', { exp: now }, 'expired'],
		['after its end', { exp: now - 1 }, 'expired'],
		['that lives for a minute, 7 seconds before its end', { iat: now - 53, exp: now + 7 }, 'valid'],
		['that lives for a minute, 6 seconds before its end', { iat: now - 54, exp: now + 6 }, 'expired'],
		['whose end is before its beginning, an hour before its end', { iat: now + 7200, exp: now + 3600 }, 'valid'],
		['whose end is its beginning, 20 seconds before it', { iat: now + 20, exp: now + 20 }, 'expired'],
		['whose beginning is text, 7 seconds before its end', { iat: String(now - 53), exp: now + 7 }, 'expired'],
		['without an end', { sub: 'someone' }, 'valid'],
		['whose end is no number', { exp: '2030-01-01' }, 'valid'],
		['without claims', null, 'valid'],
		['with a list for claims', [], 'valid'],
	])('a JWT %s: %j is %s', (_, claims, state) => {
		expect(stateOf(jwt(claims))).toBe(state);
	});

	test.each([
		['a service whose clock is hours behind', -7200],
		['a service whose clock is hours ahead', 7200],
	])('a token of %s lives as long as it says, counted from when it came', (_, offset) => {
		const token = jwt({ iat: now - 60 + offset, exp: now + 3540 + offset });
		expect(stateOf(token, NOW)).toBe('valid');
		expect(stateOf(token, NOW - 60_000)).toBe('valid');
		expect(stateOf(token, NOW - 3_569_000)).toBe('valid');
		expect(stateOf(token, NOW - 3_570_000)).toBe('expired');
	});

	test.each([
		['without a beginning', { exp: now + 3600 }, NOW - 1000],
		['that came at an unknown time', { iat: now, exp: now + 3600 }, 0],
		['that came after now, because the clock was set back', { iat: now, exp: now + 3600 }, NOW + 1000],
	])('the end of one %s is the one that it names', (_, claims, since) => {
		expect(stateOf(jwt(claims), since)).toBe('valid');
		expect(stateOf(jwt({ ...claims, ...('iat' in claims && { iat: now - 7200 }), exp: now }), since)).toBe('expired');
	});

	test.each(['', 'opaque-token', 'a.b.c', '..', 'a..c'])('the token %p does not tell its end', (token) => {
		expect(stateOf(token)).toBe('valid');
	});
});
