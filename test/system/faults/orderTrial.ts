import { setTimeout as wait } from 'node:timers/promises';

import pLimit from 'p-limit';

import type { Transaction } from '../../../dev/sandbox';
import { makeLink } from '../../../nodes/shared/signing/paymentLink';
import { ActiveCheckout } from '../../engine/support/checkout';
import { CARDS, chain, type World } from '../../engine/support/world';
import { chance, choose } from '../support/chance';
import { Customer } from '../support/customer';
import { stateOf } from '../support/ledgerCheck';
import { bookingsFor, emailOf } from '../support/orders';
import { FaultProxy } from '../support/proxy';
import type { Row } from '../support/report';
import { payNode, startAccepting } from './accepting';
import { Traffic } from './traffic';

const ORDERS_AT_ONCE = 8;
const CHARGES = 3;
/** In milliseconds: between two charges, and before the customer opens the link. */
const LONGEST_DISTANCE = 1500;
/** In seconds: shorter than a late answer takes. */
const TIMEOUT = 1;
const CARDS_CHARGED = { frictionless: 40, wrongCvv: 60 };
const DAY = 24 * 3_600_000;

/**
 * Orders that are paid with a payment link and with Card: Charge, which follows declines, at random moments and in a bad network, at a
 * service that takes used references.
 */
export class OrderTrial {
	readonly orders: readonly string[];
	/** Orders that Card: Charge or the page has called paid in the end. */
	readonly toldPaid = new Set<string>();
	/** Orders whose payment Verify does not find by their number. */
	readonly notFound: string[] = [];
	milliseconds = 0;

	private constructor(
		private readonly world: World,
		private readonly proxy: FaultProxy,
		private readonly checkout: ActiveCheckout,
		count: number,
	) {
		this.orders = Array.from({ length: count }, (_, index) => `both-${index + 1}`);
	}

	static async prepare(count: number): Promise<OrderTrial> {
		const world = await startAccepting();
		const proxy = await FaultProxy.start(world.sandbox.url, new Traffic(world.sandbox).plan);
		const options = { timeout: TIMEOUT, refusedPerHour: 100_000 };
		// Before the network is bad, because publishing asks the service.
		const checkout = await ActiveCheckout.activate(world, { amountFrom: 'link', options });
		world.editCredential({ baseUrl: proxy.url });
		return new OrderTrial(world, proxy, checkout, count);
	}

	async run(): Promise<void> {
		const begin = Date.now();
		const limit = pLimit(ORDERS_AT_ONCE);
		await Promise.all(this.orders.map(async (order) => await limit(() => this.pay(order))));
		this.world.editCredential({ baseUrl: this.world.sandbox.url });
		for (const order of this.paid) {
			const [verified] = await this.world.one('transaction', 'verify', { transactionReference: order });
			if (verified!.json.outcome !== 'authorized') this.notFound.push(order);
		}
		this.milliseconds = Date.now() - begin;
	}

	/** Returns the outcome of orders that are paid with a link and with charges. */
	rows(): Row[] {
		return [
			['orders', 'some', this.orders],
			['orders that were paid twice', '0', this.paidTwice],
			['orders that were told as paid and are not', '0', this.wrongReceipts],
			['paid orders that Verify does not find by their number', '0', this.notFound],
			['paid orders', 'some', this.paid.length],
			['orders with several attempts', 'some', this.triedAgain.length],
			...this.proxy.rows(),
			['seconds', 'any', Math.round(this.milliseconds / 1000)],
		];
	}

	async stop(): Promise<void> {
		await this.checkout.deactivate();
		await this.proxy.down();
		await this.world.stop();
	}

	get paid(): string[] {
		return this.orders.filter((order) => this.paymentsOf(order).length > 0);
	}

	get paidTwice(): string[] {
		return this.orders.filter((order) => this.paymentsOf(order).length > 1);
	}

	/** Orders that were told as paid and are not. */
	get wrongReceipts(): string[] {
		return [...this.toldPaid].filter((order) => this.paymentsOf(order).length === 0);
	}

	/** Orders with more than one attempt. */
	get triedAgain(): string[] {
		return this.orders.filter((order) => bookingsFor(this.world.sandbox, order).length > 1);
	}

	private paymentsOf(order: string): Transaction[] {
		return bookingsFor(this.world.sandbox, order).filter(
			(booking): booking is Transaction => stateOf(booking) === 'authorized',
		);
	}

	private async pay(order: string): Promise<void> {
		const terms = { reference: order, description: '', customFields: {}, tries: 10, expires: Date.now() + DAY };
		const { privateKey } = this.world.sandbox.options;
		const link = makeLink(this.checkout.url, { ...terms, amount: '10.50', currency: 'NGN' }, privateKey);
		const customer = new Customer(order, link);
		const opens = async () => {
			await wait(chance('opens', order) * LONGEST_DISTANCE);
			await customer.pay(this.checkout);
			if (customer.heading === 'Payment received') this.toldPaid.add(order);
		};
		await Promise.all([opens(), this.charge(order)]);
	}

	private async charge(order: string): Promise<void> {
		for (let time = 1; time <= CHARGES; time++) {
			await wait(chance('charge', order, time) * LONGEST_DISTANCE);
			const isWrong = choose(CARDS_CHARGED, 'charged', order, time) === 'wrongCvv';
			const card = { ...CARDS.frictionless, ...(isWrong && { cvv: '999' }) };
			const node = payNode(this.world, 'charge', {
				options: { timeout: TIMEOUT, afterDecline: 'chargeAgain' },
				onError: 'continueRegularOutput',
			});
			const input = [{ ...card, amount: 1050, email: emailOf(order), reference: order }];
			const run = await this.world.engine.run(chain([node]), { mode: 'trigger', input });
			if (run.items(node.name)[0]?.json.outcome === 'authorized') this.toldPaid.add(order);
		}
	}
}
