import { resolve } from 'node:path';
import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	INodeCredentialTestResult,
	INodeListSearchResult,
	INodeType,
} from 'n8n-workflow';
import { EngineCredentialsHelper } from './credentials';
import { listSearch, testCredential } from './editor';
import { Instance, type ExpressionEngine } from './instance';
import { PackageTypes } from './node-types';
import { runWorkflow, type EngineRun, type RunOptions } from './run';
import { CredentialStore } from './store';
import type { INodeJson, WorkflowJson } from './workflow-json';

export interface EngineOptions {
	/** The folder of the built n8n package; the project root by default. */
	packageDir?: string;
	/** n8n's default `vm` where this Node can load it (24 on), else `legacy`. */
	expressionEngine?: ExpressionEngine;
}

/** n8n's execution engine with one community package, without n8n's server. One at a time in a process. */
export class Engine {
	readonly store = new CredentialStore();
	private readonly credentials: EngineCredentialsHelper;
	private executions = 0;

	private constructor(
		private readonly instance: Instance,
		private readonly types: PackageTypes,
	) {
		this.credentials = new EngineCredentialsHelper(types, this.store);
	}

	static async start(options: EngineOptions = {}): Promise<Engine> {
		const instance = await Instance.start(options.expressionEngine);
		try {
			return new Engine(instance, await PackageTypes.load(options.packageDir ?? resolve(__dirname, '..')));
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

	/** A node type by its full name, such as `n8n-nodes-card-payment.cardPayment`. */
	nodeType(name: string): INodeType {
		return this.types.getByNameAndVersion(name);
	}

	credentialType(name: string): ICredentialType {
		return this.types.credential(name);
	}

	/** Runs a workflow to its end. A failing execution is a result with an error, not an exception. */
	async run(workflow: WorkflowJson, options: RunOptions = {}): Promise<EngineRun> {
		this.instance.assertRunning();
		const executionId = options.executionId ?? String(++this.executions);
		const context = { nodeTypes: this.types, credentialsHelper: this.credentials };
		return await runWorkflow(context, workflow, { ...options, executionId });
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
}
