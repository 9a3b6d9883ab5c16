import { QueueMode } from '../support/queueMode';
import { Report, wrongIn, type Row } from '../support/report';
import { Shop } from '../support/shop';
import { startStickyRouting } from './guide';
import type { Nginx } from './nginx';
import { OnceTrial, PAYMENTS_AT_ONCE, REQUESTS_PER_PAYMENT, rowsOf, type Most, type Run } from './onceTrial';

const MINUTE = 60_000;
const PAYMENTS = Number(process.env.ONCE_PAYMENTS ?? 200);

/** Each of two processes may start the workflow; one that is killed takes with it what it was answering at that moment. */
const MOST: Record<string, Most> = {
	'in turn': { extra: PAYMENTS, lost: 0 },
	'by payment': { extra: 0, lost: 0 },
	'by payment, one killed': { extra: 0, lost: PAYMENTS_AT_ONCE * REQUESTS_PER_PAYMENT },
	'example, in turn, one killed': { extra: 0, lost: 0 },
};

const report = new Report(
	'once',
	`# Once, whichever process hears of a payment

Written by \`npm run test:queue\`: n8n with a main process, two workers, two webhook processors, PostgreSQL and Redis. Each payment is
notified five times, and the customer's browser comes back, all at the same moment. What is not accepted is sent again. "By payment" is nginx
with the configuration of the guide to the installation.`,
);
const titleOf = (way: string) => `Requests are spread ${way}`;
for (const way of Object.keys(MOST)) report.add(titleOf(way));
afterAll(() => report.publish());

let shop: Shop<QueueMode>;
let sticky: Nginx;
const rows: Record<string, Row[]> = {};

beforeAll(async () => {
	// The other one takes ten times as long for each request.
	const env = { N8N_EXPRESSION_ENGINE: 'legacy' };
	shop = await Shop.open(await QueueMode.prepare({ webhookProcessors: 2, workers: 2, env }), {
		webhooksEnabled: false,
	});
	sticky = await startStickyRouting(shop.host.webhookPorts);
	const trial = await OnceTrial.prepare(shop);
	const inTurn = shop.host.webhooks;
	const add = (way: string, run: Run) => {
		rows[way] = rowsOf(run, MOST[way]!);
		report.add(titleOf(way), rows[way]);
	};
	add('in turn', await trial.startsOf(PAYMENTS, { url: inTurn }));
	add('by payment', await trial.startsOf(PAYMENTS, { url: sticky.url }));
	add('by payment, one killed', await trial.startsOf(PAYMENTS, { url: sticky.url, kills: true }));
	add('example, in turn, one killed', await trial.passesOf(PAYMENTS, { url: inTurn, kills: true }));
}, 20 * MINUTE);

afterAll(async () => {
	await sticky?.stop();
	await shop?.close();
}, MINUTE);

test.each(Object.keys(MOST))('everything is as it must be: %s', (way) => {
	expect(wrongIn(rows[way]!)).toEqual([]);
});
