import { setImmediate } from 'node:timers/promises';

import type { IDataObject } from 'n8n-workflow';

import { OTP } from '../../../dev/sandbox';
import { entries } from '../support/checkout';
import {
	activate as activatePage,
	aged,
	checkout,
	lastCharge,
	openLink,
	setUpCheckouts,
	world,
} from '../support/checkoutTests';
import { resetClock, setClock } from '../support/clock';
import { chargeAtSandbox } from '../support/trigger';

const DAY = 24 * 3_600_000;
const PAID = 'Payment received';
const CHECKING = 'Your payment is being checked';

setUpCheckouts();
beforeEach(() => {
	world.engine.logs.length = 0;
});
afterEach(resetClock);

const activate = async (parameters: IDataObject = {}) => await activatePage({ amountFrom: 'link', ...parameters });
const starts = async () => (await checkout.started()).length;

const answer = (status: number, fields: object) =>
	world.sandbox.fail({ on: 'charge', kind: 'altered', status, fields: { status, errors: [], ...fields } });

/** Verify tells the callback URL of no payment any more. */
const hideCallbacks = () =>
	world.sandbox.fail({ on: 'verify', kind: 'altered', fields: { data: { callbackUrl: null } }, times: 99 });

async function notify(body: object, { webhookURL, transactionReference } = lastCharge()): Promise<number> {
	const headers = { 'content-type': 'application/json' };
	const claim = JSON.stringify({ transactionReference, ...body });
	return (await fetch(webhookURL, { method: 'POST', headers, body: claim })).status;
}

describe('the answer to the charge repeats the payment of somebody else, a moment old', () => {
	test.each<[string, { message?: string; data?: object }]>([
		['https://shop.example/paid', {}],
		['https://n8n.example/webhook/another-page/callback?state=abc', {}],
		['', { message: 'Duplicate transaction' }],
		['', { data: { errorCode: '94' } }],
	])('it is not that of the page: callback URL %j, %j', async (callbackUrl, words) => {
		await activate();
		const form = await openLink();
		await chargeAtSandbox(world, { reference: 'INV-7' });
		Object.assign(lastCharge(), { callbackUrl });
		const { transactionReference: ref } = lastCharge();
		const data = { authorizationType: '2DS', status: 2, ref, reference: 'INV-7', ...words.data };
		answer(200, { message: 'Successful', ...words, data });
		const page = await form.submit(entries('frictionless'));
		expect([page.heading, (await page.reload()).heading, (await openLink()).heading]).not.toContain(PAID);
		expect(await starts()).toBe(0);
	});
});

describe('an odd answer to a charge whose reference nobody else can have', () => {
	const ODD: Array<[number, object]> = [
		[500, { message: 'Server Error', responseCode: '96' }],
		[500, { message: 'No message available', error: 'Internal Server Error', path: '/transaction/charge' }],
		[502, { message: 'Could not reach the issuer' }],
	];

	test.each(ODD)('starts with the payment on a page of a fixed amount: %i %j', async (status, fields) => {
		const form = await activatePage({});
		world.sandbox.configure({ verifyKnowsMerchantReference: true });
		answer(status, fields);
		hideCallbacks();
		expect((await form.submit(entries('frictionless'))).heading).toBe(PAID);
		expect(await starts()).toBe(1);
	});

	test.each([
		[200, 'https://shop.example/paid', {}],
		[200, 'https://pay.example/3ds/return?id=1', {}],
		[200, null, { countryCode: '94', duplicateCheck: true }],
		[208, null, {}],
	])(
		'starts with the payment, where the answer is %i and verify shows the callback URL %j (%j)',
		async (status, callbackUrl, data) => {
			const form = await activatePage({});
			world.sandbox.configure({ verifyKnowsMerchantReference: true });
			world.sandbox.fail({ on: 'charge', kind: 'altered', status, fields: { status, data } });
			world.sandbox.fail({ on: 'verify', kind: 'altered', fields: { data: { callbackUrl } }, times: 99 });
			let page = await form.submit(entries('frictionless'));
			if (page.heading === CHECKING) page = await page.wait();
			expect(page.heading).toBe(PAID);
			expect(await checkout.started()).toMatchObject([{ outcome: 'authorized', email: 'ada@shop.example' }]);
		},
	);

	test('starts with the payment of a second card', async () => {
		await activate();
		world.sandbox.configure({ verifyKnowsMerchantReference: true });
		const declined = await (await (await openLink()).submit(entries('insufficientFunds'))).submit({ otp: OTP });
		const form = await declined.go(declined.link!);
		answer(...ODD[0]!);
		hideCallbacks();
		expect((await form.submit(entries('frictionless'))).heading).toBe(PAID);
		expect(await starts()).toBe(1);
	});

	test('under the reference of a link, which may be used elsewhere, is being checked, and the log says what to do', async () => {
		await activate();
		world.sandbox.configure({ verifyKnowsMerchantReference: true });
		const form = await openLink();
		answer(...ODD[0]!);
		hideCallbacks();
		expect((await form.submit(entries('frictionless'))).heading).toBe(CHECKING);
		expect(await starts()).toBe(0);
		expect(world.engine.logs.join('\n')).toMatch(
			/INV-7 was charged on this page, .* Verify it, or ask your provider, before you make a new link/,
		);
	});
});

test('a decline whose charge got no answer, and that does not tell where the customer was sent, leads to the next card', async () => {
	await activate({ options: { refusedPerHour: 1 } });
	world.sandbox.configure({ verifyKnowsMerchantReference: true });
	const form = await openLink();
	world.sandbox.fail({ on: 'charge', kind: 'reset' });
	hideCallbacks();
	const page = await form.submit(entries('frictionless', { cvv: '999' }));
	expect([page.heading, page.link !== undefined]).toEqual(['Payment not completed', true]);
	// It counts as a refused card.
	const other = await (await openLink({ reference: 'INV-8' })).submit(entries('frictionless'));
	expect(other.heading).not.toBe(PAID);
});

test('a payment of another page, under the same reference of a second card, is not taken', async () => {
	await activate();
	world.sandbox.configure({ verifyKnowsMerchantReference: true });
	const declined = await (await (await openLink()).submit(entries('insufficientFunds'))).submit({ otp: OTP });
	const form = await declined.go(declined.link!);
	world.sandbox.fail({ on: 'charge', kind: 'reset' });
	const callbackUrl = 'https://n8n.example/webhook/another-page/callback?payment=INV-7&state=abc';
	world.sandbox.fail({ on: 'verify', kind: 'altered', fields: { data: { callbackUrl } }, times: 99 });
	expect((await form.submit(entries('frictionless'))).heading).toBe(CHECKING);
	expect(await starts()).toBe(0);
});

test('what the customer has just entered is hidden where verify repeats it', async () => {
	const otp = await (await activatePage({})).submit(entries('otp'));
	const errorMessage = `Approved with ${OTP}`;
	world.sandbox.fail({ on: 'verify', kind: 'altered', fields: { data: { errorMessage } }, times: 9 });
	await otp.submit({ otp: OTP });
	expect(await starts()).toBe(1);
	expect(JSON.stringify(await checkout.started())).not.toContain(OTP);
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
		await activate({ options: { timeout: 2 } });
		const form = await openLink();
		world.sandbox.fail({ on: 'charge', kind: 'hang' });
		const waiting = form.submit(entries('frictionless', { cvv: '999' }));
		while (world.sandbox.ledger.transactions.length === 0) await setImmediate();
		expect(await notify({ merchantRef: 'INV-7', status: 4 })).toBe(200);
		const page = await waiting;
		expect([(await page.reload()).heading, (await openLink()).fields[0]]).toEqual([
			'Payment not completed',
			'cardNumber',
		]);
	});

	test('that the payment is open keeps the way to the bank', async () => {
		await activate();
		const form = await openLink();
		world.sandbox.configure({ verifyKnowsMerchantReference: true });
		world.sandbox.fail({ on: 'charge', kind: 'altered', fields: { data: { reference: null } } });
		const bank = await form.submit(entries('threeDSecure'));
		expect(await notify({ status: 1 })).toBe(200);
		expect([(await openLink()).heading, (await bank.reload()).heading]).toEqual([bank.heading, bank.heading]);
	});
});

describe('a charge that was made is answered as a used reference, which verify does not find', () => {
	test.each([
		[400, { message: 'Invalid Request', errors: ['reference: has been used before'] }],
		[409, { message: 'Conflict' }],
		[402, { message: 'Duplicate transaction' }],
	])('the customer is not asked for a card again, until the service tells of it: %i %j', async (status, fields) => {
		const form = await activatePage({ options: { browserSeconds: 0 } });
		world.sandbox.configure({ verifyKnowsMerchantReference: false });
		const data = { status: null, ref: null, reference: null, authorizationType: null, errorMessage: null };
		answer(status, { ...fields, data });
		const checking = await form.submit(entries('frictionless'));
		expect(checking.heading).toBe(CHECKING);
		const later = await checking.go(aged(checking.refresh!.address, 16));
		const again = await form.submit(entries('frictionless'));
		expect([later, await form.reload(), again].map(({ heading }) => heading)).toEqual(Array(3).fill(CHECKING));
		await notify({ status: 2 });
		await notify({ status: 2 });
		expect((await later.reload()).heading).toBe(PAID);
		expect(await starts()).toBe(1);
	});
});

test.each([false, true])(
	'the late decline of an earlier card says nothing of the one that was charged after it under the same reference (verify knows it: %p)',
	async (verifyKnowsMerchantReference) => {
		await activate({ options: { timeout: 2, browserSeconds: 0 } });
		world.sandbox.fail({ on: 'charge', kind: 'status', status: 402 });
		const again = await (await openLink()).submit(entries('frictionless', { cvv: '999' }));
		expect(again.fields[0]).toBe('cardNumber');
		// The service lets a declined reference be used again.
		const first = lastCharge();
		first.merchantReference = 'free again';
		world.sandbox.configure({ verifyKnowsMerchantReference });
		world.sandbox.fail({ on: 'charge', kind: 'hang' });
		const waiting = again.submit(entries('frictionless'));
		while (world.sandbox.ledger.transactions.length === 1) await setImmediate();
		const second = lastCharge();
		first.merchantReference = 'INV-7';
		await notify({ status: 4 }, first);
		await waiting;
		await notify({ status: 2 }, second);
		await notify({ status: 2 }, second);
		expect((await openLink()).heading).toBe(PAID);
		const { transactionReference } = second;
		expect(await checkout.started()).toMatchObject([{ outcome: 'authorized', transactionReference }]);
	},
);

test('a link whose first card was declined late offers no further try while its second card is under way', async () => {
	await activate({ options: { timeout: 2 } });
	world.sandbox.fail({ on: 'charge', kind: 'status', status: 402 });
	const again = await (await openLink()).submit(entries('frictionless', { cvv: '999' }));
	const first = lastCharge();
	first.merchantReference = 'free again';
	world.sandbox.configure({ verifyKnowsMerchantReference: true });
	world.sandbox.fail({ on: 'charge', kind: 'hang' });
	const waiting = again.submit(entries('frictionless'));
	while (world.sandbox.ledger.transactions.length === 1) await setImmediate();
	lastCharge().merchantReference = 'not recorded yet';
	first.merchantReference = 'INV-7';
	const page = await openLink();
	expect([page.heading, page.fields]).toEqual([CHECKING, []]);
	await waiting;
});

test('the shop is not told that a link was declined where a later card has paid it, and nobody remembers that', async () => {
	const shop = { afterPayment: 'button', returnUrl: 'https://shop.example/back' };
	await activate({ ...shop, options: { paymentsRemembered: 3 } });
	const link = { tries: 2, expires: Date.now() + 3_600_000 };
	const declined = await (await (await openLink(link)).submit(entries('insufficientFunds'))).submit({ otp: OTP });
	expect((await (await declined.go(declined.link!)).submit(entries('frictionless'))).heading).toBe(PAID);
	setClock(Date.now() + 2 * DAY);
	for (const number of [1, 2, 3, 4])
		await (await openLink({ reference: `INV-X${number}` })).submit(entries('frictionless'));
	const old = await declined.reload();
	expect(old.heading).toBe('Payment not completed');
	expect(old.html).not.toContain('outcome=declined');
});
