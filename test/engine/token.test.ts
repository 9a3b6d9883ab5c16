import type { IDataObject } from 'n8n-workflow';

import { Engine } from '../../dev/engine';
import { WITHOUT_ISOLATES } from './support/expressions';
import { chargeFields, World } from './support/world';

let engine: Engine;
let world: World;
beforeAll(async () => {
	engine = await Engine.start(WITHOUT_ISOLATES);
});
afterAll(async () => await engine.stop());
// A service of its own for each test, as this process remembers the newest token of each service.
beforeEach(async () => {
	world = await World.start({}, {}, engine);
});
afterEach(async () => {
	await world.sandbox.stop();
});

const many = (count: number): IDataObject[] => Array.from({ length: count }, () => ({}));
const stored = () => world.engine.store.read(world.credentialId) as Record<string, string>;
/** The service no longer knows any token, however new: it has forgotten them, or another login has ended them. */
const forgetTokens = () => world.sandbox.revokeTokens();
const listBanks = async (items = 1) => await world.one('bank', 'getMany', { limit: 1 }, many(items));

/** Charges with the access token, one item for each reference. */
async function chargeWithToken(...references: string[]) {
	world.sandbox.configure({ cardAuth: 'bearer' });
	world.editCredential({ cardAuthentication: 'bearer' });
	const fields = chargeFields({ reference: '={{ $json.reference }}' });
	return await world.run(
		[world.node('Charge', 'card', 'charge', fields, { onError: 'continueRegularOutput' })],
		references.map((reference) => ({ reference })),
	);
}

test('the token is fetched once and kept over executions', async () => {
	await listBanks();
	await listBanks();
	expect(world.sandbox.tokenCalls).toBe(1);
	expect(stored().accessToken).toMatch(/^ey/);
});

describe('renewal', () => {
	test('a refused token is renewed once for all requests under way, and each request succeeds', async () => {
		await listBanks();
		forgetTokens();
		expect(await listBanks(100)).toHaveLength(100);
		expect(world.sandbox.tokenCalls).toBe(2);
	});

	test('with a renewal path the refresh token is used, and its successor is kept', async () => {
		world.sandbox.configure({ refreshPath: '/uaa/api/auth/refresh' });
		world.editCredential({ renewalPath: '/uaa/api/auth/refresh' });
		await listBanks();
		const first = stored().refreshToken;
		for (let round = 0; round < 2; round++) {
			forgetTokens();
			await listBanks();
		}
		expect([world.sandbox.tokenCalls, world.sandbox.refreshCalls]).toEqual([1, 2]);
		expect(stored().refreshToken).not.toBe(first);
	});

	test.each(['status', 'reset', 'brokenJson'] as const)(
		'a renewal that fails (%s) is followed by a login',
		async (kind) => {
			world.sandbox.configure({ refreshPath: '/renew' });
			world.editCredential({ renewalPath: '/renew' });
			await listBanks();
			forgetTokens();
			world.sandbox.fail({ on: 'refresh', kind, status: 401 });
			expect(await listBanks()).toHaveLength(1);
			expect([world.sandbox.tokenCalls, world.sandbox.refreshCalls]).toEqual([2, 1]);
		},
	);
});

describe.each([
	['an older token', (older: IDataObject) => older],
	['no token', () => ({ accessToken: '', refreshToken: '', tokenFor: '', obtainedAt: '' })],
])('a second credential with the same keys and %s, after the service has forgotten all,', (_, tokenAfter) => {
	beforeEach(async () => {
		await listBanks();
		const older = stored();
		forgetTokens();
		await listBanks();
		forgetTokens();
		world.editCredential(tokenAfter(older));
	});

	test('reads at once, and logs in once for all items', async () => {
		expect(await listBanks(100)).toHaveLength(100);
		expect(world.sandbox.tokenCalls).toBe(3);
		await listBanks();
		expect(world.sandbox.tokenCalls).toBe(3);
	});

	test('sends no charge twice, and charges with a new token next time', async () => {
		const outcomes = [await chargeWithToken('T-1'), await chargeWithToken('T-2')].map(
			(run) => run.items('Charge')[0]!.json.outcome,
		);
		expect(outcomes).toEqual([undefined, 'otp_required']);
		expect(world.requestsTo('/transaction/charge')).toHaveLength(2);
		expect(world.sandbox.tokenCalls).toBe(3);
	});
});

describe('a token never outlives a change of', () => {
	test.each(['apiKey', 'clientId'])('the %s', async (key) => {
		await listBanks();
		world.sandbox.configure({ [key]: 'changed' });
		world.editCredential({ [key]: 'changed' });
		await listBanks();
		expect(world.sandbox.tokenCalls).toBe(2);
		expect(world.requestsTo('/uaa/api/auth').at(-1)!.headers[key === 'apiKey' ? 'x-api-key' : 'x-client-id']).toBe(
			'changed',
		);
	});

	test('a key to a wrong one: the old token does not hide it', async () => {
		await listBanks();
		world.editCredential({ apiKey: 'wrong' });
		await expect(listBanks()).rejects.toMatchObject({
			message: expect.stringContaining('The service refused the API key or the client ID'),
		});
	});

	test('the host: the old token is not sent there', async () => {
		await listBanks();
		const oldToken = stored().accessToken;
		world.editCredential({ baseUrl: world.sandbox.url.replace('127.0.0.1', 'localhost') });
		await listBanks();
		expect(world.sandbox.tokenCalls).toBe(2);
		expect(world.requestsTo('/banks').at(-1)!.headers.authorization).not.toContain(oldToken);
	});
});

describe('a service that refuses again and again, asked for one item after another', () => {
	const references = Array.from({ length: 10 }, (_, index) => `T-${index}`);
	const refuse = (on: 'charge' | 'banks', times: number) =>
		world.sandbox.fail({ on, kind: 'status', status: 401, when: 'before', times });

	test('the login: once, and all items fail with it', async () => {
		world.editCredential({ apiKey: 'wrong' });
		const run = await chargeWithToken(...references);
		expect(run.items('Charge').map(({ json }) => json.error)).toEqual(
			references.map((reference) =>
				expect.objectContaining({
					message: 'The card was not charged: the service refused the API key or the client ID.',
					code: 'login_failed',
					reference,
					charged: 'no',
				}),
			),
		);
		expect(world.sandbox.tokenCalls).toBe(1);
		expect(world.requestsTo('/transaction/charge')).toHaveLength(0);
	});

	test.each([
		['a token of this run: another login is not tried', 0, 1],
		['a token of an earlier run: another login is tried once', 1, 2],
	])('%s, and no charge is sent twice', async (_, earlierRuns, logins) => {
		for (let run = 0; run < earlierRuns; run++) await listBanks();
		refuse('charge', 10);
		const run = await chargeWithToken(...references);
		for (const { json } of run.items('Charge')) expect(json.error).toMatchObject({ code: 'refused', charged: 'no' });
		expect(world.sandbox.tokenCalls).toBe(logins);
		expect(world.requestsTo('/transaction/charge')).toHaveLength(10);
	});
});

describe('a login that fails', () => {
	test('before a charge is a plain error: nothing was sent', async () => {
		world.sandbox.fail({ on: 'token', kind: 'reset' });
		const run = await chargeWithToken('T-1');
		expect(run.items('Charge')[0]!.json).toMatchObject({
			error: { code: 'login_failed', reference: 'T-1', charged: 'no' },
		});
		expect(world.requestsTo('/transaction/charge')).toHaveLength(0);
	});
});

describe('charges that are opened with the token', () => {
	test('are never sent twice: a refused token fails the charge, and the next execution has a new token', async () => {
		await listBanks();
		forgetTokens();
		const runs = [await chargeWithToken('T-1'), await chargeWithToken('T-2')];
		expect(runs.map((run) => run.items('Charge')[0]!.json).map(({ outcome, error }) => outcome ?? error)).toEqual([
			expect.objectContaining({ code: 'refused', reference: 'T-1', charged: 'no' }),
			'otp_required',
		]);
		expect(world.requestsTo('/transaction/charge')).toHaveLength(2);
		expect(world.sandbox.tokenCalls).toBe(2);
	});
});

test('calls that need no token fetch none', async () => {
	const [charged] = await world.one('card', 'charge', chargeFields());
	await world.one('transaction', 'verify', { transactionReference: charged!.json.transactionReference });
	expect(world.sandbox.tokenCalls).toBe(0);
});
