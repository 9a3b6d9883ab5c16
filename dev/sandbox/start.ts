import { startSandbox } from './index';
import { listing } from './listing';

/** The command line: `npx tsx dev/sandbox/start.ts`. */
async function main(): Promise<void> {
	const sandbox = await startSandbox({ port: Number(process.env['PORT'] || 4010) });
	console.log(`The sandbox listens at ${sandbox.url}. It keeps nothing: stop it with Ctrl+C and everything is gone.

${listing(sandbox)}`);

	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void sandbox.stop());
}

void main();
