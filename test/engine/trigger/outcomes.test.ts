import type { IDataObject } from 'n8n-workflow';

import { attemptReference } from '../../../gateway/values/attempt';
import { MEMORY, withManyStarts } from '../../manyStarts';
import { PUBLISHED } from '../../publishedStatuses';
import { resetClock, setClock } from '../support/clock';
import { chargeAtSandbox, claimOf } from '../support/trigger';
import { activate, payment, setUpTriggers, signedCallback, trigger, world } from '../support/triggerTests';
import { CARDS, expectPaymentItem } from '../support/world';

const EVERY_OUTCOME = ['authorized', 'declined', 'pending', 'refunded', 'unknown'];

const DAY = 24 * 3_600_000;

setUpTriggers();
afterEach(resetClock);

const startedOutcomes = async () => (await trigger.started()).map(({ outcome }) => outcome);

describe('of the outcomes', () => {
	test.each(PUBLISHED)('status %i (%s) starts as %s where all are wanted', async (status, statusName, outcome) => {
		await activate({ outcomes: EVERY_OUTCOME });
		expect(await trigger.result(trigger.notify(claimOf(await payment(status), { status })))).toEqual([200, 1]);
		const item = { outcome, status, statusName, authorized: outcome === 'authorized', verified: true };
		expect(await trigger.started()).toMatchObject([item]);
	});
});

test.each(['authorized', 'refunded', 'pending'])(
	'what starts as %s has the seven fields of every payment first, and three of its own at most',
	async (outcome) => {
		const status = PUBLISHED.find(([, , published]) => published === outcome)![0];
		await activate({ outcomes: EVERY_OUTCOME, options: { simplify: true } });
		await trigger.notify(claimOf(await payment(status), { status }));
		const [item] = await trigger.started();
		expect(item).toMatchObject({ outcome });
		expectPaymentItem(item!);
	},
);

test.each([
	['declined, authorized and voided', [4, 2, 9]],
	['expired, captured and not captured', [14, 3, 13]],
	['refunded in part, in full, and charged back', [11, 6, 7]],
	['refunded and charged back', [6, 7]],
])('a payment that is %s starts each time', async (_, statuses) => {
	await activate({ outcomes: EVERY_OUTCOME });
	const known = await payment(1);
	for (const status of statuses) {
		world.sandbox.setStatus(known.transactionReference, status);
		for (const answer of [200, 200]) expect((await trigger.notify(claimOf(known, { status }))).status).toBe(answer);
	}
	expect((await trigger.started()).map(({ status }) => status)).toEqual(statuses);
});

describe('out of order,', () => {
	test('paid and then open starts once', async () => {
		await activate({ outcomes: EVERY_OUTCOME });
		const paid = await payment(2);
		expect(await trigger.result(trigger.notify(claimOf(paid, { status: 2 })))).toEqual([200, 1]);
		expect(await trigger.result(trigger.notify(claimOf(paid, { status: 1 })))).toEqual([200, 1]);
		expect(await startedOutcomes()).toEqual(['authorized']);
	});

	test.each([
		['once for who wants payments', ['authorized'], ['authorized']],
		['twice for who wants refunds too', ['authorized', 'refunded'], ['authorized', 'refunded']],
	])('paid and then refunded starts %s, and a late "paid" not again', async (_, outcomes, started) => {
		await activate({ outcomes });
		const paid = await payment(2);
		await trigger.notify(claimOf(paid, { status: 2 }));
		world.sandbox.setStatus(paid.transactionReference, 6);
		expect(await trigger.result(trigger.notify(claimOf(paid, { status: 6 })))).toEqual([200, started.length]);
		expect(await trigger.result(trigger.notify(claimOf(paid, { status: 2 })))).toEqual([200, started.length]);
		expect(await startedOutcomes()).toEqual(started);
	});

	test.each([2, '2', 'AUTHORIZED'])(
		'status %p that the service does not show yet is delivered again',
		async (status) => {
			await activate();
			world.sandbox.configure({ notificationTries: 1000 });
			const { deliveries } = world.sandbox;
			const open = await chargeAtSandbox(world, { ...CARDS.otp, webhookURL: trigger.notificationUrl });
			world.sandbox.notify(open.transactionReference, { status });
			while (deliveries.length < 2 && deliveries[0]?.status !== 200) await new Promise(setImmediate);
			expect(deliveries).toMatchObject([{ status: 503 }, { status: 503 }]);
			world.sandbox.setStatus(open.transactionReference, 2);
			await world.sandbox.waitForDeliveries();
			expect(deliveries.slice(-2)).toMatchObject([{ status: 200 }, { status: 200 }]);
			expect(await trigger.started()).toMatchObject([{ ...open, outcome: 'authorized' }]);
		},
	);
});

describe('while the second attempt of an order is open,', () => {
	const order = 'ORD-7';
	const second = attemptReference({ order, attempt: 2 });

	test.each<[string, number, executions: number, (first: string) => object]>([
		['the decline of the first one, by the number of the order, is', 200, 0, () => ({ reference: order, status: 4 })],
		['the same in other fields is', 200, 0, () => ({ merchantRef: order, status: 4 })],
		[
			'the same with its own reference starts once, and is',
			200,
			1,
			(transactionReference) => ({ reference: order, transactionReference, status: 4 }),
		],
		['what the service does not show yet of the second one is', 503, 0, () => ({ reference: second, status: 4 })],
	])('%s answered with %i', async (_, status, executions, claim) => {
		await activate({ outcomes: ['authorized', 'declined'] });
		const { transactionReference } = await payment(4, { reference: order });
		await payment(1, { reference: second });
		expect(await trigger.result(trigger.notify(claim(transactionReference)))).toEqual([status, executions]);
	});
});

describe('a repeat', () => {
	test('starts nothing, whatever path and form it takes', async () => {
		await activate();
		const paid = await payment(2);
		const claim = claimOf(paid) as Record<string, string>;
		const deliver = [
			() => trigger.notify(claim),
			() => trigger.notify(new URLSearchParams(claim)),
			() => trigger.notify({ event: 'again', data: claim }),
			() => trigger.callback(claim),
			() => trigger.notify({ transactionReference: paid.transactionReference }),
		];
		for (const repeat of [...deliver, ...deliver]) expect(await trigger.result(repeat())).toEqual([200, 1]);
	});

	test('starts nothing in another process, which knows only what n8n has stored', async () => {
		await activate();
		const paid = await payment(2);
		await trigger.notify(claimOf(paid));
		const { staticData } = trigger;
		// Deactivation frees what this process remembers.
		await trigger.deactivate();
		await activate({}, { staticData });
		expect(await trigger.result(trigger.notify(claimOf(paid)))).toEqual([200, 0]);
		expect(await trigger.result(trigger.notify(claimOf(await payment(2))))).toEqual([200, 1]);
	});

	test.each([1, 7.9, 9, 100])('starts nothing after %d days, and a later refund starts once', async (days) => {
		await activate({ outcomes: ['authorized', 'refunded'] });
		const paid = await payment(2);
		const { transactionReference } = paid;
		await trigger.notify(claimOf(paid));
		setClock(Date.now() + days * DAY);
		expect(await trigger.result(trigger.notify(claimOf(paid)))).toEqual([200, 1]);
		world.sandbox.setStatus(transactionReference, 6);
		expect(await trigger.result(trigger.notify({ transactionReference }))).toEqual([200, 2]);
		setClock(Date.now() + days * DAY);
		expect(await trigger.result(trigger.notify({ transactionReference }))).toEqual([200, 2]);
		expect(await startedOutcomes()).toEqual(['authorized', 'refunded']);
	});

	test.each([8, 30, 300])('starts a payment that is paid %d days after its page was made, once', async (days) => {
		await activate();
		const open = await payment(1);
		setClock(Date.now() + days * DAY);
		world.sandbox.setStatus(open.transactionReference, 2);
		expect(await trigger.result(trigger.notify(claimOf(open)))).toEqual([200, 1]);
		expect(await trigger.result(trigger.notify(claimOf(open)))).toEqual([200, 1]);
	});

	test('starts nothing where it is not known any more whether its old payment has, and the log names it', async () => {
		await activate();
		const old = await payment(2);
		await trigger.notify(claimOf(old));
		const { staticData } = trigger;
		await trigger.deactivate();
		setClock(Date.now() + 3 * DAY);
		const global = {
			[MEMORY]: withManyStarts((staticData.global as IDataObject)[MEMORY] as string, 'trigger-1', 41_000),
		};
		setClock(Date.now() + 3 * DAY);
		await activate({}, { staticData: { global } });
		world.engine.logs.length = 0;
		expect(await trigger.result(trigger.notify(claimOf(old)))).toEqual([200, 0]);
		expect(JSON.stringify(world.engine.logs)).toMatch(/ORDER-1.*may have started the workflow already.*Get Many/);
		expect(await trigger.result(trigger.notify(claimOf(await payment(2))))).toEqual([200, 1]);
	});

	test('starts each time where each delivery is to start, and n8n itself answers', async () => {
		await activate({ options: { startOnce: false } });
		const paid = await payment(2);
		for (const count of [1, 2, 3]) {
			const answer = await trigger.notify(claimOf(paid));
			expect(await trigger.result(answer)).toEqual([200, count]);
			expect(await answer.json()).toEqual({ message: 'Received' });
			// It answers our own way wherever nothing starts.
			expect(answer.headers.get('content-security-policy')).toContain('sandbox');
		}
		const { transactionReference } = paid;
		const page = await trigger.callback({ transactionReference }, signedCallback(paid));
		expect(await trigger.result(page)).toEqual([200, 4]);
		expect(await page.text()).toContain('Payment received');
		expect(trigger.staticData).toEqual({});
	});
});

describe('the notification id', () => {
	test('is that of Transaction: Verify, and another for each status', async () => {
		await activate({ outcomes: EVERY_OUTCOME });
		const { transactionReference } = await payment(1);
		const verified: unknown[] = [];
		for (const status of [1, 2, 6]) {
			world.sandbox.setStatus(transactionReference, status);
			await trigger.notify({ transactionReference, status });
			const [item] = await world.one('transaction', 'verify', { transactionReference });
			verified.push(item!.json.notificationId);
		}
		const ids = (await trigger.started()).map(({ notificationId }) => notificationId);
		expect(ids).toEqual(verified);
		expect(new Set(ids).size).toBe(3);
	});
});
