import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'flatted';
import type { IRunExecutionData } from 'n8n-workflow';

import type { INodeJson, WorkflowJson } from '../engine';
import { N8n } from '../playground/n8n';
import { freePort } from '../playground/ports';
import { Rest, until } from '../playground/rest';
import { installPackage, pack } from '../playground/tarball';
import { LOOP, NODE, type Loop } from './contenders';
import { KEYS, type Service } from './service';

/** How long to wait for executions, in milliseconds: the sequential nodes take minutes for 10,000 items. */
const PATIENCE = 300_000;

const ENDED = ['success', 'error', 'crashed', 'canceled'];

/** The credentials: whether the service is asked about references before something is sent. */
type Checking = 'checked' | 'unchecked';

/** How many executions have ended, and when the last one did, in milliseconds. */
interface Ended {
	count: number;
	last: number;
}

/** A real n8n with this package, the node to compare it with, and the credentials that all of them use. */
export class Host {
	private constructor(
		private readonly folder: string,
		private readonly n8n: N8n,
		readonly rest: Rest,
		private readonly credentialIds: Record<Checking, string>,
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
			env: { N8N_EXPRESSION_ENGINE: expressionEngine, N8N_LOG_LEVEL: 'warn', ...measuring },
		});
		const rest = await Rest.logIn(n8n.url);
		const save = async (checking: Checking) =>
			await rest.saveCredential(`Bench, ${checking}`, 'cardPaymentApi', {
				environment: 'test',
				baseUrl: service.url,
				...KEYS,
				providerDiffers: true,
				cardAuthentication: 'bearer',
				checkReferences: checking === 'checked',
			});
		const credentialIds = { checked: await save('checked'), unchecked: await save('unchecked') };
		return new Host(folder, n8n, rest, credentialIds, `http://127.0.0.1:${blocksPort}`);
	}

	/**
	 * Runs a node, or a loop of nodes, over items, behind a Manual Trigger.
	 * @param checking as peers do not ask about references, ours does not either by default
	 * @returns how long that took by n8n's own count, in milliseconds
	 */
	async time(contender: INodeJson | Loop, items: object[], checking: Checking = 'unchecked'): Promise<number> {
		const workflow = await this.rest.createWorkflow(this.behindTrigger(contender, items, checking));
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
		const runs = resultData.runData[NODE]!;
		const done = runs.flatMap(({ data }) => data?.main?.[0] ?? []).filter(({ error }) => !error).length;
		if (done < items.length) throw new Error(`${items.length - done} items came to nothing`);
		if (!('nodes' in contender)) return runs[0]!.executionTime;
		const last = runs.at(-1)!;
		return last.startTime + last.executionTime - resultData.runData[LOOP]![0]!.startTime;
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
				// Its token is valid, also after row f has ended those that came before.
				{ ...this.withCredential(node, 'unchecked'), webhookId },
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

	private behindTrigger(contender: INodeJson | Loop, items: object[], checking: Checking): WorkflowJson {
		const to = (name: string) => [{ node: name, type: 'main' as const, index: 0 }];
		const trigger = { name: 'Trigger', type: 'n8n-nodes-base.manualTrigger' };
		const pinData = { Trigger: items.map((json) => ({ json })) };
		if (!('nodes' in contender)) {
			const nodes = [trigger, this.withCredential(contender, checking)];
			return { name: 'Bench', nodes, connections: { Trigger: { main: [to(contender.name)] } }, pinData };
		}
		const loop = { name: LOOP, type: 'n8n-nodes-base.splitInBatches', typeVersion: 3, parameters: { options: {} } };
		const inside = contender.nodes.map((node) => this.withCredential(node, checking));
		const names = [...inside.map(({ name }) => name), LOOP];
		const links = names.slice(1).map((name, index) => [names[index]!, { main: [to(name)] }] as const);
		return {
			name: 'Bench',
			nodes: [trigger, loop, ...inside],
			// The first output of the loop is for what is done.
			connections: {
				Trigger: { main: [to(LOOP)] },
				[LOOP]: { main: [[], to(names[0]!)] },
				...Object.fromEntries(links),
			},
			pinData,
		};
	}

	private withCredential(node: INodeJson, checking: Checking): INodeJson {
		const cardPaymentApi = { id: this.credentialIds[checking], name: `Bench, ${checking}` };
		return { ...node, credentials: { cardPaymentApi } };
	}
}
