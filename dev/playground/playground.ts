import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { PLAYGROUND_N8N } from '../n8n';
import { startSandbox } from '../sandbox';
import { attachTo, N8n, type N8nOptions, type RunningN8n } from './n8n';
import { Model } from './model';
import { Outbox } from './outbox';
import { packAndInstall } from './tarball';
import { freePort } from './ports';
import { Rest } from './rest';
import { importExamples, saveOtherCredentials, saveSandboxCredential } from './seed';
import { welcome } from './welcome';

const ROOT = join(__dirname, '../..');

interface Playground {
	/** n8n's user folder. */
	folder: string;
	/** The address of the first example in the editor. */
	canvas: string;
}

interface PlaygroundOptions {
	/** A version in dev/n8n; it is installed if it is missing. */
	version?: string;
	env?: Record<string, string>;
	/** True if it prints everything that there is to try. */
	isVerbose?: boolean;
}

/**
 * Starts a real n8n with this package, the sandbox, credentials and the examples, all ready to be executed, until Ctrl+C. With N8N_URL,
 * they are added to an n8n that runs already and has the package, such as that of compose.yaml.
 */
export async function startPlayground({
	version = PLAYGROUND_N8N,
	env,
	isVerbose = false,
}: PlaygroundOptions = {}): Promise<Playground> {
	const port = await freePort(Number(process.env.SANDBOX_PORT ?? 4010));
	// Somebody pays an invoice while its workflow waits.
	const sandbox = await startSandbox({ port, bankPaymentPaidMs: 30_000 });
	const outbox = await Outbox.start(await freePort(Number(process.env.OUTBOX_PORT ?? 4020)));
	const model = await Model.start();
	// Each version has its own, because an older n8n cannot read the database of a newer one.
	const folder = join(__dirname, 'data', version);
	const { N8N_URL } = process.env;
	const n8n = N8N_URL ? await attachTo(N8N_URL) : await startN8n(version, { folder, env });
	let isStopping = false;
	const stop = async () => {
		if (isStopping) return;
		isStopping = true;
		console.log('\nStopping ...');
		await Promise.all([n8n.stop(), sandbox.stop(), outbox.stop(), model.stop()]);
	};
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());

	const rest = await Rest.logIn(n8n.url);
	const cardPaymentApi = await saveSandboxCredential(rest, sandbox);
	const credentialIds = { cardPaymentApi, ...(await saveOtherCredentials(rest, outbox, model)) };
	const examples = await importExamples(rest, credentialIds, outbox);
	console.log(welcome({ n8nUrl: n8n.url, sandbox, outbox, examples, isVerbose }));
	return { folder, canvas: `${n8n.url}/workflow/${examples[0]!.workflow.id}` };
}

async function startN8n(version: string, options: Pick<N8nOptions, 'folder' | 'env'>): Promise<RunningN8n> {
	execFileSync('node', ['scripts/install.mjs', version], { cwd: ROOT, stdio: 'inherit' });
	packAndInstall(options.folder);
	const port = await freePort(Number(process.env.N8N_PORT ?? 5678));
	console.log(`Starting n8n ${version} (about 20 seconds, the first time a minute) ...`);
	return await N8n.start({ ...options, port, version });
}
