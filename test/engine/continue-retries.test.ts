import type { IDataObject } from 'n8n-workflow';

import type { EngineRun, INodeJson, WorkflowJson } from '../../dev/engine';
import type { Fault } from '../../dev/sandbox';
import { skipWaits } from './support/clock';
import { CARDS, chain, chargeFields, transferFields } from './support/world';
import { logIn, setUpWorld, world } from './support/worldTests';

/*
 * Retry On Fail of a node that continues. n8n tries again only what throws, so while a try is left, the node throws what the next try may
 * cure.
 */

setUpWorld();
skipWaits();
beforeEach(logIn);

const rows = ['first', 'second', 'third'].map((reference) => ({ reference }));
const CONTINUES = ['continueRegularOutput', 'continueErrorOutput'] as const;
const RETRY = { retryOnFail: true, waitBetweenTries: 1 };

interface Pay {
	node: (more: Partial<INodeJson>) => INodeJson;
	endpoint: Fault['on'];
	/** Counts the times that the service has acted on an order. */
	times: (reference: string) => number;
	/** The service's answer while it cannot be asked about the second order, and the number of requests that each question takes. */
	unchecked: Fault;
	requests: number;
}

const REFERENCE = '={{ $json.reference }}';
const BUSY = { kind: 'status', status: 503, times: 3 } as const;

const charge: Pay = {
	node: (more) =>
		world.node('Pay', 'card', 'charge', chargeFields({ ...CARDS.frictionless, reference: REFERENCE }), more),
	endpoint: 'charge',
	times: (reference) => world.sandbox.ledger.chargesOf(reference),
	unchecked: { ...BUSY, on: 'history', skip: 1 },
	requests: 1,
};
const transfer: Pay = {
	node: (more) => world.node('Pay', 'transfer', 'create', transferFields({ requestId: REFERENCE }), more),
	endpoint: 'transfer',
	times: (reference) => world.sandbox.transfers.transfersOf(reference),
	unchecked: { ...BUSY, on: 'transferStatus', skip: 2, times: 6 },
	requests: 2,
};

const sent = ({ endpoint }: { endpoint: string }) =>
	world.sandbox.requests.filter((request) => request.endpoint === endpoint).length;
const timesOf = ({ times }: Pay) => rows.map(({ reference }) => times(reference));

describe.each(
	CONTINUES.flatMap((onError) => [['a charge', onError, charge] as const, ['a transfer', onError, transfer] as const]),
)('%s of a list fails, with %s,', (_, onError, pay) => {
	const run = async (more: Partial<INodeJson> = RETRY) => await world.run([pay.node({ onError, ...more })], rows);
	const outcomes = (done: EngineRun) =>
		[0, 1].map((output) =>
			done.items('Pay', output).map(({ json }) => json.outcome ?? (json.error as IDataObject).code),
		);
	const split = (...outcomesInOrder: string[]) => {
		const isDone = (outcome: string) => ['authorized', 'unknown'].includes(outcome);
		if (onError === 'continueRegularOutput') return [outcomesInOrder, []];
		return [outcomesInOrder.filter(isDone), outcomesInOrder.filter((one) => !isDone(one))];
	};

	test.each<[string, Fault]>([
		['once, because the service is busy when it is asked about the second', pay.unchecked],
		[
			'once, because it has too many requests',
			{ on: pay.endpoint, kind: 'status', status: 429, when: 'before', skip: 1 },
		],
	])('%s: all three are paid, once', async (__, fault) => {
		world.sandbox.fail(fault);
		const done = await run();
		expect(outcomes(done)).toEqual(split('authorized', 'authorized', 'authorized'));
		expect(done.error).toBeUndefined();
		expect(done.items('Pay').map(({ json }) => [json.reference, json.duplicate])).toEqual(
			rows.map(({ reference }) => [reference, undefined]),
		);
		expect(timesOf(pay)).toEqual([1, 1, 1]);
	});

	test.each([
		[2, 2],
		[undefined, 3],
		[9, 5],
	])('and goes on: with Max Tries %s it is tried %i times, and the items are returned', async (maxTries, tries) => {
		world.sandbox.fail({ ...pay.unchecked, times: 99, skip: 0 });
		const done = await run({ ...RETRY, maxTries });
		expect(outcomes(done)).toEqual(split(...rows.map(() => 'reference_unchecked')));
		expect(done.error).toBeUndefined();
		expect(sent({ endpoint: pay.unchecked.on })).toBe(3 * 3 * tries * pay.requests);
		expect(timesOf(pay)).toEqual([0, 0, 0]);
	});

	test.each<[string, Partial<INodeJson>, Fault, string, number]>([
		['without Retry On Fail', {}, pay.unchecked, 'reference_unchecked', 2],
		['refused', RETRY, { on: pay.endpoint, kind: 'status', status: 403, when: 'before', skip: 1 }, 'refused', 3],
		['not known', RETRY, { on: pay.endpoint, kind: 'status', status: 503, when: 'before', skip: 1 }, 'unknown', 3],
	])('and is not tried again: %s', async (__, more, fault, outcome, requests) => {
		world.sandbox.fail(fault);
		expect(outcomes(await run(more))).toEqual(split('authorized', outcome, 'authorized'));
		expect(sent(pay)).toBe(requests);
	});

	test('refused, and is not sent again by a try that another item needs: its error stays', async () => {
		const refuse = () => world.sandbox.fail({ on: pay.endpoint, kind: 'status', status: 403, when: 'before' });
		const errorOf = (done: EngineRun) =>
			[0, 1].flatMap((output) => done.items('Pay', output)).find(({ json }) => json.error)!.json;
		refuse();
		const alone = await world.run([pay.node({ onError })], [rows[1]!]);
		refuse();
		world.sandbox.fail({ ...pay.unchecked, skip: 0 });
		const done = await run();
		expect(outcomes(done)).toEqual(split('authorized', 'refused', 'authorized'));
		expect(errorOf(done)).toEqual(errorOf(alone));
		expect(sent(pay)).toBe(1 + rows.length);
	});
});

test('bad input is not tried again', async () => {
	const node = world.node(
		'Pay',
		'card',
		'charge',
		chargeFields({ ...CARDS.frictionless, reference: REFERENCE, amount: '={{ $json.amount }}' }),
		{ ...RETRY, onError: 'continueRegularOutput' },
	);
	const run = await world.run([node], [{ reference: 'A', amount: 'much' }]);
	expect(run.items('Pay')).toMatchObject([{ json: { error: { code: 'invalid_input' } } }]);
	expect(JSON.stringify(run.run.data.executionData!.contextData)).toContain('"begun":1');
});

const to = (...targets: string[]) => targets.map((node) => ({ node, type: 'main' as const, index: 0 }));

test('each round of a loop has all its tries', async () => {
	const pay = charge.node({ ...RETRY, maxTries: 2, onError: 'continueRegularOutput' });
	const { nodes, connections } = chain([{ name: 'Loop', type: 'n8n-nodes-base.splitInBatches', typeVersion: 3 }, pay]);
	const loop: WorkflowJson = {
		name: 'Loop',
		nodes,
		connections: { ...connections, Loop: { main: [[], to('Pay')] }, Pay: { main: [to('Loop')] } },
	};
	// The first try of each round asks three times in vain.
	for (const skip of [0, 1, 1]) world.sandbox.fail({ ...BUSY, on: 'history', skip });
	const run = await world.engine.run(loop, { mode: 'trigger', input: rows });
	expect(run.error).toBeUndefined();
	expect(rows.map((__, round) => run.items('Pay', 0, round).map(({ json }) => json.outcome))).toEqual(
		rows.map(() => ['authorized']),
	);
	expect(timesOf(charge)).toEqual([1, 1, 1]);
});

test.each(CONTINUES)('reads are tried again as well: %s', async (onError) => {
	await world.one('card', 'charge', chargeFields({ ...CARDS.frictionless, reference: 'A-1' }));
	world.sandbox.fail({ on: 'verify', kind: 'status', status: 503 });
	const verify = world.node('Node', 'transaction', 'verify', { transactionReference: 'A-1' }, { ...RETRY, onError });
	const verified = await world.run([verify], [{}]);
	expect(verified.items('Node')).toMatchObject([{ json: { outcome: 'authorized' } }]);
	world.sandbox.fail({ on: 'token', kind: 'status', status: 503 });
	const account = await world.run([world.node('Node', 'account', 'get', {}, { ...RETRY, onError })]);
	expect(account.items('Node')).toMatchObject([{ json: { firstName: expect.any(String) as string } }]);
	const unknown = world.node('Node', 'transaction', 'verify', { transactionReference: 'B-1' }, { ...RETRY, onError });
	const before = sent({ endpoint: 'verify' });
	await world.run([unknown], [{}]);
	expect(sent({ endpoint: 'verify' }) - before).toBe(1);
});
