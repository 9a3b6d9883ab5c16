import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'flatted';
import type { INodeExecutionData, IRunExecutionData } from 'n8n-workflow';

import type { INodeJson, WorkflowJson } from '../engine';
import { N8n } from '../playground/n8n';
import { freePort } from '../playground/ports';
import { Rest, until } from '../playground/rest';
import { installPackage, pack } from '../playground/tarball';
import { KEYS, type Service } from './service';

/** How long to wait for executions, in milliseconds: the sequential nodes take minutes for 10,000 items. */
const PATIENCE = 300_000;

const ENDED = ['success', 'error', 'crashed', 'canceled'];

/** How many executions have ended, and when the last one did, in milliseconds. */
interface Ended {
	count: number;
	last: number;
}

/** A real n8n with this package, the node to compare it with, and one credential that all of them use. */
export class Host {
	private constructor(
		private readonly folder: string,
		private readonly n8n: N8n,
		readonly rest: Rest,
		private readonly credentialId: string,
		private readonly blocksUrl: string,
	) {}

	static async start(service: Service, expressionEngine: 'vm' | 'legacy'): Promise<Host> {
		const folder = mkdtempSync(join(tmpdir(), 'card-payment-bench-'));
		installPackage(folder, pack());
		const sequential = join('.n8n', 'nodes', 'node_modules', 'n8n-nodes-bench-sequential');
		cpSync(join(__dirname, 'sequential'), join(folder, sequential), { recursive: true });
		const blocksPort = await freePort(5800);
		const measuring = {
			NODE_OPTIONS: `--require ${join(__dirname, 'measureBlocks.js')}`,
			BENCH_BLOCKS_PORT: String(blocksPort),
		};
		const n8n = await N8n.start({
			folder,
			port: await freePort(5700),
			env: { N8N_EXPRESSION_ENGINE: expressionEngine, N8N_LOG_LEVEL: 'warn', ...measuring, ...service.trust },
		});
		const rest = await Rest.logIn(n8n.url);
		const credentialId = await rest.saveCredential('Bench', 'cardPaymentApi', {
			environment: 'test',
			baseUrl: service.url,
			...KEYS,
			providerDiffers: true,
			cardAuthentication: 'bearer',
		});
		return new Host(folder, n8n, rest, credentialId, `http://127.0.0.1:${blocksPort}`);
	}

	/**
	 * Runs a node over items, behind a Manual Trigger.
	 * @returns how long the node took by n8n's own count, in milliseconds
	 */
	async time(node: INodeJson, items: object[]): Promise<number> {
		const workflow = await this.rest.createWorkflow(this.behindTrigger(node, items));
		const { executionId } = await this.rest.call<{ executionId: string }>(
			'POST',
			`/rest/workflows/${workflow.id}/run`,
			{
				workflowData: workflow,
				triggerToStartFrom: { name: 'Trigger' },
			},
		);
		// Fetched only once it has ended, because n8n sends all of its data each time.
		await this.lastEnd(workflow.id, 1);
		const execution = await this.rest.finished(executionId);
		const { resultData } = parse(execution.data) as IRunExecutionData;
		if (resultData.error) throw resultData.error;
		const run = resultData.runData[node.name]![0]!;
		const done = (run.data!.main![0] as INodeExecutionData[]).filter(({ error }) => !error).length;
		if (done < items.length) throw new Error(`${node.type}: ${items.length - done} items came to nothing`);
		return run.executionTime;
	}

	/**
	 * Publishes a workflow that begins with a webhook.
	 * @param path returns the path at which the webhook answers, given its id
	 * @param method with which it answers a request without content
	 */
	async publish(
		node: INodeJson,
		path: (webhookId: string) => string,
		method: 'GET' | 'POST' = 'POST',
	): Promise<{ id: string; url: string }> {
		const webhookId = randomUUID();
		const workflow = await this.rest.createWorkflow({
			name: 'Bench',
			nodes: [
				{ ...this.withCredential(node), webhookId },
				{ name: 'End', type: 'n8n-nodes-base.noOp' },
			],
			connections: { [node.name]: { main: [[{ node: 'End', type: 'main', index: 0 }]] } },
		});
		await this.rest.call('POST', `/rest/workflows/${workflow.id}/activate`, { versionId: workflow.versionId });
		const url = `${this.rest.url}/webhook/${path(webhookId)}`;
		await until(async () => (await fetch(url, { method })).status !== 404, `the webhook ${url}`);
		return { id: workflow.id, url };
	}

	/**
	 * Waits until `count` executions of a workflow have ended, counted from its first.
	 * @returns when the last of them ended
	 */
	async lastEnd(workflowId: string, count: number): Promise<number> {
		let ended: Ended | undefined;
		await until(
			async () => (ended = await this.ended(workflowId)).count >= count,
			`the end of ${count} executions`,
			PATIENCE,
		);
		return ended!.last;
	}

	/** The executions of a workflow that have ended. */
	async ended(workflowId: string): Promise<Ended> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId, status: ENDED }));
		// These are the newest: n8n lists at most a hundred executions, but counts all of them.
		const { count, results } = await this.rest.call<{ count: number; results: Array<{ stoppedAt: string }> }>(
			'GET',
			`/rest/executions?limit=100&filter=${filter}`,
		);
		return { count, last: Math.max(...results.map(({ stoppedAt }) => Date.parse(stoppedAt))) };
	}

	/** For how long nothing else could run in n8n's process at most, in milliseconds, since this was last asked. */
	async longestBlock(): Promise<number> {
		return Number(await (await fetch(this.blocksUrl)).text());
	}

	async stop(): Promise<void> {
		await this.n8n.stop();
		rmSync(this.folder, { recursive: true });
	}

	private behindTrigger(node: INodeJson, items: object[]): WorkflowJson {
		return {
			name: 'Bench',
			nodes: [{ name: 'Trigger', type: 'n8n-nodes-base.manualTrigger' }, this.withCredential(node)],
			connections: { Trigger: { main: [[{ node: node.name, type: 'main', index: 0 }]] } },
			pinData: { Trigger: items.map((json) => ({ json })) },
		};
	}

	private withCredential(node: INodeJson): INodeJson {
		return { ...node, credentials: { cardPaymentApi: { id: this.credentialId, name: 'Bench' } } };
	}
}
