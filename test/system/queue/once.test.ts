import { QueueMode } from '../support/queueMode';
import { Report } from '../support/report';
import { Shop } from '../support/shop';
import { startStickyRouting } from './guide';
import type { Nginx } from './nginx';
import { OnceTrial, PAYMENTS_AT_ONCE, REQUESTS_PER_PAYMENT, rowsOf, type Most, type Run } from './onceTrial';

const MINUTE = 60_000;
const PAYMENTS = Number(process.env.ONCE_PAYMENTS ?? 200);

const MOST: Record<string, Most> = {
	'in turn': { extra: PAYMENTS, lost: 0 },
	'by payment': { extra: 0, lost: 0 },
	'by payment, one killed': { extra: 0, lost: PAYMENTS_AT_ONCE * REQUESTS_PER_PAYMENT },
	'example, in turn, one killed': { extra: 0, lost: 0 },
};

let shop: Shop<QueueMode>;
let sticky: Nginx;
const runs: Record<string, Run> = {};

beforeAll(async () => {
	// The other one takes ten times as long for each request.
	const env = { N8N_EXPRESSION_ENGINE: 'legacy' };
	shop = await Shop.open(await QueueMode.prepare({ webhookProcessors: 2, workers: 2, env }), {
		webhooksEnabled: false,
	});
	sticky = await startStickyRouting(shop.host.webhookPorts);
	const trial = await OnceTrial.prepare(shop);
	const inTurn = shop.host.webhooks;
	runs['in turn'] = await trial.startsOf(PAYMENTS, { url: inTurn });
	runs['by payment'] = await trial.startsOf(PAYMENTS, { url: sticky.url });
	runs['by payment, one killed'] = await trial.startsOf(PAYMENTS, { url: sticky.url, kills: true });
	runs['example, in turn, one killed'] = await trial.passesOf(PAYMENTS, { url: inTurn, kills: true });
	const report = new Report(
		'once',
		`# Once, whichever process hears of a payment

Written by \`npm run test:queue\`: n8n with a main process, two workers, two webhook processors, PostgreSQL and Redis. Each payment is
notified five times, and the customer's browser comes back, all at the same moment. What is not accepted is sent again. "By payment" is nginx
with the configuration of the guide to the installation.`,
	);
	for (const [way, run] of Object.entries(runs)) report.add(`Requests are spread ${way}`, rowsOf(run, MOST[way]!));
	report.publish();
}, 20 * MINUTE);

afterAll(async () => {
	await sticky?.stop();
	await shop?.close();
}, MINUTE);

test.each(['in turn', 'by payment', 'example, in turn, one killed'])('no payment is lost: %s', (way) => {
	expect(runs[way]!.lost).toBe(0);
});

test('when a process is killed, at most what it was answering at that moment is lost', () => {
	const { lost, lostLater } = runs['by payment, one killed']!;
	expect(lost).toBeLessThanOrEqual(MOST['by payment, one killed']!.lost);
	expect(lostLater).toBe(0);
});

test('two processes that hear of a payment each start the workflow at most once', () => {
	expect(runs['in turn']!.extra).toBeLessThanOrEqual(MOST['in turn']!.extra);
});

test('where one process hears of each payment, the workflow starts once', () => {
	expect(runs['by payment']!.extra).toBe(0);
});

test('when that process is killed, the workflow starts once', () => {
	expect(runs['by payment, one killed']!.extra).toBe(0);
});

test('the example lets each payment pass once, whichever process hears of it and dies', () => {
	expect(runs['example, in turn, one killed']!.extra).toBe(0);
});
