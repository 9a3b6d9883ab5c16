import type { IDataObject } from 'n8n-workflow';

import type { INodeJson, WorkflowJson } from '../../dev/engine';
import { until } from '../../dev/playground/rest';
import { CREDENTIAL } from '../../dev/playground/seed';
import { OTP } from '../../dev/sandbox';
import { chain, chargeFields } from '../engine/support/world';
import { Customer } from './support/customer';
import { Receiver } from './support/receiver';
import { startBy } from './support/run';
import { Session } from './support/session';
import { placesOf, tracesIn } from './support/traces';

const WRONG_OTP = '918274';
const PATIENCE = 150_000;

let session: Session;
let told: Receiver;
let delivered: Receiver;
/** Receives the outcome of an execution in which nobody enters the OTP. Its minute passes while the other tests run. */
let timedOut: Receiver;
let timedOutId: string;
let customer: Customer;

beforeAll(async () => {
	session = await Session.start();
	[told, delivered, timedOut] = await Promise.all([Receiver.start(), Receiver.start(), Receiver.start()]);
	timedOutId = await start(waitingFor({ timeLimit: 1 }, timedOut));
});
afterAll(() => Promise.all([session.stop(), told.stop(), delivered.stop(), timedOut.stop()]));
beforeEach(async () => {
	told.received.length = delivered.received.length = 0;
	customer = await Customer.come(session.page.context().browser()!);
});
afterEach(async () => await customer.leave());

const ours = (name: string, operation: string, parameters: object): INodeJson => ({
	name,
	type: 'n8n-nodes-card-payment.cardPayment',
	parameters: { resource: 'card', operation, ...parameters },
	credentials: { cardPaymentApi: { id: session.credentialId, name: CREDENTIAL } },
});
const post = (name: string, { url }: Receiver, body: string): INodeJson => ({
	name,
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: {
		method: 'POST',
		url,
		sendBody: true,
		specifyBody: 'json',
		options: {},
		jsonBody: `=${body}`,
	},
});

/** Charges a card, tells somebody the address, and waits for the OTP. */
function waitingFor(parameters: IDataObject = {}, receiver = delivered): WorkflowJson {
	return {
		...chain([
			ours('Charge', 'charge', chargeFields({ reference: "={{ 'ORD-' + $execution.id + '-' + $itemIndex }}" })),
			post(
				'Tell',
				told,
				`{ "url": "{{ $json.otpUrl }}", "plain": "{{ $execution.resumeUrl }}", "transaction": "{{ $json.transactionReference }}" }`,
			),
			ours('Collect', 'collectOtp', {
				transactionReference: "={{ $('Charge').item.json.transactionReference }}",
				merchantName: 'Baobab Books',
				...parameters,
			}),
			post(
				'Deliver',
				receiver,
				'{{ JSON.stringify({ outcome: $json.outcome, timedOut: $json.timedOut, otpRejected: $json.otpRejected, transaction: $json.transactionReference }) }}',
			),
		]),
		pinData: { 'When clicking Execute': [{ json: {} }] },
	};
}

/** Runs a workflow until it waits. Returns the execution's id. */
async function start(json: WorkflowJson): Promise<string> {
	const workflow = await session.rest.createWorkflow(json);
	const { executionId } = await session.rest.call<{ executionId: string }>(
		'POST',
		`/rest/workflows/${workflow.id}/run`,
		{ workflowData: workflow, triggerToStartFrom: { name: workflow.nodes[0]!.name } },
	);
	await until(async () => (await statusOf(executionId)) === 'waiting', 'the execution to wait');
	return executionId;
}

const statusOf = async (id: string) =>
	(await session.rest.call<{ status: string }>('GET', `/rest/executions/${id}`)).status;
const addressOf = (index: number) => String(told.received[index]!.url);

test('the workflow goes on with the authorized payment, after wrong OTPs and reloads', async () => {
	const id = await start(waitingFor());
	await customer.open(addressOf(0));
	await customer.sees('Confirm your payment');
	await customer.screenshot('collect-otp');
	expect(await customer.barriers()).toEqual([]);
	await customer.enterOtp(WRONG_OTP);
	await customer.page.getByText('This code was not accepted').waitFor();
	expect(await statusOf(id)).toBe('waiting');
	await customer.open(addressOf(0));
	await customer.enterOtp(OTP);
	await customer.sees('Payment received');
	expect((await session.rest.finished(id)).status).toBe('success');
	expect(delivered.received).toEqual([
		{ outcome: 'authorized', timedOut: false, otpRejected: false, transaction: told.received[0]!.transaction },
	]);
});

test('the editor says where customers enter the OTP, while the node waits', async () => {
	const { rest, editor, page } = session;
	const { id } = await rest.createWorkflow(waitingFor());
	await editor.open(id);
	await startBy(page, page.getByTestId('execute-workflow-button'));
	await until(() => Promise.resolve(told.received.length === 1), 'the address of the page');
	const view = await editor.openNode('Collect');
	// The editor knows the address without its signature, which n8n refuses.
	expect(await view.waitingText()).toBe(
		'Each customer enters the OTP at the link in otpUrl of the charge, which this workflow sent before this node. To open it yourself, copy it from the output of the charge.',
	);
	await session.screenshot('collect-otp-waiting');
	const unsigned = new URL(addressOf(0));
	unsigned.searchParams.delete('signature');
	expect((await fetch(unsigned)).status).toBe(401);
	await customer.open(addressOf(0));
	await customer.enterOtp(OTP);
	await customer.sees('Payment received');
	const [execution] = await rest.executionsOf(id);
	await rest.finished(execution!.id);
});

test('while the service is down it keeps waiting, and nothing of the run is lost', async () => {
	const id = await start(waitingFor());
	const { sandbox } = session;
	for (const kind of ['reset', 'html', 'brokenJson'] as const) sandbox.fail({ on: 'verify', kind, times: 2 });
	for (const method of ['GET', 'POST']) {
		const answer = await fetch(addressOf(0), {
			method,
			...(method === 'POST' && { body: 'otp[]=1' }),
		});
		expect(await answer.text()).toContain('Confirm your payment');
	}
	expect(await statusOf(id)).toBe('waiting');
	sandbox.fail({ on: 'authorize', kind: 'reset' });
	await customer.open(addressOf(0));
	await customer.enterOtp(OTP);
	await customer.sees('Payment received');
	expect((await session.rest.finished(id)).status).toBe('success');
	expect(delivered.received).toMatchObject([{ outcome: 'authorized' }]);
});

test('when the time is up, it goes on with an unknown outcome', async () => {
	await until(async () => (await statusOf(timedOutId)) === 'success', 'the end of the wait', PATIENCE);
	const { transactionReference } = session.sandbox.ledger.transactions[0]!;
	expect(timedOut.received).toEqual([
		{ outcome: 'unknown', timedOut: true, otpRejected: false, transaction: transactionReference },
	]);
});

test('no OTP is in what n8n has stored and logged', () => {
	const traces = tracesIn(process.env.E2E_N8N_FOLDER!);
	expect(placesOf(WRONG_OTP, traces)).toEqual([]);
	expect(placesOf(String(session.sandbox.ledger.transactions[0]!.transactionReference), traces)).not.toEqual([]);
});
