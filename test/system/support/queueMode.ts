import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { N8n, type N8nOptions } from '../../../dev/playground/n8n';
import { freePort } from '../../../dev/playground/ports';
import { installPackage, pack } from '../../../dev/playground/tarball';
import type { Host } from './host';
import { Postgres } from './postgres';
import { Redis } from './redis';
import { RoundRobin } from './roundRobin';
import { temporaryFolder } from './server';

const FIRST_PORT = 5900;

interface Size {
	webhookProcessors: number;
	workers: number;
	/** Further settings of n8n. */
	env?: Record<string, string>;
}

/**
 * The times within which n8n finds out that a worker is gone, in milliseconds. With its defaults (60 s, 10 s, 30 s) the test would
 * only take longer.
 */
const LOST_WORKER = {
	QUEUE_WORKER_LOCK_DURATION: '20000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '4000',
	QUEUE_WORKER_STALLED_INTERVAL: '5000',
};

/**
 * n8n in queue mode on PostgreSQL and Redis: a main process, webhook processors behind a load balancer, and workers, each
 * with a user folder and a copy of the package of its own.
 */
export class QueueMode implements Host {
	main!: N8n;
	readonly webhookProcessors: N8n[] = [];
	readonly workers: N8n[] = [];
	/** The balancer in front of n8n's webhooks: each request goes to the next processor. */
	balancer!: RoundRobin;
	postgres!: Postgres;
	private redis!: Redis;
	private readonly folder = temporaryFolder('queue');
	private readonly tarball = pack();
	private readonly ports: number[] = [];
	/** Ends what runs, the last one first. */
	private readonly stops: Array<() => Promise<unknown>> = [];

	private constructor(private readonly size: Size) {}

	/** Starts all but n8n. */
	static async prepare(size: Size): Promise<QueueMode> {
		const queueMode = new QueueMode(size);
		try {
			await queueMode.startServers();
		} catch (error) {
			await queueMode.end();
			throw error;
		}
		return queueMode;
	}

	get webhooks(): string {
		return this.balancer.url;
	}

	get editor(): string {
		return this.main.url;
	}

	/** Of the webhook processors. */
	get webhookPorts(): readonly number[] {
		return this.ports.slice(1, 1 + this.size.webhookProcessors);
	}

	/** Ends a worker without a chance to tidy up. */
	async killWorker(index: number): Promise<void> {
		await this.workers[index]!.kill();
	}

	/** Starts a worker, or starts it again in its folder, as an operator's supervisor does. */
	async startWorker(index: number): Promise<void> {
		this.workers[index] = await this.startProcess('worker', 1 + this.size.webhookProcessors + index);
	}

	/** Ends a webhook processor without a chance to tidy up. */
	async killWebhookProcessor(index: number): Promise<void> {
		await this.webhookProcessors[index]!.kill();
	}

	async startWebhookProcessor(index: number): Promise<void> {
		this.webhookProcessors[index] = await this.startProcess('webhook', 1 + index);
	}

	/** Its database and its queue go on. */
	async stop(): Promise<boolean> {
		const killed = await Promise.all([...this.webhookProcessors, ...this.workers].map((process) => process.stop()));
		return [...killed, await this.main.stop()].includes(true);
	}

	/** Starts n8n, or starts it again in its folders. */
	async start(): Promise<void> {
		const { webhookProcessors, workers } = this.size;
		// Alone, because it creates the tables.
		this.main = await this.startProcess('start', 0);
		// All of them, so that none is still on its way when one has failed.
		const started = await Promise.allSettled([
			...times(webhookProcessors, async (index) => await this.startWebhookProcessor(index)),
			...times(workers, async (index) => await this.startWorker(index)),
		]);
		for (const result of started) if (result.status === 'rejected') throw result.reason;
	}

	async end(): Promise<void> {
		for (const stop of this.stops.reverse()) await stop();
		for (const folder of [this.folder, dirname(this.tarball)]) rmSync(folder, { recursive: true });
	}

	private async startServers(): Promise<void> {
		this.postgres = await Postgres.start();
		this.stops.push(() => this.postgres.stop());
		this.redis = await Redis.start();
		this.stops.push(() => this.redis.stop());
		const { webhookProcessors, workers } = this.size;
		for (let next = FIRST_PORT; this.ports.length < 1 + webhookProcessors + workers; next = this.ports.at(-1)! + 1)
			this.ports.push(await freePort(next));
		this.balancer = await RoundRobin.start(this.webhookPorts);
		this.stops.push(() => this.balancer.stop());
		this.stops.push(async () => (this.main ? await this.stop() : undefined));
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
			N8N_WEBHOOK_URL: `${this.balancer.url}/`,
			N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
			...LOST_WORKER,
			...this.postgres.env,
			...this.redis.env,
			...this.size.env,
		};
	}
}

function times<T>(count: number, make: (index: number) => T): T[] {
	return Array.from({ length: count }, (_, index) => make(index));
}
