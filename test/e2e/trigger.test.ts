import { pay, refund } from '../system/support/payment';
import { Session } from './support/session';

const TRIGGER = 'Card Payment Trigger';

let session: Session;

beforeAll(async () => {
	session = await Session.start();
});
afterAll(() => session.stop());

// One person sets up one trigger, so each test goes on where the one before it ended.
describe('a trigger set up in the editor', () => {
	test('shows what to do with it', async () => {
		const { editor } = session;
		await editor.openNew();
		const trigger = await editor.addAction('On payment authorized');
		expect(await trigger.triggerHelp()).toContain('Start when the service reports a payment');
		const { notification, callback } = await trigger.webhookUrls('Test URL');
		expect(notification).toMatch(/\/webhook-test\/[-\w]+\/notification$/);
		expect(callback).toMatch(/\/webhook-test\/[-\w]+\/callback$/);
		await session.screenshot('trigger-panel');
	});

	test('listens at its test URLs, and shows the payment of a customer who comes back', async () => {
		const { editor, page, sandbox } = session;
		const { reference, transactionReference } = await pay(sandbox);
		const { callback } = await editor.nodeView.webhookUrls('Test URL');
		expect(await editor.nodeView.listen()).toBe(true);
		await session.screenshot('trigger-listening');

		const customer = await page.context().newPage();
		await customer.goto(`${callback}?transactionReference=${transactionReference}`);
		expect(await customer.locator('main').innerText()).toMatch(/Thank you\s+The shop will tell you/);
		await customer.close();

		await editor.nodeView.hasRun();
		expect(await editor.nodeView.output()).toMatchObject([
			{ outcome: 'authorized', authorized: 'true', reference, transactionReference },
		]);
		await session.screenshot('trigger-output');
		await editor.nodeView.close();
	});

	test('is published, and starts with each payment that the service notifies of', async () => {
		const { editor, sandbox } = session;
		expect(await editor.publish()).toContain(
			'n8n is checking the settings now. If something is wrong, a red dot appears on Publish with the reason. Otherwise, give one of the production URLs to Card: Charge, or the notification URL to your provider.',
		);
		const trigger = await editor.openNode(TRIGGER);
		const { notification } = await trigger.webhookUrls('Production URL');
		await trigger.close();

		const { reference, transactionReference } = await pay(sandbox, notification);
		await sandbox.waitForDeliveries();
		const deliveries = sandbox.deliveries.filter(({ url }) => url === notification);
		expect(deliveries.map(({ status }) => status)).toEqual([200]);

		const executions = await editor.openExecutions();
		// The first one was the test.
		expect(await executions.ends(2)).toEqual(['Succeeded', 'Succeeded']);
		await session.screenshot('executions-list');
		const ran = await executions.openNode(TRIGGER);
		expect(await ran.output()).toMatchObject([
			{ outcome: 'authorized', authorized: 'true', reference, transactionReference },
		]);
	});
});

describe('a trigger for refunds', () => {
	let notification: string;

	test('is found by what it is for, and is preset', async () => {
		const { editor } = session;
		await editor.openNew();
		const panel = await editor.openNodesPanel();
		await panel.search('payment refunded', 'Card Payment');
		await session.screenshot('trigger-search-refunded');
		await panel.open('Card Payment');
		await panel.choose('On payment refunded');
		const trigger = await editor.nodeView.waitFor();
		expect(await trigger.fields.chosen('Trigger On')).toEqual(['Refunded']);
		({ notification } = await trigger.webhookUrls('Production URL'));
		await session.screenshot('trigger-on-refunded');
		await trigger.close();
	});

	test('starts with each refund of a payment, once, and says how much is left', async () => {
		const { editor, sandbox } = session;
		sandbox.configure({ verifyTellsRefunds: true });
		await editor.publish();
		const { reference, transactionReference } = await pay(sandbox, notification);
		await sandbox.waitForDeliveries();
		for (const amount of [4, 2.5]) {
			await refund(sandbox, transactionReference, amount);
			await sandbox.waitForDeliveries();
			// The service may tell of it again.
			sandbox.notify(transactionReference);
			await sandbox.waitForDeliveries();
		}
		const answers = sandbox.deliveries.filter(({ url }) => url === notification).map(({ status }) => status);
		expect(answers).toEqual([200, 200, 200, 200, 200]);

		const executions = await editor.openExecutions();
		expect(await executions.ends(2)).toEqual(['Succeeded', 'Succeeded']);
		await session.screenshot('trigger-refunds-executions');
		const ran = await executions.openNode(TRIGGER);
		const item = { outcome: 'refunded', authorized: 'false', reference, transactionReference };
		expect(await ran.output()).toMatchObject([{ ...item, refundedAmount: '6.5', remainingAmount: '4' }]);
		await session.screenshot('trigger-refund-output');
	});
});
