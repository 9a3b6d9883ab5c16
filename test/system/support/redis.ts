import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { freePort } from '../../../dev/playground/ports';
import { Server, temporaryFolder } from './server';

const run = promisify(execFile);

/** A private Redis: Debian's, on a port of its own; it keeps nothing on disk. */
export class Redis {
	private constructor(
		private readonly server: Server,
		readonly port: number,
	) {}

	static async start(): Promise<Redis> {
		const port = await freePort(6390);
		const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
		const isReady = async () =>
			await run('redis-cli', ['-p', String(port), 'ping']).then(
				({ stdout }) => stdout.startsWith('PONG'),
				() => false,
			);
		return new Redis(await Server.start(temporaryFolder('redis'), 'redis-server', args, isReady), port);
	}

	/** The settings by which n8n finds it. */
	get env(): Record<string, string> {
		return { QUEUE_BULL_REDIS_HOST: '127.0.0.1', QUEUE_BULL_REDIS_PORT: String(this.port) };
	}

	async stop(): Promise<void> {
		await this.server.stop();
	}
}
