import { OUTCOMES } from '../../../gateway/outcome';
import { payment as paymentOf, type Payment } from '../../../gateway/payment';
import { ReferenceUsedError, ReadFailedError, UncheckedReferenceError } from '../../../gateway/values/errors';
import type { LookUp } from '../../../gateway/lookUp';
import { AskAhead } from '../../../nodes/shared/execution/askAhead';
import { resultBeforeSending } from '../../../nodes/shared/execution/usedReference';
import type { Item } from '../../../nodes/shared/execution/item';
import type { MoneyRequest, Operation, PaymentRules, Run } from '../../../nodes/shared/execution/operation';
import { withoutWaiting } from '../context';
import { CHARGING, ready, requestOf, sent } from './support';

const START = Date.UTC(2026, 0, 15);
const NOTHING: LookUp = { kind: 'nothing' };

const runWith = (checkReferences: boolean) => ({ transport: { settings: { checkReferences } } }) as Run;
const paymentRules: PaymentRules<MoneyRequest> = {
	name: 'payment',
	isSame: (_, { amount }) => amount === 10,
	showFirst: (_, record) => ({ output: { outcome: record.outcome, duplicate: true } }),
};

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
		const ask = async (_: unknown, { reference }: MoneyRequest) => {
			log.push(reference);
			await new Promise((resolve) => setTimeout(resolve, 1000));
			return NOTHING;
		};
		const ahead = new AskAhead(runWith(true), { ask, paymentRules }, items);
		const lookUpFor = async (itemIndex: number, reference: string) => {
			const answer = ahead.lookUpFor(itemIndex, requestOf(reference));
			let took = -1;
			void answer.then(() => (took = Date.now()));
			const from = Date.now();
			while (took < 0) await jest.advanceTimersByTimeAsync(100);
			return { answer: await answer, took: took - from };
		};
		return { log, lookUpFor };
	}

	test('is asked for each item while the one before it is sent', async () => {
		const { log, lookUpFor } = asking([ready('A'), ready('B'), ready('C')]);
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
		[3000, 0],
		[3100, 1000],
	])('is asked for again after two seconds: item A takes %i ms', async (sending, wait) => {
		const { log, lookUpFor } = asking([ready('A'), ready('B')]);
		await lookUpFor(0, 'A');
		await jest.advanceTimersByTimeAsync(sending);
		const { took } = await lookUpFor(1, 'B');
		expect(took).toBe(wait);
		expect(log).toEqual(wait === 0 ? ['A', 'B'] : ['A', 'B', 'B']);
	});

	test('is not asked for what is not to be sent, nor for random references', async () => {
		const done: Item = { kind: 'done', reference: 'B', result: { output: {} } };
		const { log, lookUpFor } = asking([ready('A'), done, sent('C'), ready('test-1'), ready('E')]);
		await lookUpFor(0, 'A');
		expect(log).toEqual(['A', 'E']);
	});
});

test.each([
	['ORDER-1', true, NOTHING],
	['ORDER-1', false, { kind: 'cannotTell' }],
	['test-1', true, { kind: 'cannotTell' }],
])('for %s, with Check References Before Sending %s', async (reference, checks, expected) => {
	const ahead = new AskAhead(runWith(checks), { ask: async () => NOTHING, paymentRules }, []);
	expect(await ahead.lookUpFor(0, requestOf(reference))).toEqual(expected);
});

describe('a payment that exists, such as that of a refund', () => {
	const found = (outcome: 'authorized' | 'refunded'): LookUp => ({ kind: 'record', record: paymentOf({ outcome }) });

	test('is asked about whatever the setting and the reference, where there is a question', async () => {
		const ask = async () => found('authorized');
		const asked = new AskAhead(runWith(false), { ask }, []).lookUpFor(0, requestOf('test-1'));
		expect(await asked).toEqual(found('authorized'));
		const notAsked = new AskAhead(runWith(true), {}, []).lookUpFor(0, requestOf('SBX-1'));
		expect(await notAsked).toEqual({ kind: 'cannotTell' });
	});

	test.each([
		['is not done while it is paid', found('authorized'), undefined, 0],
		['is done when it is refunded, perhaps by another run', found('refunded'), undefined, 2000],
		['and one that is to be made is done when it is there', found('authorized'), paymentRules, 2000],
	])('%s', async (_, first, rules, wait) => {
		const log: string[] = [];
		const ask = async (_run: unknown, { reference }: MoneyRequest) => {
			log.push(reference);
			return reference === 'A' ? first : rules ? NOTHING : found('authorized');
		};
		const ahead = new AskAhead(runWith(true), { ask, paymentRules: rules }, [ready('A'), ready('B')]);
		await ahead.lookUpFor(0, requestOf('A'));
		await withoutWaiting(ahead.lookUpFor(1, requestOf('B')));
		expect([Date.now() - START, log]).toEqual([wait, wait === 0 ? ['A', 'B'] : ['A', 'B', 'B']]);
	});
});

test('a question that goes wrong in this node leaves the service unheard, and nothing is sent', async () => {
	const ask = () => Promise.reject(new TypeError('wrong'));
	const answer = await new AskAhead(runWith(true), { ask, paymentRules }, []).lookUpFor(0, requestOf('ORDER-1'));
	expect(answer).toMatchObject({ kind: 'unanswered', failure: { code: 'unexpected' } });
});

describe('before an item is sent', () => {
	const operation = { moneyRules: { ...CHARGING, paymentRules }, referenceField: 'Reference' } as Operation;
	const record = (changes: Partial<Payment>): LookUp => ({
		kind: 'record',
		record: paymentOf({
			outcome: 'authorized',
			amount: 10,
			currency: 'NGN',
			transactionReference: 'SBX-1',
			...changes,
		}),
	});
	/** The result, or the error. */
	function resultOf(known: LookUp, ifUsed?: MoneyRequest['ifUsed'], rules: Partial<Operation> = operation) {
		try {
			return resultBeforeSending(rules as Operation, { ...requestOf('ORDER-1'), ifUsed }, known);
		} catch (error) {
			return error as ReferenceUsedError;
		}
	}

	test.each<LookUp>([NOTHING, { kind: 'cannotTell' }])('the service may have nothing: $kind', (known) => {
		expect(resultOf(known)).toBeUndefined();
	});

	test.each(OUTCOMES)('a payment that is %s fails the item, which tells of it and what to do', (outcome) => {
		const error = resultOf(record({ outcome })) as ReferenceUsedError;
		expect(error).toBeInstanceOf(ReferenceUsedError);
		expect(error).toMatchObject({
			code: 'reference_used',
			charged: 'no',
			payment: { outcome, transactionReference: 'SBX-1' },
		});
		expect(error.message).toBe(
			`Nothing was charged now: Reference ORDER-1 was used before, and its payment is ${outcome}.`,
		);
		// Only what is closed may be tried again, under another reference.
		const advice =
			outcome === 'declined' || outcome === 'refunded'
				? 'To try again, use a new Reference, such as ORDER-1-2.'
				: "To get it as the result, set 'If the Reference Was Used Before' to 'Show the First Payment'.";
		const state = `The service has 10.00 NGN, ${outcome}, transaction reference SBX-1.`;
		expect(error.description).toBe(`${state} ${advice}`);
	});

	test.each<[Partial<Payment>, string]>([
		[{ outcome: 'declined', serviceMessage: 'Lost.' }, '10.00 NGN, declined (lost), transaction reference SBX-1'],
		[{ serviceMessage: 'Approved' }, '10.00 NGN, authorized, transaction reference SBX-1'],
		[{ currency: null }, '10.00, authorized, transaction reference SBX-1'],
		[{ amount: null, transactionReference: null }, 'an amount that is not known, authorized'],
	])('the error tells of what is known: %j', (changes, state) => {
		expect((resultOf(record(changes)) as ReferenceUsedError).description).toContain(`The service has ${state}. `);
	});

	test('a page that can be paid is not shown a second time', () => {
		const moneyRules = { ...CHARGING, paymentRules: { ...paymentRules, showFirst: undefined } };
		const { description } = resultOf(record({}), undefined, { ...operation, moneyRules }) as ReferenceUsedError;
		expect(description).toMatch(
			/ A second page could be paid as well\. Use a new Reference only when the service says that the first payment is declined or refunded\.$/,
		);
	});

	test.each(OUTCOMES)('a payment that is %s is shown as a duplicate, where the user wants it', (outcome) => {
		expect(resultOf(record({ outcome }), 'show')).toEqual({ output: { outcome, duplicate: true } });
	});

	test.each([{ amount: 11 }, { amount: null, transactionReference: null }])(
		'another payment fails the item, whatever the user wants: %j',
		(changes) => {
			for (const ifUsed of ['fail', 'show'] as const) {
				const error = resultOf(record(changes), ifUsed) as ReferenceUsedError;
				expect(error).toMatchObject({ code: 'reference_used', charged: 'no', payment: changes });
				expect(error.message).toBe('Nothing was charged: Reference ORDER-1 belongs to another payment.');
				expect(error.description).toMatch(/^The service has .*\. Give this payment a Reference of its own\.$/);
			}
		},
	);

	test('what is refunded exists, so its record, or none, keeps nothing back here: the refund itself decides', () => {
		const refund = { moneyRules: CHARGING, referenceField: 'Transaction Reference' } as Operation;
		const unheard: LookUp = { kind: 'unanswered', failure: new ReadFailedError('No answer.', 'Wait.', 503) };
		for (const known of [record({}), unheard])
			expect(resultBeforeSending(refund, requestOf('SBX-1'), known)).toBeUndefined();
	});

	test('a service that does not say fails the item, which names both ways out', () => {
		const failure = new ReadFailedError('The private key is refused.', 'Ask for the whitelist.', 403);
		const error = resultOf({ kind: 'unanswered', failure }) as unknown as UncheckedReferenceError;
		expect(error).toBeInstanceOf(UncheckedReferenceError);
		// Whether an earlier try may have charged the card, nobody has asked.
		expect([error.code, error.charged]).toEqual(['reference_unchecked', undefined]);
		expect(error.message).toBe(
			'The service does not say whether Reference ORDER-1 was used before: the private key is refused.',
		);
		const advice =
			'Nothing was sent, because the card might have been charged twice. If your provider does not let you look up payments, turn off Check References Before Sending in the credential (under My Provider Needs Other Settings).';
		expect(error.description).toBe(`Ask for the whitelist. ${advice}`);
		const bare = resultOf({ kind: 'unanswered', failure: new UncheckedReferenceError('No') }) as unknown as Error;
		expect(bare).toMatchObject({ description: advice });
	});
});
