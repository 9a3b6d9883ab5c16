import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { WorkflowJson } from '../../dev/engine';
import { to } from '../../dev/engine/in-row';
import { N8N_VERSIONS } from '../../dev/n8n';
import { readExample } from '../../dev/playground/examples';
import { Model } from '../../dev/playground/model';
import { attachTo, N8n, type RunningN8n } from '../../dev/playground/n8n';
import { freePort } from '../../dev/playground/ports';
import { Rest, until, type Execution, type StoredWorkflow } from '../../dev/playground/rest';
import { CREDENTIAL, saveSandboxCredential } from '../../dev/playground/seed';
import { packAndInstall } from '../../dev/playground/tarball';
import { startSandbox, type Sandbox } from '../../dev/sandbox';
import { AUTHORIZED, REFUNDED } from '../../dev/sandbox/statuses';
import { chain } from '../engine/support/world';

const PACKAGE = 'n8n-nodes-card-payment';
const COPIES = 3;

// An n8n that runs already, with the package in it, such as one in a container (N8N_EMAIL and N8N_PASSWORD: its owner's login).
const { N8N_URL } = process.env;
// All that the package is tried out in, unless the caller names some of them.
const VERSIONS = N8N_URL ? [`at ${N8N_URL}`] : (process.env.N8N_VERSIONS?.split(' ') ?? N8N_VERSIONS);

let folder: string;
let sandbox: Sandbox;
let model: Model;
let n8n: RunningN8n;
let rest: Rest;
let credentialId: string;

describe.each(VERSIONS)('n8n %s', (version) => {
	beforeAll(async () => {
		folder = mkdtempSync(join(tmpdir(), 'card-payment-compat-'));
		sandbox = await startSandbox({ notificationCopies: COPIES });
		model = await Model.start();
		n8n = N8N_URL ? await attachTo(N8N_URL) : await startN8n(version);
		rest = await Rest.logIn(n8n.url);
		credentialId = await saveSandboxCredential(rest, sandbox);
	});

	afterAll(async () => {
		await n8n?.stop();
		await Promise.all([sandbox?.stop(), model?.stop()]);
		rmSync(folder, { recursive: true });
	});

	it('is the n8n that is asked for', async () => {
		const { versionCli } = await rest.call<{ versionCli: string }>('GET', '/rest/settings');
		if (N8N_URL) console.log(`This is n8n ${versionCli}.`);
		else expect(versionCli).toBe(version);
	});

	it('loads the nodes', async () => {
		const nodeInfos = Object.entries({ cardPayment: 1, cardPaymentCheckoutTrigger: 2, cardPaymentTrigger: 2 }).map(
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

		await sandbox.waitForDeliveries();
		const { transactionReference } = sandbox.ledger.transactions[0]!;
		expect(sandbox.deliveries).toMatchObject(Array.from({ length: COPIES }, () => ({ status: 200 })));
		await until(async () => (await startsOf(heard)).length > 0, 'the start by the notification');
		// Of another status, it starts the workflow again: so nothing earlier is still on its way.
		sandbox.setStatus(transactionReference, REFUNDED);
		await until(async () => (await startsOf(heard)).length > 1, 'the start by the refund');
		expect((await startsOf(heard)).map(({ status }) => status)).toEqual(['success', 'success']);
		// In an n8n that stays, its addresses would be in the way of the example's.
		await rest.call('POST', `/rest/workflows/${heard.id}/deactivate`);
	});

	it('lets an AI agent make a payment link, and charge nothing', async () => {
		const openAiApi = await rest.saveCredential('OpenAI account', 'openAiApi', model.credential);
		const example = readExample('let-an-agent-send-links', { cardPaymentApi: credentialId, openAiApi });
		const asked = await rest.run(await rest.createWorkflow(example), 'Chat');
		expect(asked.status).toBe('success');
		expect(asked.data).toContain('/webhook/card-payment-agent/checkout?payment=ORD-1001');

		const { length: requests } = sandbox.requests;
		const { parameters } = readExample('charge-a-card').nodes.find(({ name }) => name === 'Charge Card')!;
		const nodes = example.nodes.map((node) => (node.name === 'Create Link' ? { ...node, parameters } : node));
		const charging = await rest.run(await rest.createWorkflow({ ...example, nodes }), 'Chat');
		expect(charging.data).toContain('an AI agent cannot use this operation');
		expect(sandbox.requests).toHaveLength(requests);
	});

	// docs/merchants.md, "A sub-workflow for each".
	it('verifies the payment of each merchant with the keys of that merchant, and sends nothing for one that is not in the list', async () => {
		const merchants = { lagos: sandbox, accra: await startSandbox({ privateKey: 'sk_accra_0123456789abcdef' }) };
		try {
			const ids: Record<string, string> = {};
			for (const [merchant, service] of Object.entries(merchants)) {
				const credential = await saveSandboxCredential(rest, service, `Card Payment ${merchant}`);
				const workflow = await rest.createWorkflow(verifying(merchant, credential));
				// n8n 2.0 runs no sub-workflow that is not published.
				await rest.activate(workflow);
				ids[merchant] = workflow.id;
			}
			const counts = () => Object.values(merchants).map(({ requests }) => requests.length);
			const before = counts();

			expect(await runForMerchants(ids, ['lagos', 'accra', 'lagos'])).toMatchObject({ status: 'success' });
			const keys = Object.values(merchants).map(
				({ requests }, index) => new Set(requests.slice(before[index]).map(({ headers }) => headers.authorization)),
			);
			expect(keys).toEqual([new Set([sandbox.options.privateKey]), new Set([merchants.accra.options.privateKey])]);

			const after = counts();
			expect(await runForMerchants(ids, ['abuja'])).toMatchObject({ status: 'error' });
			expect(counts()).toEqual(after);
		} finally {
			await merchants.accra.stop();
		}
	});
});

/** The small workflow of one merchant: it verifies what it is handed with that merchant's credential. */
function verifying(merchant: string, credential: string): WorkflowJson {
	const workflow = chain([
		{
			name: 'Verify',
			type: `${PACKAGE}.cardPayment`,
			parameters: { resource: 'transaction', operation: 'verify', transactionReference: '={{ $json.reference }}' },
			credentials: { cardPaymentApi: { id: credential, name: merchant } },
			onError: 'continueRegularOutput',
		},
	]);
	const [trigger, ...nodes] = workflow.nodes;
	const called = { ...trigger!, type: 'n8n-nodes-base.executeWorkflowTrigger', typeVersion: 1.1 };
	const parameters = { inputSource: 'passthrough' };
	return { ...workflow, name: `Verify for ${merchant}`, nodes: [{ ...called, parameters }, ...nodes] };
}

const LOOP = 'Loop Over Items';

/** Runs the workflow for all merchants: in a loop, each payment goes to the sub-workflow of its merchant. */
async function runForMerchants(ids: Record<string, string>, merchants: readonly string[]): Promise<Execution> {
	const payments = merchants.map((merchant, index) => ({ json: { merchant, reference: `ORD-${index + 1}` } }));
	const workflow = chain([
		{
			...{ name: 'Payments', type: 'n8n-nodes-base.code', typeVersion: 2 },
			parameters: { jsCode: `return ${JSON.stringify(payments)};` },
		},
		{ name: LOOP, type: 'n8n-nodes-base.splitInBatches', typeVersion: 3, parameters: { batchSize: 1 } },
		{
			...{ name: 'Merchant', type: 'n8n-nodes-base.executeWorkflow', typeVersion: 1.2 },
			parameters: {
				workflowId: { __rl: true, mode: 'id', value: `={{ (${JSON.stringify(ids)})[$json.merchant] }}` },
				mode: 'once',
			},
		},
	]);
	const connections = {
		...workflow.connections,
		// It has two outputs: the end, and the loop.
		[LOOP]: { main: [[], to('Merchant')] },
		Merchant: { main: [to(LOOP)] },
	};
	return await rest.run(await rest.createWorkflow({ ...workflow, connections }), workflow.nodes[0]!.name);
}

async function startN8n(version: string): Promise<RunningN8n> {
	packAndInstall(folder);
	const started = await N8n.start({ folder, port: await freePort(5860), version });
	await attachTo(started.url);
	return started;
}

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
		// An n8n that runs already may have the example at its own address.
		nodes: [{ ...trigger!, webhookId: randomUUID(), parameters: { outcomes: ['authorized', 'refunded'] } }],
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
