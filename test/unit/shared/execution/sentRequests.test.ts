import type { IExecuteFunctions } from 'n8n-workflow';

import type { PaymentKind } from '../../../../gateway/message';
import { PossibleRepeatError, RefusedError } from '../../../../gateway/protocol/errors';
import type { EditorRuns } from '../../../../nodes/shared/execution/editorRuns';
import { SentRequests } from '../../../../nodes/shared/execution/sentRequests';

/** A run of a node, with what n8n keeps for the node in this execution. */
function runOf(
	state: Record<string, unknown>,
	runIndex = 0,
	kind: PaymentKind = 'charge',
	execution = '7',
	editorRuns?: Pick<EditorRuns, 'write' | 'forget'>,
): SentRequests {
	const context = {
		getContext: (type: string) => (type === 'node' ? state : {}),
		getWorkflowDataProxy: () => ({ $runIndex: runIndex }),
		getExecutionId: () => execution,
	};
	return new SentRequests(context as unknown as IExecuteFunctions, kind, editorRuns);
}

const REFUSED = new RefusedError('Refused', 'Look.', 403);
const SENT = { reference: 'ORDER-1', request: { amount: 10 }, sentAt: Date.UTC(2026, 0, 15), account: 'account-1' };
const DONE = { ...SENT, result: { output: { outcome: 'authorized' } } };

test("is kept in the node's context, by run, kind of payment and item", () => {
	const state = {};
	runOf(state, 1).write(2, DONE);
	expect(state).toEqual({ sentRequests: { run: 1, kinds: { charge: { 2: { sent: DONE, refused: [] } } } } });
});

test('is found by another try of the same run, under whatever reference it was sent', () => {
	const state = {};
	runOf(state).write(0, SENT);
	expect(runOf(state).find(0)).toEqual(SENT);
	runOf(state).write(0, DONE);
	expect(runOf(state).find(0)).toEqual(DONE);
	expect(runOf(state).itemIndices).toEqual([0]);
});

test('is found after n8n has stored the execution', () => {
	const state = {};
	runOf(state).write(0, DONE);
	expect(runOf(JSON.parse(JSON.stringify(state))).find(0)).toEqual(DONE);
});

test('is not found for another item, run, kind of payment or node', () => {
	const state = {};
	runOf(state).write(0, SENT);
	expect(runOf(state).find(1)).toBeUndefined();
	expect(runOf(state, 1).find(0)).toBeUndefined();
	expect(runOf(state, 0, 'otp').find(0)).toBeUndefined();
	expect(runOf({}).find(0)).toBeUndefined();
});

test('stays where an operation of another kind has sent something since', () => {
	const state = {};
	runOf(state).write(0, SENT);
	runOf(state, 0, 'transfer').write(0, DONE);
	expect(runOf(state).find(0)).toEqual(SENT);
});

test('may be sent again when it was refused, and its references stay known; the others stay', () => {
	const requests = runOf({});
	requests.write(1, SENT);
	for (const reference of ['A', 'B', 'A']) {
		requests.write(0, { ...SENT, reference });
		requests.refuse(0, REFUSED);
	}
	expect(requests.find(0)).toBeUndefined();
	expect(requests.refusedReferences(0)).toEqual(['A', 'B']);
	requests.write(0, SENT);
	expect(requests.refusedReferences(0)).toEqual(['A', 'B']);
	expect(requests.find(1)).toEqual(SENT);
	expect([requests.refusedReferences(1), requests.refusedReferences(2)]).toEqual([[], []]);
	expect(requests.itemIndices).toEqual([0, 1]);
});

test('is not replaced in this execution where the service may have refused it for a payment of its own', () => {
	const state: Record<string, unknown> = {};
	runOf(state).write(0, SENT);
	runOf(state).refuse(0, new PossibleRepeatError('There is one', 'Look.', 409, 'exists', 'used'));
	const stored = JSON.parse(JSON.stringify(state)) as typeof state;
	expect(runOf(stored).refusal(0)).toEqual({ reference: 'ORDER-1', error: expect.any(PossibleRepeatError) as unknown });
	expect(runOf(stored).refusal(0)!.error).toMatchObject({
		message: 'There is one',
		description: 'Look.',
		httpStatus: 409,
		first: 'exists',
		serviceMessage: 'used',
	});
	expect(runOf(stored).refusal(1)).toBeUndefined();
	// A person has read the error, and retries.
	expect(runOf(stored, 0, 'charge', '8').refusal(0)).toBeUndefined();
	runOf(stored).refuse(1, REFUSED);
	expect(runOf(stored).refusal(1)).toBeUndefined();
});

test('is forgotten when a later run sends something; the execution stays known', () => {
	const state = { executionId: '7' };
	runOf(state).write(0, SENT);
	expect(runOf(state, 1).itemIndices).toEqual([]);
	expect(runOf(state).find(0)).toEqual(SENT);
	runOf(state, 1).write(3, SENT);
	expect(state).toEqual({
		executionId: '7',
		sentRequests: { run: 1, kinds: { charge: { 3: { sent: SENT, refused: [] } } } },
	});
});

test('nothing is kept where nothing was sent', () => {
	const state = {};
	expect(runOf(state).find(0)).toBeUndefined();
	expect(state).toEqual({});
});

test('the next run in the editor is told what was sent, and what is known to have done nothing', () => {
	const told: unknown[] = [];
	const editorRuns = {
		write: (sent: unknown) => told.push(['sent', sent]),
		forget: (reference: string) => told.push(['nothing', reference]),
	};
	const requests = runOf({}, 0, 'charge', '7', editorRuns);
	requests.refuse(0, REFUSED);
	expect(told).toEqual([]);
	requests.write(0, SENT);
	requests.refuse(0, REFUSED);
	requests.write(0, DONE);
	expect(told).toEqual([
		['sent', SENT],
		['nothing', 'ORDER-1'],
		['sent', DONE],
	]);
});

test('what may have been refused for a payment of its own stays in doubt for the next run in the editor', () => {
	const forget = jest.fn();
	const requests = runOf({}, 0, 'charge', '7', { write: () => undefined, forget });
	requests.write(0, SENT);
	requests.refuse(0, new PossibleRepeatError('Refused', 'Look.', 400, 'unknown'));
	expect(forget).not.toHaveBeenCalled();
});
