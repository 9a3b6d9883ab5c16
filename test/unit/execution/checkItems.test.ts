import type { IExecuteFunctions } from 'n8n-workflow';

import { InputError } from '../../../gateway/values/errors';
import { checkItems } from '../../../nodes/shared/execution/checkItems';
import type { PayOperation, Run } from '../../../nodes/shared/execution/operation';
import { SentRequests } from '../../../nodes/shared/execution/sentRequests';
import { CHARGING, NEW_PAYMENT, requestOf, storedOf } from './support';

const RESULT = { output: { outcome: 'authorized' } };

const charge: PayOperation = {
	kind: 'pay',
	option: { name: 'Charge', value: 'charge' },
	fields: [],
	prepare: (parameters) => requestOf(parameters.get('reference')),
	call: { ...CHARGING, earlier: NEW_PAYMENT },
};
const refund: PayOperation = {
	...charge,
	call: { ...CHARGING, earlier: { kind: 'changesPayment', complete: (request) => request, isDone: () => false } },
};
const otp: PayOperation = { ...charge, call: CHARGING };

/** An operation that refuses every item. */
const REFUSED = new InputError([{ path: ['reference'], field: 'Reference', rule: 'is wrong.' }]);
const refusing = (operation: PayOperation): PayOperation => ({
	...operation,
	prepare: () => {
		throw REFUSED;
	},
});

/** An operation with items of these references, in a run of the node. */
function payRunOf(references: string[], { state = {}, run = 0, account = 'account-1', operation = charge } = {}) {
	const context = {
		getContext: () => state,
		getWorkflowDataProxy: () => ({ $runIndex: run }),
		getInputData: () => references.map(() => ({ json: {} })),
		getNodeParameter: (_: string, itemIndex: number) => references[itemIndex],
	} as unknown as IExecuteFunctions;
	const sentRequests = new SentRequests(context, 'charge');
	const service = { account, settings: {} };
	return { context, operation, run: { service } as Run, sentRequests };
}
const check = (...given: Parameters<typeof payRunOf>) => checkItems(payRunOf(...given));

/** What the node keeps after an item was sent in its first run. */
function stateWith(reference: string, result?: typeof RESULT, itemIndex = 0): object {
	const state = {};
	const context = { getContext: () => state, getWorkflowDataProxy: () => ({ $runIndex: 0 }) };
	const sentRequests = new SentRequests(context as unknown as IExecuteFunctions, 'charge');
	const request = storedOf(reference);
	const paymentId = sentRequests.paymentIdOf(request, 'account-1');
	sentRequests.write(itemIndex, { reference, request, account: 'account-1', paymentId, ...(result && { result }) });
	return state;
}

const sameAs = (itemIndex: number, advice: string) => [
	{ path: ['reference'], field: 'Reference', rule: `is the same as that of item ${itemIndex}. ${advice}` },
];

test('what an earlier try of this run has sent is not sent again, whatever the reference is by now', () => {
	expect(check(['LATER', 'B'], { state: stateWith('A', RESULT) })).toMatchObject([
		{ kind: 'done', reference: 'A', result: RESULT },
		{ kind: 'ready', reference: 'B' },
	]);
	// The answer must not show the secrets of the present request either.
	expect(check(['LATER'], { state: stateWith('A') })).toMatchObject([
		{ kind: 'sentBefore', reference: 'A', request: requestOf('A'), duplicate: false },
	]);
	expect(check(['LATER'], { state: stateWith('A'), operation: refusing(charge) })).toMatchObject([
		{ kind: 'sentBefore', reference: 'A', request: { secrets: [] }, duplicate: false },
	]);
	// What was not known then may be known by now, under the service's reference as well.
	const unknown = { output: { outcome: 'unknown', transactionReference: 'T-1' } };
	expect(check(['A'], { state: stateWith('A', unknown) })).toMatchObject([
		{ kind: 'sentBefore', duplicate: false, transactionReference: 'T-1' },
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
		{ kind: 'sentBefore', reference: 'A', request: requestOf('A'), duplicate: true, transactionReference: '' },
	]);
	expect(check(['A'], { state, run: 1, account: 'account-2' })).toMatchObject([{ kind: 'ready' }]);
});

test('a refund is not sent in another run either, and an OTP is sent in each', () => {
	const state = stateWith('A', RESULT);
	expect(check(['A'], { state, run: 1, operation: refund })).toMatchObject([{ kind: 'sentBefore', duplicate: true }]);
	expect(check(['A'], { state, run: 1, operation: otp })).toMatchObject([{ kind: 'ready', paymentId: undefined }]);
});

const SAME = 'They are one payment, so keep only one of the items.';
test.each<[PayOperation, string]>([
	[charge, 'Give each item its own.'],
	[otp, SAME],
	[refund, SAME],
])('two items with the same reference are a mistake', (operation, advice) => {
	const [first, second, other] = check(['A', 'A', 'B'], { operation });
	expect([first, other]).toMatchObject([{ kind: 'ready' }, { kind: 'ready' }]);
	expect(second).toMatchObject({
		kind: 'failed',
		reference: 'A',
		isInDoubt: false,
		error: { code: 'invalid_input', problems: sameAs(0, advice) },
	});
});

test.each([
	['and has a result', RESULT],
	['without a result', undefined],
])('one item with the reference of another that was sent before %s is one, too', (_, result) => {
	const [first, second] = check(['A', 'LATER'], { state: stateWith('A', result, 1), operation: otp });
	expect(second).toMatchObject({ kind: result ? 'done' : 'sentBefore', reference: 'A' });
	expect(first).toMatchObject({ kind: 'failed', reference: 'A', error: { problems: sameAs(1, SAME) } });
});

test('an item that is refused keeps its reason, and one with nothing to do goes on as it came', () => {
	const failed = { kind: 'failed', reference: '', error: REFUSED, isInDoubt: false };
	expect(check(['A', 'A'], { operation: refusing(charge) })).toEqual([failed, failed]);
	const passing: PayOperation = { ...charge, passesOn: () => true };
	const passedOn = { kind: 'passedOn', reference: '' };
	expect(check(['A', 'A'], { operation: passing })).toEqual([passedOn, passedOn]);
	const item = { kind: 'ready', reference: 'A', request: requestOf('A'), paymentId: undefined };
	expect(check(['A'], { operation: { ...otp, passesOn: () => false } })).toEqual([item]);
});
