import * as fc from 'fast-check';

import { authorize, buildAuthorize } from '../../../gateway/calls/authorize';
import { bankPayment, buildBankPayment } from '../../../gateway/calls/bankPayment';
import { buildRefund, refund } from '../../../gateway/calls/refund';
import { buildCharge, charge } from '../../../gateway/calls/charge';
import { buildTransfer, transfer } from '../../../gateway/calls/transfer';
import { readRecord } from '../../../gateway/calls/verify';
import type { Outcome } from '../../../gateway/outcome';
import { payment, type Payment } from '../../../gateway/payment';
import {
	GatewayError,
	LostAnswerError,
	ReadFailedError,
	SettingError,
	TokenError,
	UnreachableError,
} from '../../../gateway/values/errors';
import { readData } from '../../../gateway/client/response';
import type { MoneyCall, MoneyRequest } from '../../../gateway/sending/call';
import { findLeadingRecord, type LookUp } from '../../../gateway/sending/lookUp';
import {
	lookUpsAfter,
	transactionReferenceOf,
	settle,
	type PaymentAnswer,
	type CallToSettle,
	type CallResult,
} from '../../../gateway/sending/settle';
import { attempt, CHARGE_FORMAT, CHARGE_INPUT, settingsWith } from '../gateway/examples';
import { always } from '../gateway/property';

/* A call that moves money, from its HTTP answer to its outcome. */

type CallName = 'charge' | 'authorize' | 'transfer' | 'refund' | 'bankPayment';

const settings = settingsWith();
const authorization = buildAuthorize(
	{ transactionReference: 'T-1', otp: '123456' },
	{ reference: 'ORDER-1', amount: 10, amountMinor: 1000, currency: 'NGN' },
);
const payout = buildTransfer(
	{
		...{ amount: '10.00', amountUnit: 'major', currency: 'NGN', requestId: 'P-1', narration: 'Rent' },
		...{ bankCode: '011', accountNumber: '0123456789' },
	},
	settings,
);
/** The payment before its refund. */
const paid = payment({
	...{ outcome: 'authorized', amount: 10, currency: 'NGN', reference: 'ORDER-1', transactionReference: 'T-1' },
});
const refunding = { ...buildRefund({ transactionReference: 'T-1' }), paid, amount: 4 };

/** A call, and how it reads the answer to a request. */
function callWith<Request extends MoneyRequest>(call: MoneyCall<Request>, request: Request) {
	const read = (data: Record<string, unknown>): Payment => call.read(data, request, settings);
	const { endpoint, earlier, wrongEntryStatus } = call;
	return {
		endpoint,
		read,
		earlier,
		verdict: (record: Payment) => call.verdict(record, request, settings),
		wrongEntryStatus,
	};
}
const CALLS: Record<CallName, ReturnType<typeof callWith>> = {
	charge: callWith(charge, buildCharge(CHARGE_INPUT, CHARGE_FORMAT)),
	authorize: callWith(authorize, authorization),
	transfer: callWith(transfer, payout),
	refund: callWith(refund, refunding),
	bankPayment: callWith(bankPayment, buildBankPayment({ amount: '10.00', requestId: 'P-1' }, settings)),
};

/** The findings of a look-up at the service. */
const FOUND = [
	'nothing',
	'cannotTell',
	'unanswered',
	'pending',
	'authorized',
	'declined',
	'refunded',
	'unknown',
] as const;
type Found = (typeof FOUND)[number];
const STATUS_OF: Partial<Record<Found, number>> = { pending: 1, authorized: 2, declined: 4, refunded: 6, unknown: 99 };

function lookUpFinding(found: Found, text = 'Words'): LookUp {
	if (found === 'nothing' || found === 'cannotTell') return { kind: found };
	if (found === 'unanswered') return { kind: found, failure: new ReadFailedError(text, text, 503) };
	const data = { transactionReference: 'T-1', merchantRef: 'ORDER-1', status: STATUS_OF[found], errorMessage: text };
	return { kind: 'record', record: readRecord(data, settings) };
}

function answeredWith(call: CallName, httpStatus: number, body: unknown): PaymentAnswer {
	const { endpoint, read } = CALLS[call];
	const value = attempt(() => read(readData(endpoint, { httpStatus, body }, settings)));
	return value instanceof GatewayError ? { failure: value } : { value };
}

/** Makes a call as it is known before it is settled. */
const inDoubt = (call: CallName): CallToSettle => ({
	...CALLS[call],
	paymentBefore: payment({ outcome: 'unknown', reference: 'ORDER-1' }),
	words: { inDoubt: 'the card was charged', advice: 'Ask your provider.' },
});
const IN_DOUBT = inDoubt('charge');

/** Asks as often as is needed, and settles. */
function settled(call: CallName, answered: PaymentAnswer, lookUp: LookUp): CallResult<Payment> {
	const asked = lookUpsAfter(answered) === 'never' ? undefined : lookUp;
	return settle(answered, asked, inDoubt(call));
}

function inWords(result: CallResult<Payment>): string {
	if (result.kind === 'answer' || result.kind === 'record') return result.payment.outcome;
	return result.kind === 'failed' ? `failed, ${result.charged}` : result.kind;
}

/** The results by what the service has: a line of the design's table. */
type Results = Record<Found, string> & { asked: string };

const RECORD = { pending: 'pending', authorized: 'authorized', declined: 'declined', refunded: 'refunded' };
const NO_RECORD = { nothing: 'unknown', cannotTell: 'unknown', unanswered: 'unknown' };
const NO_PAYMENT = { nothing: 'failed, no', cannotTell: 'failed, undefined', unanswered: 'failed, unknown' };

const REFUSED: Results = {
	...{ asked: 'untilAnswered', ...NO_PAYMENT, ...RECORD, unknown: 'unknown' },
};
const OPEN: Results = { asked: 'untilFound', ...NO_RECORD, ...RECORD, unknown: 'unknown' };
// The record was there before the OTP, so it counts only where it says more.
const OTP_OPEN: Results = { ...OPEN, pending: 'unknown' };
const NOT_BACK = { pending: 'unknown', authorized: 'unknown', declined: 'unknown' };
// An open record does not tell the account.
const ACCOUNT_OPEN: Results = { ...OPEN, pending: 'unknown' };
const ACCOUNT_REFUSED: Results = { ...REFUSED, pending: 'failed, unknown' };
const REFUND_OPEN: Results = { ...OPEN, ...NOT_BACK };
const OTP_REJECTED: Results = { ...REFUSED, pending: 'wrongEntry', unknown: 'failed, unknown' };
const OTP_REFUSED: Results = { ...OTP_REJECTED, pending: 'failed, no' };
/** A stale record shows the payment as before, so only a refusal that never looked at it says that nothing was done. */
const refundRefused = (result: string): Results => ({
	...{ ...REFUSED, nothing: result, cannotTell: result, unanswered: result },
	...{ pending: result, authorized: result, declined: result, unknown: result },
});
const REFUND_REFUSED = refundRefused('failed, unknown');
const REFUND_UNSEEN = refundRefused('failed, no');
const refusalOfRefund = (status: number) => {
	if (status === 402) return REFUND_OPEN;
	return [401, 403, 405].includes(status) ? REFUND_UNSEEN : REFUND_REFUSED;
};

const envelope = (data: unknown, status: unknown = 200) => ({ status, message: 'Words', data, errors: [] });
const PAID = { authorizationType: '2DS', status: 2, reference: 'T-1' };
const PAGE = 'https://bank.example/acs';
const UNTOUCHED = { status: 2, refundedAmount: null, remainingAmount: 10, partialRefund: false };
const PART = {
	...{ transactionReference: 'T-1', reference: 'ORDER-1', status: 11, acquirerCode: '00', currencyCode: 'ngn' },
	...{ refundedAmount: 4, remainingAmount: 6, partialRefund: true },
};
const ACCOUNT = { accountNumber: '9012345678', status: 'PENDING', requestId: 'P-1', amount: 10 };
const SENT = { reference: 'SBT-1', status: 'COMPLETE', requestId: 'P-1', amount: 10, destination: '0123456789' };

/** The call, the status and body of its answer, and what becomes of it: the outcome in the answer, or what look-ups decide. */
const ANSWERS: Array<[call: CallName, status: number, body: unknown, result: Outcome | Results]> = [
	// A success with the documented fields is the outcome.
	['charge', 200, envelope({ authorizationType: 'OTP', reference: 'T-1' }), 'otp_required'],
	['charge', 200, envelope({ authorizationType: '3DS', reference: 'T-1', acsUrl: PAGE }), 'redirect_required'],
	['charge', 200, envelope(PAID), 'authorized'],
	[
		'charge',
		201,
		envelope({ ...PAID, clientReference: 'ORDER-1', requestedAmount: 10, grossAmount: 10.5 }),
		'authorized',
	],
	['charge', 200, envelope({ ...PAID, status: 1 }), 'pending'],
	['charge', 200, envelope({ ...PAID, status: 'DECLINED' }), 'declined'],
	['charge', 200, envelope({ ...PAID, status: 6 }), 'refunded'],
	['charge', 200, envelope({ ...PAID, status: 4, grossAmount: 0.01 }), 'declined'],
	['authorize', 200, envelope({ status: 2, transactionReference: 'T-1' }), 'authorized'],
	['authorize', 200, envelope({ status: 1 }), 'pending'],
	['authorize', 200, envelope({ status: 4, grossAmount: 0.01 }), 'declined'],
	['transfer', 200, SENT, 'authorized'],
	['transfer', 200, envelope({ ...SENT, status: 'PENDING', responseCode: '9301' }), 'pending'],
	['transfer', 200, { ...SENT, status: 'FAILED' }, 'declined'],

	['bankPayment', 200, envelope(ACCOUNT), 'pending'],
	['bankPayment', 200, envelope({ ...ACCOUNT, status: null }), 'pending'],

	// A refund's status is the payment's, and that of a part may be that of the whole.
	...[6, 11, '6', 'PARTIALLY_REFUNDED'].map((status): (typeof ANSWERS)[number] => [
		...(['refund', 200, envelope({ ...PART, status }), 'refunded'] as const),
	]),
	['refund', 200, envelope({ status: 6 }), 'refunded'],
	['refund', 200, envelope({ ...PART, transactionAmount: 10.15, remainingAmount: 6.15 }), 'refunded'],
	// The payment's status may stay as it was while the refund is on its way.
	['refund', 200, envelope({ ...PART, status: 2 }), 'refunded'],
	['refund', 200, envelope({ status: 2, acquirerCode: '00' }), 'refunded'],
	['refund', 200, envelope({ ...PART, status: 1, acquirerCode: null }), 'pending'],
	['refund', 200, envelope({ ...PART, status: 8 }), 'pending'],

	// A status in the list of refusals, without a transaction in the body.
	...[400, 401, 402, 403, 404, 405, 413, 415, 422, 429].flatMap((status): typeof ANSWERS => [
		['charge', status, envelope({}, status), REFUSED],
		['transfer', status, { error: 'Words', message: 'Words' }, REFUSED],
		['bankPayment', status, { error: 'Words', message: 'Words' }, ACCOUNT_REFUSED],
		['refund', status, { status: 'error', message: 'Words' }, refusalOfRefund(status)],
		// Perhaps of a proxy, after the service has acted.
		['refund', status, envelope({}, status), status === 402 ? REFUND_OPEN : REFUND_REFUSED],
	]),
	['refund', 403, '<html>', REFUND_REFUSED],
	['refund', 200, envelope({}, 401), REFUND_REFUSED],
	['charge', 400, '<html>', REFUSED],
	['charge', 400, undefined, REFUSED],
	['charge', 400, { status: 'error', message: 'Words' }, REFUSED],
	['charge', 400, envelope({}, 500), REFUSED],
	['charge', 400, envelope({ status: 400, field: 'cvv' }, 400), REFUSED],
	['charge', 400, { status: 4, message: 'Words' }, REFUSED],
	['charge', 200, envelope({}, 403), REFUSED],
	['charge', 200, envelope(null, '400'), REFUSED],
	['authorize', 400, envelope({}, 400), OTP_REJECTED],
	['authorize', 200, envelope({}, 400), OTP_REJECTED],
	...[401, 403, 404, 405, 413, 415, 422, 429].map((status): (typeof ANSWERS)[number] => [
		...(['authorize', status, envelope({}, status), OTP_REFUSED] as const),
	]),

	// Any other status.
	...[100, 301, 302, 307, 406, 408, 409, 410, 418, 425, 451, 499, 500, 502, 503, 504].flatMap(
		(status): typeof ANSWERS => [
			['charge', status, envelope({}, status), OPEN],
			['transfer', status, { error: 'Words', message: 'Words' }, OPEN],
			['bankPayment', status, { error: 'Words', message: 'Words' }, ACCOUNT_OPEN],
			['authorize', status, envelope({}, status), OTP_OPEN],
			['refund', status, envelope({}, status), REFUND_OPEN],
		],
	),
	['authorize', 402, envelope({}, 402), OTP_OPEN],
	['charge', 500, envelope({}, 400), OPEN],
	['charge', 409, envelope(PAID), OPEN],
	['charge', 200, envelope({}, 500), OPEN],
	['charge', 200, envelope(PAID, 409), OPEN],

	// A refusal that names a transaction contradicts itself.
	['charge', 400, envelope({ reference: 'T-1' }, 400), OPEN],
	['charge', 403, envelope({ transactionReference: 'T-1' }, 403), OPEN],
	['charge', 422, envelope({ ref: 'T-1' }, 422), OPEN],
	['charge', 402, envelope({ status: 4 }, 402), OPEN],
	['charge', 200, envelope({ status: '2' }, 400), OPEN],
	['charge', 400, { message: 'Words', transactionReference: 'T-1' }, OPEN],
	['authorize', 400, envelope({ transactionReference: 'T-1' }, 400), OTP_OPEN],
	['transfer', 400, { ...SENT, status: 'FAILED' }, OPEN],
	['refund', 400, envelope({ transactionReference: 'T-1' }, 400), REFUND_OPEN],

	// An answer that cannot be read.
	['charge', 200, undefined, OPEN],
	['charge', 200, '<html>', OPEN],
	['charge', 200, {}, OPEN],
	['charge', 200, envelope(null), OPEN],
	['charge', 200, PAID, OPEN],
	['charge', 200, envelope({ authorizationType: 'PIN', status: 2, reference: 'T-1' }), OPEN],
	['charge', 200, envelope({ authorizationType: 'OTP' }), OPEN],
	['charge', 200, envelope({ authorizationType: '3DS', reference: 'T-1' }), OPEN],
	['charge', 200, envelope({ ...PAID, status: 99 }), OPEN],
	['authorize', 204, '', OTP_OPEN],
	['authorize', 200, envelope({ status: 200 }), OTP_OPEN],
	['transfer', 200, [SENT], OPEN],
	['bankPayment', 200, envelope({ ...ACCOUNT, accountNumber: null }), ACCOUNT_OPEN],
	['bankPayment', 200, envelope({ ...ACCOUNT, status: 'ODD' }), ACCOUNT_OPEN],
	['refund', 200, PART, REFUND_OPEN],
	['refund', 200, envelope({ ...PART, status: 99 }), REFUND_OPEN],
	['refund', 200, envelope({ ...PART, status: undefined }), REFUND_OPEN],
	['refund', 200, envelope({ acquirerCode: '51' }), REFUND_OPEN],
	// Nobody has documented a code that declines.
	...['09', '01', '0', '000', '10', '51', 'APPROVED', 'approved'].flatMap((acquirerCode): typeof ANSWERS =>
		[2, 1, 6, 4].map((status) => ['refund', 200, envelope({ ...PART, status, acquirerCode }), REFUND_OPEN]),
	),
	['refund', 200, envelope({ ...PART, ...UNTOUCHED, acquirerCode: '51' }), REFUND_OPEN],
	['refund', 200, envelope({ ...PART, ...UNTOUCHED }), REFUND_OPEN],
	['refund', 200, envelope({ ...PART, status: 2, acquirerCode: null }), REFUND_OPEN],
	['refund', 200, envelope({ ...PART, status: 4 }), REFUND_OPEN],
	['transfer', 200, { ...SENT, status: 'SUCCESSFUL' }, OPEN],

	// An answer that contradicts itself.
	['charge', 200, envelope(PAID, 'error'), OPEN],
	['charge', 200, envelope(PAID, 302), OPEN],
	['charge', 200, { ...envelope(PAID), errors: ['Words'] }, OPEN],
	['charge', 200, envelope({ ...PAID, statusCode: 4 }), OPEN],
	['charge', 200, envelope({ ...PAID, authorizationType: 'OTP' }), OPEN],
	['charge', 200, envelope({ ...PAID, grossAmount: 9.99 }), OPEN],
	['authorize', 200, envelope({ status: 2, statusCode: 'DECLINED' }), OTP_OPEN],
	['authorize', 200, envelope({ status: 2, requestedAmount: 10, grossAmount: 9.99 }), OTP_OPEN],
	['transfer', 200, { ...SENT, responseCode: '9301' }, OPEN],
	['refund', 200, envelope({ ...PART, partialRefund: false }), REFUND_OPEN],
	['refund', 200, envelope({ ...PART, remainingAmount: 0 }), REFUND_OPEN],
	['transfer', 200, { ...SENT, status: 'FAILED', responseCode: '00' }, OPEN],

	// An answer about another payment or amount.
	['charge', 200, envelope({ ...PAID, clientReference: 'ORDER-2' }), OPEN],
	['charge', 200, envelope({ ...PAID, requestedAmount: 10.01 }), OPEN],
	['charge', 200, envelope({ ...PAID, currencyCode: 'USD' }), OPEN],
	['authorize', 200, envelope({ status: 2, transactionReference: 'T-2' }), OTP_OPEN],
	['authorize', 200, envelope({ status: 2, requestedAmount: 10.01 }), OTP_OPEN],
	['transfer', 200, { ...SENT, requestId: 'P-2' }, OPEN],
	['bankPayment', 200, envelope({ ...ACCOUNT, requestId: 'P-2' }), ACCOUNT_OPEN],
	['bankPayment', 200, envelope({ ...ACCOUNT, amount: 1000 }), ACCOUNT_OPEN],
	['refund', 200, envelope({ ...PART, transactionReference: 'T-2' }), REFUND_OPEN],
	['refund', 200, envelope({ ...PART, reference: 'ORDER-2' }), REFUND_OPEN],
	['refund', 200, envelope({ ...PART, refundedAmount: 4.01 }), REFUND_OPEN],
	['refund', 200, envelope({ ...PART, currencyCode: 'USD' }), REFUND_OPEN],
	['transfer', 200, { ...SENT, amount: 1000 }, OPEN],
	['transfer', 200, { ...SENT, destination: '0123456780' }, OPEN],
];

function expectResults(call: CallName, answered: PaymentAnswer, results: Results): void {
	const { asked, ...byFound } = results;
	expect(lookUpsAfter(answered)).toBe(asked);
	const found = FOUND.map((kind) => [kind, inWords(settled(call, answered, lookUpFinding(kind)))]);
	expect(Object.fromEntries(found)).toEqual(byFound);
}

describe('What becomes of a call, by its answer and by what the service has', () => {
	test.each(ANSWERS)('%s %i %j', (call, status, body, result) => {
		const answered = answeredWith(call, status, body);
		if (typeof result === 'object') return expectResults(call, answered, result);
		// Nobody needs to ask.
		expect(lookUpsAfter(answered)).toBe('never');
		const settlement = settled(call, answered, { kind: 'nothing' });
		expect(settlement).toEqual({ kind: 'answer', payment: (answered as { value: Payment }).value });
		expect(inWords(settlement)).toBe(result);
	});

	test.each([
		['charge', OPEN],
		['transfer', OPEN],
		['bankPayment', ACCOUNT_OPEN],
		['authorize', OTP_OPEN],
		['refund', REFUND_OPEN],
	] as const)('%s without an answer', (call, results) => {
		const lost = { failure: new LostAnswerError('The connection broke') };
		expectResults(call, lost, results);
	});

	test.each([new UnreachableError('Words'), new TokenError('Words'), new SettingError('Words')])(
		'a call that was not sent is not looked up, and charged nobody: %p',
		(failure) => {
			expect(lookUpsAfter({ failure })).toBe('never');
			expect(settle({ failure }, undefined, IN_DOUBT)).toEqual({ kind: 'failed', charged: undefined, failure });
		},
	);

	test('a record is returned as it was found, and a refusal as it came', () => {
		const lookUp = lookUpFinding('authorized');
		const refusal = answeredWith('charge', 400, envelope({}, 400));
		expect(settle(refusal, lookUp, IN_DOUBT)).toEqual({
			kind: 'record',
			payment: (lookUp as { record: Payment }).record,
		});
		expect(settle(refusal, { kind: 'nothing' }, IN_DOUBT)).toMatchObject({
			failure: (refusal as { failure: Error }).failure,
		});
		const open = lookUpFinding('pending');
		const rejected = answeredWith('authorize', 400, envelope({}, 400));
		expect(settle(rejected, open, inDoubt('authorize'))).toEqual({
			kind: 'wrongEntry',
			payment: (open as { record: Payment }).record,
		});
	});
});

describe('A payment whose outcome nobody knows', () => {
	const lost = { failure: new LostAnswerError('The connection broke.', 'T-1') };
	const unknown = (answered: PaymentAnswer, lookUp: LookUp, sent = IN_DOUBT) => settle(answered, lookUp, sent);

	test('has the reference that was sent, what is in doubt, why, and what to do', () => {
		expect(unknown(lost, { kind: 'nothing' })).toEqual({
			kind: 'unknown',
			payment: payment({
				outcome: 'unknown',
				reference: 'ORDER-1',
				transactionReference: 'T-1',
				details:
					'The connection broke, so it is not known whether the card was charged. Looking it up did not help: the service does not show what became of it. Ask your provider.',
			}),
		});
	});

	test('keeps the transaction reference that was known before the call', () => {
		const sent = { ...IN_DOUBT, paymentBefore: payment({ outcome: 'unknown', transactionReference: 'T-0' }) };
		expect(unknown(lost, { kind: 'nothing' }, sent)).toMatchObject({ payment: { transactionReference: 'T-0' } });
	});

	test('says why the service could not be asked', () => {
		const failure = new ReadFailedError('The service is busy.', 'Try again.', 503);
		expect(unknown(lost, { kind: 'unanswered', failure })).toMatchObject({
			payment: { details: expect.stringContaining('did not help: the service is busy. Ask') },
		});
	});

	test.each([
		['A status. It is not known.', 'A status. It is not known, so it is not known whether'],
		[null, "The service's answer does not tell the outcome, so it is not known whether"],
	])('keeps what an answer with an unknown status tells, and its details: %p', (details, beginning) => {
		const value = payment({ outcome: 'unknown', transactionReference: 'T-2', amount: 10, details });
		expect(transactionReferenceOf({ value })).toBe('T-2');
		expect(unknown({ value }, { kind: 'nothing' })).toMatchObject({
			payment: { transactionReference: 'T-2', amount: 10, details: expect.stringContaining(beginning) },
		});
	});
});

describe('Of several payments under one reference', () => {
	const named = (outcome: Outcome, transactionReference = 'T-1') => ({
		record: payment({ outcome, transactionReference }),
	});

	test.each<[Outcome[], Outcome | undefined]>([
		[[], undefined],
		[['declined'], 'declined'],
		[['declined', 'authorized'], 'authorized'],
		[['declined', 'refunded', 'unknown', 'pending', 'authorized'], 'authorized'],
		[['declined', 'refunded', 'unknown', 'pending'], 'pending'],
		[['declined', 'refunded', 'unknown'], 'unknown'],
		[['declined', 'refunded'], 'refunded'],
	])('%j, in any order, %s counts', (outcomes, first) => {
		const payments = outcomes.map((outcome) => named(outcome));
		expect(findLeadingRecord(payments)?.record.outcome).toBe(first);
		expect(findLeadingRecord([...payments].reverse())?.record.outcome).toBe(first);
	});

	test('the first of two alike counts, and the list stays as it is', () => {
		const list = [named('declined'), named('authorized', 'T-2'), named('authorized', 'T-3')];
		expect(findLeadingRecord(list)).toBe(list[1]);
		expect(list.map(({ record }) => record.transactionReference)).toEqual(['T-1', 'T-2', 'T-3']);
	});
});

describe('What a service writes decides nothing', () => {
	const SENTENCES = [
		...['already paid', 'Duplicate reference', 'Insufficient funds', 'Approved', 'Transaction pending', 'error'],
		...['Délai dépassé', 'Déjà payé', 'em processamento', 'Não autorizado', 'Operação em duplicidade'],
		...['تم الدفع مسبقا', 'رصيد غير كاف', 'Owó ti kọjá', 'Kò sí owó tó pọ̀ tó', 'not charged', 'AUTHORIZED', '2', '200'],
	];
	const text = fc.oneof(
		fc.constantFrom(...SENTENCES),
		fc.string({ unit: 'grapheme', minLength: 1 }),
		fc.string({ unit: 'binary', minLength: 1 }),
	);
	// Each place of a body takes the next text.
	const texts = fc.array(text, { minLength: 16, maxLength: 16 });
	const words = (say: () => string) => ({
		...{ message: say(), description: say(), errorMessage: say(), responseMessage: say(), title: say() },
		...{ otpMessage: say(), otpMessageSupport: say(), narration: say(), acquirerMessage: say() },
	});

	const STATUSES = [200, 201, 202, 299, 301, 400, 401, 402, 403, 404, 408, 409, 422, 425, 429, 451, 500, 502, 503, 599];
	const ENVELOPES = [{}, { status: 200 }, { status: 400 }, { status: 500 }, { status: 'error' }];
	const DATA: Record<CallName, object[]> = {
		charge: [
			{},
			PAID,
			{ ...PAID, status: 1 },
			{ ...PAID, status: 4 },
			{ ...PAID, authorizationType: 'OTP', status: 200 },
		],
		authorize: [{}, { status: 2 }, { status: 1 }, { status: 4 }, { status: 2, statusCode: 4 }],
		refund: [{}, PART, { ...PART, status: 6 }, { ...PART, ...UNTOUCHED, acquirerCode: '51' }, { ...PART, status: 1 }],
		bankPayment: [{}, ACCOUNT, { ...ACCOUNT, status: 'ODD' }, { ...ACCOUNT, accountNumber: null }],
		transfer: [{}, SENT, { ...SENT, status: 'PENDING' }, { ...SENT, status: 'FAILED' }, { ...SENT, amount: 1 }],
	};
	const ERRORS = [undefined, [], 'list', 'fields'] as const;

	function bodyOf(parts: object, data: object, errors: (typeof ERRORS)[number], isBare: boolean, say: () => string) {
		const filled =
			errors === 'list' ? [say(), { description: say() }] : errors === 'fields' ? { cvv: [say()] } : errors;
		const record = { ...data, ...words(say) };
		return isBare ? { ...parts, ...record } : { ...parts, ...words(say), data: record, errors: filled };
	}

	/** All that is settled, without what is only shown. */
	function decided(result: CallResult<Payment>) {
		const shown = { serviceMessage: '', details: '', otpMessage: '', otpMessageSupport: '' };
		const { name, code, charged, httpStatus, isOwnError, transactionReference } =
			'failure' in result ? (result.failure as unknown as Record<string, unknown>) : {};
		return {
			result: inWords(result),
			kind: result.kind,
			paid: 'payment' in result ? { ...result.payment, ...shown } : undefined,
			failure: { name, code, charged, httpStatus, isOwnError, transactionReference },
		};
	}

	test.each(['charge', 'authorize', 'transfer', 'refund', 'bankPayment'] as const)(
		'in the answer to %s, or in a record',
		(call) => {
			const answers = fc.record({
				status: fc.constantFrom(...STATUSES),
				parts: fc.constantFrom(...ENVELOPES),
				data: fc.constantFrom(...DATA[call]),
				errors: fc.constantFrom(...ERRORS),
				isBare: fc.boolean(),
			});
			const found = fc.constantFrom(...FOUND);
			always(
				fc.property(answers, found, texts, texts, (given, has, some, others) => {
					const settle = (said: string[]) => {
						let next = 0;
						const say = () => said[next++ % said.length]!;
						const body = bodyOf(given.parts, given.data, given.errors, given.isBare, say);
						const answered = answeredWith(call, given.status, body);
						const asked = lookUpsAfter(answered);
						return { asked, ...decided(settled(call, answered, lookUpFinding(has, say()))) };
					};
					expect(settle(others)).toEqual(settle(some));
				}),
			);
		},
	);
});
