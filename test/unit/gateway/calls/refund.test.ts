import { buildRefund, readRefundAnswer, refundablePayment, refundAmount } from '../../../../gateway/calls/refundCall';
import { readRecord } from '../../../../gateway/calls/verifyCall';
import type { LookUp } from '../../../../gateway/lookUp';
import { statusTable } from '../../../../gateway/outcome';
import { InputError, ServiceError } from '../../../../gateway/values/errors';
import { failureOf, settingsWith } from '../examples';

const settings = settingsWith({ amountsIn: 'iso4217' });
const table = statusTable('');
const DATA = { transactionReference: 'T-1', merchantRef: 'ORDER-1', requestedAmount: 10.5, currencyCode: 'NGN' };
const recordOf = (changes: object = {}) => readRecord({ ...DATA, status: 2, ...changes }, settings);
const paid = recordOf();
const request = buildRefund({ transactionReference: 'T-1' });

describe('a refund request', () => {
	test('needs no amount, which then is the whole payment', () => {
		expect(buildRefund({ transactionReference: ' T-1 ', reason: 'Returned' })).toEqual({
			transactionReference: 'T-1',
			reason: 'Returned',
		});
		expect(refundAmount(request, paid, 'iso4217')).toBe(10.5);
	});

	test.each([
		['10.50', 10.5],
		['0.01', 0.01],
		['3', 3],
	])('of %s takes %d in major units', (amountToRefund, major) => {
		expect(refundAmount({ ...request, amountToRefund }, paid, 'iso4217')).toBe(major);
	});

	test.each(['10.51', '0', '1.005'])('of %s is refused, and the field is named', (amountToRefund) => {
		const error = failureOf(() => refundAmount({ ...request, amountToRefund }, paid, 'iso4217')) as InputError;
		expect(error.problems).toMatchObject([{ path: ['amountToRefund'], field: 'Amount to Refund' }]);
	});

	test('says the most that can be given back', () => {
		const error = failureOf(() => refundAmount({ ...request, amountToRefund: '11' }, paid, 'iso4217')) as InputError;
		expect(error.problems[0]!.rule).toContain('10.50 NGN');
	});

	test.each(['1,000', '-5', 'all', '1e3'])('with the amount %j is refused before the payment is known', (amount) => {
		const refused = failureOf(() => buildRefund({ transactionReference: 'T-1', amountToRefund: amount }));
		expect(refused).toBeInstanceOf(InputError);
	});

	test.each([{ amount: null }, { currency: null }])('of a payment whose record has %j is refused', (unknown) => {
		const error = failureOf(() => refundAmount(request, { ...paid, ...unknown }, 'iso4217'));
		expect(error).toBeInstanceOf(ServiceError);
	});
});

describe('a payment is refunded only if the record of the service', () => {
	const found = (changes: object = {}): LookUp => ({ kind: 'record', record: recordOf(changes) });

	test('shows that it is paid, and no refund', () => {
		expect(refundablePayment(request, found())).toMatchObject({ outcome: 'authorized', transactionReference: 'T-1' });
	});

	test.each<[string, LookUp, object]>([
		['cannot be had', { kind: 'nothing' }, { code: 'refused' }],
		['is of another payment', found({ transactionReference: 'T-2' }), { code: 'refused' }],
		[
			'cannot be asked for',
			{ kind: 'doesNotSay', failure: new ServiceError('The service does not answer.', '') },
			{ code: 'reference_unchecked' },
		],
		...[6, 7, 11].map((status): [string, LookUp, object] => [
			`has status ${status}`,
			found({ status }),
			{ code: 'reference_used', charged: 'no' },
		]),
		...[1, 4, 8, 99].map((status): [string, LookUp, object] => [
			`has status ${status}`,
			found({ status }),
			{ code: 'not_authorized', charged: 'no' },
		]),
	])('does not say so: it %s', (_what, known, expected) => {
		expect(failureOf(() => refundablePayment(request, known))).toMatchObject(expected);
	});

	test('names the reference that the service knows it by', () => {
		const error = failureOf(() => refundablePayment(request, found({ transactionReference: 'T-2' })));
		expect(error.description).toContain('T-2');
		expect(failureOf(() => refundablePayment(request, { kind: 'nothing' })).description).not.toContain('null');
	});
});

describe('the answer to a refund of 4.00', () => {
	const answer = (data: Record<string, unknown>) => readRefundAnswer(data, paid, 4, table);
	const partly = { transactionReference: 'T-1', partialRefund: true, remainingAmount: 6.5, refundedAmount: 4 };

	test.each<[string, Record<string, unknown>, string, number | null]>([
		['refunded in part, with the status of a refund in part', { ...partly, status: 11 }, 'refunded', 6.5],
		['refunded in part, with the status of a full one', { ...partly, status: 6 }, 'refunded', 6.5],
		['approved by the acquirer', { ...partly, status: 6, acquirerCode: '00' }, 'refunded', 6.5],
		['in full', { status: 6, partialRefund: false }, 'refunded', 0],
		['of which the rest is not told', { status: 6, partialRefund: true }, 'refunded', null],
		['declined by the acquirer, and the payment is as it was', { status: 2, acquirerCode: '51' }, 'declined', null],
		['open', { ...partly, status: 1 }, 'pending', 6.5],
		['under way, whatever the acquirer says', { status: 1, acquirerCode: '51' }, 'pending', null],
		['refunded and declined at once', { status: 6, acquirerCode: '51' }, 'unknown', null],
		['still paid, and approved', { status: 2, acquirerCode: '00' }, 'unknown', null],
		['still paid, and nothing else', { status: 2 }, 'unknown', null],
		['without a status', { acquirerCode: '51' }, 'unknown', null],
		['of another payment', { ...partly, status: 6, transactionReference: 'T-2' }, 'unknown', 6.5],
		['of another order', { ...partly, status: 6, reference: 'ORDER-2' }, 'unknown', 6.5],
		['of another amount', { ...partly, status: 6, refundedAmount: 10.5 }, 'unknown', 6.5],
		['of another currency', { ...partly, status: 6, currencyCode: 'USD' }, 'unknown', 6.5],
		['in part with nothing left', { ...partly, status: 6, remainingAmount: 0 }, 'unknown', 0],
		['in full with something left', { ...partly, status: 6, partialRefund: false }, 'unknown', 6.5],
	])('that is %s', (_what, data, outcome, remainingAmount) => {
		const item = answer(data);
		expect(item).toMatchObject({ outcome, remainingAmount, amount: 4, currency: 'NGN', authorized: false });
		expect(item).toMatchObject({ transactionReference: 'T-1', reference: 'ORDER-1' });
	});

	test('has the words and the date of the service, as they came', () => {
		const said = answer({
			status: 2,
			acquirerCode: '51',
			acquirerMessage: 'Fonds insuffisants',
			refundedDate: 'today',
		});
		expect(said).toMatchObject({ serviceMessage: 'Fonds insuffisants', refundedDate: 'today', details: null });
	});

	test('that contradicts the refund says that nobody knows', () => {
		expect(answer({ ...partly, status: 6, reference: 'ORDER-2' }).details).toEqual(expect.stringMatching(/\w/));
	});
});
