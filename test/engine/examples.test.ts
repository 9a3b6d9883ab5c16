import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';

import type { IConnections, IDataObject, INode, INodeProperties } from 'n8n-workflow';

import { describeStep } from '../../dev/demo/describeStep';
import type { ActiveWorkflow, WorkflowJson } from '../../dev/engine';
import { n8nWorkflow } from '../../dev/engine/n8n';
import { chargeAtSandbox } from './support/trigger';
import { World } from './support/world';

const folder = join(__dirname, '../../examples');
const CREDENTIAL = 'Card Payment Sandbox';
const OURS = /^n8n-nodes-card-payment\./;
/** Nodes of n8n that the test engine has no stand-in for. */
const ELSEWHERE = 'dataTable if merge scheduleTrigger set splitOut summarize'
	.split(' ')
	.map((name) => `n8n-nodes-base.${name}`);

let world: World;
beforeAll(async () => (world = await World.start({ webhooksEnabled: false })));
afterAll(async () => await world.stop());

const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as WorkflowJson;

/** The fields and choices that are not among a node's. */
function unknownIn(parameters: object, properties: INodeProperties[]): string[] {
	return Object.entries(parameters).flatMap(([name, value]) => {
		const found = properties.filter((property) => property.name === name);
		const options = found.flatMap((property) => property.options ?? []);
		switch (found[0]?.type) {
			case undefined:
				return [name];
			case 'collection':
				return unknownIn(value as object, options as INodeProperties[]);
			case 'options':
			case 'multiOptions': {
				const choices = options.map((option) => ('value' in option ? option.value : undefined));
				return [value].flat().filter((choice) => !choices.includes(choice as string));
			}
			default:
				return [];
		}
	});
}

describe.each(readdirSync(folder))('%s', (file) => {
	const { nodes, connections } = read(file);
	const ours = nodes.filter(({ type }) => OURS.test(type)) as INode[];
	const names = nodes.map(({ name }) => name);

	test('has nodes that exist, one of ours among them', () => {
		const others = nodes.map(({ type }) => type).filter((type) => !ELSEWHERE.includes(type));
		for (const type of others) expect(world.engine.nodeType(type).description.name).toBe(type.split('.')[1]);
		expect(ours.length).toBeGreaterThan(0);
	});

	test('gives our nodes fields and values that they have', () => {
		const { getNodeParameters, getNodeParametersIssues } = n8nWorkflow.NodeHelpers;
		for (const node of ours) {
			const { description } = world.engine.nodeType(node.type);
			const { properties } = description;
			// What a node does not have, or not show with its other values, n8n leaves out.
			const shown = getNodeParameters(properties, node.parameters, true, false, node, description);
			expect(shown).toMatchObject(node.parameters);
			expect(getNodeParametersIssues(properties, { ...node, parameters: shown! }, description)).toBeNull();
			expect(unknownIn(node.parameters, properties)).toEqual([]);
		}
	});

	test('gives our nodes the credential of the sandbox', () => {
		for (const { credentials } of ours) expect(credentials).toEqual({ cardPaymentApi: { id: '', name: CREDENTIAL } });
	});

	test('has names and ids that tell its nodes apart, and connects nothing else', () => {
		expect(new Set(names).size).toBe(nodes.length);
		expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length);
		const links = Object.values(connections as IConnections).flatMap(({ main }) => main!.flat().map((link) => link!));
		expect(links.length).toBeGreaterThan(0);
		for (const link of links)
			expect(link).toEqual({ node: expect.any(String), type: 'main', index: expect.any(Number) });
		const connected = [...Object.keys(connections), ...links.map(({ node }) => node)];
		expect(names).toEqual(expect.arrayContaining(connected));
	});
});

describe('charge-authorize-verify', () => {
	const workflow = read('charge-authorize-verify.json');
	const withOtp = (otp: string): WorkflowJson => ({
		...workflow,
		nodes: workflow.nodes.map((node) =>
			node.name === 'Submit OTP' ? { ...node, parameters: { ...node.parameters, otp } } : node,
		),
	});

	test('ends authorized, with one charge', async () => {
		const run = await world.engine.run(workflow);
		expect(run.error).toBeUndefined();
		const [item] = run.items('Verify Payment');
		expect(item!.json).toMatchObject({ outcome: 'authorized', authorized: true, amount: 10.5, currency: 'NGN' });
		expect(world.sandbox.ledger.chargesOf(item!.json.reference as string)).toBe(1);
	});

	test('with a wrong OTP it stops at the verification, and says why', async () => {
		const run = await world.engine.run(withOtp('000000'));
		expect(run.items('Submit OTP')[0]!.json).toMatchObject({ outcome: 'otp_required', otpRejected: true });
		expect(run.error!.message).toMatch(
			/^The payment SBX-\S+ is not authorized: its outcome is pending, status 1 PENDING \(item 0\)$/,
		);
	});

	test('reads as steps for a person', async () => {
		const steps: string[] = [];
		await world.engine.run(workflow, {
			onNodeFinish: (name, data) => steps.push(describeStep(steps.length + 1, name, data)),
		});
		expect(steps.map((step) => step.split(' (')[0])).toEqual([
			' 1. Start',
			' 2. List Banks',
			' 3. Charge Card',
			' 4. Submit OTP',
			' 5. Verify Payment',
		]);
		expect(steps[1]).toContain('011  Amber Bank');
		expect(steps[3]).toMatch(/outcome +authorized/);
	});
});

describe('pay-out-a-list', () => {
	const { nodes } = read('pay-out-a-list.json');
	const named = (name: string) => nodes.find((node) => node.name === name)!;

	/** The rows that the example fills its table with. */
	const { jsonOutput } = named('Sample List').parameters as { jsonOutput: string };
	const { rows } = JSON.parse(jsonOutput) as { rows: IDataObject[] };

	/** Runs the nodes of ours up to the transfers, on the rows of the list. */
	async function payOut(listed = rows) {
		const list = { name: 'Payout List', type: 'n8n-nodes-base.noOp' };
		const ours = [named('Resolve Name'), named('Transfer')];
		return await world.run([list, ...ours], listed);
	}

	/** What the report calls a transfer. Its node is not in this engine, so its expression is evaluated as n8n would. */
	function resultOf(json: IDataObject): unknown {
		const { parameters } = named('Report') as { parameters: { assignments?: { assignments: IDataObject[] } } };
		const { value } = parameters.assignments!.assignments.find(({ name }) => name === 'result')!;
		const item = { item: { json } };
		return runInNewContext(String(value).replace(/^=\{\{|\}\}$/g, ''), { $json: json, $: () => item });
	}

	test('pays each row once, however often it runs', async () => {
		await world.sandbox.reset();
		world.sandbox.configure({ transferPendingMs: 60_000 });
		await world.one('bank', 'getMany', { limit: 1 });
		for (const duplicate of [false, true]) {
			const run = await payOut();
			expect(run.items('Resolve Name').map(({ json }) => json.accountName ?? null)).toEqual([
				...['OKAFOR, ADAEZE CHINYERE', 'BELLO MUSA', 'EZE NGOZI', 'ADEYEMI FOLAKE', 'NWOSU EMEKA', null, 'USMAN SADE'],
				null,
			]);
			expect(run.items('Transfer').map(({ json }) => json.outcome ?? json.error)).toEqual([
				...['authorized', 'pending', 'unknown', 'declined', 'declined', 'declined', 'declined'],
				expect.stringMatching(/^Account Number must have 10 digits/),
			]);
			expect(run.items('Transfer').map(({ json }) => json.duplicate ?? false)).toEqual([
				...[duplicate, duplicate, duplicate, duplicate, false, false, duplicate],
				false,
			]);
			expect(run.items('Transfer').map(({ json }) => resultOf(json))).toEqual([
				duplicate ? 'paid before' : 'paid',
				...['pending', 'unknown', 'refused', 'refused', 'refused', 'refused', 'refused'],
			]);
		}
		expect(world.sandbox.transfers.list.map(({ requestId }) => requestId)).toEqual(
			[1, 2, 3, 4, 7].map((number) => `PAYOUT-00${number}`),
		);
	});

	test('refuses a row without a request ID, however often it runs', async () => {
		await world.sandbox.reset();
		await world.one('bank', 'getMany', { limit: 1 });
		const { requestId: _, ...withoutId } = rows[0]!;
		for (const row of [withoutId, { ...withoutId, requestId: null }, { ...withoutId, requestId: '' }]) {
			const run = await payOut([row]);
			expect(run.items('Transfer').map(({ json }) => json.error)).toEqual([
				'Request ID has no value for this item; give it one in every item, or leave the field empty for all of them (item 0)',
			]);
		}
		expect(world.sandbox.transfers.list).toEqual([]);
	});
});

describe('authorized-payment-to-crm', () => {
	let crm: Server;
	let active: ActiveWorkflow;
	let posts: Array<{ method?: string; url?: string; type?: string; body: unknown }>;

	beforeAll(async () => {
		crm = createServer((incoming, outgoing) => {
			void incoming.toArray().then((parts) => {
				const { method, url, headers } = incoming;
				posts.push({ method, url, type: headers['content-type'], body: JSON.parse(parts.join('')) });
				outgoing.setHeader('content-type', 'application/json').end('{"ok":true}');
			});
		}).listen(0, '127.0.0.1');
		await once(crm, 'listening');
	});
	afterAll(() => crm.close());
	beforeEach(async () => {
		posts = [];
		await world.sandbox.reset();
		world.sandbox.configure({ webhooksEnabled: true, notificationCopies: 3 });
		const { port } = crm.address() as AddressInfo;
		const workflow = JSON.stringify(read('authorized-payment-to-crm.json'));
		expect(workflow.split('https://crm.example')).toHaveLength(2);
		active = await world.engine.activate(
			JSON.parse(workflow.replace('https://crm.example', `http://127.0.0.1:${port}`)),
		);
	});
	afterEach(async () => await active.deactivate());

	const pay = async (changes: IDataObject = {}) => {
		const customer = { firstName: 'Ada', lastName: 'Okafor' };
		const charged = await chargeAtSandbox(world, { webhookURL: active.url('notification'), customer, ...changes });
		await world.sandbox.settled();
		await active.settled();
		expect(world.sandbox.deliveries.map(({ status }) => status)).toEqual([200, 200, 200]);
		return charged;
	};

	test('tells the CRM of an authorized payment, once', async () => {
		const { transactionReference, reference } = await pay({ email: 'ada@shop.example' });
		const [verified] = await world.one('transaction', 'verify', { transactionReference });
		const { notificationId } = verified!.json;
		const customer = 'Ada Okafor ada@shop.example';
		const body = { id: notificationId, order: reference, customer, amount: 10.5, currency: 'NGN', paid: true };
		expect(posts).toEqual([{ method: 'POST', url: '/payments', type: 'application/json', body }]);
		expect(active.executions.map(({ status }) => status)).toEqual(['success']);
		expect(active.executions[0]!.items('Update CRM')).toMatchObject([{ json: { ok: true } }]);
	});

	test('does not tell it of a declined one', async () => {
		const { transactionReference } = await pay({ cvv: '999' });
		expect(world.sandbox.ledger.byTransactionReference(transactionReference)!.status).toBe(4);
		expect(posts).toEqual([]);
		expect(active.executions).toEqual([]);
	});
});
