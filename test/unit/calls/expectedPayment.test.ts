import { buildAuthorize, readAuthorizeAnswer } from '../../../gateway/calls/authorize';
import { buildCharge, readChargeAnswer } from '../../../gateway/calls/charge';
import {
	contradictionOf,
	readExpectedPayment,
	isUnderpaid,
	comparePayment,
	compareInWords,
} from '../../../gateway/calls/expectedPayment';
import { readRecord, verify } from '../../../gateway/calls/verify';
import { completePayment, payment, type ExpectedPayment, type Payment } from '../../../gateway/payment';
import type { Likeness } from '../../../gateway/values/responseFields';
import { CHARGE_FORMAT, CHARGE_INPUT, settingsWith } from '../gateway/examples';

const sent = { reference: 'ORDER-1', amount: 10, amountMinor: 1000, currency: 'NGN' };

test.each<[Record<string, unknown>, Partial<ExpectedPayment>, ReturnType<typeof contradictionOf>]>([
	[{}, {}, undefined],
	[{ clientReference: 'ORDER-1', merchantRef: 'ORDER-1', requestedAmount: 10, currencyCode: 'ngn' }, {}, undefined],
	[{ grossAmount: 0.01 }, {}, undefined],
	[{ requestedAmount: 10.01 }, {}, 'amount'],
	[{ currencyCode: 'USD' }, {}, 'amount'],
	[{ clientReference: 'ORDER-2' }, {}, 'reference'],
	[{ merchantRef: 'ORDER' }, {}, 'reference'],
	[{ merchantRef: 'ORDER-2', currencyCode: 'USD' }, {}, 'reference'],
	// A value that cannot be read is not different, nor is one that is written in other letters.
	[{ requestedAmount: ['ten'] }, {}, undefined],
	[{ requestedAmount: '1,010.50' }, {}, undefined],
	[{ currencyCode: ['NGN'] }, {}, undefined],
	[{ currencyCode: '566' }, {}, undefined],
	[{ clientReference: 'order 1' }, {}, undefined],
	[{ requestedAmount: '9.99', currencyCode: null }, {}, 'amount'],
	// A part that was not known is not compared, and the rest still is.
	[{ clientReference: 'ORDER-2', currencyCode: 'USD' }, { reference: null }, 'amount'],
	[{ requestedAmount: 10.01, merchantRef: 'ORDER-2' }, { amount: null }, 'reference'],
	[{ currencyCode: 'USD', requestedAmount: 10.01 }, { currency: null }, 'amount'],
])('an answer with %j contradicts what was sent, with %j, in its %s', (data, changes, contradiction) => {
	expect(contradictionOf(data, { ...sent, ...changes }, settingsWith())).toBe(contradiction);
});

test.each<[Partial<Record<keyof typeof sent, unknown>>, Likeness]>([
	[{}, 'same'],
	[{ reference: null }, 'same'],
	[{ reference: 'order1' }, 'same'],
	[{ reference: 'ORDER-2' }, 'different'],
	[{ amount: 10.01 }, 'different'],
	[{ amount: 9.99 }, 'different'],
	[{ currency: 'USD' }, 'different'],
	[{ amount: null }, 'notKnown'],
	[{ currency: null }, 'notKnown'],
	[{ currency: '566' }, 'notKnown'],
	// Nobody knows what 99 is without its currency.
	[{ amount: 99, currency: null }, 'notKnown'],
	[{ amount: null, currency: 'USD' }, 'notKnown'],
])('a record that was looked up, with %j, is %s', (changes, likeness) => {
	const record = { ...sent, ...changes } as typeof sent;
	expect(comparePayment(sent, record, settingsWith())).toBe(likeness);
});

test.each<[changes: object, Likeness]>([
	[{ amount: 5 }, 'same'],
	[{ currency: 'USD' }, 'same'],
	[{ reference: 'ORDER-2' }, 'different'],
])('a declined record with %j, in which no money is, is %s', (changes, likeness) => {
	expect(comparePayment(sent, { ...sent, ...changes, outcome: 'declined' }, settingsWith())).toBe(likeness);
	if (likeness === 'same')
		expect(comparePayment(sent, { ...sent, ...changes, outcome: 'pending' }, settingsWith())).toBe('different');
});

test.each<[{ amount: string; currency: string }, Likeness, string[]]>([
	[{ amount: '10.00', currency: 'NGN' }, 'same', []],
	[{ amount: '', currency: '' }, 'same', []],
	[{ amount: '10.01', currency: '' }, 'different', ['the amount is 10, not 10.01']],
	[{ amount: '', currency: 'USD' }, 'different', ['the currency is NGN, not USD']],
])('a payment that is expected as %j is %s: %j', (expected, likeness, words) => {
	const record = payment({ outcome: 'authorized', ...sent });
	expect(compareInWords(expected, record, settingsWith())).toEqual({ likeness, words });
	const unread = expected.amount === '' ? [] : [`the amount is not known, not ${expected.amount}`];
	expect(compareInWords({ ...expected, currency: '' }, payment({ outcome: 'unknown' }), settingsWith())).toEqual({
		likeness: expected.amount === '' ? 'same' : 'notKnown',
		words: unread,
	});
});

describe('An authorized payment with a gross amount below the requested one is unknown (2.6)', () => {
	const settings = settingsWith();
	const charge = buildCharge({ ...CHARGE_INPUT, amount: 1050 }, CHARGE_FORMAT);
	const authorization = buildAuthorize({ transactionReference: 'T-1', otp: '123456' });
	const ours = { reference: 'ORDER-1', amount: 10.5, amountMinor: 1050, currency: 'NGN' };
	const READERS: Record<string, (data: Record<string, unknown>) => Payment | undefined> = {
		readChargeAnswer: (data) =>
			readChargeAnswer({ authorizationType: '2DS', reference: 'T-1', ...data }, charge, settings),
		readAuthorizeAnswer: (data) => readAuthorizeAnswer(data, authorization, settings),
		'readAuthorizeAnswer of a known charge': (data) =>
			readAuthorizeAnswer(data, { ...authorization, expected: ours }, settings),
		readRecord: (data) => readRecord(data, settings),
		verify: (data) =>
			verify.read({ transactionReference: 'T-1', ...data }, { reference: 'T-1', by: 'service' }, settings),
	};

	const requestedAmount = 10.5;
	const rows: Array<[data: Record<string, unknown>, outcome: string]> = [
		[{ status: 2, requestedAmount, grossAmount: 0.01 }, 'unknown'],
		[{ status: 2, requestedAmount, grossAmount: 10.49 }, 'unknown'],
		[{ status: 2, requestedAmount: '10.50', grossAmount: '10.49' }, 'unknown'],
		[{ status: 2, requestedAmount, grossAmount: 0 }, 'unknown'],
		[{ status: 16, requestedAmount, grossAmount: 10.49 }, 'unknown'],
		[{ status: 2, requestedAmount, grossAmount: 10.5 }, 'authorized'],
		[{ status: 2, requestedAmount, grossAmount: 10.65 }, 'authorized'],
		[{ status: 2, requestedAmount, grossAmount: null }, 'authorized'],
		[{ status: 2, requestedAmount }, 'authorized'],
		[{ status: 2, grossAmount: 10.5 }, 'authorized'],
		// Nothing else depends on the gross amount.
		[{ status: 4, requestedAmount, grossAmount: 0.01 }, 'declined'],
		[{ status: 6, requestedAmount, grossAmount: 0.01 }, 'refunded'],
		[{ status: 1, requestedAmount, grossAmount: 0.01 }, 'pending'],
	];

	test.each(Object.keys(READERS).flatMap((reader) => rows.map(([data, outcome]) => [reader, data, outcome] as const)))(
		'%s: %j is %s',
		(reader, data, outcome) => {
			const paid = READERS[reader]!(data);
			expect(paid).toMatchObject({ outcome, authorized: outcome === 'authorized' });
			if (outcome === 'unknown') expect(paid?.details).toContain('gross amount below the requested one');
		},
	);

	test.each<[string, string]>([
		['readChargeAnswer', 'unknown'],
		['readAuthorizeAnswer of a known charge', 'unknown'],
		['readAuthorizeAnswer', 'authorized'],
		['readRecord', 'authorized'],
	])(
		'where no requested amount stands beside it, %s compares it with what was sent, if that is known: %s',
		(name, outcome) => {
			expect(READERS[name]!({ status: 2, grossAmount: 10.49 })?.outcome).toBe(outcome);
		},
	);

	test.each([0.01, 10.49, 99, 'ten', null])(
		'whether a record is this payment does not depend on it: %p',
		(grossAmount) => {
			for (const status of [1, 2, 4, 6]) {
				const record = READERS.verify!({ status, requestedAmount, currencyCode: 'NGN', grossAmount })!;
				expect(comparePayment({ ...ours, reference: null }, record, settings)).toBe('same');
			}
		},
	);
});

describe('What an item tells of the payment that it is about', () => {
	const { amountMinor: _, ...simplified } = sent;
	const item = { ...simplified, outcome: 'otp_required', transactionReference: 'T-1', otpUrl: 'https://n8n.example' };
	const settings = settingsWith();

	test('is what an operation returned, with the amount in minor units', () => {
		expect(readExpectedPayment(item, 'T-1', settings)).toEqual(sent);
		expect(readExpectedPayment({ ...item, outcome: 'unknown' }, 'T-1', settings)).toEqual(sent);
		const unsure = { amount: null, amountMinor: null };
		expect(readExpectedPayment({ ...item, amount: null }, 'T-1', settings)).toEqual({ ...sent, ...unsure });
	});

	test.each([
		['of another payment', { ...item, transactionReference: 'T-2' }],
		['without an outcome', { ...item, outcome: 'paid' }],
		['of another form', { ...item, reference: 7 }],
		['without these fields', { transactionReference: 'T-1' }],
	])('is nothing in one %s', (_, other) => {
		expect(readExpectedPayment(other, 'T-1', settings)).toBeUndefined();
	});
});

test.each([
	['authorized', 10.49, 10.5, true],
	['authorized', 10.5, 10.5, false],
	['authorized', 10.65, 10.5, false],
	['authorized', null, 10.5, false],
	['authorized', 0.01, null, false],
	['pending', 0.01, 10.5, false],
	['declined', 0.01, 10.5, false],
	// Noise of a calculation, or of a 32-bit float.
	['authorized', 10.499999999999998, 10.5, false],
	['authorized', 19.989999771118164, 19.99, false],
	['authorized', 19.98, 19.99, true],
	['authorized', 15.1575, 19.99, true],
	['authorized', 19.9875, 19.99, false],
	['authorized', 300000.21875, 300000.23, true],
	['authorized', 999_999_970, 1_000_000_000, true],
	['authorized', 199_999.99, 200_000, true],
] as const)('%s with a gross amount of %p of %p is paid too little: %p', (outcome, gross, requested, isTooLittle) => {
	expect(isUnderpaid(outcome, gross, { amount: requested, currency: 'NGN' }, settingsWith())).toBe(isTooLittle);
});

test('a payment is completed with what was sent, where it does not tell it', () => {
	const sent = { reference: 'ORDER-1', amount: 10, amountMinor: 1000, currency: 'NGN' };
	const record = payment({ outcome: 'pending', reference: 'ORDER-2', details: null });
	expect(completePayment(record, sent)).toEqual({ ...record, ...sent, reference: 'ORDER-2' });
	expect(completePayment(record, undefined)).toEqual(record);
});
