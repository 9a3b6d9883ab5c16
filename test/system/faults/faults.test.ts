import { runInThisContext } from 'node:vm';

import { SEED_NOTE } from '../support/chance';
import { isAsItMustBe, Report, type Row } from '../support/report';
import { DoubleClickTrial } from './doubleClickTrial';
import { FloodTrial } from './floodTrial';
import { KillTrial } from './killTrial';
import { KINDS, KINDS_OF_LOOPS } from './killWorkflow';
import { LinkTrial } from './linkTrial';
import { ListTrial } from './listTrial';
import { NotificationTrial } from './notificationTrial';
import { OrderTrial } from './orderTrial';
import { PaymentTrial } from './paymentTrial';
import { ODD, PROMPT, RefundTrial } from './refundTrial';
import { RetryLoopTrial } from './retryLoopTrial';
import { ACCEPTING } from './sandboxes';
import { ScheduleTrial } from './scheduleTrial';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const ORDERS = Number(process.env.FAULT_CHARGES ?? 2_000);
const TRANSFERS = Number(process.env.FAULT_TRANSFERS ?? 500);
const REFUNDS = Number(process.env.FAULT_REFUNDS ?? 300);
const LINKS = Number(process.env.FAULT_LINKS ?? 200);
const NOTIFICATIONS = Number(process.env.FAULT_NOTIFICATIONS ?? 10_000);
const FLOOD = Number(process.env.FAULT_FLOOD ?? 2_000);

const report = new Report(
	'faults',
	`# What came of the faults

Written by \`npm run test:faults\`: n8n's engine and a real n8n, the sandbox, and a proxy between them, on one machine.

${SEED_NOTE}`,
);
afterAll(() => report.publish());

interface Trial {
	run(): Promise<void>;
	/** Gives its outcome. */
	rows(): Row[] | Promise<Row[]>;
	stop(): Promise<void>;
}

/** Makes a trial, and checks each row of its report. A row that is not as it must be names what is wrong. */
function tried<T extends Trial>(
	what: string,
	prepare: () => Promise<T>,
	title: (trial: T) => string,
	afterwards: (trial: T) => Promise<void> = async () => {},
): void {
	describe(what, () => {
		let trial: T;
		let rows: Row[];
		beforeAll(async () => {
			trial = await prepare();
			await trial.run();
			await afterwards(trial);
			rows = await trial.rows();
			report.add(title(trial), rows);
			// A trial takes ten minutes on a slow and busy machine.
		}, 20 * MINUTE);
		afterAll(async () => await trial?.stop(), MINUTE);

		test('everything is as it must be', () => {
			expect(rows.filter((row) => !isAsItMustBe(row))).toEqual([]);
		});
	});
}

tried(
	'payments through a bad network',
	async () => await PaymentTrial.prepare(ORDERS, TRANSFERS),
	() => `Charges of ${ORDERS} orders and transfers of ${TRANSFERS}`,
);
tried(
	'refunds through a bad network, in lists that are run twice, loops and executions that n8n was killed in',
	async () => await RefundTrial.prepare(REFUNDS, PROMPT),
	() => `Refunds of ${REFUNDS} payments`,
);
tried(
	'refunds with odd codes of the acquirer, or of which the record says nothing yet, in the same ways',
	async () => await RefundTrial.prepare(REFUNDS, ODD),
	() => `Refunds of ${REFUNDS} payments, with odd codes and a stale record`,
);
tried(
	'further refunds in part, with odd codes, or of which the record says nothing yet, in the same ways',
	async () => await RefundTrial.prepare(REFUNDS, ODD, 1),
	() => `Further refunds of ${REFUNDS} payments that were refunded in part, with odd codes and a stale record`,
);
tried(
	'n8n is killed between a request and its answer, and retries the execution',
	async () => await KillTrial.prepare(KINDS),
	({ orders }) => `A killed n8n, ${orders.length} orders`,
);
tried(
	'n8n is killed in a loop over orders, and the service does not refuse a used reference',
	async () => await KillTrial.prepare(KINDS_OF_LOOPS, ACCEPTING),
	({ orders }) => `A killed n8n with a loop, ${orders.length} orders`,
);
tried(
	'a loop that comes back to the same node while payments are open',
	async () => await RetryLoopTrial.prepare(),
	() => 'Loops that come back to a payment',
);
tried(
	'lists that are run again, or have equal rows',
	async () => await ListTrial.prepare(),
	() => 'Lists that are run twice, and two equal rows',
);
tried(
	'executions of one schedule that overlap',
	async () => await ScheduleTrial.prepare(),
	() => 'Executions of one schedule that overlap',
);
tried(
	'customers who click twice',
	async () => await DoubleClickTrial.prepare(LINKS),
	() => `Double clicks on ${LINKS} orders at each service`,
);
tried(
	'orders that are paid with a link and with charges',
	async () => await OrderTrial.prepare(LINKS),
	() => `${LINKS} orders that are paid with a link and with Card: Charge`,
);
tried(
	'notifications while the service comes and goes, and once more after eight days',
	async () => await NotificationTrial.prepare(NOTIFICATIONS),
	() => `${NOTIFICATIONS} notifications`,
	async (trial) => await afterDays(8, async () => await trial.repeatEverything()),
);
tried(
	'payment links with several tries, and once more days later',
	async () => await LinkTrial.prepare(LINKS),
	() => `${LINKS} payment links`,
	async (trial) => {
		// Shortly before what is remembered is forgotten, and long after that.
		for (const days of [6, 12]) await afterDays(days, async () => await trial.repeatEverything());
	},
);
tried(
	'floods of junk and forgeries at each public door',
	async () => await FloodTrial.prepare(FLOOD),
	() => `Floods, ${FLOOD} requests at each public door`,
);

/** Moves the clock of n8n, which runs outside Jest's context, and of the sandbox, which runs in it, while something is done. */
async function afterDays(days: number, act: () => Promise<void>): Promise<void> {
	const start = Date.now();
	const clocks = [Date, runInThisContext('Date') as DateConstructor].map((clock) =>
		jest.spyOn(clock, 'now').mockImplementation(() => start + days * DAY + performance.now()),
	);
	await act().finally(() => clocks.forEach((clock) => clock.mockRestore()));
}
