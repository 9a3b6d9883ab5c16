/** The main job, start to end: a workflow file of examples/ in n8n's real engine, against the sandbox. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ITaskData } from 'n8n-workflow';

import { Engine, type WorkflowJson } from '../engine';
import { startSandbox } from '../sandbox';
import { describeStep } from './describeStep';

/** The part of the node's last item that the demo shows. */
interface Payment {
	authorized: boolean;
	amount: number;
	currency: string;
	reference: string;
}

const EXAMPLE = 'examples/charge-a-card.json';

async function main(): Promise<boolean> {
	const workflow = JSON.parse(readFileSync(join(__dirname, '../..', EXAMPLE), 'utf8')) as WorkflowJson;
	const sandbox = await startSandbox({ webhooksEnabled: false });
	const engine = await Engine.start();
	try {
		const { apiKey, clientId, privateKey } = sandbox.options;
		const keys = { apiKey, clientId, privateKey };
		// With a Test credential, the example's empty reference becomes a random one.
		const credential = { environment: 'test', baseUrl: sandbox.url, ...keys };
		engine.store.add('cardPaymentApi', 'Card Payment Sandbox', credential);
		console.log(`\nSandbox service at ${sandbox.url}`);
		console.log(`Workflow "${workflow.name}" (${EXAMPLE}) in n8n's engine:\n`);

		let step = 0;
		const onNodeFinish = (name: string, data: ITaskData) => console.log(describeStep(++step, name, data));
		const run = await engine.run(workflow, { onNodeFinish });

		const payment = run.items('Verify Payment')[0]?.json as Payment | undefined;
		const isPaid = run.status === 'success' && payment?.authorized === true;
		console.log(
			isPaid
				? `\nPaid: ${payment.currency} ${payment.amount.toFixed(2)}, reference ${payment.reference}. The card was charged ${sandbox.ledger.chargesOf(payment.reference)} time.`
				: `\nNot paid: ${run.error?.message ?? 'the payment did not end authorized'}`,
		);
		return isPaid;
	} finally {
		await engine.stop();
		await sandbox.stop();
	}
}

main().then(
	(isPaid) => {
		process.exitCode = isPaid ? 0 : 1;
	},
	(error: Error) => {
		console.error(`\nThe demo could not run: ${error.message}`);
		process.exitCode = 1;
	},
);
