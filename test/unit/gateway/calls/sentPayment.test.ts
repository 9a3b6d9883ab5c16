import {
	contradicts,
	hasOtherAmount,
	isOfAnother,
	sentPaymentIn,
	type SentPayment,
} from '../../../../gateway/calls/sentPayment';

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

test.each<[Record<string, unknown>, Partial<SentPayment>, boolean]>([
	[{}, {}, false],
	[{ clientReference: 'ORDER-1', merchantRef: 'ORDER-1', requestedAmount: 10, currencyCode: 'ngn' }, {}, false],
	[{ grossAmount: 10 }, {}, false],
	[{ grossAmount: 10.01 }, {}, false],
	[{ grossAmount: 9.99 }, {}, true],
	[{ grossAmount: 'ten' }, {}, true],
	[{ requestedAmount: 10.01 }, {}, true],
	[{ currencyCode: 'USD' }, {}, true],
	[{ currencyCode: ['NGN'] }, {}, true],
	[{ clientReference: 'ORDER-2' }, {}, true],
	[{ merchantRef: 'ORDER-2' }, {}, true],
	// What was not known contradicts nothing, and the rest still does.
	[{ clientReference: 'ORDER-2', merchantRef: 'ORDER-3' }, { reference: null }, false],
	[{ clientReference: 'ORDER-2', currencyCode: 'USD' }, { reference: null }, true],
	[{ grossAmount: 9.99, requestedAmount: 10.01 }, { amount: null }, false],
	[{ grossAmount: 9.99, merchantRef: 'ORDER-2' }, { amount: null }, true],
	[{ currencyCode: 'USD' }, { currency: null }, false],
	[{ currencyCode: 'USD', requestedAmount: 10.01 }, { currency: null }, true],
])('a record with %j contradicts what was sent, with %j: %p', (record, changes, isContradicted) => {
	expect(contradicts(record, { ...sent, ...changes })).toBe(isContradicted);
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
