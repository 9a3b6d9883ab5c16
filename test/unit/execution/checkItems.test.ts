import type { IExecuteFunctions } from 'n8n-workflow';

import { InputError, SettingError } from '../../../gateway/values/errors';
import { checkItems } from '../../../nodes/shared/execution/checkItems';
import type { NodeRun, PayOperation } from '../../../nodes/shared/execution/operation';
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

const serviceOf = (account: string) => ({ account, settings: {} });

/** The account of an item for which the credential cannot be evaluated. */
const NO_ACCOUNT = '';
const NOT_EVALUATED = new SettingError(
	'The credential "Shop" has an expression that cannot be evaluated for this item.',
);

/** An operation with items of these references, in a run of the node. */
function payRunOf(
	references: string[],
	{ state = {}, run = 0, account = 'account-1', accounts = [] as string[], operation = charge } = {},
) {
	const context = {
		getContext: () => state,
		getExecutionId: () => '7',
		getMode: () => 'trigger',
		getWorkflowDataProxy: () => ({ $runIndex: run }),
		getInputData: () => references.map(() => ({ json: {} })),
		getNodeParameter: (_: string, itemIndex: number) => references[itemIndex],
	} as unknown as IExecuteFunctions;
	const sentRequests = new SentRequests(context, 'charge');
	const services = {
		async ofItem(itemIndex: number): Promise<object> {
			const own = accounts[itemIndex] ?? account;
			if (own === NO_ACCOUNT) throw NOT_EVALUATED;
			return serviceOf(own);
		},
	};
	return { context, operation, run: { services } as unknown as NodeRun, sentRequests };
}
const check = async (...given: Parameters<typeof payRunOf>) => await checkItems(payRunOf(...given));

/** Makes what the node keeps after an item was sent in its first run. */
function stateWith(reference: string, result?: typeof RESULT, itemIndex = 0): object {
	const state = {};
	const context = {
		getContext: () => state,
		getExecutionId: () => '7',
		getWorkflowDataProxy: () => ({ $runIndex: 0 }),
	};
	const sentRequests = new SentRequests(context as unknown as IExecuteFunctions, 'charge');
	const request = storedOf(reference);
	const paymentId = sentRequests.paymentIdOf(request, 'account-1');
	sentRequests.write(itemIndex, { reference, request, account: 'account-1', paymentId, ...(result && { result }) });
	return state;
}

const sameAs = (itemIndex: number, advice: string) => [
	{ path: ['reference'], field: 'Reference', rule: `is the same as that of item ${itemIndex}. ${advice}` },
];

test('what an earlier try of this run has sent is not sent again, whatever the reference is by now', async () => {
	expect(await check(['LATER', 'B'], { state: stateWith('A', RESULT) })).toMatchObject([
		{ kind: 'done', reference: 'A', result: RESULT },
		{ kind: 'ready', reference: 'B' },
	]);
	// The answer must not show the secrets of the present request either.
	expect(await check(['LATER'], { state: stateWith('A') })).toMatchObject([
		{ kind: 'sentBefore', reference: 'A', request: requestOf('A'), duplicate: false },
	]);
	expect(await check(['LATER'], { state: stateWith('A'), operation: refusing(charge) })).toMatchObject([
		{ kind: 'sentBefore', reference: 'A', request: { secrets: [] }, duplicate: false },
	]);
	// An outcome that was not known then may be known by now, under the service's reference as well.
	const unknown = { output: { outcome: 'unknown', transactionReference: 'T-1' } };
	expect(await check(['A'], { state: stateWith('A', unknown) })).toMatchObject([
		{ kind: 'sentBefore', duplicate: false, transactionReference: 'T-1' },
	]);
});

test('nor is it sent, or looked up, with another credential', async () => {
	const [item] = await check(['A'], { state: stateWith('A'), account: 'account-2' });
	expect(item).toMatchObject({ kind: 'failed', reference: 'A', isInDoubt: true, error: { code: 'settings' } });
});

test('the same payment in another run of the node is not sent again, and another payment is', async () => {
	const state = stateWith('A', RESULT);
	expect(await check(['B', 'A'], { state, run: 1 })).toMatchObject([
		{ kind: 'ready', reference: 'B' },
		{ kind: 'sentBefore', reference: 'A', request: requestOf('A'), duplicate: true, transactionReference: '' },
	]);
	expect(await check(['A'], { state, run: 1, account: 'account-2' })).toMatchObject([{ kind: 'ready' }]);
});

test('a refund is not sent in another run either, and an OTP is sent in each', async () => {
	const state = stateWith('A', RESULT);
	expect(await check(['A'], { state, run: 1, operation: refund })).toMatchObject([
		{ kind: 'sentBefore', duplicate: true },
	]);
	expect(await check(['A'], { state, run: 1, operation: otp })).toMatchObject([
		{ kind: 'ready', paymentId: undefined },
	]);
});

const SAME = 'They are one payment, so keep only one of the items.';
test.each<[PayOperation, string]>([
	[charge, 'Give each item its own.'],
	[otp, SAME],
	[refund, SAME],
])('two items with the same reference are a mistake', async (operation, advice) => {
	const [first, second, other] = await check(['A', 'A', 'B'], { operation });
	expect([first, other]).toMatchObject([{ kind: 'ready' }, { kind: 'ready' }]);
	expect(second).toMatchObject({
		kind: 'failed',
		reference: 'A',
		isInDoubt: false,
		error: { code: 'invalid_input', problems: sameAs(0, advice) },
	});
});

test.each([charge, otp, refund])('two accounts may have the same reference', async (operation) => {
	const accounts = ['account-1', 'account-2', 'account-1'];
	expect(await check(['A', 'A', 'A'], { operation, accounts })).toMatchObject([
		{ kind: 'ready', service: { account: 'account-1' } },
		{ kind: 'ready', service: { account: 'account-2' } },
		{ kind: 'failed', error: { code: 'invalid_input' } },
	]);
	const state = stateWith('A', RESULT);
	const [, other, same] = await check(['LATER', 'A', 'A'], { state, operation, accounts });
	expect([other, same?.kind === 'ready']).toMatchObject([{ kind: 'ready' }, false]);
});

test('an item for which the credential cannot be evaluated fails alone', async () => {
	const failed = { kind: 'failed', reference: '', error: NOT_EVALUATED, isInDoubt: false };
	const items = await check(['A', 'B'], { accounts: [NO_ACCOUNT, 'account-1'] });
	expect(items).toMatchObject([failed, { kind: 'ready', reference: 'B' }]);
	const [sent] = await check(['A'], { state: stateWith('A'), accounts: [NO_ACCOUNT] });
	expect(sent).toEqual({ ...failed, reference: 'A', isInDoubt: true });
	const [done] = await check(['A'], { state: stateWith('A', RESULT), accounts: [NO_ACCOUNT] });
	expect(done).toMatchObject({ kind: 'done', reference: 'A' });
});

test.each([
	['and has a result', RESULT],
	['without a result', undefined],
])('one item with the reference of another that was sent before %s is one, too', async (_, result) => {
	const [first, second] = await check(['A', 'LATER'], { state: stateWith('A', result, 1), operation: otp });
	expect(second).toMatchObject({ kind: result ? 'done' : 'sentBefore', reference: 'A' });
	expect(first).toMatchObject({ kind: 'failed', reference: 'A', error: { problems: sameAs(1, SAME) } });
});

test('an item that is refused keeps its reason, and one with nothing to do goes on as it came', async () => {
	const failed = { kind: 'failed', reference: '', error: REFUSED, isInDoubt: false };
	expect(await check(['A', 'A'], { operation: refusing(charge) })).toEqual([failed, failed]);
	const passing: PayOperation = { ...charge, passesOn: () => true };
	const passedOn = { kind: 'passedOn', reference: '' };
	expect(await check(['A', 'A'], { operation: passing })).toEqual([passedOn, passedOn]);
	const service = serviceOf('account-1');
	const item = { kind: 'ready', reference: 'A', request: requestOf('A'), service, paymentId: undefined };
	expect(await check(['A'], { operation: { ...otp, passesOn: () => false } })).toEqual([item]);
});
