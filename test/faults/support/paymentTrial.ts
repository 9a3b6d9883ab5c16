import { setTimeout as wait } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import pLimit from 'p-limit';

import type { EngineRun } from '../../../engine';
import { OTP, type Transaction } from '../../../sandbox';
import { chain, World } from '../../engine/support/world';
import { chance } from './chance';
import { claimsOf, isContradicted, isDoubt, isNotDone, NOTHING_SAID, stateOf, type Claim, type State } from './judge';
import { chargesFor, takeOrders, type Order } from './orders';
import { FaultProxy } from './proxy';
import { Traffic } from './traffic';

/** How an execution is set up. */
interface Shape {
	items: number;
	atOnce: number;
	continues: boolean;
	ownReferences: boolean;
}

/** Used in turn. */
const SHAPES: readonly Shape[] = [
	{ items: 25, atOnce: 1, continues: true, ownReferences: true },
	{ items: 100, atOnce: 20, continues: false, ownReferences: false },
	{ items: 75, atOnce: 5, continues: true, ownReferences: false },
	{ items: 100, atOnce: 50, continues: false, ownReferences: true },
	{ items: 75, atOnce: 10, continues: true, ownReferences: true },
	{ items: 50, atOnce: 5, continues: false, ownReferences: false },
];
/** Executions side by side, as in a busy n8n. */
const RUNS_AT_ONCE = 12;
/** In seconds: shorter than a late answer takes. */
const TIMEOUT = 1;
/** How often an execution is retried, and how often what was not done is asked for in a new one. */
const MOST_RETRIES = 30;
const MOST_ROUNDS = 8;
/** Every so many calls the service is gone for a while. */
const OUTAGE = { every: 400, milliseconds: 150 };

const OPEN_WORDS: readonly string[] = ['otp_required', 'pending'];
const WRONG_OTP = '000000';
const SHARE_OF_WRONG_OTPS = 0.1;

/** An operation that moves money, as this trial uses it. */
interface MoneyCall {
	name: 'charge' | 'authorize';
	parameters: IDataObject;
	/** The item of an order; `round` counts from 0. */
	input(order: Order, shape: Shape, round: number): IDataObject;
	/** Whether who reads this may ask again, in a new execution. */
	mayAskAgain(claim: Claim): boolean;
}

/** What came of all calls of one operation. */
export interface Count {
	executions: number;
	retries: number;
	/** The last word about each order. */
	last: Map<string, Claim>;
	/** Words that nobody said, that are not true, and calls that were sent twice: each should be empty. */
	silent: string[];
	contradictions: string[];
	sentAgain: string[];
}

/** Payments of many orders through a bad network, by n8n's engine. */
export class PaymentTrial {
	readonly orders: readonly Order[];
	readonly charged = noCount();
	readonly authorized = noCount();
	milliseconds = 0;
	private calls = 0;

	private constructor(
		readonly world: World,
		readonly proxy: FaultProxy,
		private readonly traffic: Traffic,
		orders: number,
	) {
		this.orders = takeOrders(orders);
	}

	static async prepare(orders: number): Promise<PaymentTrial> {
		const world = await World.start({ webhooksEnabled: false });
		const traffic = new Traffic(world.sandbox);
		const proxy = await FaultProxy.start(world.sandbox.url, (passing) => {
			void trial.haveOutages();
			return traffic.plan(passing);
		});
		world.editCredential({ baseUrl: proxy.url });
		const trial = new PaymentTrial(world, proxy, traffic, orders);
		return trial;
	}

	async run(): Promise<void> {
		const begin = Date.now();
		const half = Math.ceil(this.orders.length / 2);
		// Not every provider's verify finds a payment by the merchant's reference.
		for (const [knows, orders] of [
			[true, this.orders.slice(0, half)] as const,
			[false, this.orders.slice(half)] as const,
		]) {
			this.world.sandbox.configure({ verifyKnowsMerchantReference: knows });
			await this.ask(CHARGE, this.charged, orders);
		}
		const waiting = this.orders.filter(({ name }) => isOpen(this.charged.last.get(name)!));
		await this.ask(this.authorize(), this.authorized, waiting);
		this.milliseconds = Date.now() - begin;
	}

	async stop(): Promise<void> {
		await this.proxy.down();
		await this.world.stop();
	}

	/** Has n8n do it for all orders; what it says was not done, it is asked for again. */
	private async ask(call: MoneyCall, count: Count, orders: readonly Order[]): Promise<void> {
		let open = orders;
		for (let round = 0; round < MOST_ROUNDS && open.length > 0; round++) {
			const limit = pLimit(RUNS_AT_ONCE);
			const batches = inBatches(open, round);
			await Promise.all(batches.map(async (batch) => await limit(() => this.execute(call, count, batch, round))));
			open = open.filter(({ name }) => call.mayAskAgain(count.last.get(name)!));
		}
	}

	/** One execution, which is retried until it ends well. */
	private async execute(
		call: MoneyCall,
		count: Count,
		{ shape, orders }: { shape: Shape; orders: readonly Order[] },
		round: number,
	): Promise<void> {
		const parameters = { ...call.parameters, options: { requestsAtOnce: shape.atOnce, timeout: TIMEOUT } };
		const onError = shape.continues ? 'continueRegularOutput' : 'stopWorkflow';
		const workflow = chain([this.world.node('Pay', 'card', call.name, parameters, { onError })]);
		const input = orders.map((order) => call.input(order, shape, round));
		const sentBefore = orders.map(({ name }) => this.traffic.met(call.name, name).length);
		const untouched = orders.map((order) => this.stateOf(order));

		let run = await this.world.engine.run(workflow, { input });
		count.executions++;
		this.judge(call, count, orders, untouched, run);
		for (let tries = 0; run.error && tries < MOST_RETRIES; tries++) {
			run = await this.world.engine.run(workflow, { retryOf: run });
			count.retries++;
			this.judge(call, count, orders, untouched, run);
		}
		if (run.error) throw new Error(`An execution never ended well: ${run.error.message}`);
		orders.forEach(({ name }, index) => {
			if (this.traffic.isSentAgain(call.name, name, sentBefore[index]!)) count.sentAgain.push(name);
		});
	}

	/** Holds what a run says of each order against the ledger, as both are now. */
	private judge(
		call: MoneyCall,
		count: Count,
		orders: readonly Order[],
		untouched: readonly State[],
		run: EngineRun,
	): void {
		for (const claim of claimsOf(run, 'Pay', orders.length)) {
			const { name } = orders[claim.itemIndex]!;
			const [transaction] = chargesFor(this.world.sandbox, name);
			const state = stateOf(transaction);
			count.last.set(name, claim);
			if (claim.said === NOTHING_SAID) count.silent.push(name);
			// It was true when it was said.
			const isOvertaken = OPEN_WORDS.includes(claim.said) && this.traffic.met(call.name, name).includes('actedTooLate');
			const isWrong = isContradicted(claim, state, untouched[claim.itemIndex]!) || isAboutAnother(claim, transaction);
			if (isWrong && !isOvertaken) count.contradictions.push(`${name}: ${claim.said}, but ${state}`);
		}
	}

	private stateOf({ name }: Order): State {
		return stateOf(chargesFor(this.world.sandbox, name)[0]);
	}

	private authorize(): MoneyCall {
		return {
			name: 'authorize',
			parameters: { transactionReference: '={{ $json.transactionReference }}', otp: '={{ $json.otp }}' },
			input: ({ name }, _, round) => ({
				transactionReference: this.charged.last.get(name)!.item!.transactionReference,
				otp: round === 0 && chance('otp', name) < SHARE_OF_WRONG_OTPS ? WRONG_OTP : OTP,
			}),
			// The OTP is good for one payment, so a second try cannot pay twice.
			mayAskAgain: (claim) => isNotDone(claim) || isDoubt(claim) || isOpen(claim),
		};
	}

	private async haveOutages(): Promise<void> {
		this.calls++;
		if (this.calls % OUTAGE.every !== 0) return;
		await this.proxy.down();
		await wait(OUTAGE.milliseconds);
		await this.proxy.up();
	}
}

const CHARGE: MoneyCall = {
	name: 'charge',
	parameters: { inputMode: 'json', charge: '={{ $json.charge }}', amountUnit: 'minor' },
	input: ({ name, charge }, { ownReferences }) => ({ charge: ownReferences ? { ...charge, reference: name } : charge }),
	mayAskAgain: isNotDone,
};

function noCount(): Count {
	return { executions: 0, retries: 0, last: new Map(), silent: [], contradictions: [], sentAgain: [] };
}

function isOpen({ said, item }: Claim): boolean {
	return OPEN_WORDS.includes(said) && item?.transactionReference != null;
}

/** Whether what was put out is of another payment than the order's. */
function isAboutAnother({ item }: Claim, transaction: Transaction | undefined): boolean {
	if (!item || !transaction) return false;
	const { transactionReference = null, amountMinor = null } = item;
	return (
		(transactionReference !== null && transactionReference !== transaction.transactionReference) ||
		(amountMinor !== null && amountMinor !== transaction.amountMinor)
	);
}

function inBatches(orders: readonly Order[], round: number): Array<{ shape: Shape; orders: readonly Order[] }> {
	const batches: Array<{ shape: Shape; orders: readonly Order[] }> = [];
	for (let at = 0; at < orders.length;) {
		const shape = SHAPES[(batches.length + round) % SHAPES.length]!;
		batches.push({ shape, orders: orders.slice(at, at + shape.items) });
		at += shape.items;
	}
	return batches;
}
