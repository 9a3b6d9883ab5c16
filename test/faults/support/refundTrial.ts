import pLimit from 'p-limit';

import type { EngineRun, Retriable, WorkflowJson } from '../../../dev/engine';
import type { Transaction } from '../../../dev/sandbox';
import { chargeAtSandbox } from '../../engine/support/trigger';
import { CARDS, chain, World } from '../../engine/support/world';
import { chance } from './chance';
import { claimsOf, isContradicted, NOTHING_SAID, stateOf, type State } from './ledgerCheck';
import { NODE } from './killWorkflow';
import { PARAMETERS } from './moneyCalls';
import { emailOf } from './orders';
import { FaultProxy } from './proxy';
import { Traffic } from './traffic';

const ROWS = 10;
const RUNS_AT_ONCE = 4;
const MOST_RETRIES = 30;
const ROUNDS_OF_LOOP = 3;
/** In seconds: shorter than a late answer takes. */
const TIMEOUT = 1;

/** What happens to the execution of a list. */
const WAYS = ['stops and is retried', 'goes on', 'comes back in a loop', 'is killed and retried'] as const;
type Way = (typeof WAYS)[number];

/** Refunds of paid payments through a bad network, by n8n's engine. Each list is run twice. */
export class RefundTrial {
	readonly payments: Transaction[] = [];
	readonly silent: string[] = [];
	readonly contradictions: string[] = [];
	executions = 0;
	kills = 0;
	sent = 0;
	milliseconds = 0;

	private constructor(
		private readonly world: World,
		readonly proxy: FaultProxy,
		private readonly count: number,
	) {}

	static async prepare(count: number): Promise<RefundTrial> {
		const world = await World.start({ webhooksEnabled: false });
		const traffic = new Traffic(world.sandbox);
		const proxy = await FaultProxy.start(world.sandbox.url, traffic.plan);
		world.editCredential({ baseUrl: proxy.url });
		return new RefundTrial(world, proxy, count);
	}

	async run(): Promise<void> {
		const begin = Date.now();
		const { ledger } = this.world.sandbox;
		for (let order = 1; order <= this.count; order++)
			await chargeAtSandbox(this.world, { ...CARDS.frictionless, email: emailOf(`refund-${order}`) });
		this.payments.push(...ledger.transactions);
		const lists = Array.from({ length: Math.ceil(this.count / ROWS) }, (_, at) =>
			this.payments.slice(at * ROWS, (at + 1) * ROWS),
		);
		const limit = pLimit(RUNS_AT_ONCE);
		await Promise.all(
			lists.map(async (list, at) => await limit(() => this.refundTwice(list, WAYS[at % WAYS.length]!))),
		);
		this.sent = this.world.sandbox.requests.filter(({ endpoint }) => endpoint === 'refund').length;
		this.milliseconds = Date.now() - begin;
	}

	async stop(): Promise<void> {
		await this.proxy.down();
		await this.world.stop();
	}

	/** Payments of which money went back more than once. */
	get twice(): string[] {
		const refundedTwice = this.payments.filter(({ refunds }) => refunds.length > 1);
		return refundedTwice.map(({ transactionReference }) => transactionReference);
	}

	get refunded(): number {
		return this.payments.filter(({ refunds }) => refunds.length > 0).length;
	}

	private async refundTwice(list: Transaction[], way: Way): Promise<void> {
		for (const round of [1, 2]) {
			const first = round === 1 && way === 'is killed and retried' ? await this.killed(list) : undefined;
			await this.refund(list, way, first);
		}
	}

	/** One execution, which is retried until it ends well. */
	private async refund(list: Transaction[], way: Way, killed?: Retriable): Promise<void> {
		const workflow = way === 'comes back in a loop' ? this.loop() : this.chain(way);
		let left: Retriable | undefined = killed;
		for (let tries = 0; tries < MOST_RETRIES; tries++) {
			const untouched = list.map(stateOf);
			const run = await this.execute(workflow, list, left);
			if (way !== 'comes back in a loop') this.compare(list, run, untouched);
			// A loop has no end but the one that the trial gives it.
			if (!run.error || way === 'comes back in a loop') return;
			// Only the list as a whole fails where rows were refunded before, and each retry says so again.
			if (/used before\.$/.test(run.error.message)) return;
			left = run;
		}
	}

	private async execute(workflow: WorkflowJson, list: Transaction[], retryOf?: Retriable): Promise<EngineRun> {
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
	private async killed(list: Transaction[]): Promise<Retriable | undefined> {
		const saved: Retriable[] = [];
		let kill = () => {};
		const running = this.world.engine.run(this.chain('goes on'), {
			mode: 'trigger',
			input: itemsOf(list),
			onProgress: (progress) => saved.push(progress),
			onStart: (cancel) => (kill = cancel),
		});
		const last = Math.floor(chance('kill', list[0]!.merchantReference) * list.length);
		const isOver = running.then(() => true);
		while (list[last]!.refunds.length === 0 && !(await Promise.race([isOver, new Promise(setImmediate)])));
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
			const state = stateOf(payment);
			if (claim.said === NOTHING_SAID) this.silent.push(name);
			if (isContradicted(claim, state, untouched[claim.itemIndex]!))
				this.contradictions.push(`${name}: ${claim.said}, but ${state}`);
		}
	}

	private chain(way: Way): WorkflowJson {
		const { resource, operation, ...fields } = PARAMETERS.refund('own');
		const onError = way === 'stops and is retried' ? 'stopWorkflow' : 'continueRegularOutput';
		return chain([
			this.world.node(NODE, resource, operation, { ...fields, options: { timeout: TIMEOUT } }, { onError }),
		]);
	}

	/** The node gets what it has put out, again and again. */
	private loop(): WorkflowJson {
		const { connections, ...workflow } = this.chain('goes on');
		return {
			...workflow,
			connections: { ...connections, [NODE]: { main: [[{ node: NODE, type: 'main', index: 0 }]] } },
		};
	}
}

function itemsOf(list: Transaction[]) {
	return list.map(({ transactionReference }) => ({ transactionReference }));
}
