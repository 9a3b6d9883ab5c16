import { authorize, buildAuthorize, isEntryRefusal } from '../../../gateway/calls/authorize';
import { payment } from '../../../gateway/payment';
import { sendOnce, settleEarlierRequest } from '../../../gateway/sending/pay';
import { RefusedError, TokenError } from '../../../gateway/values/errors';
import type { Reply } from '../context';
import { CALLS, FORBIDDEN, NOT_FOUND, outcomeOf, outcomesWith } from './service';

const INPUT = { transactionReference: 'SBX-1', otp: '918273' };
const request = buildAuthorize(INPUT);
/** The charge as it was sent. */
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
async function authorizeWith(reply: Reply, { verify = NOT_FOUND, asked = request }: Options = {}) {
	const replies = { authorize: reply, verify };
	return await outcomeOf(replies, async (service) => await sendOnce(service, authorize, asked));
}

test('returns what the service answers', async () => {
	const more = { paymentReference: 'PAY-1', callbackUrl: 'https://shop.example/done' };
	const data = { ...more, status: 2, transactionReference: 'SBX-1', clientReference: 'ORDER-1', grossAmount: '10.15' };
	const { result, calls, sent } = await authorizeWith(answered(data));
	expect(result).toEqual({
		item: {
			...payment({ outcome: 'authorized', reference: 'ORDER-1', transactionReference: 'SBX-1' }),
			...{ ...more, status: 2, statusName: 'AUTHORIZED', grossAmount: 10.15, amountText: null, attempt: 1 },
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

/** Tells what becomes of the OTP with each of these look-ups. A record counts only where it says more than before. */
const expected = (open: string, nobodyKnows: string, cannotTell: string) => ({
	paid: 'authorized',
	declined: 'declined',
	refunded: 'refunded',
	open,
	'of a status that nobody knows': nobodyKnows,
	'not found': cannotTell,
	'another payment': nobodyKnows,
	'does not say': nobodyKnows,
});
const [NO, UNKNOWN, UNTOLD] = ['no', 'unknown', 'undefined'].map((charged) => `refused, charged: ${charged}`);
const WRONG_OTP = expected('otp_required, rejected', UNKNOWN!, UNTOLD!);
const REFUSED = expected(NO!, UNKNOWN!, UNTOLD!);
const OPEN = expected('unknown', 'unknown', 'unknown');

const outcomes = async (reply: Reply) =>
	await outcomesWith(LOOK_UPS, 'authorize', async (verify) => await authorizeWith(reply, { verify }));

test.each<[Reply, object]>([
	// Which answer is which is in settle.test.ts.
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
	expect((await authorizeWith(bodyOf(400))).counted('verify')).toBe(1);
	const late = await authorizeWith(bodyOf(503), { verify: [NOT_FOUND, NOT_FOUND, recordWith({})] });
	expect([late.item, late.counted('verify')]).toMatchObject([{ outcome: 'authorized' }, 3]);
	const lost = await authorizeWith(bodyOf(503));
	expect([lost.item, lost.counted('verify')]).toMatchObject([{ outcome: 'unknown' }, 3]);
	expect(lost.item!.details).toMatch(
		/, so it is not known whether the payment was authorized\. .* Do not charge the card again: verify this transaction later, or ask your provider about it\.$/,
	);
});

test.each([
	[4, null, 'Card expired'],
	[4, 'Stolen', 'Stolen'],
	[2, null, null],
])('a refusal with a record of status %i that says %p says %p', async (status, errorMessage, said) => {
	const { item } = await authorizeWith(bodyOf(403, 'Card expired'), { verify: recordWith({ status, errorMessage }) });
	expect(item!.serviceMessage).toBe(said);
});

describe('a rejected OTP', () => {
	test("keeps what the record tells of the payment, and the service's words without the OTP", async () => {
		const { item } = await authorizeWith(bodyOf(400, 'wrong OTP 918273'), { verify: LOOK_UPS.open });
		expect(item).toMatchObject({ ...SENT, outcome: 'otp_required', otpRejected: true, status: 1 });
		expect(item!.message).toContain('The OTP was refused');
		expect(item!.serviceMessage).toMatch(/^wrong OTP (?!918273)/);
	});

	test('keeps what the charge returned where the record does not tell it', async () => {
		const bare = recordWith({ status: 1, merchantRef: null, requestedAmount: null, currencyCode: null });
		expect((await authorizeWith(bodyOf(400), { verify: bare })).item).toMatchObject({ reference: null, amount: null });
		const asked = buildAuthorize(INPUT, SENT);
		expect((await authorizeWith(bodyOf(400), { verify: bare, asked })).item).toMatchObject(SENT);
		expect((await authorizeWith(bodyOf(503), { verify: FORBIDDEN, asked })).item).toMatchObject(SENT);
	});
});

describe('where the charge is known', () => {
	const asked = buildAuthorize(INPUT, SENT);

	test.each([{ merchantRef: 'SOMEBODY' }, { requestedAmount: 1 }, { currencyCode: 'USD' }])(
		'the record of another payment tells nothing: %j',
		async (changes) => {
			const verify = recordWith(changes);
			for (const reply of [bodyOf(503), answered({ status: 2, clientReference: 'OTHER' })])
				expect((await authorizeWith(reply, { verify, asked })).item).toMatchObject({ ...SENT, outcome: 'unknown' });
			expect((await authorizeWith(bodyOf(400), { verify, asked })).result).toMatchObject({
				code: 'refused',
				charged: undefined,
			});
		},
	);

	test.each([
		...[{}, { currencyCode: 'ngn' }, { merchantRef: null }, { grossAmount: 10.65 }],
		// The service's own reference, by which it was asked, is all that is needed.
		...[{ merchantRef: ['ORDER-1'] }, { merchantRef: 'order1' }, { currencyCode: '566' }],
		...[{ requestedAmount: 10.500000000000002 }, { transactionReference: 'sbx 1' }, { transactionReference: null }],
	])('its own: %j', async (own) => {
		const { item } = await authorizeWith(bodyOf(503), { verify: recordWith(own), asked });
		expect(item).toMatchObject({ outcome: 'authorized', reference: 'ORDER-1', amount: 10.5 });
		for (const requestedAmount of [10.5, null, '10,50']) {
			const partly = recordWith({ ...own, requestedAmount, grossAmount: 1 });
			expect((await authorizeWith(bodyOf(503), { verify: partly, asked })).item!.outcome).toBe('unknown');
		}
	});
});

test('an OTP that an earlier try has sent is looked up, and not sent', async () => {
	const lookUp = async (verify: Reply) =>
		await outcomeOf(
			{ verify },
			async (service) => await settleEarlierRequest(service, authorize, request, { duplicate: false }),
		);
	expect((await lookUp(recordWith({}))).item).toMatchObject({ outcome: 'authorized' });
	expect((await lookUp(FORBIDDEN)).item).toMatchObject({ outcome: 'unknown', transactionReference: 'SBX-1' });
});

test('refusals that are about the keys, or about too many requests, say nothing of the OTP', () => {
	const refuses = (status: number) => isEntryRefusal(new RefusedError('No', 'Look', status));
	expect([400, 401, 403, 422, 429].filter(refuses)).toEqual([400, 422]);
	expect(isEntryRefusal(new TokenError('No token'))).toBe(false);
});
