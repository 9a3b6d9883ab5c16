import { runInThisContext } from 'node:vm';

import { SEED_NOTE } from '../support/chance';
import { Report } from '../support/report';
import { tried } from '../support/trial';
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

const DAY = 24 * 3_600_000;
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

Sizes: ${ORDERS} charges, ${TRANSFERS} transfers, ${REFUNDS} refunds, ${LINKS} links, ${NOTIFICATIONS} notifications, ${FLOOD} requests at each public door.

${SEED_NOTE}`,
);
afterAll(() => report.publish());

tried(report, 'Payments through a bad network', async () => await PaymentTrial.prepare(ORDERS, TRANSFERS));
tried(
	report,
	'Refunds through a bad network, in lists that are run twice, loops and executions that n8n was killed in',
	async () => await RefundTrial.prepare(REFUNDS, PROMPT),
);
tried(
	report,
	'Refunds with odd codes of the acquirer, or of which the record says nothing yet, in the same ways',
	async () => await RefundTrial.prepare(REFUNDS, ODD),
);
tried(
	report,
	'Further refunds in part, with odd codes, or of which the record says nothing yet, in the same ways',
	async () => await RefundTrial.prepare(REFUNDS, ODD, 1),
);
tried(
	report,
	'n8n is killed between a request and its answer, and retries the execution',
	async () => await KillTrial.prepare(KINDS),
);
tried(
	report,
	'n8n is killed in a loop over orders, and the service does not refuse a used reference',
	async () => await KillTrial.prepare(KINDS_OF_LOOPS, ACCEPTING),
);
tried(
	report,
	'A loop that comes back to the same node while payments are open',
	async () => await RetryLoopTrial.prepare(),
);
tried(report, 'Lists that are run again, or have equal rows', async () => await ListTrial.prepare());
tried(report, 'Executions of one schedule that overlap', async () => await ScheduleTrial.prepare());
tried(report, 'Customers who click twice', async () => await DoubleClickTrial.prepare(LINKS));
tried(report, 'Orders that are paid with a link and with charges', async () => await OrderTrial.prepare(LINKS));
tried(
	report,
	'Notifications while the service comes and goes, and once more after eight days',
	async () => await NotificationTrial.prepare(NOTIFICATIONS),
	{ afterwards: async (trial) => await afterDays(8, async () => await trial.repeatEverything()) },
);
tried(
	report,
	'Payment links with several tries, and once more days later',
	async () => await LinkTrial.prepare(LINKS),
	{
		async afterwards(trial) {
			// Shortly before what is remembered is forgotten, and long after that.
			for (const days of [6, 12]) await afterDays(days, async () => await trial.repeatEverything());
		},
	},
);
tried(report, 'Floods of junk and forgeries at each public door', async () => await FloodTrial.prepare(FLOOD));

/** Moves the clock of n8n, which runs outside Jest's context, and of the sandbox, which runs in it, while something is done. */
async function afterDays(days: number, act: () => Promise<void>): Promise<void> {
	const start = Date.now();
	const clocks = [Date, runInThisContext('Date') as DateConstructor].map((clock) =>
		jest.spyOn(clock, 'now').mockImplementation(() => start + days * DAY + performance.now()),
	);
	await act().finally(() => clocks.forEach((clock) => clock.mockRestore()));
}
