import { buildCharge } from '../../../../gateway/calls/charge/request';
import { PossibleRepeatError, RefusedError, UnreachableError } from '../../../../gateway/protocol/errors';
import { lookUpSentCharge, sendCharge } from '../../../../nodes/shared/payments/charge';
import type { Money } from '../../../../gateway/schema/money';
import { CHARGE_INPUT, NOW } from '../../gateway/examples';
import type { WhenUsed } from '../../../../nodes/shared/payments/usedReference';
import type { Connection } from '../../../../nodes/shared/transport/connection';
import { connectionWith, STORED, withoutWaiting, type Reply } from '../context';

const request = buildCharge(
	CHARGE_INPUT,
	{ amountUnit: 'minor', amountsIn: 'iso4217', yearDigits: 2, pinFormat: 'number' },
	NOW,
);

const CHARGED = 'POST /api/transaction/charge';
const VERIFIED = 'GET /api/transaction/verify/ORDER-1';

const RECORD = {
	status: 2,
	transactionReference: 'SBX-1',
	merchantRef: 'ORDER-1',
	requestedAmount: 10,
	currencyCode: 'NGN',
};
const recordWith = (changes: object): Reply => ({ statusCode: 200, body: { data: { ...RECORD, ...changes } } });
const LOST: Reply = { statusCode: 503 };
const REFUSED: Reply = { statusCode: 400, body: { message: 'reference exists' } };
const NOT_FOUND: Reply = { statusCode: 404, body: { status: 'error', message: 'not found' } };

beforeEach(() => {
	jest.useFakeTimers({ now: NOW });
});
afterEach(() => {
	jest.useRealTimers();
});

/** Charges, and returns what comes of it, and the calls. */
async function charge(replies: Reply[], asked = request, whenUsed: WhenUsed = 'fail') {
	return await outcomeOf(replies, async (connection) => await sendCharge(connection, asked, whenUsed));
}

async function lookUp(replies: Reply[]) {
	return await outcomeOf(replies, async (connection) => await lookUpSentCharge(connection, request, NOW));
}

async function outcomeOf(replies: Reply[], act: (connection: Connection) => Promise<unknown>) {
	const { connection, calls, sent } = await connectionWith([...replies]);
	const outcome = await withoutWaiting(act(connection)).catch((error: unknown) => error);
	const { output } = outcome as { output: Record<string, unknown> };
	return { outcome, output, calls: calls(), sent };
}

test('puts out what the service answers, in this order', async () => {
	const data = {
		status: 1,
		authorizationType: 'OTP',
		otpMessage: 'Enter it',
		reference: 'SBX-1',
		grossAmount: '10.15',
	};
	const { outcome, calls, sent } = await charge([{ statusCode: 200, body: { data } }]);
	expect(JSON.stringify(outcome)).toBe(
		JSON.stringify({
			output: {
				outcome: 'otp_required',
				message: 'Ask the customer for the OTP, and submit it with Card: Authorize.',
				amount: 10,
				currency: 'NGN',
				reference: 'ORDER-1',
				transactionReference: 'SBX-1',
				amountText: '10.00',
				authorized: false,
				status: null,
				statusName: null,
				authorizationType: 'OTP',
				amountMinor: 1000,
				serviceMessage: 'Enter it',
				details: null,
				otpMessage: 'Enter it',
				otpMessageSupport: null,
				acsUrl: null,
				errorCode: null,
				grossAmount: 10.15,
				answerLost: false,
				duplicate: false,
			},
			raw: { data },
		}),
	);
	expect(calls).toEqual([CHARGED]);
	expect(sent[0]!.options.body).toEqual(request.body);
});

test("hides the card where the service's answer repeats it", async () => {
	const data = { authorizationType: 'OTP', reference: 'SBX-1', otpMessage: `Card ${CHARGE_INPUT.cardNumber}` };
	const { outcome } = await charge([{ statusCode: 200, body: { data } }]);
	expect(JSON.stringify(outcome)).not.toContain(CHARGE_INPUT.cardNumber);
});

describe('the address of a 3-D Secure page without https', () => {
	const redirect = (acsUrl: string): Reply => ({
		statusCode: 200,
		body: { status: 200, data: { authorizationType: '3DS', acsUrl, reference: 'SBX-1' } },
	});

	test.each(['http://bank.example/acs', ' HTTP://bank.example/acs'])('is withheld: %j', async (acsUrl) => {
		const { outcome, output } = await charge([redirect(acsUrl)]);
		expect(output).toMatchObject({ outcome: 'redirect_required', transactionReference: 'SBX-1', acsUrl: null });
		expect(output.message).toBe('The 3-D Secure address is not safe and is withheld. Verify before you charge again.');
		expect(output.details).toMatch(
			/^The payment is still open\. The service gave an address without https .* verify this payment before you charge/,
		);
		expect(JSON.stringify(outcome).toLowerCase()).not.toContain('bank.example');
		expect(outcome).toMatchObject({ raw: { status: 200, data: { reference: 'SBX-1', acsUrl: null } } });
	});

	test('is given out where the service has no https either', async () => {
		const stored = { ...STORED, baseUrl: 'http://service.example/api' };
		const { connection } = await connectionWith([redirect('http://bank.example/acs')], stored);
		const { output } = await withoutWaiting(sendCharge(connection, request, 'fail'));
		expect(output).toMatchObject({ outcome: 'redirect_required', acsUrl: 'http://bank.example/acs' });
	});

	test('is given out with https', async () => {
		const { outcome, output } = await charge([redirect('https://bank.example/acs')]);
		expect(output).toMatchObject({ acsUrl: 'https://bank.example/acs', details: null });
		expect(outcome).toMatchObject({ raw: { data: { acsUrl: 'https://bank.example/acs' } } });
	});
});

describe('a lost answer is replaced by the record', () => {
	test.each([
		['2026-01-12T23:00:00', 'unknown'],
		['2026-01-14', 'authorized'],
		['2026-01-15T00:00:01.5', 'authorized'],
		['some time ago', 'authorized'],
		[null, 'authorized'],
	])('but not by one that began long before it was sent: %s', async (transactionDate, outcome) => {
		const { output } = await charge([LOST, recordWith({ transactionDate })]);
		expect(output).toMatchObject({ outcome, authorized: outcome === 'authorized', answerLost: true });
		if (outcome === 'unknown')
			expect(output.details).toContain('an earlier payment, which began long before this one was sent');
	});

	test('but not by one that began long before it was sent, when an earlier try in this execution has sent it', async () => {
		const { output } = await lookUp([recordWith({ transactionDate: '2026-01-12T23:00:00' })]);
		expect(output).toMatchObject({ outcome: 'unknown', authorized: false, answerLost: true });
		expect(output.details).toContain('an earlier payment, which began long before this one was sent');
		const later = await lookUp([recordWith({ transactionDate: '2026-01-14' })]);
		expect(later.output).toMatchObject({ outcome: 'authorized' });
	});

	test('that is found', async () => {
		const { output, calls } = await charge([LOST, NOT_FOUND, recordWith({})]);
		expect(output).toMatchObject({
			outcome: 'authorized',
			authorized: true,
			transactionReference: 'SBX-1',
			answerLost: true,
			duplicate: false,
		});
		expect(calls).toEqual([CHARGED, VERIFIED, VERIFIED]);
	});

	test('whose currency is in small letters', async () => {
		const { output } = await charge([LOST, recordWith({ currencyCode: 'ngn' })]);
		expect(output).toMatchObject({ outcome: 'authorized', answerLost: true });
	});

	test.each([
		['taken where nobody knows how the provider counts the currency', 'IQD', 'authorized'],
		['not taken where the minor units are others', 'NGN', 'unknown'],
	])('whose amount is the same in major units is %s', async (_, currency, outcome) => {
		const money = { major: 10, minor: 10_000, currency } as Money;
		const { output } = await charge([LOST, recordWith({ currencyCode: currency })], { ...request, money });
		expect(output).toMatchObject({ outcome, answerLost: true });
	});

	test.each([999, null])('of another amount is not taken where nobody knows how it is counted: %j', async (amount) => {
		const money = { major: 10, minor: 10_000, currency: 'IQD' } as Money;
		const record = recordWith({ currencyCode: 'IQD', requestedAmount: amount });
		for (const [first, whenUsed] of [[LOST, 'fail'] as const, [REFUSED, 'show'] as const]) {
			const { output, outcome } = await charge([first, record], { ...request, money }, whenUsed);
			if (whenUsed === 'fail') expect(output).toMatchObject({ outcome: 'unknown', authorized: false });
			else expect(outcome).toBeInstanceOf(PossibleRepeatError);
		}
	});

	test.each([
		{ requestedAmount: null },
		{ currencyCode: null },
		{ currencyCode: '566' },
		{ requestedAmount: 1000 },
		{ requestedAmount: 10.01 },
		{ currencyCode: 'USD' },
		{ merchantRef: 'ORDER-2', transactionReference: 'ORDER-1' },
		{ merchantRef: null, transactionReference: 'ORDER-1' },
	])('but not by that of another payment: %j', async (changes) => {
		const { output } = await charge([LOST, recordWith(changes)]);
		expect(output).toMatchObject({
			outcome: 'unknown',
			authorized: false,
			reference: 'ORDER-1',
			amount: 10,
			amountMinor: 1000,
			currency: 'NGN',
			answerLost: true,
		});
		expect(output.details).toMatch(
			/so it is not known whether the card was charged\. Looking it up did not help: what the service has under this reference is another payment\. Do not charge the card again under a new reference: verify this one later, or ask your provider about it\.$/,
		);
	});
});

describe('a refused charge', () => {
	test.each([REFUSED, { ...REFUSED, statusCode: 409 }, { ...REFUSED, statusCode: 422 }])(
		'is a duplicate where the reference was used for the same payment, and that is to be shown',
		async (refusal) => {
			const { output, calls } = await charge([refusal, recordWith({ status: 4 })], request, 'show');
			expect(output).toMatchObject({
				outcome: 'declined',
				message: 'This reference was used before, so nothing was charged now. See the first payment.',
				details:
					'This reference had been used before, so nothing was charged now. This is what became of that first charge.',
				answerLost: false,
				duplicate: true,
			});
			expect(calls).toEqual([CHARGED, VERIFIED]);
		},
	);

	test('fails with the state of the first payment where the reference was used for the same one', async () => {
		const { outcome, calls } = await charge([REFUSED, recordWith({})]);
		expect(outcome).toBeInstanceOf(PossibleRepeatError);
		expect(outcome).toMatchObject({
			message: 'Reference ORDER-1 has already been used; the card was not charged again.',
			description:
				'The first one: outcome authorized (2 AUTHORIZED), amount 10 NGN, transaction reference SBX-1. To get it as the result, set "If the Reference Was Used Before" to "Show the First Payment". For a new payment, use a new Reference.',
			httpStatus: 400,
			serviceMessage: 'reference exists',
		});
		expect(calls).toEqual([CHARGED, VERIFIED]);
	});

	test('is its own payment where nobody else can have used the reference', async () => {
		const { output } = await charge([REFUSED, recordWith({})], request, 'own');
		expect(output).toMatchObject({ outcome: 'authorized', details: null, answerLost: true, duplicate: false });
	});

	describe.each(['fail', 'show', 'own'] as const)(
		'where the reference was used for another payment (%s)',
		(whenUsed) => {
			test.each([
				[{ requestedAmount: 99 }, 'outcome authorized (2 AUTHORIZED), amount 99 NGN, transaction reference SBX-1'],
				// In minor units.
				[{ requestedAmount: 1000 }, 'outcome authorized (2 AUTHORIZED), amount 1000 NGN, transaction reference SBX-1'],
				[{ currencyCode: '566' }, 'outcome authorized (2 AUTHORIZED), amount 10 566, transaction reference SBX-1'],
				[{ requestedAmount: null, status: null, transactionReference: null }, 'outcome unknown, amount not known'],
				[{ status: 1, currencyCode: null }, 'outcome pending (1 PENDING), amount 10, transaction reference SBX-1'],
			])('it says that a payment exists, and its state: %j', async (changes, state) => {
				const { outcome } = await charge([REFUSED, recordWith(changes)], request, whenUsed);
				expect(outcome).toBeInstanceOf(PossibleRepeatError);
				expect(outcome).toMatchObject({
					message: 'Reference ORDER-1 has already been used; the card was not charged again.',
					description: `The first one is different: ${state}. For a new payment, use a new Reference.`,
					httpStatus: 400,
					serviceMessage: 'reference exists',
				});
			});
		},
	);

	test('may be a repeat where the service does not tell', async () => {
		const { outcome, calls } = await charge([REFUSED, NOT_FOUND]);
		expect(outcome).toBeInstanceOf(PossibleRepeatError);
		expect(calls).toEqual([CHARGED, VERIFIED]);
	});

	test.each([401, 402, 403, 404, 429])('is just a failure with status %i', async (statusCode) => {
		const { outcome, calls } = await charge([{ statusCode }, NOT_FOUND]);
		expect(outcome).toBeInstanceOf(RefusedError);
		expect(outcome).not.toBeInstanceOf(PossibleRepeatError);
		expect(calls).toEqual([CHARGED, VERIFIED]);
	});
});

test('a charge that was not sent is not looked up', async () => {
	const { outcome, calls } = await charge([Object.assign(new Error('x'), { code: 'ECONNREFUSED' })]);
	expect(outcome).toBeInstanceOf(UnreachableError);
	expect(calls).toEqual([CHARGED]);
});

test('an answer that cannot be read is a lost one', async () => {
	const { output } = await charge([{ statusCode: 200, body: 'OK' }, recordWith({})], request, 'own');
	expect(output).toMatchObject({ outcome: 'authorized', answerLost: true });
});

test('a charge that an earlier try has sent is looked up, and not sent', async () => {
	const { output, calls } = await lookUp([recordWith({})]);
	expect(output).toMatchObject({ outcome: 'authorized', answerLost: true, duplicate: false });
	expect(calls).toEqual([VERIFIED]);
});

test('a charge that an earlier try has sent, and nobody knows, is unknown', async () => {
	const { output } = await lookUp([{ statusCode: 403 }]);
	expect(output.details).toMatch(/^An earlier try sent this charge and did not learn its outcome, so/);
});

describe('a charge whose answer was lost and that is still open', () => {
	const SHORT = 'Still open. If the customer has an OTP, submit it. Otherwise verify; do not charge again.';
	const OPEN =
		'The service gave no usable answer to this charge, and lists the payment as open. It may or may not have sent an OTP to the customer. If the customer has one, submit it with Card: Authorize under this transaction reference. If not, verify the payment until its outcome is final before you charge the card again.';

	test('says that the customer may have an OTP, and what to do', async () => {
		const { output } = await charge([LOST, recordWith({ status: 1 })]);
		expect(output).toMatchObject({ outcome: 'pending', answerLost: true, message: SHORT, details: OPEN });
	});

	test("says it beside the service's own words, and for a charge that an earlier try has sent", async () => {
		const record = recordWith({ status: 1, errorMessage: 'Waiting for the customer.' });
		const { output } = await lookUp([record]);
		expect(output).toMatchObject({
			outcome: 'pending',
			message: SHORT,
			serviceMessage: 'Waiting for the customer.',
			details: OPEN,
		});
	});

	test('says it after an answer that nobody can read, too', async () => {
		const odd = { statusCode: 200, body: { data: { authorizationType: 'PIN', reference: 'ORDER-1' } } };
		const { output } = await charge([odd, recordWith({ status: 1 })], request, 'own');
		expect(output).toMatchObject({ outcome: 'pending', answerLost: false });
		expect(output.details).toContain('may or may not have sent an OTP');
	});

	test('needs no such words where it is final', async () => {
		expect((await charge([LOST, recordWith({ status: 2 })])).output.details).toBeNull();
	});
});

test('a frictionless charge that is pending waits for nobody', async () => {
	const data = { authorizationType: '2DS', status: 10, ref: 'SBX-1', errorMessage: 'In review' };
	const { output } = await charge([{ statusCode: 200, body: { data } }]);
	expect(output).toMatchObject({
		outcome: 'pending',
		message: 'The outcome is still open. Verify the payment later, and do not charge again.',
		serviceMessage: 'In review',
		details: null,
	});
});

describe('a refusal with the record of a payment in it contradicts itself', () => {
	const data = { authorizationType: '2DS', ref: 'SBX-2', reference: 'ORDER-1' };
	const refusedWith = (statusCode: number, changes: object, message = 'no'): Reply => ({
		statusCode,
		body: { status: 403, message, data: { ...data, ...changes } },
	});
	const told = (changes: object) => recordWith({ transactionReference: 'SBX-2', ...changes });
	const BY_ITS_OWN = 'GET /api/transaction/verify/SBX-2';
	const STATUSES = [400, 402, 403, 404, 409, 410, 422, 451];

	describe.each([
		{ statusCode: 2 },
		{ status: 'PENDING' },
		{ status: 'PAID' },
		{ status: 'SUCCESS' },
		{ statusCode: 6 },
		...['00', '000', '01', '09', '68', '97', 18, 99, '10000'].map((statusCode) => ({ statusCode })),
		{ status: 'UNKNOWN' },
		{ status: 'NO_ERROR' },
		{ status: 'REFUND_FAILED' },
		{ status: 4, statusCode: 2 },
		{ status: 'FAILED', statusCode: 2 },
		{ requestId: 'trace-1', status: 'PAID' },
		{ status: 'AUTHORIZED_NOT_CAPTURED' },
		{ authorizationType: 'NONE', statusCode: 2 },
		{ authorizationType: null, statusCode: 2 },
		{
			authorizationType: 'OTP',
			status: 2,
			ref: null,
			reference: null,
			transactionReference: 'SBX-2',
			merchantRef: 'ORDER-1',
		},
		{ statusCode: 2, reference: 'SHOP-ORDER-1' },
	])('%j', (changes) => {
		test.each([...STATUSES, 200])(
			'so the payment is looked up, and its outcome is unknown otherwise: %i',
			async (status) => {
				const replies = [NOT_FOUND, NOT_FOUND, NOT_FOUND, NOT_FOUND];
				const { output, calls } = await charge([refusedWith(status, changes), ...replies]);
				expect(calls).toEqual([CHARGED, VERIFIED, BY_ITS_OWN, BY_ITS_OWN, BY_ITS_OWN]);
				expect(output).toMatchObject({
					outcome: 'unknown',
					authorized: false,
					duplicate: false,
					reference: 'ORDER-1',
					transactionReference: 'SBX-2',
					serviceMessage: 'no',
				});
				expect(output.details).toMatch(
					/^The service refused this call \(error 4\d\d\), and tells of a payment in the same answer, so it is not known whether the card was charged\./,
				);
			},
		);

		test('and it is never taken for its own where somebody else may have the reference', async () => {
			const replies = [refusedWith(402, changes, 'Order has been paid'), NOT_FOUND, told({})];
			expect((await charge(replies, request, 'fail')).outcome).toMatchObject({
				first: 'exists',
				message: 'Reference ORDER-1 has already been used; the card was not charged again.',
				description: expect.stringContaining('The first one: outcome authorized') as unknown,
			});
			expect((await charge(replies, request, 'show')).output).toMatchObject({
				outcome: 'authorized',
				duplicate: true,
				transactionReference: 'SBX-2',
			});
		});
	});

	test.each(STATUSES)('and where nobody else has the reference, it is its own: %i', async (status) => {
		const repeat = refusedWith(status, { statusCode: 2 });
		const { output } = await charge([repeat, NOT_FOUND, told({})], request, 'own');
		expect(output).toMatchObject({ outcome: 'authorized', duplicate: false, transactionReference: 'SBX-2' });
	});

	test.each(STATUSES)('and it goes before one that was declined under the same reference: %i', async (status) => {
		const declined = recordWith({ status: 4 });
		const repeat = refusedWith(status, { statusCode: 2 });
		for (const whenUsed of ['show', 'own'] as const) {
			const { output } = await charge([repeat, declined, told({})], request, whenUsed);
			expect(output).toMatchObject({ outcome: 'authorized', transactionReference: 'SBX-2' });
			const lost = Array.from({ length: 3 }, () => ({ statusCode: 503 }));
			const unclear = await charge([repeat, declined, ...lost], request, whenUsed);
			expect(unclear.output).toMatchObject({ outcome: 'unknown' });
		}
	});

	test('and the payment of another reference is none of this one', async () => {
		const elsewhere = told({ merchantRef: 'INV-7' });
		for (const status of [402, 409]) {
			const { outcome } = await charge([refusedWith(status, { statusCode: 2, reference: null }), NOT_FOUND, elsewhere]);
			expect(outcome).toMatchObject({
				message: expect.stringMatching(/^The card was not charged by this call: /) as unknown,
				first: 'unknown',
				description: expect.stringMatching(/tells of the payment of INV-7: outcome authorized.*SBX-2\./) as unknown,
			});
		}
	});

	test.each([
		['order-1', 'ORDER-1'],
		['ORDER1', null],
		['ORDER-', null],
		['shop/order_1', null],
		['ORDER%2D1', null],
		['&quot;ORDER-1', null],
		['Örder-1', null],
		['INV-7', 'ORDER-1'],
	])('and it may be this one, written in another way: %s, told of %s', async (merchantRef, reference) => {
		const replies = [NOT_FOUND, told({ merchantRef })];
		for (const status of [402, 409]) {
			const { output } = await charge([refusedWith(status, { statusCode: 2, reference }), ...replies]);
			expect(output).toMatchObject({ outcome: 'unknown', transactionReference: 'SBX-2' });
		}
	});

	test.each(STATUSES)('and a decline under the reference does not hide it: %i', async (status) => {
		const declined = recordWith({ status: 4 });
		const named = [
			{ statusCode: 2 },
			{ status: 'PAID' },
			{ status: '00' },
			{ status: 'FAILED', statusCode: 'SUCCESS' },
		].map((changes) => refusedWith(status, { ref: null, ...changes }));
		const said = [
			'This order has already been paid',
			'Already fully paid',
			'ALREADY_CHARGED',
			'It was previously paid',
			'Payment by card was already completed',
		];
		const inWords = said.map((message): Reply => ({ statusCode: status, body: { message } }));
		for (const refused of [...named, ...inWords])
			for (const whenUsed of ['fail', 'show', 'own'] as const) {
				const { output } = await charge([refused, declined], request, whenUsed);
				expect(output).toMatchObject({ outcome: 'unknown', authorized: false });
			}
	});

	test.each([
		{ data: { reference: 'ORDER-1', status: '91', requestId: 'trace-1' }, message: 'no' },
		{ data: { reference: 'ORDER-1', status: 'PICKUP_CARD' }, message: 'no' },
		{ data: { ref: 'SBX-7', status: 2 }, message: 'Insufficient funds' },
	])('but where it may be the decline that is found, it is a decline: %j', async (body) => {
		const elsewhere = recordWith({ transactionReference: 'SBX-7', merchantRef: 'INV-7' });
		const { outcome } = await charge(
			[{ statusCode: 402, body }, recordWith({ status: 4 }), elsewhere],
			request,
			'show',
		);
		expect(outcome).toMatchObject({ name: 'RefusedError' });
	});

	test('and one that was made goes before a decline, although it cannot be compared', async () => {
		const repeat = refusedWith(402, { statusCode: 2 });
		for (const whenUsed of ['fail', 'show', 'own'] as const) {
			const replies = [repeat, recordWith({ status: 4 }), told({ currencyCode: null })];
			expect((await charge(replies, request, whenUsed)).outcome).toMatchObject({
				first: 'exists',
				description: expect.stringMatching(/^The first one is different: outcome authorized .* SBX-2\./) as unknown,
			});
		}
	});

	test('and one of another amount is told as different', async () => {
		const { outcome } = await charge([refusedWith(402, { statusCode: 2 }), NOT_FOUND, told({ requestedAmount: 20 })]);
		expect(outcome).toMatchObject({
			first: 'exists',
			description: expect.stringMatching(/^The first one is different: outcome authorized/) as unknown,
		});
	});

	test.each([{}, { message: 'Approved' }])('and one without a name is unknown: %j', async (changes) => {
		const unnamed = { statusCode: 2, ref: null, reference: null, ...changes };
		const { output } = await charge([refusedWith(402, unnamed), NOT_FOUND]);
		expect(output).toMatchObject({ outcome: 'unknown', transactionReference: null });
	});

	test.each([{ status: 'PENDING' }, { statusCode: 8 }])('and so is an open one without a name: %j', async (status) => {
		const { output } = await charge([refusedWith(402, { ref: null, reference: null, ...status }), NOT_FOUND]);
		expect(output).toMatchObject({ outcome: 'unknown', transactionReference: null });
	});

	test('and a name that is no reference is asked for by nobody', async () => {
		for (const ref of ['..', 'x'.repeat(101)]) {
			const { output, calls } = await charge([refusedWith(402, { statusCode: 2, ref }), NOT_FOUND]);
			expect(calls).toEqual([CHARGED, VERIFIED]);
			expect(output).toMatchObject({ outcome: 'unknown', transactionReference: null });
		}
	});

	test.each<[number, object, string?]>([
		[402, { status: 'DECLINED', statusCode: 4 }],
		[402, { status: 'FAILED' }],
		[402, { status: 'Payment-failed' }],
		[402, { status: 'txnFailed' }],
		[402, { status: 'PAYMENT_REQUIRED' }],
		[429, { status: '429 TOO_MANY_REQUESTS' }],
		[402, { ref: null, reference: null, requestId: 'trace-1', status: 'QUEUED' }],
		[402, { ref: null, reference: null, status: 0, message: 'Pick up card' }],
		[402, { status: 'DoNotHonour' }],
		[402, { status: 'NOT_CHARGED' }],
		[402, { status: 'NOT_AUTHORIZED' }],
		[402, { statusCode: '05' }],
		[402, { statusCode: 51 }],
		[402, { ref: null, reference: null, status: 0, message: 'Insufficient funds' }],
		[402, { ref: null, reference: null, status: 0, errorMessage: 'Insufficient funds' }],
		[402, { ref: null, reference: null, status: 0, message: 'Unsuccessful' }],
		[402, { ref: null, reference: null, status: 0, message: 'Could not be completed' }],
		[402, { ref: null, reference: null, status: 0 }],
		[402, { ref: null, reference: null, status: 2 }, 'Insufficient funds'],
		[402, { status: '51', statusCode: 51 }],
		[402, { status: 400 }],
		[402, { ref: null, reference: null, status: 'PENDING' }, 'Insufficient funds'],
		[402, { statusCode: 402 }],
		[403, {}],
	])('unless the record says nothing of the kind: %i %j', async (statusCode, changes, message = 'no') => {
		const { outcome, calls } = await charge([refusedWith(statusCode, changes, message), NOT_FOUND, NOT_FOUND]);
		expect(outcome).toBeInstanceOf(RefusedError);
		expect(outcome).not.toBeInstanceOf(PossibleRepeatError);
		expect(calls.slice(0, 2)).toEqual([CHARGED, VERIFIED]);
	});
});

test.each(['fail', 'own'] as const)(
	'a decline is told as one where its record does not tell the currency: %s',
	async (whenUsed) => {
		const declined = recordWith({ status: 4, currencyCode: null });
		const { outcome } = await charge([{ statusCode: 402 }, declined], request, whenUsed);
		expect(outcome).toBeInstanceOf(RefusedError);
		expect(outcome).not.toBeInstanceOf(PossibleRepeatError);
	},
);

describe('a refusal tells of one payment, and another one is found under the reference', () => {
	const telling = (data: object, statusCode = 409): Reply => ({ statusCode, body: { message: 'no', data } });
	const told = { status: 2, ref: 'SBX-2', reference: 'ORDER-1' };
	const TOLD = 'GET /api/transaction/verify/SBX-2';

	test.each([
		[4, 2, 'authorized'],
		[1, 2, 'authorized'],
		[4, 1, 'pending'],
		[2, 4, 'authorized'],
		[1, 4, 'pending'],
	])('that is paid counts, then the one that is open: %i, %i', async (underReference, named, outcome) => {
		const found = [
			recordWith({ status: underReference }),
			recordWith({ status: named, transactionReference: 'SBX-2' }),
		];
		const { output, calls } = await charge([telling(told), ...found], request, 'own');
		expect(output).toMatchObject({ outcome });
		expect(calls).toEqual([CHARGED, VERIFIED, TOLD]);
		expect((await charge([telling(told), ...found])).outcome).toMatchObject({
			first: 'exists',
			description: expect.stringContaining(`The first one: outcome ${outcome}`) as unknown,
		});
	});

	test('is asked for once where both are the same', async () => {
		const { output, calls } = await charge(
			[telling(told), recordWith({ transactionReference: 'SBX-2' })],
			request,
			'show',
		);
		expect(output).toMatchObject({ outcome: 'authorized', duplicate: true });
		expect(calls).toEqual([CHARGED, VERIFIED]);
	});

	test('that is not found leaves it unclear, and says which', async () => {
		const replies = [telling(told), recordWith({ status: 4 }), ...Array.from({ length: 3 }, () => NOT_FOUND)];
		const { outcome } = await charge(replies);
		expect(outcome).toMatchObject({
			output: { outcome: 'unknown', answerLost: false, transactionReference: 'SBX-2' },
			isRefused: true,
			mentioned: 'SBX-2',
		});
		const { details } = (outcome as { output: { details: string } }).output;
		expect(details).toMatch(/^The service refused this call \(error 409\), and tells of a payment in the same answer/);
	});
});

describe('a first decline is told as one', () => {
	const declined = { status: 4 };
	const data = { status: 'failed', ref: 'SBX-1', reference: 'ORDER-1' };

	test.each<[number, object]>([
		[400, { message: 'Insufficient funds' }],
		[422, { message: 'Do not honour' }],
		[400, { message: 'Incorrect PIN' }],
		[400, { message: 'no', data }],
		[409, { message: 'no', data }],
		[402, { message: 'This card has already been used too often' }],
		[402, { message: 'This amount exceeds what was already authorised' }],
		[402, { message: 'Declined: card already authorised elsewhere' }],
	])('however it was refused: %i %j', async (statusCode, body) => {
		for (const record of [declined, { ...declined, currencyCode: null }])
			for (const whenUsed of ['fail', 'show'] as const) {
				const { outcome } = await charge([{ statusCode, body }, recordWith(record)], request, whenUsed);
				expect(outcome).toMatchObject({ name: 'RefusedError', message: 'The payment was declined.', code: 'refused' });
			}
		const { output } = await charge([{ statusCode, body }, recordWith(declined)], request, 'own');
		expect(output).toMatchObject({ outcome: 'declined', duplicate: false });
	});

	test('also where it is found by the reference in the refusal alone', async () => {
		const refused = { statusCode: 400, body: { message: 'no', data } };
		const { outcome, calls } = await charge([refused, NOT_FOUND, recordWith(declined)]);
		expect(outcome).toMatchObject({ name: 'RefusedError', message: 'The payment was declined.' });
		expect(calls).toEqual([CHARGED, VERIFIED, 'GET /api/transaction/verify/SBX-1']);
		const elsewhere = await charge([refused, NOT_FOUND, recordWith({ ...declined, merchantRef: 'INV-7' })]);
		expect(elsewhere.outcome).toMatchObject({ first: 'unknown' });
	});

	test.each([
		{ status: 'DECLINED', statusCode: '00' },
		{ status: 'success', statusCode: 4 },
	])('whatever stands beside its status: %j', async (changes) => {
		const refused = { statusCode: 402, body: { message: 'no', data: { reference: 'ORDER-1', ...changes } } };
		const { outcome } = await charge([refused, recordWith(declined)]);
		expect(outcome).toMatchObject({ name: 'RefusedError', code: 'refused' });
	});

	test.each([401, 403, 429])(
		'and an error while it was being processed (%i) is a plain refusal',
		async (statusCode) => {
			const body = { message: 'An error occurred while your request was being processed' };
			const { outcome } = await charge([{ statusCode, body }, NOT_FOUND]);
			expect(outcome).toMatchObject({ name: 'RefusedError', code: 'refused' });
		},
	);

	test.each(['Duplicate reference', 'Invalid Request', 'Declined: the transaction was already processed', undefined])(
		'but not where it may be that of an earlier one: %s',
		async (message) => {
			const { outcome } = await charge([{ statusCode: 400, body: { message } }, recordWith(declined)]);
			expect(outcome).toMatchObject({ first: 'exists' });
		},
	);
});

const MISSING = Array.from({ length: 6 }, () => NOT_FOUND);

describe('a success of which the service says that it was done before', () => {
	const DATA = { authorizationType: '2DS', status: 2, ref: 'SBX-1', reference: 'ORDER-1' };
	const OLD = '2026-01-01T10:00:00Z';
	const FETCHED = 'GET /api/transaction/verify/SBX-1';
	const repeated = [
		{ statusCode: 208, body: { data: DATA } },
		{ statusCode: 200, body: { message: 'Duplicate transaction', data: DATA } },
		{ statusCode: 200, body: { message: 'Successful', data: { ...DATA, errorCode: '94' } } },
		{ statusCode: 200, body: { data: { ...DATA, status: 1, errorMessage: 'Transaction already processed' } } },
	];

	test.each(repeated)('is a used reference where the record is an older one: %j', async (answer) => {
		const old = recordWith({ transactionDate: OLD });
		const { outcome, calls } = await charge([answer, old, old]);
		expect(outcome).toMatchObject({
			first: 'exists',
			message: 'Reference ORDER-1 has already been used; the card was not charged again.',
		});
		expect(calls).toEqual([CHARGED, FETCHED, VERIFIED]);
		const shown = await charge([answer, old, old], request, 'show');
		expect(shown.output).toMatchObject({ outcome: 'authorized', transactionReference: 'SBX-1', duplicate: true });
	});

	test.each(repeated)('is unknown where nothing shows that, and no new reference is advised: %j', async (answer) => {
		for (const whenUsed of ['fail', 'show'] as const)
			for (const found of [[recordWith({})], MISSING]) {
				const { outcome, output } = await charge([answer, ...found], request, whenUsed);
				expect(outcome).toMatchObject({ isDoubtful: true, raw: answer.body });
				expect(output).toMatchObject({ outcome: 'unknown', authorized: false, duplicate: false });
				expect(output.details).toMatch(
					/^The service says that it had done this before, and nothing shows whether the payment that it tells of is this one \(outcome .*transaction reference SBX-1\)\. If nothing else has used this reference, it is\. Do not charge the card again/,
				);
			}
	});

	test.each(repeated)('is its own where nobody else can have the reference: %j', async (answer) => {
		const { output, calls } = await charge([answer], request, 'own');
		expect(output).toMatchObject({ transactionReference: 'SBX-1', duplicate: false });
		expect(calls).toEqual([CHARGED]);
	});

	describe.each([
		{ authorizationType: 'OTP', otpMessage: 'Enter it' },
		{ authorizationType: '3DS', acsUrl: 'https://bank.example/acs' },
	])('and that waits for the customer: %j', (flow) => {
		const answer = { statusCode: 208, body: { data: { ...DATA, status: 1, ...flow } } };

		test('is a used reference where the record is an older one', async () => {
			const old = recordWith({ transactionDate: OLD, status: 1 });
			const { outcome } = await charge([answer, old, old]);
			expect(outcome).toMatchObject({ first: 'exists' });
		});

		test('is unknown where the payment is closed already', async () => {
			const { output } = await charge([answer, recordWith({})]);
			expect(output).toMatchObject({ outcome: 'unknown', authorized: false });
		});

		test('goes on where it is open, or not found', async () => {
			for (const found of [[recordWith({ status: 1 })], MISSING]) {
				const { output } = await charge([answer, ...found]);
				expect(output.outcome).toMatch(/^(?:otp|redirect)_required$/);
			}
		});
	});

	test('in words that may be about something else is one only where the record is older by more than a day', async () => {
		const answer = { statusCode: 200, body: { message: 'This card is already saved', data: DATA } };
		const hours = (count: number) => new Date(NOW - count * 3_600_000).toISOString();
		const old = recordWith({ transactionDate: hours(25) });
		expect((await charge([answer, old, old])).outcome).toMatchObject({ first: 'exists' });
		for (const found of [[recordWith({ transactionDate: hours(23) })], [recordWith({})], MISSING]) {
			const { output } = await charge([answer, ...found]);
			expect(output).toMatchObject({ outcome: 'authorized', duplicate: false });
		}
	});

	test('is not asked for where it says nothing of it', async () => {
		const { output, calls } = await charge([{ statusCode: 200, body: { message: 'Approved', data: DATA } }]);
		expect(output).toMatchObject({ outcome: 'authorized', duplicate: false });
		expect(calls).toEqual([CHARGED]);
	});
});

describe('a refusal that speaks of a used reference', () => {
	test.each<[number, unknown]>([
		[402, { status: 402, message: 'Payment failed', data: { status: 4, errorMessage: 'Duplicate transaction' } }],
		[403, 'Duplicate transaction'],
		[403, { error: 'Reference already exists', message: 'Request failed' }],
		[402, { error: { decline_code: 'duplicate_transaction', message: 'Your card was declined.' } }],
		[402, { message: 'Declined', responseCode: '94' }],
		[406, [{ msg: 'Reference has already been taken' }]],
		[429, { message: 'Slow down', detail: { hint: 'order already paid' } }],
	])('in whatever field may be a repeat: %i %j', async (statusCode, body) => {
		const { outcome } = await charge([{ statusCode, body }, ...MISSING]);
		expect(outcome).toMatchObject({ name: 'PossibleRepeatError' });
	});
});

describe.each([201, 202, 203, 204, 206, 208, 226])(
	'a success with status %i, and nothing that can be read',
	(statusCode) => {
		test.each(['', '<html><body>Accepted</body></html>', '{"status":208,"message":"Alrea'])(
			'may be about an earlier payment: %j',
			async (body) => {
				const { output } = await charge([{ statusCode, body }, recordWith({})]);
				expect(output).toMatchObject({ outcome: 'unknown', authorized: false });
				const own = await charge([{ statusCode, body }, recordWith({})], request, 'own');
				expect(own.output).toMatchObject({ outcome: 'authorized', answerLost: true });
			},
		);
	},
);

describe('a decline in a success', () => {
	const declinedWith = (changes: object): Reply => ({
		statusCode: 200,
		body: { data: { authorizationType: '2DS', status: 4, ref: 'SBX-1', reference: 'ORDER-1', ...changes } },
	});
	const used = [
		declinedWith({ errorMessage: 'Duplicate transaction', errorCode: '94' }),
		declinedWith({ ref: null, errorMessage: 'Order already paid' }),
		declinedWith({ ref: null }),
	];

	test.each(used)('is no decline where the reference has been paid: %j', async (declined) => {
		const own = await charge([declined, recordWith({})], request, 'own');
		expect(own.output).toMatchObject({ outcome: 'authorized', answerLost: true, duplicate: false });
		const shown = await charge([declined, recordWith({})], request, 'show');
		expect(shown.output).toMatchObject({ outcome: 'authorized', duplicate: true });
		const { outcome, calls } = await charge([declined, recordWith({})]);
		expect(outcome).toMatchObject({
			first: 'exists',
			message: 'Reference ORDER-1 has already been used; the card was not charged again.',
		});
		expect(calls).toEqual([CHARGED, VERIFIED]);
	});

	const NAMED = 'GET /api/transaction/verify/SBX-1';

	test('that names a payment which is paid is none, also where only its own reference finds it', async () => {
		const declined = declinedWith({ errorMessage: 'Transaction exists' });
		for (const reference of ['ORDER-1', null]) {
			const { outcome, calls } = await charge([declined, NOT_FOUND, recordWith({ merchantRef: reference })]);
			expect(outcome).toMatchObject({ first: 'exists' });
			expect(calls).toEqual([CHARGED, VERIFIED, NAMED]);
		}
		const own = await charge([declined, NOT_FOUND, recordWith({})], request, 'own');
		expect(own.output).toMatchObject({ outcome: 'authorized' });
		const elsewhere = await charge([declined, NOT_FOUND, recordWith({ merchantRef: 'ORDER-2' })]);
		expect(elsewhere.output).toMatchObject({ outcome: 'declined' });
	});

	test.each(['Duplicate transmission', 'Insufficient funds'])(
		'is one where the service has the payment that it names as a decline: %s',
		async (errorMessage) => {
			for (const whenUsed of ['fail', 'show', 'own'] as const) {
				const replies = [declinedWith({ errorMessage, errorCode: '94' }), recordWith({ status: 4 })];
				const { output } = await charge(replies, request, whenUsed);
				expect(output).toMatchObject({ outcome: 'declined', duplicate: false, answerLost: false });
			}
		},
	);

	test('is one where the record of the payment that it names is behind', async () => {
		for (const whenUsed of ['fail', 'show', 'own'] as const)
			for (const status of [1, 8, 99]) {
				const replies = [declinedWith({ errorMessage: 'Insufficient funds' }), recordWith({ status })];
				const { output } = await charge(replies, request, whenUsed);
				expect(output).toMatchObject({ outcome: 'declined', duplicate: false, answerLost: false });
			}
		const repeat = await charge([declinedWith({ errorMessage: 'Duplicate transaction' }), recordWith({ status: 1 })]);
		expect(repeat.outcome).toMatchObject({ first: 'exists' });
	});

	test('is one where the service has it as a decline, or does not find it', async () => {
		const declined = declinedWith({ ref: null, errorMessage: 'Insufficient funds' });
		for (const whenUsed of ['fail', 'show', 'own'] as const)
			for (const found of [recordWith({ status: 4 }), NOT_FOUND, LOST]) {
				const { output, calls } = await charge([declined, found], request, whenUsed);
				const serviceMessage = 'Insufficient funds';
				expect(output).toMatchObject({ outcome: 'declined', duplicate: false, answerLost: false, serviceMessage });
				expect(calls).toEqual([CHARGED, VERIFIED]);
			}
	});

	test.each([
		[{ errorMessage: 'Duplicate transaction.' }, 'The service says: "Duplicate transaction". '],
		[{ errorCode: '94' }, ''],
		[{ errorCode: '26' }, ''],
	])('is no decline where it speaks of a repeat that is not found: %j', async (changes, said) => {
		const { outcome } = await charge([declinedWith(changes), ...MISSING]);
		expect(outcome).toMatchObject({
			first: 'unknown',
			message: 'The card was not charged by this call: the payment was declined.',
			description: `${said}It names the transaction SBX-1. If this Reference may have been sent before, find out what became of that payment before you use a new one.`,
		});
	});

	test.each([
		{ ref: null, msg: 'Duplicate transaction' },
		{ ref: null, gateway: { responseCode: '94' } },
		{ ref: null, errorCode: 'R94' },
		{ ref: null, code: 94 },
		{ ref: null, duplicate: true },
		{ ref: null, errors: { reference: ['has already been taken'] } },
		{ ref: null, message: 'x'.repeat(2000), errorCode: 'DUPLICATE_REFERENCE' },
		{ ref: null, message: 'Duplicate transaction' },
		{ ref: null, errorMessage: 'Declined', errorCode: 'DUPLICATE_REFERENCE' },
		{ ref: null, message: 'Declined', reason: 'Order already paid' },
		{ ref: null, responseCode: '94', responseMessage: 'Duplicate transmission' },
	])('is no decline where its record speaks of a repeat in another field: %j', async (changes) => {
		const { outcome } = await charge([declinedWith(changes), ...MISSING]);
		expect(outcome).toMatchObject({ name: 'PossibleRepeatError' });
	});

	test('that only repeats the reference that was sent does not name an open payment', async () => {
		const open = recordWith({ status: 1, transactionReference: 'ORDER-1' });
		const { outcome } = await charge([declinedWith({ ref: null, errorMessage: 'Do not honour' }), open]);
		expect(outcome).toMatchObject({ first: 'exists' });
	});

	test('that says paid, of which only a decline is found, is unknown', async () => {
		const declined = declinedWith({ errorMessage: 'The order was already paid' });
		const { output } = await charge([declined, recordWith({ status: 4 })]);
		expect(output).toMatchObject({ outcome: 'unknown' });
		expect(output.details).toMatch(/^The service declined the payment, and says that this was done before, so/);
	});
});

describe('a lost answer that tells of a failure', () => {
	const failed = (message: string): Reply => ({ statusCode: 200, body: { success: false, message } });

	const inDoubt = [
		failed('Duplicate reference'),
		failed('Insufficient funds'),
		{ statusCode: 200, body: { status: 200, errors: ['reference: has been used before'] } },
		{ statusCode: 500, body: { message: 'Duplicate entry for key reference' } },
		{ statusCode: 503, body: { message: 'The duplicate check is not available' } },
		{ statusCode: 504, body: { message: 'The transaction timed out and may have already been processed' } },
		{ statusCode: 504, body: { message: 'Timed out. Use the same reference to avoid a duplicate charge' } },
		{ statusCode: 500, body: { message: 'The issuer declined to answer in time' } },
		failed('Try later'),
		{ statusCode: 200, body: { success: false } },
		{ statusCode: 200, body: { status: 'failed' } },
		{ statusCode: 200, body: { message: 'Duplicate reference' } },
		{ statusCode: 500, body: { message: 'tx_ref is not unique' } },
		{ statusCode: 500, body: { message: 'A payment with this reference has succeeded' } },
		{ statusCode: 500, body: { error: { message: 'Referencia ya utilizada' } } },
		{ statusCode: 500, body: { error: { code: 'REF_EXISTS' } } },
		{ statusCode: 500, body: { errors: [{ detail: 'could not execute statement; constraint [uk_reference]' }] } },
		{ statusCode: 500, body: { errors: { reference: ['has been taken'] } } },
		{ statusCode: 500, body: { data: { responseMessage: 'Order was paid for' } } },
		{ statusCode: 200, body: { message: 'Transaction successful', data: { reference: 'ORDER-1', status: 'OK' } } },
		{
			statusCode: 200,
			body: { data: { reference: 'ORDER-1', status: 'Captured', errorMessage: 'Approved or completed successfully' } },
		},
		{ statusCode: 202, body: { status: 'pending' } },
		{ statusCode: 200, body: { status: 200, code: 'DUPLICATE_REFERENCE', data: { reference: 'ORDER-1' } } },
		{ statusCode: 200, body: { data: { reference: 'ORDER-1', status: 409 } } },
		{ statusCode: 200, body: { data: { authorizationType: '2DS', reference: 'ORDER-1', statusCode: '94' } } },
		{ statusCode: 500, body: { message: 'Server Error', responseCode: '94' } },
		{ statusCode: 200, body: { data: { reference: 'ORDER-1', status: 'DUPLICATE' } } },
		{ statusCode: 500, body: { message: 'Server Error', code: 'DUPLICATE_REFERENCE' } },
		{ statusCode: 500, body: { message: 'Server Error', error: { message: 'Duplicate reference' } } },
		{ statusCode: 500, body: { message: 'Server Error', details: { fields: [{ reference: 'taken' }] } } },
		{ statusCode: 500, body: [{ Message: 'Duplicate reference' }] },
		{ statusCode: 500, body: 'Duplicate reference' },
		{ statusCode: 302, body: { message: 'Duplicate reference' } },
		{ statusCode: 303 },
		{ statusCode: 500, body: { statusCode: 500, message: 'Request failed with status code 409' } },
		{ statusCode: 500, body: '{"message":"Duplicate reference"}' },
		{ statusCode: 500, body: { fault: { faultstring: 'Reference was seen' } } },
		{ statusCode: 500, body: { message: 'This transaction cannot be processed again' } },
		{ statusCode: 500, body: { message: 'Transaction failed. Do not try again.' } },
		{ statusCode: 500, body: { message: 'This request has been handled' } },
		{ statusCode: 500, body: { message: 'The payment is being processed' } },
		{ statusCode: 500, body: { message: 'Payment has been approved' } },
		{ statusCode: 500, body: { errors: Array.from({ length: 1000 }, () => 'failed') } },
		{ statusCode: 200, body: { status: 200, message: 'Transaction failed', data: null } },
		{ statusCode: 200, body: { status: 200, message: 'Successful', data: { message: 'Duplicate' } } },
		{ statusCode: 200, body: { status: 200, message: 'Successful', data: { reference: 'ORDER-1', success: false } } },
		{ statusCode: 200, body: { status: 200, message: 'Successful', data: { responseCode: '94' } } },
		{ statusCode: 200, body: { data: { authorizationType: '2DS', reference: 'ORDER-1', status: 'REJECTED' } } },
		{
			statusCode: 200,
			body: { data: { authorizationType: '2DS', reference: 'ORDER-1', status: 2, statusCode: 'FAILED' } },
		},
		{ statusCode: 200, body: { message: 'Reference exists', data: { reference: 'ORDER-1' } } },
		{
			statusCode: 200,
			body: { data: { authorizationType: '2DS', reference: 'ORDER-1', status: 99, errorMessage: 'Seen before' } },
		},
	];

	test.each(inDoubt)('does not say whose payment there is: %j', async (lost) => {
		for (const whenUsed of ['fail', 'show'] as const) {
			const { output } = await charge([lost, recordWith({})], request, whenUsed);
			expect(output).toMatchObject({ outcome: 'unknown', authorized: false, duplicate: false });
			expect(output.details).toContain('may come from an earlier request (outcome authorized');
			expect(output.details).toContain('Do not charge the card again under a new reference');
		}
	});

	test.each(inDoubt)('leaves it its own where nobody else can have the reference: %j', async (lost) => {
		for (const [status, outcome] of [
			[2, 'authorized'],
			[1, 'pending'],
			[4, 'declined'],
		] as const) {
			const { output } = await charge([lost, recordWith({ status })], request, 'own');
			expect(output).toMatchObject({ outcome, duplicate: false });
		}
	});

	test.each(inDoubt)('is not decided where it is open, and a decline where it was declined: %j', async (lost) => {
		const open = await charge([lost, recordWith({ status: 1 })]);
		expect(open.output).toMatchObject({ outcome: 'unknown' });
		expect(open.outcome).toMatchObject({ isDoubtful: true });
		expect((await charge([lost, recordWith({ status: 4 })])).output).toMatchObject({ outcome: 'declined' });
		const missing = await charge([lost, NOT_FOUND, NOT_FOUND, NOT_FOUND]);
		expect(missing.outcome).toMatchObject({ output: { outcome: 'unknown' }, isDoubtful: true });
	});

	test.each([
		{ statusCode: 504, body: { message: 'Request timed out' } },
		{ statusCode: 504, body: { message: 'Endpoint request timed out' } },
		{ statusCode: 502, body: { message: 'The upstream server is timing out' } },
		{ statusCode: 500, body: { status: 500, error: 'Internal Server Error', message: '', path: '/api' } },
		{ statusCode: 500, body: { message: 'Your request could not be processed. Please try again in 5 minutes.' } },
		{ statusCode: 503, body: { fault: { faultstring: 'The Service is temporarily unavailable' } } },
		{ statusCode: 500, body: '<h1>Duplicate</h1>' },
		{ statusCode: 200, body: '{"status":200,"message":"Successful","data":{"authorizationType":"2DS","refe' },
		{
			statusCode: 503,
			body: 'upstream connect error or disconnect/reset before headers. reset reason: connection termination',
		},
		{
			statusCode: 500,
			body: { message: 'Server Error', timestamp: '2026-11-23T09:00:00Z', path: '/api/pay', traceId: 'ab12' },
		},
	])('leaves it its own where nothing speaks against it: %j', async (lost) => {
		const { output } = await charge([lost, recordWith({})]);
		expect(output).toMatchObject({ outcome: 'authorized', duplicate: false });
	});

	test('that says paid is not answered by an earlier decline', async () => {
		const data = { reference: 'ORDER-1' };
		const lost = [
			{ message: 'The payment was already captured, the receipt was not saved' },
			{ message: 'no', data: { ...data, status: 'capturedPendingSettlement' } },
			{ message: 'no', data: { ...data, status: 'PROCESSING', statusCode: '00' } },
		];
		for (const body of lost)
			for (const whenUsed of ['fail', 'show'] as const) {
				const { output } = await charge([{ statusCode: 500, body }, recordWith({ status: 4 })], request, whenUsed);
				expect(output).toMatchObject({ outcome: 'unknown', authorized: false });
			}
	});

	test('of an open payment does not take the decline of another one for it', async () => {
		const data = { status: 'PENDING', ref: 'SBX-2', reference: 'ORDER-1' };
		const lost = { statusCode: 504, body: { message: 'Timed out', data } };
		const missing = Array.from({ length: 3 }, () => NOT_FOUND);
		const { output } = await charge([lost, ...missing, recordWith({ status: 4 })]);
		expect(output).toMatchObject({ outcome: 'unknown' });
	});

	test('of an open payment that was declined later is the decline', async () => {
		const data = { status: 'PENDING', reference: 'ORDER-1' };
		const lost = { statusCode: 504, body: { message: 'Timed out', data } };
		expect((await charge([lost, recordWith({ status: 4 })])).output).toMatchObject({ outcome: 'declined' });
	});

	test('is looked up by the reference in it first', async () => {
		const data = { authorizationType: '2DS', status: 4, ref: 'SBX-1', reference: 'ORDER-1' };
		const lost = { statusCode: 200, body: { status: 200, message: 'No', data, errors: ['Insufficient funds'] } };
		const missing = Array.from({ length: 3 }, () => NOT_FOUND);
		const { output, calls } = await charge([lost, recordWith({ status: 4 })]);
		expect(calls).toEqual([CHARGED, 'GET /api/transaction/verify/SBX-1']);
		expect(output).toMatchObject({ outcome: 'declined', transactionReference: 'SBX-1' });
		expect((await charge([lost, ...missing, recordWith({ status: 4 })])).output).toMatchObject({ outcome: 'declined' });
		const { outcome } = await charge([lost, ...missing, ...missing]);
		expect(outcome).toMatchObject({
			output: { outcome: 'unknown', transactionReference: 'SBX-1' },
			mentioned: 'SBX-1',
		});
	});

	test.each([
		{ status: 2, ref: 'SBX-2' },
		{ status: 'PAID', reference: 'ORDER-1' },
	])('is not the decline under the same reference where it tells of a payment: %j', async (data) => {
		const lost = { statusCode: 500, body: { message: 'no', data } };
		const missing = Array.from({ length: data.ref ? 3 : 0 }, () => NOT_FOUND);
		const { output } = await charge([lost, ...missing, recordWith({ status: 4 })]);
		expect(output).toMatchObject({ outcome: 'unknown', transactionReference: data.ref ?? null });
	});
});
