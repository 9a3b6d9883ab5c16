import type { IExecuteFunctions } from 'n8n-workflow';

import type { Money } from '../../../../gateway/values/money';
import { checkItems } from '../../../../nodes/shared/execution/checkItems';
import type { Operation, PaymentRules } from '../../../../nodes/shared/execution/operation';
import { keyOf, SentRequests } from '../../../../nodes/shared/execution/sentRequests';

const NAIRA = { major: 10, minor: 1000, currency: 'NGN' } as Money;
const RESULT = { output: { outcome: 'authorized' } };

/** A request is its reference. */
const charge = {
	option: { name: 'Charge', value: 'charge' },
	fields: [],
	money: {
		reference: (request: string) => request,
		referenceField: 'Reference',
		words: { what: 'card', done: 'charged' },
		withoutSecrets: (request: string) => `${request} without secrets`,
		payment: { money: () => NAIRA } as unknown as PaymentRules<string>,
	},
} as unknown as Operation<string>;
const otp = { ...charge, money: { ...charge.money!, payment: undefined } } as Operation<string>;

/** Checks items with these references, in a run of the node. */
function check(references: string[], { state = {}, run = 0, account = 'account-1', operation = charge } = {}) {
	const context = {
		getContext: () => state,
		getWorkflowDataProxy: () => ({ $runIndex: run }),
		getInputData: () => references.map(() => ({ json: {} })),
	} as unknown as IExecuteFunctions;
	return checkItems(context, operation, {
		sentRequests: new SentRequests<string>(context, 'charge'),
		check: (itemIndex) => ({ kind: 'ready', reference: references[itemIndex]!, request: references[itemIndex]! }),
		account,
	});
}

/** What the node keeps after an item was sent in its first run. */
function stateWith(reference: string, result?: typeof RESULT): object {
	const state = {};
	const context = { getContext: () => state, getWorkflowDataProxy: () => ({ $runIndex: 0 }) };
	const key = keyOf(reference, 'account-1', NAIRA);
	const sent = { reference, request: reference, account: 'account-1', key, result };
	new SentRequests<string>(context as unknown as IExecuteFunctions, 'charge').write(0, sent);
	return state;
}

test('what an earlier try of this run has sent is not sent again, whatever the reference is by now', () => {
	expect(check(['LATER', 'B'], { state: stateWith('A', RESULT) })).toMatchObject([
		{ kind: 'done', reference: 'A', result: RESULT },
		{ kind: 'ready', reference: 'B' },
	]);
	expect(check(['LATER'], { state: stateWith('A') })).toEqual([
		{ kind: 'sent', reference: 'A', request: 'A', now: 'LATER', isRepeat: false },
	]);
});

test('nor is it sent, or looked up, with another credential', () => {
	const [item] = check(['A'], { state: stateWith('A'), account: 'account-2' });
	expect(item).toMatchObject({ kind: 'failed', reference: 'A', isInDoubt: true, error: { code: 'settings' } });
});

test('the same payment in another run of the node is not sent again, and another payment is', () => {
	const state = stateWith('A', RESULT);
	expect(check(['B', 'A'], { state, run: 1 })).toEqual([
		{ kind: 'ready', reference: 'B', request: 'B' },
		{ kind: 'sent', reference: 'A', request: 'A without secrets', now: 'A', isRepeat: true, transactionReference: '' },
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
	expect(check(['A', 'A'], { operation: { ...charge, money: undefined } })).toMatchObject([
		{ kind: 'unchecked' },
		{ kind: 'unchecked' },
	]);
});
