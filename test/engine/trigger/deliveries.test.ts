import type { IDataObject } from 'n8n-workflow';

import { OTP, type Fault } from '../../../dev/sandbox';
import { WITH_ISOLATES } from '../support/expressions';
import { chargeAtSandbox } from '../support/trigger';
import { activate, setUpTriggers, trigger, world } from '../support/triggerTests';
import { CARDS, chargeFields } from '../support/world';

const { otp, threeDSecure } = CARDS;

setUpTriggers(WITH_ISOLATES);

/** A payment that the sandbox notifies of, and all that comes of it so far. */
async function notified(changes: IDataObject = {}): Promise<{ transactionReference: string; reference: string }> {
	const charged = await chargeAtSandbox(world, { webhookURL: trigger.notificationUrl, ...changes });
	await world.sandbox.waitForDeliveries();
	return charged;
}

/** The answers that the sandbox got, in their order. */
const answers = () => world.sandbox.deliveries.map(({ status }) => status);
const outcomes = async () => (await trigger.started()).map(({ outcome }) => outcome);

describe('what the service could not confirm it delivers again, and the workflow starts once', () => {
	test.each<Omit<Fault, 'on'>>([
		{ kind: 'status', status: 500 },
		{ kind: 'html' },
		{ kind: 'empty' },
		{ kind: 'brokenJson' },
	])('after %j', async (fault) => {
		await activate({ options: { timeout: fault.kind === 'hang' ? 2 : 10 } });
		world.sandbox.fail({ on: 'verify', times: 2, ...fault });
		const charged = await notified();
		expect(answers()).toEqual([503, 503, 200]);
		expect(await trigger.started()).toMatchObject([{ ...charged, outcome: 'authorized' }]);
	});
});

describe('the way of a payment', () => {
	test('open at first starts the workflow when it is authorized', async () => {
		await activate();
		world.sandbox.configure({ notifyOpen: true });
		await authorized(await notified(otp));
		expect(world.sandbox.deliveries.map(({ body, status }) => [body.status, status])).toEqual([
			[1, 200],
			[2, 200],
		]);
		expect(await outcomes()).toEqual(['authorized']);
	});

	async function authorized({ transactionReference }: { transactionReference: string }): Promise<void> {
		await world.one('card', 'authorize', { transactionReference, otp: OTP });
		await world.sandbox.waitForDeliveries();
	}
});

describe('a customer on a 3-D Secure page', () => {
	const charge = () =>
		chargeFields({ ...threeDSecure, notify: 'trigger', triggerUrl: trigger.notificationUrl, returnUrl: '' });

	/** Decides there, and gives what the browser gets at the end of it. */
	async function decide(acsUrl: unknown, decision: string): Promise<Response> {
		const body = new URLSearchParams({ decision });
		const sentBack = await fetch(String(acsUrl), { method: 'POST', body, redirect: 'manual' });
		return await fetch(sentBack.headers.get('location')!, { redirect: 'manual' });
	}

	test('comes back with the notification, by signed URLs: once', async () => {
		await activate({ options: { requireSignedUrl: true } });
		const [charged] = await world.one('card', 'charge', charge());
		const { acsUrl, reference, transactionReference } = charged!.json;
		const page = await decide(acsUrl, 'approve');
		expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
		expect(await page.text()).toContain('<h1>Payment received</h1>');
		await world.sandbox.waitForDeliveries();
		expect(answers()).toEqual([200]);
		expect(await trigger.started()).toMatchObject([
			{ reference, transactionReference, outcome: 'authorized', verified: true },
		]);
	});

	test('comes back before the notification, and after it: once', async () => {
		await activate();
		world.sandbox.configure({ webhooksEnabled: false });
		const [charged] = await world.one('card', 'charge', charge());
		const { acsUrl, transactionReference } = charged!.json;
		expect((await decide(acsUrl, 'approve')).status).toBe(200);
		expect(await outcomes()).toEqual(['authorized']);

		world.sandbox.configure({ webhooksEnabled: true });
		world.sandbox.notify(String(transactionReference));
		await world.sandbox.waitForDeliveries();
		// The browser's back button.
		expect(await (await decide(acsUrl, 'approve')).text()).toContain('Payment received');
		expect(answers()).toEqual([200]);
		expect(await outcomes()).toEqual(['authorized']);
	});
});
