import type { WorkflowJson } from '../../../dev/engine';
import { readExample } from '../../../dev/playground/examples';
import { Outbox } from '../../../dev/playground/outbox';
import { Rest, until, type StoredWorkflow } from '../../../dev/playground/rest';
import { atHome, saveSandboxCredential } from '../../../dev/playground/seed';
import { startSandbox, type Sandbox } from '../../../dev/sandbox';

/** An n8n that can be stopped and started again: one process, or several. */
export interface Host {
	/** Where n8n takes forms and webhooks. */
	webhooks: string;
	/** Where its main process answers the editor. */
	editor: string;
	start(): Promise<void>;
	/** Stops it as an operator would. */
	stop(): Promise<void>;
	/** Ends it without a chance to tidy up. */
	kill?(): Promise<void>;
	/** Stops it for good; nothing of it is left. */
	end(): Promise<void>;
}

/** In milliseconds. */
interface Figures {
	/** How long another workflow's answer takes while all customers are waited for. */
	answer: number;
	/** How long n8n takes to stop while all are waited for, and while the service is asked about some of them. */
	stops: [whileWaiting: number, whileAsking: number];
}

/** So that a wait is stored, and not held in n8n's process; the example has minutes. In seconds. */
const WAIT = 70;
const FORM = 'card-payment-hosted-wait-form';
const OTHER = 'other-workflow';
const PATIENCE = 150_000;

/** Customers of the example "Hosted checkout without a public address", who pay while n8n runs, and while it does not. */
export class WaitingTrial {
	readonly figures: Figures = { answer: 0, stops: [0, 0] };

	private constructor(
		private readonly host: Host,
		readonly sandbox: Sandbox,
		readonly outbox: Outbox,
		private readonly rest: Rest,
		private readonly example: StoredWorkflow,
	) {}

	static async prepare(host: Host): Promise<WaitingTrial> {
		const [sandbox, outbox] = await Promise.all([startSandbox({ webhooksEnabled: false }), Outbox.start()]);
		await host.start();
		const rest = await Rest.logIn(host.editor);
		const cardPaymentApi = await saveSandboxCredential(rest, sandbox);
		const smtp = await rest.saveCredential('SMTP account', 'smtp', outbox.smtpCredential);
		const example = readExample('hosted-checkout-without-public-address', { cardPaymentApi, smtp });
		const stored = await rest.createWorkflow(shortened(atHome(example, host.webhooks, outbox.url)));
		const other = await rest.createWorkflow(otherWorkflow());
		for (const workflow of [stored, other]) await rest.activate(workflow);
		const trial = new WaitingTrial(host, sandbox, outbox, rest, stored);
		await until(async () => (await fetch(trial.form)).ok, 'the form');
		await until(async () => (await trial.askOther()).ok, 'the other workflow');
		return trial;
	}

	async end(): Promise<void> {
		await this.host.end();
		await Promise.all([this.sandbox.stop(), this.outbox.stop()]);
	}

	/** Five customers order, and pay one after the other, while n8n is stopped and started twice. */
	async run(orders: readonly [string, string, string, string, string]): Promise<void> {
		await Promise.all(orders.map(async (order) => await this.order(order)));
		await this.untilStatuses('waiting', orders.length);
		this.figures.answer = await timed(async () => await this.askOther());

		this.figures.stops[0] = await timed(async () => await this.host.stop());
		this.pay(orders[0], orders[1]);
		await this.host.start();
		await this.untilDelivered(2);

		this.figures.stops[1] = await timed(async () => await this.host.stop());
		this.pay(orders[2]);
		await this.host.start();
		await this.untilDelivered(3);

		this.pay(orders[3], orders[4]);
		await this.untilDelivered(5);
		await this.untilStatuses('success', orders.length);
	}

	/** A customer pays after n8n was killed while it asked about the order, and somebody retries the execution. */
	async retryAfterKill(order: string): Promise<void> {
		const before = this.outbox.posts.length;
		await this.order(order);
		const { id } = await this.newestWith('running');
		await this.host.kill!();
		this.pay(order);
		await this.host.start();
		await until(
			async () => (await this.executions()).some((one) => one.id === id && one.status === 'crashed'),
			'the crash',
		);
		await this.rest.call('POST', `/rest/executions/${id}/retry`, { loadWorkflow: false });
		await this.untilDelivered(before + 1);
	}

	/** What the shop was told to deliver, in order. */
	get delivered(): unknown[] {
		return this.outbox.posts.map(({ body }) => body.order);
	}

	async statuses(): Promise<string[]> {
		return (await this.executions()).map(({ status }) => status);
	}

	private get form(): string {
		return `${this.host.webhooks}/form/${FORM}`;
	}

	private async order(number: string): Promise<void> {
		const form = new FormData();
		for (const [index, value] of [number, '10.50', 'ada@shop.example'].entries()) form.set(`field-${index}`, value);
		const answer = await fetch(this.form, { method: 'POST', body: form });
		if (!answer.ok) throw new Error(`The form answered ${answer.status}`);
		await until(() => this.outbox.mails.some(({ subject }) => subject.endsWith(number)), `the e-mail about ${number}`);
	}

	private pay(...orders: string[]): void {
		for (const order of orders) this.sandbox.setStatus(this.sandbox.ledger.byReference(order)!.transactionReference, 2);
	}

	private async askOther(): Promise<Response> {
		return await fetch(`${this.host.webhooks}/webhook/${OTHER}`);
	}

	private async executions() {
		return await this.rest.executionsOf(this.example.id);
	}

	private async newestWith(status: string) {
		let found: { id: string } | undefined;
		const isThere = async () => (found = (await this.executions()).find((one) => one.status === status)) !== undefined;
		await until(isThere, `an execution that is ${status}`, PATIENCE);
		return found!;
	}

	private async untilStatuses(status: string, count: number): Promise<void> {
		const all = async () => (await this.statuses()).filter((one) => one === status).length === count;
		await until(all, `${count} executions that are ${status}`, PATIENCE);
	}

	private async untilDelivered(count: number): Promise<void> {
		await until(() => this.outbox.posts.length >= count, `${count} deliveries`, PATIENCE);
	}
}

/** The example with waits that are as short as a stored wait can be. */
function shortened(example: WorkflowJson): WorkflowJson {
	const parameters = { resume: 'timeInterval', amount: WAIT, unit: 'seconds' };
	const isWait = ({ type }: { type: string }) => type === 'n8n-nodes-base.wait';
	return { ...example, nodes: example.nodes.map((node) => (isWait(node) ? { ...node, parameters } : node)) };
}

function otherWorkflow(): WorkflowJson {
	const parameters = { httpMethod: 'GET', path: OTHER, responseMode: 'lastNode' };
	return {
		name: 'Another workflow',
		nodes: [
			{ name: 'Webhook', type: 'n8n-nodes-base.webhook', typeVersion: 2, webhookId: OTHER, parameters },
			{ name: 'Answer', type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} },
		],
		connections: { Webhook: { main: [[{ node: 'Answer', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	};
}

async function timed(act: () => Promise<unknown>): Promise<number> {
	const begin = Date.now();
	await act();
	return Date.now() - begin;
}
