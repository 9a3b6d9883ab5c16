import { buildRefund, refund, type RefundRequest } from '../../../gateway/calls/refund';
import { readRefundAnswer } from '../../../gateway/calls/refundAnswer';
import { readRecord } from '../../../gateway/calls/verify';
import type { Payment } from '../../../gateway/payment';
import type { LookUp } from '../../../gateway/sending/lookUp';
import { decideSending } from '../../../gateway/sending/pay';
import { InputError, ReadFailedError } from '../../../gateway/values/errors';
import { failureOf, settingsWith } from '../gateway/examples';

const settings = settingsWith({ amountsIn: 'iso4217' });
const DATA = { transactionReference: 'T-1', merchantRef: 'ORDER-1', requestedAmount: 10.5, currencyCode: 'NGN' };
const recordOf = (changes: object = {}) => readRecord({ ...DATA, status: 2, ...changes }, settings);
const paid = recordOf();
const request = buildRefund({ transactionReference: 'T-1' });

/** The request as it is sent, by what the service has of its payment. */
function completed(asked: RefundRequest, known: LookUp): RefundRequest {
	return (decideSending(refund, asked, known, settings) as { request: RefundRequest }).request;
}
const amountOf = (asked: RefundRequest, record: Payment = paid) => completed(asked, { kind: 'record', record }).amount;

describe('a refund request', () => {
	test('needs no amount, which then is the whole payment', () => {
		expect(buildRefund({ transactionReference: ' T-1 ', reason: 'Returned' })).toEqual({
			reference: 'T-1',
			reason: 'Returned',
			secrets: [],
		});
		expect(amountOf(request)).toBe(10.5);
	});

	test.each([
		['10.50', 10.5],
		['0.01', 0.01],
		['3', 3],
	])('of %s takes %d in major units', (amountToRefund, major) => {
		expect(amountOf({ ...request, amountToRefund })).toBe(major);
	});

	test.each([
		[3 * 1.1, 3.3],
		[0.1 + 0.2, 0.3],
		[10.5, 10.5],
	])('calculated as %p takes %d', (given, major) => {
		const built = buildRefund({ transactionReference: 'T-1', amountToRefund: given });
		expect(amountOf({ ...request, ...built })).toBe(major);
	});

	test('of a payment whose record has noise takes what was paid', () => {
		const { amount } = readRecord({ requestedAmount: 19.990000000000002, currencyCode: 'NGN', status: 2 }, settings);
		expect(amountOf(request, { ...paid, amount })).toBe(19.99);
		expect(amountOf({ ...request, amountToRefund: '19.99' }, { ...paid, amount })).toBe(19.99);
	});

	test.each([
		['10.51', 'is above the payment. Write 10.50 NGN at most.'],
		['0', 'is zero. Write an amount above zero.'],
		['1.005', 'has too many decimals. NGN has 2 at most. If the point separates thousands, leave it out.'],
	])('of %s is refused, and the field is named', (amountToRefund, rule) => {
		const error = failureOf(() => amountOf({ ...request, amountToRefund })) as InputError;
		expect(error.problems).toEqual([{ path: ['amountToRefund'], field: 'Amount to Refund', rule }]);
	});

	test.each<[unknown, string | undefined]>([
		['4.00', '4'],
		['04', '4'],
		[4, '4'],
		['0.10', '0.1'],
		['4.001', '4.001'],
		['9007199254740993', '9007199254740993'],
		['0.00', undefined],
		[undefined, undefined],
	])('after %j has one spelling of it: %j', (refundedBefore, expectedState) => {
		expect(buildRefund({ transactionReference: 'T-1', refundedBefore }).expectedState).toBe(expectedState);
	});

	test.each([
		['1,000.50', 'Write it without thousands separators: 1000.50.'],
		['-5', 'Write an amount above zero.'],
		['all', 'Write it like 10.50, with a point before the decimals.'],
	])('with the amount %j is refused before the payment is known', (amount, advice) => {
		const refused = failureOf(() => buildRefund({ transactionReference: 'T-1', amountToRefund: amount }));
		expect(refused).toBeInstanceOf(InputError);
		expect(refused.description).toBe(advice);
	});

	test.each([{ amount: null }, { currency: null }])('of a payment whose record has %j is refused', (unknown) => {
		const error = failureOf(() => amountOf(request, { ...paid, ...unknown }));
		expect(error).toBeInstanceOf(ReadFailedError);
		expect(error.message).toBe('The service does not say how much was paid.');
		expect(error.description).toBe("Nothing was refunded. Refund the payment in your provider's dashboard.");
	});
});

describe('a payment is refunded only if the record of the service', () => {
	const found = (changes: object = {}): LookUp => ({ kind: 'record', record: recordOf(changes) });

	test('shows that it is paid, and no refund', () => {
		expect(completed(request, found())).toEqual({ ...request, paid, amount: 10.5 });
	});

	const refusal = (known: LookUp, refundedBefore?: string) => {
		const asked = buildRefund({ transactionReference: 'T-1', refundedBefore });
		const { message, description, code, charged } = failureOf(() => completed(asked, known));
		return { message, description, code, charged };
	};

	test.each<[number, string]>([
		[6, 'REFUNDED, status 6'],
		[11, 'PARTIALLY_REFUNDED, status 11'],
	])('does not say that it was refunded before: status %d', (status, state) => {
		expect(refusal(found({ status }))).toEqual({
			message: `Nothing was refunded now: the payment T-1 was refunded before (${state}).`,
			description: "See in your provider's dashboard how much was refunded, and refund there what is left.",
			code: 'reference_used',
			charged: 'no',
		});
	});

	test.each([{}, { refundedAmount: 4 }])('does not say that it was charged back: %j', (changes) => {
		for (const refundedBefore of [undefined, '4'])
			expect(refusal(found({ status: 7, ...changes }), refundedBefore)).toEqual({
				message: 'Nothing was refunded now: the payment T-1 was charged back (CHARGED_BACK, status 7).',
				description: 'The customer has the money back from the bank, so do not refund it.',
				code: 'reference_used',
				charged: 'no',
			});
	});

	const NAMED = (told: string, amount: string) =>
		`See in your provider's dashboard which refunds were made. Only to give back more than these ${told}, set 'Refunded Before' to ${amount}.`;
	const LATER =
		"It may say so later. See in your provider's dashboard how much was refunded, and refund there what is left.";
	test.each<[string | undefined, object, why: string, advice: string]>([
		[
			...([undefined, { refundedAmount: 4 }] as const),
			"4.00 NGN of the payment T-1 was refunded before (AUTHORIZED, status 2), and 'Refunded Before' is empty",
			NAMED('4.00 NGN', '4.00'),
		],
		[
			...(['0.00', { status: 11, refundedAmount: '4.0' }] as const),
			"4.00 NGN of the payment T-1 was refunded before (PARTIALLY_REFUNDED, status 11), and 'Refunded Before' is empty",
			NAMED('4.00 NGN', '4.00'),
		],
		[
			...(['4', { status: 11, refundedAmount: 7 }] as const),
			"7.00 NGN of the payment T-1 was refunded before (PARTIALLY_REFUNDED, status 11), and 'Refunded Before' is 4.00 NGN",
			NAMED('7.00 NGN', '7.00'),
		],
		...[{}, { refundedAmount: 0 }, { refundedAmount: null }, { refundedAmount: 'four' }].map(
			(changes): [string, object, string, string] => [
				...(['4', changes] as const),
				"'Refunded Before' is 4.00 NGN, and the service does not say how much of the payment T-1 was refunded (AUTHORIZED, status 2)",
				LATER,
			],
		),
		[
			...(['4', { status: 11 }] as const),
			"'Refunded Before' is 4.00 NGN, and the service does not say how much of the payment T-1 was refunded (PARTIALLY_REFUNDED, status 11)",
			LATER,
		],
	])('says that as much was refunded as is entered: not with %j and %j', (refundedBefore, changes, why, advice) => {
		expect(refusal(found(changes), refundedBefore)).toEqual({
			message: `Nothing was refunded now: ${why}.`,
			description: advice,
			code: 'reference_used',
			charged: 'no',
		});
	});

	test.each<[string | number | undefined, object, number]>([
		['4', { status: 11, refundedAmount: 4 }, 6.5],
		['4.00', { status: 6, refundedAmount: '4' }, 6.5],
		[4, { status: 2, refundedAmount: 4.000000000000001 }, 6.5],
		['9.99', { status: 11, refundedAmount: 9.989999771118164 }, 0.51],
		['0', {}, 10.5],
		[undefined, { refundedAmount: 0 }, 10.5],
	])('and what is left of it is refunded: %j, %j', (refundedBefore, changes, amount) => {
		const asked = { ...request, ...buildRefund({ transactionReference: 'T-1', refundedBefore }) };
		expect(amountOf(asked, recordOf(changes))).toBe(amount);
	});

	test.each<[object, string, string]>([
		[
			{ refundedBefore: '4', amountToRefund: '6.51' },
			'Amount to Refund',
			'is above what is left of the payment. Write 6.50 NGN at most.',
		],
		[{ refundedBefore: '10.50' }, 'Refunded Before', 'is the whole payment. Nothing is left to refund.'],
		...['4.001', '0.001', '3.999'].map((refundedBefore): [object, string, string] => [
			...([{ refundedBefore }, 'Refunded Before'] as const),
			'has too many decimals. NGN has 2 at most. If the point separates thousands, leave it out.',
		]),
	])('and there is so much left: not for %j', (input, field, rule) => {
		const asked = buildRefund({ transactionReference: 'T-1', ...input });
		const error = failureOf(() =>
			amountOf(asked, recordOf({ status: 11, refundedAmount: Number(asked.expectedState) })),
		);
		expect((error as InputError).problems).toMatchObject([{ field, rule }]);
	});

	test.each([undefined, '4'])('names its currency: what is refunded before cannot be compared with %j', (before) => {
		expect(refusal(found({ status: 11, refundedAmount: 4, currencyCode: null }), before)).toMatchObject({
			message:
				'Nothing was refunded now: the service does not say in which currency the payment T-1 was paid (PARTIALLY_REFUNDED, status 11).',
			description: "See in your provider's dashboard how much was refunded, and refund there what is left.",
		});
	});

	test('names whole minor units: between two of them, none is refunded', () => {
		for (const refundedBefore of ['4', '4.01'])
			expect(refusal(found({ status: 11, refundedAmount: 4.005 }), refundedBefore).code).toBe('reference_used');
	});

	test('shows no chargeback by the table of the credential: code 7 may mean that it is paid', () => {
		const table = settingsWith({ statusCodes: '{"7": {"name": "SETTLED", "outcome": "authorized"}}' });
		const record = readRecord({ ...DATA, status: 7 }, table);
		expect(decideSending(refund, request, { kind: 'record', record }, table)).toMatchObject({
			request: { amount: 10.5 },
		});
	});

	test.each<[number | undefined, string]>([
		[1, 'pending (PENDING, status 1)'],
		[4, 'declined (DECLINED, status 4)'],
		[99, 'unknown'],
		[undefined, 'unknown'],
	])('says that it is authorized: not with status %p', (status, state) => {
		expect(refusal(found({ status }))).toEqual({
			message: `The payment is ${state}.`,
			description: 'Only a payment that is authorized can be refunded. Verify it later if it is still open.',
			code: 'not_authorized',
			charged: 'no',
		});
	});

	test.each<[string, LookUp, string]>([
		['cannot be had', { kind: 'nothing' }, 'Use the transaction reference that Card'],
		[
			'has no reference of the service',
			found({ transactionReference: null }),
			'Use the transaction reference that Card',
		],
		['is of another payment', found({ transactionReference: 'T-2' }), 'Use the transaction reference, T-2, that Card'],
	])('is there: not where it %s', (_what, known, advice) => {
		expect(refusal(known)).toEqual({
			message: 'The service has no payment under this transaction reference.',
			description: `${advice}: Charge or Transaction: Verify returned.`,
			code: 'refused',
			charged: undefined,
		});
	});
});

test.each<[refundedBefore: string | undefined, record: object, isDone: boolean]>([
	[undefined, {}, false],
	[undefined, { refundedAmount: 0 }, false],
	[undefined, { refundedAmount: 4 }, true],
	[undefined, { status: 6 }, true],
	['4', { status: 11, refundedAmount: 4 }, false],
	['4', { status: 11, refundedAmount: 7 }, true],
	['4', {}, false],
])('a refund after %p was made before, by the record %j: %p', (refundedBefore, changes, isDone) => {
	const { earlier } = refund;
	if (earlier.kind !== 'changesPayment') throw new Error('A refund changes a payment');
	const asked = buildRefund({ transactionReference: 'T-1', refundedBefore });
	expect(earlier.isDone(recordOf(changes), asked, settings)).toBe(isDone);
});

test('a refund of a payment of unknown amount is not told by a record that names any', () => {
	const record = recordOf({ status: 6, refundedAmount: 10.5 });
	expect(refund.verdict(record, request, settings)).toBe('outcome');
	expect(refund.verdict({ ...record, amount: null }, request, settings)).toBe('untold');
});

test('the record of another payment is no record of the refund', () => {
	const { compare } = refund.lookUpRequest({ ...request, paid }, null, settings);
	expect(compare!(recordOf())).toBe('same');
	expect(compare!(recordOf({ transactionReference: 'T-2' }))).toBe('different');
});

describe('the answer to a refund of 4.00', () => {
	const answer = (data: Record<string, unknown>, before = 0) =>
		readRefundAnswer(data, { paid, amount: 4, before }, settings);
	const partly = { transactionReference: 'T-1', partialRefund: true, remainingAmount: 6.5, refundedAmount: 4 };

	test.each<[string, Record<string, unknown>, string, number | null]>([
		['refunded in part, with the status of a refund in part', { ...partly, status: 11 }, 'refunded', 6.5],
		['refunded in part, with the status of a full one', { ...partly, status: 6 }, 'refunded', 6.5],
		['approved by the acquirer', { ...partly, status: 6, acquirerCode: '00' }, 'refunded', 6.5],
		['in full', { status: 6, partialRefund: false }, 'refunded', 0],
		['of which the rest is not told', { status: 6, partialRefund: true }, 'refunded', null],
		['approved, and carried out later', { ...partly, status: 2, acquirerCode: '00' }, 'refunded', 6.5],
		['still paid, and approved', { status: 2, acquirerCode: '00' }, 'refunded', null],
		['open, and approved', { status: 8, acquirerCode: '00' }, 'pending', null],
		['of an undocumented code, while it is paid', { status: 2, acquirerCode: '51' }, 'unknown', null],
		[
			'of an undocumented code, and refunded nothing',
			{ status: 2, acquirerCode: '51', refundedAmount: 0 },
			'unknown',
			null,
		],
		['of an undocumented code, and is open', { status: 1, acquirerCode: '09' }, 'unknown', null],
		['refunded, with an undocumented code', { status: 6, acquirerCode: '0' }, 'unknown', null],
		['of which only the rest is told', { status: 6, remainingAmount: 6.5 }, 'refunded', 6.5],
		['of the order that was paid', { ...partly, status: 6, reference: 'ORDER-1' }, 'refunded', 6.5],
		['open', { ...partly, status: 1 }, 'pending', 6.5],
		['still paid, and nothing else', { status: 2 }, 'unknown', null],
		['declined', { status: 4 }, 'unknown', null],
		['without a status', { acquirerCode: '51' }, 'unknown', null],
		['of another payment', { ...partly, status: 6, transactionReference: 'T-2' }, 'unknown', 6.5],
		['of another order', { ...partly, status: 6, reference: 'ORDER-2' }, 'unknown', 6.5],
		['of another amount', { ...partly, status: 6, refundedAmount: 10.5 }, 'unknown', 6.5],
		['of another currency', { ...partly, status: 6, currencyCode: 'USD' }, 'unknown', 6.5],
		['charged back', { status: 7 }, 'unknown', null],
		['charged back, and approved', { status: 7, acquirerCode: '00' }, 'unknown', null],
		['in part, and as much is left as before', { ...partly, status: 6, remainingAmount: 10.5 }, 'unknown', 10.5],
		[
			'of a transaction that has the fee on top',
			{ ...partly, status: 6, transactionAmount: 10.66, remainingAmount: 6.66 },
			'refunded',
			6.66,
		],
		['in part with nothing left', { ...partly, status: 6, remainingAmount: 0 }, 'unknown', 0],
		['in full with something left', { ...partly, status: 6, partialRefund: false }, 'unknown', 6.5],
	])('that is %s', (_what, data, outcome, remainingAmount) => {
		const item = answer(data);
		expect(item).toMatchObject({ outcome, remainingAmount, amount: 4, currency: 'NGN', authorized: false });
		expect(item).toMatchObject({ transactionReference: 'T-1', reference: 'ORDER-1' });
	});

	test.each<[string, Record<string, unknown>, string]>([
		['approved', { status: 11, acquirerCode: '00' }, 'refunded'],
		['approved, of which this one is told', { status: 11, acquirerCode: '00', refundedAmount: 4 }, 'refunded'],
		['approved, of which all refunds are told', { status: 11, acquirerCode: '00', refundedAmount: 6 }, 'refunded'],
		['approved, and as much is left as before', { status: 11, acquirerCode: '00', remainingAmount: 8.5 }, 'unknown'],
		['charged back, and approved', { status: 7, acquirerCode: '00' }, 'unknown'],
		['approved, of another amount', { status: 11, acquirerCode: '00', refundedAmount: 2 }, 'unknown'],
		['refunded, as it was before', { status: 11, acquirerCode: null }, 'unknown'],
		['open', { status: 1, acquirerCode: null }, 'pending'],
	])('after one of 2.00 that is %s', (_what, data, outcome) => {
		expect(answer(data, 2)).toMatchObject({ outcome, amount: 4 });
	});

	test('that leaves nothing of the payment is clear', () => {
		const data = { status: 6, partialRefund: false, remainingAmount: 0 };
		const item = readRefundAnswer(data, { paid, amount: 10.5, before: 0 }, settings);
		expect(item).toMatchObject({ outcome: 'refunded', remainingAmount: 0, details: null });
	});

	test('of a payment without a reference of its own is compared by that of the service', () => {
		const answerAbout = (transactionReference: string) =>
			readRefundAnswer(
				{ status: 6, transactionReference },
				{ paid: { ...paid, reference: null }, amount: 4, before: 0 },
				settings,
			);
		expect(answerAbout('T-1').outcome).toBe('refunded');
		expect(answerAbout('T-2').outcome).toBe('unknown');
	});

	test('has the words and the date of the service, as they came', () => {
		const said = answer({ status: 6, acquirerCode: '00', acquirerMessage: 'Remboursé', refundedDate: 'today' });
		expect(said).toMatchObject({ serviceMessage: 'Remboursé', refundedDate: 'today', details: null });
	});

	test('that has an undocumented code says so, whatever else it has', () => {
		const details = "The acquirer's code is 09, and only 00 is documented";
		for (const more of [{ remainingAmount: 0 }, { refundedAmount: 10.5 }])
			expect(answer({ ...partly, status: 2, acquirerCode: '09', ...more })).toMatchObject({ details });
	});

	test('that contradicts the refund says that nobody knows', () => {
		const detailsOf = (data: object) => answer({ ...partly, status: 6, ...data }).details;
		expect(detailsOf({ reference: 'ORDER-2' })).toBe('The service answered about another payment');
		expect(detailsOf({ refundedAmount: 10.5 })).toMatch(/^The service answered with another amount or currency/);
	});
});
