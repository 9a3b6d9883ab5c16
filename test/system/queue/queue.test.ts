import { QueueMode } from '../support/queueMode';
import { Shop } from '../support/shop';
import { NO_ANSWER } from './sale';
import { SaleTrial } from './saleTrial';
import { mostInOneLife } from './tokenCalls';

const MINUTE = 60_000;

/** Short, so that tokens expire during the sale. */
const TOKEN_LIFE = 30;
/** Processes that call the service with a token: both workers, and the one that was started again. */
const WORKER_PROCESSES = 3;
/** The most executions that a worker runs at once; n8n's default. */
const JOBS_AT_ONCE = 10;
const COPIES = 3;

const ORDERS = Array.from({ length: Number(process.env.QUEUE_ORDERS ?? 200) }, (_, index) => `ORDER-${index + 1}`);
const PAIRS = Array.from({ length: 20 }, (_, index) => `PAIR-${index + 1}`);

let shop: Shop<QueueMode>;
let trial: SaleTrial;

beforeAll(async () => {
	shop = await Shop.open(await QueueMode.prepare({ webhookProcessors: 1, workers: 2 }), {
		cardAuth: 'bearer',
		tokenLifetimeSeconds: TOKEN_LIFE,
		notificationCopies: COPIES,
		verifyKnowsMerchantReference: true,
	});
	trial = await SaleTrial.prepare(shop);
	await trial.sell(ORDERS);
	await trial.repeatAtMain(ORDERS);
	await trial.notifyBothAtOnce(PAIRS);
}, 10 * MINUTE);

afterAll(async () => await shop?.close(), MINUTE);

it('has each order paid in the end', () => {
	expect(trial.sale.unpaid(ORDERS)).toEqual([]);
});

it('charges each order once, also those that were charged before the worker died', () => {
	// The shop has asked for some of them again.
	expect(trial.sale.answers.length).toBeGreaterThan(ORDERS.length + PAIRS.length);
	expect(ORDERS.map((reference) => shop.sandbox.ledger.chargesOf(reference))).toEqual(ORDERS.map(() => 1));
});

it('ends each execution, those that died with the worker as failed', () => {
	const ended = { payment: 0, notified: 0 };
	for (const workflow of ['payment', 'notified'] as const) {
		const { success = 0, error = 0, crashed = 0, ...others } = trial.tally(workflow);
		expect(others).toEqual({});
		ended[workflow] = success + error + crashed;
	}
	expect(ended.notified).toBe(startsOf([...ORDERS, ...PAIRS]));
	// A request whose answer was lost may have begun one.
	const { answers } = trial.sale;
	expect(ended.payment).toBeGreaterThanOrEqual(answers.filter(({ status }) => status !== NO_ANSWER).length);
	expect(ended.payment).toBeLessThanOrEqual(answers.length);
	expect(diedWithWorker()).toBeLessThanOrEqual(JOBS_AT_ONCE);
});

it('tells the error workflow of each execution that died with the worker, and of no other', () => {
	// Some of them twice, when two processes of n8n find out.
	const died = [...trial.lost('payment'), ...trial.lost('notified')].map(({ id }) => id);
	expect(trial.toldOf()).toEqual(new Set(died));
});

it('fetches at most one token for each process within the life of a token', () => {
	expect(shop.sandbox.tokenCalls).toBeGreaterThan(1);
	expect(mostInOneLife(shop.sandbox, TOKEN_LIFE)).toBeLessThanOrEqual(WORKER_PROCESSES);
});

it('starts the workflow once for each payment, although copies come at once and again later in another process', () => {
	expect(shop.sandbox.deliveries.length).toBeGreaterThanOrEqual(ORDERS.length * COPIES);
	expect(trial.starts(ORDERS)).toEqual(ORDERS.map(() => 1));
});

it('starts the workflow at most once for each process that hears of a payment at the same moment', () => {
	for (const count of trial.starts(PAIRS)) expect([1, 2]).toContain(count);
});

function startsOf(references: readonly string[]): number {
	return trial.starts(references).reduce((sum, count) => sum + count, 0);
}

function diedWithWorker(): number {
	return trial.lost('payment').length + trial.lost('notified').length;
}
