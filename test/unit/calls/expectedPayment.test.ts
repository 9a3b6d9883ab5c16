import { buildAuthorize, readAuthorize } from '../../../gateway/calls/authorize';
import { buildCharge, readCharge } from '../../../gateway/calls/charge';
import {
	completed,
	differences,
	differencesFrom,
	isUnderpaid,
	repeatedIn,
	expectedPaymentIn,
} from '../../../gateway/calls/expectedPayment';
import { readRecord, verify } from '../../../gateway/calls/verify';
import { statusTable } from '../../../gateway/outcome';
import { payment, type ExpectedPayment, type Payment } from '../../../gateway/payment';
import { NoRecordError } from '../../../gateway/values/errors';
import { attempt, CHARGE_FORMAT, CHARGE_INPUT, settingsWith } from '../gateway/examples';

const sent = { reference: 'ORDER-1', amount: 10, amountMinor: 1000, currency: 'NGN' };

test.each<[Record<string, unknown>, Partial<ExpectedPayment>, string[]]>([
	[{}, {}, []],
	[{ clientReference: 'ORDER-1', merchantRef: 'ORDER-1', requestedAmount: 10, currencyCode: 'ngn' }, {}, []],
	[{ grossAmount: 0.01 }, {}, []],
	[{ requestedAmount: 10.01 }, {}, ['amount']],
	[{ requestedAmount: ['ten'] }, {}, ['amount']],
	[{ currencyCode: 'USD' }, {}, ['currency']],
	[{ currencyCode: ['NGN'] }, {}, ['currency']],
	[{ clientReference: 'ORDER-2' }, {}, ['reference']],
	[{ merchantRef: 'ORDER-2', currencyCode: 'USD' }, {}, ['reference', 'currency']],
	// What was not known is not compared, and the rest still is.
	[{ clientReference: 'ORDER-2', currencyCode: 'USD' }, { reference: null }, ['currency']],
	[{ requestedAmount: 10.01, merchantRef: 'ORDER-2' }, { amount: null }, ['reference']],
	[{ currencyCode: 'USD', requestedAmount: 10.01 }, { currency: null }, ['amount']],
])('an answer with %j differs from what was sent, with %j, in %j', (data, changes, differing) => {
	expect(differences({ ...sent, ...changes }, repeatedIn(data), 'ignored')).toEqual(differing);
});

test('what a record does not have is a difference, and what an answer does not repeat is none', () => {
	const other = { reference: 'ORDER-1', amount: null, currency: null };
	expect(differences(sent, other, 'differs')).toEqual(['amount', 'currency']);
	expect(differences(sent, other, 'ignored')).toEqual([]);
	expect(differences(sent, sent, 'differs')).toEqual([]);
});

test.each([
	[{ amount: '10.00', currency: 'NGN' }, []],
	[{ amount: '', currency: '' }, []],
	[{ amount: '10.01', currency: '' }, ['the amount is 10, not 10.01']],
	[{ amount: '', currency: 'USD' }, ['the currency is NGN, not USD']],
])('a payment that is expected as %j differs: %j', (expected, differing) => {
	expect(differencesFrom(expected, payment({ outcome: 'authorized', ...sent }))).toEqual(differing);
	const unread = expected.amount === '' ? [] : [`the amount is not known, not ${expected.amount}`];
	expect(differencesFrom({ ...expected, currency: '' }, payment({ outcome: 'unknown' }))).toEqual(unread);
});

describe('An authorized payment with a gross amount below the requested one is unknown (2.6)', () => {
	const settings = settingsWith();
	const table = statusTable('');
	const charge = buildCharge({ ...CHARGE_INPUT, amount: 1050 }, CHARGE_FORMAT);
	const authorization = buildAuthorize({ transactionReference: 'T-1', otp: '123456' });
	const ours = { reference: 'ORDER-1', amount: 10.5, amountMinor: 1050, currency: 'NGN' };
	const READERS: Record<string, (data: Record<string, unknown>) => Payment | undefined> = {
		readCharge: (data) => readCharge({ authorizationType: '2DS', reference: 'T-1', ...data }, charge, table),
		readAuthorize: (data) => readAuthorize(data, authorization, table),
		'readAuthorize of a known charge': (data) => readAuthorize(data, { ...authorization, expected: ours }, table),
		readRecord: (data) => readRecord(data, settings),
		verify: (data) =>
			verify.read({ transactionReference: 'T-1', ...data }, { reference: 'T-1', expected: ours }, settings),
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
		['readCharge', 'unknown'],
		['readAuthorize of a known charge', 'unknown'],
		['readAuthorize', 'authorized'],
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
			for (const status of [1, 2, 4, 6])
				expect(READERS.verify!({ status, requestedAmount, grossAmount })).toMatchObject({ amount: 10.5 });
			const other = { status: 2, requestedAmount: 10.51, grossAmount };
			expect(attempt(() => READERS.verify!(other))).toBeInstanceOf(NoRecordError);
		},
	);
});

describe('What an item tells of the payment that it is about', () => {
	const { amountMinor: _, ...simplified } = sent;
	const item = { ...simplified, outcome: 'otp_required', transactionReference: 'T-1', otpUrl: 'https://n8n.example' };
	const settings = settingsWith();

	test('is what an operation put out, with the amount in minor units', () => {
		expect(expectedPaymentIn(item, 'T-1', settings)).toEqual(sent);
		expect(expectedPaymentIn({ ...item, outcome: 'unknown' }, 'T-1', settings)).toEqual(sent);
		const unsure = { amount: null, amountMinor: null };
		expect(expectedPaymentIn({ ...item, amount: null }, 'T-1', settings)).toEqual({ ...sent, ...unsure });
	});

	test.each([
		['of another payment', { ...item, transactionReference: 'T-2' }],
		['without an outcome', { ...item, outcome: 'paid' }],
		['of another form', { ...item, reference: 7 }],
		['without these fields', { transactionReference: 'T-1' }],
	])('is nothing in one %s', (_, other) => {
		expect(expectedPaymentIn(other, 'T-1', settings)).toBeUndefined();
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
] as const)('%s with a gross amount of %p of %p is paid too little: %p', (outcome, gross, requested, isTooLittle) => {
	expect(isUnderpaid(outcome, gross, requested)).toBe(isTooLittle);
});

test('a payment is completed with what was sent, where it does not tell it', () => {
	const sent = { reference: 'ORDER-1', amount: 10, amountMinor: 1000, currency: 'NGN' };
	const record = payment({ outcome: 'pending', reference: 'ORDER-2', details: null });
	expect(completed(record, sent)).toEqual({ ...record, ...sent, reference: 'ORDER-2' });
	expect(completed(record, undefined)).toEqual(record);
});
