import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject } from 'n8n-workflow';

import type { SandboxOptions } from '../../../dev/sandbox';
import { adviceOf, checkSetup, failedChecks, follow, type SetupItem } from '../support/setup';
import { World } from '../support/world';

/* Account: Check Setup finds faults that no setting of a provider explains. */

const OF_THE_SERVICE = [
	'Base URL',
	'Login',
	'Renewal',
	'Banks List',
	'Balance',
	'Transaction Base',
	'Private Key',
	'Find Payments',
	'Card Authentication',
	'Hosted Checkout',
];

let world: World;
let stored: IDataObject;
beforeAll(async () => {
	world = await World.start();
	stored = world.engine.store.read(world.credentialId);
});
afterAll(async () => await world.stop());
beforeEach(async () => {
	await world.sandbox.reset();
	world.engine.store.write(world.credentialId, stored as never);
});

test('all is good: one item for each check, from whatever came in', async () => {
	const run = await world.run([world.node('Node', 'account', 'checkSetup')], [{ id: 1 }, { id: 2 }, { id: 3 }]);
	const items = run.items('Node');
	expect(items).toHaveLength(13);
	for (const { json, pairedItem } of items) {
		expect(Object.keys(json)).toEqual(['check', 'ok', 'whatToDo', 'found']);
		const isWithoutPayment = json.check === 'Find Payments';
		const whatToDo = isWithoutPayment ? 'Make one test payment, and run Check Setup again.' : 'Nothing to do.';
		expect(json).toMatchObject({ ok: true, whatToDo });
		expect(pairedItem).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
	}
	// Once, and not for each item that came in.
	expect(world.requestsTo('/transaction/charge/authorize')).toHaveLength(5);
	expect(world.sandbox.ledger.transactions).toEqual([]);
});

test('nothing of it is saved: neither the keys that were tried nor a token', async () => {
	world.sandbox.configure({ cardAuth: 'bearer' });
	await checkSetup(world);
	expect(world.engine.store.read(world.credentialId)).toEqual(stored);
});

test.each<[string, IDataObject, string[], string]>([
	[
		'nothing answers',
		{ baseUrl: 'http://127.0.0.1:9' },
		OF_THE_SERVICE,
		'Check the Base URL in the credential, or run it again when the service is back.',
	],
	[
		'the API key is wrong',
		{ apiKey: 'wrong' },
		['Login', 'Renewal', 'Banks List', 'Balance', 'Card Authentication'],
		'Check the API Key and the Client ID in the credential',
	],
	['the private key is wrong', { privateKey: 'wrong' }, ['Private Key', 'Find Payments'], 'Check the Private Key'],
])('%s', async (_, changes, failing, advice) => {
	world.editCredential(changes);
	const items = await checkSetup(world);
	expect(failedChecks(items)).toEqual(failing);
	expect(adviceOf(items, failing[0]!)).toContain(advice);
});

test('keys of the other environment are told, beside what else is found', async () => {
	world.editCredential({ environment: 'test', publicApiKey: 'pk_live_9e2d41c7b06f58a3' });
	const items = await checkSetup(world);
	expect(failedChecks(items)).toEqual(['Environment', 'Hosted Checkout']);
	expect(JSON.stringify(items)).not.toContain('9e2d41c7');
});

describe('Find Payments', () => {
	/** Whatever the node may do with a charge, the service has this one. */
	async function pay(reference: string): Promise<void> {
		const { apiKey, clientId } = world.sandbox.options;
		const answer = await fetch(`${world.sandbox.url}/transaction/charge`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', 'x-api-key': apiKey, 'x-client-id': clientId },
			body: JSON.stringify({
				...{ cardNumber: '2223000000000023', expiryMonth: '12', expiryYear: '34', cvv: '123', amount: 1050 },
				...{ currency: 'NGN', reference, email: 'ada@shop.example' },
				...{ callbackUrl: 'https://shop.example/back', webhookURL: 'https://shop.example/hook' },
			}),
		});
		expect(answer.status).toBe(200);
	}

	async function check(
		options: SandboxOptions,
		credential: IDataObject = {},
		reference = 'ORDER-1',
	): Promise<SetupItem> {
		world.sandbox.configure({ webhooksEnabled: false, ...options });
		world.editCredential(credential);
		if (world.sandbox.ledger.transactions.length === 0) await pay(reference);
		const before = world.sandbox.ledger.transactions.length;
		const items = await checkSetup(world);
		expect(world.sandbox.ledger.transactions).toHaveLength(before);
		return items.find((item) => item.check === 'Find Payments')!;
	}

	const ADVICE = 'At this provider, use references of capital letters and digits alone.';

	test.each<[Partial<NonNullable<SandboxOptions['writes']>>, string]>([
		[{ references: 'plain' }, 'finds "ORDER1" by "O-RDER1" as well.'],
		[{ references: 'cut' }, 'has the newest payment under "ORDER-10".'],
		[{ references: 'null' }, 'has no reference'],
	])('a service that writes %j of references: the advice is told', async (writes, words) => {
		const item = await check({ writes }, {}, writes.references === 'cut' ? 'ORDER-1001' : 'ORDER-1');
		expect(item).toMatchObject({
			ok: false,
			found: expect.stringContaining(words) as string,
			whatToDo: expect.stringContaining(ADVICE) as string,
		});
	});

	test('a service that writes references in capitals: the advice is told', async () => {
		const item = await check({ writes: { references: 'upper' }, verifyKnowsMerchantReference: true }, {}, 'order-1');
		expect([item.ok, item.whatToDo]).toEqual([false, expect.stringContaining(ADVICE)]);
	});

	test.each([
		{ numbers: 'text' },
		{ rows: 'withNull' },
		{ pages: 'unnumbered' },
		{ pages: 'null' },
		{ pages: 'notFound' },
	] as const)('a history that writes its pages as %j is as good as any', async (writes) => {
		expect(await check({ writes })).toMatchObject({ ok: true, whatToDo: 'Nothing to do.' });
	});

	test('without a history it fails where look-ups use it', async () => {
		const item = await check({ hasHistory: false });
		expect(item).toMatchObject({ ok: false, found: expect.stringContaining('There is no transaction history at') });
		expect(await check({ hasHistory: false }, { providerDiffers: true, findPaymentsWith: 'verify' })).toMatchObject({
			ok: true,
		});
	});

	test('what it advises makes it good', async () => {
		await check({ verifyKnowsMerchantReference: true, historyFilters: false }, { providerDiffers: false });
		follow(world, await checkSetup(world));
		expect(world.engine.store.read(world.credentialId)).toMatchObject({
			providerDiffers: true,
			findPaymentsWith: 'verify',
		});
		expect(failedChecks(await checkSetup(world))).toEqual([]);
	});
});

test.each(['hang', 'reset', 'html', 'brokenJson', 'empty'] as const)(
	'answers that are lost (%s) are items, too',
	async (kind) => {
		for (const on of ['banks', 'authorize'] as const) world.sandbox.fail({ on, kind, times: 10 });
		const items = await checkSetup(world, { timeout: 1 });
		expect(failedChecks(items)).toEqual(['Banks List', 'Card Authentication']);
	},
);

test('keys go to no other host, and not where the service points', async () => {
	const asked: string[] = [];
	const elsewhere = createServer((request, response) => {
		asked.push(request.url!);
		response.end('{}');
	});
	await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
	const { port } = elsewhere.address() as AddressInfo;
	const pointing = createServer((request, response) => {
		response.writeHead(307, { location: `http://127.0.0.1:${port}${request.url}` }).end();
	});
	await new Promise<void>((resolve) => pointing.listen(0, '127.0.0.1', resolve));
	world.editCredential({ baseUrl: `http://127.0.0.1:${(pointing.address() as AddressInfo).port}` });
	const items = await checkSetup(world);
	expect(items.find(({ check }) => check === 'Base URL')!.found).toContain('redirected n8n to ');
	expect(asked).toEqual([]);
	elsewhere.close();
	pointing.close();
});
