import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import type { INodeJson } from '../../dev/engine';
import { N8n } from '../../dev/playground/n8n';
import { installPackage, pack } from '../../dev/playground/tarball';
import { freePort } from '../../dev/playground/ports';
import { Rest, until } from '../../dev/playground/rest';
import { CREDENTIAL, saveSandboxCredential } from '../../dev/playground/seed';
import { startSandbox, type Sandbox } from '../../dev/sandbox';
import { CANARY, hidden } from '../engine/support/canary';
import { chain, chargeFields } from '../engine/support/world';
import { placesOf, tracesIn } from './support/traces';

let folder: string;
let n8n: N8n;
let sandbox: Sandbox;
let rest: Rest;
let traces: Map<string, string>;
let credentialId: string;

const node = (name: string, operation: string, parameters: object, more: Partial<INodeJson> = {}): INodeJson => ({
	name,
	type: 'n8n-nodes-card-payment.cardPayment',
	parameters: { resource: operation.split('.')[0], operation: operation.split('.')[1], ...parameters },
	credentials: { cardPaymentApi: { id: credentialId, name: CREDENTIAL } },
	...more,
});
const secretCharge = (changes: object = {}) =>
	chargeFields({
		cardNumber: hidden(CANARY.cardNumber),
		cvv: hidden(CANARY.cvv),
		reference: "={{ 'ORD-' + $execution.id }}",
		options: { cardPin: hidden(CANARY.shortPin), timeout: 2 },
		...changes,
	});

async function runOnce(...nodes: INodeJson[]): Promise<void> {
	const workflow = await rest.createWorkflow(chain(nodes));
	await rest.run(workflow, workflow.nodes[0]!.name);
}

/** Payments of all kinds in a real n8n that is stopped afterwards. */
beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'card-payment-canary-'));
	sandbox = await startSandbox({
		apiKey: CANARY.apiKey,
		privateKey: CANARY.privateKey,
		otp: CANARY.otp,
		cardAuth: 'bearer',
		echo: true,
		notificationRetryMs: 50,
	});
	const tarball = pack();
	installPackage(folder, tarball);
	rmSync(dirname(tarball), { recursive: true });
	n8n = await N8n.start({ folder, port: await freePort(5850) });
	rest = await Rest.logIn(n8n.url);
	credentialId = await saveSandboxCredential(rest, sandbox);

	await payAndAuthorize();
	await failInEveryWay();
	await failInProduction();

	await n8n.stop();
	traces = tracesIn(folder);
}, 300_000);
afterAll(async () => {
	await Promise.all([n8n.stop(), sandbox.stop()]);
	rmSync(folder, { recursive: true });
});

async function payAndAuthorize(): Promise<void> {
	const authorize = (code: string) => ({
		transactionReference: "={{ $('Charge').item.json.transactionReference }}",
		otp: hidden(code),
	});
	const { shortPin, longPin, shortWrongOtp, longWrongOtp, otp } = CANARY;
	for (const [simplify, pin, wrong] of [
		[true, shortPin, shortWrongOtp],
		[false, longPin, longWrongOtp],
	] as const) {
		await runOnce(
			node('Charge', 'card.charge', secretCharge({ options: { cardPin: hidden(pin), timeout: 2 } })),
			node('Wrong OTP', 'card.authorize', { ...authorize(wrong), options: { simplify } }),
			node('Right OTP', 'card.authorize', { ...authorize(otp), options: { simplify } }),
			node('Verify', 'transaction.verify', { ...authorize(''), options: { simplify } }),
		);
	}
	await runOnce(
		node('Banks', 'bank.getMany', { limit: 2 }),
		node('Account', 'account.get', { options: { simplify: false } }),
	);
}

async function failInEveryWay(): Promise<void> {
	// So that lost answers stay unknown.
	sandbox.configure({ historyLagMs: 3_600_000 });
	const bad = [{ cardNumber: hidden(CANARY.mistypedCard) }, { amount: hidden(CANARY.cardNumber) }];
	for (const changes of bad) await runOnce(node('Charge', 'card.charge', secretCharge(changes)));
	for (const onError of ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput']) {
		for (const fault of [
			{ kind: 'status', status: 400 },
			{ kind: 'status', status: 500 },
			{ kind: 'reset' },
		] as const) {
			sandbox.fail({ on: 'charge', ...fault });
			await runOnce(node('Charge', 'card.charge', secretCharge(), { onError }));
		}
		await runOnce(
			node('Charge', 'card.charge', secretCharge({ cardNumber: hidden(CANARY.declinedCard) }), { onError }),
		);
	}
}

/** A notification with secrets in it starts a charge that fails, and so an error workflow. */
async function failInProduction(): Promise<void> {
	const errorTrigger = { name: 'Error Trigger', type: 'n8n-nodes-base.errorTrigger' };
	const onError = await rest.createWorkflow({
		name: 'On error',
		nodes: [{ ...errorTrigger, position: [0, 0] }],
		connections: {},
	});
	await rest.activate(onError);
	const trigger: INodeJson = {
		...node('Trigger', '.', {}),
		type: 'n8n-nodes-card-payment.cardPaymentTrigger',
		typeVersion: 2,
		parameters: {},
		webhookId: 'canary-trigger',
	};
	const workflow = await rest.createWorkflow({
		name: 'In production',
		nodes: [
			trigger,
			node('Charge', 'card.charge', secretCharge({ reference: 'ORD-1001', amount: hidden(CANARY.cardNumber) })),
		],
		connections: { Trigger: { main: [[{ node: 'Charge', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1', errorWorkflow: onError.id },
	});
	await rest.activate(workflow);

	const paid = sandbox.ledger.transactions.find(({ status }) => status === 2)!;
	const { cardNumber, cvv, shortPin, shortWrongOtp, apiKey, privateKey } = CANARY;
	const secrets = { cardNumber, cvv, cardPin: shortPin, otp: shortWrongOtp, authorization: privateKey };
	for (const transactionReference of ['nobody-knows-it', paid.transactionReference]) {
		await fetch(`${rest.url}/webhook/canary-trigger/notification`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', 'x-card': cardNumber },
			body: JSON.stringify({ transactionReference, status: 2, ...secrets, message: `paid with ${apiKey}` }),
		});
	}
	await until(async () => (await rest.executionsOf(onError.id)).length > 0, 'the error workflow');
}

describe('in what a real n8n has stored and logged', () => {
	test.each(Object.entries(CANARY))('there is no %s', (_, secret) => {
		expect(placesOf(secret, traces)).toEqual([]);
	});

	test('there is no access token', () => {
		const bearers = sandbox.requests.flatMap(
			({ headers }) => /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? [],
		);
		expect(new Set(bearers).size).toBeGreaterThan(0);
		for (const token of new Set(bearers)) expect(placesOf(token, traces)).toEqual([]);
	});

	test('there is what belongs there, so the search works', () => {
		const [first] = sandbox.ledger.transactions;
		const places = placesOf(first!.transactionReference, traces).join('\n');
		expect(places).toMatch(/sqlite: execution_data/);
		expect([...traces.keys()].join('\n')).toMatch(/start-\d+\.log/);
		expect(placesOf('notificationId', traces).join('\n')).toMatch(/execution_data/);
	});

	test('there is what each run came to', () => {
		const data = traces.get([...traces.keys()].find((place) => place.endsWith(': execution_data'))!)!;
		for (const outcome of ['otp_required', 'authorized', 'declined', 'unknown'])
			expect(data).toContain(`\\"${outcome}\\"`);
		expect(data).toMatch(/'Card Number' is not valid/);
	});
});
