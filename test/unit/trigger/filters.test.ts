import { readRecord } from '../../../gateway/calls/verifyCall';
import { settingsWith } from '../gateway/examples';
import { isWanted, mismatchOf } from '../../../nodes/CardPaymentTrigger/filters';
import { settingsOf } from './settings';

const PAID = {
	transactionReference: 'T-1',
	merchantRef: 'ORDER-1',
	requestedAmount: 10.5,
	currencyCode: 'NGN',
	status: 2,
};

const paymentOf = (changes: Record<string, unknown> = {}) => readRecord({ ...PAID, ...changes }, settingsWith());

describe('isWanted', () => {
	test.each([
		[{ status: 2 }, true],
		[{ status: 4 }, true],
		[{ status: 6 }, false],
		[{ status: 200 }, false],
	])('compares the outcome: %j is %p', (changes, wanted) => {
		const settings = settingsOf({ outcomes: ['authorized', 'declined'] });
		expect(isWanted(paymentOf(changes), settings)).toBe(wanted);
	});

	test.each([
		[['NGN'], 'NGN', true],
		[['USD', 'NGN'], 'NGN', true],
		[['USD'], 'NGN', false],
		[['USD'], undefined, false],
		[[], 'NGN', true],
		[[], undefined, true],
	])('compares the currency: with %j, %p is %p', (currencies, currencyCode, wanted) => {
		expect(isWanted(paymentOf({ currencyCode }), settingsOf({ filters: { currencies } }))).toBe(wanted);
	});

	test.each([
		[10.5, 10.5, true],
		[10.5, 10.49, false],
		[10.5, 11, true],
		[0.01, undefined, false],
		[0.01, 0, false],
		[0, undefined, true],
		[0, -5, true],
	])('compares the amount: with a minimum of %p, %p is %p', (minimumAmount, requestedAmount, wanted) => {
		expect(isWanted(paymentOf({ requestedAmount }), settingsOf({ filters: { minimumAmount } }))).toBe(wanted);
	});

	test.each([
		['ORDER-', 'ORDER-1', true],
		['ORDER-', 'X-ORDER-1', false],
		['ORDER-', undefined, false],
		['S', undefined, false],
		['', undefined, true],
	])('compares the reference: with the prefix %p, %p is %p', (referencePrefix, merchantRef, wanted) => {
		expect(isWanted(paymentOf({ merchantRef }), settingsOf({ filters: { referencePrefix } }))).toBe(wanted);
	});
});

describe('mismatchOf', () => {
	const given = settingsOf({ expectedAmount: '10.50', expectedCurrency: 'NGN' });
	const terms = { reference: 'ORDER-1', amount: '10.5', currency: 'NGN' };

	test.each([
		[{}, ''],
		[{ requestedAmount: 10.51 }, 'the amount is 10.51, not 10.50'],
		[{ requestedAmount: undefined }, 'the amount is not known, not 10.50'],
		[{ currencyCode: 'USD' }, 'the currency is USD, not NGN'],
		[{ currencyCode: undefined }, 'the currency is not known, not NGN'],
		[{ requestedAmount: 1, currencyCode: 'USD' }, 'the amount is 1, not 10.50, the currency is USD, not NGN'],
	])('compares with the given amount and currency: %j', (changes, mismatch) => {
		expect(mismatchOf(paymentOf(changes), given, undefined)).toBe(mismatch);
	});

	test('compares with what was given, and with the signed URL, where there are both', () => {
		expect(mismatchOf(paymentOf(), given, terms)).toBe('');
		expect(mismatchOf(paymentOf({ requestedAmount: 1 }), given, { ...terms, amount: '1' })).toBe(
			'the amount is 1, not 10.50',
		);
		expect(mismatchOf(paymentOf(), settingsOf(), { ...terms, amount: '98' })).toBe('the amount is 10.5, not 98');
	});
});
