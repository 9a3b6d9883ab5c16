import { startSandbox } from './index';
import { TEST_ACCOUNTS } from './accounts';
import { OTP } from './cards';
import { cardLines } from './listing';

/** The command line: `npx tsx dev/sandbox/start.ts`. */
async function main(): Promise<void> {
	const sandbox = await startSandbox({ port: Number(process.env['PORT'] || 4010) });
	const { apiKey, clientId, privateKey } = sandbox.options;
	const accounts = TEST_ACCOUNTS.map(({ number, holder, decision, later }) => {
		const course = [decision, later].map((said) => said && `${said.status} (${said.responseMessage})`);
		return [number, holder.padEnd(23), course.filter(Boolean).join(', later ')].join('  ');
	});

	console.log(`The sandbox listens at ${sandbox.url}. It keeps nothing: stop it with Ctrl+C and everything is gone.

Keys
  API key      ${apiKey}
  Client id    ${clientId}
  Private key  ${privateKey}

Test cards (any other valid card number asks for the OTP and is approved; the OTP is always ${OTP})
  ${cardLines().join('\n  ')}

Test accounts at every bank (any other number of 10 digits takes transfers; one that begins with 9 names no account)
  ${accounts.join('\n  ')}

Controls
  GET  /sandbox/transactions    the transactions so far
  GET  /sandbox/transfers       the transfers so far, and the balance
  GET  /sandbox/requests        the requests so far
  POST /sandbox/faults          let a coming request fail, e.g. {"on": "charge", "kind": "reset"}
  POST /sandbox/configure       change an option, e.g. {"cardAuth": "bearer"}
  POST /sandbox/transactions/{transactionReference}/status   set its status, e.g. {"status": 6}, and notify
  POST /sandbox/transactions/{transactionReference}/notify   notify again, e.g. {"overrides": {"status": 1}}
  POST /sandbox/transfers/{reference}/status   set the status of a transfer, e.g. {"status": "COMPLETE"}
  POST /sandbox/revoke-tokens   make all access tokens invalid
  POST /sandbox/reset           start afresh
A single request fails with the header x-sandbox-fault: reset, hang, empty, brokenJson, status:500, html:502 or
delay:200, each optionally followed by ;when=before (the service does not act).`);

	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void sandbox.stop());
}

void main();
