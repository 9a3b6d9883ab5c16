import type { IDataObject, IRunExecutionData } from 'n8n-workflow';

import type { INodeJson, WorkflowJson } from '../../../dev/engine';
import { flatted } from '../../../dev/engine/n8n';
import { until, type Execution, type Rest, type StoredWorkflow } from '../../../dev/playground/rest';

/** An execution that has ended. */
export interface Ended {
	status: string;
	error: { message: string; description?: string | null } | undefined;
	/** The output of a node, round by round where it stands in a loop. */
	rounds: (node: string) => IDataObject[][];
}

/** A workflow in production that begins at n8n's Webhook. */
export class Published {
	private constructor(
		private readonly rest: Rest,
		private readonly workflow: StoredWorkflow,
		private readonly url: string,
	) {}

	/** @param workflow with a Webhook that has this path */
	static async at(path: string, rest: Rest, workflow: WorkflowJson): Promise<Published> {
		const stored = await rest.createWorkflow(workflow);
		return new Published(rest, stored, await publishAt(path, rest, stored));
	}

	/** Starts the workflow so often at once, and waits until each execution has ended. The oldest comes first. */
	async start(body: object, times = 1): Promise<Ended[]> {
		const before = (await this.executions()).length;
		const call = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
		await Promise.all(Array.from({ length: times }, async () => await fetch(this.url, call)));
		let started: Execution[] = [];
		const hasStarted = async () => (started = (await this.executions()).slice(before)).length === times;
		await until(hasStarted, `${times} executions at ${this.url}`);
		return await Promise.all(started.map(async (execution) => await this.ended(execution)));
	}

	private async executions() {
		const executions = await this.rest.executionsOf(this.workflow.id);
		return executions.sort((a, b) => Number(a.id) - Number(b.id));
	}

	private async ended(execution: Execution): Promise<Ended> {
		const { status, data } = await this.rest.waitForExecution(execution);
		const { error, runData } = (flatted.parse(data) as IRunExecutionData).resultData;
		const jsonOf = (output: Array<{ json: IDataObject }> | null | undefined) => (output ?? []).map(({ json }) => json);
		return {
			status,
			error,
			rounds: (node) => (runData[node] ?? []).map(({ data: put }) => (put?.main ?? []).flatMap(jsonOf)),
		};
	}
}

/** The Webhook at which a workflow is started by a POST, unless parameters change that. Its item has the JSON that was sent in `body`. */
export function webhookAt(path: string, changes: object = {}): INodeJson {
	return {
		name: 'Webhook',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		webhookId: path,
		parameters: { httpMethod: 'POST', path, responseMode: 'onReceived', ...changes },
	};
}

/** Publishes a workflow whose Webhook takes POST, and waits until n8n knows its path. Returns its URL. */
export async function publishAt(path: string, rest: Rest, workflow: StoredWorkflow): Promise<string> {
	await rest.activate(workflow);
	const url = `${rest.url}/webhook/${path}`;
	// n8n says this of a path that it knows.
	await until(async () => (await (await fetch(url)).text()).includes('Did you mean'), `the webhook ${url}`);
	return url;
}
