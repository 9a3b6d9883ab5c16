import { execFileSync, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Counts, Order } from './serve';

/** The keys that the contenders send; the service checks only the token. */
export const KEYS = { apiKey: 'bench-api-key', clientId: 'bench-client', privateKey: 'bench-private-key' };

/** The service that the contenders call, in a process of its own. */
export class Service {
	private constructor(
		private readonly process: ChildProcess,
		readonly url: string,
		/** The folder of its certificate, where it has one. */
		private readonly folder?: string,
	) {}

	static async start(): Promise<Service> {
		const [child, port] = await serve();
		return new Service(child, `http://127.0.0.1:${port}`);
	}

	/** With a certificate of its own, which nobody trusts who is not told to. */
	static async startWithTls(): Promise<Service> {
		const folder = mkdtempSync(join(tmpdir(), 'card-payment-bench-'));
		const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'certificate.pem')];
		const whose = ['-subj', '/CN=bench', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2'];
		const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
		execFileSync('openssl', ['req', ...kind, ...whose, ...files], { stdio: 'ignore' });
		const [child, port] = await serve(folder);
		return new Service(child, `https://127.0.0.1:${port}`, folder);
	}

	/** What n8n has to be told so that it trusts the service. */
	get trust(): Record<string, string> {
		return this.folder === undefined ? {} : { NODE_EXTRA_CA_CERTS: join(this.folder, 'certificate.pem') };
	}

	/** Changes how the service behaves. Returns what it has counted so far. */
	async tell(order: Order = {}): Promise<Counts> {
		const answered = once(this.process, 'message');
		this.process.send(order);
		return ((await answered) as [Counts])[0];
	}

	stop(): void {
		this.process.kill();
		if (this.folder !== undefined) rmSync(this.folder, { recursive: true });
	}
}

async function serve(...folder: string[]): Promise<[ChildProcess, port: number]> {
	const child = fork(join(__dirname, 'serve.ts'), folder);
	const [port] = (await once(child, 'message')) as [number];
	return [child, port];
}
