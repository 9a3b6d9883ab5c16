import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject } from 'n8n-workflow';

import { chargeFields } from './support/world';
import { setUpWorld, world } from './support/worldTests';

setUpWorld({ webhooksEnabled: true });

const check = async (changes: IDataObject = {}) =>
	await world.engine.testCredential('cardPaymentApi', {
		...world.engine.store.read(world.credentialId),
		...changes,
	} as never);

test.each([
	[{}, 'All good: the login works, and the private key may verify transactions.'],
	[
		{ apiKey: '', clientId: '', cardAuthentication: 'privateKey' },
		'All good: the private key may verify transactions.',
	],
])('all good: %j', async (changes, message) => {
	expect(await check({ providerDiffers: true, ...changes })).toEqual({ status: 'OK', message });
});

test.each([
	[
		'base URL not reachable',
		{ baseUrl: 'http://127.0.0.1:9' },
		/^The login does not work\. Nothing answers at the address of the service\. Check the addresses/,
	],
	['base URL of no URL', { baseUrl: 'shop' }, /'Base URL' is not a web address\./],
	[
		'base URL of another service',
		{ baseUrl: '{url}/elsewhere' },
		/^The login does not work\. There is no login at this address/,
	],
	[
		'API key refused',
		{ apiKey: 'wrong' },
		/^The login does not work\. The service refused the API key or the client ID/,
	],
	['API key missing', { apiKey: '' }, /The credential has no 'API Key'/],
	['private key refused', { privateKey: 'wrong' }, /The service refused the private key/],
	['private key missing', { privateKey: '' }, /The credential has no 'Private Key'/],
	[
		'transaction base not reachable',
		{ transactionBase: 'http://127.0.0.1:9' },
		/^The login works, but verifying payments does not\. Nothing answers at the address of the service\. Check the addresses/,
	],
	[
		'transaction base wrong',
		{ transactionBase: 'wrong' },
		/^The login works, but verifying payments does not\. There is no card service at this address/,
	],
	[
		'refusals of no status',
		{ chargeRefusals: '400, all' },
		/^The credential's 'Statuses That Refuse a Charge' has a value that cannot be used\./,
	],
	['status codes of no JSON', { statusCodes: '{2: paid}' }, /'Status Codes' cannot be read/],
])('%s', async (_, changes, message) => {
	const resolved = Object.fromEntries(
		Object.entries(changes).map(([name, value]) => [name, value.replace('{url}', world.sandbox.url)]),
	);
	expect(await check(resolved)).toEqual({ status: 'Error', message: expect.stringMatching(message) });
});

describe('a gateway that refuses what it does not know', () => {
	let gateway: Server;
	beforeAll(async () => {
		gateway = createServer((_, response) => {
			response
				.writeHead(401, { 'content-type': 'application/json' })
				.end('{"error":"Unauthorized","message":"Log in"}');
		});
		await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
	});
	afterAll(() => gateway.close());
	const transactionBase = () => `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
	const message = 'There is no card service at this address. Some providers';

	test('is not taken for the card service by the credential test', async () => {
		expect(await check({ transactionBase: transactionBase() })).toEqual({
			status: 'Error',
			message: expect.stringContaining(message),
		});
	});
});

test('a setting that the form hides does not count', async () => {
	const hidden = { transactionBase: 'http://127.0.0.1:9', statusCodes: '{', cardAuthentication: 'none' };
	expect(await check({ ...hidden, providerDiffers: false })).toMatchObject({ status: 'OK' });
	expect(await check({ transactionBase: 'http://127.0.0.1:9', providerDiffers: true })).toMatchObject({
		status: 'Error',
	});
});

describe.each(['live', undefined])('a credential without https for the environment %p', (environment) => {
	const message = 'The credential is for live payments, but its address does not begin with https://';
	const stored = () => world.engine.store.read(world.credentialId);
	const unprotected = { environment, baseUrl: 'http://service.example' } as IDataObject;
	let before: IDataObject;
	beforeEach(() => {
		before = stored();
	});
	afterEach(() => world.engine.store.write(world.credentialId, before as never));

	test('is refused by the credential test', async () => {
		expect(await check(unprotected)).toEqual({ status: 'Error', message: expect.stringContaining(message) });
	});

	test('sends no card, to an address that a credential for tests reaches', async () => {
		const baseUrl = world.sandbox.url.replace('127.0.0.1', '0.0.0.0');
		for (const [of, requests] of [
			['test', 1],
			[environment, 0],
		] as const) {
			await world.sandbox.reset();
			world.editCredential({ environment: of, baseUrl });
			const run = world.one('card', 'charge', chargeFields({ reference: `ORD-${of}` }));
			expect((await run.catch((error: Error) => [error.message]))[0]).toEqual(
				requests > 0 ? expect.anything() : expect.stringContaining(message.slice(1)),
			);
			expect(world.requestsTo('/transaction/charge')).toHaveLength(requests);
		}
	});

	test('is accepted for this machine', async () => {
		expect(await check({ environment })).toMatchObject({ status: 'OK' });
	});
});

describe.each([
	['apiKey', 'API Key'],
	['privateKey', 'Private Key'],
])('a credential whose %s has a character within it that no header carries, or nobody sees,', (field, label) => {
	// The first letter depends on what precedes it.
	const message = `he credential's '${label}' has a value that cannot be used.`;
	const within = ['\n', '\r\n', '\0', '\t'];
	const spelled = (character: string) => {
		const key = String(world.engine.store.read(world.credentialId)[field]);
		return { [field]: key.slice(0, 8) + character + key.slice(8) };
	};

	test.each(within)('%j, is refused by its test and by each call, before anything is sent', async (character) => {
		const before = world.engine.store.read(world.credentialId);
		expect(await check(spelled(character))).toEqual({ status: 'Error', message: expect.stringContaining(message) });
		world.editCredential(spelled(character));
		for (const [resource, operation, fields] of [
			['card', 'charge', chargeFields()],
			['bank', 'getMany', {}],
			['transaction', 'verify', { transactionReference: 'SBX-1' }],
		] as const)
			await expect(world.one(resource, operation, fields)).rejects.toMatchObject({
				message: expect.stringContaining(message),
			});
		world.engine.store.write(world.credentialId, before);
		expect(world.sandbox.requests).toEqual([]);
	});

	test('is the same with a space or a line break around it', async () => {
		const key = String(world.engine.store.read(world.credentialId)[field]);
		for (const around of [` ${key}`, `${key}\n`, `\ufeff${key}\r\n`])
			expect(await check({ [field]: around })).toMatchObject({ status: 'OK' });
	});
});

test('IP address not whitelisted', async () => {
	world.sandbox.configure({ ipNotWhitelisted: true });
	expect(await check()).toEqual({
		status: 'Error',
		message: expect.stringContaining("does not accept calls from this server's IP address"),
	});
});

test('a merchant without a login, whose card calls use the private key', async () => {
	const noLogin = { apiKey: '', clientId: '', cardAuthentication: 'privateKey' };
	expect(await check(noLogin)).toMatchObject({ status: 'OK' });
	expect(await check({ ...noLogin, privateKey: 'wrong' })).toEqual({
		status: 'Error',
		message: expect.stringMatching(/^Verifying payments does not work\. The service refused the private key\./),
	});
});
