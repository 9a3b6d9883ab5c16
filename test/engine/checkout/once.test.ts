import { until } from '../../../dev/playground/rest';
import { OTP } from '../../../dev/sandbox';
import { entries } from '../support/checkout';
import { activate, aged, checkout, lastCharge, setUpCheckouts, world } from '../support/checkoutTests';

setUpCheckouts();

/** Charges at the service, and executions. */
const counts = async () => [world.sandbox.ledger.transactions.length, (await checkout.executions()).length];

async function notify(changes: object = {}): Promise<number> {
	const { webhookURL, transactionReference, merchantReference } = lastCharge();
	const body = JSON.stringify({ transactionReference, merchantRef: merchantReference, status: 2, ...changes });
	const headers = { 'content-type': 'application/json' };
	return (await fetch(webhookURL, { method: 'POST', headers, body })).status;
}

describe('charged once, started once:', () => {
	test('reloading each page', async () => {
		const form = await (await activate()).reload();
		const otp = await (await form.submit(entries('otp'))).reload();
		expect(otp.heading).toBe('Confirm your payment');
		const paid = await (await otp.submit({ otp: OTP })).reload();
		expect(paid.heading).toBe('Payment received');
		await paid.reload();
		expect(await counts()).toEqual([1, 1]);
	});

	test('sending each form again, as after going back', async () => {
		const form = await activate();
		const otp = await form.submit(entries('otp'));
		expect((await form.submit(entries('otp'))).heading).toBe('Confirm your payment');
		expect((await form.submit(entries('frictionless'))).heading).toBe('Confirm your payment');
		await otp.submit({ otp: OTP });
		expect((await otp.submit({ otp: OTP })).heading).toBe('Payment received');
		expect((await form.submit(entries('otp'))).heading).toBe('Payment received');
		expect((await otp.reload()).heading).toBe('Payment received');
		expect(await counts()).toEqual([1, 1]);
		expect(world.requestsTo('/charge')).toHaveLength(1);
	});

	test.each(['frictionless', 'otp', 'threeDSecure'] as const)('a double click, with the card "%s"', async (card) => {
		const form = await activate();
		const clicks = await Promise.all([1, 2, 3].map(async () => await form.submit(entries(card))));
		const pages = await Promise.all(
			clicks.map(async (page) => (page.heading === 'Your payment is being checked' ? await page.wait() : page)),
		);
		expect(new Set(pages.map(({ heading }) => heading)).size).toBe(1);
		if (card === 'otp') await Promise.all(pages.map(async (page) => await page.submit({ otp: OTP })));
		if (card === 'threeDSecure') await Promise.all(pages.map(async (page) => await page.decide('approve')));
		expect((await form.reload()).heading).toBe('Payment received');
		expect(await counts()).toEqual([1, 1]);
	});

	test('n8n restarts between all steps', async () => {
		const form = await activate();
		await checkout.restart();
		const otp = await form.submit(entries('otp'));
		await checkout.restart();
		const paid = await otp.submit({ otp: OTP });
		await checkout.restart();
		expect((await paid.reload()).heading).toBe('Payment received');
		expect((await otp.submit({ otp: OTP })).heading).toBe('Payment received');
		expect(await counts()).toEqual([1, 1]);
	});

	test('nothing is remembered of the charge, but the service knows its reference', async () => {
		world.sandbox.configure({ verifyKnowsMerchantReference: true });
		const form = await activate();
		await form.submit(entries('frictionless'));
		await checkout.deactivate();
		await activate();
		expect((await checkout.open(form.url)).heading).toBe('Payment received');
		expect((await form.submit(entries('frictionless'))).heading).toBe('Payment received');
		expect(world.sandbox.ledger.transactions).toHaveLength(1);
	});

	test.each(['frictionless', 'otp', 'threeDSecure'] as const)(
		'n8n is killed between the charge and its answer, at a service that accepts used references (%s)',
		async (card) => {
			const form = await activate();
			world.sandbox.configure({ acceptsUsedReferences: true });
			const before = structuredClone(checkout.staticData);
			const isOver = new AbortController();
			world.sandbox.fail({ on: 'charge', kind: 'delay', ms: 60_000, until: isOver.signal });
			const lost = form.send(entries(card)).catch(() => undefined);
			await until(() => world.sandbox.ledger.transactions.length === 1, 'the charge');
			await checkout.deactivate();
			await activate({}, { staticData: before });
			const pages = [
				await form.submit(entries('frictionless')),
				await form.reload(),
				await form.submit(entries('otp')),
			];
			const heading = card === 'frictionless' ? 'Payment received' : 'Confirm your payment';
			expect(pages.map((page) => page.heading)).toEqual([heading, heading, heading]);
			isOver.abort();
			await lost;
			expect(world.requestsTo('/charge')).toHaveLength(1);
		},
	);

	test('the service refuses it and cannot say for a while whether it was paid', async () => {
		const form = await activate();
		world.sandbox.fail({ on: 'charge', kind: 'status', status: 402, when: 'after' });
		for (const on of ['verify', 'history'] as const) world.sandbox.fail({ on, kind: 'status', skip: 1, times: 3 });
		const again = await form.submit(entries('frictionless'));
		expect([again.status, again.html]).toEqual([422, expect.not.stringMatching(/(nothing|not) (was |been )?charged/i)]);
		expect((await again.submit(entries('frictionless'))).heading).toBe('Payment received');
		expect(world.requestsTo('/charge')).toHaveLength(1);
	});
});

const isChecked = 'Your payment is being checked';

describe('when an answer is lost', () => {
	test.each(['reset', 'hang', 'brokenJson'] as const)(
		'to the charge (%s), the page asks until it knows',
		async (kind) => {
			const form = await activate({ options: { timeout: kind === 'hang' ? 3 : 20 } });
			world.sandbox.configure({ hasHistory: false });
			world.sandbox.fail({ on: 'charge', kind });
			const checking = await form.submit(entries('frictionless'));
			expect([checking.heading, checking.link]).toEqual([isChecked, undefined]);
			expect(checking.refresh!.seconds).toBeLessThan(10);
			expect((await checking.wait()).heading).toBe(isChecked);
			expect((await form.submit(entries('frictionless'))).heading).toBe(isChecked);
			expect((await form.reload()).heading).toBe(isChecked);
			expect(await counts()).toEqual([1, 0]);
			world.sandbox.configure({ hasHistory: true });
			expect((await checking.wait()).heading).toBe('Payment received');
			expect((await checking.wait()).heading).toBe('Payment received');
			expect(await counts()).toEqual([1, 1]);
			expect(world.requestsTo('/charge')).toHaveLength(1);
		},
	);

	test.each([{ status: 409 }, { data: { status: 77 } }])(
		'because it says %j, the page asks by the reference in it, and for no other card',
		async (fields) => {
			const form = await activate();
			world.sandbox.configure({ hasHistory: false });
			world.sandbox.fail({ on: 'charge', kind: 'altered', fields });
			world.sandbox.fail({ on: 'verify', kind: 'status', status: 403, skip: 1, times: 11 });
			const checking = await form.submit(entries('frictionless'));
			const later = await checking.go(aged(checking.refresh!.address, 16));
			await checkout.restart();
			expect([checking.heading, later.heading, (await form.reload()).heading]).toEqual(Array(3).fill(isChecked));
			expect((await later.wait()).heading).toBe('Payment received');
			expect(await counts()).toEqual([1, 1]);
			expect(world.requestsTo('/charge')).toHaveLength(1);
		},
	);

	test('to the OTP, the page asks until it knows', async () => {
		const otp = await (await activate()).submit(entries('otp'));
		world.sandbox.configure({ hasHistory: false });
		world.sandbox.fail({ on: 'authorize', kind: 'reset' });
		world.sandbox.fail({ on: 'verify', kind: 'status', status: 503, times: 11 });
		const checking = await otp.submit({ otp: OTP });
		expect(checking.heading).toBe(isChecked);
		expect((await checking.wait()).heading).toBe(isChecked);
		expect((await checking.wait()).heading).toBe('Payment received');
		expect(await counts()).toEqual([1, 1]);
	});

	test('to the OTP, which the service has not seen, the page takes it again', async () => {
		const otp = await (await activate()).submit(entries('otp'));
		world.sandbox.fail({ on: 'authorize', kind: 'reset', when: 'before' });
		const again = await otp.submit({ otp: OTP });
		expect([again.heading, again.fields]).toEqual(['Confirm your payment', ['otp']]);
		expect((await again.submit({ otp: OTP })).heading).toBe('Payment received');
		expect(await counts()).toEqual([1, 1]);
	});

	test('a status that nobody has documented is never paid', async () => {
		const form = await activate();
		const otp = await form.submit(entries('otp'));
		world.editCredential({ statusCodes: '{"3": {"name": "HELD", "outcome": "unknown"}}' });
		world.sandbox.setStatus(lastCharge().transactionReference, 3);
		const page = await otp.submit({ otp: OTP });
		world.editCredential({ statusCodes: '{}' });
		// Nor is another OTP asked for, as an earlier one may have been accepted.
		expect([page.heading, page.link]).toEqual([isChecked, undefined]);
		expect(await counts()).toEqual([1, 0]);
	});
});

describe('a notification', () => {
	test('starts the workflow once, also where the browser never comes back', async () => {
		await (await activate()).submit(entries('threeDSecure'));
		world.sandbox.setStatus(lastCharge().transactionReference, 2);
		expect([await notify(), await counts()]).toEqual([200, [1, 1]]);
		expect([await notify(), await counts()]).toEqual([200, [1, 1]]);
		expect(await checkout.started()).toMatchObject([
			{ outcome: 'authorized', email: 'ada@shop.example', cardBrand: 'Visa', cardLast4: '0026' },
		]);
	});

	test.each([
		['without its charge', (url: string) => url.split('?')[0]!],
		['with an altered charge', (url: string) => url.replace(/..&/, 'xx&')],
	])('%s is refused', async (_, alter) => {
		await (await activate()).submit(entries('frictionless'));
		lastCharge().webhookURL = alter(lastCharge().webhookURL);
		expect([await notify(), await counts()]).toEqual([401, [1, 1]]);
	});

	test('with the state of a form is refused, so that the page does not ask for another card', async () => {
		const form = await activate();
		world.sandbox.fail({ on: 'charge', kind: 'reset' });
		const checking = await form.submit(entries('otp'));
		lastCharge().webhookURL = lastCharge().webhookURL.replace(/attempt=[^&]*/, `attempt=${form.state}`);
		expect(await notify({ status: 1 })).toBe(401);
		expect([checking.heading, (await form.reload()).heading]).toEqual(Array(2).fill('Confirm your payment'));
	});

	test('with a status that nobody has documented is accepted, and tells nothing', async () => {
		await (await activate()).submit(entries('threeDSecure'));
		world.editCredential({ statusCodes: '{"3": {"name": "HELD", "outcome": "unknown"}}' });
		expect(await notify({ status: 3 })).toBe(200);
		world.sandbox.setStatus(lastCharge().transactionReference, 3);
		expect(await notify({ status: 3 })).toBe(200);
		world.editCredential({ statusCodes: '{}' });
		expect(await counts()).toEqual([1, 0]);
	});

	test('about another payment than its own starts nothing', async () => {
		const first = await activate();
		await first.submit(entries('frictionless'));
		const { transactionReference } = lastCharge();
		await (await checkout.open()).submit(entries('threeDSecure'));
		lastCharge().merchantReference = 'somebody-else';
		expect([await notify({ transactionReference }), await notify({ transactionReference })]).toEqual([503, 503]);
		expect(await counts()).toEqual([2, 1]);
	});
});
