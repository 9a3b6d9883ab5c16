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
const stored = () => world.engine.store.read(world.credentialId) as IDataObject;

describe('5.4 Verify uses the private key', () => {
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
});

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
