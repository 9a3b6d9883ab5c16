import { resolve } from 'node:path';
import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	INodeCredentialTestResult,
	INodeListSearchResult,
	INodeType,
} from 'n8n-workflow';
import type { RunContext } from './additional-data';
import { EngineCredentialsHelper } from './credentials';
import { listSearch, testCredential } from './editor';
import { Instance, type ExpressionEngine } from './instance';
import { PackageTypes } from './node-types';
import { runWorkflow, type EngineRun } from './run';
import type { RunOptions } from './run-options';
import { CredentialStore } from './store';
import type { ActiveWorkflow } from './webhooks/active';
import { activateLive, type Activation } from './webhooks/live';
import { WebhookServer } from './webhooks/server';
import { WaitingExecutions } from './webhooks/waiting';
import { activateTest } from './webhooks/test-mode';
import { toStoredWorkflow, type INodeJson, type WorkflowJson } from './workflow-json';

export interface EngineOptions {
	/** The folder of the built n8n package; the project root by default. */
	packageDir?: string;
	/** Folders of further packages whose nodes are available, such as n8n-nodes-base in place of the stand-ins. */
	besides?: readonly string[];
	/** n8n's default `vm` where this Node can load it (24 on), else `legacy`. */
	expressionEngine?: ExpressionEngine;
	/** The base of the URLs that nodes see, as n8n's N8N_WEBHOOK_URL; that of the engine's own server by default. */
	webhookUrl?: string;
}

/** n8n's execution engine with one community package, without n8n's server. One at a time in a process. */
export class Engine {
	readonly store = new CredentialStore();
	private readonly credentials: EngineCredentialsHelper;
	private readonly waiting = new WaitingExecutions(() => this.runContext());
	private readonly server = new WebhookServer((...call) => this.waiting.answer(...call));
	private executions = 0;

	private constructor(
		private readonly instance: Instance,
		private readonly types: PackageTypes,
		private readonly givenWebhookUrl?: string,
	) {
		instance.onStop(() => this.server.close());
		this.credentials = new EngineCredentialsHelper(types, this.store);
	}

	static async start(options: EngineOptions = {}): Promise<Engine> {
		const instance = await Instance.start(options.expressionEngine);
		try {
			const types = await PackageTypes.load(options.packageDir ?? resolve(__dirname, '../..'), options.besides);
			return new Engine(instance, types, options.webhookUrl);
		} catch (error) {
			await instance.stop();
			throw error;
		}
	}

	/** The expression engine in use. */
	get expressionEngine(): ExpressionEngine {
		return this.instance.expressionEngine;
	}

	/** Every line that n8n's logger got, at any level, with its metadata as JSON. */
	get logs(): string[] {
		return this.instance.logs;
	}

	/** Returns a node type by its full name, such as `n8n-nodes-card-payment.cardPayment`. */
	nodeType(name: string): INodeType {
		return this.types.getByNameAndVersion(name);
	}

	credentialType(name: string): ICredentialType {
		return this.types.credential(name);
	}

	/** Loads the package with fresh module state, as if n8n went on in another process. */
	async newProcess(): Promise<void> {
		await this.types.reload();
	}

	/** Runs a workflow to its end. A failing execution is a result with an error, not an exception. */
	async run(workflow: WorkflowJson, options: RunOptions = {}): Promise<EngineRun> {
		this.instance.assertRunning();
		const executionId = options.executionId ?? this.nextExecutionId();
		const stored = toStoredWorkflow(workflow);
		const run = await runWorkflow(this.runContext(), stored, { ...options, executionId });
		this.waiting.keep(stored, run);
		return run;
	}

	/** Starts n8n's server, so that requests can resume executions that wait. It runs as well once a workflow is active. */
	async listen(): Promise<void> {
		this.instance.assertRunning();
		await this.server.start();
	}

	/** The base of the URLs that n8n gives to the world, with a slash at its end. Known once the server listens. */
	get webhookUrl(): string {
		return this.runContext().webhookUrl!;
	}

	/** Returns an execution that has waited, as it is now; one that was resumed, once it has ended or waits again. */
	async latest(executionId: string): Promise<EngineRun> {
		return await this.waiting.latest(executionId);
	}

	/** Ends the wait of an execution as if its time were up, and runs it on to its end, or until it waits again. */
	async timeIsUp(executionId: string): Promise<EngineRun> {
		this.instance.assertRunning();
		return await this.waiting.timeIsUp(executionId);
	}

	/**
	 * Activates a workflow: its webhooks answer until it is deactivated. With `test` they are the test webhooks of a
	 * workflow that waits for one call in n8n's editor.
	 * @param options.activation why it is activated; by default because somebody has published it
	 */
	async activate(
		workflow: WorkflowJson,
		{ test, activation }: { test?: boolean; activation?: Activation } = {},
	): Promise<ActiveWorkflow> {
		this.instance.assertRunning();
		await this.server.start();
		const host = {
			...this.runContext(),
			server: this.server,
			nextExecutionId: () => this.nextExecutionId(),
			assertRunning: () => this.instance.assertRunning(),
		};
		return test ? await activateTest(host, workflow) : await activateLive(host, workflow, activation);
	}

	/** Searches a resource locator's list with the node's parameters and credentials. */
	async listSearch(
		node: INodeJson,
		method: string,
		filter?: string,
		paginationToken?: string,
	): Promise<INodeListSearchResult> {
		this.instance.assertRunning();
		return await listSearch(this.types, this.credentials, node, method, filter, paginationToken);
	}

	/** Tests credentials as n8n's editor does on saving them. */
	async testCredential(type: string, data: ICredentialDataDecryptedObject): Promise<INodeCredentialTestResult> {
		this.instance.assertRunning();
		return await testCredential(this.types, this.credentials, type, data);
	}

	/** Ends the engine; nothing of it stays open. */
	async stop(): Promise<void> {
		await this.instance.stop();
	}

	private runContext(): RunContext {
		const webhookUrl = this.givenWebhookUrl ?? this.server.baseUrl;
		return { nodeTypes: this.types, credentialsHelper: this.credentials, webhookUrl };
	}

	private nextExecutionId(): string {
		return String(++this.executions);
	}
}
