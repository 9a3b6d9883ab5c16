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
		/^The Base URL does not work\. Nothing answers at the address of the service\. Check the Base URL in the credential, or/,
	],
	[
		'base URL at https of a service at http',
		{ baseUrl: 'https:{host}' },
		/^The Base URL does not work\. n8n could not log in: the connection broke before the answer came \(the address may not speak https\)\./,
	],
	['base URL of no URL', { baseUrl: 'shop' }, /'Base URL' is not a web address\./],
	[
		'base URL of another service',
		{ baseUrl: '{url}/elsewhere' },
		/^The Base URL does not work\. There is no login at .*\/elsewhere\/uaa\/api\/auth, but there is one below \S+\. In the credential, set Base URL to "\S+"\.$/,
	],
	[
		'API key refused',
		{ apiKey: 'wrong' },
		/^The login does not work\. The service refused the API key or the client ID/,
	],
	['API key missing', { apiKey: '' }, /The credential has no 'API Key'/],
	[
		'a key for tests on Live',
		{ environment: 'live', privateKey: 'sk_test_9e2d41c7b06f58a3' },
		/^Payments with the Private Key \("sk_test_…"\) are not real, but Environment is Live\. If payments are to be real, enter (?!.*9e2d)/,
	],
	[
		'a live key on Test',
		{ environment: 'test', publicApiKey: 'pk_live_9e2d41c7b06f58a3' },
		/^Payments with the Public Key \("pk_live_…"\) are real, but Environment is Test\. If you are testing, enter (?!.*9e2d)/,
	],
	['private key refused', { privateKey: 'wrong' }, /The service refused the private key/],
	['private key missing', { privateKey: '' }, /The credential has no 'Private Key'/],
	[
		'transaction base not reachable',
		{ transactionBase: 'http://127.0.0.1:9' },
		/^The login works, but verifying payments does not\. Nothing answers at the address of the service\. Check the Base URL in the credential \(and the Transaction Base, if you have one\), or/,
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
	const { url } = world.sandbox;
	const resolved = Object.fromEntries(
		Object.entries(changes).map(([name, value]) => [
			name,
			value.replace('{url}', url).replace('{host}', url.replace('http:', '')),
		]),
	);
	expect(await check(resolved)).toEqual({ status: 'Error', message: expect.stringMatching(message) });
});

test('each part is asked for once', async () => {
	await check({ publicApiKey: world.sandbox.options.publicKey });
	expect(world.sandbox.requests.map(({ endpoint }) => endpoint)).toEqual(['token', 'verify', 'hostedCheckout']);
});

describe('a service that answers 401 to whatever it is asked, and has its login below /api', () => {
	let service: Server;
	let asked: string[];
	beforeAll(async () => {
		service = createServer(({ url, headers }, response) => {
			asked.push(`${url} ${headers['x-api-key'] ?? 'without a key'}`);
			const isIn = url === '/api/uaa/api/auth' && headers['x-api-key'] === 'right';
			response.writeHead(isIn ? 200 : 401, { 'content-type': 'application/json' });
			response.end(isIn ? '{"accessToken":"a-token-of-the-service"}' : '{"message":"Unauthorized"}');
		});
		await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
	});
	beforeEach(() => {
		asked = [];
	});
	afterAll(() => service.close());
	const address = () => `http://127.0.0.1:${(service.address() as AddressInfo).port}`;

	test('the path that the Base URL lacks is found, and no key is blamed', async () => {
		const message = `The Base URL does not work. The login below ${address()}/api accepts your keys, and ${address()}/uaa/api/auth does not. In the credential, set Base URL to "${address()}/api".`;
		expect(await check({ baseUrl: address(), apiKey: 'right' })).toEqual({ status: 'Error', message });
		expect(new Set(asked).size).toBe(asked.length);
	});

	test('keys that it accepts nowhere are told as refused', async () => {
		expect(await check({ baseUrl: address(), apiKey: 'wrong' })).toEqual({
			status: 'Error',
			message: expect.stringMatching(/^The login does not work\. The service refused the API key or the client ID\./),
		});
		expect(new Set(asked).size).toBe(asked.length);
	});
});

test.each<[string, IDataObject, RegExp]>([
	['login', {}, /^The Base URL does not work\. A firewall or proxy/],
	[
		'verify',
		{ apiKey: '', clientId: '', cardAuthentication: 'privateKey' },
		/^Verifying payments does not work\. A fire/,
	],
])('the page of a firewall before %s says nothing of the keys', async (_, changes, words) => {
	const firewall = createServer((__, response) => {
		response.writeHead(403, { 'content-type': 'text/html' }).end('<h1>Forbidden</h1>');
	});
	await new Promise<void>((resolve) => firewall.listen(0, '127.0.0.1', resolve));
	const baseUrl = `http://127.0.0.1:${(firewall.address() as AddressInfo).port}`;
	const result = await check({ providerDiffers: true, baseUrl, ...changes });
	expect(result).toEqual({ status: 'Error', message: expect.stringMatching(words) });
	expect(result.message).toMatch(/\(status 403\)\. This says nothing of your keys\. Ask your provider [^.]+\.$/);
	firewall.close();
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
