import type { IDataObject, Workflow } from 'n8n-workflow';
import { additionalDataFor } from '../additional-data';
import { cloneThroughJson, Container, Logger } from '../n8n';
import type { WorkflowJson } from '../workflow-json';
import { WebhookActivation, type ActiveWorkflow, type WebhookHost } from './active';
import { executeWebhook, type ArrivedCall } from './call';
import { createWebhook, deleteWebhook, getWebhooks, type Webhook } from './methods';

/** Waits for one test call as n8n's "Execute workflow" does, without its time limit of two minutes. */
export async function activateTest(host: WebhookHost, json: WorkflowJson): Promise<ActiveWorkflow> {
	const test = new TestWorkflow(host, json);
	await test.activate();
	return test;
}

/** A workflow whose editor waits for a call: what n8n's `TestWebhooks` does. */
class TestWorkflow extends WebhookActivation {
	/** The webhooks that wait for a call, in their order. */
	private readonly waiting: Webhook[] = [];
	/** The static data that the webhook methods have written; calls see and change it, and it ends with the webhooks. */
	private testStaticData?: Workflow['staticData'];

	constructor(host: WebhookHost, json: WorkflowJson) {
		super(host, json, 'webhook-test');
	}

	get staticData(): IDataObject {
		return cloneThroughJson((this.json.staticData as IDataObject | undefined) ?? {});
	}

	async activate(): Promise<void> {
		const { data, workflow } = this.load(false, {});
		await workflow.expression.withIsolate(async () => {
			const webhooks = getWebhooks(workflow, additionalDataFor(this.host, data));
			this.announce(webhooks);
			try {
				for (const webhook of webhooks) {
					webhook.isTest = true;
					this.register(webhook);
					this.waiting.push(webhook);
					await createWebhook(workflow, webhook, 'manual', 'manual');
					this.testStaticData = workflow.staticData;
				}
			} catch (error) {
				await this.clear(workflow);
				throw error;
			}
		});
	}

	async deactivate(): Promise<void> {
		this.host.assertRunning();
		const { workflow } = this.load(false, {});
		await workflow.expression.withIsolate(async () => await this.clear(workflow));
	}

	async publish(): Promise<void> {
		await this.restart();
	}

	restart(): Promise<void> {
		this.waiting.length = 0;
		this.unregister();
		return Promise.resolve();
	}

	protected async process(call: ArrivedCall): Promise<void> {
		const { data, workflow } = this.load(false, {});
		if (this.testStaticData) workflow.setTestStaticData(this.testStaticData);
		await workflow.expression.withIsolate(async () => {
			const started = await executeWebhook(this.host, {
				...call,
				workflow,
				mode: 'manual',
				start: (executionData) => this.execute(data, this.json.staticData, 'manual', executionData),
			});
			if (started) await this.clear(workflow);
		});
	}

	private async clear(workflow: Workflow): Promise<void> {
		if (this.testStaticData) workflow.staticData = this.testStaticData;
		for (const webhook of this.waiting.splice(0)) {
			try {
				await deleteWebhook(workflow, webhook);
			} catch (error) {
				Container.get(Logger).error('Could not remove a test webhook', { error: error as Error });
			} finally {
				this.unregister(webhook);
			}
		}
	}
}
