import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { PLAYGROUND_N8N, pathInN8n } from '../n8n';
import { until } from './rest';

const BIN = join(__dirname, '../..', 'node_modules', '.bin');
const BOOT_TIMEOUT = 180_000;
/** In milliseconds: longer than n8n gives itself (N8N_GRACEFUL_SHUTDOWN_TIMEOUT, 30 s) to end what is under way. */
const STOP_TIMEOUT = 45_000;

export interface N8nOptions {
	/** The folder of the database, the encryption key, the community packages and the log. */
	folder: string;
	port: number;
	/** A main process by default; the others are parts of queue mode. */
	role?: 'start' | 'worker' | 'webhook';
	/** The version of n8n; that of the playground by default. */
	version?: string;
	env?: Record<string, string>;
}

/** An n8n that answers. */
export interface RunningN8n {
	url: string;
	stop(): Promise<unknown>;
}

/** Attaches to an n8n that somebody else starts and stops. Waits until it takes REST calls, which some versions do later than they say. */
export async function attachTo(url: string): Promise<RunningN8n> {
	await until(async () => await succeeds(`${url}/rest/settings`), `n8n at ${url}`, BOOT_TIMEOUT);
	return { url, stop: () => Promise.resolve() };
}

/** A real n8n, in a process of its own. */
export class N8n implements RunningN8n {
	/** Receives everything that n8n writes to its console, at debug level. */
	readonly logFile: string;
	readonly url: string;
	private readonly process: ChildProcess;
	private readonly end: Promise<void>;
	private hasEnded = false;

	private constructor({ folder, port, role = 'start', version = PLAYGROUND_N8N, env }: N8nOptions) {
		mkdirSync(folder, { recursive: true });
		this.url = `http://localhost:${port}`;
		this.logFile = join(folder, `${role}-${port}.log`);
		const log = createWriteStream(this.logFile);
		// n8n needs the Node that came with this project, whatever runs this script.
		this.process = spawn(join(BIN, 'node'), [pathInN8n(version, 'n8n/bin/n8n'), role], {
			env: { ...process.env, PATH: BIN + delimiter + process.env.PATH, ...settings(folder, port, role), ...env },
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		this.process.stdout!.pipe(log, { end: false });
		this.process.stderr!.pipe(log, { end: false });
		const kill = () => this.process.kill('SIGKILL');
		process.once('exit', kill);
		this.end = new Promise((resolve) => {
			this.process.once('exit', () => {
				this.hasEnded = true;
				process.off('exit', kill);
				log.end(resolve);
			});
		});
	}

	/**
	 * Starts n8n and waits until it answers.
	 * @throws Error with the last lines of the log when it does not, or with the command that installs n8n where it is missing
	 */
	static async start(options: N8nOptions): Promise<N8n> {
		const { version = PLAYGROUND_N8N } = options;
		if (!existsSync(pathInN8n(version, 'n8n')))
			throw new Error(`n8n ${version} is not installed. Run: npm run setup -- ${version}`);
		const n8n = new N8n(options);
		const deadline = Date.now() + BOOT_TIMEOUT;
		while (!(await succeeds(`${n8n.url}/healthz/readiness`))) {
			if (n8n.hasEnded || Date.now() > deadline) {
				await n8n.kill();
				throw new Error(`n8n did not start. The end of its log:\n${n8n.log().slice(-2000)}`);
			}
			await wait(250);
		}
		return n8n;
	}

	log(): string {
		return readFileSync(this.logFile, 'utf8');
	}

	/** Stops n8n as an operator would, and kills it if that takes too long. Returns whether it was killed. */
	async stop(): Promise<boolean> {
		this.process.kill('SIGTERM');
		const force = setTimeout(() => this.process.kill('SIGKILL'), STOP_TIMEOUT);
		await this.end;
		clearTimeout(force);
		return this.process.signalCode === 'SIGKILL';
	}

	/** Kills n8n without giving it a chance to tidy up. */
	async kill(): Promise<void> {
		this.process.kill('SIGKILL');
		await this.end;
	}
}

async function succeeds(url: string): Promise<boolean> {
	try {
		return (await fetch(url)).ok;
	} catch {
		return false;
	}
}

function settings(folder: string, port: number, role: string): Record<string, string> {
	return {
		// As in n8n's own images; under Jest it would otherwise be `test`.
		NODE_ENV: 'production',
		N8N_USER_FOLDER: folder,
		N8N_PORT: String(port),
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_SECURE_COOKIE: 'false',
		N8N_LOG_LEVEL: 'debug',
		N8N_RUNNERS_BROKER_PORT: String(port + 1000),
		// No requests to the outside: no telemetry, no templates, no news.
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		// Workers answer health checks only if this is set.
		...(role === 'worker' && { QUEUE_HEALTH_CHECK_ACTIVE: 'true', QUEUE_HEALTH_CHECK_PORT: String(port) }),
	};
}
