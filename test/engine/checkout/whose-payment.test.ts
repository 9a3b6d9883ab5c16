import { setImmediate } from 'node:timers/promises';

import type { IDataObject } from 'n8n-workflow';

import { DECLINED } from '../../../dev/sandbox/statuses';
import { entries } from '../support/checkout';
import {
	activate as activatePage,
	checkout,
	lastCharge,
	openLink,
	setUpCheckouts,
	world,
} from '../support/checkoutTests';
import { resetClock } from '../support/clock';
import { chargeAtSandbox } from '../support/trigger';

const PAID = 'Payment received';
const TAKEN = 'This link cannot be used';

setUpCheckouts();
beforeEach(() => {
	world.engine.logs.length = 0;
});
afterEach(resetClock);

const activate = async (parameters: IDataObject = {}) => await activatePage({ amountFrom: 'link', ...parameters });
const starts = async () => (await checkout.started()).length;
const charges = () => world.requestsTo('/charge').length;

async function notify(body: object, { webhookURL, transactionReference } = lastCharge()): Promise<number> {
	const headers = { 'content-type': 'application/json' };
	const claim = JSON.stringify({ transactionReference, ...body });
	return (await fetch(webhookURL, { method: 'POST', headers, body: claim })).status;
}

describe.each([false, true])(
	'the service has a payment under the reference of a link (verify knows it: %p)',
	(knows) => {
		/** A form of the link, and a payment of somewhere else. */
		async function paidElsewhere(terms: { amount?: string; currency?: string } = {}) {
			await activate();
			world.sandbox.configure({ verifyKnowsMerchantReference: knows, acceptsUsedReferences: true });
			const form = await openLink(terms);
			await chargeAtSandbox(world, { reference: 'INV-7' });
			return { form, terms };
		}

		test('of its amount and currency: it is the payment of the link, whose charge nobody knows', async () => {
			const { form } = await paidElsewhere();
			const pages = [await openLink(), await form.submit(entries('frictionless')), await form.reload()];
			expect(pages.map(({ heading }) => heading)).toEqual([PAID, PAID, PAID]);
			expect([charges(), await starts()]).toEqual([1, 0]);
			expect(world.engine.logs.join('\n')).toContain('its charge is not known any more');
		});

		test.each([{ amount: '10.51' }, { currency: 'USD' }])(
			'of another amount or currency than %j: nothing is charged',
			async (other) => {
				const { form, terms } = await paidElsewhere(other);
				const pages = [await openLink(terms), await form.submit(entries('frictionless')), await form.reload()];
				expect(pages.map(({ status, heading, fields }) => [status, heading, fields])).toEqual(
					Array(3).fill([409, TAKEN, []]),
				);
				expect(pages[0]!.html).toContain('If that payment is yours, you need not do anything.');
				expect([charges(), await starts()]).toEqual([1, 0]);
				expect(world.engine.logs.join('\n')).toMatch(/under the reference INV-7 is not the one that was expected/);
			},
		);

		test('that was declined, and another one that was paid: the paid one counts', async () => {
			const { form } = await paidElsewhere();
			lastCharge().status = DECLINED;
			await chargeAtSandbox(world, { reference: 'INV-7' });
			world.sandbox.ledger.transactions.reverse();
			expect((await form.submit(entries('frictionless'))).heading).toBe(PAID);
			expect(charges()).toBe(2);
		});
	},
);

test('a payment that a request names is taken only where its record has the reference of the page', async () => {
	await activate();
	await (await openLink({ reference: 'INV-8' })).submit(entries('frictionless'));
	const { transactionReference } = lastCharge();
	const bank = await (await openLink()).submit(entries('threeDSecure'));
	for (const merchantRef of ['INV-8', null]) {
		world.sandbox.fail({ on: 'verify', kind: 'altered', fields: { data: { merchantRef } }, skip: 1 });
		const { callbackUrl } = lastCharge();
		const page = await bank.go(`${callbackUrl}&transactionReference=${transactionReference}`);
		expect(page.heading).not.toBe(PAID);
	}
	expect(await starts()).toBe(1);
});

test('a payment comes out with the fields of the link that was paid, also where another link with its reference asks first', async () => {
	await activate();
	const paid = await openLink({ customFields: { order: 'A' }, description: 'Order A' });
	const other = await openLink({ customFields: { order: 'B' }, description: 'Order B' });
	await paid.submit(entries('threeDSecure'));
	const waiting = await other.submit(entries('otp', { email: 'bob@shop.example' }));
	world.sandbox.setStatus(lastCharge().transactionReference, 2);
	await waiting.reload();
	expect(await checkout.started()).toMatchObject([
		{ email: 'ada@shop.example', customFields: { order: 'A' }, description: 'Order A' },
	]);
});

describe('a notification', () => {
	test('that comes before the answer to the charge, which is then lost, tells the page the reference', async () => {
		await activate({ options: { timeout: 3 } });
		world.sandbox.configure({ hasHistory: false });
		const form = await openLink();
		world.sandbox.fail({ on: 'charge', kind: 'hang' });
		const waiting = form.submit(entries('frictionless', { cvv: '999' }));
		while (world.sandbox.ledger.transactions.length === 0) await setImmediate();
		expect(await notify({ merchantRef: 'INV-7', status: 4 })).toBe(200);
		const page = await waiting;
		expect([(await page.reload()).heading, (await openLink()).heading]).toEqual(Array(2).fill('Payment not completed'));
	});

	test('starts the workflow, where the service refused the charge that it had made and finds it by no reference of ours', async () => {
		await activate();
		world.sandbox.configure({ hasHistory: false });
		const form = await openLink();
		world.sandbox.fail({ on: 'charge', kind: 'status', status: 400 });
		const again = await form.submit(entries('frictionless'));
		expect([again.fields[0], again.notice]).toEqual(['email', expect.not.stringContaining('charged')]);
		await again.submit(entries('frictionless'));
		expect(await notify({ status: 2 })).toBe(200);
		expect([(await openLink()).heading, await starts(), world.sandbox.ledger.transactions.length]).toEqual([
			PAID,
			1,
			1,
		]);
	});
});

describe('a declined card whose record comes late, at a service that takes its reference again', () => {
	/** The form of the same try, after the service has refused the first card without a record. */
	async function refusedFirst() {
		await activate();
		world.sandbox.configure({ acceptsUsedReferences: true, historyLagMs: 60_000 });
		world.sandbox.fail({ on: 'charge', kind: 'status', status: 402 });
		const again = await (await openLink()).submit(entries('frictionless', { cvv: '999' }));
		expect(again.fields[0]).toBe('email');
		return { again, first: lastCharge() };
	}

	test('is followed by no further card while the second one is under way', async () => {
		const { again } = await refusedFirst();
		const isOver = new AbortController();
		world.sandbox.fail({ on: 'charge', kind: 'delay', when: 'before', ms: 60_000, until: isOver.signal });
		const waiting = again.submit(entries('frictionless'));
		while (charges() === 1) await setImmediate();
		world.sandbox.configure({ historyLagMs: 0 });
		// A form of the next one waits for it, and then leads to it.
		const declined = await openLink();
		const next = (await declined.go(declined.link!)).submit(entries('frictionless'));
		isOver.abort();
		expect((await waiting).heading).toBe(PAID);
		expect((await next).heading).toBe(PAID);
		expect(charges()).toBe(2);
	});
});
