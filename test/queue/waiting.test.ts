import { rmSync } from 'node:fs';
import { dirname } from 'node:path';

import { N8n } from '../../dev/playground/n8n';
import { freePort } from '../../dev/playground/ports';
import { installPackage, pack } from '../../dev/playground/tarball';
import { QueueMode } from './support/queueMode';
import { temporaryFolder } from './support/server';
import { WaitingTrial, type Host } from './support/waitingTrial';

/* Five customers are waited for where n8n runs five executions at once, as on a small plan, and is stopped and started twice. */

const MINUTE = 60_000;
const env = { N8N_CONCURRENCY_PRODUCTION_LIMIT: '5' };
const ORDERS = ['ORD-1', 'ORD-2', 'ORD-3', 'ORD-4', 'ORD-5'] as const;

/** n8n in one process. */
async function oneProcess(): Promise<Host> {
	const folder = temporaryFolder('waiting');
	const tarball = pack();
	installPackage(folder, tarball);
	rmSync(dirname(tarball), { recursive: true });
	const port = await freePort(5850);
	const url = `http://localhost:${port}`;
	let n8n: N8n | undefined;
	return {
		webhooks: url,
		editor: url,
		start: async () => void (n8n = await N8n.start({ folder, port, env })),
		stop: async () => await n8n?.stop(),
		kill: async () => await n8n?.kill(),
		async end() {
			await n8n?.stop();
			rmSync(folder, { recursive: true });
		},
	};
}

/** n8n in queue mode, with two workers. */
async function queueMode(): Promise<Host> {
	const queue = await QueueMode.start({ webhookProcessors: 1, workers: 2, env });
	let isRunning = true;
	return {
		webhooks: queue.balancer.url,
		editor: queue.main.url,
		async start() {
			if (!isRunning) await queue.startProcesses();
			isRunning = true;
		},
		async stop() {
			await queue.stopProcesses();
			isRunning = false;
		},
		end: async () => await queue.stop(),
	};
}

const HOSTS: ReadonlyArray<[where: string, host: () => Promise<Host>]> = [
	['in one process', oneProcess],
	['in queue mode with two workers', queueMode],
];
// Each takes four minutes.
const { WAITING_WHERE = '' } = process.env;

describe.each(HOSTS.filter(([where]) => where.includes(WAITING_WHERE)))('n8n %s', (where, host) => {
	let trial: WaitingTrial;

	beforeAll(async () => {
		trial = await WaitingTrial.prepare(await host());
		await trial.run(ORDERS);
		console.log(where, trial.figures);
	}, 8 * MINUTE);
	afterAll(async () => await trial?.end(), MINUTE);

	test('delivers to all five, once', async () => {
		expect([...trial.delivered].sort()).toEqual([...ORDERS]);
		expect(trial.outbox.mails).toHaveLength(ORDERS.length);
		expect(ORDERS.map((order) => trial.sandbox.ledger.chargesOf(order))).toEqual(ORDERS.map(() => 1));
		expect(await trial.statuses()).toEqual(ORDERS.map(() => 'success'));
	});

	test('serves another workflow meanwhile, and stops at once', () => {
		const { answer, stops } = trial.figures;
		expect(answer).toBeLessThan(5_000);
		// With executions to end, n8n takes 30 seconds: also for one that begins to wait just then, which is stored and not lost.
		expect(stops[0]).toBeLessThan(10_000);
		expect(stops[1]).toBeLessThan(45_000);
	});

	if (host === oneProcess)
		test(
			'that is killed while it asks leaves an execution that Retry ends, and makes no second page',
			async () => {
				await trial.retryAfterKill('ORD-6');
				expect(trial.delivered.filter((order) => order === 'ORD-6')).toHaveLength(1);
				expect([trial.outbox.mails.length, trial.sandbox.ledger.chargesOf('ORD-6')]).toEqual([ORDERS.length + 1, 1]);
			},
			4 * MINUTE,
		);
});
