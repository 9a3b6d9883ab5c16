import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { Outbox } from '../../dev/playground/outbox';
import { startSandbox, type Sandbox } from '../../dev/sandbox';
import { OnceTrial, PAYMENTS_AT_ONCE, REQUESTS_PER_PAYMENT, type Run } from './support/onceTrial';
import { QueueMode } from './support/queueMode';
import type { Nginx } from './support/nginx';
import { startStickyRouting } from './support/guide';
import { onceTable } from './support/table';

const MINUTE = 60_000;
const WHOLE = 200;
const PAYMENTS = Number(process.env.ONCE_PAYMENTS ?? WHOLE);
const REPORT = join(__dirname, 'REPORT.md');

let sandbox: Sandbox;
let outbox: Outbox;
let queueMode: QueueMode;
let sticky: Nginx;
let trial: OnceTrial;
const runs: Record<string, Run> = {};

beforeAll(async () => {
	[sandbox, outbox] = await Promise.all([startSandbox({ webhooksEnabled: false }), Outbox.start()]);
	// The other one takes ten times as long for each request.
	const env = { N8N_EXPRESSION_ENGINE: 'legacy' };
	queueMode = await QueueMode.start({ webhookProcessors: 2, workers: 2, env });
	sticky = await startStickyRouting(queueMode.webhookPorts);
	trial = await OnceTrial.prepare(queueMode, sandbox, outbox);
	const { balancer } = queueMode;
	runs['in turn'] = await trial.startsOf(PAYMENTS, { url: balancer.url });
	runs['by payment'] = await trial.startsOf(PAYMENTS, { url: sticky.url });
	runs['by payment, one killed'] = await trial.startsOf(PAYMENTS, { url: sticky.url, kills: true });
	runs['example, in turn, one killed'] = await trial.passesOf(PAYMENTS, { url: balancer.url, kills: true });
	const table = onceTable(runs);
	console.log(table);
	if (PAYMENTS >= WHOLE) writeFileSync(REPORT, table);
}, 20 * MINUTE);

afterAll(async () => {
	await sticky?.stop();
	await queueMode?.stop();
	await Promise.all([sandbox?.stop(), outbox?.stop()]);
}, MINUTE);

test.each(['in turn', 'by payment', 'example, in turn, one killed'])('no payment is lost: %s', (way) => {
	expect(runs[way]!.lost).toBe(0);
});

test('when a process is killed, at most what it was answering at that moment is lost', () => {
	const { lost, lostLater } = runs['by payment, one killed']!;
	expect(lost).toBeLessThanOrEqual(PAYMENTS_AT_ONCE * REQUESTS_PER_PAYMENT);
	expect(lostLater).toBe(0);
});

test('two processes that hear of a payment each start the workflow at most once', () => {
	expect(runs['in turn']!.extra).toBeLessThanOrEqual(PAYMENTS);
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
