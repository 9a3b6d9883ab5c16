import type { INodeTypeDescription } from 'n8n-workflow';

import type { Page } from 'playwright-core';

import { exampleFile, EXAMPLES, readExample, type ExampleName } from '../../dev/playground/examples';
import { Model } from '../../dev/playground/model';
import { Outbox } from '../../dev/playground/outbox';
import { until, type Execution } from '../../dev/playground/rest';
import { importExamples, saveOtherCredentials, type SeededExample } from '../../dev/playground/seed';
import { pay } from '../system/support/payment';
import { unknownHintOf } from '../unknownParameters';
import { CARDS, Customer } from './support/customer';
import { Session } from './support/session';
import { readLog } from './support/traces';

let session: Session;
let outbox: Outbox;
let model: Model;
let seeded: SeededExample[];

beforeAll(async () => {
	[session, outbox, model] = await Promise.all([Session.start(), Outbox.start(), Model.start()]);
	const { rest, credentialId } = session;
	const credentialIds = { cardPaymentApi: credentialId, ...(await saveOtherCredentials(rest, outbox, model)) };
	seeded = await importExamples(rest, credentialIds, outbox);
});
afterAll(() => Promise.all([session?.stop(), outbox?.stop(), model?.stop()]));
beforeEach(() => outbox.clear());

const workflowOf = (name: ExampleName) => seeded[EXAMPLES.indexOf(name)]!.workflow;

/** Opens an example in the playground's editor. */
async function open(name: ExampleName): Promise<void> {
	await session.editor.open(workflowOf(name).id);
	await session.editor.fitToWindow();
}

/** Executes the opened example from one of its triggers, until a node has succeeded. */
async function execute(last: string, trigger?: string): Promise<void> {
	const { editor } = session;
	await editor.execute(trigger);
	await until(async () => await editor.hasSucceeded(last), `the success of "${last}"`);
}

async function outputOf(node: string): Promise<Array<Record<string, string>>> {
	const view = await session.editor.openNode(node);
	const rows = await view.output();
	await view.close();
	return rows;
}

/** The production address of a trigger in the playground. */
const address = (path: string) => `${session.rest.url}/${path}`;

/** Lists the executions for which the published example has been started. */
async function started(name: ExampleName, status = 'success'): Promise<Execution[]> {
	const executions = await session.rest.executionsOf(workflowOf(name).id);
	return executions.filter((execution) => execution.mode === 'webhook' && execution.status === status);
}

/** Says, by n8n's log, whether a node of the example has begun. */
function hasBegun(name: ExampleName, node: string): boolean {
	const { id } = workflowOf(name);
	return readLog(process.env.E2E_N8N_FOLDER!).includes(
		`Running node "${node}" started {"node":"${node}","workflowId":"${id}"`,
	);
}

async function rowsOf(table: string): Promise<Array<Record<string, unknown>>> {
	const { rest } = session;
	const { id } = await rest.call<{ id: string }>('GET', '/rest/projects/personal');
	const tables = await rest.call<{ data: Array<{ id: string; name: string }> }>(
		'GET',
		`/rest/projects/${id}/data-tables`,
	);
	const found = tables.data.find(({ name }) => name === table)!;
	const rows = await rest.call<{ data: Array<Record<string, unknown>> }>(
		'GET',
		`/rest/projects/${id}/data-tables/${found.id}/rows`,
	);
	return rows.data;
}

/** A customer with a browser of their own does something. */
async function asCustomer(act: (customer: Customer) => Promise<void>): Promise<void> {
	const customer = await Customer.come(session.page.context().browser()!);
	await act(customer);
	await customer.leave();
}

async function payOnPage(customer: Customer, url: string): Promise<void> {
	await customer.pay(url, CARDS['2DS approved']!);
	await customer.sees('Payment received');
}

test.each(EXAMPLES)('%s comes in from its file, and n8n has nothing to say against it', async (name) => {
	const { editor } = session;
	const { nodes } = readExample(name);
	await editor.importFile(exampleFile(name));
	expect((await editor.message()).headline).toBe('Credentials auto-added');
	const shown = nodes.filter(({ type }) => !type.endsWith('stickyNote'));
	// n8n draws only what can be seen.
	await editor.fitToWindow();
	await until(async () => (await editor.nodeNames()).length === shown.length, 'all nodes to be drawn');
	expect(new Set(await editor.nodeNames())).toEqual(new Set(shown.map((node) => node.name)));
	expect(await editor.nodesWithIssues()).toEqual([]);
	await session.screenshot(`example-${name}`);
});

test('the nodes of all examples have the fields that are set in them', async () => {
	const nodes = EXAMPLES.flatMap((name) => readExample(name).nodes);
	// n8n makes a tool of our node only where a workflow has it.
	const nodeInfos = nodes.map(({ type, typeVersion }) => ({ name: type.replace(/Tool$/, ''), version: typeVersion }));
	const descriptions = await session.rest.call<INodeTypeDescription[]>('POST', '/rest/node-types', { nodeInfos });
	expect(descriptions).toHaveLength(nodes.length);
	const unknown = nodes.map(({ name, parameters }, index) => [
		name,
		...unknownHintOf(parameters!, descriptions[index]!.properties),
	]);
	// The model stands for any; n8n has several fields of its name, by version.
	expect(unknown.filter(({ 0: name, length }) => length > 1 && name !== 'Model')).toEqual([]);
});

test('charge-a-card ends with an authorized payment', async () => {
	await open('charge-a-card');
	await execute('Verify Payment');
	await session.screenshot('example-charge-a-card-ran');
	expect(await outputOf('Verify Payment')).toMatchObject([
		{ outcome: 'authorized', authorized: 'true', amount: '10.5' },
	]);
});

test('take-payments-on-a-page tells the shop of a customer who has paid on it', async () => {
	await open('take-payments-on-a-page');
	await execute('Tell the Shop');
	expect(outbox.posts).toMatchObject([{ path: '/shop/paid', body: { order: 'ORDER-1001' } }]);
	outbox.clear();

	await asCustomer(async (customer) => await payOnPage(customer, address('webhook/card-payment-page/checkout')));
	await until(() => outbox.posts.length > 0, 'the shop to hear of the payment');
	expect(outbox.posts).toMatchObject([
		{ body: { email: 'ada@shop.example', card: 'Mastercard 0023', amount: 10.5, currency: 'NGN' } },
	]);
});

test('send-payment-links sends who is entered in the form a link, and knows when it is paid', async () => {
	await asCustomer(async (customer) => {
		const { page } = customer;
		await customer.open(address('form/card-payment-link-form'));
		const entered = {
			'Order Number': 'ORD-1001',
			Name: 'Ada Okafor',
			'E-Mail': 'ada@shop.example',
			Amount: '12.50',
			For: 'Course fee',
		};
		for (const [label, text] of Object.entries(entered)) await page.getByLabel(label).fill(text);
		await page.getByRole('button', { name: 'Submit' }).click();
		await page.getByText('The link is on its way to the customer.').waitFor();
		await until(() => outbox.mails.length > 0, 'the e-mail');
		expect(outbox.mails).toMatchObject([{ to: 'ada@shop.example', subject: 'Your payment: Course fee' }]);
		const [link] = /https?:\S+/.exec(outbox.mails[0]!.text)!;
		await until(async () => (await rowsOf('payment_links')).some(({ url }) => url === link), 'the row of the link');
		await payOnPage(customer, link);
		await until(
			async () => (await rowsOf('payment_links')).some(({ url, paid }) => url === link && paid === true),
			'the row to be marked as paid',
		);
	});
	await open('send-payment-links');
	await execute('Mark as Paid', 'Payment Page');
});

test('send-payment-links does not say that a link is on its way where the amount is not one', async () => {
	await asCustomer(async ({ page }) => {
		await page.goto(address('form/card-payment-link-form'));
		const entered = {
			'Order Number': 'ORD-1002',
			Name: 'Ada',
			'E-Mail': 'ada@shop.example',
			Amount: '12,500.00',
			For: 'Books',
		};
		for (const [label, text] of Object.entries(entered)) await page.getByLabel(label).fill(text);
		await page.getByRole('button', { name: 'Submit' }).click();
		await page.getByText('Problem submitting response').waitFor();
		await session.screenshot('example-send-payment-links-refused');
		expect(await page.getByText('on its way').isVisible()).toBe(false);
	});
	expect(outbox.mails).toEqual([]);
});

test('remind-of-unpaid-links reminds once, of what was sent more than two days ago', async () => {
	await open('remind-of-unpaid-links');
	await execute('Mark as Reminded', 'Every Morning');
	await session.screenshot('example-remind-of-unpaid-links-ran');
	expect(outbox.mails).toMatchObject([{ to: 'musa@shop.example', subject: 'Reminder: please pay NGN 25.00' }]);
	const [link] = /https?:\S+/.exec(outbox.mails[0]!.text)!;
	await asCustomer(async (customer) => {
		await customer.open(link);
		expect(await customer.page.getByText('Two books').isVisible()).toBe(true);
	});
	await session.editor.execute('Every Morning');
	expect(outbox.mails).toHaveLength(1);
});

test('remind-three-times reminds of a link of a week ago three times, and then no more', async () => {
	await open('remind-three-times');
	const subjects = () => outbox.mails.filter(({ to }) => to === 'ngozi@shop.example').map(({ subject }) => subject);
	for (const time of [1, 2, 3]) {
		await execute('Send Reminder', 'Every Morning');
		expect(subjects()).toHaveLength(time);
	}
	await session.editor.execute('Every Morning');
	expect(subjects()).toEqual([1, 2, 3].map((time) => `Reminder ${time} of 3: please pay NGN 40.00`));
	await session.screenshot('example-remind-three-times-ran');
});

test.each([
	['hosted-checkout-by-email', 'card-payment-hosted-form', 'ORD-5001'],
	// Whoever pays at once is not waited for any longer.
	['hosted-checkout-without-public-address', 'card-payment-hosted-wait-form', 'ORD-5002'],
] as const)('%s sends the page of the provider, and delivers when it is paid', async (_, form, number) => {
	await asCustomer(async ({ page }) => {
		await page.goto(address(`form/${form}`));
		const entered = { 'Order Number': number, Amount: '10.50', Email: 'ada@shop.example' };
		for (const [label, text] of Object.entries(entered)) await page.getByLabel(label).fill(text);
		await page.getByRole('button', { name: 'Submit' }).click();
		await until(() => outbox.mails.length > 0, 'the e-mail');
		expect(outbox.mails).toMatchObject([{ to: 'ada@shop.example', subject: `Pay your order ${number}` }]);
		const [link] = /https?:\S+/.exec(outbox.mails[0]!.text)!;
		await page.goto(link);
		// Where the shop is, nobody answers.
		await page.getByRole('button', { name: 'Pay by Card' }).click({ noWaitAfter: true });
		await until(() => outbox.posts.length > 0, 'the delivery');
	});
	expect(outbox.posts).toMatchObject([{ body: { order: number, amount: 10.5, currency: 'NGN', paid: true } }]);
});

test('wait-for-a-transfer tells the accounts what became of it', async () => {
	await asCustomer(async ({ page }) => {
		await page.goto(address('form/card-payment-transfer-form'));
		const entered = {
			...{ 'Invoice Number': 'INV-5001', 'Bank Code': '011', 'Account Number': '0123456790' },
			...{ Amount: '10.50', Narration: 'Flyers' },
		};
		for (const [label, text] of Object.entries(entered)) await page.getByLabel(label).fill(text);
		await page.getByRole('button', { name: 'Submit' }).click();
		// It is pending for three seconds.
		await until(() => outbox.mails.length > 0, 'the e-mail');
	});
	expect(outbox.mails).toMatchObject([{ to: 'accounts@shop.example', subject: 'Invoice INV-5001: authorized' }]);
});

test('invoice-with-a-bank-account sends the account, waits in a loop, and delivers once when it is paid', async () => {
	const { sandbox } = session;
	await asCustomer(async ({ page }) => {
		await page.goto(address('form/card-payment-bank-invoice-form'));
		const entered = { 'Invoice Number': 'INV-7001', Amount: '500.00', Email: 'ada@shop.example' };
		for (const [label, text] of Object.entries(entered)) await page.getByLabel(label).fill(text);
		await page.getByRole('button', { name: 'Submit' }).click();
		await until(() => outbox.mails.length > 0, 'the e-mail');
	});
	const [{ accountNumber } = { accountNumber: '' }] = sandbox.bankPayments.list;
	expect(outbox.mails).toMatchObject([{ to: 'ada@shop.example', subject: 'Invoice INV-7001' }]);
	expect(outbox.mails[0]!.text).toContain(`Account number: ${accountNumber}`);

	// Nobody has paid when ten seconds are over, so n8n's Wait begins. n8n holds a minute in its process, as running.
	await until(() => hasBegun('invoice-with-a-bank-account', 'Wait'), 'the wait of a minute');
	const asked = () => sandbox.requests.filter(({ endpoint }) => endpoint === 'bankPaymentStatus');
	const before = asked().length;
	sandbox.payIn('INV-7001');
	await until(() => outbox.mails.length > 1, 'the receipt', 120_000);
	expect(asked().length).toBeGreaterThan(before);
	expect(outbox.posts).toMatchObject([{ body: { order: 'INV-7001', amount: 500, currency: 'NGN', paid: true } }]);
	expect(outbox.mails[1]).toMatchObject({ to: 'ada@shop.example', subject: 'Receipt for invoice INV-7001' });
	expect(outbox.mails[1]!.text).toContain('NGN 500.00');
});

test('fees-and-settlements-csv lists the payments of yesterday', async () => {
	const { reference } = await pay(session.sandbox, address('webhook/nobody'));
	session.sandbox.ledger.byReference(reference)!.createdAt = new Date(Date.now() - 86_400_000).toISOString();
	await open('fees-and-settlements-csv');
	await execute('Send Report', 'Every Morning');
	await session.screenshot('example-fees-and-settlements-csv-ran');
	expect(await outputOf('Row')).toMatchObject([{ reference, currency: 'NGN', amount: '10.5' }]);
	expect(outbox.mails).toMatchObject([
		{ to: 'accounts@shop.example', subject: expect.stringMatching(/^Payments of \d{4}-\d\d-\d\d$/) as string },
	]);
});

test('ask-for-the-otp-by-email delivers when the customer has entered the OTP', async () => {
	await open('ask-for-the-otp-by-email');
	// It waits for the customer, so its end is not waited for here.
	await session.editor.start();
	await until(() => outbox.mails.length > 0, 'the e-mail');
	const [link] = /https?:\S+/.exec(outbox.mails[0]!.text)!;
	// The e-mail goes out before n8n waits, and until then it answers that there is nothing to resume.
	await until(async () => (await fetch(link)).ok, 'the page for the OTP');
	await asCustomer(async (customer) => {
		await customer.open(link);
		await customer.enterOtp();
		await customer.sees('Payment received');
	});
	await until(() => outbox.posts.length > 0, 'the delivery');
	expect(outbox.posts).toMatchObject([{ path: '/shop/deliver', body: { amount: 10.5, currency: 'NGN' } }]);
});

test('be-told-of-unknown-outcomes asks again, and tells the accounts what is still unknown', async () => {
	await open('be-told-of-unknown-outcomes');
	await execute('Tell the Accounts', 'Start');
	await session.screenshot('example-be-told-of-unknown-outcomes-ran');
	expect(outbox.mails).toMatchObject([{ to: 'accounts@shop.example' }]);
	expect(outbox.mails[0]!.subject).toContain('PAYOUT-4001');
});

test('send-payments-to-a-crm tells the CRM of a payment that the sandbox notifies of', async () => {
	await open('send-payments-to-a-crm');
	await execute('Update CRM');
	expect(outbox.posts).toMatchObject([{ path: '/crm/payments', body: { order: 'ORDER-1001', paid: true } }]);
	outbox.clear();

	const { reference } = await pay(session.sandbox, address('webhook/card-payment-to-crm/notification'));
	await until(() => outbox.posts.length > 0, 'the CRM to hear of the payment');
	const body = { id: expect.stringMatching(/^[0-9a-f]{16}$/), order: reference, customer: expect.any(String) };
	expect(outbox.posts).toEqual([
		{ path: '/crm/payments', body: { ...body, amount: 10.5, currency: 'NGN', paid: true } },
	]);
});

test('post-declined-payments-to-a-chat posts a declined payment, and no other', async () => {
	await open('post-declined-payments-to-a-chat');
	await execute('Post to Chat');
	outbox.clear();
	const url = address('webhook/card-payment-declined/notification');
	await pay(session.sandbox, url);
	const { reference } = await pay(session.sandbox, url, { cvv: '999' });
	await until(() => outbox.posts.length > 0, 'the chat to hear of the payment');
	expect(outbox.posts).toEqual([
		{
			path: '/chat/hooks/payments',
			body: { text: expect.stringContaining(`Payment declined: order ${reference}, NGN 10.50, customer `) },
		},
	]);
});

/** Enters an order in the form of the example, which leads to the bank's page. */
async function order(page: Page, number: string): Promise<void> {
	await page.getByLabel('Order Number').fill(number);
	await page.getByLabel('Amount').fill('10.50');
	await page.getByRole('button', { name: 'Submit' }).click();
}

test.each([
	['Approve', '/shop/deliver', 'ORD-3001'],
	['Decline', '/shop/cancel', 'ORD-3002'],
] as const)('charge-with-3d-secure: %s at the bank leads to %s, once', async (decision, path, number) => {
	await asCustomer(async (customer) => {
		await customer.open(address('form/card-payment-3d-secure-form'));
		await order(customer.page, number);
		await customer.decide(decision);
		await customer.page.waitForURL('**/callback?**');
	});
	await session.sandbox.waitForDeliveries();
	await until(() => outbox.posts.length > 0, 'the shop to hear of the payment');
	expect(outbox.posts).toMatchObject([{ path, body: { order: number } }]);
});

test('charge-with-3d-secure opens its form, and leads to the bank, by the big button', async () => {
	await open('charge-with-3d-secure');
	const [form] = await Promise.all([session.page.waitForEvent('popup'), session.editor.start()]);
	await order(form, 'ORD-3003');
	await form.getByRole('button', { name: 'Approve' }).waitFor();
	await form.close();
	await until(async () => await session.editor.hasSucceeded('Send Browser to Bank'), 'the way to the bank');
	await session.screenshot('example-charge-with-3d-secure-ran');
});

test('charge-subscriptions charges each once, and reports what became of all of them', async () => {
	await open('charge-subscriptions');
	await execute('Totals');
	await session.screenshot('example-charge-subscriptions-ran');
	const results = (rows: Array<Record<string, string>>) => rows.map(({ result }) => result);
	expect(results(await outputOf('Report'))).toEqual([
		...['charged', 'declined', 'otp_required', 'not charged', 'not charged', 'charged'],
	]);
	expect(await outputOf('Totals')).toEqual(
		expect.arrayContaining([expect.objectContaining({ result: 'charged', count_subscription: '2', sum_amount: '55' })]),
	);
	await execute('Totals');
	expect(results(await outputOf('Report'))).not.toContain('charged');
});

test('pay-out-a-list pays each row that it may, and reports what became of all of them', async () => {
	const { editor, sandbox } = session;
	await open('pay-out-a-list');
	// It waits for the transfer that is pending at first.
	await execute('Totals', 'Every Friday');
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
	expect(await outputOf('Totals')).toEqual(
		expect.arrayContaining([expect.objectContaining({ result: 'paid', count_requestId: '2', sum_amount: '17500.5' })]),
	);
	// Other examples have sent transfers as well.
	const paid = sandbox.transfers.list.filter(
		({ status, requestId }) => status === 'COMPLETE' && requestId.startsWith('PAYOUT-'),
	);
	expect(paid.map(({ requestId, accountNumber }) => [requestId, accountNumber])).toEqual([
		['PAYOUT-001', '0123456789'],
		['PAYOUT-002', '0123456790'],
	]);

	// With less than the list needs, nothing is sent.
	const sent = sandbox.requests.filter(({ endpoint }) => endpoint === 'transfer').length;
	sandbox.configure({ transferBalance: 1_000_000 });
	await editor.execute('Every Friday');
	const stop = await editor.openNode('Not Enough');
	expect(await session.page.getByTestId('node-error-message').innerText()).toMatch(
		/^Nothing was paid: the account has -?[\d.]+, and the list needs 626750\.5\. /,
	);
	await stop.close();
	expect(sandbox.requests.filter(({ endpoint }) => endpoint === 'transfer')).toHaveLength(sent);
});

test('approve-before-refunding refunds when the manager has approved it, and not before', async () => {
	const { ledger } = session.sandbox;
	const { reference } = await pay(session.sandbox, address('webhook/nobody'));
	const refunds = () => ledger.byReference(reference)!.refunds.map(({ amountMinor }) => amountMinor);
	await asCustomer(async (customer) => {
		const { page } = customer;
		await customer.open(address('form/card-payment-refund-form'));
		const entered = { 'Order Number': reference, Amount: '4.25', Reason: 'Returned by the customer' };
		for (const [label, text] of Object.entries(entered)) await page.getByLabel(label).fill(text);
		await page.getByRole('button', { name: 'Submit' }).click();
		await until(() => outbox.mails.length > 0, 'the e-mail to the manager');
		expect(outbox.mails).toMatchObject([{ to: 'manager@shop.example', subject: `Refund ${reference}?` }]);
		expect(refunds()).toEqual([]);
		const [link] = /https?:[^"\s]+approved=true[^"\s]*/.exec(outbox.mails[0]!.text.replaceAll('&amp;', '&'))!;
		// n8n takes what names itself a headless browser for a mail scanner, whose visit approves nothing.
		// The e-mail may come before n8n has stored that the execution waits.
		const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };
		await until(async () => (await fetch(link, { headers })).ok, 'the approval to be taken');
		await until(() => outbox.mails.length > 1, 'the report');
	});
	expect(refunds()).toEqual([425]);
	expect(outbox.mails[1]).toMatchObject({ subject: `Refund ${reference}: refunded` });
	expect(outbox.mails[1]!.text).toContain('NGN 4.25 went back to the customer.');
});

test('check-supplier-names writes into the list who holds each account', async () => {
	await open('check-supplier-names');
	await execute('Remember Result', 'Every Monday');
	await session.screenshot('example-check-supplier-names-ran');
	expect((await rowsOf('suppliers')).map(({ supplier, holder, result }) => [supplier, holder, result])).toEqual([
		['S-01', 'OKAFOR, ADAEZE CHINYERE', 'matches'],
		['S-02', 'BELLO MUSA', 'matches'],
		['S-03', 'NWOSU EMEKA', 'differs'],
		['S-04', '', 'no such account'],
		['S-05', '', expect.stringMatching(/^not checked: .*10 digits/)],
	]);
});

test('reconcile-open-payments asks for what is open, and reports by e-mail', async () => {
	await open('reconcile-open-payments');
	await execute('Send Report', 'Every Morning');
	await session.screenshot('example-reconcile-open-payments-ran');
	expect(outbox.mails).toMatchObject([{ to: 'accounts@shop.example' }]);
	const { text } = outbox.mails[0]!;
	expect(text).toContain('authorized: 1 payment, NGN 10.50\n');
	expect(text).toContain('pending: 1 payment, NGN 10.50\n');
	expect(text).toMatch(/\n\S+: pending -> authorized\. The payment is authorized\./);
	expect((await rowsOf('card_payments_open')).map(({ outcome }) => outcome).sort()).toEqual(['authorized', 'pending']);
	// A payment that is settled is asked for no more.
	outbox.clear();
	await execute('Send Report', 'Every Morning');
	expect(outbox.mails[0]!.text).not.toContain('authorized');
});

test('check-open-payments delivers an open payment once, when it is paid', async () => {
	const { editor, sandbox } = session;
	await open('check-open-payments');
	const { transactionReference, reference } = (await rowsOf('card_payments_to_check')).at(-1)!;

	await execute('Remember Outcome');
	expect(outbox.posts).toEqual([]);

	sandbox.setStatus(transactionReference as string, 2);
	await execute('Deliver');
	await session.screenshot('example-check-open-payments-ran');
	expect(outbox.posts).toMatchObject([{ path: '/shop/deliver', body: { order: reference, paid: true } }]);

	await editor.execute();
	expect(outbox.posts).toHaveLength(1);
});

test('deliver-exactly-once delivers a payment once, of which it hears twenty times at once', async () => {
	const { editor, sandbox } = session;
	const notification = address('webhook/card-payment-exactly-once/notification');
	sandbox.configure({ notificationCopies: 20 });
	const { reference } = await pay(sandbox, notification);
	await sandbox.waitForDeliveries();
	sandbox.configure({ notificationCopies: 1 });
	const deliveries = sandbox.deliveries.filter(({ url }) => url === notification);
	expect(deliveries.map(({ status }) => status)).toEqual(Array(20).fill(200));
	await until(async () => (await started('deliver-exactly-once')).length >= 20, 'the end of all executions');
	expect(outbox.posts).toMatchObject([{ path: '/shop/deliver', body: { order: reference, paid: true } }]);

	outbox.clear();
	await open('deliver-exactly-once');
	await execute('Mark as Handled', 'Payment Authorized');
	await editor.execute('Payment Authorized');
	expect(outbox.posts).toHaveLength(1);
	expect((await rowsOf('card_payments_handled')).filter(({ handled }) => handled)).not.toEqual([]);
});

// Their services are not here; in the playground their nodes have pinned results.
test.each([
	['add-payers-to-hubspot', 'Payment Page'],
	['exactly-once-postgres', 'Payment Authorized'],
] as const)('%s runs to its end in the playground', async (name, trigger) => {
	await open(name);
	await session.editor.execute(name === 'add-payers-to-hubspot' ? undefined : trigger);
	const ended = async () => (await session.rest.executionsOf(workflowOf(name).id)).map(({ status }) => status);
	await until(async () => (await ended())[0] === 'success', 'the success of the execution');
	await session.screenshot(`example-${name}-ran`);
});
