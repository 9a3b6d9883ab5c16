import { buildAuthorize } from '../../../gateway/calls/authorizeCall';
import { payment } from '../../../gateway/payment';
import { RefusedError, TokenError } from '../../../gateway/values/errors';
import {
	callToAuthorize,
	refusesWhatWasEntered,
	sendAuthorization,
} from '../../../nodes/shared/payments/sendAuthorization';
import { settleSentBefore } from '../../../nodes/shared/payments/moneyCall';
import type { Reply } from '../context';
import { CALLS, FORBIDDEN, NOT_FOUND, outcomeOf, outcomesWith } from './service';

const request = buildAuthorize({ transactionReference: 'SBX-1', otp: '918273', authorizationType: 'OTP' });
/** What the charge was sent with. */
const SENT = { reference: 'ORDER-1', amount: 10.5, amountMinor: 1050, currency: 'NGN' };
const OWN = { transactionReference: 'SBX-1', merchantRef: 'ORDER-1', requestedAmount: 10.5, currencyCode: 'NGN' };

const recordWith = (changes: object): Reply => ({ statusCode: 200, body: { data: { ...OWN, status: 2, ...changes } } });
const answered = (data: object): Reply => ({ statusCode: 200, body: { data } });
const bodyOf = (statusCode: number, message = 'no') => ({ statusCode, body: { message } });

beforeEach(() => {
	jest.useFakeTimers();
});
afterEach(() => {
	jest.useRealTimers();
});

type Options = { verify?: Reply | Reply[]; asked?: typeof request };
async function authorize(reply: Reply, { verify = NOT_FOUND, asked = request }: Options = {}) {
	const service = { authorize: reply, verify };
	return await outcomeOf(service, async (connection) => await sendAuthorization(connection, asked));
}

test('puts out what the service answers', async () => {
	const more = { paymentReference: 'PAY-1', callbackUrl: 'https://shop.example/done' };
	const data = { ...more, status: 2, transactionReference: 'SBX-1', clientReference: 'ORDER-1', grossAmount: '10.15' };
	const { result, calls, sent } = await authorize(answered(data));
	expect(result).toEqual({
		output: {
			...payment({ outcome: 'authorized', reference: 'ORDER-1', transactionReference: 'SBX-1' }),
			...{ ...more, status: 2, statusName: 'AUTHORIZED', grossAmount: 10.15, amountText: null },
			message: 'The payment is authorized.',
			otpRejected: false,
		},
		raw: { data },
	});
	expect(calls).toEqual([CALLS.authorize]);
	expect(sent[0]!.options.body).toEqual({ transactionReference: 'SBX-1', otp: '918273', authorizationType: 'OTP' });
});

const LOOK_UPS: Readonly<Record<string, Reply>> = {
	paid: recordWith({ status: 2 }),
	declined: recordWith({ status: 4 }),
	refunded: recordWith({ status: 6 }),
	open: recordWith({ status: 1 }),
	'of a status that nobody knows': recordWith({ status: 99 }),
	'not found': NOT_FOUND,
	'another payment': recordWith({ transactionReference: 'SBX-2', merchantRef: 'SBX-1' }),
	'does not say': FORBIDDEN,
};

/** What becomes of the OTP with each of these look-ups. A record counts only where it says more than before. */
const expected = (open: string, nobodyKnows: string, cannotTell: string) => ({
	paid: 'authorized',
	declined: 'declined',
	refunded: 'refunded',
	open,
	'of a status that nobody knows': nobodyKnows,
	'not found': cannotTell,
	'another payment': cannotTell,
	'does not say': nobodyKnows,
});
const [NO, UNKNOWN, UNTOLD] = ['no', 'unknown', 'undefined'].map((charged) => `refused, charged: ${charged}`);
const WRONG_OTP = expected('otp_required, rejected', UNKNOWN!, UNTOLD!);
const REFUSED = expected(NO!, UNKNOWN!, UNTOLD!);
const OPEN = expected('unknown', 'unknown', 'unknown');

const outcomes = async (reply: Reply) =>
	await outcomesWith(LOOK_UPS, 'authorize', async (verify) => await authorize(reply, { verify }));

test.each<[Reply, object]>([
	// Which answer is which is in test/unit/gateway/settle.test.ts.
	[bodyOf(400), WRONG_OTP],
	[{ statusCode: 200, body: { status: 400, message: 'no' } }, WRONG_OTP],
	[bodyOf(403), REFUSED],
	[bodyOf(409), OPEN],
	[new Error('timeout'), OPEN],
	[answered({ status: 2, transactionReference: 'SBX-2' }), OPEN],
	[{ statusCode: 400, body: { message: 'no', data: { status: 2, transactionReference: 'SBX-1' } } }, OPEN],
])('an answer that is no outcome is looked up: %j', async (reply, became) => {
	expect(await outcomes(reply)).toEqual(became);
});

test('a refusal is looked up once, and an open answer three times', async () => {
	expect((await authorize(bodyOf(400))).counted('verify')).toBe(1);
	const late = await authorize(bodyOf(503), { verify: [NOT_FOUND, NOT_FOUND, recordWith({})] });
	expect([late.output, late.counted('verify')]).toMatchObject([{ outcome: 'authorized' }, 3]);
	const lost = await authorize(bodyOf(503));
	expect([lost.output, lost.counted('verify')]).toMatchObject([{ outcome: 'unknown' }, 3]);
	expect(lost.output!.details).toMatch(
		/, so it is not known whether the payment was authorized\. .* Do not charge the card again: verify this transaction later, or ask your provider about it\.$/,
	);
});

test.each([
	[4, null, 'Card expired'],
	[4, 'Stolen', 'Stolen'],
	[2, null, null],
])('a refusal with a record of status %i that says %p says %p', async (status, errorMessage, said) => {
	const { output } = await authorize(bodyOf(403, 'Card expired'), { verify: recordWith({ status, errorMessage }) });
	expect(output!.serviceMessage).toBe(said);
});

describe('a rejected OTP', () => {
	test("keeps what the record tells of the payment, and the service's words without the OTP", async () => {
		const { output } = await authorize(bodyOf(400, 'wrong OTP 918273'), { verify: LOOK_UPS.open });
		expect(output).toMatchObject({ ...SENT, outcome: 'otp_required', otpRejected: true, status: 1 });
		expect(output!.message).toContain('The OTP was refused');
		expect(output!.serviceMessage).toMatch(/^wrong OTP (?!918273)/);
	});

	test('keeps what the charge put out where the record does not tell it', async () => {
		const bare = recordWith({ status: 1, merchantRef: null, requestedAmount: null, currencyCode: null });
		expect((await authorize(bodyOf(400), { verify: bare })).output).toMatchObject({ reference: null, amount: null });
		const asked = { ...request, expected: SENT };
		expect((await authorize(bodyOf(400), { verify: bare, asked })).output).toMatchObject(SENT);
		expect((await authorize(bodyOf(503), { verify: FORBIDDEN, asked })).output).toMatchObject(SENT);
	});
});

describe('where the charge is known', () => {
	const asked = { ...request, expected: SENT };

	test.each([
		{ merchantRef: 'SOMEBODY' },
		{ merchantRef: ['ORDER-1'] },
		{ requestedAmount: 1 },
		{ requestedAmount: '99,999.00' },
		{ currencyCode: 'USD' },
	])('the record of another payment tells nothing: %j', async (changes) => {
		const verify = recordWith(changes);
		for (const reply of [bodyOf(503), answered({ status: 2, clientReference: 'OTHER' })])
			expect((await authorize(reply, { verify, asked })).output).toMatchObject({ ...SENT, outcome: 'unknown' });
		expect((await authorize(bodyOf(400), { verify, asked })).result).toMatchObject({
			code: 'refused',
			charged: undefined,
		});
	});

	test.each([{}, { currencyCode: 'ngn' }, { merchantRef: null }, { grossAmount: 10.65 }])(
		'its own: %j',
		async (own) => {
			const { output } = await authorize(bodyOf(503), { verify: recordWith(own), asked });
			expect(output!.outcome).toBe('authorized');
			const tooLittle = await authorize(bodyOf(503), { verify: recordWith({ ...own, grossAmount: 1 }), asked });
			expect(tooLittle.output!.outcome).toBe('unknown');
		},
	);
});

test('an OTP that an earlier try has sent is looked up, and not sent', async () => {
	const lookUp = async (verify: Reply) =>
		await outcomeOf(
			{ verify },
			async (connection) =>
				await settleSentBefore(connection, callToAuthorize(connection, request), { duplicate: false }),
		);
	expect((await lookUp(recordWith({}))).output).toMatchObject({ outcome: 'authorized' });
	expect((await lookUp(FORBIDDEN)).output).toMatchObject({ outcome: 'unknown', transactionReference: 'SBX-1' });
});

test('refusals that are about the keys, or about too many requests, say nothing of the OTP', () => {
	const refuses = (status: number) => refusesWhatWasEntered(new RefusedError('No', 'Look', status));
	expect([400, 401, 403, 422, 429].filter(refuses)).toEqual([400, 422]);
	expect(refusesWhatWasEntered(new TokenError('No token'))).toBe(false);
});
