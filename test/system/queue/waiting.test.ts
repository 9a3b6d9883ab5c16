import type { Host } from '../support/host';
import { OneProcess } from '../support/oneProcess';
import { QueueMode } from '../support/queueMode';
import { Report, wrongIn } from '../support/report';
import { Shop } from '../support/shop';
import { WaitingTrial } from './waitingTrial';

/* Five customers are waited for where n8n runs five executions at once, as on a small plan, and is stopped and started twice. */

const MINUTE = 60_000;
const env = { N8N_CONCURRENCY_PRODUCTION_LIMIT: '5' };
const ORDERS = ['ORD-1', 'ORD-2', 'ORD-3', 'ORD-4', 'ORD-5'] as const;

const oneProcess = async () => await OneProcess.prepare('waiting', 5850, env);
const queueMode = async () => await QueueMode.prepare({ webhookProcessors: 1, workers: 2, env });
const HOSTS: ReadonlyArray<[where: string, host: () => Promise<Host>]> = [
	['in one process', oneProcess],
	['in queue mode with two workers', queueMode],
];
// Each takes four minutes.
const { WAITING_WHERE = '' } = process.env;

const report = new Report('waiting', '# Customers who are waited for while n8n is stopped and started');
afterAll(() => report.publish());

describe.each(HOSTS.filter(([where]) => where.includes(WAITING_WHERE)))('n8n %s', (where, host) => {
	report.add(where);
	let shop: Shop;
	let trial: WaitingTrial;

	beforeAll(async () => {
		shop = await Shop.open(await host(), { webhooksEnabled: false });
		trial = await WaitingTrial.prepare(shop);
		await trial.run(ORDERS);
		report.add(where, trial.rows);
	}, 8 * MINUTE);
	afterAll(async () => await shop?.close(), MINUTE);

	test('delivers to all five, once', async () => {
		expect([...trial.delivered].sort()).toEqual([...ORDERS]);
		expect(shop.outbox.mails).toHaveLength(ORDERS.length);
		expect(ORDERS.map((order) => shop.sandbox.ledger.chargesOf(order))).toEqual(ORDERS.map(() => 1));
		expect(await trial.statuses()).toEqual(ORDERS.map(() => 'success'));
	});

	test('serves another workflow meanwhile, and stops without being killed', () => {
		// With executions to end, n8n takes 30 seconds: also for one that begins to wait just then, which is stored and not lost.
		expect(wrongIn(trial.rows)).toEqual([]);
	});

	if (host === oneProcess)
		test(
			'that is killed while it asks leaves an execution that Retry ends, and makes no second page',
			async () => {
				await trial.retryAfterKill('ORD-6');
				expect(trial.delivered.filter((order) => order === 'ORD-6')).toHaveLength(1);
				expect([shop.outbox.mails.length, shop.sandbox.ledger.chargesOf('ORD-6')]).toEqual([ORDERS.length + 1, 1]);
			},
			4 * MINUTE,
		);
});
