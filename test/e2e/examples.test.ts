import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { WorkflowJson } from '../../dev/engine';
import { until } from '../../dev/playground/rest';
import { CARDS, Customer } from './support/customer';
import { pay } from './support/payment';
import { Receiver } from './support/receiver';
import { Session } from './support/session';

const EXAMPLES = join(__dirname, '..', '..', 'examples');

let session: Session;
let receiver: Receiver;

beforeAll(async () => {
	[session, receiver] = await Promise.all([Session.start(), Receiver.start()]);
});
afterAll(() => Promise.all([session.stop(), receiver.stop()]));
beforeEach(() => {
	receiver.received.length = 0;
});

/** Imports an example in the editor, and checks that n8n has nothing to say against it. */
async function importExample(name: string): Promise<void> {
	const { editor } = session;
	const file = join(EXAMPLES, `${name}.json`);
	const { nodes } = JSON.parse(readFileSync(file, 'utf8')) as WorkflowJson;
	await editor.importFile(file);
	expect((await editor.message()).headline).toBe('Credentials auto-added');
	const shown = nodes.filter(({ type }) => !type.endsWith('stickyNote'));
	expect(new Set(await editor.nodeNames())).toEqual(new Set(shown.map((node) => node.name)));
	expect(await editor.nodesWithIssues()).toEqual([]);
	await session.screenshot(`example-${name}`);
}

/** Sets the address that an example's HTTP Request node sends payments to. */
async function sendTo(node: string, url: string): Promise<void> {
	const request = await session.editor.openNode(node);
	await request.enter({ URL: url });
	await request.close();
}

/** Publishes the imported example. Returns a URL of its trigger. */
async function publish(trigger: string, path: 'notification' | 'checkout' = 'notification'): Promise<string> {
	const { editor } = session;
	const urls = await (await editor.openNode(trigger)).webhookUrls('Production URL');
	await editor.nodeView.close();
	await editor.publish();
	return urls[path];
}

const executions = async () => await session.rest.executionsOf(await session.editor.workflowId());

test('each example has a test here', () => {
	expect(readdirSync(EXAMPLES)).toEqual([
		'authorized-payment-to-crm.json',
		'charge-authorize-verify.json',
		'exactly-once.json',
		'pay-out-a-list.json',
		'payment-page.json',
		'poll-open-payments.json',
	]);
});

test('charge-authorize-verify ends with an authorized payment', async () => {
	const { editor } = session;
	await importExample('charge-authorize-verify');
	await editor.execute();
	expect(await editor.hasSucceeded('Verify Payment')).toBe(true);
	await session.screenshot('example-charge-authorize-verify-ran');
	const verify = await editor.openNode('Verify Payment');
	expect(await verify.output()).toMatchObject([{ outcome: 'authorized', authorized: 'true', amount: '10.5' }]);
});

test('authorized-payment-to-crm tells the CRM of a payment that the sandbox notifies of', async () => {
	await importExample('authorized-payment-to-crm');
	await sendTo('Update CRM', receiver.url);
	const notification = await publish('Payment Authorized');

	const { reference } = await pay(session.sandbox, notification);
	await until(() => receiver.received.length > 0, 'the CRM to hear of the payment');
	expect(receiver.received).toEqual([
		{
			id: expect.stringMatching(/^[0-9a-f]{32}$/),
			order: reference,
			customer: expect.any(String),
			amount: 10.5,
			currency: 'NGN',
			paid: true,
		},
	]);
});

test('exactly-once delivers a payment once, of which it hears twenty times at once', async () => {
	const { editor, sandbox } = session;
	await importExample('exactly-once');
	await sendTo('Deliver', receiver.url);
	await editor.execute('Set Up (Run Once)');
	expect(await editor.hasSucceeded('Create Table')).toBe(true);
	const notification = await publish('Payment Authorized');

	sandbox.configure({ notificationCopies: 20 });
	const { reference } = await pay(sandbox, notification);
	await sandbox.settled();
	sandbox.configure({ notificationCopies: 1 });
	const deliveries = sandbox.deliveries.filter(({ url }) => url === notification);
	expect(deliveries.map(({ status }) => status)).toEqual(Array(20).fill(200));

	const ended = async () =>
		(await executions()).filter(({ mode, status }) => mode === 'webhook' && status === 'success');
	await until(async () => (await ended()).length >= 20, 'the end of all executions');
	expect(receiver.received).toMatchObject([{ order: reference, paid: true }]);
});

test('pay-out-a-list pays each row that it may, and reports what became of all of them', async () => {
	const { editor, sandbox } = session;
	await importExample('pay-out-a-list');
	await editor.execute('Set Up (Run Once)');
	expect(await editor.hasSucceeded('Fill Table')).toBe(true);
	await editor.execute('Every Friday');
	// It waits for the transfer that is pending at first.
	await until(async () => await editor.hasSucceeded('Totals'), 'the totals');
	await session.screenshot('example-pay-out-a-list-ran');

	const report = await editor.openNode('Report');
	const rows = await report.output();
	await session.screenshot('example-pay-out-a-list-report');
	await report.close();
	expect(Object.fromEntries(rows.map(({ requestId, result }) => [requestId, result]))).toEqual({
		'PAYOUT-001': 'paid',
		'PAYOUT-002': 'paid',
		'PAYOUT-003': 'unknown',
		'PAYOUT-004': 'refused',
		'PAYOUT-005': 'refused',
		'PAYOUT-006': 'refused',
		'PAYOUT-007': 'refused',
		'PAYOUT-008': 'refused',
	});
	expect(rows.find(({ requestId }) => requestId === 'PAYOUT-005')!.why).toContain('held by "NWOSU EMEKA"');
	const totals = await editor.openNode('Totals');
	expect(await totals.output()).toEqual(
		expect.arrayContaining([expect.objectContaining({ result: 'paid', count_requestId: '2', sum_amount: '17500.5' })]),
	);
	await totals.close();

	const paid = sandbox.transfers.list.filter(({ status }) => status === 'COMPLETE');
	expect(paid.map(({ requestId, accountNumber }) => [requestId, accountNumber])).toEqual([
		['PAYOUT-001', '0123456789'],
		['PAYOUT-002', '0123456790'],
	]);
});

test('payment-page tells the CRM of a customer who has paid on it', async () => {
	await importExample('payment-page');
	await sendTo('Tell the CRM', receiver.url);
	const url = await publish('Payment Page', 'checkout');

	const customer = await Customer.come(session.page.context().browser()!);
	await customer.open(url);
	// Sent sooner, it would be taken for a machine's.
	await customer.page.waitForTimeout(2000);
	await customer.enterCard(CARDS['2DS approved']!);
	await customer.submit();
	await customer.sees('Payment received');
	await customer.leave();
	await until(() => receiver.received.length > 0, 'the CRM to hear of the payment');
	expect(receiver.received).toMatchObject([
		{ email: 'ada@shop.example', card: 'Mastercard 0023', amount: 10.5, currency: 'NGN' },
	]);
});

test('poll-open-payments delivers an open payment once, when it is paid', async () => {
	const { editor, sandbox } = session;
	await importExample('poll-open-payments');
	await sendTo('Deliver', receiver.url);
	await editor.execute('Start');
	expect(await editor.hasSucceeded('Remember as Open')).toBe(true);
	const { transactionReference, merchantReference } = sandbox.ledger.transactions.at(-1)!;

	await editor.execute('Every 5 Minutes');
	expect(await editor.hasSucceeded('Remember Outcome')).toBe(true);
	expect(receiver.received).toEqual([]);

	sandbox.setStatus(transactionReference, 2);
	await editor.execute('Every 5 Minutes');
	expect(receiver.received).toMatchObject([{ order: merchantReference, paid: true }]);
	await session.screenshot('example-poll-open-payments-ran');

	await editor.execute('Every 5 Minutes');
	expect(receiver.received).toHaveLength(1);
});
