import type { IExecuteFunctions } from 'n8n-workflow';

import { checkItems } from '../../../../nodes/shared/execution/checkItems';
import type { Operation, Run } from '../../../../nodes/shared/execution/operation';
import { SentRequests } from '../../../../nodes/shared/execution/sentRequests';
import { CHARGING, requestOf, storedOf } from './support';

const RESULT = { output: { outcome: 'authorized' } };

const charge: Operation = {
	option: { name: 'Charge', value: 'charge' },
	fields: [],
	referenceField: 'Reference',
	prepare: (parameters) => requestOf(parameters.get('reference')),
	perform: async () => RESULT,
	money: { ...CHARGING, ask: async () => ({ kind: 'nothing' }), payment: { name: 'payment', isSame: () => true } },
};
const otp: Operation = { ...charge, money: CHARGING };
const read: Operation = { ...charge, money: undefined, referenceField: undefined };

/** Checks items with these references, in a run of the node. */
function check(references: string[], { state = {}, run = 0, account = 'account-1', operation = charge } = {}) {
	const context = {
		getContext: () => state,
		getWorkflowDataProxy: () => ({ $runIndex: run }),
		getInputData: () => references.map(() => ({ json: {} })),
		getNodeParameter: (_: string, itemIndex: number) => references[itemIndex],
	} as unknown as IExecuteFunctions;
	const job = { context, operation, run: { transport: { account, settings: {} } } as Run, stopsOnFailure: true };
	return checkItems({ ...job, sentRequests: new SentRequests(context, 'charge') });
}

/** What the node keeps after an item was sent in its first run. */
function stateWith(reference: string, result?: typeof RESULT): object {
	const state = {};
	const context = { getContext: () => state, getWorkflowDataProxy: () => ({ $runIndex: 0 }) };
	const sentRequests = new SentRequests(context as unknown as IExecuteFunctions, 'charge');
	const request = storedOf(reference);
	const key = sentRequests.keyOf(request, 'account-1');
	sentRequests.write(0, { reference, request, account: 'account-1', key, ...(result && { result }) });
	return state;
}

test('what an earlier try of this run has sent is not sent again, whatever the reference is by now', () => {
	expect(check(['LATER', 'B'], { state: stateWith('A', RESULT) })).toMatchObject([
		{ kind: 'done', reference: 'A', result: RESULT },
		{ kind: 'ready', reference: 'B' },
	]);
	// The answer must not show the secrets of the present request either.
	expect(check(['LATER'], { state: stateWith('A') })).toMatchObject([
		{ kind: 'sent', reference: 'A', request: requestOf('A'), isRepeat: false },
	]);
});

test('nor is it sent, or looked up, with another credential', () => {
	const [item] = check(['A'], { state: stateWith('A'), account: 'account-2' });
	expect(item).toMatchObject({ kind: 'failed', reference: 'A', isInDoubt: true, error: { code: 'settings' } });
});

test('the same payment in another run of the node is not sent again, and another payment is', () => {
	const state = stateWith('A', RESULT);
	expect(check(['B', 'A'], { state, run: 1 })).toMatchObject([
		{ kind: 'ready', reference: 'B' },
		{ kind: 'sent', reference: 'A', request: requestOf('A'), isRepeat: true, transactionReference: '' },
	]);
	expect(check(['A'], { state, run: 1, account: 'account-2' })).toMatchObject([{ kind: 'ready' }]);
});

test('an OTP is sent in each run', () => {
	expect(check(['A'], { state: stateWith('A', RESULT), run: 1, operation: otp })).toMatchObject([{ kind: 'ready' }]);
});

test.each([
	[charge, 'Give each item its own.'],
	[otp, 'keep only one of the items'],
])('two items with the same reference are a mistake', (operation, advice) => {
	const [first, second, other] = check(['A', 'A', 'B'], { operation });
	expect([first, other]).toMatchObject([{ kind: 'ready' }, { kind: 'ready' }]);
	expect(second).toMatchObject({
		kind: 'failed',
		reference: 'A',
		isInDoubt: false,
		error: { code: 'invalid_input', charged: 'unknown', description: expect.stringContaining(advice) as unknown },
	});
});

test('reads are checked when their turn comes', () => {
	expect(check(['A', 'A'], { operation: read })).toMatchObject([{ kind: 'waiting' }, { kind: 'waiting' }]);
});
