import { buildCharge, charge } from '../../../gateway/calls/charge';
import { payment } from '../../../gateway/payment';
import {
	lookUpBefore,
	decideSending,
	sendOnce,
	settleEarlierRequest,
	type PaidItem,
} from '../../../gateway/sending/pay';
import { CHARGE_FORMAT, CHARGE_INPUT, NOW } from '../gateway/examples';
import { STORED, type Reply } from '../context';
import { CALLS, FORBIDDEN, outcomeOf, outcomesWith, pageOf, type Replies } from './service';

const request = buildCharge(CHARGE_INPUT, CHARGE_FORMAT);
const RECORD = { status: 2, transactionReference: 'SBX-1', requestedAmount: 10, currencyCode: 'NGN' };
/** A look-up that finds a record with these changes, in verify as well as in the history. */
const foundWith = (changes: object): Replies => ({
	verify: { statusCode: 200, body: { data: { ...RECORD, merchantRef: 'ORDER-1', ...changes } } },
	history: pageOf({ ...RECORD, reference: 'ORDER-1', ...changes }),
});
const answered = (data: object): Reply => ({ statusCode: 200, body: { data } });

beforeEach(() => void jest.useFakeTimers({ now: NOW }));
afterEach(() => void jest.useRealTimers());

type Options = Parameters<typeof outcomeOf>[2];
async function chargeWith(reply: Reply, known: Replies = {}, options: Options = {}) {
	const replies = { ...known, charge: reply };
	return await outcomeOf(replies, async (service) => await sendOnce(service, charge, request), options);
}

test('returns what the service answers', async () => {
	const otp = { otpMessage: 'Enter it', otpMessageSupport: 'Call us', errorCode: 'S0' };
	const data = { ...otp, authorizationType: 'OTP', reference: 'SBX-1', grossAmount: '10.15' };
	const { result, calls, sent } = await chargeWith(answered(data));
	expect(result).toEqual({
		item: {
			...payment({ outcome: 'otp_required', reference: 'ORDER-1', transactionReference: 'SBX-1' }),
			...{ ...otp, authorizationType: 'OTP', serviceMessage: 'Enter it', acsUrl: null, grossAmount: 10.15 },
			...{ amount: 10, amountMinor: 1000, currency: 'NGN', amountText: '10.00' },
			message: 'Ask the customer for the OTP, and enter it in Card: Authorize.',
			attempt: 1,
		},
		raw: { data },
	});
	expect(calls).toEqual([CALLS.charge]);
	expect(sent[0]!.options.body).toEqual(request.body);
});

test("hides the card where the service's answer repeats it", async () => {
	const { result } = await chargeWith(
		answered({ authorizationType: 'OTP', reference: 'SBX-1', otpMessage: CHARGE_INPUT.cardNumber }),
	);
	expect(JSON.stringify(result)).not.toContain(CHARGE_INPUT.cardNumber);
});

const LOOK_UPS: Readonly<Record<string, Replies>> = {
	paid: foundWith({}),
	open: foundWith({ status: 1 }),
	declined: foundWith({ status: 4 }),
	'declined and paid': {
		history: pageOf(
			{ ...RECORD, reference: 'ORDER-1', transactionReference: 'SBX-0', status: 4 },
			{ ...RECORD, reference: 'ORDER-1' },
		),
	},
	nothing: {},
	'cannot tell': { history: { statusCode: 404 } },
	'another payment': foundWith({ requestedAmount: 11 }),
	'does not say': { verify: FORBIDDEN, history: FORBIDDEN },
};

/** Tells what becomes of the charge with each of these look-ups. */
const expected = (nothing: string, cannotTell = nothing, unanswered = nothing) => ({
	paid: 'authorized',
	open: 'pending',
	declined: 'declined',
	'declined and paid': 'authorized',
	nothing,
	'cannot tell': cannotTell,
	'another payment': cannotTell,
	'does not say': unanswered,
});
const REFUSED = expected('refused, charged: no', 'refused, charged: undefined', 'refused, charged: unknown');
const OPEN = expected('unknown');

const outcomes = async (reply: Reply, options: Options = {}) =>
	await outcomesWith(LOOK_UPS, 'charge', async (known) => await chargeWith(reply, known, options));

const NO = { message: 'no' };

// Which answer is which is in settle.test.ts.
test.each<[Reply, object]>([
	[{ statusCode: 400, body: NO }, REFUSED],
	[{ statusCode: 429, body: '<html>' }, REFUSED],
	[{ statusCode: 200, body: { ...NO, status: 400 } }, REFUSED],
	[new Error('timeout'), OPEN],
	[{ statusCode: 503, body: NO }, OPEN],
	[{ statusCode: 200, body: '<html>' }, OPEN],
	[answered({ authorizationType: '2DS', status: 99 }), OPEN],
	[answered({ authorizationType: '2DS', status: 2, requestedAmount: 11 }), OPEN],
	// A record of another one is no answer, so that a decline could hide a payment.
	[
		{ statusCode: 400, body: { ...NO, data: { reference: 'SBX-9' } } },
		{ ...OPEN, declined: 'unknown' },
	],
])('an answer that is no outcome is looked up: %j', async (reply, became) => {
	expect(await outcomes(reply)).toEqual(became);
});

test('the statuses of a refusal are those of the credential, where it has some', async () => {
	const stored = { ...STORED, chargeRefusals: '409' };
	expect(await outcomes({ statusCode: 409, body: NO }, { stored })).toEqual(REFUSED);
	expect(await outcomes({ statusCode: 422, body: NO }, { stored })).toEqual(OPEN);
});

test('a refusal is looked up once, and an open answer until the record appears', async () => {
	const refused = await chargeWith({ statusCode: 400 });
	expect([refused.counted('verify'), refused.counted('history')]).toEqual([1, 1]);
	const busy = await chargeWith({ statusCode: 400 }, { verify: { statusCode: 503 }, history: { statusCode: 503 } });
	expect([busy.counted('verify'), busy.counted('history')]).toEqual([3, 3]);
	const record = LOOK_UPS.paid!.history as Reply;
	const late = await chargeWith({ statusCode: 503 }, { history: [pageOf(), pageOf(), record] });
	expect([late.item, late.counted('history')]).toMatchObject([{ outcome: 'authorized' }, 3]);
	const lost = await chargeWith({ statusCode: 503 });
	expect([lost.item, lost.counted('history')]).toMatchObject([{ outcome: 'unknown' }, 3]);
	expect(lost.item!.details).toMatch(
		/, so it is not known whether the card was charged\. .* Do not charge the card again: verify this payment later, or ask your provider about it\.$/,
	);
});

test('an item whose outcome a record told has no answer beside it', async () => {
	const told = answered({ authorizationType: '2DS', status: 2, reference: 'SBX-1' });
	expect(Object.keys((await chargeWith(told)).result)).toEqual(['item', 'raw']);
	for (const reply of [answered({ authorizationType: '2DS', status: 99 }), { statusCode: 503 }])
		expect(Object.keys((await chargeWith(reply, LOOK_UPS.paid)).result)).toEqual(['item']);
});

test("it is looked up by the service's reference first, where the answer has one", async () => {
	const reply: Reply = { statusCode: 400, body: { ...NO, data: { reference: 'SBX-1' } } };
	const found = await chargeWith(reply, { verify: foundWith({}).verify });
	expect(found.calls).toEqual([CALLS.charge, `${CALLS.verify}/SBX-1`]);
	expect(found.item).toMatchObject({ outcome: 'authorized', transactionReference: 'SBX-1' });
	const notFound = await chargeWith(reply);
	expect(notFound.calls.slice(1, 4)).toEqual([`${CALLS.verify}/SBX-1`, `${CALLS.verify}/ORDER-1`, CALLS.history]);
	expect(notFound.item).toMatchObject({ outcome: 'unknown', transactionReference: 'SBX-1' });
});

test.each<[outcome: string, records: object[]]>([
	['authorized', [{}, { currencyCode: 'ngn' }, { grossAmount: 10.15 }, { transactionDate: '2020-01-01' }]],
	['declined', [{ status: 4, grossAmount: 9 }]],
	['unknown', [{ grossAmount: 9 }, { requestedAmount: 10.01 }, { requestedAmount: 1000 }, { requestedAmount: null }]],
	['unknown', [{ currencyCode: 'USD' }, { currencyCode: '566' }, { currencyCode: null }]],
	['unknown', [{ merchantRef: 'ORDER-2', transactionReference: 'ORDER-1' }, { merchantRef: null }]],
])('a record counts with the reference, amount and currency that were sent: %s, %j', async (outcome, records) => {
	for (const record of records) {
		const { verify } = foundWith(record);
		expect((await chargeWith({ statusCode: 503 }, { verify })).item).toMatchObject({ outcome, amount: 10 });
	}
});

test('a charge that is still open says that the customer may have an OTP, unless its own answer waits for nobody', async () => {
	const open = await chargeWith({ statusCode: 503 }, LOOK_UPS.open);
	expect(open.item).toMatchObject({ outcome: 'pending' });
	expect(open.item!.message).toContain('If the customer has an OTP');
	const frictionless = await chargeWith(answered({ authorizationType: '2DS', status: 1, ref: 'SBX-1' }));
	expect(frictionless.item).toMatchObject({ outcome: 'pending', details: null });
});

describe('the address of a 3-D Secure page', () => {
	const redirect = (acsUrl: string) => answered({ authorizationType: '3DS', acsUrl, reference: 'SBX-1' });

	test.each(['http://bank.example/acs', ' HTTP://bank.example/acs'])(
		'is withheld without https: %j',
		async (acsUrl) => {
			const { item } = await chargeWith(redirect(acsUrl), LOOK_UPS.open);
			expect(item).toMatchObject({ outcome: 'pending', transactionReference: 'SBX-1', acsUrl: null });
			expect(JSON.stringify(item).toLowerCase()).not.toContain('bank.example');
			const unknown = { outcome: 'unknown', acsUrl: null };
			expect((await chargeWith(redirect(acsUrl))).item).toMatchObject(unknown);
		},
	);

	test('is given out with https, or where a test service has none either', async () => {
		const [safe, unsafe] = ['https://bank.example/acs?for=http://shop.example', 'http://bank.example/acs'];
		expect((await chargeWith(redirect(safe))).item).toMatchObject({ acsUrl: safe, details: null });
		const stored = { ...STORED, environment: 'test', baseUrl: 'http://service.example/api' };
		expect((await chargeWith(redirect(unsafe), {}, { stored })).item).toMatchObject({ acsUrl: unsafe, details: null });
	});
});

describe('a charge that was sent before', () => {
	test.each([
		['by an earlier try', false],
		['by another run of the node', true],
	])('%s is looked up, and not sent', async (_, duplicate) => {
		const lookUp = async (known: Replies) =>
			await outcomeOf(known, async (service) => await settleEarlierRequest(service, charge, request, { duplicate }));
		const { item: paid } = await lookUp(LOOK_UPS.paid!);
		expect(paid).toMatchObject({ outcome: 'authorized' });
		const { item } = await lookUp({});
		expect(item).toMatchObject({ outcome: 'unknown', reference: 'ORDER-1' });
		for (const one of [paid, item]) expect(Object.hasOwn(one!, 'duplicate')).toBe(duplicate);
		expect(item!.details).toMatch(/^This was sent before, and nothing was sent now, so it is not known/);
	});

	test('by another execution is shown as a duplicate, which says that nothing was charged now', async () => {
		const asked = { ...request, ifUsed: 'show' as const };
		const { item, calls } = await outcomeOf(LOOK_UPS.paid!, async (service) => {
			const before = decideSending(charge, asked, await lookUpBefore(service, charge, asked), service.settings);
			return (before as { result: PaidItem }).result;
		});
		expect(item).toMatchObject({ outcome: 'authorized', transactionReference: 'SBX-1', duplicate: true });
		expect(item!.message).toContain('nothing was sent now');
		expect(calls).toEqual([`${CALLS.verify}/ORDER-1`, CALLS.history]);
	});
});
