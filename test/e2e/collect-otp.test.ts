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
let customer: Customer;

beforeAll(async () => {
	[session, told, delivered] = await Promise.all([Session.start(), Receiver.start(), Receiver.start()]);
});
afterAll(() => Promise.all([session.stop(), told.stop(), delivered.stop()]));
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

/** Charges so many cards, tells somebody the addresses, and waits for the OTPs. */
function waitingFor(items: number, parameters: IDataObject): WorkflowJson {
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
				delivered,
				'{{ JSON.stringify({ outcome: $json.outcome, timedOut: $json.timedOut, otpRejected: $json.otpRejected, transaction: $json.transactionReference }) }}',
			),
		]),
		pinData: { 'When clicking Execute': Array.from({ length: items }, () => ({ json: {} })) },
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

const wait = async (items: number, parameters: IDataObject = {}) => await start(waitingFor(items, parameters));

const statusOf = async (id: string) =>
	(await session.rest.call<{ status: string }>('GET', `/rest/executions/${id}`)).status;
const addressOf = (index: number) => String(told.received[index]!.url);

test('the workflow goes on with the authorized payment, after wrong OTPs and reloads', async () => {
	const id = await wait(1);
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
	const { id } = await rest.createWorkflow(waitingFor(1, {}));
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

test('after as many wrong OTPs as it takes, in a form or by the link opened anew, the workflow goes on', async () => {
	const id = await wait(1, { options: { otpTries: 2 } });
	await customer.open(addressOf(0));
	await customer.enterOtp(WRONG_OTP);
	await customer.page.getByText('This code was not accepted').waitFor();
	await customer.open(addressOf(0));
	await customer.enterOtp(WRONG_OTP);
	await customer.sees('Payment not completed');
	expect(await customer.barriers()).toEqual([]);
	expect((await session.rest.finished(id)).status).toBe('success');
	expect(delivered.received).toEqual([
		{ outcome: 'otp_required', timedOut: false, otpRejected: true, transaction: told.received[0]!.transaction },
	]);
});

const REFUSED_THEN_PAID = [
	{ outcome: 'otp_required', otpRejected: true },
	{ outcome: 'authorized', otpRejected: false },
];

test('after them no OTP is sent any more, also while other customers are waited for', async () => {
	const id = await wait(2, { options: { otpTries: 2 } });
	const sent = () => session.sandbox.requests.filter(({ url }) => url.endsWith('/charge/authorize')).length;
	const before = sent();
	const enter = async (otp: string) =>
		await (await fetch(addressOf(0), { method: 'POST', body: new URLSearchParams({ otp }) })).text();
	await Promise.all(Array.from({ length: 5 }, async () => await enter(WRONG_OTP)));
	expect(await enter(OTP)).toContain('Payment not completed');
	expect(sent() - before).toBe(2);
	expect(await statusOf(id)).toBe('waiting');
	await customer.open(addressOf(1));
	await customer.enterOtp(OTP);
	await customer.sees('Payment received');
	expect((await session.rest.finished(id)).status).toBe('success');
	expect(delivered.received).toMatchObject(REFUSED_THEN_PAID);
});

test('a workflow that waits for the same payment once more takes as many again', async () => {
	const json = waitingFor(1, { options: { otpTries: 1 } });
	const operator = { type: 'boolean', operation: 'true', singleValue: true };
	const isRejected: INodeJson = {
		name: 'Is Rejected',
		type: 'n8n-nodes-base.filter',
		typeVersion: 2,
		parameters: {
			conditions: { conditions: [{ leftValue: '={{ $json.otpRejected }}', operator }], combinator: 'and' },
		},
	};
	json.nodes.push(isRejected);
	const toIt = { node: isRejected.name, type: 'main', index: 0 };
	Object.assign(json.connections, {
		Collect: { main: [[toIt, { ...toIt, node: 'Deliver' }]] },
		[isRejected.name]: { main: [[{ ...toIt, node: 'Tell' }]] },
	});
	const id = await start(json);
	await customer.open(addressOf(0));
	await customer.enterOtp(WRONG_OTP);
	await customer.sees('Payment not completed');
	await until(async () => told.received.length === 2 && (await statusOf(id)) === 'waiting', 'the second wait');
	await customer.open(addressOf(1));
	await customer.enterOtp(OTP);
	await customer.sees('Payment received');
	expect((await session.rest.finished(id)).status).toBe('success');
	expect(delivered.received).toMatchObject(REFUSED_THEN_PAID);
});

test('each item has its own address, and the workflow goes on after the last', async () => {
	const id = await wait(2);
	await customer.open(addressOf(0).replace(/&transaction=.*/, ''));
	await customer.sees('This link does not work');
	await customer.open(addressOf(1));
	await customer.enterOtp(OTP);
	await customer.sees('Payment received');
	await customer.page.goto(addressOf(1));
	await customer.sees('Payment received');
	expect(await statusOf(id)).toBe('waiting');
	await customer.open(addressOf(0));
	await customer.enterOtp(OTP);
	await customer.sees('Payment received');
	expect((await session.rest.finished(id)).status).toBe('success');
	expect(delivered.received).toEqual(
		told.received.map(({ transaction }) => ({
			outcome: 'authorized',
			timedOut: false,
			otpRejected: false,
			transaction,
		})),
	);
});

test('an old address of the page resumes no later step, with its path before the query or behind the signature', async () => {
	const json = waitingFor(1, {});
	json.nodes.push({
		name: 'Manager approves',
		type: 'n8n-nodes-base.wait',
		typeVersion: 1.1,
		parameters: { resume: 'webhook' },
		webhookId: 'manager-approves',
	});
	const to = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
	Object.assign(json.connections, { Collect: to('Manager approves'), 'Manager approves': to('Deliver') });
	const id = await start(json);
	const { url, plain, transaction } = told.received[0]! as Record<'url' | 'plain' | 'transaction', string>;
	const behindSignature = `${plain}/card-payment-otp&transaction=${transaction}`;
	expect((await fetch(plain)).status).toBe(404);
	await customer.open(behindSignature);
	await customer.sees('Confirm your payment');
	await customer.open(url);
	await customer.enterOtp(OTP);
	await customer.sees('Payment received');
	await until(async () => (await statusOf(id)) === 'waiting', 'the wait for the manager');
	expect((await fetch(url)).status).toBe(404);
	expect((await fetch(behindSignature)).status).toBe(404);
	expect(await statusOf(id)).toBe('waiting');
	expect(delivered.received).toEqual([]);
	expect((await fetch(plain)).status).toBe(200);
	expect((await session.rest.finished(id)).status).toBe('success');
	expect(delivered.received).toHaveLength(1);
});

test('the same OTP sent several times at once lets it go on once', async () => {
	const id = await wait(1);
	const body = new URLSearchParams({ otp: OTP });
	const url = addressOf(0);
	const statuses = await Promise.all([1, 2, 3].map(async () => (await fetch(url, { method: 'POST', body })).status));
	expect(statuses).toContain(200);
	expect((await session.rest.finished(id)).status).toBe('success');
	expect(delivered.received).toMatchObject([{ outcome: 'authorized' }]);
});

test('while the service is down it keeps waiting, and nothing of the run is lost', async () => {
	const id = await wait(1);
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

test(
	'when the time is up, it goes on with an unknown outcome',
	async () => {
		const id = await wait(1, { timeLimit: 1 });
		await until(async () => (await statusOf(id)) === 'success', 'the end of the wait', PATIENCE);
		expect(delivered.received).toEqual([
			{ outcome: 'unknown', timedOut: true, otpRejected: false, transaction: told.received[0]!.transaction },
		]);
	},
	PATIENCE,
);

test('no OTP is in what n8n has stored and logged', () => {
	const traces = tracesIn(process.env.E2E_N8N_FOLDER!);
	expect(placesOf(WRONG_OTP, traces)).toEqual([]);
	expect(placesOf(String(session.sandbox.ledger.transactions[0]!.transactionReference), traces)).not.toEqual([]);
});
