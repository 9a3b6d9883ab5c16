import * as fc from 'fast-check';
import { meaningOf, OUTCOMES } from '../../../gateway/outcome';
import { readRecord, verify } from '../../../gateway/calls/verify';
import { OtherRecordError } from '../../../gateway/values/errors';
import { attempt, failureOf, settingsWith } from '../gateway/examples';
import { always, anyData } from '../gateway/property';

const settings = settingsWith();

function read(changes: Record<string, unknown>) {
	return verify.read({ transactionReference: 'T-1', ...changes }, { reference: 'T-1', by: 'either' }, settings);
}

describe('Verification record (2.6)', () => {
	test('every field is read', () => {
		const data = {
			merchant: 'Shop',
			transactionReference: 'T-1',
			merchantRef: 'ORDER-1',
			grossAmount: 10.65,
			requestedAmount: 10.5,
			transactionFee: 0.15,
			settlementAmount: 10.35,
			customerId: 'Ada <ada@shop.example>',
			currencyCode: 'NGN',
			callbackUrl: 'https://shop.example/back',
			authorizationType: 'OPEN',
			paymentRequestor: 'Shop Ltd',
			transactionDate: '2026-01-15T10:20:30.123456',
			refundedAmount: 0,
			lastRefundDate: null,
			metadata: { plan: 'gold' },
			status: 2,
		};
		expect(verify.read(data, { reference: 'T-1', by: 'either' }, settings)).toEqual({
			outcome: 'authorized',
			authorized: true,
			status: 2,
			statusName: 'AUTHORIZED',
			reference: 'ORDER-1',
			transactionReference: 'T-1',
			authorizationType: 'OPEN',
			amount: 10.5,
			amountMinor: 1050,
			currency: 'NGN',
			serviceMessage: null,
			details: null,
			grossAmount: 10.65,
			transactionFee: 0.15,
			settlementAmount: 10.35,
			errorCode: null,
			merchant: 'Shop',
			customerId: 'Ada <ada@shop.example>',
			paymentRequestor: 'Shop Ltd',
			channel: null,
			callbackUrl: 'https://shop.example/back',
			transactionDate: '2026-01-15T10:20:30.123456',
			...{ refundedAmount: 0, remainingAmount: 10.5, lastRefundDate: null },
			metadata: { plan: 'gold' },
			// Workflows store it, so it must stay what it is.
			notificationId: 'dc4c2229b7841166',
		});
	});

	test.each([
		['the reference of the service beside the merchant’s', { reference: 'S-1', merchantRef: 'ORDER-1' }, 'S-1'],
		['a reference that repeats the merchant’s', { reference: 'ORDER-1', merchantRef: 'ORDER-1' }, null],
		['a reference alone', { reference: 'ORDER-1' }, null],
		['a transaction reference as well', { transactionReference: 'T-1', reference: 'S-1', merchantRef: 'O-1' }, 'T-1'],
	])('of a hosted checkout: %s', (_, data, transactionReference) => {
		expect(readRecord({ ...data, channel: 'BANK', status: 2 }, settings)).toMatchObject({
			transactionReference,
			reference: 'merchantRef' in data ? data.merchantRef : null,
			channel: 'BANK',
		});
	});

	test.each([
		['an integer status, as in the payload', { status: 2 }, 'authorized'],
		['a status name, as in the field table', { status: 'AUTHORIZED' }, 'authorized'],
		['a status name and its code', { status: 'AUTHORIZED', statusCode: 2 }, 'authorized'],
		['a code alone', { statusCode: 2 }, 'authorized'],
		['a code outside the table', { status: 200 }, 'unknown'],
		['two codes that contradict each other', { status: 2, statusCode: 4 }, 'unknown'],
		['no status at all', {}, 'unknown'],
	])('%s is understood', (_, data, outcome) => {
		expect(read(data)).toMatchObject({ outcome, authorized: outcome === 'authorized' });
		expect(read({}).details).toContain('no status that this node can rely on');
	});

	test.each([
		[{ transactionDate: '2026-01-15T10:20:30.123' }, '2026-01-15T10:20:30.123'],
		[{ date: '2026-01-15T10:20:30Z' }, '2026-01-15T10:20:30Z'],
		[{ transactionDate: '2026-01-15 10:20:30' }, '2026-01-15T10:20:30'],
		[{ transactionDate: 'on 2026-01-15 at noon' }, 'on 2026-01-15 at noon'],
		[{ transactionDate: '2026-01-15T10:20:30', date: '2020-01-01T00:00:00Z' }, '2026-01-15T10:20:30'],
		[{}, null],
	])('the date of %p is %p', (data, date) => {
		expect(read(data).transactionDate).toBe(date);
	});

	test.each([
		[{ refundedAmount: 3.2 }, [3.2, 7.3]],
		[{ refundedAmount: '3.20', remainingAmount: '7.3' }, [3.2, 7.3]],
		// The record's own counts.
		[{ refundedAmount: 3.2, remainingAmount: 5 }, [3.2, 5]],
		[{ refundedAmount: 19.989999771118164, requestedAmount: 29.99 }, [19.99, 10]],
		[{ refundedAmount: 10.5 }, [10.5, 0]],
		[{ refundedAmount: 11 }, [11, null]],
		[{ refundedAmount: 3, requestedAmount: undefined }, [3, null]],
		[{ refundedAmount: 0, requestedAmount: undefined }, [0, null]],
		[{ refundedAmount: 'all' }, [null, null]],
		[{}, [null, null]],
	])('of a refund %j the amount and what remains are %j', (data, [refundedAmount, remainingAmount]) => {
		const record = read({ requestedAmount: 10.5, currencyCode: 'NGN', status: 11, ...data });
		expect(record).toMatchObject({ refundedAmount, remainingAmount, outcome: 'refunded' });
	});

	test.each([
		['IQD', 'iso4217', 'unknown'],
		['IQD', 'hundredths', 'authorized'],
		['JPY', 'iso4217', 'authorized'],
		['JPY', 'hundredths', 'authorized'],
	] as const)('9.999 of 10 %s, counted in %s, is %s', (currencyCode, amountsIn, outcome) => {
		const record = { requestedAmount: 10, grossAmount: 9.999, currencyCode, status: 2 };
		expect(readRecord(record, settingsWith({ providerDiffers: true, amountsIn })).outcome).toBe(outcome);
	});

	test.each([
		[{ plan: 'gold' }, { plan: 'gold' }],
		['{"plan":"gold"}', { plan: 'gold' }],
		[[1], [1]],
		['gold', 'gold'],
		[7, '7'],
		[' ', null],
		[undefined, null],
	])('the metadata %j is %j', (metadata, expected) => expect(read({ metadata }).metadata).toEqual(expected));

	test.each([
		['with more digits than a number can hold', '9'.repeat(400)],
		['that is no number', 'much'],
	])('an amount %s counts as missing', (_, requestedAmount) => {
		expect(read({ requestedAmount, currencyCode: 'NGN' })).toMatchObject({ amount: null, amountMinor: null });
	});

	test.each([
		['the transaction reference', { transactionReference: 'ASKED' }],
		['the merchant reference', { transactionReference: 'T-1', merchantRef: 'ASKED' }],
	])('a record with %s that was asked for is ours', (_, data) => {
		for (const by of ['merchant', 'either'] as const)
			expect(verify.read({ ...data, status: 2 }, { reference: 'ASKED', by }, settings).authorized).toBe(true);
	});

	test.each([
		['without references', {}],
		['about another transaction', { transactionReference: 'T-2', merchantRef: 'ORDER-2' }],
		['about a reference that differs in case', { transactionReference: 'asked' }],
		['about a reference that only begins so', { transactionReference: 'ASKED-2' }],
		['about a reference without its hyphen', { transactionReference: 'T-1', merchantRef: 'A-SKED' }],
	])('a record %s is not taken for ours', (_, data) => {
		for (const by of ['merchant', 'either'] as const) {
			const failure = failureOf(() => verify.read({ ...data, status: 2 }, { reference: 'ASKED', by }, settings));
			expect(failure).toBeInstanceOf(OtherRecordError);
		}
	});

	test.each<[Record<string, unknown>, boolean]>([
		[{ transactionReference: 'T-1' }, true],
		[{ transactionReference: 't1', merchantRef: 'ORDER-1' }, true],
		[{ transactionReference: null, merchantRef: 'ORDER-1' }, true],
		[{}, true],
		[{ transactionReference: 'T-2' }, false],
		[{ transactionReference: 'T-2', merchantRef: 'T-1' }, false],
	])("by the service's own reference, it is ours in whatever letters: %j, %p", (data, isOurs) => {
		const read = attempt(() => verify.read({ ...data, status: 2 }, { reference: 'T-1', by: 'service' }, settings));
		expect(read instanceof OtherRecordError).toBe(!isOurs);
		if (isOurs) expect(read).toMatchObject({ transactionReference: 'T-1' });
	});

	test('the text names both spellings, and says what to do', () => {
		const told = (merchantRef: string | null) =>
			failureOf(() =>
				verify.read({ transactionReference: 'T-1', merchantRef }, { reference: 'ORD-1-1', by: 'merchant' }, settings),
			);
		expect(told('ORD11')).toMatchObject({
			message: 'The service was asked about ORD-1-1, and answered with the record of ORD11.',
			description:
				'It may be this payment: look it up at your provider, and do not pay it under another reference. At this provider, use references of capital letters and digits alone.',
		});
		expect(told(null).message).toBe(
			'The service was asked about ORD-1-1, and answered with a record without a reference.',
		);
		expect(told('ORD-2').description).not.toContain('It may be this payment');
	});

	test('any record gives an outcome of the closed set, authorized only by a status that means it', () => {
		const fields = ['status', 'statusCode', 'requestedAmount', 'grossAmount', 'callbackUrl', 'date'];
		always(
			fc.property(anyData(...fields, 'transactionReference', 'merchantRef'), (data) => {
				const record = { merchantRef: 'R-1', currencyCode: 'NGN', ...data };
				const payment = attempt(() => verify.read(record, { reference: 'R-1', by: 'either' }, settings));
				if (payment instanceof Error) return expect(payment).toBeInstanceOf(OtherRecordError);
				expect([payment.reference, payment.transactionReference]).toContain('R-1');
				expect(OUTCOMES).toContain(payment.outcome);
				expect(payment.authorized).toBe(payment.outcome === 'authorized');
				const { grossAmount, amount } = payment;
				const isPaidInPart = grossAmount !== null && amount !== null && grossAmount <= amount - 0.01;
				const { outcome } = meaningOf(payment.status, settings.statusTable);
				expect(payment.outcome).toBe(outcome === 'authorized' && isPaidInPart ? 'unknown' : outcome);
			}),
		);
	});
});
