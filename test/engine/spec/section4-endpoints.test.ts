import type { IDataObject } from 'n8n-workflow';

import { startSandbox, type RecordedRequest, type Sandbox, type SandboxOptions } from '../../../dev/sandbox';
import { chargeFields, World } from '../support/world';
import { charged, failure, only, sentTo } from './helpers';

const JSON_TYPE = 'application/json';

/** The headers that can hold a key. */
const KEY_HEADERS = ['authorization', 'x-api-key', 'x-client-id', 'x-private-key'];

let world: World;
beforeAll(async () => {
	world = await World.start({ webhooksEnabled: false });
});
afterAll(async () => await world.stop());

describe('4 Endpoints', () => {
	let transactionReference: string;
	let accessToken: string;
	beforeAll(async () => {
		({ transactionReference } = await charged(world, { reference: 'ENDPOINTS-1' }));
		await world.one('card', 'authorize', { transactionReference, otp: '123456' });
		await world.one('transaction', 'verify', { transactionReference });
		await world.one('bank', 'getMany', { limit: 1 });
		accessToken = String(world.engine.store.read(world.credentialId).accessToken);
	});

	const sent = (path: string): RecordedRequest => sentTo(world, path);
	const keysOf = ({ headers }: RecordedRequest) =>
		Object.fromEntries(KEY_HEADERS.filter((name) => name in headers).map((name) => [name, headers[name]]));

	test('one request for each call, a login where a token is needed, and a charge is asked about before it is sent', () => {
		expect(world.sandbox.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
			'GET /transaction/verify/ENDPOINTS-1',
			'GET /transaction/history?reference=ENDPOINTS-1&startDate=0&size=100',
			'POST /transaction/charge',
			'POST /transaction/charge/authorize',
			`GET /transaction/verify/${transactionReference}`,
			'POST /uaa/api/auth',
			'GET /paas/bank/transfer/v1/banks',
		]);
	});

	describe('4.1 Obtain access token', () => {
		const path = '/uaa/api/auth';

		test('POST {base_url}/uaa/api/auth', () => {
			expect(sent(path)).toMatchObject({ method: 'POST', url: path });
		});
		test('header Content-Type: application/json', () => {
			expect(sent(path).headers['content-type']).toBe(JSON_TYPE);
		});
		test('headers x-api-key and x-client-id, and no other key', () => {
			expect(keysOf(sent(path))).toEqual({ 'x-api-key': 'sandbox-api-key', 'x-client-id': 'sandbox-client-id' });
		});
		test('body: nothing in it', () => {
			expect(sent(path).body).toEqual({});
		});
	});

	describe('4.2 List banks', () => {
		const path = '/paas/bank/transfer/v1/banks';

		test('GET {base_url}/paas/bank/transfer/v1/banks', () => {
			expect(sent(path)).toMatchObject({ method: 'GET', url: path });
		});
		test('header Accept: application/json', () => {
			expect(sent(path).headers.accept).toBe(JSON_TYPE);
		});
		test('header Authorization: Bearer <ACCESS_TOKEN>, and no other key', () => {
			expect(keysOf(sent(path))).toEqual({ authorization: `Bearer ${accessToken}` });
		});
		test('body: none', () => {
			expect(sent(path).body).toBeUndefined();
		});
	});

	describe('4.3 Charge a card', () => {
		const path = '/transaction/charge';

		test('POST /transaction/charge', () => {
			expect(sent(path)).toMatchObject({ method: 'POST', url: path });
		});
		test('header Content-Type: application/json', () => {
			expect(sent(path).headers['content-type']).toBe(JSON_TYPE);
		});
		test('body: the structure in 2.2', () => {
			expect(sent(path).body).toEqual({
				cardNumber: '5060990580000217499',
				expiryYear: '50',
				expiryMonth: '03',
				cvv: '111',
				amount: 1050,
				currency: 'NGN',
				reference: 'ENDPOINTS-1',
				callbackUrl: 'https://shop.example/paid',
				webhookURL: 'https://shop.example/hook',
			});
		});
	});

	describe('4.4 Authorize a card transaction with an OTP', () => {
		const path = '/transaction/charge/authorize';

		test('POST /transaction/charge/authorize', () => {
			expect(sent(path)).toMatchObject({ method: 'POST', url: path });
		});
		test('header Content-Type: application/json', () => {
			expect(sent(path).headers['content-type']).toBe(JSON_TYPE);
		});
		test('body: the structure in 2.4', () => {
			expect(sent(path).body).toEqual({ transactionReference, otp: '123456', authorizationType: 'OTP' });
		});
	});

	describe('4.5 Verify a transaction', () => {
		const path = () => `/transaction/verify/${transactionReference}`;

		test('GET /transaction/verify/{transactionReference}', () => {
			expect(sent(path())).toMatchObject({ method: 'GET', url: path() });
		});
		test('header Content-Type: application/json', () => {
			expect(sent(path()).headers['content-type']).toBe(JSON_TYPE);
		});
		test('header Authorization: <PRIVATE_KEY>, and no other key', () => {
			expect(keysOf(sent(path()))).toEqual({ authorization: 'sandbox-private-key' });
		});
		test('body: none', () => {
			expect(sent(path()).body).toBeUndefined();
		});
		test('transactionReference is required: without it nothing is sent', async () => {
			const requestsBefore = world.sandbox.requests.length;
			const error = await failure(world, 'transaction', 'verify', { transactionReference: '={{ $json.missing }}' });
			expect(error.message).toBe("'Transaction Reference' is missing.");
			expect(world.sandbox.requests).toHaveLength(requestsBefore);
		});
		test.each(['.', '..'])(
			'transactionReference "%s", which would lead to another path, is refused',
			async (reference) => {
				const requestsBefore = world.sandbox.requests.length;
				const error = await failure(world, 'transaction', 'verify', { transactionReference: reference });
				expect(error.message).toContain('Transaction Reference');
				expect(world.sandbox.requests).toHaveLength(requestsBefore);
			},
		);
		test.each([
			['a slash', 'ORDER/7', 'ORDER%2F7'],
			['a question mark', 'ORDER?7', 'ORDER%3F7'],
			['a space', 'ORDER 7', 'ORDER%207'],
			['a letter outside ASCII', 'ÖRDER7', '%C3%96RDER7'],
			['another endpoint', '../charge', '..%2Fcharge'],
		])('transactionReference with %s stays one part of the path', async (_, reference, encoded) => {
			const { description } = await failure(world, 'transaction', 'verify', { transactionReference: reference });
			const asked = world.sandbox.requests.filter(({ endpoint }) => endpoint === 'verify');
			expect(asked.at(-1)!.url).toBe(`/transaction/verify/${encoded}`);
			expect(description).toContain(`There is no transaction with the reference ${reference}`);
		});
	});
});

describe('4 Each input item gets its own linked output', () => {
	const orders = ['A', 'B', 'C', 'D', 'E'].map((name) => ({ reference: `LINKED-${name}` }));
	const eachLinked = orders.map((_, item) => ({ item }));
	const charge = chargeFields({ reference: '={{ $json.reference }}' });
	const transactionReference = '={{ $json.transactionReference }}';

	test.each([
		['Card: Charge', 'card', 'charge', charge],
		['Card: Authorize', 'card', 'authorize', { transactionReference, otp: '123456' }],
		['Transaction: Verify', 'transaction', 'verify', { transactionReference }],
		['Transaction: Wait for Outcome', 'transaction', 'waitForOutcome', { transactionReference, timeLimit: 0 }],
	])('%s', async (_, resource, operation, parameters) => {
		await world.sandbox.reset();
		const input =
			operation === 'charge' ? orders : (await world.one('card', 'charge', charge, orders)).map(({ json }) => json);
		const items = await world.one(resource, operation, parameters, input);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(eachLinked);
		expect(items.map(({ json }) => json.transactionReference)).toEqual(
			orders.map(({ reference }) => world.sandbox.ledger.byReference(reference)!.transactionReference),
		);
		if (operation !== 'authorize') expect(items.map(({ json }) => ({ reference: json.reference }))).toEqual(orders);
	});

	test('Account: Get', async () => {
		const items = await world.one('account', 'get', {}, orders);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(eachLinked);
	});

	test('Bank: Get Many, with all banks linked to the item that they were listed for', async () => {
		const limit = '={{ $json.limit }}';
		const items = await world.one('bank', 'getMany', { limit }, [{ limit: 2 }, { limit: 1 }, { limit: 3 }]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([0, 0, 1, 2, 2, 2].map((item) => ({ item })));
		expect(items.map(({ json }) => json.code)).toEqual(['011', '050100', '011', '011', '050100', '050197']);
	});
});

describe('4 The prefix of the transaction paths ("not shown")', () => {
	const others: Sandbox[] = [];
	const startOther = async (options: SandboxOptions) => {
		const other = await startSandbox({ webhooksEnabled: false, ...options });
		others.push(other);
		return other;
	};
	afterEach(async () => {
		await Promise.all(others.splice(0).map(async (other) => await other.stop()));
		world.editCredential({ baseUrl: world.sandbox.url, transactionBase: '' });
	});

	/** Makes every call once. */
	const callAll = async () => {
		const { transactionReference } = await only(world, 'card', 'charge', chargeFields({ reference: 'ORD-1' }));
		const authorized = await only(world, 'card', 'authorize', { transactionReference, otp: '123456' });
		const verified = await only(world, 'transaction', 'verify', { transactionReference });
		expect([authorized.authorized, verified.authorized]).toEqual([true, true]);
		expect(await world.one('bank', 'getMany', { limit: 3 })).toHaveLength(3);
		expect(await only(world, 'account', 'get')).toMatchObject({ firstName: 'Sandbox' });
		return transactionReference as string;
	};
	const paths = ({ requests }: Sandbox) => requests.map(({ url }) => url.split('?')[0]);

	test.each([
		['the base URL itself', '', '', '', ''],
		['a path under the base URL, with slashes around it', '', '/cards/v2', '', '/cards/v2/'],
		['a path under the base URL, without slashes', '', '/cards/v2', '', 'cards/v2'],
		['a path under a base URL with a path of its own', '/api', '/api/cards', '/api/', 'cards'],
	])('is %s: every call finds its way', async (_, basePrefix, transactionPrefix, basePath, transactionBase) => {
		const other = await startOther({ basePrefix, transactionPrefix });
		world.editCredential({ baseUrl: other.url + basePath, transactionBase });
		const transactionReference = await callAll();
		expect(paths(other)).toEqual([
			`${transactionPrefix}/transaction/verify/ORD-1`,
			`${transactionPrefix}/transaction/history`,
			`${transactionPrefix}/transaction/charge`,
			`${transactionPrefix}/transaction/charge/authorize`,
			`${transactionPrefix}/transaction/verify/${transactionReference}`,
			`${basePrefix}/uaa/api/auth`,
			`${basePrefix}/paas/bank/transfer/v1/banks`,
			`${basePrefix}/uaa/api/auth`,
		]);
	});

	test('is a whole URL, of another host: each call goes to its own, and no card or private key to the other', async () => {
		const cardHost = await startOther({ transactionPrefix: '/v2' });
		const bankHost = await startOther({ basePrefix: '/api' });
		world.editCredential({ baseUrl: `${bankHost.url}/api`, transactionBase: `${cardHost.url}/v2/` });
		const transactionReference = await callAll();
		expect(paths(cardHost)).toEqual([
			'/v2/transaction/verify/ORD-1',
			'/v2/transaction/history',
			'/v2/transaction/charge',
			'/v2/transaction/charge/authorize',
			`/v2/transaction/verify/${transactionReference}`,
		]);
		expect(paths(bankHost)).toEqual(['/api/uaa/api/auth', '/api/paas/bank/transfer/v1/banks', '/api/uaa/api/auth']);
		const toBanks = JSON.stringify(bankHost.requests);
		expect(toBanks).not.toContain('5060990580000217499');
		expect(toBanks).not.toContain('sandbox-private-key');
	});
});

describe('4 Addresses in the credential that cannot be used', () => {
	test.each<[string, IDataObject, string]>([
		['no base URL', { baseUrl: '' }, 'Base URL'],
		['a base URL without https', { baseUrl: 'host.example/api' }, 'Base URL'],
		['a base URL with a query', { baseUrl: 'https://host.example/api?key=1' }, 'Base URL'],
		['a transaction base with a query', { transactionBase: 'cards?key=1' }, 'Transaction Base'],
	])('%s: an error names the field, and nothing is sent', async (_, changes, field) => {
		world.sandbox.requests.length = 0;
		world.editCredential(changes);
		const error = await failure(world, 'card', 'charge', chargeFields({ reference: 'ADDRESS-1' }));
		world.editCredential({ baseUrl: world.sandbox.url, transactionBase: '' });
		expect(error.message).toBe(`The card was not charged: the credential's '${field}' is not a web address.`);
		expect(world.sandbox.requests).toEqual([]);
	});
});
