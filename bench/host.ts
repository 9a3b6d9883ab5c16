import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'flatted';
import type { INodeExecutionData, IRunExecutionData } from 'n8n-workflow';

import type { INodeJson, WorkflowJson } from '../engine';
import { N8n } from '../playground/n8n';
import { freePort } from '../playground/ports';
import { Rest } from '../playground/rest';
import { installPackage, pack } from '../playground/tarball';
import { KEYS, type Service } from './service';

/** A real n8n with this package, the node to compare it with, and one credential that all of them use. */
export class Host {
	private constructor(
		private readonly folder: string,
		private readonly n8n: N8n,
		readonly rest: Rest,
		private readonly credentialId: string,
	) {}

	static async start(service: Service, expressionEngine: 'vm' | 'legacy'): Promise<Host> {
		const folder = mkdtempSync(join(tmpdir(), 'card-payment-bench-'));
		installPackage(folder, pack());
		const sequential = join('.n8n', 'nodes', 'node_modules', 'n8n-nodes-bench-sequential');
		cpSync(join(__dirname, 'sequential'), join(folder, sequential), { recursive: true });
		const n8n = await N8n.start({
			folder,
			port: await freePort(5700),
			env: { N8N_EXPRESSION_ENGINE: expressionEngine, N8N_LOG_LEVEL: 'warn' },
		});
		const rest = await Rest.logIn(n8n.url);
		const credentialId = await rest.saveCredential('Bench', 'cardPaymentApi', {
			environment: 'test',
			baseUrl: service.url,
			...KEYS,
			cardAuthentication: 'bearer',
		});
		return new Host(folder, n8n, rest, credentialId);
	}

	/**
	 * Runs a node over items, behind a Manual Trigger.
	 * @returns how long the node took by n8n's own count, in milliseconds
	 */
	async time(node: INodeJson, items: object[]): Promise<number> {
		const workflow = await this.rest.createWorkflow(this.behindTrigger(node, items));
		const execution = await this.rest.run(workflow, 'Trigger');
		const { resultData } = parse(execution.data) as IRunExecutionData;
		if (resultData.error) throw resultData.error;
		const [run] = resultData.runData[node.name]!;
		const done = (run!.data!.main[0] as INodeExecutionData[]).filter(({ error }) => !error).length;
		if (done < items.length) throw new Error(`${node.type}: ${items.length - done} items came to nothing`);
		return run!.executionTime;
	}

	async stop(): Promise<void> {
		await this.n8n.stop();
		rmSync(this.folder, { recursive: true });
	}

	private behindTrigger(node: INodeJson, items: object[]): WorkflowJson {
		const credentials = node.credentials && { cardPaymentApi: { id: this.credentialId, name: 'Bench' } };
		return {
			name: 'Bench',
			nodes: [{ name: 'Trigger', type: 'n8n-nodes-base.manualTrigger' }, { ...node, credentials }],
			connections: { Trigger: { main: [[{ node: node.name, type: 'main', index: 0 }]] } },
			pinData: { Trigger: items.map((json) => ({ json })) },
		};
	}
}
