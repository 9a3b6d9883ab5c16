import type { WorkflowJson } from '../../../dev/engine';
import { inRow } from '../../../dev/engine/in-row';
import { readExample } from '../../../dev/playground/examples';
import { until, type StoredWorkflow } from '../../../dev/playground/rest';
import { atHome } from '../../../dev/playground/seed';
import { webhookAt } from '../support/published';
import type { Row } from '../support/report';
import type { Shop } from '../support/shop';
import { noOp } from '../support/workflows';

/** So that a wait is stored, and not held in n8n's process; the example has minutes. In seconds. */
const WAIT = 70;
const FORM = 'card-payment-hosted-wait-form';
const OTHER = 'other-workflow';
const PATIENCE = 150_000;

/** Customers of the example "Hosted checkout without a public address", who pay while n8n runs, and while it does not. */
export class WaitingTrial {
	/** Its outcome, as looked at on the way. */
	readonly rows: Row[] = [];

	private constructor(
		readonly shop: Shop,
		private readonly example: StoredWorkflow,
	) {}

	static async prepare(shop: Shop): Promise<WaitingTrial> {
		const { host, rest, outbox, credentialId: cardPaymentApi } = shop;
		const smtp = await rest.saveCredential('SMTP account', 'smtp', outbox.smtpCredential);
		const example = readExample('hosted-checkout-without-public-address', { cardPaymentApi, smtp });
		const stored = await shop.publish(shortened(atHome(example, host.webhooks, outbox.url)));
		await shop.publish(otherWorkflow());
		const trial = new WaitingTrial(shop, stored);
		await until(async () => (await fetch(trial.form)).ok, 'the form');
		await until(async () => (await trial.askOther()).ok, 'the other workflow');
		return trial;
	}

	/** Five customers order, and pay one after the other, while n8n is stopped and started twice. */
	async run(orders: readonly [string, string, string, string, string]): Promise<void> {
		await Promise.all(orders.map(async (order) => await this.order(order)));
		await this.untilStatuses('waiting', orders.length);
		await this.timed('answer of another workflow', '200', async () => (await this.askOther()).status);

		await this.stop('while all are waited for');
		this.pay(orders[0], orders[1]);
		await this.shop.host.start();
		await this.untilDelivered(2);

		await this.stop('while it asks about some');
		this.pay(orders[2]);
		await this.shop.host.start();
		await this.untilDelivered(3);

		this.pay(orders[3], orders[4]);
		await this.untilDelivered(5);
		await this.untilStatuses('success', orders.length);
	}

	/** A customer pays after n8n was killed while it asked about the order, and somebody retries the execution. */
	async retryAfterKill(order: string): Promise<void> {
		const before = this.shop.outbox.posts.length;
		await this.order(order);
		const { id } = await this.newestWith('running');
		await this.shop.host.kill!();
		this.pay(order);
		await this.shop.host.start();
		await until(
			async () => (await this.executions()).some((one) => one.id === id && one.status === 'crashed'),
			'the crash',
		);
		await this.shop.rest.call('POST', `/rest/executions/${id}/retry`, { loadWorkflow: false });
		await this.untilDelivered(before + 1);
	}

	/** The orders that the shop was told to deliver, in turn. */
	get delivered(): unknown[] {
		return this.shop.outbox.posts.map(({ body }) => body.order);
	}

	async statuses(): Promise<string[]> {
		return (await this.executions()).map(({ status }) => status);
	}

	private get form(): string {
		return `${this.shop.host.webhooks}/form/${FORM}`;
	}

	private async order(number: string): Promise<void> {
		const form = new FormData();
		for (const [index, value] of [number, '10.50', 'ada@shop.example'].entries()) form.set(`field-${index}`, value);
		const answer = await fetch(this.form, { method: 'POST', body: form });
		if (!answer.ok) throw new Error(`The form answered ${answer.status}`);
		await until(
			() => this.shop.outbox.mails.some(({ subject }) => subject.endsWith(number)),
			`the e-mail about ${number}`,
		);
	}

	private pay(...orders: string[]): void {
		for (const order of orders)
			this.shop.sandbox.setStatus(this.shop.sandbox.ledger.byReference(order)!.transactionReference, 2);
	}

	private async askOther(): Promise<Response> {
		return await fetch(`${this.shop.host.webhooks}/webhook/${OTHER}`);
	}

	private async stop(when: string): Promise<void> {
		await this.timed(`n8n, stopped ${when}, had to be killed`, 'false', async () => await this.shop.host.stop());
	}

	private async timed(what: string, wanted: string, act: () => Promise<unknown>): Promise<void> {
		const begin = Date.now();
		const found = String(await act());
		this.rows.push([what, wanted, found], ['... after milliseconds', 'any', Date.now() - begin]);
	}

	private async executions() {
		return await this.shop.rest.executionsOf(this.example.id);
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
		await until(() => this.shop.outbox.posts.length >= count, `${count} deliveries`, PATIENCE);
	}
}

/** The example with waits that are as short as a stored wait can be. */
function shortened(example: WorkflowJson): WorkflowJson {
	const parameters = { resume: 'timeInterval', amount: WAIT, unit: 'seconds' };
	const isWait = ({ type }: { type: string }) => type === 'n8n-nodes-base.wait';
	return { ...example, nodes: example.nodes.map((node) => (isWait(node) ? { ...node, parameters } : node)) };
}

function otherWorkflow(): WorkflowJson {
	const webhook = webhookAt(OTHER, { httpMethod: 'GET', responseMode: 'lastNode' });
	return inRow('Another workflow', [webhook, noOp('Answer')]);
}
