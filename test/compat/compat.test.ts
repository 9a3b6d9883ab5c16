import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import type { WorkflowJson } from '../../dev/engine';
import { N8N_VERSIONS } from '../../dev/n8n';
import { readExample } from '../../dev/playground/examples';
import { N8n } from '../../dev/playground/n8n';
import { freePort } from '../../dev/playground/ports';
import { Rest, until, type Execution, type StoredWorkflow } from '../../dev/playground/rest';
import { CREDENTIAL, saveSandboxCredential } from '../../dev/playground/seed';
import { installPackage, pack } from '../../dev/playground/tarball';
import { startSandbox, type Sandbox } from '../../dev/sandbox';
import { AUTHORIZED, REFUNDED } from '../../dev/sandbox/statuses';

const PACKAGE = 'n8n-nodes-card-payment';
const COPIES = 3;

// All that the package is tried out in, unless the caller names some of them.
const VERSIONS = process.env.N8N_VERSIONS?.split(' ') ?? N8N_VERSIONS;

let folder: string;
let sandbox: Sandbox;
let n8n: N8n;
let rest: Rest;
let credentialId: string;

describe.each(VERSIONS)('n8n %s', (version) => {
	beforeAll(async () => {
		folder = mkdtempSync(join(tmpdir(), 'card-payment-compat-'));
		const tarball = pack();
		installPackage(folder, tarball);
		rmSync(dirname(tarball), { recursive: true });
		sandbox = await startSandbox({ notificationCopies: COPIES });
		n8n = await N8n.start({ folder, port: await freePort(5860), version });
		// This n8n says that it is ready before it takes REST calls.
		await until(async () => (await fetch(`${n8n.url}/rest/settings`)).ok, 'the REST API');
		rest = await Rest.logIn(n8n.url);
		credentialId = await saveSandboxCredential(rest, sandbox);
	});

	afterAll(async () => {
		await n8n?.stop();
		await sandbox?.stop();
		rmSync(folder, { recursive: true });
	});

	it('is the n8n that is asked for', async () => {
		const { versionCli } = await rest.call<{ versionCli: string }>('GET', '/rest/settings');
		expect(versionCli).toBe(version);
	});

	it('loads the nodes', async () => {
		const nodeInfos = Object.entries({ cardPayment: 1, cardPaymentCheckout: 2, cardPaymentTrigger: 2 }).map(
			([name, version]) => ({ name: `${PACKAGE}.${name}`, version }),
		);
		const loaded = await rest.call<Array<{ name: string; displayName: string }>>('POST', '/rest/node-types', {
			nodeInfos,
		});
		expect(loaded.map(({ displayName }) => displayName)).toEqual([
			'Card Payment',
			'Card Payment Checkout Trigger',
			'Card Payment Trigger',
		]);
	});

	it('saves the credential and tests it', async () => {
		const { name, type, data } = await rest.call<{ name: string; type: string; data: object }>(
			'GET',
			`/rest/credentials/${credentialId}?includeData=true`,
		);
		expect({ name, type, data }).toMatchObject({
			name: CREDENTIAL,
			type: 'cardPaymentApi',
			data: { baseUrl: sandbox.url },
		});
		const test = await rest.call('POST', '/rest/credentials/test', {
			credentials: { id: credentialId, name, type, data },
		});
		expect(test).toMatchObject({ status: 'OK' });
	});

	it('charges, authorizes and verifies, and starts a workflow once although the notification comes again', async () => {
		const heard = await rest.createWorkflow(triggerAlone());
		await rest.activate(heard);
		const trigger = `${n8n.url}/webhook/${heard.nodes[0]!.webhookId}/notification`;
		const paying = await rest.createWorkflow(chargeNotifying(trigger));

		// Its last node fails unless the payment is authorized.
		expect(await rest.run(paying, 'Start')).toMatchObject({ status: 'success' });
		expect(sandbox.ledger.transactions).toMatchObject([{ status: AUTHORIZED, chargeCount: 1 }]);

		await sandbox.settled();
		const { transactionReference } = sandbox.ledger.transactions[0]!;
		expect(sandbox.deliveries).toMatchObject(Array.from({ length: COPIES }, () => ({ status: 200 })));
		await until(async () => (await startsOf(heard)).length > 0, 'the start by the notification');
		// Of another status, it starts the workflow again: so nothing earlier is still on its way.
		sandbox.setStatus(transactionReference, REFUNDED);
		await until(async () => (await startsOf(heard)).length > 1, 'the start by the refund');
		expect((await startsOf(heard)).map(({ status }) => status)).toEqual(['success', 'success']);
	});
});

async function startsOf({ id }: StoredWorkflow): Promise<Execution[]> {
	const executions = await rest.executionsOf(id);
	return executions.filter(({ status }) => !['new', 'running'].includes(status));
}

/** The example without the node that would call a CRM. */
function triggerAlone(): WorkflowJson {
	const example = readExample('send-payments-to-a-crm', { cardPaymentApi: credentialId });
	const [trigger] = example.nodes;
	return {
		...example,
		nodes: [{ ...trigger!, parameters: { outcomes: ['authorized', 'refunded'] } }],
		connections: {},
	};
}

function chargeNotifying(trigger: string): WorkflowJson {
	const example = readExample('charge-a-card', { cardPaymentApi: credentialId });
	const nodes = example.nodes.map((node) =>
		node.name === 'Charge Card'
			? { ...node, parameters: { ...node.parameters, notify: 'trigger', triggerUrl: trigger } }
			: node,
	);
	return { ...example, nodes };
}
