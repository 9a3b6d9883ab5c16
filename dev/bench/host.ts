import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'flatted';
import type { IRunExecutionData } from 'n8n-workflow';

import { N8n } from '../playground/n8n';
import { freePort } from '../playground/ports';
import { Rest, until } from '../playground/rest';
import { packAndInstall } from '../playground/tarball';
import { KEYS } from './keys';
import type { Service } from './service';
import { LIST, readWorkflow } from './workflows';

/** The longest time to wait for executions, in milliseconds. */
const PATIENCE = 300_000;

const ENDED = ['success', 'error', 'crashed', 'canceled'];

/** The moment at which n8n makes an isolate for expressions: with each request to a webhook, as by default, or with the first expression. */
export type Isolates = 'eager' | 'lazy';

/** A workflow that begins with a webhook. */
export interface WebhookWorkflow {
	id: string;
	url: string;
}

/** The number of executions that have ended, and the time at which the last one did, in milliseconds. */
interface EndedExecutions {
	count: number;
	last: number;
}

/** A real n8n with this package, which runs the workflows that are compared, and the credentials of all of them. */
export class Host {
	private constructor(
		private readonly folder: string,
		private readonly n8n: N8n,
		private readonly rest: Rest,
		readonly service: Service,
		readonly isolates: Isolates,
		private readonly credentialIds: Record<string, string>,
		private readonly blocksUrl: string,
	) {}

	static async start(service: Service, isolates: Isolates): Promise<Host> {
		const folder = mkdtempSync(join(tmpdir(), 'card-payment-bench-'));
		packAndInstall(folder);
		const blocksPort = await freePort(5800);
		const measuring = {
			NODE_OPTIONS: `--require ${join(__dirname, 'measureBlocks.js')}`,
			BENCH_BLOCKS_PORT: String(blocksPort),
		};
		const n8n = await N8n.start({
			folder,
			port: await freePort(5700),
			env: {
				N8N_EXPRESSION_ENGINE: 'vm',
				N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: String(isolates === 'lazy'),
				N8N_LOG_LEVEL: 'warn',
				...measuring,
			},
		});
		const rest = await Rest.logIn(n8n.url);
		const login = { headers: { 'x-api-key': KEYS.apiKey, 'x-client-id': KEYS.clientId } };
		const privateKey = { name: 'Authorization', value: KEYS.privateKey };
		const credentialIds = {
			cardPaymentApi: await saveOurs(rest, service, true),
			httpCustomAuth: await rest.saveCredential('Login', 'httpCustomAuth', { json: JSON.stringify(login) }),
			httpHeaderAuth: await rest.saveCredential('Private key', 'httpHeaderAuth', privateKey),
		};
		return new Host(folder, n8n, rest, service, isolates, credentialIds, `http://127.0.0.1:${blocksPort}`);
	}

	/** Sets whether our nodes ask about a reference before a charge. */
	async checkReferences(checks: boolean): Promise<void> {
		await saveOurs(this.rest, this.service, checks);
	}

	/**
	 * Runs the workflow of a file over a list to its end, as "Execute workflow" does.
	 * @returns how long its nodes took by n8n's own count, from the start of the first to the end of the last, in milliseconds
	 */
	async time(file: string, list: object[]): Promise<number> {
		const json = this.read(file);
		const workflow = await this.rest.createWorkflow({
			...json,
			pinData: { [LIST]: list.map((item) => ({ json: item })) },
		});
		const [trigger, last] = [json.nodes[0]!.name, json.nodes.at(-1)!.name];
		const { executionId } = await this.rest.call<{ executionId: string }>(
			'POST',
			`/rest/workflows/${workflow.id}/run`,
			{ workflowData: workflow, triggerToStartFrom: { name: trigger } },
		);
		// The execution is fetched only once it has ended, because n8n sends all of its data each time.
		await this.lastEnd(workflow.id, 1);
		const execution = await this.rest.waitForExecution({ id: executionId, workflowId: workflow.id });
		const { resultData } = parse(execution.data) as IRunExecutionData;
		if (resultData.error) throw resultData.error;
		const { [trigger]: _, [LIST]: __, ...measured } = resultData.runData;
		const results = measured[last]!.flatMap(({ data }) => data?.main?.[0] ?? []);
		const done = results.filter(({ error }) => !error).length;
		if (done !== list.length) throw new Error(`${file}: ${list.length} items came to ${done}`);
		const runs = Object.values(measured).flat();
		const start = Math.min(...runs.map(({ startTime }) => startTime));
		return Math.max(...runs.map(({ startTime, executionTime }) => startTime + executionTime)) - start;
	}

	/**
	 * Publishes the workflow of a file, which begins with a webhook.
	 * @param path the last segment of the path at which the webhook answers
	 * @param method with which it answers a request without content
	 */
	async publish(file: string, path: string, method: 'GET' | 'POST' = 'POST'): Promise<WebhookWorkflow> {
		const workflow = await this.rest.createWorkflow(this.read(file));
		await this.rest.call('POST', `/rest/workflows/${workflow.id}/activate`, { versionId: workflow.versionId });
		const { type, webhookId } = workflow.nodes[0]!;
		// The paths of n8n's own Webhook node are chosen by its user.
		const prefix = type === 'n8n-nodes-base.webhook' ? '' : `${webhookId}/`;
		const url = `${this.rest.url}/webhook/${prefix}${path}`;
		await until(async () => (await fetch(url, { method })).status !== 404, `the webhook ${url}`);
		return { id: workflow.id, url };
	}

	/**
	 * Waits until `count` executions of a workflow have ended, counted from its first.
	 * @returns when the last of them ended
	 */
	async lastEnd(workflowId: string, count: number): Promise<number> {
		let ended: EndedExecutions | undefined;
		await until(
			async () => (ended = await this.fetchEndedExecutions(workflowId)).count >= count,
			`the end of ${count} executions`,
			PATIENCE,
		);
		return ended!.last;
	}

	/** Fetches the executions of a workflow that have ended. @throws Error where one of the newest has failed */
	async fetchEndedExecutions(workflowId: string): Promise<EndedExecutions> {
		const { count, results } = await this.rest.listExecutions({ workflowId, status: ENDED });
		const failed = results.find(({ status }) => status !== 'success');
		if (failed) throw new Error(`An execution of the workflow ${workflowId} ended: ${failed.status}`);
		return { count, last: Math.max(...results.map(({ stoppedAt }) => Date.parse(stoppedAt!))) };
	}

	/** Fetches the longest time, in milliseconds, for which nothing else could run in n8n's process since this was last asked. */
	async longestBlock(): Promise<number> {
		return Number(await (await fetch(this.blocksUrl)).text());
	}

	async stop(): Promise<void> {
		await this.n8n.stop();
		rmSync(this.folder, { recursive: true });
	}

	private read(file: string) {
		return readWorkflow(file, this.service.url, this.credentialIds);
	}
}

async function saveOurs(rest: Rest, service: Service, checkReferences: boolean): Promise<string> {
	return await rest.saveCredential('Card Payment', 'cardPaymentApi', {
		environment: 'test',
		baseUrl: service.url,
		...KEYS,
		providerDiffers: true,
		cardAuthentication: 'bearer',
		checkReferences,
	});
}
