import type { INodeJson, WorkflowJson } from '../../../dev/engine';
import { Outbox } from '../../../dev/playground/outbox';
import { Rest, type StoredWorkflow } from '../../../dev/playground/rest';
import { saveSandboxCredential } from '../../../dev/playground/seed';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../dev/sandbox';
import type { Host } from './host';
import { publishAt } from './published';
import { Workflows } from './workflows';

/** A proxy between n8n and the service. */
interface Between {
	url: string;
	stop(): Promise<void>;
}

/** A shop that takes payments with a real n8n: the service, n8n with a credential for it, and what n8n tells of payments. */
export class Shop<H extends Host = Host> {
	/** As the owner of n8n. */
	rest!: Rest;
	credentialId!: string;
	/** Builds workflows with the shop's credential. */
	workflows!: Workflows;
	private between?: Between;

	private constructor(
		readonly host: H,
		readonly sandbox: Sandbox,
		/** Stands for the shop's other systems, and for its customers' mailboxes. */
		readonly outbox: Outbox,
	) {}

	/**
	 * Starts n8n.
	 * @param reach starts what n8n is to reach in place of the service, such as a proxy in front of it; it stops with the shop
	 */
	static async open<H extends Host>(
		host: H,
		options: SandboxOptions = {},
		reach?: (service: string) => Promise<Between>,
	): Promise<Shop<H>> {
		const [sandbox, outbox] = await Promise.all([startSandbox(options), Outbox.start()]);
		const shop = new Shop(host, sandbox, outbox);
		try {
			shop.between = await reach?.(sandbox.url);
			await host.start();
			shop.rest = await Rest.logIn(host.editor);
			const { url } = shop.between ?? sandbox;
			shop.credentialId = await saveSandboxCredential(shop.rest, { ...sandbox, url });
			shop.workflows = new Workflows(shop.credentialId);
		} catch (error) {
			await shop.close();
			throw error;
		}
		return shop;
	}

	/**
	 * Creates and publishes a workflow, and waits until n8n takes requests at its first Webhook for POST, and at the triggers of this
	 * package. A Webhook for GET may take them later.
	 */
	async publish(workflow: WorkflowJson): Promise<StoredWorkflow> {
		const stored = await this.rest.createWorkflow(workflow);
		const path = stored.nodes.map(pathOfPost).find((each) => each !== undefined);
		await (path === undefined ? this.rest.activate(stored) : publishAt(path, this.rest, stored));
		return stored;
	}

	/**
	 * Asks n8n at a webhook, as the shop's server does.
	 * @returns undefined without an answer within so many milliseconds, and when n8n says nothing: under load it can lose the answer of
	 * an execution that it has stored
	 * @throws where n8n cannot be reached
	 */
	async ask<T>(path: string, body: object, timeLimit: number): Promise<{ status: number; said: T } | undefined> {
		try {
			const response = await fetch(`${this.host.webhooks}/webhook/${path}`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(body),
				signal: AbortSignal.timeout(timeLimit),
			});
			const text = await response.text();
			return text === '' ? undefined : { status: response.status, said: JSON.parse(text) as T };
		} catch (error) {
			if ((error as Error).name !== 'TimeoutError') throw error;
			return undefined;
		}
	}

	async close(): Promise<void> {
		await this.host.end();
		await Promise.all([this.between?.stop(), this.sandbox.stop(), this.outbox.stop()]);
	}
}

function pathOfPost({ type, parameters }: INodeJson): string | undefined {
	if (type !== 'n8n-nodes-base.webhook') return undefined;
	const { httpMethod, path } = parameters as { httpMethod?: string; path: string };
	return httpMethod === 'POST' ? path : undefined;
}
