import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { Engine, type EngineRun, type INodeJson, type RunOptions, type WorkflowJson } from '../../../dev/engine';
import { inRow } from '../../../dev/engine/in-row';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../dev/sandbox';
import { WITHOUT_ISOLATES } from './expressions';
import { formsOfTests } from './forms';

/** Cards that providers publish for trying out, with their expiry and CVV. */
export const CARDS = {
	otp: { cardNumber: '5060990580000217499', expiry: '03/50', cvv: '111' },
	insufficientFunds: { cardNumber: '5060990580000000390', expiry: '10/40', cvv: '111' },
	threeDSecure: { cardNumber: '4012000033330026', expiry: '03/50', cvv: '111' },
	frictionless: { cardNumber: '2223000000000023', expiry: '12/34', cvv: '123' },
};

/** The name that the examples have for it. */
const CREDENTIAL = 'Card Payment Sandbox';

const TRIGGER = 'When clicking Execute';

/** n8n's engine with this package, a sandbox, and a credential for it. */
export class World {
	private constructor(
		readonly engine: Engine,
		readonly sandbox: Sandbox,
		readonly credentialId: string,
	) {}

	/** @param running the engine; by default one without isolates, because these cost more than all the rest of a test */
	static async start(options: SandboxOptions = {}, credential: IDataObject = {}, running?: Engine): Promise<World> {
		const sandbox = await startSandbox({ notificationRetryMs: 5, writes: formsOfTests(), ...options });
		const engine = running ?? (await Engine.start(WITHOUT_ISOLATES));
		const { apiKey, clientId, privateKey, publicKey: publicApiKey } = sandbox.options;
		// Each setting has its default, and counts when a test changes it.
		const keys = { apiKey, clientId, privateKey, publicApiKey, accessToken: '' };
		const data = { baseUrl: sandbox.url, ...keys, providerDiffers: true, ...credential };
		const { id } = engine.store.add('cardPaymentApi', CREDENTIAL, data);
		return new World(engine, sandbox, id);
	}

	async stop(): Promise<void> {
		await this.engine.stop();
		await this.sandbox.stop();
	}

	/** Changes fields of the stored credential, as a user does in the editor. */
	editCredential(changes: IDataObject): void {
		const { store } = this.engine;
		store.write(this.credentialId, { ...store.read(this.credentialId), ...changes } as never);
	}

	/** A node of ours with this world's credential. Its items have all fields, unless the test chooses the simplified ones. */
	node(
		name: string,
		resource: string,
		operation: string,
		parameters: object = {},
		more: Partial<INodeJson> = {},
	): INodeJson {
		return {
			name,
			type: 'n8n-nodes-card-payment.cardPayment',
			parameters: { resource, operation, ...(PAYMENTS.includes(resource) ? withAllFields(parameters) : parameters) },
			credentials: { cardPaymentApi: { id: this.credentialId, name: CREDENTIAL } },
			...more,
		};
	}

	/** Our trigger with this world's credential. */
	trigger(name: string, parameters: object = {}, more: Partial<INodeJson> = {}): INodeJson {
		return {
			...this.node(name, '', '', {}, more),
			type: 'n8n-nodes-card-payment.cardPaymentTrigger',
			typeVersion: 2,
			webhookId: 'trigger-1',
			parameters: withAllFields(parameters),
			...more,
		};
	}

	/** Runs nodes in a row, beginning with a trigger that returns `input`; in production. */
	async run(nodes: INodeJson[], input: IDataObject[] = [{}], options: RunOptions = {}): Promise<EngineRun> {
		const mode = options.retryOf ? undefined : ('trigger' as const);
		return await this.engine.run(chain(nodes), { mode, input, ...options });
	}

	/** Runs one operation, and gives its output. */
	async one(
		resource: string,
		operation: string,
		parameters: object = {},
		input: IDataObject[] = [{}],
	): Promise<INodeExecutionData[]> {
		const run = await this.run([this.node('Node', resource, operation, parameters)], input);
		if (run.error) throw run.error;
		return run.items('Node');
	}

	/** Requests that reached the sandbox, without those to its control endpoints. */
	requestsTo(path: string): Sandbox['requests'] {
		return this.sandbox.requests.filter(({ url }) => url.split('?')[0]!.endsWith(path));
	}
}

/** The resources whose items are payments. */
const PAYMENTS = ['bankPayment', 'card', 'payment', 'transaction', 'transfer'];

/** A node's parameters with Simplify off, unless a test sets it. */
function withAllFields({ options, ...parameters }: { options?: object }): object {
	return { ...parameters, options: { simplify: false, ...options } };
}

/** The fields with which every item of a payment begins. */
export const FIRST_FIELDS = [
	...['outcome', 'authorized', 'amount', 'currency', 'reference', 'transactionReference', 'message'],
];

/** A simplified item that starts a workflow: the fields of every payment, and seven of its own at most. */
export function expectPaymentItem(item: IDataObject): void {
	expect(Object.keys(item).slice(0, FIRST_FIELDS.length)).toEqual(FIRST_FIELDS);
	expect(Object.keys(item).length).toBeLessThanOrEqual(2 * FIRST_FIELDS.length);
}

/** A workflow of nodes in a row, behind a Manual Trigger. */
export function chain(nodes: INodeJson[]): WorkflowJson {
	return inRow('Test', [{ name: TRIGGER, type: 'n8n-nodes-base.manualTrigger' }, ...nodes]);
}

/** Accounts of the sandbox for trying out, by what becomes of a transfer to them. */
export const ACCOUNTS = {
	completes: '0123456789',
	completesLater: '0123456790',
	failsLater: '0123456791',
	fails: '0123456792',
	odd: '0123456793',
	none: '9123456789',
};

let orders = 0;

/** The number of an order that no other has: a reference, where a test does not choose one. */
const nextOrder = () => `ORD-${String(++orders)}`;

/** The fields of a transfer to the test account that takes it at once. */
export function transferFields(changes: IDataObject = {}): IDataObject {
	return {
		bankCode: { __rl: true, mode: 'code', value: '011' },
		accountNumber: ACCOUNTS.completes,
		amount: '10.50',
		amountUnit: 'major',
		currency: { __rl: true, mode: 'list', value: 'NGN' },
		narration: 'Invoice 1001',
		requestId: nextOrder(),
		...changes,
	};
}

/** The fields of a charge with the OTP test card, for Card: Charge. */
export function chargeFields(changes: IDataObject = {}): IDataObject {
	return {
		...CARDS.otp,
		amount: '10.50',
		currency: { __rl: true, mode: 'list', value: 'NGN' },
		notify: 'url',
		returnUrl: 'https://shop.example/paid',
		webhookURL: 'https://shop.example/hook',
		reference: nextOrder(),
		...changes,
	};
}
