import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { runInNewContext } from 'node:vm';

import type { IConnections, IDataObject, INode } from 'n8n-workflow';

import { Engine, type ActiveWorkflow, type WorkflowJson } from '../../dev/engine';
import { ProcessedItems } from '../../dev/engine/processed';
import { n8nWorkflow } from '../../dev/engine/n8n';
import { OTP } from '../../dev/sandbox';
import { exampleFiles, EXAMPLES, readExample, type ExampleName } from '../../dev/playground/examples';
import { unknownHintOf } from '../unknownParameters';
import { chargeAtSandbox } from './support/trigger';
import { ACCOUNTS, World } from './support/world';

const CREDENTIAL = 'Card Payment Sandbox';
const OURS = /^n8n-nodes-card-payment\./;
/** Nodes of n8n that the test engine has no stand-in for. */
const ELSEWHERE = [
	...'convertToFile dataTable emailSend errorTrigger filter form formTrigger hubspot merge postgres scheduleTrigger splitOut stopAndError summarize'
		.split(' ')
		.map((name) => `n8n-nodes-base.${name}`),
	...['agent', 'chatTrigger', 'lmChatOpenAi'].map((name) => `@n8n/n8n-nodes-langchain.${name}`),
];

let world: World;
// As in the playground, where the examples are tried.
beforeAll(
	async () =>
		(world = await World.start(
			{ webhooksEnabled: false },
			{ environment: 'test', defaultCurrency: 'NGN' },
			await Engine.start(),
		)),
);
afterAll(async () => await world.stop());

test('each file is in the list of the playground', () => {
	expect(exampleFiles().sort()).toEqual([...EXAMPLES].sort());
});

describe.each(EXAMPLES)('%s', (name) => {
	const { nodes, connections } = readExample(name);
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
			// n8n leaves out what a node does not have, or does not show with its other values.
			const shown = getNodeParameters(properties, node.parameters, true, false, node, description);
			expect(shown).toMatchObject(node.parameters);
			expect(getNodeParametersIssues(properties, { ...node, parameters: shown! }, description)).toBeNull();
			expect(unknownHintOf(node.parameters, properties)).toEqual([]);
		}
	});

	test('gives our nodes the credential of the sandbox', () => {
		for (const { credentials } of ours) expect(credentials).toEqual({ cardPaymentApi: { id: '', name: CREDENTIAL } });
	});

	test('has names and ids that tell its nodes apart, and connects nothing else', () => {
		expect(new Set(names).size).toBe(nodes.length);
		expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length);
		const links = Object.values(connections as IConnections).flatMap((ofNode) =>
			Object.entries(ofNode).flatMap(([type, outputs]) => outputs.flat().map((link) => ({ link: link!, type }))),
		);
		expect(links.length).toBeGreaterThan(0);
		for (const { link, type } of links)
			expect(link).toEqual({ node: expect.any(String), type, index: expect.any(Number) });
		const connected = [...Object.keys(connections), ...links.map(({ link }) => link.node)];
		expect(names).toEqual(expect.arrayContaining(connected));
	});
});

/** The parameter that is the reference of a payment, for each operation that makes one. */
const REFERENCES: Record<string, string> = {
	'card.charge': 'reference',
	'transfer.create': 'requestId',
	'bankPayment.create': 'requestId',
	'paymentLink.create': 'reference',
	'payment.createHostedCheckout': 'reference',
};

const paying = EXAMPLES.flatMap((name) => {
	const { nodes } = readExample(name);
	return (nodes as INode[]).flatMap(({ name: node, type, parameters }) => {
		const parameter = REFERENCES[`${String(parameters.resource)}.${String(parameters.operation)}`];
		return OURS.test(type) && parameter ? [{ name, node, nodes, reference: parameters[parameter] ?? '' }] : [];
	});
});

describe('a payment', () => {
	test.each(paying)('of $node in $name has a reference that its order gives', ({ nodes, reference }) => {
		if (reference !== '') return expect(reference).not.toMatch(/now|Date|random|execution|runIndex|uuid/i);
		// It is tried by hand alone, and the note says what belongs there.
		const about = nodes.find(({ type }) => type.endsWith('stickyNote'))!.parameters as { content: string };
		expect(about.content).toMatch(/\*Reference\*.* is empty, .* put the number of the order there/);
	});

	// A payment from a form has the number that somebody enters.
	const cards = paying.filter(
		({ nodes, node }) =>
			!nodes.some(({ type }) => type.endsWith('.formTrigger')) &&
			nodes.some(({ name, parameters }) => name === node && (parameters as IDataObject).operation === 'charge'),
	);
	test.each(cards)('of $node in $name can be tried again and again by hand', async ({ name, node }) => {
		await world.sandbox.reset();
		const { named, rowsOf } = partsOf(name);
		const list = { 'charge-subscriptions': 'Subscriptions', 'reconcile-open-payments': 'Sample Cards' };
		const rows = name in list ? rowsOf(list[name as keyof typeof list]) : [{}];
		for (let tries = 0; tries < 2; tries += 1) {
			const run = await world.run([named(node)], rows, { mode: 'manual' });
			expect(run.error).toBeUndefined();
			const used = run
				.items(node)
				.filter(({ json }) => (json.error as IDataObject | undefined)?.code === 'reference_used');
			expect(used).toEqual([]);
		}
	});
});

describe('invoice-with-a-bank-account', () => {
	const { named } = partsOf('invoice-with-a-bank-account');
	const invoice = { 'Invoice Number': 'INV-1001', Amount: '500.00', Email: 'ada@shop.example' };
	const ask = async (submittedAt: Date, paid?: number) => {
		const form = { name: 'New Invoice', type: 'n8n-nodes-base.noOp' };
		const nodes = ['Create Bank Payment', 'Is There an Account', 'Wait for Outcome', 'Is It Still Open'].map(named);
		// Nobody waits for ten seconds.
		const waiting = { ...nodes[2]!, parameters: { ...nodes[2]!.parameters, timeLimit: 0 } };
		world.sandbox.configure({ bankPaymentPaidMs: 0 });
		const onNodeFinish = (name: string) =>
			name === 'Create Bank Payment' && paid !== undefined ? world.sandbox.payIn('INV-1001', paid) : undefined;
		return await world.run(
			[form, nodes[0]!, nodes[1]!, waiting, nodes[3]!],
			[{ ...invoice, submittedAt: submittedAt.toISOString() }],
			{ onNodeFinish: (name) => void onNodeFinish(name) },
		);
	};
	const hours = (count: number) => new Date(Date.now() - count * 3_600_000);
	const waits = (run: Awaited<ReturnType<typeof ask>>) =>
		[0, 1].map((output) => run.items('Is It Still Open', output).length);

	beforeEach(async () => {
		await world.sandbox.reset();
		// A sandbox that has forgotten the invoice is no other invoice to the node.
		await new ProcessedItems().install();
	});

	test.each([
		[0, undefined, [1, 0], 'pending'],
		[47, undefined, [1, 0], 'pending'],
		[49, undefined, [0, 1], 'pending'],
		[0, 50_000, [0, 1], 'authorized'],
		[0, 40_000, [0, 1], 'unknown'],
	])('after %i hours, paid %p: %j, %s', async (count, paid, still, outcome) => {
		const run = await ask(hours(count), paid);
		expect([run.error, waits(run)]).toEqual([undefined, still]);
		expect(run.items('Wait for Outcome')[0]!.json).toMatchObject({ outcome, reference: 'INV-1001', amount: 500 });
	});

	test('waits 1, 2, 4 ... and at most 60 minutes', () => {
		const { amount, unit } = named('Wait').parameters as { amount: string; unit: string };
		const minutes = [0, 1, 2, 5, 6, 500].map(($runIndex) => evaluate(amount, { $runIndex, Math }));
		expect([unit, minutes]).toEqual(['minutes', [1, 2, 4, 32, 60, 60]]);
	});

	test('gives nobody an account that was lost', async () => {
		world.sandbox.fail({ on: 'bankPayment', kind: 'reset', when: 'after' });
		const run = await ask(hours(0));
		expect([0, 1].map((output) => run.items('Is There an Account', output).length)).toEqual([0, 1]);
	});
});

describe('charge-a-card', () => {
	const workflow = readExample('charge-a-card');
	const withParameters = (name: string, changes: object): WorkflowJson => ({
		...workflow,
		nodes: workflow.nodes.map((node) =>
			node.name === name ? { ...node, parameters: { ...node.parameters, ...changes } } : node,
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
		const run = await world.engine.run(withParameters('Authorize Card', { otp: '000000' }));
		expect(run.items('Authorize Card')[0]!.json).toMatchObject({ outcome: 'otp_required', otpRejected: true });
		expect(run.error!.message).toMatch(/^The payment SBX-\S+ is not authorized yet \(status 1 PENDING\)\.$/);
	});
});

/** The nodes of an example by their names, and what its own lists and expressions hold. */
function partsOf(example: ExampleName) {
	const { nodes } = readExample(example);
	const named = (name: string) => nodes.find((node) => node.name === name)!;
	return {
		named,
		/** The rows of a list that is written into the example. */
		rowsOf: (name: string): IDataObject[] => {
			const { jsonOutput } = named(name).parameters as { jsonOutput: string };
			return (JSON.parse(jsonOutput) as { rows: IDataObject[] }).rows;
		},
		/** A field that an Edit Fields node makes of an item. This engine has no such node, so the expression is evaluated as n8n would. */
		valueOf: (name: string, field: string, $json: IDataObject, linked: IDataObject = $json): unknown => {
			const { assignments } = named(name).parameters as { assignments: { assignments: IDataObject[] } };
			const { value } = assignments.assignments.find((assignment) => assignment.name === field)!;
			return evaluate(value, { $json, $: () => ({ item: { json: linked } }) });
		},
	};
}

/** The conditions of a node, or the rows of a table's filter. */
interface Conditions {
	conditions: IDataObject[];
}

/** Evaluates an expression with these of n8n's variables. */
const evaluate = (expression: unknown, variables: object): unknown =>
	runInNewContext(String(expression).replace(/^=\{\{|\}\}$/g, ''), { ...variables });

describe('pay-out-a-list', () => {
	const { named, rowsOf, valueOf } = partsOf('pay-out-a-list');
	const rows = rowsOf('Sample List');

	/** Runs the nodes of ours up to the transfers, on the rows of the list. */
	async function payOut(listed = rows) {
		const list = { name: 'Payout List', type: 'n8n-nodes-base.noOp' };
		const ours = [named('Resolve Name'), named('Transfer')];
		return await world.run([list, ...ours], listed);
	}

	const resultOf = (json: IDataObject) => valueOf('Report', 'result', json);

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
				expect.objectContaining({ field: 'Account Number', charged: 'no' }),
			]);
			expect(run.items('Transfer').map(({ json }) => json.duplicate ?? false)).toEqual([
				...[duplicate, duplicate, duplicate, duplicate, false, false, duplicate],
				false,
			]);
			expect(run.items('Transfer').map(({ json }) => resultOf(json))).toEqual([
				duplicate ? 'paid before' : 'paid',
				...['pending', 'unknown', 'refused', 'refused', 'refused', 'refused', 'refused'],
			]);
			const before = 'This was sent before, and nothing was sent now. See its outcome.';
			expect(run.items('Transfer').map(({ json }) => valueOf('Report', 'why', json))).toEqual([
				...(duplicate ? [before, before] : Array.from({ length: 2 }, () => expect.any(String) as string)),
				'It is not known whether the money was sent. Get its status before you send it again.',
				duplicate ? before : expect.any(String),
				expect.stringContaining('held by "NWOSU EMEKA"'),
				expect.stringContaining('There is no account 9123456789'),
				duplicate ? before : 'Daily limit exceeded',
				"The money was not transferred: 'Account Number' does not have 10 digits.",
			]);
		}
		expect(world.sandbox.transfers.list.map(({ requestId }) => requestId)).toEqual(
			[1, 2, 3, 4, 7].map((number) => `PAYOUT-00${number}`),
		);
	});

	test.each([
		[626_750_50, 0, 1],
		[626_750_49, 1, 0],
	])('pays where the account has as much as the list needs: %i', async (transferBalance, short, enough) => {
		await world.sandbox.reset();
		world.sandbox.configure({ transferBalance });
		const list = { name: 'Payout List', type: 'n8n-nodes-base.noOp' };
		const run = await world.run([list, named('Get Balance'), named('Is It Enough')], rows);
		expect([0, 1].map((output) => run.items('Is It Enough', output).length)).toEqual([enough, short]);
	});

	test('sums the list without the noise of fractions: 0.1 and 0.2 are 0.3', async () => {
		await world.sandbox.reset();
		world.sandbox.configure({ transferBalance: 30 });
		const list = { name: 'Payout List', type: 'n8n-nodes-base.noOp' };
		const nodes = [list, named('Get Balance'), named('Is It Enough')];
		const run = await world.run(nodes, [{ amount: 0.1 }, { amount: '0.2' }]);
		expect([0, 1].map((output) => run.items('Is It Enough', output).length)).toEqual([1, 0]);
	});

	test('refuses a row without a request ID, however often it runs', async () => {
		await world.sandbox.reset();
		await world.one('bank', 'getMany', { limit: 1 });
		const { requestId: _, ...withoutId } = rows[0]!;
		for (const row of [withoutId, { ...withoutId, requestId: null }, { ...withoutId, requestId: '' }]) {
			const run = await payOut([row]);
			expect(run.items('Transfer').map(({ json }) => json.error)).toMatchObject([
				{ message: "The money was not transferred: 'Request ID' has no value for this item.", charged: 'no' },
			]);
		}
		expect(world.sandbox.transfers.list).toEqual([]);
	});
});

describe('approve-before-refunding', () => {
	const { named } = partsOf('approve-before-refunding');
	/** Stands in for the form and for the manager's answer. */
	const request = { name: 'Refund Request', type: 'n8n-nodes-base.noOp' };

	test.each([
		['once', '4.25', 6.25],
		['in full', '10.50', 0],
	])('refunds what was asked for, %s, and says so when it was refunded before', async (_, Amount, remainingAmount) => {
		await world.sandbox.reset();
		await chargeAtSandbox(world, { reference: 'ORD-1001' });
		const refund = async () => {
			const nodes = [request, named('Verify Payment'), named('Refund Payment')];
			return await world.run(nodes, [{ 'Order Number': 'ORD-1001', Amount, Reason: 'Returned' }]);
		};
		const first = (await refund()).items('Refund Payment')[0]!.json;
		expect(first).toMatchObject({ outcome: 'refunded', amount: Number(Amount), remainingAmount, refund: true });
		expect((await refund()).error?.message).toContain('was refunded (status ');
		expect(world.sandbox.ledger.transactions.map(({ refunds }) => refunds.length)).toEqual([1]);
	});
});

describe('approve-before-paying-out', () => {
	const { named } = partsOf('approve-before-paying-out');
	/** Stands in for the form and for the manager's answer. */
	const request = { name: 'Payout Request', type: 'n8n-nodes-base.noOp' };
	const row = { 'Invoice Number': 'INV-2001', 'Bank Code': '011', Amount: '10.50', Narration: 'Flyers' };

	test('asks the manager only where the name matches, and pays an invoice once', async () => {
		await world.sandbox.reset();
		await world.one('bank', 'getMany', { limit: 1 });
		const payOut = async (Name: string) => {
			const nodes = [request, named('Resolve Name'), named('Transfer')];
			const run = await world.run(nodes, [{ ...row, Name, 'Account Number': ACCOUNTS.completes }]);
			const { parameters } = named('Does the Name Match') as { parameters: { conditions: Conditions } };
			const { json } = run.items('Resolve Name')[0]!;
			return [
				evaluate(parameters.conditions.conditions[0]!.leftValue, { $json: json }),
				run.items('Transfer')[0]!.json,
			];
		};
		expect(await payOut('Ngozi Eze')).toMatchObject([false, { outcome: 'declined' }]);
		expect(world.sandbox.transfers.list).toEqual([]);
		expect(await payOut('Adaeze Chinyere Okafor')).toMatchObject([true, { outcome: 'authorized', amount: 10.5 }]);
		expect(await payOut('Adaeze Chinyere Okafor')).toMatchObject([
			true,
			{ error: { code: 'reference_used', charged: 'no' } },
		]);
		expect(world.sandbox.transfers.list.map(({ requestId }) => requestId)).toEqual(['INV-2001']);
	});
});

describe.each(['hosted-checkout-by-email', 'hosted-checkout-without-public-address'] as const)('%s', (name) => {
	const { named } = partsOf(name);
	/** Stands in for the form and for the e-mail. */
	const standIn = (node: string) => ({ name: node, type: 'n8n-nodes-base.noOp' });
	const order = { 'Order Number': 'ORD-1001', Amount: '10.50', Email: 'ada@shop.example' };
	const create = async () => await world.run([standIn('New Order'), named('Create Hosted Checkout')], [order]);
	const pay = async (url: unknown) =>
		await fetch(String(url), { method: 'POST', body: new URLSearchParams({ channel: 'card' }), redirect: 'manual' });

	test('makes one page for an order, and says in the e-mail where it is', async () => {
		await world.sandbox.reset();
		const { json } = (await create()).items('Create Hosted Checkout')[0]!;
		expect(json).toMatchObject({ outcome: 'redirect_required', reference: 'ORD-1001', amount: 10.5 });
		expect((named('Send Page').parameters as IDataObject).text).toContain('{{ $json.checkoutUrl }}');
		expect((await create()).error?.message).toContain(
			'Nothing was created now: Reference ORD-1001 was used before, and its payment is pending.',
		);
		expect(world.sandbox.ledger.transactions).toHaveLength(1);
		expect((await pay(json.checkoutUrl)).headers.get('location')).toMatch(/^https:\/\/(n8n|shop)\.example\//);
	});
});

test('hosted-checkout-by-email starts with the paid page', async () => {
	await world.sandbox.reset();
	const { nodes, connections, ...workflow } = readExample('hosted-checkout-by-email');
	const trigger = nodes.find(({ name }) => name === 'Payment Authorized')!;
	const active = await world.engine.activate({ ...workflow, nodes: [trigger], connections: {} });
	world.sandbox.configure({ webhooksEnabled: true, dashboardWebhookUrl: active.url('notification') });
	const form = { amount: '10.50', currency: 'NGN', reference: 'ORD-1002', email: 'ada@shop.example' };
	const more = { notify: 'trigger', triggerUrl: active.url('callback') };
	const [item] = await world.one('payment', 'createHostedCheckout', { ...form, ...more });
	const { checkoutUrl } = item!.json;
	const body = new URLSearchParams({ channel: 'bank' });
	// The browser comes back, and the notification of the dashboard arrives: together they start the workflow once.
	expect((await fetch(String(checkoutUrl), { method: 'POST', body })).status).toBe(200);
	await world.sandbox.waitForDeliveries();
	await active.waitUntilIdle();
	const started = active.executions.map((run) => run.items('Payment Authorized')[0]!.json);
	expect(started).toMatchObject([{ outcome: 'authorized', reference: 'ORD-1002' }]);
	expect(Object.keys(connections)).toContain('Payment Authorized');
	await active.deactivate();
});

describe('fees-and-settlements-csv', () => {
	const { named, valueOf } = partsOf('fees-and-settlements-csv');
	const { parameters } = named('Payments of Yesterday') as { parameters: IDataObject };

	test('has a row for each payment of the day, with its fee and settlement', async () => {
		await world.sandbox.reset();
		const paid = await chargeAtSandbox(world);
		const declined = await chargeAtSandbox(world, { cvv: '999' });
		const yesterday = new Date(Date.now() - 86_400_000).toISOString();
		for (const transaction of world.sandbox.ledger.transactions) transaction.createdAt = yesterday;
		const today = await chargeAtSandbox(world);
		const [one] = world.sandbox.ledger.transactions.slice(-1);
		one!.createdAt = new Date().toISOString();
		// The day is the workflow's, and the sandbox's payments are a day old: they lie in it whatever the zone and the hour.
		const run = await world.run([
			{ ...named('Payments of Yesterday'), parameters: { ...parameters, from: '={{ $now.minus({ hours: 25 }) }}' } },
		]);
		const shown = run.items('Payments of Yesterday').map(({ json }) => json);
		expect(shown.map(({ reference }) => reference)).not.toContain(today.reference);
		const rows = shown.map((json) =>
			['reference', 'outcome', 'currency', 'amount', 'fee', 'settled'].map((field) => valueOf('Row', field, json)),
		);
		expect(rows.sort()).toEqual([
			[paid.reference, 'authorized', 'NGN', 10.5, 0.16, 10.5],
			[declined.reference, 'declined', 'NGN', 10.5, 0.16, 0],
		]);
	});

	test('lists the whole day of yesterday in the zone of the workflow, and nothing of today', async () => {
		await world.sandbox.reset();
		await world.run([named('Payments of Yesterday')]);
		const [request] = world.requestsTo('/transaction/history');
		const { searchParams } = new URL(request!.url, 'http://s');
		const [start, end] = ['startDate', 'endDate'].map((name) => Number(searchParams.get(name)));
		// A day may have an hour more or less.
		expect(Math.round((end! - start!) / 86_400_000)).toBe(1);
		expect(Date.now() - end!).toBeGreaterThan(0);
		expect(Date.now() - end!).toBeLessThan(25 * 3_600_000);
	});
});

describe('check-supplier-names', () => {
	const { named, rowsOf, valueOf } = partsOf('check-supplier-names');

	test('says whose account it is, and that of each supplier', async () => {
		await world.sandbox.reset();
		const [first] = rowsOf('Sample List');
		// A name of other letters, and an empty column.
		const rows = [...rowsOf('Sample List'), { ...first, name: 'Иван Петров' }, { ...first, name: null }];
		const run = await world.run([named('Resolve Name')], rows);
		const compared = run
			.items('Resolve Name')
			.map(({ json }, index) => [
				valueOf('Compare Names', 'holder', json, rows[index]),
				valueOf('Compare Names', 'result', json, rows[index]),
			]);
		expect(compared).toEqual([
			['OKAFOR, ADAEZE CHINYERE', 'matches'],
			['BELLO MUSA', 'matches'],
			['NWOSU EMEKA', 'differs'],
			['', 'no such account'],
			['', expect.stringMatching(/^not checked: .*10 digits/)],
			['OKAFOR, ADAEZE CHINYERE', 'differs'],
			['', expect.stringMatching(/^not checked: 'Expected Account Name' /)],
		]);
		expect(world.sandbox.transfers.list).toEqual([]);
	});
});

describe('remind-three-times', () => {
	const { named } = partsOf('remind-three-times');
	const DAY = 86_400_000;

	test('a link is due after two, four and six days, and never again', () => {
		const { conditions } = named('Is One Due').parameters as { conditions: Conditions };
		const isDue = (reminders: number | null, days: number) => {
			const $json = { reminders, sentAt: new Date(Date.now() - days * DAY).toISOString() };
			return evaluate(conditions.conditions[0]!.leftValue, { $json });
		};
		for (const [reminders, days] of [
			[null, 2.1],
			[0, 2.1],
			[1, 4.1],
			[2, 6.1],
		] as const) {
			expect([isDue(reminders, days), isDue(reminders, days - 1)]).toEqual([true, false]);
		}
		expect(isDue(3, 365)).toBe(false);
	});

	test('a reminder is counted once: an execution that read an older count changes no row', () => {
		const { filters, columns } = named('Count Reminder').parameters as {
			filters: Conditions;
			columns: { value: IDataObject };
		};
		const $ = () => ({ item: { json: { reference: 'ORD-3002', reminders: 1 } } });
		expect(filters.conditions.map(({ keyName, keyValue }) => [keyName, evaluate(keyValue, { $ })])).toEqual([
			['reference', 'ORD-3002'],
			['reminders', 1],
		]);
		expect(evaluate(columns.value.reminders, { $ })).toBe(2);
	});

	test('who has paid is not reminded, and who has not paid is no failure', async () => {
		await world.sandbox.reset();
		await chargeAtSandbox(world, { reference: 'ORD-3001' });
		const run = await world.run([named('Look Up Payment')], [{ reference: 'ORD-3001' }, { reference: 'ORD-3002' }]);
		const { conditions } = named('Is It Paid').parameters as { conditions: Conditions };
		const isPaid = ({ json: $json }: { json: IDataObject }) => evaluate(conditions.conditions[0]!.leftValue, { $json });
		expect(run.items('Look Up Payment').map(isPaid)).toEqual([true, false]);
	});
});

describe('ask-for-the-otp-by-email', () => {
	const { named } = partsOf('ask-for-the-otp-by-email');

	test('sends the link of the page, and the payment is authorized when the OTP is entered there', async () => {
		await world.sandbox.reset();
		await world.engine.listen();
		const mail = { name: 'Send OTP Link', type: 'n8n-nodes-base.noOp' };
		const run = await world.run([named('Charge Card'), mail, named('Collect OTP')], [{}], { mode: 'manual' });
		expect([run.error, run.status]).toEqual([undefined, 'waiting']);
		const { json } = run.items('Charge Card')[0]!;
		expect(JSON.stringify(named('Send OTP Link').parameters)).toContain('{{ $json.otpUrl }}');
		await fetch(json.otpUrl as string, { method: 'POST', body: new URLSearchParams({ otp: OTP }) });
		const ended = await world.engine.latest(run.executionId);
		expect(ended.items('Collect OTP')).toMatchObject([
			{ json: { outcome: 'authorized', authorized: true, amount: 10.5, reference: json.reference } },
		]);
		expect(world.sandbox.ledger.chargesOf(json.reference as string)).toBe(1);
	});
});

describe('be-told-of-unknown-outcomes', () => {
	const { named } = partsOf('be-told-of-unknown-outcomes');
	const isTrue = (node: string, $json: IDataObject) => {
		const { conditions } = named(node).parameters as { conditions: Conditions };
		return evaluate(conditions.conditions[0]!.leftValue, { $json });
	};

	test('tells of an outcome that stays unknown, and sends nothing twice', async () => {
		await world.sandbox.reset();
		await world.one('bank', 'getMany', { limit: 1 });
		const wait = named('Wait for Outcome');
		const soon = { ...wait, parameters: { ...wait.parameters, timeLimit: 0 } };
		for (const duplicate of [undefined, true]) {
			const run = await world.run([named('Transfer'), soon]);
			expect(run.error).toBeUndefined();
			const [sent] = run.items('Transfer');
			expect([sent!.json.outcome, sent!.json.duplicate || undefined]).toEqual(['unknown', duplicate]);
			expect(isTrue('Is It Unknown', sent!.json)).toBe(true);
			expect(isTrue('Is It Still Unknown', run.items('Wait for Outcome')[0]!.json)).toBe(true);
		}
		expect(world.sandbox.transfers.list.map(({ requestId }) => requestId)).toEqual(['PAYOUT-4001']);
	});

	test.each([
		[{ outcome: 'unknown' }, true],
		[{ error: { charged: 'unknown' } }, true],
		[{ error: { charged: 'no' } }, false],
		[{ outcome: 'pending' }, false],
		[{ outcome: 'authorized' }, false],
	])('the item %j: %p', (json, isUnknown) => expect(isTrue('Is It Unknown', json)).toBe(isUnknown));
});

describe('charge-subscriptions', () => {
	const { named, rowsOf, valueOf } = partsOf('charge-subscriptions');
	const resultsOf = (items: IDataObject[]) => items.map((json) => valueOf('Report', 'result', json));

	test('charges each subscription once, and says of each what became of it', async () => {
		await world.sandbox.reset();
		for (const results of [
			['charged', 'declined', 'otp_required', 'not charged', 'not charged', 'charged'],
			['charged before', 'declined', 'pending', 'not charged', 'not charged', 'charged before'],
		]) {
			const run = await world.run([named('Charge Card')], rowsOf('Subscriptions'));
			const items = run.items('Charge Card').map(({ json }) => json);
			expect(resultsOf(items)).toEqual(results);
			expect(items.map((json) => valueOf('Report', 'why', json)).slice(3, 5)).toEqual([
				"The card was not charged: 'Card Number' is not valid.",
				expect.stringMatching(/^The card was not charged: 'Amount' has /),
			]);
		}
		const references = [1, 2, 3, 6].map((number) => `INV-100${number}`);
		expect(references.map((reference) => world.sandbox.ledger.chargesOf(reference))).toEqual([1, 1, 1, 1]);
	});

	test.each([undefined, '', null])('charges nobody whose invoice number is %p', async (invoice) => {
		await world.sandbox.reset();
		const [row] = rowsOf('Subscriptions');
		const run = await world.run([named('Charge Card')], [row!, { ...row!, invoice }]);
		expect(resultsOf(run.items('Charge Card').map(({ json }) => json))).toEqual(['charged', 'not charged']);
		expect(world.sandbox.ledger.transactions).toHaveLength(1);
	});
});

describe.each(['check-open-payments', 'reconcile-open-payments'] as const)('%s', (name) => {
	const { named } = partsOf(name);

	test('finds a charge by its own reference where its answer was lost, so that there is no other', async () => {
		await world.sandbox.reset();
		const { reference } = await chargeAtSandbox(world);
		const row = { transactionReference: null, reference, outcome: 'unknown' };
		const run = await world.run([named('Verify Payment')], [row]);
		expect(run.items('Verify Payment')[0]!.json).toMatchObject({ outcome: 'authorized', reference });
	});
});

describe('check-open-payments', () => {
	const { named } = partsOf('check-open-payments');
	const [HOUR, DAY] = [3_600_000, 86_400_000];

	test.each([
		['in the first hour every five minutes', HOUR / 2, 5 * 60_000],
		['on the first day every hour', DAY / 2, HOUR],
		['for two weeks every day', 13 * DAY, DAY],
		['then no more', 15 * DAY, Infinity],
	])('asks %s', (_when, age, interval) => {
		const { conditions } = named('Is It Due').parameters as { conditions: { conditions: IDataObject[] } };
		const isDue = (sinceAsked: number, mode = 'production') => {
			const before = (time: number) => new Date(Date.now() - time).toISOString();
			const $json = { createdAt: before(age), updatedAt: before(sinceAsked) };
			return evaluate(conditions.conditions[0]!.leftValue, { $json, $execution: { mode } });
		};
		expect(isDue(Math.min(interval, age))).toBe(interval !== Infinity);
		expect(isDue(Math.min(interval / 2, age))).toBe(false);
		expect(isDue(0, 'test')).toBe(true);
	});

	test.each([
		['pending', 'authorized', 'authorized'],
		['unknown', 'pending', 'pending'],
		['pending', 'unknown', 'pending'],
		['otp_required', undefined, 'otp_required'],
		['unknown', undefined, 'unknown'],
	])('a payment that was %s and is looked up as %s is %s', (before, outcome, now) => {
		const { columns } = named('Remember Outcome').parameters as { columns: { value: IDataObject } };
		const items: Record<string, IDataObject> = { 'Open Payments': { outcome: before }, 'Verify Payment': { outcome } };
		const $ = (node: string) => ({ item: { json: items[node] } });
		expect(evaluate(columns.value.outcome, { $ })).toBe(now);
		const { valueOf } = partsOf('reconcile-open-payments');
		expect(valueOf('Report', 'outcome', { outcome }, { outcome: before })).toBe(now);
	});
});

describe('send-payments-to-a-crm', () => {
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
		const workflow = JSON.stringify(readExample('send-payments-to-a-crm'));
		expect(workflow.split('https://crm.example')).toHaveLength(2);
		active = await world.engine.activate(
			JSON.parse(workflow.replace('https://crm.example', `http://127.0.0.1:${port}`)),
		);
	});
	afterEach(async () => await active.deactivate());

	const pay = async (changes: IDataObject = {}) => {
		const customer = { firstName: 'Ada', lastName: 'Okafor' };
		const charged = await chargeAtSandbox(world, { webhookURL: active.url('notification'), customer, ...changes });
		await world.sandbox.waitForDeliveries();
		await active.waitUntilIdle();
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
