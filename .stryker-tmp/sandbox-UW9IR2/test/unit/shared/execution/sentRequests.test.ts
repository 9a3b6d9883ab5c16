// @ts-nocheck
import type { IExecuteFunctions } from 'n8n-workflow';

import { SentRequests } from '../../../../nodes/shared/execution/sentRequests';

/** A run of a node, with what n8n keeps for the node in this execution. */
function runOf(state: Record<string, unknown>, runIndex = 0): SentRequests {
	const context = {
		getContext: (type: string) => (type === 'node' ? state : {}),
		getWorkflowDataProxy: () => ({ $runIndex: runIndex }),
	};
	return new SentRequests(context as unknown as IExecuteFunctions);
}

const RESULT = { output: { outcome: 'authorized' } };

test("is kept in the node's context, by run, item and reference", () => {
	const state = {};
	runOf(state, 1).write(2, 'ORDER-1', { result: RESULT });
	expect(state).toEqual({ sentRequests: { '1:2:ORDER-1': { result: RESULT } } });
});

test('is found by another try of the same run', () => {
	const state = {};
	runOf(state).write(0, 'ORDER-1', {});
	expect(runOf(state).find(0, 'ORDER-1')).toEqual({});
	runOf(state).write(0, 'ORDER-1', { result: RESULT });
	expect(runOf(state).find(0, 'ORDER-1')).toEqual({ result: RESULT });
});

test('is not found for another item, reference, run or node', () => {
	const state = {};
	runOf(state).write(0, 'ORDER-1', {});
	expect(runOf(state).find(1, 'ORDER-1')).toBeUndefined();
	expect(runOf(state).find(0, 'ORDER-2')).toBeUndefined();
	expect(runOf(state, 1).find(0, 'ORDER-1')).toBeUndefined();
	expect(runOf({}).find(0, 'ORDER-1')).toBeUndefined();
});

test('is forgotten when it was removed; the others stay', () => {
	const requests = runOf({});
	requests.write(0, 'ORDER-1', {});
	requests.write(1, 'ORDER-2', {});
	requests.remove(0, 'ORDER-1');
	expect(requests.find(0, 'ORDER-1')).toBeUndefined();
	expect(requests.find(1, 'ORDER-2')).toEqual({});
});

test('is forgotten when the node is done; the execution stays known', () => {
	const state = { executionId: '7' };
	const requests = runOf(state);
	requests.write(0, 'ORDER-1', {});
	requests.clear();
	expect(state).toEqual({ executionId: '7' });
	expect(requests.find(0, 'ORDER-1')).toBeUndefined();
});
