import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { OPEN, until, type Execution, type StoredWorkflow } from '../../../dev/playground/rest';
import type { Transaction } from '../../../dev/sandbox';
import { BrowserPage } from '../../engine/support/checkout';
import { Customer } from '../support/customer';
import { Flapping } from '../support/flapping';
import { isContradicted, stateOf } from '../support/ledgerCheck';
import { OneProcess } from '../support/oneProcess';
import { bookingsFor, orderIn, takeOrders, takeTransferOrders, type Order } from '../support/orders';
import type { Row } from '../support/report';
import { Shop } from '../support/shop';
import { Requests } from './requests';
import { livesIn, type Life } from './samples';
import { PAGE_PLACE, TRIGGER_PLACE, workflowsOf } from './workflows';

/** The interval at which something new begins, and the service's state goes on, in milliseconds. */
const BEAT = 250;
/** The most activities under way at once; the rest begin later. */
const MOST_AT_ONCE = 12;
/** After a start n8n fills its caches for so long, in milliseconds. */
const WARM_UP = 90_000;
/** Short, so that tokens expire all the time. */
const TOKEN_LIFE = 30;
const RESTARTS = 2;
/** Of memory, after the warm-up. */
const MOST_GROWTH = 0.1;
/** The time for which the shop and a customer come back, in milliseconds: longer than n8n and the service are gone. */
const PATIENCE = 300_000;
/** The file in n8n's folder in which it notes its memory. */
const SAMPLES = 'samples.jsonl';

/** Activities that begin in turn. */
const TURNS = ['charge', 'link', 'charge', 'verify', 'transfer'] as const;

const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MB`;
const kilobytes = (bytes: number) => `${(bytes / 2 ** 10).toFixed(1)} kB`;

const browser = { open: async (address?: string) => await BrowserPage.of(await fetch(address!)) };

/** Hours of production in minutes: everything at once, with a service that comes and goes and an n8n that is restarted. */
export class Soak {
	readonly customers: Customer[] = [];
	/** Of the workflows' static data, in bytes, at each restart and at the end. */
	readonly staticData: number[] = [];
	/** Of the database, in bytes, before the first payment and at the end. */
	readonly database: number[] = [];
	milliseconds = 0;
	/** Of n8n, where it did not stop by itself. */
	private kills = 0;
	readonly requests: Requests;
	private readonly workflows: StoredWorkflow[] = [];
	/** The reasons why activities were given up. */
	private readonly failures: string[] = [];
	private failed: Execution[] = [];
	private readonly charges: Iterator<Order>;
	private readonly transfers: Iterator<Order>;
	private readonly underWay = new Set<Promise<void>>();
	private begun = 0;

	private constructor(
		private readonly shop: Shop<OneProcess>,
		private readonly flapping: Flapping,
		private readonly length: number,
	) {
		const most = Math.ceil(length / BEAT);
		this.charges = takeOrders(most).values();
		this.transfers = takeTransferOrders(most).values();
		const at = `${shop.host.webhooks}/webhook`;
		this.requests = new Requests(shop, `${at}/${TRIGGER_PLACE}/notification`, `${at}/${PAGE_PLACE}/checkout`);
	}

	/** @param length in milliseconds */
	static async prepare(length: number): Promise<Soak> {
		const env = { N8N_LOG_LEVEL: 'warn', NODE_OPTIONS: `--require ${join(__dirname, 'observe.js')}`, SAMPLES };
		const service = {
			cardAuth: 'bearer',
			tokenLifetimeSeconds: TOKEN_LIFE,
			verifyKnowsMerchantReference: true,
			statusKnowsRequestId: true,
			transferBalance: Number.MAX_SAFE_INTEGER,
			transferDailyLimit: Number.MAX_SAFE_INTEGER,
			notificationRetryMs: 2_000,
			notificationTries: 100,
		} as const;
		let flapping!: Flapping;
		const shop = await Shop.open(await OneProcess.prepare('soak', 5970, env), service, async (url) => {
			flapping = await Flapping.start(url);
			return { url: flapping.proxy.url, stop: async () => await flapping.stop() };
		});
		return new Soak(shop, flapping, length);
	}

	async run(): Promise<void> {
		for (const workflow of workflowsOf(this.shop)) this.workflows.push(await this.shop.publish(workflow));
		const begin = Date.now();
		this.database.push(this.databaseSize());
		for (let life = 1; life <= RESTARTS + 1; life++) {
			const end = begin + (this.length * life) / (RESTARTS + 1);
			while (Date.now() < end) await this.beat();
			if (life > RESTARTS) break;
			this.staticData.push(await this.staticDataSize());
			// Customers and the shop go on meanwhile.
			if (await this.shop.host.stop()) this.kills++;
			await this.shop.host.start();
		}
		await this.flapping.recover();
		await Promise.all(this.underWay);
		await this.shop.sandbox.waitForDeliveries();
		this.milliseconds = Date.now() - begin;
		await until(async () => await this.isQuiet(), 'the end of all executions', 60_000);
		this.staticData.push(await this.staticDataSize());
		this.database.push(this.databaseSize());
		this.failed = await this.shop.rest.fetchFailedExecutions();
	}

	/** Returns the outcome of the soak. */
	rows(): Row[] {
		const { requests, failures, paid, customers, lives, staticData, database, flapping } = this;
		const { sandbox } = this.shop;
		const { transactions } = sandbox.ledger;
		const transfers = sandbox.transfers.list;
		const orders = [...requests.outcomes.keys()];
		const open = [...requests.outcomes.values()].filter((said = 'unknown') => /unknown|pending|otp/.test(said));
		const started = (is: (count: number) => boolean) =>
			paid
				.filter((payment) => is(this.startsOf(payment)))
				.map((payment) => [payment.merchantReference, payment.createdAt, ...this.failedStartsOf(payment)]);
		return [
			['payments in the ledger', 'some', transactions],
			['... charged more than once', '0', transactions.filter(({ chargeCount }) => chargeCount > 1)],
			['... authorized', 'some', paid],
			['... of these that started their workflow once', 'some', started((count) => count === 1)],
			['... more than once', '0', started((count) => count > 1)],
			['... not at all', '0', started((count) => count === 0)],
			['starts for which nobody has paid', '0', this.wrongStarts],
			['transfers', 'some', transfers],
			['links that were paid', 'some', customers.filter((customer) => this.paidBy(customer).length > 0)],
			['... more than once', '0', customers.filter((customer) => this.paidBy(customer).length > 1)],
			['customers with a link', 'any', customers.length],
			['orders with more than one booking', '0', orders.filter((name) => bookingsFor(sandbox, name).length > 1)],
			['outcomes that are known', 'some', orders.length - open.length],
			['... that stay unknown or open', 'any', open.length],
			['... that contradict the ledger', '0', this.contradictions],
			['activities that were given up', '0', failures],
			['requests of the shop: answered', 'some', requests.answered],
			['... not answered', 'any', requests.unusableAnswer],
			['restarts in which n8n had to be killed', '0', this.kills],
			['lives of n8n whose memory was measured', `${RESTARTS + 1}`, lives.length],
			[`... that grew by more than ${MOST_GROWTH * 100} %`, '0', lives.filter(({ growth }) => growth > MOST_GROWTH)],
			...lives.flatMap(({ warm, last, growth }, index): Row[] => [
				[
					`memory of n8n's process ${index + 1} after a collection: warm, at its end`,
					'any',
					`${megabytes(warm.memory)}, ${megabytes(last.memory)} (${(growth * 100).toFixed(1)} %)`,
				],
				['... of the system', 'any', `${megabytes(warm.rss)}, ${megabytes(last.rss)}`],
				['... open sockets', 'any', `${warm.sockets}, ${last.sockets}`],
			]),
			[
				'largest static data of a workflow, at each restart and at the end',
				'any',
				staticData.map(kilobytes).join(', '),
			],
			[
				'database for each payment or transfer',
				'any',
				kilobytes((database[1]! - database[0]!) / (transactions.length + transfers.length)),
			],
			['tokens fetched', 'any', sandbox.tokenCalls],
			...flapping.proxy.rows(),
			['seconds', 'any', Math.round(this.milliseconds / 1000)],
		];
	}

	async stop(): Promise<void> {
		await this.shop.close();
	}

	/** From start to start of n8n. */
	get lives(): Life[] {
		return livesIn(join(this.shop.host.folder, SAMPLES), WARM_UP);
	}

	/** The payments that the service has authorized, and that it has notified n8n of. */
	get paid(): Transaction[] {
		return this.shop.sandbox.ledger.transactions.filter((transaction) => stateOf(transaction) === 'authorized');
	}

	/** The orders whose outcome the ledger proves wrong. */
	get contradictions(): Array<[name: string, said: string]> {
		const said = [...this.requests.outcomes].map(([name, last = 'unknown']): [string, string] => [name, last]);
		return said.filter(([name, last]) =>
			isContradicted({ itemIndex: 0, said: last }, stateOf(bookingsFor(this.shop.sandbox, name)[0]), 'absent'),
		);
	}

	/** Counts the times that a workflow was started for a payment. */
	startsOf({ transactionReference }: Transaction): number {
		return this.told.filter((told) => told.transactionReference === transactionReference).length;
	}

	/** The executions about a payment that n8n has not carried out, as "id, status". */
	failedStartsOf({ transactionReference }: Transaction): string[] {
		return this.failed
			.filter(({ data }) => data.includes(transactionReference))
			.map(({ id, status }) => `${id}, ${status}`);
	}

	/** Starts for which nobody has paid. */
	get wrongStarts(): unknown[] {
		const paid = new Set<unknown>(this.paid.map(({ transactionReference }) => transactionReference));
		return this.told.filter(({ transactionReference }) => !paid.has(transactionReference));
	}

	/** Payments over a customer's link. */
	paidBy({ name }: Customer): Transaction[] {
		return this.paid.filter((transaction) => orderIn(transaction) === name);
	}

	/** Messages of n8n about payments to the shop. */
	private get told(): Array<Record<string, unknown>> {
		return this.shop.outbox.posts.map(({ body }) => body);
	}

	private async beat(): Promise<void> {
		await this.flapping.next();
		if (this.underWay.size < MOST_AT_ONCE) {
			const activity: Promise<void> = this.begin()
				.catch(({ message }: Error) => void this.failures.push(message))
				.finally(() => this.underWay.delete(activity));
			this.underWay.add(activity);
		}
		await wait(BEAT);
	}

	private async begin(): Promise<void> {
		const index = this.begun++;
		const kind = TURNS[index % TURNS.length]!;
		const name = `${kind}-${index}`;
		if (kind === 'charge') await this.requests.charge(this.charges.next().value as Order);
		if (kind === 'transfer') await this.requests.transfer(this.transfers.next().value as Order);
		if (kind === 'verify') await this.requests.verify(this.someReference(index));
		if (kind === 'link') await this.payOverLink(name);
	}

	private someReference(index: number): string {
		const { transactions } = this.shop.sandbox.ledger;
		return transactions[index % Math.max(transactions.length, 1)]?.transactionReference ?? 'none';
	}

	private async payOverLink(name: string): Promise<void> {
		let link: string | undefined;
		const hasLink = async () => (link = await this.requests.link(name)) !== undefined;
		await until(hasLink, `a link for ${name}`, PATIENCE);
		const customer = new Customer(name, link!);
		this.customers.push(customer);
		// While n8n is down, or has just gone, the customer opens the link again.
		const pays = async () =>
			await customer.pay(browser).then(
				() => true,
				() => false,
			);
		await until(pays, `the end of the payment of ${name}`, PATIENCE);
	}

	private async isQuiet(): Promise<boolean> {
		return (await this.shop.rest.listExecutions({ status: OPEN })).count === 0;
	}

	private async staticDataSize(): Promise<number> {
		const stored = await Promise.all(this.workflows.map(async ({ id }) => await this.shop.rest.workflow(id)));
		return Math.max(...stored.map(({ staticData }) => JSON.stringify(staticData).length));
	}

	private databaseSize(): number {
		const folder = join(this.shop.host.folder, '.n8n');
		const files = readdirSync(folder).filter((name) => name.startsWith('database.sqlite'));
		return files.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
	}
}
