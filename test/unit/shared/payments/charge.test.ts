import { buildCharge } from '../../../../gateway/calls/charge';
import { PossibleRepeatError, RefusedError, UnreachableError } from '../../../../gateway/protocol/errors';
import { lookUpSentCharge, sendCharge } from '../../../../nodes/shared/payments/charge';
import { CHARGE_INPUT, NOW } from '../../gateway/examples';
import { connectionWith, STORED, withoutWaiting, type Reply } from '../context';

const request = buildCharge(CHARGE_INPUT, { amountUnit: 'minor', yearDigits: 2, pinFormat: 'number' }, NOW);

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
async function charge(replies: Reply[], send = sendCharge, asked = request) {
	const { connection, calls, sent } = await connectionWith(replies);
	const outcome = await withoutWaiting(send(connection, asked)).catch((error: unknown) => error);
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
				authorized: false,
				status: null,
				statusName: null,
				reference: 'ORDER-1',
				transactionReference: 'SBX-1',
				authorizationType: 'OTP',
				amount: 10,
				amountMinor: 1000,
				currency: 'NGN',
				message: 'Enter it',
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

	test.each(['http://bank.example/acs', ' HTTP://bank.example/acs'])('is kept back: %j', async (acsUrl) => {
		const { outcome, output } = await charge([redirect(acsUrl)]);
		expect(output).toMatchObject({ outcome: 'redirect_required', transactionReference: 'SBX-1', acsUrl: null });
		expect(output.message).toMatch(
			/^The service gave an address without https .* verify this payment before you charge/,
		);
		expect(JSON.stringify(outcome).toLowerCase()).not.toContain('bank.example');
		expect(outcome).toMatchObject({ raw: { status: 200, data: { reference: 'SBX-1', acsUrl: null } } });
	});

	test('is given out where the service has no https either', async () => {
		const stored = { ...STORED, baseUrl: 'http://service.example/api' };
		const { connection } = await connectionWith([redirect('http://bank.example/acs')], stored);
		const { output } = await withoutWaiting(sendCharge(connection, request));
		expect(output).toMatchObject({ outcome: 'redirect_required', acsUrl: 'http://bank.example/acs' });
	});

	test('is given out with https', async () => {
		const { output } = await charge([redirect('https://bank.example/acs')]);
		expect(output).toMatchObject({ acsUrl: 'https://bank.example/acs', message: null });
	});
});

describe('a lost answer is replaced by the record', () => {
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

	test.each([{ requestedAmount: null }, { currencyCode: null }, { currencyCode: 'ngn' }])('%j', async (changes) => {
		const { output } = await charge([LOST, recordWith(changes)]);
		expect(output).toMatchObject({ outcome: 'authorized', answerLost: true });
	});

	test('also where its amount cannot be compared, because the decimals of the currency are not certain', async () => {
		const input = { ...CHARGE_INPUT, currency: 'HUF' };
		const uncertain = buildCharge(input, { amountUnit: 'minor', yearDigits: 2, pinFormat: 'number' }, NOW);
		const { output } = await charge([LOST, recordWith({ currencyCode: 'HUF' })], sendCharge, uncertain);
		expect(output).toMatchObject({ outcome: 'authorized', answerLost: true });
	});

	test.each([
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
		expect(output.message).toMatch(
			/so it is not known whether the card was charged\. Asking for the transaction did not help: what the service has under this reference is another payment\. Do not charge the card again under a new reference: verify this one later, or ask your provider about it\.$/,
		);
	});
});

describe('a refused charge', () => {
	test.each([REFUSED, { ...REFUSED, statusCode: 409 }])(
		'is a duplicate where the reference was used for the same payment',
		async (refusal) => {
			const { output, calls } = await charge([refusal, recordWith({ status: 4 })]);
			expect(output).toMatchObject({
				outcome: 'declined',
				message:
					'This reference had been used before, so nothing was charged now. This is what became of that first charge.',
				answerLost: false,
				duplicate: true,
			});
			expect(calls).toEqual([CHARGED, VERIFIED]);
		},
	);

	test('is a failure where the reference was used for another payment', async () => {
		const { outcome } = await charge([REFUSED, recordWith({ requestedAmount: 99 })]);
		expect(outcome).toBeInstanceOf(RefusedError);
		expect(outcome).not.toBeInstanceOf(PossibleRepeatError);
		expect(outcome).toMatchObject({ httpStatus: 400, serviceMessage: 'reference exists' });
	});

	test('may be a repeat where the service does not tell', async () => {
		const { outcome, calls } = await charge([REFUSED, NOT_FOUND]);
		expect(outcome).toBeInstanceOf(PossibleRepeatError);
		expect(calls).toEqual([CHARGED, VERIFIED]);
	});

	test.each([401, 403, 404, 422, 429])('is just a failure with status %i', async (statusCode) => {
		const { outcome, calls } = await charge([{ statusCode }]);
		expect(outcome).toBeInstanceOf(RefusedError);
		expect(calls).toEqual([CHARGED]);
	});
});

test('a charge that was not sent is not looked up', async () => {
	const { outcome, calls } = await charge([Object.assign(new Error('x'), { code: 'ECONNREFUSED' })]);
	expect(outcome).toBeInstanceOf(UnreachableError);
	expect(calls).toEqual([CHARGED]);
});

test('an answer that cannot be read is a lost one', async () => {
	const { output } = await charge([{ statusCode: 200, body: 'OK' }, recordWith({})]);
	expect(output).toMatchObject({ outcome: 'authorized', answerLost: true });
});

test('a charge that an earlier try has sent is looked up, and not sent', async () => {
	const { output, calls } = await charge([recordWith({})], lookUpSentCharge);
	expect(output).toMatchObject({ outcome: 'authorized', answerLost: true, duplicate: false });
	expect(calls).toEqual([VERIFIED]);
});

test('a charge that an earlier try has sent, and nobody knows, is unknown', async () => {
	const { output } = await charge([{ statusCode: 403 }], lookUpSentCharge);
	expect(output.message).toMatch(/^An earlier try in this execution sent this charge and got no answer, so/);
});
