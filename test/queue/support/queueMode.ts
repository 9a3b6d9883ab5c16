import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { N8n, type N8nOptions } from '../../../playground/n8n';
import { freePort } from '../../../playground/ports';
import { installPackage, pack } from '../../../playground/tarball';
import { Postgres } from './postgres';
import { Redis } from './redis';
import { temporaryFolder } from './server';

const FIRST_PORT = 5900;
const WORKERS = 2;

/**
 * How soon n8n finds out that a worker is gone, in milliseconds. With its defaults (60 s, 10 s, 30 s) the test would
 * only take longer.
 */
const LOST_WORKER = {
	QUEUE_WORKER_LOCK_DURATION: '10000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '3000',
	QUEUE_WORKER_STALLED_INTERVAL: '5000',
};

/**
 * n8n in queue mode on PostgreSQL and Redis: a main process, a webhook processor and two workers, each with a user folder
 * and a copy of the package of its own.
 */
export class QueueMode {
	main!: N8n;
	webhooks!: N8n;
	readonly workers: N8n[] = [];
	postgres!: Postgres;
	private redis!: Redis;
	private readonly folder = temporaryFolder('queue');
	private readonly tarball = pack();
	private readonly ports: number[] = [];
	/** Ends what runs, the last one first. */
	private readonly stops: Array<() => Promise<void>> = [];

	private constructor() {}

	static async start(): Promise<QueueMode> {
		const queueMode = new QueueMode();
		try {
			await queueMode.startAll();
		} catch (error) {
			await queueMode.stop();
			throw error;
		}
		return queueMode;
	}

	/** Ends a worker without a chance to tidy up. */
	async killWorker(index: number): Promise<void> {
		await this.workers[index]!.kill();
	}

	/** Starts a worker, or starts it again in its folder, as an operator's supervisor does. */
	async startWorker(index: number): Promise<void> {
		this.workers[index] = await this.startProcess('worker', index + 2);
	}

	async stop(): Promise<void> {
		for (const stop of this.stops.reverse()) await stop();
		for (const folder of [this.folder, dirname(this.tarball)]) rmSync(folder, { recursive: true });
	}

	private async startAll(): Promise<void> {
		this.postgres = await Postgres.start();
		this.stops.push(() => this.postgres.stop());
		this.redis = await Redis.start();
		this.stops.push(() => this.redis.stop());
		while (this.ports.length < WORKERS + 2) this.ports.push(await freePort((this.ports.at(-1) ?? FIRST_PORT - 1) + 1));

		// Alone, because it creates the tables.
		this.main = await this.startProcess('start', 0);
		this.stops.push(() => this.main.stop());
		const startWebhooks = async () => {
			this.webhooks = await this.startProcess('webhook', 1);
			this.stops.push(() => this.webhooks.stop());
		};
		const workers = Array.from({ length: WORKERS }, (_, index) => this.startWorker(index));
		this.stops.push(async () => void (await Promise.all(this.workers.map((worker) => worker.stop()))));
		// All of them, so that none is still on its way when one has failed.
		const started = await Promise.allSettled([startWebhooks(), ...workers]);
		for (const result of started) if (result.status === 'rejected') throw result.reason;
	}

	private async startProcess(role: NonNullable<N8nOptions['role']>, index: number): Promise<N8n> {
		const folder = join(this.folder, `${role}-${index}`);
		installPackage(folder, this.tarball);
		return await N8n.start({ folder, role, port: this.ports[index]!, env: this.env() });
	}

	private env(): Record<string, string> {
		return {
			EXECUTIONS_MODE: 'queue',
			OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
			N8N_ENCRYPTION_KEY: 'the same in every process',
			WEBHOOK_URL: `http://localhost:${this.ports[1]}/`,
			N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
			...LOST_WORKER,
			...this.postgres.env,
			...this.redis.env,
		};
	}
}
