import { runInThisContext } from 'node:vm';

import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { Agent, request as call } from 'undici';

import { Engine, type EngineRun } from '../../../dev/engine';
import { signUrl } from '../../../nodes/shared/signing/signedUrl';
import type { Fault, RecordedRequest } from '../../../dev/sandbox';
import { anyRequest, type AnyRequest } from '../support/anyRequest';
import { WITHOUT_ISOLATES } from '../support/expressions';
import { ActiveTrigger, chargeAtSandbox } from '../support/trigger';
import { CARDS, World } from '../support/world';

/** Another one makes other requests; a failure prints it, with what failed. */
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121);
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 1_000);
const AT_ONCE = 25;
/** The trigger's answers, n8n's 404 for a GET at the path for notifications, and its 422 for what is no JSON. */
const STATUSES = [200, 303, 400, 401, 404, 413, 422, 503];

const LOOK_UPS = [
	/^\/transaction\/verify\/[\w.%!~*'()-]+$/,
	/^\/transaction\/history\?reference=[\w.%!~*'()+-]+&startDate=0&size=100$/,
];
jest.setTimeout(600_000);

let world: World;
let trigger: ActiveTrigger;
const agent = new Agent({ connections: 10 });
/** The answers of verify about each authorized transaction, by the service's reference. */
const verified = new Map<unknown, IDataObject>();
let paid: string[];
let pending: string[];
let declined: string[];

beforeAll(async () => {
	const engine = await Engine.start(WITHOUT_ISOLATES);
	world = await World.start({ verifyKnowsMerchantReference: true, webhooksEnabled: false }, {}, engine);
	paid = await charge(60);
	pending = await charge(10, CARDS.otp);
	declined = await charge(10, CARDS.insufficientFunds);
	for (const transactionReference of declined) world.sandbox.setStatus(transactionReference, 4);
	const asked = paid.map((transactionReference) => ({ transactionReference }));
	const verify = { transactionReference: '={{ $json.transactionReference }}' };
	for (const { json } of await world.one('transaction', 'verify', verify, asked)) {
		const { response: _, ...item } = json;
		verified.set(json.transactionReference, item);
	}
});
afterEach(async () => await trigger.deactivate());
afterAll(async () => {
	await agent.close();
	await world.stop();
});

async function charge(count: number, card = CARDS.frictionless): Promise<string[]> {
	const references: string[] = [];
	while (references.length < count) references.push((await chargeAtSandbox(world, card)).transactionReference);
	return references;
}

/** The references of both sides, of every transaction. */
const references = () =>
	world.sandbox.ledger.transactions.flatMap((known) => [known.transactionReference, known.merchantReference]);

/** Sends a request. Returns its status, and where it sends a browser on. */
async function send({ method, path, query, contentType, body }: AnyRequest): Promise<[number, string]> {
	const url = path === 'callback' ? trigger.callbackUrl : trigger.notificationUrl;
	const response = await call(`${url}?${query}`, {
		dispatcher: agent,
		method,
		headers: contentType === undefined ? {} : { 'content-type': contentType },
		body: body as string,
	});
	await response.body.dump();
	return [response.statusCode, String(response.headers.location ?? '')];
}

/** The fault that the service may have meanwhile: mostly none. */
const anyFault = fc.oneof(
	{ weight: 3, arbitrary: fc.constant(undefined) },
	fc.constantFrom('reset', 'empty', 'brokenJson', 'html').map((kind): Fault => ({ on: 'verify', kind })),
	fc.constantFrom(401, 403, 404, 429, 500).map((status): Fault => ({ on: 'verify', kind: 'status', status })),
);

/**
 * Sends many requests, `AT_ONCE` at a time. Each must get one of the answers of the trigger, and lead a browser nowhere else;
 * what it starts must pass `check`; and it must not lead the trigger to any other place of the service than its look-ups.
 */
async function fuzz(check: (run: EngineRun) => void, queries: string[] = []): Promise<void> {
	let checked = 0;
	const batch = fc.array(anyRequest(references(), ['', ...queries]), { minLength: AT_ONCE, maxLength: AT_ONCE });
	const property = fc.asyncProperty(batch, anyFault, async (requests, fault) => {
		if (fault) world.sandbox.fail(fault);
		for (const [status, location] of await Promise.all(requests.map(send))) {
			expect(STATUSES).toContain(status);
			expect(location).toMatch(status === 303 ? /^\?[\w.*+%=&-]*$/ : /^$/);
		}
		const runs = (await trigger.executions()).slice(checked);
		checked += runs.length;
		for (const run of runs) {
			expect([run.status, run.error, run.items('Trigger').length]).toEqual(['success', undefined, 1]);
			check(run);
		}
	});
	world.sandbox.requests.length = 0;
	await fc.assert(property, { seed: SEED, numRuns: REQUESTS / AT_ONCE, endOnFailure: true });
	const isLookUp = ({ method, url }: RecordedRequest) => method === 'GET' && LOOK_UPS.some((one) => one.test(url));
	expect(world.sandbox.requests.filter((asked) => !isLookUp(asked)).map(({ url }) => url)).toEqual([]);
}

function termsOf(transactionReference: string): Parameters<typeof signUrl>[1] {
	const { merchantReference } = world.sandbox.ledger.byTransactionReference(transactionReference)!;
	return { reference: merchantReference, amount: '10.5', currency: 'NGN' };
}

/** The query of a signed URL. */
const signed = (...of: Parameters<typeof signUrl>) => new URL(signUrl(...of)).search.slice(1);

const itemOf = (run: EngineRun) => run.items('Trigger')[0]!.json;
const objectPrototype = () => runInThisContext('Reflect.ownKeys(Object.prototype).map(String).join()') as string;

test('whatever is sent, only verified payments start the workflow, each once', async () => {
	trigger = await ActiveTrigger.activate(world);
	const before = objectPrototype();
	const started: unknown[] = [];
	const check = (run: EngineRun) => {
		const { receivedAt, response, ...item } = itemOf(run);
		expect(new Date(String(receivedAt)).toJSON()).toBe(receivedAt);
		expect(item).toEqual({ ...verified.get(item.transactionReference), verified: true });
		expect(JSON.stringify(response)).toContain(item.transactionReference);
		expect(world.sandbox.ledger.byTransactionReference(String(item.transactionReference))).toMatchObject({
			status: 2,
			merchantReference: item.reference,
			amountMinor: item.amountMinor,
		});
		started.push(item.transactionReference);
	};
	const queries = pending.map((reference) =>
		signed(trigger.callbackUrl, termsOf(reference), world.sandbox.options.privateKey),
	);
	await fuzz(check, queries);
	expect(new Set(started).size).toBe(started.length);
	expect(started.length).toBeGreaterThan(paid.length / 2);
	expect(objectPrototype()).toBe(before);
});

test('whatever is sent, nothing starts the workflow without a signature for its payment', async () => {
	trigger = await ActiveTrigger.activate(world, { options: { requireSignedUrl: true } });
	const { privateKey } = world.sandbox.options;
	const terms = termsOf(paid[0]!);
	const queries = [trigger.notificationUrl, trigger.callbackUrl].flatMap((url) => [
		// Genuine, but of payments that are not made.
		...[...pending, ...declined].map((transaction) => signed(url, termsOf(transaction), privateKey)),
		signed(url, terms, 'another-private-key'),
		signed(url.replace('trigger-1', 'trigger-2'), terms, privateKey),
		signed(url, terms, privateKey).replace('10.5', '10.50'),
		signed(url, { ...terms, reference: '' }, privateKey),
	]);
	await fuzz((run) => expect(run).toBeUndefined(), queries);
	expect(await trigger.executions()).toEqual([]);
});
