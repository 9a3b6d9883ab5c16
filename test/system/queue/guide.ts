import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Nginx } from './nginx';

const guide = (name: string) => readFileSync(join(__dirname, '../../../docs', name), 'utf8');

/** nginx with the guide's configuration for several webhook processors, in front of processes of n8n. */
export async function startStickyRouting(ports: readonly number[]): Promise<Nginx> {
	const [, inGuide = ''] = /```nginx\n(map [^]*?)```/.exec(guide('install.md')) ?? [];
	return await Nginx.start((port) => onPorts(inGuide, port, ports));
}

/** nginx with the guide's complete example, without TLS. @param change what an operator changes in it */
export async function startExample(n8nPort: number, change = (example: string) => example): Promise<Nginx> {
	const [, inGuide = ''] = /```nginx\n(# Forms [^]*?)```/.exec(guide('nginx.md')) ?? [];
	return await Nginx.start((port, folder) =>
		onPorts(change(inGuide), port, [n8nPort])
			.replace(/\tssl_certificate.*\n/g, '')
			.replaceAll('/var/log/nginx', `${folder}/logs`),
	);
}

/** The guide's lines with the ports of a test. */
function onPorts(inGuide: string, port: number, ports: readonly number[]): string {
	const servers = ports.map((each) => `server 127.0.0.1:${each};`).join('\n');
	return inGuide.replace(/(server [\d.:]+;\s*)+/, `${servers}\n`).replace('listen 443 ssl', `listen 127.0.0.1:${port}`);
}
