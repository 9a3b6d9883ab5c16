import { setTimeout as wait } from 'node:timers/promises';

import pLimit from 'p-limit';

import type { EngineRun } from '../../../dev/engine';
import type { Sandbox } from '../../../dev/sandbox';
import { chain, World } from '../../engine/support/world';
import {
	claimsOf,
	isAboutAnother,
	isContradicted,
	isDoubt,
	isNotDone,
	NOTHING_SAID,
	stateOf,
	type Claim,
	type State,
} from '../support/ledgerCheck';
import {
	authorizeAfter,
	CHARGE,
	isOpen,
	OPEN_WORDS,
	PARAMETERS,
	TRANSFER,
	type MoneyCall,
} from '../support/moneyCalls';
import { bookingsFor, takeOrders, takeTransferOrders, type Order } from '../support/orders';
import { FaultProxy } from '../support/proxy';
import type { Row } from '../support/report';
import { inBatches, REPEATING, SHAPES, type Batch } from '../support/shapes';
import { findingPayments } from './sandboxes';
import { Traffic } from './traffic';

/** Executions side by side, as in a busy n8n. */
const RUNS_AT_ONCE = 24;
/** In seconds: shorter than a late answer takes. */
const TIMEOUT = 1;
/** The most times that an execution is retried. Each retry asks about up to 100 orders, and stops where one look-up fails. */
const MOST_RETRIES = 100;
/** The most new executions that ask for what was not done. */
const MOST_ROUNDS = 8;
/** The time that a transfer stays open at its bank, in milliseconds: until the trial settles it. */
const UNTIL_SETTLED = 3_600_000;
/** Every so many calls the service is gone for a while. */
const OUTAGE = { every: 400, milliseconds: 150 };

/** The outcome of all calls of one operation. */
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

/** Payments and bank transfers of many orders through a bad network, by n8n's engine. */
export class PaymentTrial {
	readonly orders: readonly Order[];
	readonly transferOrders: readonly Order[];
	readonly charged = noCount();
	readonly authorized = noCount();
	readonly transferred = noCount();
	/** Transfers that were asked for once more, under the same request IDs. */
	readonly repeated = noCount();
	milliseconds = 0;
	private calls = 0;
	private outage: Promise<void> = Promise.resolve();

	private constructor(
		readonly world: World,
		readonly proxy: FaultProxy,
		private readonly traffic: Traffic,
		orders: number,
		transfers: number,
	) {
		this.orders = takeOrders(orders);
		this.transferOrders = takeTransferOrders(transfers);
	}

	static async prepare(orders: number, transfers: number): Promise<PaymentTrial> {
		const world = await World.start({ webhooksEnabled: false, transferPendingMs: UNTIL_SETTLED });
		const traffic = new Traffic(world.sandbox);
		const proxy = await FaultProxy.start(world.sandbox.url, (passing) => {
			trial.countCall();
			return traffic.plan(passing);
		});
		world.editCredential({ baseUrl: proxy.url });
		const trial = new PaymentTrial(world, proxy, traffic, orders, transfers);
		return trial;
	}

	async run(): Promise<void> {
		const begin = Date.now();
		// Not every provider finds a payment by the merchant's reference.
		for (const isFound of [true, false]) {
			this.world.sandbox.configure(findingPayments(isFound));
			await Promise.all([
				this.ask(CHARGE, this.charged, halfOf(this.orders, isFound)),
				this.transfer(halfOf(this.transferOrders, isFound)),
			]);
		}
		const waiting = this.orders.filter(({ name }) => isOpen(this.charged.last.get(name)!));
		await this.ask(authorizeAfter(this.charged.last), this.authorized, waiting);
		this.milliseconds = Date.now() - begin;
	}

	/** Returns the outcome of the payments through a bad network. */
	rows(): Row[] {
		const { orders, transferOrders, charged, authorized, transferred, repeated, proxy, milliseconds } = this;
		const { sandbox } = this.world;
		const { ledger, transfers } = sandbox;
		const references = ledger.transactions.map(({ merchantReference }) => merchantReference);
		const requestIds = transfers.list.map(({ requestId }) => requestId);
		return [
			['payments at the service', 'some', ledger.transactions],
			['references that were not charged once', '0', references.filter((one) => ledger.chargesOf(one) !== 1)],
			['orders that were charged twice', '0', bookedTwice(sandbox, namesOf(orders))],
			['orders that were neither charged nor unknown', '0', leftOpen(sandbox, charged, namesOf(orders))],
			['transfers at the service', 'some', transfers.list],
			['request IDs that were not transferred once', '0', requestIds.filter((one) => transfers.transfersOf(one) !== 1)],
			['orders that were transferred twice', '0', bookedTwice(sandbox, namesOf(transferOrders))],
			[
				'orders that were neither transferred nor unknown',
				'0',
				leftOpen(sandbox, transferred, namesOf(transferOrders)),
			],
			...rowsOfCount('Charge', charged),
			['... of the unknown ones charged', 'any', bookedOfUnknown(sandbox, charged)],
			...rowsOfCount('Authorize', authorized),
			...rowsOfCount('Transfer', transferred),
			...rowsOfCount('Transfer again', repeated),
			['... of the unknown ones transferred', 'any', bookedOfUnknown(sandbox, repeated)],
			['second transfers that the service refused', 'some', transfers.duplicatesRefused],
			...proxy.rows(),
			['seconds', 'any', Math.round(milliseconds / 1000)],
		];
	}

	async stop(): Promise<void> {
		// At its end, the proxy is up again.
		await this.outage;
		await this.proxy.down();
		await this.world.stop();
	}

	/** Makes transfers; then a user runs the list of them again, as nobody is paid twice under the same request ID. */
	private async transfer(orders: readonly Order[]): Promise<void> {
		await this.ask(TRANSFER, this.transferred, orders);
		this.settle();
		const listed = orders.filter(({ name }) => this.transferred.last.get(name)!.item?.reference === name);
		await this.ask(TRANSFER, this.repeated, listed, REPEATING);
	}

	/** Banks settle between the two runs, and not during one, so that what is said of a transfer can be compared with the books. */
	private settle(): void {
		const { sandbox } = this.world;
		sandbox.configure({ transferPendingMs: 0 });
		for (const { reference } of sandbox.transfers.list) sandbox.transfers.byReference(reference);
		sandbox.configure({ transferPendingMs: UNTIL_SETTLED });
	}

	/** Has n8n do it for all orders; what it says was not done, it is asked for again. */
	private async ask(call: MoneyCall, count: Count, orders: readonly Order[], shapes = SHAPES): Promise<void> {
		let open = orders;
		for (let round = 0; round < MOST_ROUNDS && open.length > 0; round++) {
			const limit = pLimit(RUNS_AT_ONCE);
			const batches = inBatches(open, round, shapes);
			await Promise.all(batches.map(async (batch) => await limit(() => this.execute(call, count, batch, round))));
			open = open.filter(({ name }) => call.mayAskAgain(count.last.get(name)!));
		}
	}

	/** One execution, which is retried until it ends well. */
	private async execute(call: MoneyCall, count: Count, { shape, orders }: Batch, round: number): Promise<void> {
		const { resource, operation, options, ...fields } = PARAMETERS[call.name](shape.references);
		const parameters = {
			...fields,
			options: { ...(options as object), requestsAtOnce: shape.atOnce, timeout: TIMEOUT },
		};
		const onError = shape.continues ? 'continueRegularOutput' : 'stopWorkflow';
		const workflow = chain([this.world.node('Pay', resource, operation, parameters, { onError })]);
		const input = orders.map((order) => call.input(order, shape, round));
		const timesSent = ({ name }: Order) => this.traffic.met(call.name, name).length;
		const sentBefore = orders.map(timesSent);
		const untouched = orders.map((order) => this.stateOf(order));

		let run = await this.world.engine.run(workflow, { input });
		count.executions++;
		this.compare({ call, count, orders, untouched, run });
		for (let tries = 0; run.error && tries < MOST_RETRIES; tries++) {
			// n8n may now do what it says was not done; whether that was true has been compared.
			orders.forEach((order, index) => {
				if (isNotDone(count.last.get(order.name)!)) sentBefore[index] = timesSent(order);
			});
			run = await this.world.engine.run(workflow, { retryOf: run });
			count.retries++;
			this.compare({ call, count, orders, untouched, run });
		}
		if (run.error) throw new Error(`An execution never ended well: ${run.error.message} ${run.error.description}`);
		orders.forEach(({ name }, index) => {
			if (this.traffic.isSentAgain(call.name, name, sentBefore[index]!)) count.sentAgain.push(name);
		});
	}

	/** Compares what a run says of each order with the service's records, as both are now. */
	private compare({ call, count, orders, untouched, run }: Execution): void {
		for (const claim of claimsOf(run, 'Pay', orders.length)) {
			const { name } = orders[claim.itemIndex]!;
			const [booking] = bookingsFor(this.world.sandbox, name);
			const state = stateOf(booking);
			count.last.set(name, claim);
			if (claim.said === NOTHING_SAID) count.silent.push(name);
			// It was true when it was said.
			const isOvertaken = OPEN_WORDS.includes(claim.said) && this.traffic.met(call.name, name).includes('actedTooLate');
			const isWrong = isContradicted(claim, state, untouched[claim.itemIndex]!) || isAboutAnother(claim, booking);
			if (isWrong && !isOvertaken) count.contradictions.push(`${name}: ${claim.said}, but ${state}`);
		}
	}

	private stateOf({ name }: Order): State {
		return stateOf(bookingsFor(this.world.sandbox, name)[0]);
	}

	private countCall(): void {
		if (++this.calls % OUTAGE.every === 0) this.outage = this.haveOutage();
	}

	private async haveOutage(): Promise<void> {
		await this.proxy.down();
		await wait(OUTAGE.milliseconds);
		await this.proxy.up();
	}
}

interface Execution {
	call: MoneyCall;
	count: Count;
	orders: readonly Order[];
	/** The states of the orders before the execution. */
	untouched: readonly State[];
	run: EngineRun;
}

function noCount(): Count {
	return { executions: 0, retries: 0, last: new Map(), silent: [], contradictions: [], sentAgain: [] };
}

function halfOf(orders: readonly Order[], isFirst: boolean): readonly Order[] {
	const half = Math.ceil(orders.length / 2);
	return isFirst ? orders.slice(0, half) : orders.slice(half);
}

function rowsOfCount(name: string, { last, executions, retries, silent, contradictions, sentAgain }: Count): Row[] {
	return [
		[`${name}: orders`, 'some', last.size],
		[`${name}: outcomes that are known`, 'some', [...last.values()].filter((claim) => !isDoubt(claim))],
		[`${name}: executions, and retries of them`, 'any', `${executions} + ${retries}`],
		[`${name}: items without an outcome`, '0', silent],
		[`${name}: outcomes that contradict the ledger`, '0', contradictions],
		[`${name}: calls sent again that may have been carried out`, '0', sentAgain],
		[`${name}: outcomes that stay unknown`, 'any', [...last.values()].filter(isDoubt)],
	];
}

function namesOf(orders: readonly Order[]): string[] {
	return orders.map(({ name }) => name);
}

function bookedTwice(sandbox: Sandbox, orders: readonly string[]): string[] {
	return orders.filter((order) => bookingsFor(sandbox, order).length > 1);
}

function leftOpen(sandbox: Sandbox, { last }: Count, orders: readonly string[]): string[] {
	return orders.filter((order) => bookingsFor(sandbox, order).length === 0 && !isDoubt(last.get(order)!));
}

/** The orders that the service has booked of those whose outcome stays unknown. */
function bookedOfUnknown(sandbox: Sandbox, { last }: Count): string[] {
	const unknown = [...last].flatMap(([order, claim]) => (isDoubt(claim) ? [order] : []));
	return unknown.filter((order) => bookingsFor(sandbox, order).length > 0);
}
