import { inRow } from '../../../dev/engine/in-row';
import { until, type StoredWorkflow } from '../../../dev/playground/rest';
import { OTP, TEST_CARDS, type Transaction } from '../../../dev/sandbox';
import { PENDING } from '../../../dev/sandbox/statuses';
import { webhookAt } from '../support/published';
import type { QueueMode } from '../support/queueMode';
import type { Shop } from '../support/shop';
import { deliver, notificationOf } from './deliver';
import { readExecutions, underWayIn, untilQuiet, type StoredExecution } from './executions';
import { PAY_PATH, Sale } from './sale';
import { publishHearing, TRIGGER_PLACE } from './workflows';

const REQUESTS_AT_ONCE = 20;
/** The worker that dies: after so many answers, and when so many of its charges are made and not answered. */
const VICTIM = 1;
const DIES_AFTER = 60;
const DIES_AMID = 3;
const SLOW_ANSWER = 10_000;
const PATIENCE = 120_000;

type WorkflowName = 'payment' | 'notified' | 'failure';

/** A sale in n8n's queue mode: what is done to n8n, and what is seen of it. */
export class SaleTrial {
	readonly sale: Sale;
	private executions: StoredExecution[] = [];
	/** The references of executions when the worker died: n8n drops the data of those that died with it. */
	private readonly known = new Map<number, string>();

	private constructor(
		private readonly shop: Shop<QueueMode>,
		private readonly workflows: Record<WorkflowName, StoredWorkflow>,
	) {
		this.sale = new Sale(shop, REQUESTS_AT_ONCE);
	}

	/** Creates and publishes the workflows. */
	static async prepare(shop: Shop<QueueMode>): Promise<SaleTrial> {
		const { notified, failure, settings } = await publishHearing(shop);
		const nodes = [webhookAt(PAY_PATH, { responseMode: 'lastNode' }), chargeNode(shop), authorizeNode(shop)];
		const payment = await shop.publish(inRow('Take a payment', nodes, settings));
		return new SaleTrial(shop, { payment, notified, failure });
	}

	/** The shop sells; in the middle a worker dies and is started again; the shop asks again where it got no payment. */
	async sell(references: readonly string[]): Promise<void> {
		await Promise.all([this.sale.askFor(references), this.killAndRestart()]);
		await this.sale.askUntilPaid(references);
		await this.shop.sandbox.waitForDeliveries();
		await this.untilStarted(references);
	}

	/** Notifications come once more, late, and to another process than before. */
	async repeatAtMain(references: readonly string[]): Promise<void> {
		for (const reference of references) await this.notify(reference, this.shop.host.main.url);
	}

	/** Both processes that take webhooks hear of new payments, each time at the same moment. */
	async notifyBothAtOnce(references: readonly string[]): Promise<void> {
		this.shop.sandbox.configure({ webhooksEnabled: false });
		await this.sale.askUntilPaid(references);
		const { main, webhookProcessors } = this.shop.host;
		for (const reference of references)
			await Promise.all([main, ...webhookProcessors].map(({ url }) => this.notify(reference, url)));
		await this.untilStarted(references);
	}

	/** Counts the executions that each payment's notifications have started. */
	starts(references: readonly string[]): number[] {
		const found = this.of('notified').map((execution) => this.referenceOf(execution));
		return references.map((reference) => found.filter((other) => other === reference).length);
	}

	/** Counts the executions of a workflow by the status in which they ended. */
	tally(workflow: WorkflowName): Record<string, number> {
		const counts: Record<string, number> = {};
		for (const { status } of this.of(workflow)) counts[status] = (counts[status] ?? 0) + 1;
		return counts;
	}

	/** The executions that died with the worker. */
	lost(workflow: WorkflowName): StoredExecution[] {
		return this.of(workflow)
			.filter(({ status }) => status !== 'success')
			.map((execution) => ({ ...execution, reference: this.referenceOf(execution) }));
	}

	/** The executions that the error workflow was told of, each once. One that n8n itself has lost tells nothing. */
	toldOf(): Set<number> {
		return new Set(this.of('failure').flatMap(({ toldOf }) => toldOf ?? []));
	}

	transaction(reference: string | null): Transaction | undefined {
		return reference === null ? undefined : this.shop.sandbox.ledger.byReference(reference);
	}

	private async killAndRestart(): Promise<void> {
		const victim = this.shop.host.workers[VICTIM]!;
		await until(() => this.sale.answers.length >= DIES_AFTER, 'the middle of the sale', PATIENCE);
		this.shop.sandbox.fail({ on: 'charge', kind: 'delay', ms: SLOW_ANSWER, times: REQUESTS_AT_ONCE });
		await until(async () => (await this.chargesAt(victim)) >= DIES_AMID, 'charges without an answer', PATIENCE);
		await this.shop.host.killWorker(VICTIM);
		await this.readAll();
		for (const { id, reference } of this.executions) if (reference) this.known.set(id, reference);
		await this.shop.host.startWorker(VICTIM);
	}

	/** Counts the charges of a worker that have no answer yet. */
	private async chargesAt(worker: QueueMode['main']): Promise<number> {
		await this.readAll();
		const ids = underWayIn(worker);
		const references = this.of('payment').flatMap(({ id, reference }) => (ids.has(id) ? [reference] : []));
		return references.filter((reference) => this.transaction(reference)?.status === PENDING).length;
	}

	private async notify(reference: string, url: string): Promise<void> {
		const transaction = this.transaction(reference)!;
		const address = transaction.webhookURL.replace(this.shop.host.balancer.url, url);
		await deliver(reference, address, notificationOf(transaction));
	}

	/** Waits until all payments have started the workflow: n8n stores executions some time after it has answered. */
	private async untilStarted(references: readonly string[]): Promise<void> {
		const haveStarted = async () => {
			await this.readAll();
			return this.starts(references).every((count) => count > 0);
		};
		await until(haveStarted, 'what the notifications start', PATIENCE);
		this.executions = await untilQuiet(this.shop.host.postgres);
	}

	private async readAll(): Promise<void> {
		this.executions = await readExecutions(this.shop.host.postgres);
	}

	private of(workflow: WorkflowName): StoredExecution[] {
		return this.executions.filter(({ workflowId }) => workflowId === this.workflows[workflow].id);
	}

	private referenceOf({ id, reference }: StoredExecution): string | null {
		return reference ?? this.known.get(id) ?? null;
	}
}

/**
 * A payment from end to end is charge, OTP, and the outcome as the answer. The same request can come again; then Charge finds the first
 * one, and Authorize confirms or completes it.
 */
function chargeNode({ workflows, host }: Shop) {
	const [card] = TEST_CARDS;
	const { number: cardNumber, expiryMonth, expiryYear, cvv, pin: cardPin } = card!;
	return workflows.payment('Charge', {
		resource: 'card',
		operation: 'charge',
		cardNumber,
		expiry: `${expiryMonth}/${expiryYear}`,
		cvv,
		amount: '10.50',
		currency: { __rl: true, mode: 'code', value: 'NGN' },
		reference: '={{ $json.body.reference }}',
		notify: 'trigger',
		triggerUrl: `${host.webhooks}/webhook/${TRIGGER_PLACE}/notification`,
		options: { cardPin, ifUsed: 'show' },
	});
}

function authorizeNode({ workflows }: Shop) {
	return workflows.payment('Authorize', {
		resource: 'card',
		operation: 'authorize',
		transactionReference: '={{ $json.transactionReference }}',
		otp: OTP,
	});
}
