import type { IExecuteFunctions } from 'n8n-workflow';

import { SentRequests } from '../../../nodes/shared/execution/sentRequests';
import { NAIRA, storedOf } from './support';

/** A run of a node, with what n8n keeps for the node in this execution. */
function runOf(state: Record<string, unknown>, runIndex = 0, kind = 'charge'): SentRequests {
	const context = {
		getContext: (type: string) => (type === 'node' ? state : {}),
		getExecutionId: () => '7',
		getWorkflowDataProxy: () => ({ $runIndex: runIndex }),
	};
	return new SentRequests(context as unknown as IExecuteFunctions, kind);
}

const keyOf = (reference: string, account = 'account-1', changes: object = {}) =>
	runOf({}).paymentIdOf({ ...storedOf(reference), money: { ...NAIRA, ...changes } }, account);
const KEY = keyOf('ORDER-1');
const SENT = { reference: 'ORDER-1', request: storedOf('ORDER-1'), account: 'account-1', paymentId: KEY };
const DONE = { ...SENT, result: { output: { outcome: 'authorized' } } };
/** As n8n stores it with the execution. */
const stored = (state: object) => JSON.parse(JSON.stringify(state)) as Record<string, unknown>;

describe('what was sent for an item', () => {
	test('is found by another try of the same run, under whatever reference it was sent, also when n8n has stored it', () => {
		const state = {};
		runOf(state).write(2, SENT);
		expect(runOf(stored(state)).find(2)).toEqual(SENT);
		runOf(state).write(2, DONE);
		expect(runOf(stored(state)).find(2)).toEqual(DONE);
	});

	test('is not found for another item, run, kind of payment or node', () => {
		const state = {};
		runOf(state).write(0, SENT);
		const others = [runOf(state).find(1), runOf(state, 1).find(0), runOf(state, 0, 'otp').find(0), runOf({}).find(0)];
		expect(others).toEqual([undefined, undefined, undefined, undefined]);
	});

	test('stays where an operation of another kind has sent something since', () => {
		const state = {};
		runOf(state).write(0, SENT);
		runOf(state, 0, 'transfer').write(0, DONE);
		expect(runOf(state).find(0)).toEqual(SENT);
	});

	test('is forgotten when a later run sends something', () => {
		const state = {};
		runOf(state).write(0, SENT);
		expect(runOf(state, 1).find(0)).toBeUndefined();
		expect(runOf(state).find(0)).toEqual(SENT);
		runOf(state, 1).write(3, SENT);
		expect([runOf(state).find(0), runOf(state, 1).find(3)]).toEqual([undefined, SENT]);
	});
});

describe('a payment', () => {
	test('is found in any run of the node', () => {
		const state = {};
		runOf(state).write(0, SENT);
		runOf(state, 1).write(5, { ...SENT, paymentId: keyOf('ORDER-2') });
		expect([0, 1, 2].map((run) => runOf(stored(state), run).findTransactionReference(KEY))).toEqual(['', '', '']);
	});

	test('is found with the reference that the service gave it, once that is known', () => {
		const state = {};
		runOf(state).write(0, { ...SENT, result: { output: { transactionReference: 'SBX-1' } } });
		expect(runOf(state, 1).findTransactionReference(KEY)).toBe('SBX-1');
	});

	test.each([
		['reference', keyOf('ORDER-2')],
		['account', keyOf('ORDER-1', 'account-2')],
		['amount', keyOf('ORDER-1', 'account-1', { minor: 1001 })],
		['currency', keyOf('ORDER-1', 'account-1', { currency: 'USD' })],
		['reference, whatever is its account', keyOf('ORDER-1account-1', '')],
	])('of another %s is another one', (_, key) => {
		const state = {};
		runOf(state).write(0, SENT);
		expect(runOf(state, 1).findTransactionReference(key)).toBeUndefined();
	});

	test('that exists is known by its reference and its state', () => {
		const request = { ...storedOf('SBX-1'), money: undefined };
		const idOf = (expectedState?: string) =>
			runOf({}, 0, 'refund').paymentIdOf({ ...request, expectedState }, 'account-1');
		expect(idOf()).toBe('["refund","SBX-1","account-1",null,null,null]');
		expect(idOf('4')).toBe('["refund","SBX-1","account-1",null,null,"4"]');
	});

	test('of another kind is another one, and an OTP is none', () => {
		const state = {};
		runOf(state).write(0, SENT);
		runOf(state, 0, 'otp').write(0, { ...SENT, paymentId: undefined });
		const transfers = runOf(state, 1, 'transfer');
		expect(transfers.findTransactionReference(transfers.paymentIdOf(SENT.request, 'account-1'))).toBeUndefined();
		expect(Object.keys((state as { sentRequests: { payments: object } }).sentRequests.payments)).toEqual([KEY]);
	});

	test('that is known to have done nothing may be sent again; the others stay', () => {
		const state = {};
		const requests = runOf(state);
		const other = { ...SENT, paymentId: keyOf('ORDER-2') };
		requests.write(0, SENT);
		requests.write(1, other);
		requests.forget(0);
		requests.forget(7);
		expect([requests.find(0), requests.findTransactionReference(KEY)]).toEqual([undefined, undefined]);
		expect([requests.find(1), requests.findTransactionReference(other.paymentId)]).toEqual([other, '']);
	});
});

test('nothing is kept where nothing was sent', () => {
	const state = {};
	runOf(state).find(0);
	runOf(state).forget(0);
	expect(state).toEqual({});
});
