import type { Request, Response } from 'express';
import type { IDataObject, IRunExecutionData, IWorkflowBase, Workflow, WorkflowExecuteMode } from 'n8n-workflow';
import type { RunContext } from '../additional-data';
import { cloneThroughJson, n8nWorkflow } from '../n8n';
import { runWorkflow, type EngineRun } from '../run';
import { toStoredWorkflow, type WorkflowJson } from '../workflow-json';
import { Activity } from './activity';
import type { Answer } from './answer';
import type { ArrivedCall } from './call';
import type { Webhook } from './methods';
import type { Endpoint, WebhookServer } from './server';

/** A workflow whose webhooks answer. */
export interface ActiveWorkflow {
	/** Returns a webhook's real URL, by the path in the node's description. */
	url(path: string): string;
	/** The executions that have ended, in the order in which they were started; all of them after {@link waitUntilIdle}. */
	readonly executions: EngineRun[];
	/** Waits until every request is dealt with and every execution has ended, also those that begin meanwhile. */
	waitUntilIdle(): Promise<void>;
	/** A copy of what n8n has stored as the workflow's static data. */
	readonly staticData: IDataObject;
	/** Ends the webhooks: runs their `delete` methods, then the URLs answer 404. */
	deactivate(): Promise<void>;
	/**
	 * Does to the workflow what publishing a change does: it is deactivated, `delete` included, and activated with what n8n had
	 * stored. Requests that are under way go on. A test webhook is forgotten.
	 */
	publish(): Promise<void>;
	/**
	 * Does to the workflow what a restart of n8n does: it is activated again with what n8n had stored, without a `delete`; a
	 * test webhook is forgotten. The package's module state stays.
	 */
	restart(): Promise<void>;
}

/** The parts of their engine that active workflows need. */
export interface WebhookHost extends RunContext {
	server: WebhookServer;
	nextExecutionId(): string;
	assertRunning(): void;
}

/** A workflow as read from n8n's database, for one purpose. */
export interface LoadedWorkflow {
	data: IWorkflowBase;
	workflow: Workflow;
}

/** The part that production and test webhooks share. */
export abstract class WebhookActivation implements ActiveWorkflow {
	private readonly activity = new Activity();
	private readonly registrations = new Map<Webhook, () => void>();
	private webhooks: readonly Webhook[] = [];

	constructor(
		protected readonly host: WebhookHost,
		protected readonly json: WorkflowJson,
		private readonly endpoint: Endpoint,
	) {}

	abstract readonly staticData: IDataObject;
	abstract deactivate(): Promise<void>;
	abstract publish(): Promise<void>;
	abstract restart(): Promise<void>;

	/** Does all of a request; `respond` gets the answer, which n8n may have well before the end. */
	protected abstract process(call: ArrivedCall): Promise<void>;

	get executions(): EngineRun[] {
		return this.activity.runs;
	}

	async waitUntilIdle(): Promise<void> {
		await this.activity.waitUntilIdle();
	}

	url(path: string): string {
		const webhook = this.webhooks.find(({ nodePath }) => nodePath === path);
		if (webhook) return `${this.host.server.baseUrl}${this.endpoint}/${webhook.path}`;
		throw new n8nWorkflow.UserError(`The workflow has no webhook with the path "${path}".`);
	}

	/** Sets which webhooks {@link url} knows; they answer once they are registered. */
	protected announce(webhooks: Webhook[]): void {
		if (webhooks.length === 0) throw new n8nWorkflow.UserError('The workflow has no node with a webhook.');
		this.webhooks = webhooks;
	}

	protected register(webhook: Webhook): void {
		const handler = (request: Request, response: Response) => this.answer(webhook, request, response);
		this.registrations.set(webhook, this.host.server.register(this.endpoint, webhook, handler));
	}

	protected unregister(webhook?: Webhook): void {
		for (const [registered, remove] of this.registrations) {
			if (webhook && registered !== webhook) continue;
			remove();
			this.registrations.delete(registered);
		}
	}

	/** Reads the workflow with the given static data again, so that no two uses share an object. */
	protected load(active: boolean, staticData: WorkflowJson['staticData']): LoadedWorkflow {
		const data = { ...toStoredWorkflow({ ...this.json, staticData }), active };
		return { data, workflow: this.toWorkflow(data) };
	}

	/**
	 * Starts an execution as n8n's `WorkflowRunner` does: it prepares the execution with another `Workflow` over the
	 * request's data, which resets the flag that the request's static data has changed, then takes what is stored for it.
	 */
	protected execute(
		data: IWorkflowBase,
		stored: WorkflowJson['staticData'],
		mode: WorkflowExecuteMode,
		executionData: IRunExecutionData,
		onStaticData?: (staticData: IDataObject) => void,
	): string {
		this.toWorkflow(data);
		const executionId = this.host.nextExecutionId();
		const staticData = cloneThroughJson(stored ?? {}) as IDataObject;
		const options = { executionId, mode, executionData, onStaticData };
		this.activity.addRun(runWorkflow(this.host, { ...data, staticData }, options));
		return executionId;
	}

	private toWorkflow(data: IWorkflowBase): Workflow {
		return new n8nWorkflow.Workflow({ ...data, nodeTypes: this.host.nodeTypes });
	}

	private answer(webhook: Webhook, request: Request, response: Response): Promise<Answer | undefined> {
		return new Promise((resolve, reject) => {
			const respond: ArrivedCall['respond'] = (error, answer) => (error ? reject(error) : resolve(answer));
			this.activity.add(this.process({ webhook, request, response, respond }).catch(reject));
		});
	}
}
