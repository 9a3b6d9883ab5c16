import type { IDataObject } from 'n8n-workflow';

import { OTP } from '../../../dev/sandbox';
import { entries, type BrowserPage } from '../support/checkout';
import {
	activate as activatePage,
	checkout,
	lastCharge,
	openLink,
	setUpCheckouts,
	world,
} from '../support/checkoutTests';
import { resetClock, setClock } from '../support/clock';

/* The outcome of a payment of the page reaches its workflow, once, at any age. */

const DAY = 24 * 3_600_000;
const CHECKING = 'Your payment is being checked';

setUpCheckouts();
beforeEach(() => {
	world.engine.logs.length = 0;
});
afterEach(resetClock);

const ALL = ['authorized', 'declined', 'refunded', 'unknown'];
const activate = async (outcomes: string[] = ALL, more: IDataObject = {}) =>
	await activatePage({ amountFrom: 'link', outcomes, ...more });
const log = () => world.engine.logs.join('\n');
const outcomes = async () => (await checkout.started()).map(({ outcome }) => outcome);
const pay = async (card: Parameters<typeof entries>[0] = 'frictionless') =>
	await (await openLink()).submit(entries(card));

async function notify(claim: IDataObject): Promise<number> {
	const { webhookURL, transactionReference } = lastCharge();
	const headers = { 'content-type': 'application/json' };
	const body = JSON.stringify({ transactionReference, ...claim });
	return (await fetch(webhookURL, { method: 'POST', headers, body })).status;
}

/** The service's record has these fields in its next answers. */
function recordHas(data: IDataObject, times = 2): void {
	world.sandbox.fail({ on: 'verify', kind: 'altered', fields: { data }, times });
}

describe('a refund or a chargeback', () => {
	test.each([
		[6, 1],
		[7, 400],
	])('with the status %i, %i days after the payment, starts the workflow once', async (status, days) => {
		await activate();
		await pay();
		setClock(Date.now() + days * DAY);
		world.sandbox.setStatus(lastCharge().transactionReference, status);
		expect([await notify({ status }), await notify({ status })]).toEqual([200, 200]);
		expect((await openLink()).heading).toBe('Payment refunded');
		expect(await checkout.started()).toMatchObject([
			{ outcome: 'authorized' },
			{
				...{ outcome: 'refunded', authorized: false, verified: true, reference: 'INV-7', status },
				...{ email: 'ada@shop.example', cardBrand: 'Mastercard', cardLast4: '0023' },
			},
		]);
	});

	test('in part starts it each time, with what was refunded and what remains', async () => {
		await activate(['refunded'], { options: { simplify: true } });
		await pay();
		for (const [refundedAmount, lastRefundDate] of [
			['2.00', '2026-12-01T10:00:00'],
			['5.50', '2026-12-02T10:00:00'],
		]) {
			recordHas({ status: 11, refundedAmount, lastRefundDate });
			expect([await notify({ status: 11 }), await notify({ status: 11 })]).toEqual([200, 200]);
		}
		const told = (await checkout.started()).map(({ refundedAmount, remainingAmount }) => [
			refundedAmount,
			remainingAmount,
		]);
		expect(told).toEqual([
			[2, 8.5],
			[5.5, 5],
		]);
	});

	test('that the customer sees first starts it, and its notification does not start it again', async () => {
		await activate(['authorized', 'refunded']);
		const receipt = await pay();
		world.sandbox.setStatus(lastCharge().transactionReference, 6);
		for (const page of [await receipt.reload(), await receipt.reload()]) expect(page.heading).toBe('Payment refunded');
		expect(await notify({ status: 6 })).toBe(200);
		expect(await outcomes()).toEqual(['authorized', 'refunded']);
	});

	test('of the second card of a link has the reference of the order', async () => {
		await activate(['refunded']);
		const declined = await (await pay('insufficientFunds')).submit({ otp: OTP });
		await (await declined.go(declined.link!)).submit(entries('frictionless'));
		world.sandbox.setStatus(lastCharge().transactionReference, 6);
		expect(await notify({ status: 6 })).toBe(200);
		expect(await checkout.started()).toMatchObject([{ outcome: 'refunded', reference: 'INV-7', attempt: 2 }]);
	});

	test('that the record does not show yet is asked for again', async () => {
		await activate();
		await pay();
		expect(await notify({ status: 6 })).toBe(503);
		expect(await outcomes()).toEqual(['authorized']);
		world.sandbox.setStatus(lastCharge().transactionReference, 6);
		expect(await notify({ status: 6 })).toBe(200);
		expect(await outcomes()).toEqual(['authorized', 'refunded']);
	});

	test('whose record has no amount yet is another one where more is claimed', async () => {
		await activate(['refunded']);
		await pay();
		const answers: number[] = [];
		for (const [shown, claimed] of [
			[0, undefined],
			[0, 5.5],
			[5.5, 5.5],
		]) {
			recordHas({ status: 11, refundedAmount: shown, lastRefundDate: null }, 1);
			answers.push(await notify({ status: 11, refundedAmount: claimed }));
		}
		expect(answers).toEqual([200, 503, 200]);
		expect((await checkout.started()).map(({ refundedAmount }) => refundedAmount)).toEqual([0, 5.5]);
	});

	test('after a refund, which the record does not show yet, starts it again', async () => {
		await activate(['refunded']);
		await pay();
		const { transactionReference } = lastCharge();
		world.sandbox.setStatus(transactionReference, 11);
		expect(await notify({ status: 11 })).toBe(200);
		expect(await notify({ status: 7 })).toBe(503);
		world.sandbox.setStatus(transactionReference, 7);
		expect([await notify({ status: 7 }), await notify({ status: 7 })]).toEqual([200, 200]);
		expect((await checkout.started()).map(({ status }) => status)).toEqual([11, 7]);
	});

	test('starts nothing where it is not chosen', async () => {
		await activate(['authorized']);
		await pay();
		world.sandbox.setStatus(lastCharge().transactionReference, 6);
		expect(await notify({ status: 6 })).toBe(200);
		expect(await outcomes()).toEqual(['authorized']);
	});
});

test('a payment that is confirmed weeks after its card was entered starts the workflow once', async () => {
	await activate();
	await pay('threeDSecure');
	setClock(Date.now() + 40 * DAY);
	world.sandbox.setStatus(lastCharge().transactionReference, 2);
	expect([await notify({ status: 2 }), await notify({ status: 2 })]).toEqual([200, 200]);
	expect(await outcomes()).toEqual(['authorized']);
	expect(log()).not.toContain('older');
});

describe('a charge whose answer is lost, and which the service does not show,', () => {
	const WHAT = 'Checkout: the card may have been charged 10.50 NGN under the reference INV-7.';
	const lines = () => world.engine.logs.filter((line) => line.includes(WHAT));

	/** The page after such a charge. */
	async function lose(wanted = ALL): Promise<BrowserPage> {
		await activate(wanted);
		world.sandbox.configure({ hasHistory: false });
		world.sandbox.fail({ on: 'charge', kind: 'reset' });
		return await pay();
	}

	test('is told in the log with its reference, once, and starts the workflow as unknown', async () => {
		const page = await lose();
		expect([page.heading, page.html.includes('The shop is told as soon as your payment is confirmed.')]).toEqual([
			CHECKING,
			true,
		]);
		for (const again of [await page.wait(), await openLink()]) expect(again.heading).toBe(CHECKING);
		expect(lines()).toEqual([expect.stringMatching(/^warn/)]);
		expect(await checkout.started()).toMatchObject([
			{
				...{ outcome: 'unknown', authorized: false, verified: false, reference: 'INV-7', amount: 10.5 },
				...{ currency: 'NGN', email: 'ada@shop.example', cardLast4: '0023', response: null },
				details: expect.stringContaining('it is not known whether the card was charged') as string,
			},
		]);
	});

	test('starts it again with what the service confirms, as another event', async () => {
		const page = await lose();
		world.sandbox.configure({ hasHistory: true });
		expect((await page.wait()).heading).toBe('Payment received');
		expect(await notify({ status: 2 })).toBe(200);
		expect(await outcomes()).toEqual(['unknown', 'authorized']);
		const ids = (await checkout.started()).map(({ notificationId }) => notificationId);
		expect(new Set(ids).size).toBe(2);
	});

	test('starts nothing where that is not chosen, and is in the log nevertheless', async () => {
		await lose(['authorized']);
		expect([await outcomes(), lines()]).toEqual([[], [expect.any(String)]]);
	});

	test('is no such charge where the service shows it', async () => {
		await activate();
		world.sandbox.fail({ on: 'charge', kind: 'reset' });
		expect((await pay()).heading).toBe('Payment received');
		expect([await outcomes(), lines()]).toEqual([['authorized'], []]);
	});

	test('may be one whose OTP had no answer', async () => {
		await activate();
		const otp = await pay('otp');
		world.sandbox.configure({ hasHistory: false });
		world.sandbox.fail({ on: 'authorize', kind: 'reset' });
		world.sandbox.fail({ on: 'verify', kind: 'status', status: 503, skip: 1, times: 20 });
		let page = await otp.submit({ otp: OTP });
		expect([page.heading, await outcomes(), lines()]).toEqual([CHECKING, ['unknown'], [expect.any(String)]]);
		for (let tries = 0; tries < 20 && page.heading === CHECKING; tries++) page = await page.wait();
		expect(page.heading).toBe('Payment received');
		expect(await outcomes()).toEqual(['unknown', 'authorized']);
	});
});

test('a payment whose amount cannot be read is unknown once, and never told as paid', async () => {
	await activate();
	world.sandbox.fail({ on: 'verify', kind: 'altered', fields: { data: { requestedAmount: null } }, times: 1000 });
	world.sandbox.configure({ hasHistory: false });
	const page = await pay();
	for (const again of [page, await page.reload(), await openLink()]) expect(again.heading).toBe(CHECKING);
	expect(await checkout.started()).toMatchObject([
		{
			...{ outcome: 'unknown', authorized: false, verified: false, status: 2, reference: 'INV-7' },
			details: expect.stringContaining('cannot be compared with the one that was expected') as string,
		},
	]);
});

describe('a notification that the record does not confirm', () => {
	const WARNING =
		/it is not known what became of the payment with the reference INV-7\. The service has notified "(\w+)"/g;

	test.each<[string, () => void, IDataObject]>([
		['of a payment that is open', () => undefined, { status: 2 }],
		['of a payment that the service does not find', () => world.sandbox.ledger.clear(), { status: 2 }],
		[
			'while the service answers nothing',
			() => {
				for (const on of ['verify', 'history'] as const) world.sandbox.fail({ on, kind: 'status', times: 1000 });
			},
			{ status: 4 },
		],
	])('%s is answered with 503 for three days, and then starts the workflow as unknown', async (_, change, claim) => {
		await activate();
		await pay('threeDSecure');
		const { webhookURL, transactionReference } = lastCharge();
		change();
		const headers = { 'content-type': 'application/json' };
		const body = JSON.stringify({ transactionReference, ...claim });
		const again = async () => (await fetch(webhookURL, { method: 'POST', headers, body })).status;
		const begin = Date.now();
		const statuses: number[] = [];
		for (const days of [0, 1, 2.9, 3.1, 4]) {
			setClock(begin + days * DAY);
			statuses.push(await again());
		}
		expect(statuses).toEqual([503, 503, 503, 200, 200]);
		expect(log().match(WARNING)!.length).toBeGreaterThan(0);
		expect(await checkout.started()).toMatchObject([{ outcome: 'unknown', verified: false, reference: 'INV-7' }]);
	});

	test('starts the workflow with the outcome, once the record confirms it', async () => {
		await activate();
		await pay('threeDSecure');
		setClock(Date.now());
		for (const answer of [503, 503, 200]) {
			expect(await notify({ status: 2 })).toBe(answer);
			setClock(Date.now() + 2 * DAY);
		}
		world.sandbox.setStatus(lastCharge().transactionReference, 2);
		expect([await notify({ status: 2 }), await notify({ status: 2 })]).toEqual([200, 200]);
		expect(await outcomes()).toEqual(['unknown', 'authorized']);
	});
});
