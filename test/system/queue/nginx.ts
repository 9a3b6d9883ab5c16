import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { freePort } from '../../../dev/playground/ports';
import { Server, temporaryFolder } from '../support/server';

/** Debian's nginx in a folder of its own. */
export class Nginx {
	private constructor(
		private readonly server: Server,
		readonly url: string,
	) {}

	/** @param configurationAt the part within "http", for the port that it is to listen on */
	static async start(configurationAt: (port: number, folder: string) => string): Promise<Nginx> {
		const port = await freePort(5890);
		const folder = temporaryFolder('nginx');
		mkdirSync(join(folder, 'logs'));
		writeFileSync(join(folder, 'nginx.conf'), around(folder, configurationAt(port, folder)));
		const url = `http://localhost:${port}`;
		const isReady = async () =>
			await fetch(url).then(
				() => true,
				() => false,
			);
		const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'];
		return new Nginx(await Server.start(folder, 'nginx', args, isReady), url);
	}

	async stop(): Promise<void> {
		await this.server.stop();
	}
}

function around(folder: string, configuration: string): string {
	const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
		(use) => `${use}_temp_path ${folder}/${use};`,
	);
	return `pid ${folder}/nginx.pid;
error_log stderr warn;
events {}
http {
access_log ${folder}/logs/access.log;
${temporary.join('\n')}
${configuration}
}
`;
}
