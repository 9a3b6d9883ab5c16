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

interface Answer {
	status: number;
	/** Headers and body, but for the location. */
	text: string;
	location: string | undefined;
}
type Sent = AnyRequest & { answer: Answer };

/** Another one makes other requests; a failure prints it, with what failed. */
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121);
const AT_ONCE = 25;
/** The trigger's answers, and n8n's 404 for a GET at the path for notifications. */
const STATUSES = [200, 303, 400, 401, 404, 413, 503];

const VERIFY = /^\/transaction\/verify\/[\w.%!~*'()-]+$/;
// A busy computer needs minutes for thousands of requests.
const TIME = 600_000;
jest.setTimeout(TIME);

let world: World;
let trigger: ActiveTrigger;
const agent = new Agent({ connections: 10 });
/** What verify says of each authorized transaction, by the service's reference. */
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

async function send({ method, path, query, contentType, body }: AnyRequest): Promise<Answer> {
	const url = path === 'callback' ? trigger.callbackUrl : trigger.notificationUrl;
	const response = await call(`${url}?${query}`, {
		dispatcher: agent,
		method,
		headers: contentType === undefined ? {} : { 'content-type': contentType },
		body: body as string,
	});
	const { date, etag, location, 'content-length': length, ...headers } = response.headers;
	const text = JSON.stringify(headers) + (await response.body.text());
	return { status: response.statusCode, text, location: location?.toString() };
}

/** Requests that get every answer there is, with nothing strange in them. */
function plainRequests(queries: string[]): AnyRequest[] {
	const bodies = [
		...[paid[0], pending[0], declined[0], 'SBX-unknown'].map((transactionReference) => ({ transactionReference })),
		...[
			{ transactionReference: pending[0], status: 2 },
			{ transactionReference: pending[0], status: 4 },
			{ transactionReference: '..' },
			[{ transactionReference: paid[0] }, { transactionReference: pending[0] }],
			{},
			{ a: 'x'.repeat(70_000) },
		],
	];
	const plain = bodies.flatMap((body) => [...queries, ''].map((query) => ({ query, body })));
	const genuine = queries.map((query) => ({ query, body: { transactionReference: signedFor(query), status: 4 } }));
	return [...plain, ...genuine].flatMap(({ query, body }) =>
		(['notification', 'callback'] as const).flatMap((path) =>
			(['GET', 'POST'] as const).map((method) => ({
				method,
				path,
				query,
				contentType: 'application/json',
				body: JSON.stringify(body),
			})),
		),
	);
}

/** What may go wrong at the service meanwhile: mostly nothing. */
const anyFault = fc.oneof(
	{ weight: 3, arbitrary: fc.constant(undefined) },
	fc.constantFrom('reset', 'empty', 'brokenJson', 'html').map((kind): Fault => ({ on: 'verify', kind })),
	fc.constantFrom(401, 403, 404, 429, 500).map((status): Fault => ({ on: 'verify', kind: 'status', status })),
);

/**
 * Sends so many requests, `AT_ONCE` at a time. Each must get, headers included, one of the answers that plain requests
 * get, so that nothing of it can be in there; what it starts must pass `check`; and it must not lead the trigger to any
 * other place of the service than its verify call.
 * @returns how many got which status
 */
async function fuzz(
	count: number,
	check: (run: EngineRun) => void,
	queries: string[] = [],
): Promise<Record<number, number>> {
	const answers = new Set<string>();
	// Also while the service cannot be asked, because customers then see a page of their own.
	for (const ipNotWhitelisted of [true, false]) {
		world.sandbox.configure({ ipNotWhitelisted });
		for (const plain of plainRequests(queries)) answers.add((await send(plain)).text);
	}
	const isExpected = (each: Sent) =>
		STATUSES.includes(each.answer.status) && answers.has(each.answer.text) && isSentNowhereElse(each);
	const statuses: Record<number, number> = {};
	let checked = 0;

	const batch = fc.array(anyRequest(references(), ['', ...queries]), { minLength: AT_ONCE, maxLength: AT_ONCE });
	const property = fc.asyncProperty(batch, anyFault, async (requests, fault) => {
		if (fault) world.sandbox.fail(fault);
		const sent: Sent[] = await Promise.all(requests.map(async (each) => ({ ...each, answer: await send(each) })));
		for (const { answer } of sent) statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
		expect(sent.filter((each) => !isExpected(each) && !isRefusedByN8n(each))).toEqual([]);

		const runs = (await trigger.executions()).slice(checked);
		checked += runs.length;
		for (const run of runs) {
			expect([run.status, run.error, run.items('Trigger').length]).toEqual(['success', undefined, 1]);
			check(run);
		}
	});
	world.sandbox.requests.length = 0;
	const limit = { interruptAfterTimeLimit: TIME - 10_000, markInterruptAsFailure: true, endOnFailure: true };
	await fc.assert(property, { seed: SEED, numRuns: count / AT_ONCE, ...limit });
	const isVerify = ({ method, url }: RecordedRequest) => method === 'GET' && VERIFY.test(url);
	expect(world.sandbox.requests.filter((asked) => !isVerify(asked))).toEqual([]);
	return statuses;
}

/** A browser that came with a form asks again without it, by its references and what is signed alone. */
function isSentNowhereElse({ method, path, answer: { status, location } }: Sent): boolean {
	if (status !== 303) return location === undefined;
	const names = [...new URLSearchParams(/^\?([\w.*+%=&-]*)$/.exec(location!)![1]).keys()];
	const isAllowed = (name: string) => /^(transactionReference|reference|signed\w+|signature)$/.test(name);
	return method === 'POST' && path === 'callback' && names.every(isAllowed);
}

/** What n8n answers before it asks the trigger; it says what is wrong with the JSON. */
function isRefusedByN8n({ contentType, answer: { status, text } }: Sent): boolean {
	return status === 422 && contentType !== undefined && text.includes('"message":"Failed to parse request body"');
}

function termsOf(transactionReference: string): Parameters<typeof signUrl>[1] {
	const { merchantReference } = world.sandbox.ledger.byTransactionReference(transactionReference)!;
	return { reference: merchantReference, amount: '10.5', currency: 'NGN' };
}

/** The service's reference of the payment that a query is signed for. */
const signedFor = (query: string) =>
	world.sandbox.ledger.transactions.find(
		({ merchantReference }) => merchantReference === new URLSearchParams(query).get('signedReference'),
	)?.transactionReference;

/** The query of a signed URL. */
const signed = (...of: Parameters<typeof signUrl>) => new URL(signUrl(...of)).search.slice(1);

const itemOf = (run: EngineRun) => run.items('Trigger')[0]!.json;
const objectPrototype = () => runInThisContext('Reflect.ownKeys(Object.prototype).map(String).join()') as string;

test('whatever is sent, only verified payments start the workflow, each once', async () => {
	trigger = await ActiveTrigger.activate(world);
	const before = objectPrototype();
	const started: unknown[] = [];
	const check = (run: EngineRun) => {
		const { receivedAt, ...item } = itemOf(run);
		expect(new Date(String(receivedAt)).toJSON()).toBe(receivedAt);
		expect(item).toEqual({ ...verified.get(item.transactionReference), verified: true, mismatch: null });
		expect(world.sandbox.ledger.byTransactionReference(String(item.transactionReference))).toMatchObject({
			status: 2,
			merchantReference: item.reference,
			amountMinor: item.amountMinor,
		});
		started.push(item.transactionReference);
	};
	// Only where the address is signed for the payment, a customer is told to come again.
	const queries = pending.map((reference) =>
		signed(trigger.callbackUrl, termsOf(reference), world.sandbox.options.privateKey),
	);
	const statuses = await fuzz(4_000, check, queries);
	expect(started.sort()).toEqual([...paid].sort());
	expect(Object.keys(statuses)).toEqual([...STATUSES, 422].map(String).sort());
	expect(objectPrototype()).toBe(before);
});

test('whatever is sent, nothing starts the workflow without a signature for its payment', async () => {
	trigger = await ActiveTrigger.activate(world, { requireSignedUrl: true });
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
	const statuses = await fuzz(1_000, (run) => expect(run).toBeUndefined(), queries);
	expect(await trigger.executions()).toEqual([]);
	// Both are tried often: forged ones, and genuine ones of payments that are not made.
	expect(Math.min(statuses[401]!, statuses[200]!)).toBeGreaterThan(50);
});
