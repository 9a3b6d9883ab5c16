import * as fc from 'fast-check';

import { Engine, type EngineRun, type INodeJson, type RetriableExecution } from '../../dev/engine';
import type { Fault } from '../../dev/sandbox';
import {
	claimsOf,
	isAboutAnother,
	isContradicted,
	NOTHING_SAID,
	stateOf,
	type Claim,
} from '../system/support/ledgerCheck';
import { bookingsFor, emailOf, orderIn, type Booking } from '../system/support/orders';
import { WITHOUT_ISOLATES } from './support/expressions';
import { ACCOUNTS, CARDS, chargeFields, transferFields, World } from './support/world';

/*
 * Users and services act in any order: a list is run, the service fails, n8n tries again, a person edits the node and
 * retries the execution, n8n is killed, the same list is run once more. After each step the service's ledger is compared with
 * what n8n has said.
 */

/** Another one makes other sequences; a failure prints them. */
const SEED = Number(process.env.RANDOM_RUNS_SEED ?? 20_261_122);
/** Sequences of steps, and how many of them at a time: they spend much of their time waiting for payments to appear. */
const SEQUENCES = Number(process.env.RANDOM_RUNS ?? 48);
const LANES = 16;
const MOST_STEPS = 6;

// Many sequences take minutes.
jest.setTimeout(1_200_000);

const ORDERS = [
	{ name: 'first', card: CARDS.otp, account: ACCOUNTS.completesLater },
	{ name: 'second', card: CARDS.frictionless, account: ACCOUNTS.completes },
	{ name: 'third', card: { ...CARDS.frictionless, cvv: '999' }, account: ACCOUNTS.fails },
].map(({ name, card, account }) => ({ ...card, name, email: emailOf(name), account }));

/** The node's settings that a person may edit before a retry. */
interface Setup {
	/** An expression. */
	reference: string;
	amount: string;
	ifUsed: 'fail' | 'show';
	requestsAtOnce: number;
	onError: NonNullable<INodeJson['onError']>;
	retryOnFail: boolean;
	executeOnce: boolean;
}

const CHANGING = '{{ $json.name }}-{{ Math.random() }}';
const REFERENCES = ['{{ $json.name }}', 'B-{{ $json.name }}', CHANGING];

const anySetup: fc.Arbitrary<Setup> = fc.record({
	reference: fc.constantFrom(...REFERENCES),
	amount: fc.constantFrom('10.50', '99'),
	ifUsed: fc.constantFrom('fail', 'show'),
	requestsAtOnce: fc.constantFrom(1, 2),
	onError: fc.constantFrom('stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'),
	retryOnFail: fc.boolean(),
	executeOnce: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, fc.constant(true)),
});

/** Draws a fault of the service in a payment, and in a look-up, without a lie about whether it has acted. */
const anyFault = (act: Fault['on'], lookUps: ReadonlyArray<Fault['on']>): fc.Arbitrary<Fault> => {
	const skip = fc.nat(3);
	const lost = fc.constantFrom('reset', 'empty', 'brokenJson', 'html');
	const when = fc.constantFrom('before', 'after');
	const misread = fc.constantFrom(
		...[{ status: 500 }, { success: false }, { data: { status: 99 } }, { data: { clientReference: 'R-99' } }],
		...[{ data: { requestId: 'R-99' } }, { data: { requestedAmount: 1 } }],
	);
	return fc.oneof(
		fc.record({ on: fc.constant(act), kind: lost, when, skip }),
		fc.record({ on: fc.constant(act), kind: fc.constant('status'), status: fc.constantFrom(500, 503), when, skip }),
		fc.record({
			on: fc.constant(act),
			kind: fc.constant('status'),
			status: fc.constantFrom(400, 401, 403, 404, 409, 422, 429),
			when: fc.constant('before'),
			skip,
		}),
		fc.record({ on: fc.constant(act), kind: fc.constant('altered'), fields: misread, skip }),
		fc.record({ on: fc.constant(act), kind: fc.constant('hang'), when, skip }),
		fc.record({
			on: fc.constantFrom(...lookUps),
			kind: fc.constant('status'),
			status: fc.constantFrom(401, 403, 500),
			times: fc.constantFrom(1, 3),
			skip,
		}),
	);
};

/** An execution and its retries. */
interface Chain {
	/** The bookings that the service had before. */
	before: ReadonlySet<Booking>;
	/** The execution that can be retried. */
	failed?: RetriableExecution;
	/** After a kill, only what stays the same protects from a second payment. */
	unchanged?: Setup;
}

class Shop {
	chain: Chain = { before: new Set() };
	private finds = true;

	constructor(
		private readonly world: World,
		private readonly endpoint: 'charge' | 'transfer',
	) {}

	/** @param finds whether the service finds payments by their references, or else refuses a reference that was used before */
	async begin(finds: boolean): Promise<void> {
		await this.world.sandbox.reset();
		this.world.sandbox.configure({
			hasHistory: finds,
			hasTransferStatusByRequestId: finds,
			acceptsUsedReferences: finds,
		});
		this.finds = finds;
		this.chain = { before: new Set() };
	}

	async run(setup: Setup, faults: Fault[]): Promise<RetriableExecution[]> {
		this.chain = { before: new Set(ORDERS.flatMap(({ name }) => bookingsFor(this.world.sandbox, name))) };
		const saved: RetriableExecution[] = [];
		await this.execute(setup, faults, { onProgress: (progress) => saved.push(progress) });
		return saved;
	}

	/** Runs, and leaves nothing but what n8n had saved before the node ran. */
	async runAndKill(setup: Setup, faults: Fault[]): Promise<void> {
		const [failed] = await this.run(setup, faults);
		Object.assign(this.chain, { failed, unchanged: setup });
	}

	async retry(setup: Setup, faults: Fault[]): Promise<void> {
		await this.execute(this.chain.unchanged ?? setup, faults, { retryOf: this.chain.failed });
	}

	private async execute(setup: Setup, faults: Fault[], options: Parameters<World['run']>[2]): Promise<void> {
		const { sandbox } = this.world;
		for (const fault of faults) sandbox.fail(fault);
		const paidBefore = ORDERS.filter(({ name }) => this.booked(name).length > 0).map(({ name }) => name);
		const asksBefore = sandbox.requests.length;
		const run = await this.world.run([this.node(setup)], ORDERS, options);
		this.chain.failed = run.error ? run : undefined;

		for (const { name } of ORDERS) expect(this.booked(name).length).toBeLessThanOrEqual(1);
		const own = ORDERS.flatMap(({ name }) => bookingsFor(sandbox, name).map(referenceOf).filter(isOwn));
		expect(own.filter((reference, index) => own.indexOf(reference) !== index)).toEqual([]);
		const asked = sandbox.requests.slice(asksBefore).filter(({ endpoint }) => endpoint === this.endpoint);
		const again = asked.filter(({ body }) => paidBefore.includes(orderIn(body as object)!));
		if (!this.chain.unchanged || this.finds) expect(again).toEqual([]);
		for (const claim of claims(run, setup.executeOnce ? 1 : ORDERS.length)) this.compare(claim, run);
	}

	/** Returns what the service has booked for an order in this chain. */
	private booked(order: string): Booking[] {
		return bookingsFor(this.world.sandbox, order).filter((booking) => !this.chain.before.has(booking));
	}

	private compare(claim: Claim, run: EngineRun): void {
		const { name } = ORDERS[claim.itemIndex]!;
		const paid = this.booked(name);
		// Nobody can tell that a payment under a list's own reference was made by an earlier run of the list.
		const earlier = bookingsFor(this.world.sandbox, name).filter((booking) => isOwn(referenceOf(booking)));
		const isTrue = (booking?: Booking) =>
			!isContradicted(claim, stateOf(booking), 'absent') && !isAboutAnother(claim, booking);
		const fits = paid.length > 0 ? paid.some(isTrue) : [undefined, ...earlier].some(isTrue);
		const said = { order: name, said: claim.said, is: paid.map(stateOf), error: run.error?.message };
		expect({ ...said, fits }).toEqual({
			...said,
			said: expect.not.stringMatching(NOTHING_SAID) as unknown,
			fits: true,
		});
	}

	private node({ reference, amount, ifUsed, requestsAtOnce, ...settings }: Setup): INodeJson {
		const options = { ifUsed, requestsAtOnce, timeout: 1 };
		const more = { ...settings, maxTries: 2, waitBetweenTries: 1 };
		const given = `=${reference}`;
		if (this.endpoint === 'transfer') {
			const row = { requestId: given, narration: '={{ $json.name }}', accountNumber: '={{ $json.account }}', amount };
			return this.world.node('Pay', 'transfer', 'create', transferFields({ ...row, options }), more);
		}
		const card = { cardNumber: '={{ $json.cardNumber }}', expiry: '={{ $json.expiry }}', cvv: '={{ $json.cvv }}' };
		const all = { ...options, customer: { email: '={{ $json.email }}' } };
		const fields = chargeFields({ ...card, reference: given, amount, options: all });
		return this.world.node('Pay', 'card', 'charge', fields, more);
	}
}

const referenceOf = (booking: Booking) => ('requestId' in booking ? booking.requestId : booking.merchantReference);

/** Says whether a reference is that of an order, and does not change with each try. */
const isOwn = (reference: string) => ORDERS.some(({ name }) => [name, `B-${name}`].includes(reference));

/** Reads what a run says of each item. A try that sent nothing names what earlier ones have sent; nothing came of the others. */
function claims(run: EngineRun, items: number): Claim[] {
	const all = { error: run.error, items: (name: string) => [0, 1].flatMap((output) => run.items(name, output)) };
	const told = claimsOf(all, 'Pay', items);
	const sentNothing = /^(No (card|money) was|Nothing was (sent by this call|charged:|transferred:))/.test(
		run.error?.message ?? '',
	);
	const said = run.error?.description?.includes('This is a retry') ? 'unknown' : 'not sent';
	return told.map((claim) => (claim.said === NOTHING_SAID && sentNothing ? { ...claim, said } : claim));
}

type Given = [setup: Setup, faults: Fault[]];

/** A step that a sequence may have, where `check` allows it. */
function step(
	name: string,
	act: (shop: Shop, ...given: Given) => Promise<unknown>,
	check: (shop: Shop, setup: Setup) => boolean,
) {
	return (given: Given): fc.AsyncCommand<{ shop: Shop }, Shop> => ({
		check: ({ shop }) => check(shop, given[0]),
		run: async (_, shop) => void (await act(shop, ...given)),
		toString: () => JSON.stringify([name, ...given]),
	});
}

const STEPS = [
	step(
		'run',
		async (shop, ...given) => await shop.run(...given),
		() => true,
	),
	step(
		'run, and n8n is killed',
		async (shop, ...given) => await shop.runAndKill(...given),
		(_, { reference }) => reference !== CHANGING,
	),
	step(
		'retry',
		async (shop, ...given) => await shop.retry(...given),
		({ chain }) => chain.failed !== undefined,
	),
];

describe.each([
	['charges', 'charge', ['verify', 'history']],
	['transfers', 'transfer', ['transferStatus']],
] as const)('any sequence of runs: %s', (_, act, lookUps) => {
	const worlds: World[] = [];
	beforeAll(async () => {
		const engine = await Engine.start(WITHOUT_ISOLATES);
		while (worlds.length < LANES) worlds.push(await World.start({ webhooksEnabled: false }, {}, engine));
	});
	afterAll(async () => {
		for (const { sandbox } of worlds) await sandbox.stop();
		await worlds[0]!.engine.stop();
	});

	const given = fc.tuple(anySetup, fc.array(anyFault(act, lookUps), { maxLength: 2 }));
	const steps = fc.commands(
		STEPS.map((make) => given.map(make)),
		{ maxCommands: MOST_STEPS },
	);

	test('no order is paid twice, and what n8n says of each is true', async () => {
		const lanes = worlds.map(async (world, lane) => {
			const shop = new Shop(world, act);
			const property = fc.asyncProperty(fc.boolean(), steps, async (finds, sequence) => {
				await shop.begin(finds);
				await fc.asyncModelRun(() => ({ model: { shop }, real: shop }), sequence);
			});
			// A sequence is short enough to read as it is; to make it shorter would take minutes.
			await fc.assert(property, { seed: SEED + lane, numRuns: Math.ceil(SEQUENCES / LANES), endOnFailure: true });
		});
		await Promise.all(lanes);
	});
});
