import { buildAuthorize } from '../../../../gateway/calls/authorize';
import { RefusedError, SettingError } from '../../../../gateway/protocol/errors';
import { lookUpSentAuthorization, sendAuthorization } from '../../../../nodes/shared/payments/authorize';
import { connectionWith, STORED, withoutWaiting, type Reply } from '../context';

const request = buildAuthorize({ transactionReference: 'SBX-1', otp: '918273', authorizationType: 'OTP' });

const AUTHORIZED = 'POST /api/transaction/charge/authorize';
const VERIFIED = 'GET /api/transaction/verify/SBX-1';

const recordWith = (changes: object): Reply => ({
	statusCode: 200,
	body: { data: { status: 2, transactionReference: 'SBX-1', merchantRef: 'ORDER-1', ...changes } },
});
const REFUSED: Reply = { statusCode: 400, body: { message: 'wrong OTP 918273' } };
const NOT_FOUND: Reply = { statusCode: 404, body: { status: 'error', message: 'not found' } };

beforeEach(() => {
	jest.useFakeTimers();
});
afterEach(() => {
	jest.useRealTimers();
});

async function authorize(replies: Reply[], send = sendAuthorization, stored = STORED) {
	const { connection, calls, sent } = await connectionWith([...replies], stored);
	const outcome = await withoutWaiting(send(connection, request)).catch((error: unknown) => error);
	const { output } = outcome as { output: Record<string, unknown> };
	return { outcome, output, calls: calls(), sent };
}

test('puts out what the service answers, in this order', async () => {
	const data = { status: 2, transactionReference: 'SBX-1', clientReference: 'ORDER-1', grossAmount: '10.15' };
	const { outcome, calls, sent } = await authorize([{ statusCode: 200, body: { data } }]);
	expect(JSON.stringify(outcome)).toBe(
		JSON.stringify({
			output: {
				outcome: 'authorized',
				message: 'The payment is authorized.',
				amount: null,
				currency: null,
				reference: 'ORDER-1',
				transactionReference: 'SBX-1',
				amountText: null,
				authorized: true,
				status: 2,
				statusName: 'AUTHORIZED',
				authorizationType: null,
				amountMinor: null,
				serviceMessage: null,
				details: null,
				otpRejected: false,
				grossAmount: 10.15,
				paymentReference: null,
				callbackUrl: null,
				answerLost: false,
			},
			raw: { data },
		}),
	);
	expect(calls).toEqual([AUTHORIZED]);
	expect(sent[0]!.options.body).toEqual({ transactionReference: 'SBX-1', otp: '918273', authorizationType: 'OTP' });
});

test('looks up a lost answer', async () => {
	const { output, calls } = await authorize([{ statusCode: 503 }, recordWith({})]);
	expect(output).toMatchObject({ outcome: 'authorized', otpRejected: false, answerLost: true });
	expect(calls).toEqual([AUTHORIZED, VERIFIED]);
});

test("does not take another transaction's record", async () => {
	const other = recordWith({ transactionReference: 'SBX-2', merchantRef: 'SBX-1' });
	const { output } = await authorize([{ statusCode: 503 }, other]);
	expect(output).toMatchObject({ outcome: 'unknown', transactionReference: 'SBX-1', answerLost: true });
	expect(output.details).toMatch(
		/so it is not known whether the payment was authorized\. Looking it up did not help: what the service has under this reference is another payment\. Do not charge the card again: verify this transaction later, or ask your provider about it\.$/,
	);
});

describe('where the charge is known, the record of another payment tells nothing', () => {
	const sent = { reference: 'ORDER-1', amount: 10.5, amountMinor: 1050, currency: 'NGN' };
	const own = { merchantRef: 'ORDER-1', requestedAmount: 10.5, currencyCode: 'ngn' };
	const others = [
		{ ...own, merchantRef: 'SOMEBODY' },
		{ ...own, requestedAmount: 1 },
		{ ...own, currencyCode: 'USD' },
		{ ...own, grossAmount: 1 },
		{ ...own, merchantRef: ['ORDER-1'] },
		{ ...own, requestedAmount: '99,999.00' },
	];
	const sendKnown: typeof sendAuthorization = async (connection, asked) =>
		await sendAuthorization(connection, { ...asked, sent });
	const lookUpKnown: typeof sendAuthorization = async (connection, asked) =>
		await lookUpSentAuthorization(connection, { ...asked, sent });
	const times = (reply: Reply) => [reply, reply, reply];
	const nothing = { ...sent, outcome: 'unknown', authorized: false, transactionReference: 'SBX-1' };

	test.each(others)('after a lost answer, in the same words as of another transaction: %j', async (other) => {
		const { output } = await authorize([{ statusCode: 503 }, ...times(recordWith(other))], sendKnown);
		expect(output).toMatchObject(nothing);
		expect(output.details).toContain('the service answered with the record of another transaction');
	});

	test.each(others)('after a refusal: %j', async (other) => {
		const { output } = await authorize([REFUSED, ...times(recordWith(other))], sendKnown);
		expect(output).toMatchObject(nothing);
	});

	test.each(others)('after an answer about another payment: %j', async (other) => {
		const answer: Reply = { statusCode: 200, body: { data: { status: 2, clientReference: 'OTHER' } } };
		const { output } = await authorize([answer, ...times(recordWith(other))], sendKnown);
		expect(output).toMatchObject(nothing);
	});

	test.each(others)('at another try of the execution: %j', async (other) => {
		const { output } = await authorize(times(recordWith(other)), lookUpKnown);
		expect(output).toMatchObject(nothing);
	});

	test.each([own, {}, { merchantRef: null }, { grossAmount: 10.65 }])('and its own is taken: %j', async (record) => {
		const { output } = await authorize([{ statusCode: 503 }, recordWith(record)], sendKnown);
		expect(output).toMatchObject({ outcome: 'authorized', answerLost: true });
	});

	test('and what the charge did not know is not compared', async () => {
		const unsure = { ...sent, amount: null, currency: null };
		const send: typeof sendAuthorization = async (connection, asked) =>
			await sendAuthorization(connection, { ...asked, sent: unsure });
		const { output } = await authorize([{ statusCode: 503 }, recordWith(own)], send);
		expect(output).toMatchObject({ outcome: 'authorized', answerLost: true });
	});
});

describe('an OTP that is answered with a decline', () => {
	const declined = recordWith({ status: 4, errorMessage: 'Transaction already processed' });

	test.each([2, 6])('was taken before where the service says so: status %i', async (status) => {
		const { output, calls } = await authorize([declined, recordWith({ status })]);
		expect(output).toMatchObject({ outcome: status === 2 ? 'authorized' : 'refunded', transactionReference: 'SBX-1' });
		expect(calls).toEqual([AUTHORIZED, VERIFIED]);
	});

	test('is the decline where the service says so, or cannot tell', async () => {
		const plain = recordWith({ status: 4, errorMessage: 'Insufficient funds' });
		for (const found of [recordWith({ status: 4 }), recordWith({ status: 1 }), NOT_FOUND, { statusCode: 503 }]) {
			const { output } = await authorize([plain, found]);
			expect(output).toMatchObject({ outcome: 'declined', serviceMessage: 'Insufficient funds', otpRejected: false });
		}
	});
});

describe('a refused OTP', () => {
	test("is rejected where the payment still waits, and the service's words do not repeat it", async () => {
		const { output, calls } = await authorize([REFUSED, recordWith({ status: 1 })]);
		expect(output).toMatchObject({
			outcome: 'otp_required',
			authorized: false,
			transactionReference: 'SBX-1',
			otpRejected: true,
			answerLost: false,
		});
		expect(output.message).toBe('The OTP was refused. Ask the customer for the right one, and authorize again.');
		expect(output.serviceMessage).toMatch(/^wrong OTP /);
		expect(output.serviceMessage).not.toContain('918273');
		expect(calls).toEqual([AUTHORIZED, VERIFIED]);
	});

	test('had been taken before where the payment is authorized', async () => {
		const { output } = await authorize([REFUSED, recordWith({ status: 2 })]);
		expect(output).toMatchObject({ outcome: 'authorized', otpRejected: false, serviceMessage: null });
	});

	test('keeps what the record tells of the payment', async () => {
		const record = recordWith({ status: 1, requestedAmount: 10.5, currencyCode: 'NGN' });
		const { output } = await authorize([REFUSED, record]);
		expect(output).toMatchObject({
			outcome: 'otp_required',
			otpRejected: true,
			status: null,
			reference: 'ORDER-1',
			amount: 10.5,
			amountMinor: 1050,
			currency: 'NGN',
		});
	});

	test('has no more than the record where nobody knows the charge', async () => {
		const { output } = await authorize([REFUSED, recordWith({ status: 1, merchantRef: null })]);
		expect(output).toMatchObject({ outcome: 'otp_required', otpRejected: true, reference: null, amount: null });
	});

	test('keeps what the charge put out where the record does not tell it, or cannot be had', async () => {
		const sent = { reference: 'ORDER-1', amount: 10.5, amountMinor: 1050, currency: 'NGN' };
		const send: typeof sendAuthorization = async (connection, asked) =>
			await sendAuthorization(connection, { ...asked, sent });
		const bare = recordWith({ status: 1, merchantRef: null });
		expect((await authorize([REFUSED, bare], send)).output).toMatchObject({ ...sent, otpRejected: true });
		expect((await authorize([REFUSED, { statusCode: 403 }], send)).output).toMatchObject(sent);
		expect((await authorize([{ statusCode: 503 }, { statusCode: 403 }], send)).output).toMatchObject(sent);
	});

	test('asks for no other OTP where the status of the payment is not known', async () => {
		const { output } = await authorize([REFUSED, recordWith({ status: 'FAILED', statusCode: 2 })]);
		expect(output).toMatchObject({ outcome: 'unknown', authorized: false, otpRejected: true });
		expect(output.details).toMatch(/: its status is not known\. Verify it before you ask for another OTP\.$/);
	});

	test('was the last one where the payment is declined, for the reason of the refusal', async () => {
		const { output } = await authorize([
			{ statusCode: 400, body: { message: 'too many tries' } },
			recordWith({ status: 4 }),
		]);
		// Nobody knows whether the OTP was wrong: a right one is refused by a closed payment, too.
		expect(output).toMatchObject({ outcome: 'declined', otpRejected: false, message: 'too many tries' });
	});

	test.each([2, 4])("keeps the record's own words: status %i", async (status) => {
		const { output } = await authorize([REFUSED, recordWith({ status, errorMessage: 'as it is' })]);
		expect(output.message).toBe('as it is');
	});

	test('without words of the service has ours', async () => {
		const { output } = await authorize([{ statusCode: 400 }, recordWith({ status: 4 })]);
		expect(output).toMatchObject({ outcome: 'declined', message: 'The payment was declined.', serviceMessage: null });
	});

	test('of a transaction that does not exist is a failure', async () => {
		const { outcome } = await authorize([REFUSED, NOT_FOUND]);
		expect(outcome).toBeInstanceOf(RefusedError);
		expect(outcome).toMatchObject({
			message: 'The service does not know this transaction.',
			description: 'Use the "transactionReference" that Card: Charge returned, not your own reference.',
			httpStatus: 400,
		});
	});

	test('leaves the outcome open where the transaction cannot be looked up', async () => {
		const { output } = await authorize([REFUSED, { statusCode: 403 }]);
		expect(output).toMatchObject({ outcome: 'unknown', authorized: false, otpRejected: true, answerLost: false });
		expect(output.details).toMatch(
			/^The service refused the OTP\. Looking it up did not help, so it is not known whether an earlier try was successful: .*\. Verify it before you ask for another OTP\.$/,
		);
	});
});

describe('an authorization that conflicts with another (409)', () => {
	const CONFLICT: Reply = { statusCode: 409, body: { message: 'is being processed' } };

	test.each([
		[2, 'authorized', null],
		[1, 'pending', 'is being processed'],
		[4, 'declined', 'is being processed'],
	])('is looked up: status %i is %s', async (status, outcome, serviceMessage) => {
		const { output, calls } = await authorize([CONFLICT, recordWith({ status })]);
		expect(output).toMatchObject({ outcome, otpRejected: false, reference: 'ORDER-1', serviceMessage });
		expect(calls).toEqual([AUTHORIZED, VERIFIED]);
	});

	test('leaves the outcome open where the transaction cannot be looked up', async () => {
		const { output } = await authorize([CONFLICT, { statusCode: 403 }]);
		expect(output).toMatchObject({ outcome: 'unknown', authorized: false, otpRejected: false });
	});

	test('is a failure where the service does not know the transaction', async () => {
		const { outcome } = await authorize([CONFLICT, NOT_FOUND]);
		expect(outcome).toBeInstanceOf(RefusedError);
	});
});

test("a refused OTP of a payment that the service does not know has the service's words", async () => {
	const { outcome } = await authorize([{ statusCode: 400, body: { message: 'no such payment' } }, NOT_FOUND]);
	expect(outcome).toBeInstanceOf(RefusedError);
	expect(outcome).toMatchObject({ httpStatus: 400, serviceMessage: 'no such payment' });
});

describe.each([401, 402, 403, 404, 410, 422, 429])('any other refusal: status %i', (statusCode) => {
	const OTHER: Reply = { statusCode, body: { message: 'Transaction is final' } };

	test('is just a failure where the payment is open or not known', async () => {
		for (const reply of [recordWith({ status: 1 }), NOT_FOUND]) {
			const { outcome, calls } = await authorize([OTHER, reply]);
			expect(outcome).toBeInstanceOf(RefusedError);
			expect(calls).toEqual([AUTHORIZED, VERIFIED]);
		}
	});

	test.each([
		[2, 'authorized'],
		[4, 'declined'],
		[6, 'refunded'],
		[99, 'unknown'],
	])('tells what had become of the payment before: status %i is %s', async (status, outcome) => {
		const { output } = await authorize([OTHER, recordWith({ status })]);
		expect(output).toMatchObject({ outcome, otpRejected: false, answerLost: false });
	});
});

test.each([
	[422, 'no'],
	[403, 'Transaction has already been completed'],
])(
	'where a refusal may be due to an OTP before, and nobody can tell, the outcome is unknown: %i %s',
	async (...said) => {
		const [statusCode, message] = said;
		const { output } = await authorize([{ statusCode, body: { message } }, { statusCode: 403 }]);
		expect(output).toMatchObject({ outcome: 'unknown', authorized: false, otpRejected: false });
	},
);

test.each([
	[422, 'OTP already submitted, the transaction is being processed'],
	[403, 'The transaction is already in progress'],
	[403, 'Please wait'],
	[423, 'Locked'],
	[400, 'Transaction already in progress'],
	[400, 'Duplicate OTP submission'],
])('a payment that is open because of an OTP before is no failure: %i %s', async (statusCode, message) => {
	const { output } = await authorize([{ statusCode, body: { message } }, recordWith({ status: 8 })]);
	expect(output).toMatchObject({ outcome: 'pending', otpRejected: false, serviceMessage: message });
});

test.each([
	[403, 'The transaction has already been completed'],
	[409, 'Transaction has already been completed'],
	[400, 'Transaction has already been completed'],
])('a payment that may be done, and that the service does not find, is unknown: %i', async (statusCode, message) => {
	const { output } = await authorize([{ statusCode, body: { message } }, NOT_FOUND]);
	expect(output).toMatchObject({ outcome: 'unknown', serviceMessage: message });
});

test('a refusal keeps its words where the service does not find the payment', async () => {
	const { outcome } = await authorize([{ statusCode: 422, body: { message: 'The OTP has expired' } }, NOT_FOUND]);
	expect(outcome).toBeInstanceOf(RefusedError);
	expect(outcome).toMatchObject({ httpStatus: 422, serviceMessage: 'The OTP has expired' });
});

test('a failure of the credential is one, too', async () => {
	const { outcome } = await authorize([new SettingError('No key')]);
	expect(outcome).toBeInstanceOf(SettingError);
});

test('an OTP that an earlier try has sent is looked up, and not sent', async () => {
	const { output, calls } = await authorize([recordWith({})], lookUpSentAuthorization);
	expect(output).toMatchObject({ outcome: 'authorized', answerLost: true });
	expect(calls).toEqual([VERIFIED]);
});

test('an OTP that an earlier try has sent, and nobody knows, leaves the outcome unknown', async () => {
	const { output } = await authorize([{ statusCode: 403 }], lookUpSentAuthorization);
	expect(output.details).toMatch(/^An earlier try sent this OTP and did not learn its outcome, so/);
});

describe('a refusal with the record of an authorized payment in it contradicts itself', () => {
	const CONTRADICTION: Reply = {
		statusCode: 403,
		body: { status: 403, message: 'no', data: { status: 2, transactionReference: 'SBX-1' } },
	};

	test('so the payment is looked up', async () => {
		const { output, calls } = await authorize([CONTRADICTION, recordWith({})]);
		expect(calls).toEqual([AUTHORIZED, VERIFIED]);
		expect(output).toMatchObject({ outcome: 'authorized' });
	});

	test('and its outcome is unknown where the service does not find it', async () => {
		const { output } = await authorize([CONTRADICTION, NOT_FOUND]);
		expect(output).toMatchObject({ outcome: 'unknown', otpRejected: false });
	});

	test('but the status of an envelope is not that of a payment', async () => {
		const { outcome } = await authorize([{ statusCode: 403, body: { status: 0, message: 'no' } }, NOT_FOUND]);
		expect(outcome).toBeInstanceOf(RefusedError);
	});
});

describe.each([400, 402, 403, 422])('a refusal that does not know what became of the OTP: status %i', (statusCode) => {
	const UNDECIDED: Reply = { statusCode, body: { message: 'Issuer timeout, status unknown' } };

	test('leaves the payment pending, and asks for no other OTP', async () => {
		const { output } = await authorize([UNDECIDED, recordWith({ status: 1 })]);
		expect(output).toMatchObject({ outcome: 'pending', otpRejected: false });
	});

	test('is unknown where the service does not find the payment, or cannot tell', async () => {
		for (const reply of [NOT_FOUND, { statusCode: 403 }, recordWith({ status: 99 })]) {
			const { output } = await authorize([UNDECIDED, reply, reply, reply]);
			expect(output).toMatchObject({ outcome: 'unknown', authorized: false, otpRejected: false });
		}
	});

	test('is what the service has where that is final', async () => {
		for (const [status, outcome] of [
			[2, 'authorized'],
			[4, 'declined'],
		]) {
			const { output } = await authorize([UNDECIDED, recordWith({ status })]);
			expect(output).toMatchObject({ outcome, otpRejected: false });
		}
	});
});

test('a payment that is being processed is pending, whatever its code', async () => {
	const { output } = await authorize([
		{ statusCode: 400, body: { message: 'Transaction is being processed' } },
		recordWith({ status: 1 }),
	]);
	expect(output).toMatchObject({ outcome: 'pending', otpRejected: false });
});

test.each([
	{ message: 'OTP timed out' },
	{ message: 'Transaction is awaiting OTP' },
	{ message: 'Wrong OTP', data: { status: 1 } },
	{ message: 'Incorrect OTP', data: { status: 'PENDING' } },
])('an OTP that is late or wrong is refused: %j', async (body) => {
	const { output } = await authorize([{ statusCode: 400, body }, recordWith({ status: 1 })]);
	expect(output).toMatchObject({ outcome: 'otp_required', otpRejected: true });
});
