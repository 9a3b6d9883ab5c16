import type { IDataObject, Workflow } from 'n8n-workflow';
import { additionalDataFor } from '../additional-data';
import { cloneThroughJson, Container, core, Logger } from '../n8n';
import type { WorkflowJson } from '../workflow-json';
import { WebhookActivation, type ActiveWorkflow, type LoadedWorkflow, type WebhookHost } from './active';
import { executeWebhook, type ArrivedCall } from './call';
import { createWebhook, deleteWebhook, getWebhooks } from './methods';

/** The reason why n8n activates a workflow: somebody has published it, or a change of it, or n8n starts. */
export type Activation = 'activate' | 'update' | 'init';

/** Activates a workflow, as n8n's "Publish" does unless it is for another reason. */
export async function activateLive(
	host: WebhookHost,
	json: WorkflowJson,
	activation: Activation = 'activate',
): Promise<ActiveWorkflow> {
	const live = new LiveWorkflow(host, json);
	await live.activate(activation);
	return live;
}

/** A workflow in production: what n8n's `ActiveWorkflowManager` and `LiveWebhooks` do. */
class LiveWorkflow extends WebhookActivation {
	private stored: IDataObject | null;

	constructor(host: WebhookHost, json: WorkflowJson) {
		super(host, json, 'webhook');
		this.stored = cloneThroughJson((json.staticData as IDataObject | undefined) ?? null);
	}

	get staticData(): IDataObject {
		return cloneThroughJson(this.stored ?? {});
	}

	/** Registers the webhooks; if one fails, none stays. */
	async activate(activation: Activation): Promise<void> {
		const { data, workflow } = this.loadFromStore();
		await workflow.expression.withIsolate(async () => {
			const webhooks = getWebhooks(workflow, additionalDataFor(this.host, data));
			this.announce(webhooks);
			try {
				for (const webhook of webhooks) {
					this.register(webhook);
					await createWebhook(workflow, webhook, 'trigger', activation);
				}
			} catch (error) {
				await this.clear();
				throw error;
			}
			this.saveStaticData(workflow);
		});
	}

	async deactivate(): Promise<void> {
		this.host.assertRunning();
		await this.clear();
	}

	async publish(): Promise<void> {
		this.host.assertRunning();
		await this.clear();
		await this.activate('update');
	}

	async restart(): Promise<void> {
		this.host.assertRunning();
		this.unregister();
		await this.activate('init');
	}

	protected async process(call: ArrivedCall): Promise<void> {
		const { data, workflow } = this.loadFromStore();
		const keep = (staticData: IDataObject) => (this.stored = cloneThroughJson(staticData));
		let beforeSave: IDataObject | null | undefined;
		await workflow.expression.withIsolate(async () => {
			await executeWebhook(this.host, {
				...call,
				workflow,
				mode: 'webhook',
				respond: (error, answer) => {
					beforeSave = this.stored;
					if (!error) this.saveStaticData(workflow);
					call.respond(error, answer);
				},
				start: (executionData) => {
					// After an answer, n8n saves and reads at the same time, and usually reads the older data.
					const stored = beforeSave === undefined ? this.stored : beforeSave;
					return this.execute(data, stored, 'webhook', executionData, keep);
				},
			});
		});
	}

	/** Ends the webhooks. n8n logs what a `delete` method throws, and ends them all the same. */
	private async clear(): Promise<void> {
		try {
			const { data, workflow } = this.loadFromStore();
			await workflow.expression.withIsolate(async () => {
				const webhooks = getWebhooks(workflow, additionalDataFor(this.host, data));
				for (const webhook of webhooks) await deleteWebhook(workflow, webhook);
			});
			this.saveStaticData(workflow);
		} catch (cause) {
			const error = cause as Error;
			Container.get(core.ErrorReporter).error(error);
			Container.get(Logger).error(`Could not remove webhooks of workflow because of error: "${error.message}"`);
		} finally {
			this.unregister();
		}
	}

	private loadFromStore(): LoadedWorkflow {
		return this.load(true, this.stored);
	}

	/** Saves what nodes have written, if n8n's flag still says that they have: a started execution resets it. */
	private saveStaticData({ staticData }: Workflow): void {
		if (staticData.__dataChanged !== true) return;
		this.stored = cloneThroughJson(staticData);
		staticData.__dataChanged = false;
	}
}
