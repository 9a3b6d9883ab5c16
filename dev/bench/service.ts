import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import type { Counts, Order } from './serve';

/** The service that the contenders call, in a process of its own. */
export class Service {
	private constructor(
		private readonly process: ChildProcess,
		readonly url: string,
	) {}

	static async start(): Promise<Service> {
		const child = fork(join(__dirname, 'serve.ts'));
		const [port] = (await once(child, 'message')) as [number];
		return new Service(child, `http://127.0.0.1:${port}`);
	}

	/** Changes how the service behaves. Returns what it has counted since the last order. */
	async tell(order: Order = {}): Promise<Counts> {
		const answered = once(this.process, 'message');
		this.process.send(order);
		return ((await answered) as [Counts])[0];
	}

	stop(): void {
		this.process.kill();
	}
}
