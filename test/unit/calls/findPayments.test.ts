import { makeOwnLookUpRequest } from '../../../gateway/calls/findPayments';
import { readRecord } from '../../../gateway/calls/verify';
import type { Likeness } from '../../../gateway/values/responseFields';
import { settingsWith } from '../gateway/examples';

/* What is found by the service's own reference is compared with the charge, where that is known. */

const settings = settingsWith();
const expected = { reference: 'ORDER-1', amount: 10, amountMinor: 1000, currency: 'NGN' };
const RECORD = {
	transactionReference: 'T-1',
	merchantRef: 'ORDER-1',
	requestedAmount: 10,
	currencyCode: 'NGN',
	status: 2,
};

test('without a known charge, whatever is found belongs to the reference', () => {
	expect(makeOwnLookUpRequest('T-1', undefined, settings)).toEqual({ own: ['T-1'] });
});

test.each<[changes: object, Likeness]>([
	[{}, 'same'],
	[{ grossAmount: 10.15 }, 'same'],
	[{ merchantRef: null }, 'same'],
	// The service gave the reference, so a record without an amount is of this payment.
	[{ requestedAmount: null }, 'same'],
	[{ requestedAmount: 11 }, 'different'],
	[{ currencyCode: 'USD' }, 'different'],
	[{ merchantRef: 'ORDER-2' }, 'different'],
	[{ requestedAmount: 11, grossAmount: 9 }, 'different'],
	// The record itself says that it is paid only in part, and is unknown.
	[{ grossAmount: 9.99 }, 'same'],
	// Only the charge tells that it is.
	[{ requestedAmount: null, grossAmount: 9.99 }, 'notKnown'],
	[{ merchantRef: 'ORDER-2', requestedAmount: null, grossAmount: 9.99 }, 'different'],
])('a record with %j is %s', (changes, likeness) => {
	const { compare } = makeOwnLookUpRequest('T-1', expected, settings);
	expect(compare!(readRecord({ ...RECORD, ...changes }, settings))).toBe(likeness);
});
