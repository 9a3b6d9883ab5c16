import * as fc from 'fast-check';
import { ENDPOINTS } from '../../../gateway/client/endpoints';
import { SettingError } from '../../../gateway/values/errors';
import { fingerprint, readSettings, readSettingsOnce, maskAnswer } from '../../../gateway/client/settings';
import { allWordsOf, attempt, failureOf, settingsWith } from '../gateway/examples';
import { always, anyValue } from '../gateway/property';

describe('A credential', () => {
	const KEYS = [
		['apiKey', 'API Key'],
		['clientId', 'Client ID'],
		['privateKey', 'Private Key'],
		['previousPrivateKey', 'Previous Private Key'],
	] as const;

	test.each(KEYS)('has its %s without the spaces around it, and none where it is blank', (name) => {
		expect(settingsWith({ [name]: ' \t\n\u00a0key 1é\ufeff\r\n' })[name]).toBe('key 1é');
		expect(settingsWith({ [name]: ' \t\n\u00a0\ufeff' })[name]).toBe('');
	});

	test.each(KEYS)(
		'is refused by the name of the field where its %s has a character that is not sent or seen',
		(name, label) => {
			const within = [
				...'\n\t\0\x1b\x7f\x85\u00a0\u00ad\u200b\u200d\u2011\u2028\u202e\ufeff\u3000\u0448\u{1f511}',
				'\r\n',
			];
			for (const key of [...within.map((character) => `key${character}1`), '\u200bkey', 'key\0', '\u200b']) {
				const error = failureOf(() => settingsWith({ [name]: key }));
				expect(error.message).toBe(`The credential's '${label}' has a value that cannot be used.`);
				expect(error.description).toMatch(/^It has a line break, an invisible character/);
				expect(allWordsOf(error)).not.toContain(key);
			}
		},
	);

	test.each([
		['live', 'live'],
		['test', 'test'],
		['', 'live'],
		['Test', 'live'],
		[undefined, 'live'],
	])('for the environment %p is for %s payments', (environment, expected) => {
		expect(settingsWith({ environment }).environment).toBe(expected);
	});

	test.each([
		['', ENDPOINTS.charge.refusalStatuses],
		[' , ', ENDPOINTS.charge.refusalStatuses],
		['400', [400]],
		['400, 403', [400, 403]],
		['400 403;422,\n499', [400, 403, 422, 499]],
	])('with the refusals %p of a charge has %p', (given, expected) => {
		expect(settingsWith({ chargeRefusals: given }).chargeRefusals).toEqual(expected);
	});

	test.each([
		['yearDigits', '4', 4],
		['accountDigits', '34', 34],
		['accountDigits', 1, 1],
		['pageParameter', ' pageNumber ', 'pageNumber'],
		['pageParameter', ' ', 'page'],
	] as const)('with the %s %p has %p', (name, given, expected) => {
		expect(settingsWith({ [name]: given })[name]).toBe(expected);
	});

	test.each([
		['privateKey', null, 'Private Key'],
		['accessToken', 5, 'accessToken'],
		['apiKey', 5, 'API Key'],
		['providerDiffers', 'yes', 'My Provider Needs Other Settings'],
		['amountsIn', 'kobo', 'Amounts Are Sent In'],
		['cardAuthentication', 'magic', 'Card Authentication'],
		['renewalStyle', 'query', 'Refresh Token Sent As'],
		['checkReferences', 'no', 'Check References Before Sending'],
		['findPaymentsWith', 'magic', 'Find Payments With'],
		['hostedCheckoutAuthentication', 'bearer', 'Hosted Checkout Authentication'],
		['publicApiKey', 5, 'Public Key'],
		['chargeRefusals', '400, all', 'Statuses That Refuse a Charge'],
		['chargeRefusals', '200', 'Statuses That Refuse a Charge'],
		['chargeRefusals', '399', 'Statuses That Refuse a Charge'],
		['chargeRefusals', '400, 500', 'Statuses That Refuse a Charge'],
		['chargeRefusals', '400.5', 'Statuses That Refuse a Charge'],
		['yearDigits', 3, 'Digits of the Expiry Year'],
		['pinFormat', 'digits', 'Send PIN As'],
		['pageParameter', 5, 'Page Parameter'],
		['accountDigits', 0, 'Account Number Digits'],
		['accountDigits', 35, 'Account Number Digits'],
		['accountDigits', 9.5, 'Account Number Digits'],
		['accountDigits', 'ten', 'Account Number Digits'],
		['accountDigits', '', 'Account Number Digits'],
		['cardHeader', 'x key', 'Header Name'],
		['cardHeader', 'x-key:', 'Header Name'],
		['cardHeader', 'x-key\r\nx-other', 'Header Name'],
		['cardHeader', 'Host', 'Header Name'],
		['cardHeader', 'content-length', 'Header Name'],
		['cardHeader', 'Content-Type', 'Header Name'],
		['cardHeader', 'Transfer-Encoding', 'Header Name'],
		['cardHeader', 'CONNECTION', 'Header Name'],
		['cardHeader', 'Proxy-Authorization', 'Header Name'],
	])('with the %s %p is refused by the name of the field', (field, value, label) => {
		const error = failureOf(() => settingsWith({ [field]: value }));
		expect(error).toBeInstanceOf(SettingError);
		expect(error.message).toContain(`'${label}'`);
	});

	test.each(['Host', 'te', 'Trailer', 'via'])('says why the header %p cannot carry a key', (cardHeader) => {
		expect(failureOf(() => settingsWith({ cardHeader })).description).toBe(
			'HTTP uses this header itself. Open the credential and enter it again.',
		);
	});

	test.each([
		['historyPath', '/history/{reference}', 'list transactions'],
		['historyPath', '/history?all', 'list transactions'],
		['nameEnquiryPath', '/holder/{accountNumber}', 'look up the account holder'],
		['nameEnquiryPath', '/holder', 'look up the account holder'],
		['transferPath', '/pay/{amount}', 'make the transfer'],
		['transferPath', '/pay?now', 'make the transfer'],
		['transferPath', 'https:// other', 'make the transfer'],
		['transferStatusPath', '/status', 'get the status of the transfer'],
		['transferStatusPath', '/status/{id}', 'get the status of the transfer'],
	])('with the %s %p is refused', (field, path, call) => {
		const error = failureOf(() => settingsWith({ [field]: path }));
		expect(error).toBeInstanceOf(SettingError);
		expect(error.message).toBe(`The credential's path to ${call} cannot be used.`);
	});

	test.each(['{', '[]', '{"SUCCESSFUL": "paid"}', '{"SUCCESSFUL": "otp_required"}'])(
		'with the transfer statuses %p is refused',
		(text) => {
			const error = failureOf(() => settingsWith({ transferStatuses: text }));
			expect(error.message).toBe("The credential's 'Transfer Statuses' cannot be read.");
		},
	);

	test.each([undefined, null, 'text', 5, []])('is not %p', (stored) => {
		expect(failureOf(() => readSettings(stored))).toBeInstanceOf(SettingError);
	});

	test('is read once where it is frozen, and each time where it can change', () => {
		const stored = { baseUrl: 'https://service.example', apiKey: 'one' };
		expect(readSettingsOnce(stored).apiKey).toBe('one');
		stored.apiKey = 'another';
		expect(readSettingsOnce(stored).apiKey).toBe('another');
		Object.freeze(stored);
		expect(readSettingsOnce(stored)).toBe(readSettingsOnce(stored));
	});
});

describe('Settings in which providers differ', () => {
	const differing = {
		transactionBase: 'https://cards.example',
		cardAuthentication: 'none',
		cardHeader: 'x-merchant-key',
		amountsIn: 'hundredths',
		yearDigits: 4,
		pinFormat: 'text',
		renewalPath: '/renew',
		renewalStyle: 'bearer',
		checkReferences: false,
		findPaymentsWith: 'history',
		historyPath: '/payments',
		chargeRefusals: '400, 403',
		statusCodes: '{"4": {"name": "PAID", "outcome": "authorized"}}',
		pageParameter: 'pageNumber',
		accountDigits: 12,
		nameEnquiryPath: '/holder/{bankCode}/{accountNumber}',
		transferPath: '/pay',
		transferStatusPath: '/paid/{reference}',
		transferStatuses: '{"FAILED": "authorized"}',
	};
	const comparable = (stored: Record<string, unknown>) => ({ ...settingsWith(stored), providerDiffers: undefined });

	test.each([false, undefined])('have their defaults while the form hides them (%p), whatever is stored', (hidden) => {
		expect(comparable({ ...differing, providerDiffers: hidden })).toEqual(comparable({}));
	});

	test('are not even read while the form hides them', () => {
		const broken = Object.fromEntries(Object.keys(differing).map((name) => [name, '{']));
		expect(comparable({ ...broken, providerDiffers: false })).toEqual(comparable({}));
	});

	test.each(Object.entries(differing))('%s counts while the form shows it', (name, value) => {
		expect(comparable({ [name]: value })).not.toEqual(comparable({}));
	});
});

describe('Base URL (4: paths are relative to it)', () => {
	test.each([
		['https://service.example', 'https://service.example'],
		['https://service.example/', 'https://service.example'],
		['https://service.example/api/', 'https://service.example/api'],
		['https://service.example/api//v2//', 'https://service.example/api/v2'],
		[' https://Service.Example/API ', 'https://service.example/API'],
		['https://service.example:443/api', 'https://service.example/api'],
		['http://localhost:3000', 'http://localhost:3000'],
		['https://service.example/uaa/api/auth', 'https://service.example'],
		['https://service.example/api//uaa/api/auth/', 'https://service.example/api'],
		['https://service.example/uaa/api/auth/v2', 'https://service.example/uaa/api/auth/v2'],
		['https://service.example/uaa/api', 'https://service.example/uaa/api'],
		['https://service.example/xuaa/api/auth', 'https://service.example/xuaa/api/auth'],
	])('%p is %p', (given, expected) => {
		expect(settingsWith({ baseUrl: given }).baseUrl).toBe(expected);
	});

	test.each([
		'',
		'service.example',
		'/api',
		'ftp://service.example',
		'javascript:alert(1)',
		'https://',
		'https://user@service.example',
		'https://user:word@service.example',
		'https://:word@service.example',
		'https://service.example?x=1',
		'https://service.example#x',
	])('%p is refused', (given) => {
		const error = failureOf(() => settingsWith({ baseUrl: given }));
		expect(error).toBeInstanceOf(SettingError);
		expect(error.message).toContain("'Base URL'");
	});
});

describe('Transaction base (the prefix of the transaction paths is not shown)', () => {
	const baseUrl = 'https://service.example/api';

	test.each([
		['nothing', '', 'https://service.example/api'],
		['a path', 'cards', 'https://service.example/api/cards'],
		['a path with slashes', '/cards/v1/', 'https://service.example/api/cards/v1'],
		['a whole URL', 'https://cards.example/pay/', 'https://cards.example/pay'],
		['a whole URL in capitals', 'HTTPS://CARDS.example', 'https://cards.example'],
	])('%s: %p', (_, transactionBase, expected) => {
		expect(settingsWith({ baseUrl, transactionBase }).transactionUrl).toBe(expected);
	});

	test.each(['https://user@cards.example', 'https://cards.example?x=1', 'cards?x=1', 'cards#x', 'https://'])(
		'%p is refused',
		(transactionBase) => {
			const error = failureOf(() => settingsWith({ baseUrl, transactionBase }));
			expect(error).toBeInstanceOf(SettingError);
			expect(error.message).toContain("'Transaction Base'");
		},
	);

	test('a path stays on the host of the base URL', () => {
		const paths = fc.oneof(
			fc.string(),
			fc.string({ unit: fc.constantFrom('/', '.', '@', ':', '\\', 'a', '%2f') }),
			fc.constantFrom('//evil.example', '\\\\evil.example', '@evil.example', '.evil.example', 'ftp://evil.example'),
		);
		always(
			fc.property(paths, (transactionBase) => {
				fc.pre(!/^\s*https?:/i.test(transactionBase));
				const settings = attempt(() => settingsWith({ baseUrl, transactionBase }));
				if (settings instanceof Error) expect(settings).toBeInstanceOf(SettingError);
				else expect(new URL(settings.transactionUrl).origin).toBe('https://service.example');
			}),
		);
	});
});

describe('Any credential', () => {
	const fields = [
		'baseUrl',
		'providerDiffers',
		'transactionBase',
		'apiKey',
		'cardAuthentication',
		'renewalStyle',
		'statusCodes',
		'tokenFor',
	];

	test('never shows its keys in a refusal', () => {
		const keys = { apiKey: 'secret-1', clientId: 'secret-2', privateKey: 'secret-3', accessToken: 'secret-4' };
		always(
			fc.property(fc.constantFrom(...fields, 'refreshToken'), anyValue, (field, value) => {
				const result = attempt(() => settingsWith({ ...keys, [field]: value }));
				if (result instanceof Error) expect(allWordsOf(result)).not.toContain('secret-');
			}),
		);
	});
});

describe('Fingerprint of the keys that a token belongs to', () => {
	test('differs exactly when a key or the host differs', () => {
		const identity = fc.record({
			baseUrl: fc.constantFrom('https://a.example', 'https://a.example/b'),
			apiKey: fc.string({ unit: fc.constantFrom('a', '"', ','), maxLength: 4 }),
			clientId: fc.string({ unit: fc.constantFrom('a', '"', ','), maxLength: 4 }),
		});
		always(
			fc.property(identity, identity, (one, other) => {
				const isSame = one.baseUrl === other.baseUrl && one.apiKey === other.apiKey && one.clientId === other.clientId;
				expect(fingerprint(one) === fingerprint(other)).toBe(isSame);
			}),
		);
	});
});

describe('Live payments', () => {
	test.each([
		[{ baseUrl: 'http://service.example' }],
		[{ baseUrl: 'HTTP://service.example' }],
		[{ baseUrl: 'http://service.example', environment: undefined }],
		[{ baseUrl: 'http://service.example', providerDiffers: false }],
		[{ baseUrl: 'http://localhost.example' }],
		[{ baseUrl: 'http://192.168.1.2' }],
		[{ transactionBase: 'http://cards.service.example' }],
		[{ baseUrl: 'http://localhost', transactionBase: 'http://cards.service.example' }],
	])('need https: %j does not have it', (stored) => {
		const problem = failureOf(() => settingsWith({ environment: 'live', ...stored }));
		expect(problem).toBeInstanceOf(SettingError);
		expect(problem.message).toBe('The credential is for live payments, but its address does not begin with https://.');
		expect(problem.description).toContain('or set Environment to Test.');
	});

	test.each([
		[{ baseUrl: 'https://service.example' }],
		[{ baseUrl: 'https://service.example', transactionBase: '/cards' }],
		[{ baseUrl: 'http://localhost:4010' }],
		[{ baseUrl: 'http://127.0.0.1:4010', transactionBase: 'http://[::1]:4011' }],
		[{ baseUrl: 'http://service.example', environment: 'test' }],
		// The form hides it, so it does not count.
		[{ transactionBase: 'http://cards.service.example', providerDiffers: false }],
	])('%j is no problem', (stored) => {
		expect(() => settingsWith({ environment: 'live', ...stored })).not.toThrow();
	});
});

test.each([
	['https://user:secret@host.example/login;jsessionid=1?next=/a#b', 'https://host.example/login'],
	['/login?session=1', '/login'],
	[`https://host.example/${'x'.repeat(9000)}`, `https://host.example/${'x'.repeat(179)}`],
	['', undefined],
	[undefined, undefined],
])('a redirect to %j is told by its place alone', (location, place) => {
	const answer = { httpStatus: 302, body: '', ...(location !== undefined && { location }) };
	expect(maskAnswer(answer, settingsWith()).location).toBe(place);
});
