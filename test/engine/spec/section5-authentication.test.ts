import type { IDataObject } from 'n8n-workflow';

import type { SandboxOptions } from '../../../dev/sandbox';
import { chargeFields, World } from '../support/world';
import { charged, failure, only, sentTo } from './helpers';

type CardAuth = Required<SandboxOptions>['cardAuth'];

let world: World;
let credential: IDataObject;
beforeAll(async () => {
	world = await World.start({ webhooksEnabled: false, refreshPath: '/uaa/api/auth/refresh' });
	credential = stored();
});
afterAll(async () => await world.stop());

// Keys that no test before has used, so that none of its tokens can serve.
let used = 0;
beforeEach(async () => {
	await world.sandbox.reset();
	world.sandbox.configure({ apiKey: `sandbox-api-key-${++used}` });
	world.engine.store.write(world.credentialId, { ...credential, apiKey: apiKey() });
});

const apiKey = () => world.sandbox.options.apiKey;
const paths = () => world.sandbox.requests.map(({ url }) => url);
const stored = () => world.engine.store.read(world.credentialId) as IDataObject;

describe('5.1 Transfer-related endpoints require the access token', () => {
	test('the banks list sends the accessToken of the authentication endpoint', async () => {
		expect(await world.one('bank', 'getMany', { limit: 1 })).toHaveLength(1);
		expect(paths()).toEqual(['/uaa/api/auth', '/paas/bank/transfer/v1/banks']);
		expect(sentTo(world, '/banks').headers.authorization).toBe(`Bearer ${String(stored().accessToken)}`);
	});

	test('a token serves until it expires: the next execution does not log in again', async () => {
		await world.one('bank', 'getMany', { limit: 1 });
		await world.one('bank', 'getMany', { limit: 1 });
		expect(world.sandbox.tokenCalls).toBe(1);
	});
});

describe('5.2 The token is obtained with x-api-key and x-client-id', () => {
	test('both headers are sent', async () => {
		await world.one('bank', 'getMany', { limit: 1 });
		expect(sentTo(world, '/uaa/api/auth').headers).toMatchObject({
			'x-api-key': apiKey(),
			'x-client-id': 'sandbox-client-id',
		});
	});

	test.each([
		['API key', { apiKey: 'another-api-key' }],
		['client ID', { clientId: 'another-client-id' }],
	])('a wrong %s: an error says which keys to check, and no bank is asked for', async (_, changes) => {
		world.editCredential(changes);
		const error = await failure(world, 'bank', 'getMany');
		expect(error.message).toBe('The service refused the API key or the client ID.');
		expect(error.description).toContain('The service says: "The API key or the client id is wrong"');
		expect(error.description).toContain('Check the API Key and the Client ID in the credential');
		expect(paths()).toEqual(['/uaa/api/auth']);
	});
});

describe('5.3 The token is renewed with the refresh token', () => {
	test('when the service no longer takes the access token, the call goes through all the same', async () => {
		world.editCredential({ renewalPath: '/uaa/api/auth/refresh' });
		await world.one('bank', 'getMany', { limit: 1 });
		const { accessToken, refreshToken } = stored();
		world.sandbox.revokeTokens();

		expect(await world.one('bank', 'getMany', { limit: 1 })).toHaveLength(1);

		expect(sentTo(world, '/uaa/api/auth/refresh').body).toEqual({ refreshToken });
		expect(world.sandbox.tokenCalls).toBe(1);
		expect(stored().accessToken).not.toBe(accessToken);
	});
});

describe('5.4 Verify uses the private key', () => {
	test('as the value of Authorization, without Bearer and without the other keys', async () => {
		const { transactionReference } = await charged(world);
		await world.one('transaction', 'verify', { transactionReference });
		const { headers } = sentTo(world, transactionReference);
		expect(headers.authorization).toBe('sandbox-private-key');
		expect(headers).not.toHaveProperty('x-api-key');
		expect(headers).not.toHaveProperty('x-client-id');
	});

	test('no login comes before it', async () => {
		const { transactionReference } = await charged(world);
		await world.one('transaction', 'verify', { transactionReference });
		expect(world.sandbox.tokenCalls).toBe(0);
	});

	test('the private key goes to no other endpoint but the transaction history', async () => {
		const { transactionReference } = await charged(world);
		await world.one('card', 'authorize', { transactionReference, otp: '123456' });
		await world.one('bank', 'getMany', { limit: 1 });
		await world.one('account', 'get');
		const { requests } = world.sandbox;
		const withKey = requests.filter((request) => JSON.stringify(request).includes('sandbox-private-key'));
		expect([...new Set(withKey.map(({ endpoint }) => endpoint))].sort()).toEqual(['history', 'verify']);
		expect(requests.length - withKey.length).toBe(5);
	});

	test('the editor does not show it', () => {
		const { properties } = world.engine.credentialType('cardPaymentApi');
		expect(properties.find(({ name }) => name === 'privateKey')?.typeOptions).toEqual({ password: true });
	});
});

describe('5.6 An invalid private key', () => {
	test('401: an error says so, and the key is sent only once', async () => {
		const { transactionReference } = await charged(world);
		world.editCredential({ privateKey: 'another-private-key' });
		const error = await failure(world, 'transaction', 'verify', { transactionReference });
		expect(error.message).toBe('The service refused the private key.');
		expect(world.requestsTo(transactionReference)).toHaveLength(1);
	});
});

describe('5.7 An invalid API key or signature', () => {
	test.each([
		['API key', { apiKey: 'another-api-key' }],
		['client ID', { clientId: 'another-client-id' }],
	])('a wrong %s: the charge is answered 403, an error says so, and it is sent only once', async (_, changes) => {
		world.editCredential(changes);
		const error = await failure(world, 'card', 'charge', chargeFields({ reference: 'KEYS-1' }));
		expect(error.message).toBe(
			'The card was not charged by this call: the service refused the API key or the signature of this call.',
		);
		expect(world.requestsTo('/transaction/charge')).toHaveLength(1);
		expect(world.sandbox.ledger.chargesOf('KEYS-1')).toBe(0);
	});
});

const SCHEMES: CardAuth[] = ['apiKey', 'bearer', 'privateKey', 'privateKeyHeader', 'none'];

describe('5 The credential scheme of charge and authorize ("not shown")', () => {
	const keysOf = (path: string) => {
		const { headers } = sentTo(world, path);
		const names = ['authorization', 'x-api-key', 'x-client-id', 'x-private-key', 'x-merchant-key'];
		return Object.fromEntries(names.filter((name) => name in headers).map((name) => [name, headers[name]]));
	};

	test.each<[CardAuth, () => object]>([
		['apiKey', () => ({ 'x-api-key': apiKey(), 'x-client-id': 'sandbox-client-id' })],
		['bearer', () => ({ authorization: `Bearer ${String(stored().accessToken)}` })],
		['privateKey', () => ({ authorization: 'sandbox-private-key' })],
		['privateKeyHeader', () => ({ 'x-private-key': 'sandbox-private-key' })],
		['none', () => ({})],
	])('%s: both calls carry this key and no other', async (cardAuth, keys) => {
		world.sandbox.configure({ cardAuth });
		world.editCredential({ cardAuthentication: cardAuth });
		const { transactionReference } = await charged(world);
		const authorized = await only(world, 'card', 'authorize', { transactionReference, otp: '123456' });
		expect(authorized).toMatchObject({ authorized: true });
		expect(keysOf('/transaction/charge')).toEqual(keys());
		expect(keysOf('/transaction/charge/authorize')).toEqual(keys());
		expect(world.sandbox.tokenCalls).toBe(cardAuth === 'bearer' ? 1 : 0);
	});

	test('without a choice it is the API key and the client ID', async () => {
		await charged(world);
		expect(keysOf('/transaction/charge')).toEqual({
			'x-api-key': apiKey(),
			'x-client-id': 'sandbox-client-id',
		});
	});

	test('privateKeyHeader: the header has the name that the credential gives it', async () => {
		world.sandbox.configure({ cardAuth: 'none' });
		world.editCredential({ cardAuthentication: 'privateKeyHeader', cardHeader: 'x-merchant-key' });
		await charged(world);
		expect(keysOf('/transaction/charge')).toEqual({ 'x-merchant-key': 'sandbox-private-key' });
	});

	test('privateKeyHeader: a name that no header can have is refused, and nothing is sent', async () => {
		world.editCredential({ cardAuthentication: 'privateKeyHeader', cardHeader: 'x merchant key' });
		const error = await failure(world, 'card', 'charge', chargeFields());
		expect(error.message).toContain('Header Name');
		expect(world.sandbox.requests).toEqual([]);
	});

	const mismatches = SCHEMES.flatMap((sent) =>
		SCHEMES.filter((wanted) => wanted !== sent && wanted !== 'none').map((wanted) => [sent, wanted] as const),
	);

	test.each(mismatches)('%s where the service wants %s: refused, with the setting to check', async (sent, wanted) => {
		world.sandbox.configure({ cardAuth: wanted });
		world.editCredential({ cardAuthentication: sent });
		for (const [operation, parameters] of [
			['charge', chargeFields()],
			['authorize', { transactionReference: 'SBX-1', otp: '123456' }],
		] as Array<[string, IDataObject]>) {
			const error = await failure(world, 'card', operation, parameters);
			expect(error.message).toMatch(
				/^The (card was not charged|payment was not authorized) by this call: the service refused the (API key|key)/,
			);
			expect(error.description).toContain('the Card Authentication');
		}
		expect(world.sandbox.ledger.transactions).toEqual([]);
	});
});

describe('5 A key that the credential does not have', () => {
	test.each<[string, string, IDataObject, string, string, object]>([
		['banks', 'API Key', { apiKey: '' }, 'bank', 'getMany', {}],
		['the account', 'Client ID', { clientId: '' }, 'account', 'get', {}],
		['a charge', 'API Key', { apiKey: '' }, 'card', 'charge', chargeFields()],
		['verify', 'Private Key', { privateKey: '' }, 'transaction', 'verify', { transactionReference: 'SBX-1' }],
		[
			'a charge opened by the private key',
			'Private Key',
			{ privateKey: '', cardAuthentication: 'privateKey' },
			'card',
			'charge',
			chargeFields(),
		],
		[
			'a charge opened by a named header',
			'Header Name',
			{ cardHeader: '', cardAuthentication: 'privateKeyHeader' },
			'card',
			'charge',
			chargeFields(),
		],
	])('%s without the %s: an error names it, and the call is not sent', async (_, field, changes, ...call) => {
		world.editCredential(changes);
		const error = await failure(world, ...call);
		expect(error.message).toContain(`he credential has no '${field}'.`);
		expect(error.description).toContain(`Open the credential and enter the '${field}', which this call needs.`);
		// A charge is asked about before, which needs another key.
		expect(world.sandbox.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	});
});
