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

	const keysOf = ({ headers }: RecordedRequest) =>
		Object.fromEntries(KEY_HEADERS.filter((name) => name in headers).map((name) => [name, headers[name]]));

	test('each call has its method, its path, its type and its key, and no other', () => {
		const bearer = { authorization: `Bearer ${accessToken}` };
		const keys = { 'x-api-key': 'sandbox-api-key', 'x-client-id': 'sandbox-client-id' };
		expect(
			world.sandbox.requests.map((request) => [`${request.method} ${request.url}`, keysOf(request), request.body]),
		).toEqual([
			// A charge is asked about before it is sent, and a login comes where a token is needed.
			['GET /transaction/verify/ENDPOINTS-1', { authorization: 'sandbox-private-key' }, undefined],
			[
				'GET /transaction/history?reference=ENDPOINTS-1&startDate=0&size=100',
				{ authorization: 'sandbox-private-key' },
				undefined,
			],
			[
				'POST /transaction/charge',
				keys,
				{
					cardNumber: '5060990580000217499',
					expiryYear: '50',
					expiryMonth: '03',
					cvv: '111',
					amount: 1050,
					currency: 'NGN',
					reference: 'ENDPOINTS-1',
					callbackUrl: 'https://shop.example/paid',
					webhookURL: 'https://shop.example/hook',
				},
			],
			['POST /transaction/charge/authorize', keys, { transactionReference, otp: '123456', authorizationType: 'OTP' }],
			[`GET /transaction/verify/${transactionReference}`, { authorization: 'sandbox-private-key' }, undefined],
			['POST /uaa/api/auth', keys, {}],
			['GET /paas/bank/transfer/v1/banks', bearer, undefined],
		]);
		expect(sentTo(world, '/banks').headers.accept).toBe(JSON_TYPE);
		for (const path of [
			'/uaa/api/auth',
			'/transaction/charge',
			'/charge/authorize',
			`/verify/${transactionReference}`,
		]) {
			expect(sentTo(world, path).headers['content-type']).toBe(JSON_TYPE);
		}
	});

	describe('4.5 Verify a transaction', () => {
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
