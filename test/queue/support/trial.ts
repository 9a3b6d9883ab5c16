import { Rest, until, type StoredWorkflow } from '../../../dev/playground/rest';
import { saveSandboxCredential } from '../../../dev/playground/seed';
import type { Sandbox, Transaction } from '../../../dev/sandbox';
import { PENDING } from '../../../dev/sandbox/statuses';
import { deliver, notificationOf } from './deliver';
import { readExecutions, underWayIn, untilQuiet, type StoredExecution } from './executions';
import type { QueueMode } from './queueMode';
import { Shop } from './shop';
import { failureWorkflow, notifiedWorkflow, paymentWorkflow, PAY_PATH } from './workflows';

const REQUESTS_AT_ONCE = 20;
/** The worker that dies: after so many answers, and when so many of its charges are made and not answered. */
const VICTIM = 1;
const DIES_AFTER = 60;
const DIES_AMID = 3;
const SLOW_ANSWER = 10_000;
const PATIENCE = 120_000;

type WorkflowName = 'payment' | 'notified' | 'failure';

/** What is done to n8n in queue mode, and what is seen of it. */
export class Trial {
	readonly shop: Shop;
	private executions: StoredExecution[] = [];
	/** The references of executions when the worker died: n8n drops the data of those that died with it. */
	private readonly known = new Map<number, string>();

	private constructor(
		private readonly queueMode: QueueMode,
		private readonly sandbox: Sandbox,
		private readonly workflows: Record<WorkflowName, StoredWorkflow>,
	) {
		this.shop = new Shop(queueMode.balancer.url, REQUESTS_AT_ONCE);
	}

	/** Creates and publishes the workflows. */
	static async prepare(queueMode: QueueMode, sandbox: Sandbox): Promise<Trial> {
		const rest = await Rest.logIn(queueMode.main.url);
		const credentialId = await saveSandboxCredential(rest, sandbox);
		const failure = await rest.createWorkflow(failureWorkflow());
		const place = { credentialId, webhooks: queueMode.balancer.url, errorWorkflow: failure.id };
		const payment = await rest.createWorkflow(paymentWorkflow(place));
		const notified = await rest.createWorkflow(notifiedWorkflow(place));
		for (const workflow of [failure, payment, notified]) await rest.activate(workflow);
		const hasWebhook = `SELECT 1 FROM webhook_entity WHERE "webhookPath" = '${PAY_PATH}'`;
		await until(async () => (await queueMode.postgres.query(hasWebhook)).length > 0, 'the webhook for payments');
		return new Trial(queueMode, sandbox, { payment, notified, failure });
	}

	/** The shop sells; in the middle a worker dies and is started again; the shop asks again where it got no payment. */
	async sell(references: readonly string[]): Promise<void> {
		await Promise.all([this.shop.askFor(references), this.killAndRestart()]);
		await this.shop.askUntilPaid(references);
		await this.sandbox.settled();
		await this.untilStarted(references);
	}

	/** Notifications come once more, late, and to another process than before. */
	async repeatAtMain(references: readonly string[]): Promise<void> {
		for (const reference of references) await this.notify(reference, this.queueMode.main.url);
	}

	/** Both processes that take webhooks hear of new payments, each time at the same moment. */
	async notifyBothAtOnce(references: readonly string[]): Promise<void> {
		this.sandbox.configure({ webhooksEnabled: false });
		await this.shop.askUntilPaid(references);
		const { main, webhookProcessors } = this.queueMode;
		for (const reference of references)
			await Promise.all([main, ...webhookProcessors].map(({ url }) => this.notify(reference, url)));
		await this.untilStarted(references);
	}

	/** How many executions each payment's notifications have started. */
	starts(references: readonly string[]): number[] {
		const found = this.of('notified').map((execution) => this.referenceOf(execution));
		return references.map((reference) => found.filter((other) => other === reference).length);
	}

	/** How many executions of a workflow ended in which status. */
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
		return reference === null ? undefined : this.sandbox.ledger.byReference(reference);
	}

	private async killAndRestart(): Promise<void> {
		const victim = this.queueMode.workers[VICTIM]!;
		await until(() => this.shop.answers.length >= DIES_AFTER, 'the middle of the sale', PATIENCE);
		this.sandbox.fail({ on: 'charge', kind: 'delay', ms: SLOW_ANSWER, times: REQUESTS_AT_ONCE });
		await until(async () => (await this.chargesAt(victim)) >= DIES_AMID, 'charges without an answer', PATIENCE);
		await this.queueMode.killWorker(VICTIM);
		await this.readAll();
		for (const { id, reference } of this.executions) if (reference) this.known.set(id, reference);
		await this.queueMode.startWorker(VICTIM);
	}

	/** How many charges a worker has made without an answer yet. */
	private async chargesAt(worker: QueueMode['main']): Promise<number> {
		await this.readAll();
		const ids = underWayIn(worker);
		const references = this.of('payment').flatMap(({ id, reference }) => (ids.has(id) ? [reference] : []));
		return references.filter((reference) => this.transaction(reference)?.status === PENDING).length;
	}

	private async notify(reference: string, url: string): Promise<void> {
		const transaction = this.transaction(reference)!;
		const address = transaction.webhookURL.replace(this.queueMode.balancer.url, url);
		await deliver(reference, address, notificationOf(transaction));
	}

	/** Waits until all payments have started the workflow: n8n stores executions some time after it has answered. */
	private async untilStarted(references: readonly string[]): Promise<void> {
		const haveStarted = async () => {
			await this.readAll();
			return this.starts(references).every((count) => count > 0);
		};
		await until(haveStarted, 'what the notifications start', PATIENCE);
		this.executions = await untilQuiet(this.queueMode.postgres);
	}

	private async readAll(): Promise<void> {
		this.executions = await readExecutions(this.queueMode.postgres);
	}

	private of(workflow: WorkflowName): StoredExecution[] {
		return this.executions.filter(({ workflowId }) => workflowId === this.workflows[workflow].id);
	}

	private referenceOf({ id, reference }: StoredExecution): string | null {
		return reference ?? this.known.get(id) ?? null;
	}
}
