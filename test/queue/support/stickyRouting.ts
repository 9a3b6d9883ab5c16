import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { freePort } from '../../../dev/playground/ports';
import { Server, temporaryFolder } from './server';

const GUIDE = join(__dirname, '../../../docs/install.md');

/** Debian's nginx with the configuration of the guide, in front of processes of n8n. */
export class StickyRouting {
	private constructor(
		private readonly server: Server,
		readonly url: string,
	) {}

	static async start(ports: readonly number[]): Promise<StickyRouting> {
		const port = await freePort(5890);
		const folder = temporaryFolder('nginx');
		mkdirSync(join(folder, 'logs'));
		writeFileSync(join(folder, 'nginx.conf'), configuration(folder, port, ports));
		const url = `http://localhost:${port}`;
		const isReady = async () =>
			await fetch(url).then(
				() => true,
				() => false,
			);
		const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'];
		return new StickyRouting(await Server.start(folder, 'nginx', args, isReady), url);
	}

	async stop(): Promise<void> {
		await this.server.stop();
	}
}

/** The guide's lines with the ports of this test, and what nginx needs to run in a folder of its own. */
function configuration(folder: string, port: number, ports: readonly number[]): string {
	const [, inGuide = ''] = /```nginx\n(map [^]*?)```/.exec(readFileSync(GUIDE, 'utf8')) ?? [];
	const servers = ports.map((each) => `server 127.0.0.1:${each};`).join('\n');
	const here = inGuide
		.replace(/(server [\d.:]+;\s*)+/, `${servers}\n`)
		.replace('listen 443 ssl', `listen 127.0.0.1:${port}`);
	const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
		(use) => `${use}_temp_path ${folder}/${use};`,
	);
	return `pid ${folder}/nginx.pid;
error_log stderr warn;
events {}
http {
access_log ${folder}/logs/access.log;
${temporary.join('\n')}
${here}
}
`;
}
