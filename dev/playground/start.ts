/** `npm start`: a real n8n with this package, the sandbox, a credential for it and the examples. */
import { join } from 'node:path';

import { OTP, startSandbox } from '../sandbox';
import { cardLines } from '../sandbox/listing';
import { N8n } from './n8n';
import { installPackage, pack } from './tarball';
import { freePort } from './ports';
import { OWNER, Rest } from './rest';
import { CREDENTIAL, importExamples, saveSandboxCredential } from './seed';

const FOLDER = join(__dirname, 'data');

async function main(): Promise<void> {
	const sandbox = await startSandbox({ port: await freePort(Number(process.env.SANDBOX_PORT ?? 4010)) });
	const port = await freePort(Number(process.env.N8N_PORT ?? 5678));
	installPackage(FOLDER, pack());

	console.log('Starting n8n (about 20 seconds, the first time a minute) ...');
	const n8n = await N8n.start({ folder: FOLDER, port });
	let isStopping = false;
	const stop = async () => {
		if (isStopping) return;
		isStopping = true;
		console.log('\nStopping ...');
		await Promise.all([n8n.stop(), sandbox.stop()]);
	};
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());

	const rest = await Rest.logIn(n8n.url);
	await importExamples(rest, await saveSandboxCredential(rest, sandbox));
	console.log(welcome(n8n.url, sandbox.url));
}

function welcome(n8nUrl: string, sandboxUrl: string): string {
	return `
n8n       ${n8nUrl}
login     ${OWNER.email}   password  ${OWNER.password}
sandbox   ${sandboxUrl}   credential  "${CREDENTIAL}"

What to click
  1. Open n8n and log in. The examples are in the list of workflows.
  2. Open "Charge a card, submit the OTP, verify" and press "Execute workflow". Each node shows what became of the payment.
  3. Open "Authorized payment -> CRM", double-click the trigger and press "Execute step"; then open its test callback URL in
     another tab, with ?transactionReference=... of the payment that you have just made.
  4. Open "Payment page -> CRM", double-click the trigger and press "Execute step"; then open its test URL in another tab and pay.
  5. Open "Pay out a list", execute "Set Up" once and then "Every Friday": the report says what was paid, refused and unknown.

Test cards (the OTP is always ${OTP}; 3DS: the customer is sent to a page of the bank; 2DS: final at once)
  ${cardLines().join('\n  ')}

Everything is kept in dev/playground/data; delete that folder to begin anew. Stop with Ctrl+C.`;
}

main().catch((error: Error) => {
	console.error(error.message);
	process.exit(1);
});
