import { rmSync } from 'node:fs';

import { N8n } from '../../../dev/playground/n8n';
import { freePort } from '../../../dev/playground/ports';
import { packAndInstall } from '../../../dev/playground/tarball';
import type { Host } from './host';
import { temporaryFolder } from './server';

/** n8n in one process, on SQLite. */
export class OneProcess implements Host {
	readonly webhooks: string;
	readonly editor: string;
	private n8n?: N8n;

	private constructor(
		readonly folder: string,
		private readonly port: number,
		private readonly env: Record<string, string>,
	) {
		this.webhooks = this.editor = `http://localhost:${port}`;
	}

	/**
	 * @param name of its folder
	 * @param firstPort it takes this one, or the next that is free
	 * @param env further settings of n8n
	 */
	static async prepare(name: string, firstPort: number, env: Record<string, string> = {}): Promise<OneProcess> {
		const folder = temporaryFolder(name);
		packAndInstall(folder);
		return new OneProcess(folder, await freePort(firstPort), env);
	}

	async start(): Promise<void> {
		this.n8n = await N8n.start({ folder: this.folder, port: this.port, env: this.env });
	}

	async stop(): Promise<boolean> {
		return (await this.n8n?.stop()) ?? false;
	}

	async kill(): Promise<void> {
		await this.n8n?.kill();
	}

	async end(): Promise<void> {
		await this.stop();
		rmSync(this.folder, { recursive: true });
	}
}
