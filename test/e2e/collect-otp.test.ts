import type { IDataObject } from 'n8n-workflow';

import type { INodeJson, WorkflowJson } from '../../dev/engine';
import { Outbox } from '../../dev/playground/outbox';
import { until, type Execution } from '../../dev/playground/rest';
import { OTP } from '../../dev/sandbox';
import { chain, chargeFields } from '../engine/support/world';
import { Customer } from './support/customer';
import { startBy } from './support/run';
import { Session } from './support/session';
import { placesOf, tracesIn } from './support/traces';

const WRONG_OTP = '918274';
const PATIENCE = 150_000;

type Waiting = Pick<Execution, 'id' | 'workflowId'>;

let session: Session;
let outbox: Outbox;
/** An execution in which nobody enters the OTP. Its minute passes while the other tests run. */
let timedOut: Waiting;
let customer: Customer;

beforeAll(async () => {
	[session, outbox] = await Promise.all([Session.start(), Outbox.start()]);
	timedOut = await start(waitingFor('time-up', { timeLimit: 1 }));
});
afterAll(() => Promise.all([session?.stop(), outbox?.stop()]));
beforeEach(async () => {
	customer = await Customer.come(session.page.context().browser()!);
});
afterEach(async () => {
	await customer.leave();
	expect(customer.complaints).toEqual([]);
});

const post = (name: string, path: string, body: string): INodeJson => ({
	name,
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: {
		method: 'POST',
		url: outbox.url + path,
		sendBody: true,
		specifyBody: 'json',
		options: {},
		jsonBody: `=${body}`,
	},
});

const receivedAt = (path: string) => outbox.posts.filter((sent) => sent.path === path).map(({ body }) => body);
const told = (place: string) => receivedAt(`/${place}/told`);
const delivered = (place: string) => receivedAt(`/${place}/delivered`);

/** Charges a card, tells somebody the address, and waits for the OTP. @param place what it sends comes in below this path */
function waitingFor(place: string, parameters: IDataObject = {}): WorkflowJson {
	const { workflows } = session;
	const charge = chargeFields({ reference: "={{ 'ORD-' + $execution.id + '-' + $itemIndex }}" });
	return {
		...chain([
			workflows.payment('Charge', { resource: 'card', operation: 'charge', ...charge }),
			post(
				'Tell',
				`/${place}/told`,
				`{ "url": "{{ $json.otpUrl }}", "plain": "{{ $execution.resumeUrl }}", "transaction": "{{ $json.transactionReference }}" }`,
			),
			workflows.payment('Collect', {
				...{ resource: 'card', operation: 'collectOtp' },
				transactionReference: "={{ $('Charge').item.json.transactionReference }}",
				merchantName: 'Baobab Books',
				...parameters,
			}),
			post(
				'Deliver',
				`/${place}/delivered`,
				'{{ JSON.stringify({ outcome: $json.outcome, timedOut: $json.timedOut, otpRejected: $json.otpRejected, transaction: $json.transactionReference }) }}',
			),
		]),
		pinData: { 'When clicking Execute': [{ json: {} }] },
	};
}

/** Runs a workflow until it waits. Returns its execution. */
async function start(json: WorkflowJson): Promise<Waiting> {
	const workflow = await session.rest.createWorkflow(json);
	const { executionId } = await session.rest.call<{ executionId: string }>(
		'POST',
		`/rest/workflows/${workflow.id}/run`,
		{ workflowData: workflow, triggerToStartFrom: { name: workflow.nodes[0]!.name } },
	);
	const execution = { id: executionId, workflowId: workflow.id };
	await until(async () => (await statusOf(execution)) === 'waiting', 'the execution to wait');
	return execution;
}

const statusOf = async ({ id }: Waiting) =>
	(await session.rest.call<{ status: string }>('GET', `/rest/executions/${id}`)).status;
const addressFor = (place: string) => String(told(place)[0]!.url);

test('the workflow goes on with the authorized payment, after wrong OTPs and reloads', async () => {
	const execution = await start(waitingFor('wrong-otps'));
	await customer.open(addressFor('wrong-otps'));
	await customer.sees('Confirm your payment');
	await customer.screenshot('collect-otp');
	expect(await customer.barriers()).toEqual([]);
	await customer.enterOtp(WRONG_OTP);
	await customer.page.getByText('This code was not accepted').waitFor();
	expect(await statusOf(execution)).toBe('waiting');
	await customer.open(addressFor('wrong-otps'));
	await customer.enterOtp(OTP);
	await customer.sees('Payment received');
	expect((await session.rest.waitForExecution(execution)).status).toBe('success');
	const { transaction } = told('wrong-otps')[0]!;
	expect(delivered('wrong-otps')).toEqual([
		{ outcome: 'authorized', timedOut: false, otpRejected: false, transaction },
	]);
});

test('the editor says where customers enter the OTP, while the node waits', async () => {
	const { rest, editor, page } = session;
	const { id } = await rest.createWorkflow(waitingFor('editor'));
	await editor.open(id);
	await startBy(page, page.getByTestId('execute-workflow-button'));
	await until(() => Promise.resolve(told('editor').length === 1), 'the address of the page');
	const view = await editor.openNode('Collect');
	// The editor knows the address without its signature, which n8n refuses.
	expect(await view.waitingText()).toBe(
		'Each customer enters the OTP at the link in otpUrl of the charge, which this workflow sent before this node. To open it yourself, copy it from the output of the charge.',
	);
	await session.screenshot('collect-otp-waiting');
	const unsigned = new URL(addressFor('editor'));
	unsigned.searchParams.delete('signature');
	expect((await fetch(unsigned)).status).toBe(401);
	await customer.open(addressFor('editor'));
	await customer.enterOtp(OTP);
	await customer.sees('Payment received');
	const [execution] = await rest.executionsOf(id);
	await rest.waitForExecution(execution!);
});

test('while the service is down it keeps waiting, and nothing of the run is lost', async () => {
	const execution = await start(waitingFor('service-down'));
	const { sandbox } = session;
	for (const kind of ['reset', 'html', 'brokenJson'] as const) sandbox.fail({ on: 'verify', kind, times: 2 });
	for (const method of ['GET', 'POST']) {
		const answer = await fetch(addressFor('service-down'), {
			method,
			...(method === 'POST' && { body: 'otp[]=1' }),
		});
		expect(await answer.text()).toContain('Confirm your payment');
	}
	expect(await statusOf(execution)).toBe('waiting');
	sandbox.fail({ on: 'authorize', kind: 'reset' });
	await customer.open(addressFor('service-down'));
	await customer.enterOtp(OTP);
	await customer.sees('Payment received');
	expect((await session.rest.waitForExecution(execution)).status).toBe('success');
	expect(delivered('service-down')).toMatchObject([{ outcome: 'authorized' }]);
});

test('when the time is up, it goes on with an unknown outcome', async () => {
	await until(async () => (await statusOf(timedOut)) === 'success', 'the end of the wait', PATIENCE);
	const { transactionReference } = session.sandbox.ledger.transactions[0]!;
	expect(delivered('time-up')).toEqual([
		{ outcome: 'unknown', timedOut: true, otpRejected: false, transaction: transactionReference },
	]);
});

test('no OTP is in what n8n has stored and logged', () => {
	const traces = tracesIn(process.env.E2E_N8N_FOLDER!);
	expect(placesOf(WRONG_OTP, traces)).toEqual([]);
	expect(placesOf(String(session.sandbox.ledger.transactions[0]!.transactionReference), traces)).not.toEqual([]);
});
