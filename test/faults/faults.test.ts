import { join } from 'node:path';
import { runInThisContext } from 'node:vm';

import { isContradicted, isDoubt, NOTHING_SAID } from './support/ledgerCheck';
import { FloodTrial } from './support/floodTrial';
import { KINDS, KINDS_OF_LOOPS } from './support/killWorkflow';
import { KillTrial } from './support/killTrial';
import { ListTrial } from './support/listTrial';
import { LinkTrial } from './support/linkTrial';
import { NotificationTrial } from './support/notificationTrial';
import { bookingsFor } from './support/orders';
import { PaymentTrial } from './support/paymentTrial';
import { RefundTrial } from './support/refundTrial';
import { Report } from './support/report';
import { RetryLoopTrial } from './support/retryLoopTrial';
import {
	rowsOfFloods,
	rowsOfKills,
	rowsOfLinks,
	rowsOfLists,
	rowsOfLoops,
	rowsOfNotifications,
	rowsOfPayments,
	rowsOfRefunds,
	rowsOfSchedules,
} from './support/rows';
import { ScheduleTrial } from './support/scheduleTrial';
import { ACCEPTING } from './support/sandboxes';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const ORDERS = Number(process.env.FAULT_CHARGES ?? 2_000);
const TRANSFERS = Number(process.env.FAULT_TRANSFERS ?? 500);
const REFUNDS = Number(process.env.FAULT_REFUNDS ?? 300);
const LINKS = Number(process.env.FAULT_LINKS ?? 200);
const NOTIFICATIONS = Number(process.env.FAULT_NOTIFICATIONS ?? 10_000);

const FLOOD = Number(process.env.FAULT_FLOOD ?? 2_000);

const COUNTS = ['charged', 'authorized', 'transferred', 'repeated'] as const;

const report = new Report(
	join(__dirname, 'REPORT.md'),
	`# What came of the faults

Written by \`npm run test:faults\`: n8n's engine and a real n8n, the sandbox, and a proxy between them, on one machine.`,
);
const isWhole =
	ORDERS >= 2_000 && TRANSFERS >= 500 && REFUNDS >= 300 && LINKS >= 200 && NOTIFICATIONS >= 10_000 && FLOOD >= 2_000;
afterAll(() => report.publish(isWhole && report.parts === 10));

describe('payments through a bad network', () => {
	let trial: PaymentTrial;
	beforeAll(async () => {
		trial = await PaymentTrial.prepare(ORDERS, TRANSFERS);
		await trial.run();
		report.add(`Charges of ${ORDERS} orders and transfers of ${TRANSFERS}`, rowsOfPayments(trial));
	}, 10 * MINUTE);
	afterAll(async () => await trial?.stop(), MINUTE);

	test('each order is charged at most once, under whatever reference', () => {
		const { ledger } = trial.world.sandbox;
		const references = ledger.transactions.map(({ merchantReference }) => merchantReference);
		expect(references.filter((reference) => ledger.chargesOf(reference) !== 1)).toEqual([]);
		expect(trial.orders.filter(({ name }) => bookingsFor(trial.world.sandbox, name).length > 1)).toEqual([]);
	});

	test('each order is transferred at most once, under whatever request ID', () => {
		const { transfers } = trial.world.sandbox;
		const requestIds = transfers.list.map(({ requestId }) => requestId);
		expect(requestIds.filter((requestId) => transfers.transfersOf(requestId) !== 1)).toEqual([]);
		expect(trial.transferOrders.filter(({ name }) => bookingsFor(trial.world.sandbox, name).length > 1)).toEqual([]);
	});

	test('a list of transfers that is run again meets the rule that a request ID is used once', () => {
		expect(trial.world.sandbox.transfers.duplicatesRefused).toBeGreaterThan(0);
	});

	test.each(COUNTS)('%s: every item has an outcome', (count) => {
		expect(trial[count].last.size).toBeGreaterThan(0);
		expect(trial[count].silent).toEqual([]);
	});

	test.each(COUNTS)('%s: no outcome contradicts the ledger', (count) => {
		expect(trial[count].contradictions).toEqual([]);
	});

	test.each(COUNTS)('%s: nothing is sent again that may have been carried out', (count) => {
		expect(trial[count].sentAgain).toEqual([]);
	});

	test.each([
		['charged', 'orders'],
		['transferred', 'transferOrders'],
	] as const)('every order is %s in the end, or its outcome is unknown', (count, orders) => {
		const isOpen = (name: string) =>
			bookingsFor(trial.world.sandbox, name).length === 0 && !isDoubt(trial[count].last.get(name)!);
		expect(trial[orders].filter(({ name }) => isOpen(name))).toEqual([]);
	});
});

describe('refunds through a bad network, in lists that are run twice, loops and executions that n8n was killed in', () => {
	let trial: RefundTrial;
	beforeAll(async () => {
		trial = await RefundTrial.prepare(REFUNDS);
		await trial.run();
		report.add(`Refunds of ${REFUNDS} payments`, rowsOfRefunds(trial));
	}, 10 * MINUTE);
	afterAll(async () => await trial?.stop(), MINUTE);

	test('no payment is refunded twice', () => {
		expect(trial.twice).toEqual([]);
		expect(trial.refunded).toBeGreaterThan(REFUNDS / 2);
	});

	test('every item has an outcome, and none contradicts the ledger', () => {
		expect(trial.silent).toEqual([]);
		expect(trial.contradictions).toEqual([]);
	});
});

describe('n8n is killed between a request and its answer, and retries the execution', () => {
	let trial: KillTrial;
	beforeAll(async () => {
		trial = await KillTrial.prepare(KINDS);
		await trial.run();
		report.add(`A killed n8n, ${trial.orders.length} orders`, rowsOfKills(trial));
	}, 10 * MINUTE);
	afterAll(async () => await trial?.stop(), MINUTE);

	test('each order is charged or transferred exactly once', () => {
		expect(trial.orders.filter((order) => bookingsFor(trial.sandbox, order).length !== 1)).toEqual([]);
		expect(trial.sandbox.ledger.duplicatesRefused).toBeGreaterThan(0);
		expect(trial.sandbox.transfers.duplicatesRefused).toBeGreaterThan(0);
	});

	test('each payment is refunded exactly once', () => {
		const refunded = trial.batches.filter(({ kind }) => kind.call === 'refund').flatMap(({ orders }) => orders);
		expect(refunded.map((order) => trial.sandbox.ledger.byReference(order)?.refunds.length)).toEqual(
			refunded.map(() => 1),
		);
	});

	test('every item has an outcome', () => {
		expect(trial.batches.map(({ claims }) => claims.length)).toEqual(trial.batches.map(() => 3));
		expect(trial.where(({ said }) => said === NOTHING_SAID)).toEqual([]);
	});

	test('no outcome contradicts the ledger', () => {
		expect(trial.where((claim, state) => isContradicted(claim, state, 'absent'))).toEqual([]);
	});
});

describe('n8n is killed in a loop over orders, and the service does not refuse a used reference', () => {
	let trial: KillTrial;
	beforeAll(async () => {
		trial = await KillTrial.prepare(KINDS_OF_LOOPS, ACCEPTING);
		await trial.run();
		report.add(`A killed n8n with a loop, ${trial.orders.length} orders`, rowsOfKills(trial));
	}, 10 * MINUTE);
	afterAll(async () => await trial?.stop(), MINUTE);

	test('each order is charged or transferred exactly once', () => {
		expect(trial.orders.filter((order) => bookingsFor(trial.sandbox, order).length !== 1)).toEqual([]);
	});

	test('what was sent before n8n was killed is found, and told', () => {
		expect(trial.where(({ said }) => said !== 'authorized')).toEqual([]);
	});
});

describe('a loop that comes back to the same node while payments are open', () => {
	let trial: RetryLoopTrial;
	beforeAll(async () => {
		trial = await RetryLoopTrial.prepare();
		await trial.run();
		report.add('Loops that come back to a payment', rowsOfLoops(trial));
	}, MINUTE);
	afterAll(async () => await trial?.stop(), MINUTE);

	test('sends each payment once', () => {
		for (const { notOnce, sent, outcomes, rounds } of trial.loops) {
			expect(notOnce).toEqual([]);
			expect(sent).toBe(outcomes.length);
			expect(rounds).toBeGreaterThan(2);
		}
	});

	test('shows what has become of each payment, as one that was made before', () => {
		for (const { outcomes, duplicates } of trial.loops) {
			expect(new Set(outcomes)).toEqual(new Set(['authorized']));
			expect(duplicates).toBe(outcomes.length);
		}
	});
});

describe('lists that are run again, or have equal rows', () => {
	let trial: ListTrial;
	beforeAll(async () => {
		trial = await ListTrial.prepare();
		await trial.run();
		report.add('Lists that are run twice, and two equal rows', rowsOfLists(trial));
	}, MINUTE);
	afterAll(async () => await trial?.stop(), MINUTE);

	test('each order is paid once', () => {
		expect(trial.runs.flatMap(({ notOnce }) => notOnce)).toEqual([]);
	});

	test('the second run fails at its end, and tells of every row', () => {
		for (const { firstFailed, secondFailed, claims, usedBefore } of trial.runs) {
			expect([firstFailed, secondFailed]).toEqual([false, true]);
			expect(claims.filter(({ said }) => said !== 'authorized')).toEqual([]);
			expect(usedBefore).toBe(20);
		}
	});

	test('of a list with two equal rows nothing is sent', () => {
		expect(trial.equalRows).toEqual({ sent: 0, failed: 2 });
	});
});

describe('executions of one schedule that overlap', () => {
	let trial: ScheduleTrial;
	beforeAll(async () => {
		trial = await ScheduleTrial.prepare();
		await trial.run();
		report.add('Executions of one schedule that overlap', rowsOfSchedules(trial));
	}, 5 * MINUTE);
	afterAll(async () => await trial?.stop(), MINUTE);

	test('pay every order', () => {
		expect(trial.results.flatMap(({ unpaid }) => unpaid)).toEqual([]);
	});

	test('pay no order twice, unless they ask about it within one answer time', () => {
		expect(trial.results.flatMap(({ twice, isAtOnce }) => (isAtOnce ? [] : twice))).toEqual([]);
	});
});

describe('notifications while the service comes and goes', () => {
	let trial: NotificationTrial;
	beforeAll(async () => {
		trial = await NotificationTrial.prepare(NOTIFICATIONS);
		await trial.run();
		await afterDays(8, async () => await trial.repeatEverything());
		report.add(`${NOTIFICATIONS} notifications`, rowsOfNotifications(trial));
	}, 10 * MINUTE);
	afterAll(async () => await trial?.stop(), MINUTE);

	test('nothing forged starts a workflow', () => {
		expect(trial.forgedStarts()).toEqual([]);
		expect(trial.answers[401]).toBeGreaterThan(0);
	});

	test('every payment that the service confirms starts it', () => {
		expect(trial.undelivered).toEqual([]);
		expect(trial.answers[503]).toBeGreaterThan(0);
		expect(trial.startsOfEach().filter((starts) => starts === 0)).toEqual([]);
	});

	test('none starts it twice in one process', () => {
		expect(trial.startsOfEach().filter((starts) => starts > 1)).toEqual([]);
	});

	test('none starts it again when it is delivered once more after eight days', () => {
		expect(trial.lateStarts).toEqual([]);
	});
});

describe('payment links with several tries', () => {
	let trial: LinkTrial;
	beforeAll(async () => {
		trial = await LinkTrial.prepare(LINKS);
		await trial.run();
		// Shortly before what is remembered is forgotten, and long after that.
		for (const days of [6, 12]) await afterDays(days, async () => await trial.repeatEverything());
		report.add(`${LINKS} payment links`, rowsOfLinks(trial));
	}, 10 * MINUTE);
	afterAll(async () => await trial?.stop(), MINUTE);

	test('each is paid at most once, with whatever cards', () => {
		expect(trial.paidTwice).toEqual([]);
	});

	test('each starts the workflow once when it was paid, and for nothing else', () => {
		expect(trial.wrongStarts).toEqual([]);
		expect(trial.missingStarts).toEqual([]);
		expect(trial.starts.length).toBeGreaterThan(0);
	});

	test('nobody gets a receipt for what somebody else paid', () => {
		expect(trial.wrongReceipts).toEqual([]);
	});

	test('days later nothing starts again, and a paid link asks for no card', () => {
		expect(trial.lateStarts).toEqual([]);
		expect(trial.formsOnPaidLinks).toEqual([]);
	});
});

/** Moves the clock of n8n, which runs outside Jest's context, and of the sandbox, which runs in it, while something is done. */
async function afterDays(days: number, act: () => Promise<void>): Promise<void> {
	const start = Date.now();
	const clocks = [Date, runInThisContext('Date') as DateConstructor].map((clock) =>
		jest.spyOn(clock, 'now').mockImplementation(() => start + days * DAY + performance.now()),
	);
	await act().finally(() => clocks.forEach((clock) => clock.mockRestore()));
}

describe('floods of junk and forgeries at each public door', () => {
	let trial: FloodTrial;
	beforeAll(async () => {
		trial = await FloodTrial.prepare(FLOOD);
		await trial.run();
		report.add(`Floods, ${FLOOD} requests at each public door`, await rowsOfFloods(trial));
	}, 10 * MINUTE);
	afterAll(async () => await trial?.stop(), MINUTE);

	test('start and resume nothing', async () => {
		expect(await Promise.all(trial.doors.map(async ({ started }) => await started()))).toEqual([0, 0, 0, 0]);
	});

	test('turn nobody away who comes with something genuine', () => {
		expect(trial.doors.map(({ visits }) => visits).filter((visits) => visits < FLOOD / 30)).toEqual([]);
		expect(trial.doors.flatMap(({ name, turnedAway }) => turnedAway.map((instead) => [name, instead]))).toEqual([]);
	});

	test('make no node fail', () => {
		expect(trial.doors.filter(({ answers }) => answers[500] !== undefined).map(({ name }) => name)).toEqual([]);
	});
});
