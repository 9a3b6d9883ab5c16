import type { IDataObject } from 'n8n-workflow';
import pLimit from 'p-limit';

import { Engine } from '../../../dev/engine';
import type { Transaction } from '../../../dev/sandbox';
import { APPROVED } from '../../../dev/sandbox/cards';
import { makeLink } from '../../../nodes/shared/signing/paymentLink';
import { ActiveCheckout } from '../../engine/support/checkout';
import { World } from '../../engine/support/world';
import { Customer } from '../support/customer';
import { stateOf } from '../support/ledgerCheck';
import { bookingsFor } from '../support/orders';
import { FaultProxy } from '../support/proxy';
import type { Row } from '../support/report';
import { Traffic } from './traffic';

const CUSTOMERS_AT_ONCE = 12;
const DAY = 24 * 3_600_000;
const TRIES = 3;
/** In seconds: shorter than a late answer takes. */
const TIMEOUT = 1;
/** Of so many links one has the reference of a payment of another amount, which somebody else made elsewhere. */
const FOREIGN_EVERY = 10;
const AMOUNT = { amount: '10.50', minor: 1050, currency: 'NGN' };

/** Payment links with several tries, in a bad network; days later somebody opens and sends everything once more. */
export class LinkTrial {
	readonly customers: readonly Customer[];
	starts: IDataObject[] = [];
	/** Starts when everything was sent once more. */
	lateStarts: IDataObject[] = [];
	/** The names of paid links that asked for a card days later. */
	formsOnPaidLinks: string[] = [];
	milliseconds = 0;
	/** The addresses to which callbacks have led the browser. */
	private readonly addresses = new Set<string>();

	private constructor(
		readonly world: World,
		readonly proxy: FaultProxy,
		private readonly checkout: ActiveCheckout,
		count: number,
	) {
		this.customers = Array.from({ length: count }, (_, index) => {
			const name = nameOf(index);
			if (index % FOREIGN_EVERY === 0) payElsewhere(world, name);
			const terms = { ...AMOUNT, reference: name, description: name, customFields: {}, tries: TRIES };
			const link = { ...terms, expires: Date.now() + 30 * DAY };
			return new Customer(name, makeLink(checkout.url, link, world.sandbox.options.privateKey));
		});
	}

	static async prepare(count: number): Promise<LinkTrial> {
		const engine = await Engine.start({ expressionEngine: 'legacy' });
		const world = await World.start({ verifyKnowsMerchantReference: true, notificationTries: 50 }, {}, engine);
		const traffic = new Traffic(world.sandbox);
		const proxy = await FaultProxy.start(world.sandbox.url, traffic.plan);
		world.editCredential({ baseUrl: proxy.url });
		// Hundreds of refused cards are no attack here.
		const options = { timeout: TIMEOUT, refusedPerHour: 100_000 };
		const checkout = await ActiveCheckout.activate(world, { amountFrom: 'link', options });
		return new LinkTrial(world, proxy, checkout, count);
	}

	async run(): Promise<void> {
		const begin = Date.now();
		const limit = pLimit(CUSTOMERS_AT_ONCE);
		await Promise.all(this.customers.map(async (each) => await limit(() => each.pay(this.checkout))));
		await this.world.sandbox.waitForDeliveries();
		this.starts = await this.checkout.started();
		this.milliseconds = Date.now() - begin;
	}

	/** Opens every link and every address that browsers were led to, and delivers every notification once more. The clock has been moved before. */
	async repeatEverything(): Promise<void> {
		for (const customer of this.customers) {
			await customer.reopen(this.checkout);
			if (customer.asksForCard && this.paymentsOf(customer).length > 0) this.formsOnPaidLinks.push(customer.name);
		}
		for (const transaction of this.world.sandbox.ledger.transactions) {
			if (isForeign(transaction)) continue;
			const { transactionReference, merchantReference: merchantRef, status, webhookURL, callbackUrl } = transaction;
			const body = JSON.stringify({ transactionReference, merchantRef, status });
			const headers = { 'content-type': 'application/json' };
			for (let time = 1; time <= 2; time++) await fetch(webhookURL, { method: 'POST', headers, body });
			this.addresses.add(callbackUrl);
		}
		for (const address of [...this.addresses]) this.addresses.add((await fetch(address)).url);
		this.lateStarts = (await this.checkout.started()).slice(this.starts.length);
	}

	/** Returns the outcome of the payment links. */
	rows(): Row[] {
		const { customers, paidTwice, wrongStarts, missingStarts, wrongReceipts, proxy, milliseconds } = this;
		return [
			['links paid twice', '0', paidTwice],
			['starts without a payment over that link, or second ones', '0', wrongStarts],
			['paid links without a start', '0', missingStarts],
			['receipts for what nobody paid over that link', '0', wrongReceipts],
			['starts when everything was sent again after 6 and 12 days', '0', this.lateStarts],
			['card forms on paid links after 6 and 12 days', '0', this.formsOnPaidLinks],
			['starts', 'some', this.starts],
			['paid links', 'some', customers.filter((customer) => this.paymentsOf(customer).length > 0).length],
			['forms sent', 'any', customers.reduce((sum, { submissions }) => sum + submissions, 0)],
			...proxy.rows(),
			['seconds', 'any', Math.round(milliseconds / 1000)],
		];
	}

	async stop(): Promise<void> {
		await this.checkout.deactivate();
		await this.proxy.down();
		await this.world.stop();
	}

	/** Payments over a customer's link. */
	paymentsOf({ name }: Customer): Transaction[] {
		return bookingsFor(this.world.sandbox, name).filter(
			(booking): booking is Transaction => stateOf(booking) === 'authorized',
		);
	}

	/** Links over which more than one payment was made. */
	get paidTwice(): string[] {
		return this.customers.filter((customer) => this.paymentsOf(customer).length > 1).map(({ name }) => name);
	}

	/** Starts for which nobody has paid over that link, and second ones. */
	get wrongStarts(): string[] {
		const seen = new Set<unknown>();
		return this.starts.flatMap(({ reference, transactionReference }) => {
			const customer = this.customers.find(({ name }) => name === reference)!;
			const isPaid = this.paymentsOf(customer).some((paid) => paid.transactionReference === transactionReference);
			const isRepeat = seen.has(reference);
			seen.add(reference);
			return isPaid && !isRepeat ? [] : [String(reference)];
		});
	}

	/** Paid links that started nothing. */
	get missingStarts(): string[] {
		const started = new Set(this.starts.map(({ reference }) => reference));
		const paid = this.customers.filter((customer) => this.paymentsOf(customer).length > 0);
		return paid.filter(({ name }) => !started.has(name)).map(({ name }) => name);
	}

	/** Customers who were told that they had paid although nobody had, over their link. */
	get wrongReceipts(): string[] {
		const told = this.customers.filter(({ heading }) => heading === 'Payment received' || heading === 'Already paid');
		return told.filter((customer) => this.paymentsOf(customer).length === 0).map(({ name }) => name);
	}
}

/** Every other one is called as the second try of the one before could be. */
function nameOf(index: number): string {
	const pair = `INV-${Math.floor(index / 2) + 1}`;
	return index % 2 === 0 ? pair : `${pair}-2`;
}

const ELSEWHERE = 'https://elsewhere.example/paid';

function isForeign({ callbackUrl }: Transaction): boolean {
	return callbackUrl === ELSEWHERE;
}

function payElsewhere({ sandbox }: World, merchantReference: string): void {
	const transaction = sandbox.ledger.open({
		merchantReference,
		amountMinor: AMOUNT.minor + 100,
		currency: AMOUNT.currency,
		decimals: 2,
		flow: '2DS',
		decision: APPROVED,
		last4: '0000',
		callbackUrl: ELSEWHERE,
		webhookURL: ELSEWHERE,
		customerId: 'Somebody else',
	})!;
	transaction.status = APPROVED.status;
}
