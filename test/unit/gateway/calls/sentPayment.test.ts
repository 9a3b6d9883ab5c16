import { hasOtherAmount, isOfAnother, sentPaymentIn } from '../../../../gateway/calls/sentPayment';

const sent = { reference: 'ORDER-1', amount: 10, amountMinor: 1000, currency: 'NGN' };
const nothing = {
	clientReference: null,
	merchantRef: null,
	grossAmount: null,
	requestedAmount: null,
	currencyCode: null,
};

test('an answer that repeats nothing is about what was sent', () => {
	expect([isOfAnother(nothing, sent), hasOtherAmount(nothing, sent)]).toEqual([false, false]);
});

test('an amount that cannot be compared is another one', () => {
	const unsure = { ...sent, amount: null };
	expect(hasOtherAmount({ ...nothing, grossAmount: 10 }, unsure)).toBe(true);
	expect(hasOtherAmount({ ...nothing, requestedAmount: 10 }, unsure)).toBe(true);
});

describe('What an item tells of the payment that it is about', () => {
	const item = { ...sent, outcome: 'otp_required', transactionReference: 'T-1', otpMessage: 'Enter it' };

	test('is what the charge put out', () => {
		expect(sentPaymentIn(item, 'T-1')).toEqual(sent);
		expect(sentPaymentIn({ ...item, amount: null }, 'T-1')).toEqual({ ...sent, amount: null });
	});

	test.each([
		['of another payment', { ...item, transactionReference: 'T-2' }],
		['that waits for no OTP', { ...item, outcome: 'pending' }],
		['of another form', { ...item, reference: 7 }],
		['without these fields', { transactionReference: 'T-1' }],
	])('is nothing in one %s', (_, other) => {
		expect(sentPaymentIn(other, 'T-1')).toBeUndefined();
	});
});
