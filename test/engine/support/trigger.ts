import type { IDataObject } from 'n8n-workflow';

import type { Activation, ActiveWorkflow, EngineRun, INodeJson, WorkflowJson } from '../../../dev/engine';
import { CARDS, type World } from './world';

/** A Card Payment Trigger alone in a workflow, with real HTTP in front of it. */
export class ActiveTrigger {
	private constructor(
		private readonly world: World,
		private readonly active: ActiveWorkflow,
		private readonly name: string,
	) {}

	static async activate(
		world: World,
		parameters: IDataObject = {},
		options: {
			test?: boolean;
			activation?: Activation;
			node?: Partial<INodeJson>;
			staticData?: IDataObject;
			/** Needed where several workflows are active. */
			id?: string;
		} = {},
	): Promise<ActiveTrigger> {
		const { test, activation, node, staticData, id } = options;
		const trigger = world.trigger('Trigger', parameters, node);
		const workflow: WorkflowJson = {
			id,
			name: 'Trigger test',
			nodes: [trigger],
			connections: {},
			staticData,
		};
		return new ActiveTrigger(world, await world.engine.activate(workflow, { test, activation }), trigger.name);
	}

	get notificationUrl(): string {
		return this.active.url('notification');
	}

	get callbackUrl(): string {
		return this.active.url('callback');
	}

	get staticData(): IDataObject {
		return this.active.staticData;
	}

	/** Delivers a notification: an object as JSON, URLSearchParams as a form, text as it is. */
	async notify(
		body: object | string,
		headers: Record<string, string> = {},
		url = this.notificationUrl,
	): Promise<Response> {
		const isForm = body instanceof URLSearchParams;
		const isText = typeof body === 'string';
		const type = { 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' };
		return await fetch(url, {
			method: 'POST',
			headers: { ...type, ...headers },
			body: isForm || isText ? body : JSON.stringify(body),
			redirect: 'manual',
		});
	}

	/** A customer's browser comes back. */
	async callback(query: Record<string, string>, url = this.callbackUrl): Promise<Response> {
		const address = new URL(url);
		for (const [name, value] of Object.entries(query)) address.searchParams.append(name, value);
		return await fetch(address, { redirect: 'manual' });
	}

	/** All executions that were started, when they have ended. */
	async executions(): Promise<EngineRun[]> {
		await this.active.waitUntilIdle();
		return this.active.executions;
	}

	/** Lists what the workflow was started with, once for each execution. */
	async started(): Promise<IDataObject[]> {
		return (await this.executions()).map((run) => run.items(this.name)[0]!.json);
	}

	/** Returns the result of a request: the status of its answer, and the number of executions so far. */
	async result(answer: Response | Promise<Response>): Promise<[status: number, executions: number]> {
		const { status } = await answer;
		return [status, (await this.executions()).length];
	}

	/** Ends the workflow and n8n's process, so that what follows knows only what n8n has stored. */
	async deactivate(): Promise<void> {
		await this.active.deactivate();
		await this.world.engine.newProcess();
	}
}

/** A payment in the sandbox, made by a charge over its HTTP interface. */
export async function chargeAtSandbox(
	{ sandbox }: Pick<World, 'sandbox'>,
	changes: IDataObject = {},
): Promise<{ transactionReference: string; reference: string }> {
	const { apiKey, clientId } = sandbox.options;
	const reference = `ORDER-${sandbox.ledger.transactions.length + 1}`;
	const { expiry, ...charge } = {
		...CARDS.frictionless,
		amount: 1050,
		currency: 'NGN',
		reference,
		callbackUrl: 'https://shop.example/paid',
		webhookURL: 'http://127.0.0.1:9/nobody-listens-here',
		...changes,
	};
	const [expiryMonth, expiryYear] = expiry.split('/');
	const body = { ...charge, expiryMonth, expiryYear };
	const response = await fetch(`${sandbox.url}/transaction/charge`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', 'x-api-key': apiKey, 'x-client-id': clientId },
		body: JSON.stringify(body),
	});
	const { data } = (await response.json()) as { data: { ref?: string; reference: string } };
	return { transactionReference: data.ref ?? data.reference, reference: String(body.reference) };
}

/** A payment in a status, which the sandbox has told nobody of. */
export async function chargeWithStatus(
	world: Pick<World, 'sandbox'>,
	status: number,
	changes: IDataObject = {},
): Promise<{ transactionReference: string; reference: string }> {
	const charged = await chargeAtSandbox(world, { ...CARDS.otp, ...changes });
	world.sandbox.setStatus(charged.transactionReference, status);
	return charged;
}

/** Makes a notification's claim about a payment. */
export function claimOf(
	{ transactionReference, reference }: { transactionReference: string; reference: string },
	changes: IDataObject = {},
): IDataObject {
	return { transactionReference, merchantRef: reference, status: 2, ...changes };
}
