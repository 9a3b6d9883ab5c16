import { readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { N8n } from '../../../dev/playground/n8n';
import { freePort } from '../../../dev/playground/ports';
import { Rest, until, type Execution, type StoredWorkflow } from '../../../dev/playground/rest';
import { saveSandboxCredential } from '../../../dev/playground/seed';
import { installPackage, pack } from '../../../dev/playground/tarball';
import { startSandbox, type Sandbox, type Transaction } from '../../../dev/sandbox';
import { Receiver } from '../../e2e/support/receiver';
import { BrowserPage } from '../../engine/support/checkout';
import { Customer } from '../../faults/support/customer';
import { Flapping } from '../../faults/support/flapping';
import { stateOf } from '../../faults/support/ledgerCheck';
import { orderIn, takeOrders, takeTransferOrders, type Order } from '../../faults/support/orders';
import { temporaryFolder } from '../../queue/support/server';
import { livesIn, type Life } from './samples';
import { Shop } from './shop';
import { PAGE_PLACE, pageWorkflow, REQUESTS, TRIGGER_PLACE, triggerWorkflow, workflowFor } from './workflows';

/** How often something new begins, and the service's state goes on, in milliseconds. */
const BEAT = 250;
/** How many things are under way at most; what would be more begins later. */
const MOST_AT_ONCE = 12;
/** After a start n8n fills its caches for so long, in milliseconds. */
const WARM_UP = 90_000;
/** Short, so that tokens expire all the time. */
const TOKEN_LIFE = 30;
const RESTARTS = 2;
const TRIES_OF_CUSTOMERS = 20;

/** What begins in turn. */
const TURNS = ['charge', 'link', 'charge', 'verify', 'transfer'] as const;

const browser = { open: async (address?: string) => await BrowserPage.of(await fetch(address!)) };

/** Hours of production in minutes: everything at once, with a service that comes and goes and an n8n that is restarted. */
export class Soak {
	readonly customers: Customer[] = [];
	/** Of the workflows' static data, in bytes, at each restart and at the end. */
	readonly staticData: number[] = [];
	/** Of the database, in bytes, before the first payment and at the end. */
	readonly database: number[] = [];
	milliseconds = 0;
	private failed: Execution[] = [];
	private readonly folder = temporaryFolder('soak');
	private readonly charges: Iterator<Order>;
	private readonly transfers: Iterator<Order>;
	private readonly underWay = new Set<Promise<void>>();
	private readonly workflows: StoredWorkflow[] = [];
	private begun: string[] = [];
	private n8n!: N8n;
	private rest!: Rest;
	shop!: Shop;

	private constructor(
		readonly sandbox: Sandbox,
		readonly flapping: Flapping,
		readonly receiver: Receiver,
		private readonly port: number,
		private readonly length: number,
	) {
		const most = Math.ceil(length / BEAT);
		this.charges = takeOrders(most).values();
		this.transfers = takeTransferOrders(most).values();
	}

	/** @param length in milliseconds */
	static async prepare(length: number): Promise<Soak> {
		const sandbox = await startSandbox({
			cardAuth: 'bearer',
			tokenLifetimeSeconds: TOKEN_LIFE,
			verifyKnowsMerchantReference: true,
			statusKnowsRequestId: true,
			transferBalance: Number.MAX_SAFE_INTEGER,
			transferDailyLimit: Number.MAX_SAFE_INTEGER,
			notificationRetryMs: 2_000,
			notificationTries: 100,
		});
		const flapping = await Flapping.start(sandbox.url);
		const soak = new Soak(sandbox, flapping, await Receiver.start(), await freePort(5970), length);
		const tarball = pack();
		installPackage(soak.folder, tarball);
		rmSync(dirname(tarball), { recursive: true });
		await soak.start();
		await soak.publish();
		return soak;
	}

	async run(): Promise<void> {
		const begin = Date.now();
		this.database.push(this.databaseSize());
		for (let life = 1; life <= RESTARTS + 1; life++) {
			const end = begin + (this.length * life) / (RESTARTS + 1);
			while (Date.now() < end) await this.beat();
			if (life > RESTARTS) break;
			this.staticData.push(await this.staticDataSize());
			// Customers and the shop go on meanwhile.
			await this.n8n.stop();
			await this.start();
		}
		await this.flapping.recover();
		await Promise.all(this.underWay);
		await this.sandbox.settled();
		this.milliseconds = Date.now() - begin;
		await until(async () => await this.isQuiet(), 'the end of all executions', 60_000);
		this.staticData.push(await this.staticDataSize());
		this.database.push(this.databaseSize());
		this.failed = await this.rest.failedExecutions();
	}

	async stop(): Promise<void> {
		await this.n8n?.stop();
		await this.flapping.stop();
		await this.receiver.stop();
		await this.sandbox.stop();
		rmSync(this.folder, { recursive: true });
	}

	/** From start to start of n8n. */
	get lives(): Life[] {
		return livesIn(this.samples, WARM_UP);
	}

	/** The payments that the service has authorized, and that it has notified n8n of. */
	get paid(): Transaction[] {
		return this.sandbox.ledger.transactions.filter((transaction) => stateOf(transaction) === 'authorized');
	}

	/** How often a workflow was started for a payment. */
	startsOf({ transactionReference }: Transaction): number {
		return this.receiver.received.filter((told) => told.transactionReference === transactionReference).length;
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
		return this.receiver.received.filter(({ transactionReference }) => !paid.has(transactionReference));
	}

	/** What was paid over a customer's link. */
	paidBy({ name }: Customer): Transaction[] {
		return this.paid.filter((transaction) => orderIn(transaction) === name);
	}

	private get samples(): string {
		return join(this.folder, 'samples.jsonl');
	}

	private async start(): Promise<void> {
		const observe = join(__dirname, 'observe.js');
		this.n8n = await N8n.start({
			folder: this.folder,
			port: this.port,
			env: { N8N_LOG_LEVEL: 'warn', NODE_OPTIONS: `--require ${observe}`, SOAK_SAMPLES: this.samples },
		});
		this.rest = await Rest.logIn(this.n8n.url);
	}

	private async publish(): Promise<void> {
		const credentialId = await saveSandboxCredential(this.rest, { ...this.sandbox, url: this.flapping.proxy.url });
		const workflows = [
			...REQUESTS.map((request) => workflowFor(request, credentialId)),
			triggerWorkflow(credentialId, this.receiver.url),
			pageWorkflow(credentialId, this.receiver.url),
		];
		for (const workflow of workflows) {
			const stored = await this.rest.createWorkflow(workflow);
			await this.rest.activate(stored);
			this.workflows.push(stored);
		}
		const { url } = this.n8n;
		this.shop = new Shop(url, `${url}/webhook/${TRIGGER_PLACE}/notification`, `${url}/webhook/${PAGE_PLACE}/checkout`);
	}

	private async beat(): Promise<void> {
		await this.flapping.next();
		if (this.underWay.size < MOST_AT_ONCE) {
			const activity: Promise<void> = this.begin().finally(() => this.underWay.delete(activity));
			this.underWay.add(activity);
		}
		await wait(BEAT);
	}

	private async begin(): Promise<void> {
		const index = this.begun.length;
		const kind = TURNS[index % TURNS.length]!;
		const name = `${kind}-${index}`;
		this.begun.push(name);
		if (kind === 'charge') await this.shop.charge(this.charges.next().value as Order);
		if (kind === 'transfer') await this.shop.transfer(this.transfers.next().value as Order);
		if (kind === 'verify') await this.shop.verify(this.someReference(index));
		if (kind === 'link') await this.payOverLink(name);
	}

	private someReference(index: number): string {
		const { transactions } = this.sandbox.ledger;
		return transactions[index % Math.max(transactions.length, 1)]?.transactionReference ?? 'none';
	}

	private async payOverLink(name: string): Promise<void> {
		let link: string | undefined;
		for (let tries = 0; !link && tries < TRIES_OF_CUSTOMERS; tries++) link = await this.shop.link(name);
		const customer = new Customer(name, link!);
		this.customers.push(customer);
		for (let tries = 0; tries < TRIES_OF_CUSTOMERS; tries++) {
			try {
				return await customer.pay(browser);
			} catch {
				// n8n is down, or has just gone: the customer opens the link again.
				await wait(1_000);
			}
		}
	}

	private async isQuiet(): Promise<boolean> {
		const filter = encodeURIComponent(JSON.stringify({ status: ['new', 'running', 'waiting'] }));
		return (await this.rest.call<{ count: number }>('GET', `/rest/executions?limit=1&filter=${filter}`)).count === 0;
	}

	private async staticDataSize(): Promise<number> {
		const stored = await Promise.all(this.workflows.map(async ({ id }) => await this.rest.workflow(id)));
		return Math.max(...stored.map(({ staticData }) => JSON.stringify(staticData).length));
	}

	private databaseSize(): number {
		const folder = join(this.folder, '.n8n');
		const files = readdirSync(folder).filter((name) => name.startsWith('database.sqlite'));
		return files.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
	}
}
