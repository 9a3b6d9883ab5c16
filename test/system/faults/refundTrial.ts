import pLimit from 'p-limit';

import type { EngineRun, RetriableExecution, WorkflowJson } from '../../../dev/engine';
import { to } from '../../../dev/engine/in-row';
import type { Transaction } from '../../../dev/sandbox';
import { chargeAtSandbox } from '../../engine/support/trigger';
import { CARDS, chain, World } from '../../engine/support/world';
import { chance } from '../support/chance';
import {
	claimsOf,
	isContradicted,
	isDoubt,
	isNotDone,
	NOTHING_SAID,
	stateOf,
	type Claim,
	type State,
} from '../support/ledgerCheck';
import { PARAMETERS } from '../support/moneyCalls';
import { emailOf } from '../support/orders';
import { FaultProxy } from '../support/proxy';
import type { Row } from '../support/report';
import { NODE } from './killWorkflow';
import { Traffic } from './traffic';

const MOST_ROWS = 10;
const RUNS_AT_ONCE = 8;
const MOST_RETRIES = 30;
/** The most times that somebody runs by hand what was not done. */
const MOST_ROUNDS = 8;
const ROUNDS_OF_LOOP = 3;
/** In seconds: shorter than a late answer takes. */
const TIMEOUT = 1;

/** The refund of a payment before the trial, if there is one. */
const FIRST = { minor: 400, major: '4.00' };

/** Fates of the execution of a list. */
const WAYS = ['stops and is retried', 'goes on', 'comes back in a loop', 'is killed and retried'] as const;
type Way = (typeof WAYS)[number];

/** The service's words about refunds. */
interface Telling {
	/** The acquirer's codes, used in turn. */
	codes: readonly string[];
	/** The delays, in milliseconds, until a refund's record shows it, used for one part of the lists after the other. */
	lags: readonly number[];
}

export const PROMPT: Telling = { codes: ['00'], lags: [0] };
/** Codes that nobody has documented, and a stale record. */
export const ODD: Telling = { codes: ['09', '01', '0', '000', '10', 'APPROVED', '00'], lags: [1_500, 3_600_000] };

/**
 * Refunds of paid payments through a bad network, by n8n's engine. Each list is run twice, and then by hand: as it is, and once the record
 * shows every refund.
 */
export class RefundTrial {
	readonly payments: Transaction[] = [];
	readonly silent: string[] = [];
	readonly contradictions: string[] = [];
	executions = 0;
	kills = 0;
	sent = 0;
	milliseconds = 0;
	/** The last word about each payment. */
	private readonly last = new Map<Transaction, Claim>();

	private constructor(
		private readonly world: World,
		private readonly proxy: FaultProxy,
		private readonly count: number,
		private readonly telling: Telling,
		/** The number of partial refunds of each payment before the trial: a further one is sent only where the record names them. */
		private readonly earlier: 0 | 1,
	) {}

	static async prepare(count: number, telling: Telling, earlier: 0 | 1 = 0): Promise<RefundTrial> {
		const world = await World.start({ webhooksEnabled: false, verifyTellsRefunds: earlier > 0 });
		const traffic = new Traffic(world.sandbox);
		const proxy = await FaultProxy.start(world.sandbox.url, traffic.plan);
		world.editCredential({ baseUrl: proxy.url });
		return new RefundTrial(world, proxy, count, telling, earlier);
	}

	async run(): Promise<void> {
		const begin = Date.now();
		const { sandbox } = this.world;
		const { ledger } = sandbox;
		for (let order = 1; order <= this.count; order++)
			await chargeAtSandbox(this.world, { ...CARDS.frictionless, email: emailOf(`refund-${order}`) });
		this.payments.push(...ledger.transactions);
		if (this.earlier > 0) this.payments.forEach((payment) => ledger.refund(payment, FIRST.minor));
		const { codes, lags } = this.telling;
		// Codes for those who send more often than they should as well.
		for (let refund = 0; refund < 2 * this.count; refund++)
			sandbox.fail({ on: 'refund', kind: 'altered', fields: { data: { acquirerCode: codes[refund % codes.length] } } });
		const lists = partsOf(this.payments, Math.min(MOST_ROWS, Math.ceil(this.count / (WAYS.length * lags.length))));
		const parts = partsOf(lists, Math.ceil(lists.length / lags.length));
		for (const [part, refundLagMs] of lags.entries()) {
			sandbox.configure({ refundLagMs });
			await this.forEach(parts[part] ?? [], async (list, at) => await this.refundTwice(list, WAYS[at % WAYS.length]!));
		}
		for (const refundLagMs of new Set([lags.at(-1), 0])) {
			sandbox.configure({ refundLagMs });
			await this.forEach(lists, async (list) => await this.refundByHand(list));
		}
		this.sent = sandbox.requests.filter(({ endpoint }) => endpoint === 'refund').length;
		this.milliseconds = Date.now() - begin;
	}

	/** Returns the outcome of the refunds. */
	rows(): Row[] {
		return [
			['payments', 'some', this.payments],
			['payments that were refunded twice', '0', this.twice],
			['payments that were neither refunded nor unknown', '0', this.lost],
			['items without an outcome', '0', this.silent],
			['outcomes that contradict the ledger', '0', this.contradictions],
			['refunded payments', 'some', this.refunded],
			['executions, kills of n8n, requests', 'any', `${this.executions}, ${this.kills}, ${this.sent}`],
			...this.proxy.rows(),
			['seconds', 'any', Math.round(this.milliseconds / 1000)],
		];
	}

	async stop(): Promise<void> {
		await this.proxy.down();
		await this.world.stop();
	}

	/** Payments of which money went back more than once. */
	get twice(): string[] {
		const refundedTwice = this.payments.filter(({ refunds }) => refunds.length > this.earlier + 1);
		return refundedTwice.map(({ transactionReference }) => transactionReference);
	}

	get refunded(): number {
		return this.payments.filter(({ refunds }) => refunds.length > this.earlier).length;
	}

	/** Payments that were not refunded, although nobody says that this is not known. */
	get lost(): string[] {
		const open = this.payments.filter(
			(payment) => payment.refunds.length === this.earlier && !isDoubt(this.last.get(payment)!),
		);
		return open.map(({ transactionReference }) => transactionReference);
	}

	private async forEach<T>(entries: readonly T[], act: (entry: T, at: number) => Promise<void>): Promise<void> {
		const limit = pLimit(RUNS_AT_ONCE);
		await Promise.all(entries.map(async (entry, at) => await limit(() => act(entry, at))));
	}

	private async refundTwice(list: Transaction[], way: Way): Promise<void> {
		for (const round of [1, 2]) {
			const first = round === 1 && way === 'is killed and retried' ? await this.killed(list) : undefined;
			await this.refund(list, way, first);
		}
	}

	/** One execution, which is retried until it ends well. */
	private async refund(list: Transaction[], way: Way, killed?: RetriableExecution): Promise<void> {
		const workflow = way === 'comes back in a loop' ? this.loop() : this.chain(way);
		let left: RetriableExecution | undefined = killed;
		for (let tries = 0; tries < MOST_RETRIES; tries++) {
			const untouched = list.map((payment) => this.stateOf(payment));
			const run = await this.execute(workflow, list, left);
			if (way !== 'comes back in a loop') this.compare(list, run, untouched);
			// A loop has no end but the one that the trial gives it.
			if (!run.error || way === 'comes back in a loop') return;
			// A list fails as a whole, and one row by itself, where it was refunded before, and each retry says so again.
			if (/used before\.$|was refunded before\b/.test(run.error.message)) return;
			left = run;
		}
	}

	/** Somebody runs the list in the editor, and again those of which n8n says that nothing was done. */
	private async refundByHand(list: Transaction[]): Promise<void> {
		let open = list;
		for (let round = 0; round < MOST_ROUNDS && open.length > 0; round++) {
			const untouched = open.map((payment) => this.stateOf(payment));
			this.executions++;
			const run = await this.world.engine.run(this.chain('goes on'), { mode: 'manual', input: itemsOf(open) });
			this.compare(open, run, untouched);
			open = open.filter((payment) => isNotDone(this.last.get(payment)!));
		}
	}

	private async execute(workflow: WorkflowJson, list: Transaction[], retryOf?: RetriableExecution): Promise<EngineRun> {
		this.executions++;
		let rounds = 0;
		let stop = () => {};
		return await this.world.engine.run(workflow, {
			...(retryOf ? { retryOf } : { mode: 'trigger' as const, input: itemsOf(list) }),
			onStart: (cancel) => (stop = cancel),
			onNodeFinish: (name) => name === NODE && ++rounds === ROUNDS_OF_LOOP && stop(),
		});
	}

	/** n8n ends somewhere in the list. What it has saved until then is left. */
	private async killed(list: Transaction[]): Promise<RetriableExecution | undefined> {
		const saved: RetriableExecution[] = [];
		let kill = () => {};
		const running = this.world.engine.run(this.chain('goes on'), {
			mode: 'trigger',
			input: itemsOf(list),
			onProgress: (progress) => saved.push(progress),
			onStart: (cancel) => (kill = cancel),
		});
		const last = Math.floor(chance('kill', list[0]!.merchantReference) * list.length);
		const isOver = running.then(() => true);
		while (list[last]!.refunds.length === this.earlier && !(await Promise.race([isOver, new Promise(setImmediate)])));
		const left = saved.at(-1);
		kill();
		this.kills++;
		await running;
		return left;
	}

	/** @param untouched the states of the payments before the execution: what it has not done says nothing of an earlier one */
	private compare(list: Transaction[], run: EngineRun, untouched: State[]): void {
		for (const claim of claimsOf(run, NODE, list.length)) {
			const payment = list[claim.itemIndex]!;
			const { transactionReference: name } = payment;
			const state = this.stateOf(payment);
			this.last.set(payment, claim);
			if (claim.said === NOTHING_SAID) this.silent.push(name);
			if (isContradicted(claim, state, untouched[claim.itemIndex]!))
				this.contradictions.push(`${name}: ${claim.said}, but ${state}`);
		}
	}

	private stateOf(payment: Transaction): State {
		if (this.earlier === 0) return stateOf(payment);
		return payment.refunds.length > this.earlier ? 'refunded' : 'authorized';
	}

	private chain(way: Way): WorkflowJson {
		const { resource, operation, ...fields } = PARAMETERS.refund('own');
		const further = this.earlier > 0 ? { amountToRefund: '3', refundedBefore: FIRST.major } : {};
		const onError = way === 'stops and is retried' ? 'stopWorkflow' : 'continueRegularOutput';
		return chain([
			this.world.node(NODE, resource, operation, { ...fields, ...further, options: { timeout: TIMEOUT } }, { onError }),
		]);
	}

	/** The node gets what it has returned, again and again. */
	private loop(): WorkflowJson {
		const { connections, ...workflow } = this.chain('goes on');
		return {
			...workflow,
			connections: { ...connections, [NODE]: { main: [to(NODE)] } },
		};
	}
}

function itemsOf(list: Transaction[]) {
	return list.map(({ transactionReference }) => ({ transactionReference }));
}

function partsOf<T>(list: readonly T[], size: number): T[][] {
	return Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size));
}
