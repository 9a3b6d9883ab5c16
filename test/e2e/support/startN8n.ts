import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { N8n } from '../../../dev/playground/n8n';
import { installPackage, pack } from '../../../dev/playground/tarball';
import { freePort } from '../../../dev/playground/ports';
import { Rest } from '../../../dev/playground/rest';
import freshBundle, { type JestRun } from '../../freshBundle';

/** What the tests get of the n8n that Jest starts before them: its address; and the teardown, how to end it. */
interface Shared {
	stopN8n?: () => Promise<void>;
}

/** Starts one n8n for all test files, with the package as it would be published. */
export default async function startN8n(run: JestRun): Promise<void> {
	freshBundle(run);
	const folder = mkdtempSync(join(tmpdir(), 'card-payment-n8n-'));
	const tarball = pack();
	installPackage(folder, tarball);
	rmSync(dirname(tarball), { recursive: true });
	const n8n = await N8n.start({ folder, port: await freePort(5800) });
	await Rest.logIn(n8n.url);
	process.env.E2E_N8N_URL = n8n.url;
	process.env.E2E_N8N_FOLDER = folder;
	(globalThis as Shared).stopN8n = async () => {
		await n8n.stop();
		rmSync(folder, { recursive: true });
	};
}
