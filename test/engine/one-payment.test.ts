import type { IDataObject, IRunExecutionData } from 'n8n-workflow';

import type { EngineRun, INodeJson, RetriableExecution, WorkflowJson } from '../../dev/engine';
import { flatted } from '../../dev/engine/n8n';
import type { Fault, SandboxOptions } from '../../dev/sandbox';
import { LOSSES } from './support/losses';
import { ACCOUNTS, CARDS, chain, chargeFields, transferFields } from './support/world';
import { logIn, setUpWorld, world } from './support/worldTests';

/* One reference, one payment: at a service that itself does not refuse a reference which was used before. */

const NAIVE: SandboxOptions = { webhooksEnabled: false, acceptsUsedReferences: true, transferPendingMs: 60_000 };

setUpWorld(NAIVE);
beforeEach(async () => {
	world.editCredential({ checkReferences: true, findPaymentsWith: 'both' });
	await logIn();
});

/** A node that pays, and what the service has in its books. */
interface Pay {
	endpoint: 'charge' | 'transfer';
	/** Calls that look a payment up. */
	lookUps: Array<Fault['on']>;
	node: (more?: Partial<INodeJson>, changes?: IDataObject) => INodeJson;
	/** Counts the payments of an order. */
	times: (reference: string) => number;
	field: string;
}

const reference = '={{ $json.reference }}';
const impatient = { options: { timeout: 3 } };

const charge: Pay = {
	endpoint: 'charge',
	lookUps: ['verify', 'history'],
	node: (more, changes) =>
		world.node('Pay', 'card', 'charge', chargeFields({ ...CARDS.frictionless, reference, ...changes }), more),
	times: (order) => world.sandbox.ledger.chargesOf(order),
	field: 'Reference',
};

const transfer: Pay = {
	endpoint: 'transfer',
	lookUps: ['transferStatus'],
	node: (more, changes) =>
		world.node('Pay', 'transfer', 'create', transferFields({ requestId: reference, ...changes }), more),
	times: (order) => world.sandbox.transfers.transfersOf(order),
	field: 'Request ID',
};

const BOTH: Array<[string, Pay]> = [
	['a charge', charge],
	['a transfer', transfer],
];

const ordersNamed = (...references: string[]) => references.map((order) => ({ reference: order }));
const orders = ordersNamed('A-1', 'A-2', 'A-3', 'A-4');
const SHOW = { options: { ifUsed: 'show' } };
const GOES_ON = { onError: 'continueRegularOutput' };

const timesOf = ({ times }: Pay, rows = orders) => rows.map((row) => times(row.reference));
const sent = ({ endpoint }: Pay) => world.sandbox.requests.filter((request) => request.endpoint === endpoint).length;
const shown = (run: EngineRun, runIndex = 0) =>
	run.items('Pay', 0, runIndex).map(({ json }) => [json.reference, json.outcome, json.duplicate]);
const errorsIn = (run: EngineRun) => run.items('Pay').map(({ json }) => json.error as IDataObject);

/** Makes the service hang once it has acted on the payment at a place, and n8n ends before the answer. */
async function killedAt(place: number, { endpoint, times }: Pay, workflow: WorkflowJson): Promise<RetriableExecution> {
	const saved: RetriableExecution[] = [];
	world.sandbox.fail({ on: endpoint, kind: 'hang', skip: place });
	let kill = () => {};
	const running = world.engine.run(workflow, {
		mode: 'trigger',
		input: orders,
		onProgress: (progress) => saved.push(progress),
		onStart: (stop) => (kill = stop),
	});
	while (times(orders[place]!.reference) === 0) await new Promise(setImmediate);
	const last = saved.at(-1)!;
	kill();
	await running;
	return last;
}

/** Returns what n8n has saved, without what the node has kept with it. */
function withoutContext(saved: RetriableExecution): RetriableExecution {
	const data = flatted.parse(saved.stored) as IRunExecutionData;
	delete data.executionData!.contextData['node:Pay'];
	return { ...saved, stored: flatted.stringify(data) };
}

const to = (...targets: string[]) => targets.map((node) => ({ node, type: 'main' as const, index: 0 }));

/** Loop Over Items, with the node in its loop. */
function loopOver(pay: INodeJson): WorkflowJson {
	const { nodes, connections } = chain([{ name: 'Loop', type: 'n8n-nodes-base.splitInBatches', typeVersion: 3 }, pay]);
	return {
		name: 'Loop',
		nodes,
		connections: { ...connections, Loop: { main: [[], to('Pay')] }, Pay: { main: [to('Loop')] } },
	};
}

describe.each(BOTH)('n8n is killed while the third %s of a loop is under way', (_, pay) => {
	test.each([
		['is retried', (saved: RetriableExecution) => saved],
		['is retried, without what the node has kept', withoutContext],
	])('and the execution %s: no order is paid twice, and those after it are paid', async (__, leftOf) => {
		const killed = await killedAt(2, pay, loopOver(pay.node()));
		expect(timesOf(pay)).toEqual([1, 1, 1, 0]);

		const failed = await world.engine.run(loopOver(pay.node()), { retryOf: leftOf(killed) });
		expect(failed.error!.message).toMatch(/ A-3 was used before, and its (payment|transfer) is authorized\.$/);
		expect(timesOf(pay)).toEqual([1, 1, 1, 0]);

		const retried = await world.engine.run(loopOver(pay.node({}, SHOW)), { retryOf: leftOf(killed) });
		expect(retried.error).toBeUndefined();
		expect([...shown(retried, 2), ...shown(retried, 3)]).toEqual([
			['A-3', 'authorized', true],
			['A-4', 'authorized', undefined],
		]);
		expect(timesOf(pay)).toEqual([1, 1, 1, 1]);
	});

	test('and the list is run once more: no order is paid twice', async () => {
		await killedAt(2, pay, loopOver(pay.node()));
		const again = await world.engine.run(loopOver(pay.node(GOES_ON)), { mode: 'trigger', input: orders });
		expect(
			again.items('Loop', 0, orders.length).map(({ json }) => json.outcome ?? (json.error as IDataObject).code),
		).toEqual([...Array<string>(3).fill('reference_used'), 'authorized']);
		expect(timesOf(pay)).toEqual([1, 1, 1, 1]);
	});
});

/** A trigger, the node, an If, and back to the node by way of `between`, until it has run three times. */
function roundAndRound(pay: INodeJson, between: INodeJson): WorkflowJson {
	const conditions = {
		combinator: 'and',
		conditions: [{ leftValue: '={{ $runIndex }}', operator: { type: 'number', operation: 'lt' }, rightValue: 2 }],
		options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 3 },
	};
	const again = { name: 'Again', type: 'n8n-nodes-base.if', typeVersion: 2.3, parameters: { conditions } };
	const { nodes, connections } = chain([pay, again, between]);
	return { name: 'Rounds', nodes, connections: { ...connections, [between.name]: { main: [to('Pay')] } } };
}

describe('the same payment in each round of a loop', () => {
	const nothing = { name: 'Nothing', type: 'n8n-nodes-base.noOp' };
	const parameters = { resume: 'webhook' };
	const wait = { name: 'Wait', type: 'n8n-nodes-base.wait', webhookId: 'wait-1', parameters };
	const [order] = orders;

	test.each([
		['a charge that is authorized', charge, {}, 'authorized'],
		['a charge that waits for the customer', charge, CARDS.otp, 'pending'],
		['a charge that is declined', charge, { cvv: '999' }, 'declined'],
		['a transfer', transfer, {}, 'authorized'],
		['a transfer that is pending', transfer, { accountNumber: ACCOUNTS.completesLater }, 'pending'],
	] as Array<[string, Pay, IDataObject, string]>)(
		'is made once, and shown as a duplicate afterwards: %s',
		async (_, pay, changes, outcome) => {
			const node = pay.node({}, { ...changes, ...(pay === charge ? { reference: 'A-1' } : { requestId: 'A-1' }) });
			const run = await world.engine.run(roundAndRound(node, nothing), { mode: 'trigger', input: [order!] });
			expect(run.error).toBeUndefined();
			expect([0, 1, 2].map((round) => run.items('Pay', 0, round)[0]!.json.duplicate)).toEqual([undefined, true, true]);
			expect([...shown(run, 1), ...shown(run, 2)]).toEqual(Array(2).fill(['A-1', outcome, true]));
			expect([pay.times('A-1'), sent(pay)]).toEqual([1, 1]);
		},
	);

	test.each(BOTH)(
		'is made once where the service finds it by its own reference only, and the execution waits between the rounds: %s',
		async (_, pay) => {
			world.sandbox.configure({ hasHistory: false, hasTransferStatusByRequestId: false });
			await world.engine.listen();
			const node = pay.node({}, pay === charge ? { reference: 'A-1' } : { requestId: 'A-1' });
			let run = await world.engine.run(roundAndRound(node, wait), { mode: 'trigger', input: [order!] });
			while (run.status === 'waiting') {
				await fetch(resumeUrlOf(run));
				run = await world.engine.latest(run.executionId);
			}
			expect(run.error).toBeUndefined();
			expect([...shown(run, 1), ...shown(run, 2)]).toEqual(Array(2).fill(['A-1', 'authorized', true]));
			expect([pay.times('A-1'), sent(pay)]).toEqual([1, 1]);
		},
	);

	test.each(BOTH)('under another amount is another one, which its reference does not belong to: %s', async (_, pay) => {
		const changes = {
			amount: '={{ 10 + $runIndex }}',
			...(pay === charge ? { reference: 'A-1' } : { requestId: 'A-1' }),
		};
		const run = await world.engine.run(roundAndRound(pay.node({}, changes), nothing), { mode: 'trigger' });
		expect(run.error!.message).toContain(`${pay.field} A-1 belongs to another `);
		expect([pay.times('A-1'), sent(pay)]).toEqual([1, 1]);
	});

	function resumeUrlOf({ executionId, run }: EngineRun): string {
		const { resumeToken } = run.data;
		return `${world.engine.webhookUrl}webhook-waiting/${executionId}${resumeToken ? `?signature=${resumeToken}` : ''}`;
	}
});

describe.each(BOTH)('a list that is run twice: %s', (_, pay) => {
	const rows = orders.slice(0, 3);
	const longer = [...rows, orders[3]!];
	beforeEach(async () => {
		expect((await world.run([pay.node()], rows)).error).toBeUndefined();
	});

	test('is paid once, and fails at the end with every payment told', async () => {
		const again = await world.run([pay.node()], rows);
		expect(timesOf(pay)).toEqual([1, 1, 1, 0]);
		const { description } = again.error!;
		rows.forEach((row, index) =>
			expect(description).toContain(`Item ${index}, ${row.reference}: used before, and authorized.`),
		);
		expect(description).toContain('If the Reference Was Used Before');
	});

	test('with a new row, pays that one, wherever the others are', async () => {
		const again = await world.run([pay.node()], longer);
		expect(again.error!.description).toContain('Item 3, A-4: authorized.');
		expect(timesOf(pay)).toEqual([1, 1, 1, 1]);
	});

	test('gives each item its own failure where the node continues, with the payment that there is', async () => {
		const again = await world.run([pay.node(GOES_ON)], longer);
		expect(again.items('Pay').map(({ json }) => json.outcome ?? json.error)).toEqual([
			...rows.map((row) =>
				expect.objectContaining({
					code: 'reference_used',
					charged: 'no',
					reference: row.reference,
					outcome: 'authorized',
					transactionReference: expect.stringMatching(/^SB[XT]-/) as unknown,
				}),
			),
			'authorized',
		]);
		expect(timesOf(pay)).toEqual([1, 1, 1, 1]);
	});

	test('shows the first payments where that is wanted', async () => {
		const again = await world.run([pay.node({}, SHOW)], longer);
		expect(shown(again)).toEqual(longer.map((row, index) => [row.reference, 'authorized', index < 3 || undefined]));
		expect(timesOf(pay)).toEqual([1, 1, 1, 1]);
	});

	test.each([{}, SHOW])(
		'with another amount is refused: the reference belongs to another payment (%j)',
		async (options) => {
			const again = await world.run([pay.node(GOES_ON, { amount: '99', ...options })], rows);
			expect(errorsIn(again)).toMatchObject(
				Array(3).fill({ code: 'reference_used', outcome: 'authorized', charged: 'no' }),
			);
			expect(timesOf(pay)).toEqual([1, 1, 1, 0]);
		},
	);
});

test('of several payments under one reference, the one that is paid counts', async () => {
	world.editCredential({ checkReferences: false });
	for (const cvv of ['999', CARDS.frictionless.cvv, '999']) await world.run([charge.node({}, { cvv })], [orders[0]!]);
	world.editCredential({ checkReferences: true });
	expect(shown(await world.run([charge.node({}, SHOW)], [orders[0]!]))).toEqual([['A-1', 'authorized', true]]);
});

describe.each(BOTH)('the answer to the second %s is lost', (_, pay) => {
	const rows = orders.slice(0, 3);

	test.each(LOSSES)(
		'where the service %s: its outcome is found by the reference, and nothing is sent again',
		async (__, loss) => {
			world.sandbox.fail({ on: pay.endpoint, skip: 1, ...loss });
			const run = await world.run([pay.node({}, impatient)], rows);
			expect(run.items('Pay').map(({ json }) => [json.outcome, json.response === null, json.duplicate])).toEqual([
				['authorized', false, undefined],
				['authorized', true, undefined],
				['authorized', false, undefined],
			]);
			expect([timesOf(pay, rows), sent(pay)]).toEqual([[1, 1, 1], 3]);
		},
	);

	test('and the service cannot tell: the outcome is unknown, with advice, in the log as well', async () => {
		world.sandbox.configure({ hasHistory: false, hasTransferStatusByRequestId: false });
		world.sandbox.fail({ on: pay.endpoint, skip: 1, kind: 'reset' });
		const run = await world.run([pay.node()], rows);
		expect(run.items('Pay')[1]!.json).toMatchObject({
			...{ outcome: 'unknown', authorized: false, reference: 'A-2', amount: 10.5 },
			message: expect.stringMatching(/^It is not known whether /) as unknown,
			details: expect.stringMatching(/ Do not /) as unknown,
		});
		expect(world.engine.logs.join('\n')).toContain('Pay: 1 of 3 items has an unknown outcome.');
		expect([timesOf(pay, rows), sent(pay)]).toEqual([[1, 1, 1], 3]);
	});

	test('and it was not made: the outcome is unknown', async () => {
		world.sandbox.fail({ on: pay.endpoint, skip: 1, kind: 'status', status: 503, when: 'before' });
		const run = await world.run([pay.node()], rows);
		expect(run.items('Pay').map(({ json }) => json.outcome)).toEqual(['authorized', 'unknown', 'authorized']);
	});

	test('and the look-up fails at first: it is asked again', async () => {
		world.sandbox.fail({ on: pay.endpoint, skip: 1, kind: 'reset' });
		for (const on of pay.lookUps)
			world.sandbox.fail({ on, kind: 'status', status: 503, skip: 2 * rows.length, times: 2 });
		const run = await world.run([pay.node()], rows.slice(0, 2));
		expect(run.items('Pay').map(({ json }) => json.outcome)).toEqual(['authorized', 'authorized']);
	});
});

describe('Find Payments With', () => {
	test.each([
		['both', {}, ['history', 'verify']],
		['both', { verifyKnowsMerchantReference: true, hasHistory: false }, ['history', 'verify']],
		['verify', { verifyKnowsMerchantReference: true }, ['verify']],
		['history', {}, ['history']],
	] as Array<[string, SandboxOptions, string[]]>)(
		'%s finds a payment of another execution: %j',
		async (findPaymentsWith, options, asked) => {
			world.sandbox.configure(options);
			world.editCredential({ findPaymentsWith });
			await world.run([charge.node()], orders);
			const again = await world.run([charge.node(GOES_ON)], orders);
			expect(errorsIn(again)).toMatchObject(Array(4).fill({ code: 'reference_used', outcome: 'authorized' }));
			expect(timesOf(charge)).toEqual([1, 1, 1, 1]);
			const reads = world.sandbox.requests.filter(({ method, endpoint }) => method === 'GET' && endpoint);
			expect([...new Set(reads.map(({ endpoint }) => endpoint))].sort()).toEqual(asked);
		},
	);

	test('"verify" takes a 404 for an answer: a refusal that follows has charged nothing, in a retry as well', async () => {
		world.editCredential({ findPaymentsWith: 'verify' });
		const killed: RetriableExecution[] = [];
		await world.run([{ name: 'Read', type: 'n8n-nodes-base.noOp' }, charge.node()], orders, {
			onProgress: (saved) => killed.push(saved),
		});
		await world.sandbox.reset();
		world.sandbox.fail({ on: 'charge', kind: 'status', status: 403, when: 'before', times: 4 });
		const nodes = [{ name: 'Read', type: 'n8n-nodes-base.noOp' }, charge.node(GOES_ON)];
		const retried = await world.run(nodes, orders, { retryOf: killed[0] });
		expect(errorsIn(retried)).toMatchObject(Array(4).fill({ code: 'refused', charged: 'no' }));
	});
});

describe.each(BOTH)('a service that cannot find %s by its reference', (_, pay) => {
	const CANNOT_TELL = { hasHistory: false, hasTransferStatusByRequestId: false };
	const read = { name: 'Read', type: 'n8n-nodes-base.noOp' };
	beforeEach(() => world.sandbox.configure({ ...CANNOT_TELL, acceptsUsedReferences: false }));

	/** Returns what n8n had saved before the node ran: all that is left of the execution. */
	async function killed(): Promise<RetriableExecution> {
		const saved: RetriableExecution[] = [];
		await world.run([read, pay.node()], orders, { onProgress: (progress) => saved.push(progress) });
		return saved[0]!;
	}

	// A transfer that no look-up finds has been noted by its node.
	const isNoted = pay === transfer;

	test('gets a charge all the same, and its own rule protects', async () => {
		await world.run([pay.node()], orders);
		const again = await world.run([pay.node(GOES_ON)], orders);
		const told = isNoted ? { code: 'reference_used', charged: 'unknown' } : { code: 'refused', charged: 'no' };
		expect(errorsIn(again)).toMatchObject(Array(4).fill(told));
		expect([timesOf(pay), sent(pay)]).toEqual([[1, 1, 1, 1], isNoted ? 4 : 8]);
	});

	test('refuses it in a retry: what n8n has forgotten may be paid', async () => {
		const retried = await world.run([read, pay.node(GOES_ON)], orders, { retryOf: await killed() });
		const code = isNoted ? 'reference_used' : 'refused';
		expect(errorsIn(retried)).toMatchObject(Array(4).fill({ code, charged: 'unknown' }));
		expect(timesOf(pay)).toEqual([1, 1, 1, 1]);
	});

	test('is not reached in a retry: what n8n has forgotten may be paid, and the error says so', async () => {
		const saved = await killed();
		world.editCredential({ baseUrl: '' });
		const retried = await world.run([read, pay.node()], orders, { retryOf: saved });
		world.editCredential({ baseUrl: world.sandbox.url });
		expect(retried.error!.message).toMatch(/^Nothing was sent by this call: /);
		expect(retried.error!.description).toContain('This is a retry');
	});
});

describe.each(BOTH)('a service that does not say whether it has %s', (_, pay) => {
	const silence = (status: number) => {
		for (const on of pay.lookUps) world.sandbox.fail({ on, kind: 'status', status, when: 'before', times: 100 });
	};

	test.each([403, 503])('gets nothing: %i', async (status) => {
		silence(status);
		const run = await world.run([pay.node(GOES_ON)], orders.slice(0, 1));
		expect(errorsIn(run)).toMatchObject([{ code: 'reference_unchecked', charged: 'no', reference: 'A-1' }]);
		expect(sent(pay)).toBe(0);
	});

	test('is told with both ways out, and keeps the others back', async () => {
		silence(403);
		const run = await world.run([pay.node()], orders);
		const { message, description } = run.error!;
		const said = `${message} ${description}`;
		expect(said).toContain('turn off Check References Before Sending in the credential');
		if (pay === charge) expect(said).toContain('add the IP address of this n8n server');
		expect(said).toContain('Item 3, A-4: not sent.');
		expect(sent(pay)).toBe(0);
	});

	test('in a retry, may have it from a try that n8n has forgotten', async () => {
		const saved: RetriableExecution[] = [];
		const read = { name: 'Read', type: 'n8n-nodes-base.noOp' };
		await world.run([read, pay.node()], orders.slice(0, 1), { onProgress: (progress) => saved.push(progress) });
		silence(403);
		const retried = await world.run([read, pay.node(GOES_ON)], orders.slice(0, 1), { retryOf: saved[0] });
		expect(errorsIn(retried)).toMatchObject([{ code: 'reference_unchecked', charged: 'unknown' }]);
		expect(timesOf(pay, orders.slice(0, 1))).toEqual([1]);
	});

	test('gets it where it is not asked', async () => {
		silence(403);
		world.editCredential({ checkReferences: false });
		const run = await world.run([pay.node()], orders);
		expect(run.items('Pay').map(({ json }) => json.outcome)).toEqual(Array(4).fill('authorized'));
		expect(timesOf(pay)).toEqual([1, 1, 1, 1]);
		expect(world.sandbox.requests.filter(({ method }) => method === 'GET')).toEqual([]);
	});
});

test('a history that does not filter by reference does not say', async () => {
	world.sandbox.configure({ historyFilters: false });
	await world.run([charge.node()], orders.slice(0, 1));
	const run = await world.run([charge.node(GOES_ON)], orders.slice(1, 2));
	expect(errorsIn(run)).toMatchObject([{ code: 'reference_unchecked', charged: 'no' }]);
	expect(timesOf(charge)).toEqual([1, 0, 0, 0]);
});
