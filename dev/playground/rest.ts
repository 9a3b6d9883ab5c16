import { ExecutionStatusList } from 'n8n-workflow';

import type { WorkflowJson } from '../engine';
import { toNode } from '../engine/workflow-json';

/** The owner account of the playground, where everything is for trying out; of an n8n that runs already, its own. */
export const OWNER = {
	email: process.env.N8N_EMAIL ?? 'owner@shop.example',
	firstName: 'Shop',
	lastName: 'Owner',
	password: process.env.N8N_PASSWORD ?? 'Sandbox-2026',
};

const NO_DATABASE = 'Database is not ready';
const POLL = 200;
const PATIENCE = 180_000;

export interface StoredWorkflow extends WorkflowJson {
	id: string;
	versionId: string;
	active: boolean;
	staticData: Record<string, unknown> | null;
}

export interface Execution {
	id: string;
	workflowId: string;
	status: string;
	mode: string;
	stoppedAt: string | null;
	/** The data, in n8n's own format (flatted). */
	data: string;
}

/** The statuses of executions that n8n still carries out, or has to. */
export const OPEN = ['new', 'running', 'waiting'];

/** Does over HTTP what the editor does, for a logged-in owner. */
export class Rest {
	private cookie = '';

	/** @param browserId n8n binds a login to the browser that it was made in */
	private constructor(
		readonly url: string,
		private readonly browserId = 'playground',
	) {}

	/** Logs in; creates the owner in a new n8n. */
	static async logIn(url: string): Promise<Rest> {
		const rest = new Rest(url);
		const { email, password } = OWNER;
		const created = await rest.send('POST', '/rest/owner/setup', OWNER);
		if (!created.ok) await rest.call('POST', '/rest/login', { emailOrLdapLoginId: email, password });
		return rest;
	}

	/** Continues the login of a browser. */
	static resume(url: string, cookie: string, browserId: string): Rest {
		const rest = new Rest(url, browserId);
		rest.cookie = cookie;
		return rest;
	}

	/** Makes one call. @throws Error with n8n's answer unless it is a success */
	async call<T>(method: string, path: string, body?: object): Promise<T> {
		const response = await this.send(method, path, body);
		const text = await response.text();
		if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`);
		return (JSON.parse(text) as { data: T }).data;
	}

	/** Creates a credential, or changes the one with this name. Returns its id. */
	async saveCredential(name: string, type: string, data: object): Promise<string> {
		const known = await this.call<Array<{ id: string; name: string }>>('GET', '/rest/credentials');
		const found = known.find((credential) => credential.name === name);
		const [method, path] = found ? ['PATCH', `/rest/credentials/${found.id}`] : ['POST', '/rest/credentials'];
		return (await this.call<{ id: string }>(method, path, { name, type, data })).id;
	}

	async workflows(): Promise<StoredWorkflow[]> {
		const answer = await this.call<StoredWorkflow[] | { data: StoredWorkflow[] }>('GET', '/rest/workflows');
		return Array.isArray(answer) ? answer : answer.data;
	}

	async workflow(id: string): Promise<StoredWorkflow> {
		return await this.call('GET', `/rest/workflows/${id}`);
	}

	async createWorkflow(workflow: WorkflowJson): Promise<StoredWorkflow> {
		// n8n 2.0 has no default for `active`.
		const stored = { active: false, ...workflow, nodes: workflow.nodes.map(toNode) };
		return await this.call('POST', '/rest/workflows', stored);
	}

	/** Publishes a workflow, and waits until its webhooks exist, because n8n answers before that. */
	async activate({ id, versionId, nodes }: StoredWorkflow): Promise<void> {
		await this.call('POST', `/rest/workflows/${id}/activate`, { versionId });
		for (const { webhookId } of nodes.filter((node) => /cardPayment(Trigger|CheckoutTrigger)$/.test(node.type))) {
			const url = `${this.url}/webhook/${webhookId}/notification`;
			await until(async () => (await fetch(url, { method: 'POST' })).status !== 404, `the webhook ${url}`);
		}
	}

	/** Runs a workflow from one of its triggers to its end, as "Execute workflow" does. */
	async run(workflow: StoredWorkflow, trigger: string): Promise<Execution> {
		const { executionId } = await this.call<{ executionId: string }>('POST', `/rest/workflows/${workflow.id}/run`, {
			workflowData: workflow,
			triggerToStartFrom: { name: trigger },
		});
		return await this.waitForExecution({ id: executionId, workflowId: workflow.id });
	}

	/** Waits for an execution to end, and returns it. */
	async waitForExecution({ id, workflowId }: Pick<Execution, 'id' | 'workflowId'>): Promise<Execution> {
		// It is looked for in the list, in which n8n ignores a filter by id. Its data is asked for at the end alone: some versions of n8n answer 500 as long as there is none.
		await until(async () => {
			const execution = (await this.executionsOf(workflowId)).find((one) => one.id === id);
			return execution !== undefined && !OPEN.includes(execution.status);
		}, `the end of execution ${id}`);
		return await this.call('GET', `/rest/executions/${id}`);
	}

	/** Lists the newest executions, a hundred at most, and counts all of them. */
	async listExecutions(filter: {
		workflowId?: string;
		status?: string[];
	}): Promise<{ count: number; results: Execution[] }> {
		// Where no status is named, n8n asks its database for running and for ended executions at once: one that ends just then is listed twice, or not at all.
		const named = JSON.stringify({ status: ExecutionStatusList, ...filter });
		const query = new URLSearchParams({ limit: '100', filter: named });
		return await this.call('GET', `/rest/executions?${query.toString()}`);
	}

	/** Lists the newest executions of a workflow, a hundred at most. */
	async executionsOf(workflowId: string): Promise<Execution[]> {
		return (await this.listExecutions({ workflowId })).results;
	}

	/** Fetches the newest executions that have not ended well, with their data. */
	async fetchFailedExecutions(): Promise<Execution[]> {
		const { results } = await this.listExecutions({ status: ['error', 'crashed', 'canceled'] });
		return await Promise.all(
			results.map(async ({ id }) => await this.call<Execution>('GET', `/rest/executions/${id}`)),
		);
	}

	private async send(method: string, path: string, body?: object): Promise<Response> {
		const sendOnce = async () =>
			await fetch(this.url + path, {
				method,
				headers: { 'content-type': 'application/json', 'browser-id': this.browserId, cookie: this.cookie },
				body: body && JSON.stringify(body),
			});
		let response!: Response;
		// n8n turns every request away until it has heard of its database again, which long work in its process keeps it from.
		await until(
			async () =>
				!((response = await sendOnce()).status === 503 && (await response.clone().text()).includes(NO_DATABASE)),
			"n8n's database",
		);
		const cookie = response.headers.getSetCookie().find((line) => line.startsWith('n8n-auth='));
		if (cookie) this.cookie = cookie.split(';')[0]!;
		return response;
	}
}

/** Waits until a condition holds. @throws Error that names what did not happen */
export async function until(
	condition: () => boolean | Promise<boolean>,
	what: string,
	patience = PATIENCE,
): Promise<void> {
	const deadline = Date.now() + patience;
	while (!(await condition())) {
		if (Date.now() > deadline) throw new Error(`Waited in vain for ${what}`);
		await new Promise((resolve) => setTimeout(resolve, POLL));
	}
}
