import { buildRefund, refund } from '../../../gateway/calls/refund';
import type { RefundedPayment } from '../../../gateway/calls/refundAnswer';
import { payment } from '../../../gateway/payment';
import { lookUpBefore, decideSending, sendOnce, settleEarlierRequest } from '../../../gateway/sending/pay';
import type { Reply } from '../context';
import { CALLS, FORBIDDEN, NOT_FOUND, outcomeOf, outcomesWith, pageOf, type Replies } from './service';

const whole = buildRefund({ transactionReference: 'SBX-1' });
const request = buildRefund({ transactionReference: 'SBX-1', amountToRefund: '4', reason: 'Returned' });
const RECORD = { transactionReference: 'SBX-1', requestedAmount: 10.5, currencyCode: 'NGN' };
const recordWith = (changes: object): Reply => ({
	statusCode: 200,
	body: { data: { ...RECORD, merchantRef: 'ORDER-1', status: 2, ...changes } },
});
const IN_PART = { status: 6, transactionReference: 'SBX-1', partialRefund: true, remainingAmount: 6.5 };
const ODD = { status: 2, transactionReference: 'SBX-1', acquirerCode: '09', remainingAmount: 6.5, refundedAmount: 4 };
const answered = (data: object): Reply => ({ statusCode: 200, body: { data } });
const bodyOf = (statusCode: number) => ({ statusCode, body: { message: 'no' } });
const ASKED = `${CALLS.verify}/SBX-1`;
const SENT = `${CALLS.refund}/SBX-1`;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** A refund of a payment that is paid, and of which the service knows this afterwards. */
async function refundWith(
	reply: Reply,
	{ verify = NOT_FOUND, ...after }: Replies = {},
	asked = request,
	before = recordWith({}),
) {
	const replies = { ...after, refund: reply, verify: [before, verify].flat() };
	return await outcomeOf(replies, async (service) => {
		const before = decideSending(refund, asked, await lookUpBefore(service, refund, asked), service.settings);
		if ('result' in before) throw new Error('A refund shows no earlier payment');
		// @ts-expect-error A refund that nobody has asked about is not ready.
		const neverAsked: Parameters<typeof sendOnce<typeof asked, RefundedPayment, typeof before.request>>[2] = asked;
		expect(neverAsked).toBe(asked);
		return await sendOnce(service, refund, before.request);
	});
}

const ITEM = {
	...payment({ outcome: 'refunded', reference: 'ORDER-1', transactionReference: 'SBX-1' }),
	...{ amount: 4, currency: 'NGN', amountText: '4.00', attempt: 1, remainingAmount: 6.5 },
	...{ status: 6, statusName: 'REFUNDED', refundedDate: '2026-01-15', reason: 'Returned' },
	message: 'The payment was refunded.',
	refund: true,
};

test('in part returns what the service answers', async () => {
	const data = { ...IN_PART, refundedDate: '2026-01-15' };
	const { result, calls, sent } = await refundWith(answered(data));
	expect(result).toStrictEqual({ item: ITEM, raw: { data } });
	expect(calls).toEqual([ASKED, SENT]);
	expect(sent[1]!.options.body).toStrictEqual({
		transactionReference: 'SBX-1',
		refundAmount: 4,
		refundReason: 'Returned',
	});
});

test('in whole sends the amount of the record, and no reason where there is none', async () => {
	const { item, sent } = await refundWith(answered({ status: 6, partialRefund: false }), {}, whole);
	expect(item).toMatchObject({ outcome: 'refunded', amount: 10.5, remainingAmount: 0, reason: null });
	expect(sent[1]!.options.body).toStrictEqual({ transactionReference: 'SBX-1', refundAmount: 10.5 });
});

test('with a code that nobody has documented is asked about, until the record shows the refund', async () => {
	const shown = await refundWith(answered(ODD), { verify: [recordWith({}), recordWith({ status: 11 })] });
	expect(shown.item).toMatchObject({ outcome: 'refunded', amount: 4 });
	expect(shown.counted('verify')).toBe(3);
	const { item, counted } = await refundWith(answered(ODD), { verify: recordWith({}) });
	expect(item).toMatchObject({
		outcome: 'unknown',
		message: 'It is not known whether money went back. Do not refund again: look in the dashboard.',
		details:
			"The acquirer's code is 09, and only 00 is documented, so it is not known whether the payment was refunded. Looking it up did not help: the service does not show what became of it. Do not refund it again: use Wait for Outcome, or look it up in your provider's dashboard.",
	});
	expect([counted('verify'), counted('refund')]).toEqual([4, 1]);
});

const LOOK_UPS: Readonly<Record<string, Replies>> = {
	refunded: { verify: recordWith({ status: 6 }) },
	'refunded, in the history': { history: pageOf({ ...RECORD, status: 11 }) },
	'paid as before': { verify: recordWith({}) },
	declined: { verify: recordWith({ status: 4 }) },
	'another payment': { verify: recordWith({ status: 6, transactionReference: 'SBX-2', merchantRef: 'SBX-1' }) },
	'another amount': { verify: recordWith({ status: 6, requestedAmount: 4 }) },
	'not found': {},
	'does not say': { verify: FORBIDDEN },
};

/** Tells what becomes of the refund with each of these look-ups. */
const expected = (paid: string, cannotTell: string, unanswered: string) => ({
	refunded: 'refunded',
	'refunded, in the history': 'refunded',
	'paid as before': paid,
	declined: unanswered,
	'another payment': cannotTell,
	'another amount': cannotTell,
	'not found': cannotTell,
	'does not say': unanswered,
});
const REFUSED = expected('refused, charged: unknown', 'refused, charged: unknown', 'refused, charged: unknown');
const UNSEEN = expected('refused, charged: no', 'refused, charged: no', 'refused, charged: no');
const OPEN = expected('unknown', 'unknown', 'unknown');

test.each<[Reply, object]>([
	// Which answer is which is in settle.test.ts.
	[bodyOf(400), REFUSED],
	[bodyOf(401), REFUSED],
	[{ statusCode: 401, body: { status: 'error', message: 'no' } }, UNSEEN],
	[new Error('timeout'), OPEN],
	[answered({ status: 2 }), OPEN],
	[answered({ ...IN_PART, transactionReference: 'SBX-9' }), OPEN],
])('an answer that is no outcome is looked up: %j', async (reply, became) => {
	expect(await outcomesWith(LOOK_UPS, 'refund', async (known) => await refundWith(reply, known))).toEqual(became);
});

test.each<[object, string]>([
	[{ status: 11, refundedAmount: 4 }, 'refunded'],
	[{ status: 2, refundedAmount: 4 }, 'refunded'],
	// The refunded amount settles a refund, whatever the payment is called.
	[{ status: 9, refundedAmount: 4 }, 'refunded'],
	[{ status: 99, refundedAmount: 4 }, 'refunded'],
	// An amount of 0 was not filled in yet.
	[{ status: 6, refundedAmount: 0 }, 'refunded'],
	[{ status: 11, refundedAmount: 6 }, 'unknown'],
	[{ status: 6, refundedAmount: 10.5 }, 'unknown'],
	[{ status: 7 }, 'unknown'],
	[{ status: 7, refundedAmount: 4 }, 'unknown'],
])('whose answer is lost is settled by the amount that the record names: %j', async (after, outcome) => {
	const { item } = await refundWith(new Error('timeout'), { verify: recordWith(after) });
	expect(item).toMatchObject({ outcome, authorized: false });
});

test('whose answer is lost says that nobody knows, and what to do', async () => {
	const { result } = await refundWith(bodyOf(503), { verify: recordWith({}) });
	const details = expect.stringMatching(
		/, so it is not known whether the payment was refunded\. .* Do not refund it again: use Wait for Outcome, or look it up in your provider's dashboard\.$/,
	) as unknown;
	const message = 'It is not known whether money went back. Do not refund again: look in the dashboard.';
	const unknown = { outcome: 'unknown', message, status: null, statusName: null, details };
	expect(result).toStrictEqual({ item: { ...ITEM, ...unknown, remainingAmount: null, refundedDate: null } });
});

describe('after another one', () => {
	const before = (changes: object = {}) => recordWith({ status: 11, refundedAmount: 2, ...changes });
	const further = buildRefund({ transactionReference: 'SBX-1', amountToRefund: '4', refundedBefore: '2.00' });

	test.each<[string, Reply, string]>([
		['names both', before({ refundedAmount: 6 }), 'refunded'],
		['names both, and is authorized', before({ refundedAmount: 6, status: 2 }), 'refunded'],
		['is as before', before(), 'unknown'],
		['has the status of the whole', before({ status: 6 }), 'unknown'],
		['names no amount any more', before({ refundedAmount: null, status: 6 }), 'unknown'],
		['names another amount', before({ refundedAmount: 5 }), 'unknown'],
		['was charged back', before({ status: 7 }), 'unknown'],
	])('counts where the record says more than before: it %s', async (_, after, outcome) => {
		const { item } = await refundWith(new Error('timeout'), { verify: after }, further, before());
		expect(item).toMatchObject({ outcome, authorized: false });
	});

	test('counts in a retry, where nothing is known but what was entered', async () => {
		for (const [asked, refundedAmount] of [
			[further, 6],
			[buildRefund({ transactionReference: 'SBX-1', refundedBefore: '2' }), 10.5],
		] as const) {
			const settled = async (verify: Reply) =>
				await outcomeOf(
					{ verify },
					async (service) => await settleEarlierRequest(service, refund, asked, { duplicate: false }),
				);
			expect((await settled(before({ refundedAmount }))).item).toMatchObject({
				outcome: 'refunded',
				authorized: false,
			});
			expect((await settled(before())).item).toMatchObject({ outcome: 'unknown' });
		}
	});
});

test('that an earlier try has sent is looked up, and not sent', async () => {
	const lookUp = async (verify: Reply) =>
		await outcomeOf(
			{ verify },
			async (service) => await settleEarlierRequest(service, refund, request, { duplicate: false }),
		);
	const { item, calls } = await lookUp(recordWith({ status: 6 }));
	// The record says that money went back, and not how much.
	expect(item).toMatchObject({ outcome: 'refunded', amount: null, reason: 'Returned' });
	expect(calls).toEqual([ASKED]);
	const unknown = { outcome: 'unknown', reference: null, currency: null, transactionReference: 'SBX-1' };
	expect((await lookUp(recordWith({}))).item).toMatchObject(unknown);
});
