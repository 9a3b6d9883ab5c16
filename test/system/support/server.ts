import { spawn, type ChildProcess } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { until } from '../../../dev/playground/rest';

/** The servers that the tests need. */
export const INSTALL = 'On Debian: apt-get install postgresql redis-server nginx';

/** The account that a server runs under: nobody else's folder is touched. */
export interface Account {
	uid?: number;
	gid?: number;
}

/** A temporary folder that belongs to an account. */
export function temporaryFolder(name: string, { uid, gid }: Account = {}): string {
	const folder = mkdtempSync(join(tmpdir(), `card-payment-${name}-`));
	if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
	return folder;
}

/** A server of Debian's in a process of its own, with a folder that goes with it. */
export class Server {
	private readonly process: ChildProcess;
	private readonly end: Promise<void>;
	private output = '';

	private constructor(
		private readonly folder: string,
		command: string,
		args: string[],
		account: Account,
	) {
		this.process = spawn(command, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], ...account });
		for (const stream of [this.process.stdout!, this.process.stderr!])
			stream.on('data', (data) => (this.output += data));
		this.end = new Promise((resolve) => {
			this.process.once('error', ({ message }) => resolve(void (this.output += `${message}\n${INSTALL}`)));
			this.process.once('exit', () => resolve());
		});
	}

	/**
	 * Starts a server and waits until it is ready.
	 * @throws Error with what it wrote when it does not get ready
	 */
	static async start(
		folder: string,
		command: string,
		args: string[],
		isReady: () => Promise<boolean>,
		account: Account = {},
	): Promise<Server> {
		const server = new Server(folder, command, args, account);
		const failed = server.end.then(() => {
			throw new Error(`${command} did not start:\n${server.output}`);
		});
		await Promise.race([until(isReady, `${command} to be ready`), failed]);
		// It ends some time, and that is no failure any more.
		failed.catch(() => undefined);
		return server;
	}

	/** Stops it without waiting for its clients; its folder goes as well. */
	async stop(): Promise<void> {
		// PostgreSQL's fast shutdown, and Redis's.
		this.process.kill('SIGINT');
		await this.end;
		rmSync(this.folder, { recursive: true });
	}
}
