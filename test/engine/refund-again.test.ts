import type { IDataObject } from 'n8n-workflow';

import type { EngineRun } from '../../dev/engine';
import type { SandboxOptions, Transaction } from '../../dev/sandbox';
import { setStatus } from './spec/helpers';
import { behind } from './support/behind';
import { skipWaits } from './support/clock';
import { LOSSES } from './support/losses';
import { GOES_ON, itemsOf, node, paid, sent, threePaid } from './support/refunds';
import { chain } from './support/world';
import { setUpWorld, world } from './support/worldTests';

/* A further refund in part, by compare and set. The service refunds as often as it is told to, until nothing is left. */

setUpWorld({ verifyTellsRefunds: true });
skipWaits();
beforeEach(() => world.editCredential({ refundAuthentication: 'bearer' }));

/** In milliseconds: no test lasts so long. */
const DAYS = 300_000_000;

const run = async (payments: Transaction[], changes: IDataObject = {}) =>
	await world.engine.run(chain([node(GOES_ON, changes)]), { mode: 'trigger', input: itemsOf(payments) });
/** Tells what became of each item: the outcome, or the code of its error and whether money may have moved. */
const told = (ran: EngineRun) =>
	ran.items('Refund').map(({ json: { outcome, error } }) => {
		const { code, charged } = (error ?? {}) as IDataObject;
		return error === undefined ? outcome : [code, charged];
	});
/** The parts of a payment that the service has refunded, in minor units. */
const parts = ({ refunds }: Transaction) => refunds.map(({ amountMinor }) => amountMinor);

const USED = ['reference_used', 'no'];
const IN_DOUBT = ['reference_used', 'unknown'];

/** A payment of 10.50 of which 4.00 was refunded. */
async function refundedInPart(): Promise<Transaction> {
	const payment = await paid();
	expect(told(await run([payment], { amountToRefund: '4' }))).toEqual(['refunded']);
	return payment;
}

test.each([11, 6, 2] as const)(
	'a payment is refunded part by part, and the last one takes what is left: status %i',
	async (partialRefundStatus) => {
		world.sandbox.configure({ partialRefundStatus });
		const payment = await refundedInPart();
		const [second] = (await run([payment], { amountToRefund: '3.25', refundedBefore: '4.00' })).items('Refund');
		expect(second!.json).toMatchObject({ outcome: 'refunded', amount: 3.25, remainingAmount: 3.25 });
		const [third] = (await run([payment], { refundedBefore: '={{ 4 + 3.25 }}' })).items('Refund');
		expect(third!.json).toMatchObject({ outcome: 'refunded', amount: 3.25, remainingAmount: 0 });
		expect([parts(payment), payment.status]).toEqual([[400, 325, 325], 6]);
	},
);

test.each([11, 6, 2] as const)(
	'who waits for a further refund is not told of the one before it: status %i',
	async (partialRefundStatus) => {
		world.sandbox.configure({ partialRefundStatus });
		const payment = await refundedInPart();
		world.sandbox.configure({ refundLagMs: DAYS, refundAcquirerCode: '51' });
		const [refund] = (await run([payment], { amountToRefund: '3', refundedBefore: '4' })).items('Refund');
		const wait = async (item: IDataObject) =>
			(await world.one('transaction', 'waitForOutcome', { timeLimit: 0 }, [item]))[0]!.json;
		const first = await wait({ ...refund!.json, remainingAmount: 3.5 });
		const second = await wait(first);
		for (const json of [first, second])
			expect(json).toMatchObject({ outcome: 'pending', authorized: false, timedOut: true, remainingAmount: 3.5 });
		world.sandbox.configure({ refundLagMs: 0 });
		expect(await wait(second)).toMatchObject({ outcome: 'refunded', authorized: false, timedOut: false });
	},
);

describe('nothing is sent', () => {
	test.each<[string, SandboxOptions, string | undefined, RegExp]>([
		['an amount, and none is entered', {}, undefined, /4\.00 NGN of the payment .* and 'Refunded Before' is empty/],
		['another amount', {}, '5', /4\.00 NGN of the payment .* and 'Refunded Before' is 5\.00 NGN/],
		[
			'no amount',
			{ verifyTellsRefunds: false },
			'4',
			/the service does not say how much of the payment .* was refunded/,
		],
	])('where the record names %s', async (_, options, refundedBefore, message) => {
		const payment = await refundedInPart();
		world.sandbox.configure(options);
		const ran = await run([payment], { amountToRefund: '1', ...(refundedBefore !== undefined && { refundedBefore }) });
		expect(told(ran)).toEqual([USED]);
		expect((ran.items('Refund')[0]!.json.error as IDataObject).message).toMatch(message);
		expect([sent(), parts(payment)]).toEqual([1, [400]]);
	});

	test.each(['', '4'])('for a payment that was charged back, with %j refunded before', async (refundedBefore) => {
		const payment = await refundedInPart();
		setStatus(world, payment, 7);
		expect(told(await run([payment], { amountToRefund: '1', refundedBefore }))).toEqual([USED]);
		expect(parts(payment)).toEqual([400]);
	});

	test.each<[IDataObject, string]>([
		[{ amountToRefund: '6.51' }, 'Amount to Refund'],
		[{ refundedBefore: '={{ $json.missing }}' }, 'Refunded Before'],
		[{ refundedBefore: '4,00' }, 'Refunded Before'],
		[{ refundedBefore: '4.001' }, 'Refunded Before'],
	])('with %j, and the field is named', async (changes, field) => {
		const payment = await refundedInPart();
		const ran = await run([payment], { refundedBefore: '4', ...changes });
		expect(ran.items('Refund')[0]!.json.error).toMatchObject({ code: 'invalid_input', field });
		expect(parts(payment)).toEqual([400]);
	});
});

describe('a list that is run twice sends one', () => {
	const AGAIN = { amountToRefund: '3', refundedBefore: '4' };

	test('where the record shows it', async () => {
		const payments = [await refundedInPart(), await refundedInPart()];
		expect(told(await run(payments, AGAIN))).toEqual(['refunded', 'refunded']);
		expect(told(await run(payments, AGAIN))).toEqual([USED, USED]);
		expect(payments.map(parts)).toEqual([
			[400, 300],
			[400, 300],
		]);
	});

	test.each(['4', '4.0', 4])('while the record lags, however the amount is written: %j', async (refundedBefore) => {
		const payment = await refundedInPart();
		world.sandbox.configure({ refundLagMs: DAYS });
		expect(told(await run([payment], AGAIN))).toEqual(['refunded']);
		await world.engine.newProcess();
		expect(told(await run([payment], { ...AGAIN, refundedBefore }))).toEqual([IN_DOUBT]);
		expect(told(await run([payment], { ...AGAIN, amountToRefund: '2', refundedBefore }))).toEqual([IN_DOUBT]);
		expect(parts(payment)).toEqual([400, 300]);
		// The record shows it at last, and the next one is another refund.
		world.sandbox.configure({ refundLagMs: 0 });
		expect(told(await run([payment], { ...AGAIN, refundedBefore: '7' }))).toEqual(['refunded']);
		expect(parts(payment)).toEqual([400, 300, 300]);
	});

	test('also where the first refund is the one that lags', async () => {
		world.sandbox.configure({ refundLagMs: DAYS });
		const payment = await refundedInPart();
		for (const refundedBefore of ['', '0', '0.00'])
			expect(told(await run([payment], { ...AGAIN, refundedBefore }))).toEqual([IN_DOUBT]);
		expect(told(await run([payment], AGAIN))).toEqual([USED]);
		expect(parts(payment)).toEqual([400]);
	});

	test('at once, from two nodes of one process, while the record lags', async () => {
		const payment = await refundedInPart();
		world.sandbox.configure({ refundLagMs: DAYS });
		const other = { ...node(GOES_ON, AGAIN), id: 'another-node' };
		const input = itemsOf([payment]);
		const runs = await Promise.all([
			run([payment], AGAIN),
			world.engine.run(chain([other]), { mode: 'trigger', input }),
		]);
		expect(runs.flatMap(told)).toEqual(expect.arrayContaining(['refunded', IN_DOUBT]));
		expect(parts(payment)).toEqual([400, 300]);
	});

	test('also where it is written with more decimals than its currency has', async () => {
		world.sandbox.configure({ refundLagMs: DAYS });
		const payment = await paid();
		expect(told(await run([payment], { amountToRefund: '4' }))).toEqual(['refunded']);
		for (const refundedBefore of ['0.001', '0.0001'])
			expect(told(await run([payment], { amountToRefund: '4', refundedBefore }))).toEqual([['invalid_input', 'no']]);
		expect(parts(payment)).toEqual([400]);
	});

	test('also with Retry On Fail, after a refusal that may have refunded', async () => {
		const payment = await refundedInPart();
		world.sandbox.fail({ on: 'refund', kind: 'status', status: 400, when: 'after' });
		const tries = { ...GOES_ON, retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const ran = await world.engine.run(chain([node(tries, AGAIN)]), { mode: 'trigger', input: itemsOf([payment]) });
		expect([told(ran), parts(payment)]).toEqual([['refunded'], [400, 300]]);
	});
});

test('a further refund that has waited for the one before it is sent, as soon as the record shows that one', async () => {
	const payment = await paid();
	const second = { ...node(GOES_ON, { amountToRefund: '3', refundedBefore: '4' }), id: 'another-node' };
	const runs = await behind(
		world.sandbox,
		'refund',
		() => run([payment], { amountToRefund: '4' }),
		() => world.engine.run(chain([second]), { mode: 'trigger', input: itemsOf([payment]) }),
	);
	expect([runs.map(told), parts(payment)]).toEqual([
		[['refunded'], ['refunded']],
		[400, 300],
	]);
});

test.each<[number, string]>([
	[7, 'unknown'],
	[11, 'refunded'],
])('the lost answer to the first refund, and a record of status %i: %s', async (status, outcome) => {
	const payment = await paid();
	world.sandbox.configure({ verifyTellsRefunds: false });
	world.sandbox.fail({ on: 'refund', kind: 'status', status: 503, when: 'before' });
	const running = run([payment], { amountToRefund: '4' });
	while (sent() === 0) await new Promise(setImmediate);
	setStatus(world, payment, status);
	expect(told(await running)).toEqual([outcome]);
});

test.each(LOSSES)('a lost answer is settled by the amount that the record names: the service %s', async (_, fault) => {
	const payment = await refundedInPart();
	const again = async (when: 'before' | 'after') => {
		world.sandbox.fail({ on: 'refund', ...fault, when });
		return await run([payment], { amountToRefund: '3', refundedBefore: '4', options: { timeout: 3 } });
	};
	expect([told(await again('after')), parts(payment)]).toEqual([['refunded'], [400, 300]]);
});

test('a refund that was not made is not settled by the one before it', async () => {
	const [payment] = await threePaid();
	await run([payment!], { amountToRefund: '4' });
	world.sandbox.configure({ makesRefunds: false, refundAcquirerCode: '' });
	expect(told(await run([payment!], { amountToRefund: '3', refundedBefore: '4' }))).toEqual(['unknown']);
	expect(parts(payment!)).toEqual([400]);
});
