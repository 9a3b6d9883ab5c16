import { payment as paymentOf } from '../../../gateway/payment';
import type { MoneyCall } from '../../../gateway/sending/call';
import type { LookUp } from '../../../gateway/sending/lookUp';
import { LookAhead } from '../../../nodes/shared/execution/lookAhead';
import type { Item } from '../../../nodes/shared/execution/items';
import type { Transport } from '../../../nodes/shared/transport/transport';
import { withoutWaiting } from '../context';
import { CHARGING, finding, NEW_PAYMENT, ready, sent } from './support';

const START = Date.UTC(2026, 0, 15);
const NOTHING: LookUp = { kind: 'nothing' };

const serviceWith = (checkReferences: boolean) =>
	({
		settings: { checkReferences },
		pause: async (milliseconds: number) => await new Promise((resolve) => setTimeout(resolve, milliseconds)),
	}) as unknown as Transport;
const SERVICE = serviceWith(true);
/** An item of the account that is asked. */
const itemOf = (reference: string, service = SERVICE) => ready(reference, { service });
/** A refund, of a payment that exists. */
const REFUND: MoneyCall['earlier'] = {
	kind: 'changesPayment',
	complete: (request) => request,
	isDone: ({ outcome }) => outcome === 'refunded',
};
const callWith = (
	finder: (reference: string) => Promise<LookUp>,
	earlier: MoneyCall['earlier'] = NEW_PAYMENT,
): MoneyCall => ({ ...CHARGING, finders: finding(finder), earlier });

beforeEach(() => {
	jest.useFakeTimers({ now: START });
});
afterEach(() => {
	jest.useRealTimers();
});

describe('what the service has under the references of a list', () => {
	/** Asks about a list; each question takes a second. */
	function asking(items: Item[]) {
		const log: string[] = [];
		const finder = async (reference: string) => {
			log.push(reference);
			await new Promise((resolve) => setTimeout(resolve, 1000));
			return NOTHING;
		};
		const ahead = new LookAhead(callWith(finder), items);
		const lookUpFor = async (itemIndex: number, reference: string) => {
			const answer = ahead.lookUpFor(itemIndex, itemOf(reference));
			let took = -1;
			void answer.then(() => (took = Date.now()));
			const from = Date.now();
			while (took < 0) await jest.advanceTimersByTimeAsync(100);
			return { answer: await answer, took: took - from };
		};
		return { log, lookUpFor };
	}

	test('is asked for each item while the one before it is sent', async () => {
		const { log, lookUpFor } = asking([itemOf('A'), itemOf('B'), itemOf('C')]);
		expect(await lookUpFor(0, 'A')).toEqual({ answer: NOTHING, took: 1000 });
		expect(log).toEqual(['A', 'B']);
		// Item A is sent.
		await jest.advanceTimersByTimeAsync(1500);
		expect((await lookUpFor(1, 'B')).took).toBeLessThanOrEqual(100);
		expect(log).toEqual(['A', 'B', 'C']);
		await lookUpFor(2, 'C');
		expect(log).toEqual(['A', 'B', 'C']);
	});

	test.each([
		// Item B was asked about when item A's turn came, and an answer is as old as its question.
		[2000, 0],
		[2100, 1000],
	])('is asked for again two seconds after the question: item A takes %i ms', async (sending, wait) => {
		const { log, lookUpFor } = asking([itemOf('A'), itemOf('B')]);
		await lookUpFor(0, 'A');
		await jest.advanceTimersByTimeAsync(sending);
		const { took } = await lookUpFor(1, 'B');
		expect(took).toBe(wait);
		expect(log).toEqual(wait === 0 ? ['A', 'B'] : ['A', 'B', 'B']);
	});

	test('is not asked for what is not to be sent, nor for random references', async () => {
		const done: Item = { kind: 'done', reference: 'B', result: { output: {} } };
		const { log, lookUpFor } = asking([itemOf('A'), done, sent('C'), itemOf('test-1'), itemOf('E')]);
		await lookUpFor(0, 'A');
		expect(log).toEqual(['A', 'E']);
	});
});

test.each([
	['ORDER-1', true, NOTHING],
	['ORDER-1', false, { kind: 'cannotTell' }],
	['test-1', true, { kind: 'cannotTell' }],
])('for %s, with Check References Before Sending %s', async (reference, checks, expected) => {
	const ahead = new LookAhead(
		callWith(async () => NOTHING),
		[],
	);
	expect(await ahead.lookUpFor(0, itemOf(reference, serviceWith(checks)))).toEqual(expected);
});

describe('a payment that exists, such as that of a refund', () => {
	const found = (outcome: 'authorized' | 'refunded'): LookUp => ({ kind: 'record', record: paymentOf({ outcome }) });

	test('is asked about whatever the setting and the reference, where there is a question', async () => {
		const finder = async () => found('authorized');
		const unchecked = serviceWith(false);
		const asked = new LookAhead(callWith(finder, REFUND), []).lookUpFor(0, itemOf('test-1', unchecked));
		expect(await asked).toEqual(found('authorized'));
		const otp = callWith(finder, { kind: 'sentEachRun' });
		const notAsked = new LookAhead(otp, []).lookUpFor(0, itemOf('SBX-1'));
		expect(await notAsked).toEqual({ kind: 'cannotTell' });
	});

	test.each([
		['is not done while it is paid', found('authorized'), REFUND, 0],
		['is done when it is refunded, perhaps by another run', found('refunded'), REFUND, 2000],
		['and one that is to be made is done when it is there', found('authorized'), NEW_PAYMENT, 2000],
	])('%s', async (_, first, earlier, wait) => {
		const log: string[] = [];
		const finder = async (reference: string) => {
			log.push(reference);
			return reference === 'A' ? first : earlier === NEW_PAYMENT ? NOTHING : found('authorized');
		};
		const ahead = new LookAhead(callWith(finder, earlier), [itemOf('A'), itemOf('B')]);
		await ahead.lookUpFor(0, itemOf('A'));
		await withoutWaiting(ahead.lookUpFor(1, itemOf('B')));
		expect([Date.now() - START, log]).toEqual([wait, wait === 0 ? ['A', 'B'] : ['A', 'B', 'B']]);
	});
});

test('a question that goes wrong in this node leaves the service unheard, and nothing is sent', async () => {
	const call = callWith(() => Promise.reject(new TypeError('wrong')));
	const answer = await new LookAhead(call, []).lookUpFor(0, itemOf('ORDER-1'));
	expect(answer).toMatchObject({ kind: 'unanswered', failure: { code: 'unexpected' } });
});
