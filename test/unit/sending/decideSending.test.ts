import { hostedCheckout } from '../../../gateway/calls/hostedCheckout';
import { isFinal, OUTCOMES } from '../../../gateway/outcome';
import { payment as paymentOf, type Payment } from '../../../gateway/payment';
import type { PaymentCreation, MoneyCall, MoneyRequest } from '../../../gateway/sending/call';
import type { LookUp } from '../../../gateway/sending/lookUp';
import { decideSending } from '../../../gateway/sending/pay';
import { otherRecord } from '../../../gateway/client/response';
import { attemptReference } from '../../../gateway/values/attempt';
import {
	ReadFailedError,
	ReferenceUsedError,
	RefusedError,
	SettingError,
	UncheckedReferenceError,
	UnreachableError,
	type GatewayError,
} from '../../../gateway/values/errors';
import { CHARGING, NEW_PAYMENT, requestOf } from '../execution/support';
import { settingsWith } from '../gateway/examples';

/* The result of a request before it is sent, by what the service has. */

const NOTHING: LookUp = { kind: 'nothing' };
const charge: MoneyCall = { ...CHARGING, earlier: NEW_PAYMENT };
const settings = settingsWith();

const record = (changes: Partial<Payment>): LookUp => ({
	kind: 'record',
	record: paymentOf({
		outcome: 'authorized',
		amount: 10,
		currency: 'NGN',
		transactionReference: 'SBX-1',
		...changes,
	}),
});

/** Returns what comes of it, or the error. */
function resultOf(known: LookUp, ifUsed?: MoneyRequest['ifUsed'], call = charge) {
	try {
		return decideSending(call, { ...requestOf('ORDER-1'), ifUsed }, known, settings);
	} catch (error) {
		return error as ReferenceUsedError;
	}
}

test.each<LookUp>([NOTHING, { kind: 'cannotTell' }])('the service may have nothing: $kind', (known) => {
	expect(resultOf(known, 'show')).toEqual({ request: { ...requestOf('ORDER-1'), ifUsed: 'show' } });
});

test.each(OUTCOMES)('a payment that is %s fails the item, which tells of it and what to do', (outcome) => {
	const error = resultOf(record({ outcome })) as ReferenceUsedError;
	expect(error).toBeInstanceOf(ReferenceUsedError);
	expect(error).toMatchObject({
		code: 'reference_used',
		charged: 'no',
		payment: { outcome, transactionReference: 'SBX-1' },
	});
	expect(error.message).toBe(
		`Nothing was charged now: Reference ORDER-1 was used before, and its payment is ${outcome}.`,
	);
	const show =
		"To get the first payment as the result, set 'If the Reference Was Used Before' to 'Show the First Payment' (under Options).";
	const closed: Partial<Record<string, string>> = {
		authorized: `For another payment, use another reference. ${show}`,
		declined: 'Charge another card.',
		refunded: 'A new sale is a new order: give it a Reference of its own.',
	};
	const state = `The service has 10.00 NGN, ${outcome}, transaction reference SBX-1.`;
	expect(error.description).toBe(`${closed[outcome] ?? show} ${state}`);
});

test.each([
	[9, 'Charge another card.'],
	[10, 'All 10 attempts of this order were declined. Agree with the customer on another way to pay.'],
])('after attempt %i of an order was declined: %s', (attempt, advice) => {
	const reference = attemptReference({ order: 'ORDER-1', attempt });
	const { description } = resultOf(record({ outcome: 'declined', reference })) as ReferenceUsedError;
	expect(description).toMatch(advice);
});

test.each<[Partial<Payment>, string]>([
	[{ outcome: 'declined', serviceMessage: 'Lost.' }, '10.00 NGN, declined (lost), transaction reference SBX-1'],
	[{ serviceMessage: 'Approved' }, '10.00 NGN, authorized, transaction reference SBX-1'],
	[{ currency: null }, '10.00, authorized, transaction reference SBX-1'],
	[{ amount: null, transactionReference: null }, 'an amount that is not known, authorized'],
])('the error tells of what is known: %j', (changes, state) => {
	expect((resultOf(record(changes)) as ReferenceUsedError).description).toContain(`The service has ${state}.`);
});

test.each(OUTCOMES)(
	'a hosted checkout that is %s is shown where it is final, because an open page is lost',
	(outcome) => {
		const { canShow } = hostedCheckout.earlier as PaymentCreation<MoneyRequest>;
		const page: MoneyCall = { ...charge, earlier: { ...NEW_PAYMENT, canShow } };
		const open =
			/^The customer has the address of its page, .*: verify the payment later\. A second page could be paid as well\. The service/;
		const [failed, shown] = (['fail', 'show'] as const).map((ifUsed) => resultOf(record({ outcome }), ifUsed, page));
		if (isFinal(outcome)) {
			expect((failed as ReferenceUsedError).description).not.toMatch(open);
			expect(shown).toEqual({ result: { item: { outcome, duplicate: true } } });
		} else {
			for (const one of [failed, shown]) expect((one as ReferenceUsedError).description).toMatch(open);
		}
	},
);

test.each(OUTCOMES)('a payment that is %s is shown as a duplicate, where the user wants it', (outcome) => {
	expect(resultOf(record({ outcome }), 'show')).toEqual({ result: { item: { outcome, duplicate: true } } });
});

test('another payment fails the item, whatever the user wants, and names both amounts', () => {
	for (const ifUsed of ['fail', 'show'] as const) {
		const error = resultOf(record({ amount: 11 }), ifUsed) as ReferenceUsedError;
		expect(error).toMatchObject({ code: 'reference_used', charged: 'no', payment: { amount: 11 } });
		expect(error.message).toBe('Nothing was charged: Reference ORDER-1 belongs to another payment.');
		expect(error.description).toBe(
			'The service has 11.00 NGN, authorized, transaction reference SBX-1; this item asks for 10.00 NGN. Give this payment a Reference of its own.',
		);
	}
});

test.each(OUTCOMES)(
	'a payment that is %s and cannot be compared may be this one, so nobody is told to pay under another reference',
	(outcome) => {
		for (const ifUsed of ['fail', 'show'] as const) {
			const error = resultOf(record({ outcome, amount: null }), ifUsed) as ReferenceUsedError;
			expect(error).toMatchObject({ code: 'reference_used', charged: 'no', payment: { outcome } });
			expect(error.message).toBe(
				`Nothing was charged now: Reference ORDER-1 was used before, and its payment is ${outcome}.`,
			);
			expect(error.description).toBe(
				`The service has an amount that is not known, ${outcome}, transaction reference SBX-1. Its amount or currency cannot be read, so it may be this payment: verify it before you do anything else.`,
			);
		}
	},
);

const UNHEARD: LookUp = { kind: 'unanswered', failure: new ReadFailedError('No answer.', 'Wait.', 503) };

test.each([record({}), NOTHING])(
	'what is refunded exists, so the refund itself decides about its record, or none: $kind',
	(known) => {
		const complete = jest.fn((request: MoneyRequest) => ({ ...request, reference: 'SBX-1' }));
		const refund: MoneyCall = { ...charge, earlier: { kind: 'changesPayment', complete, isDone: () => true } };
		const request = { ...requestOf('ORDER-1'), ifUsed: undefined };
		expect(resultOf(known, undefined, refund)).toEqual({ request: { ...request, reference: 'SBX-1' } });
		expect(complete.mock.calls).toEqual([[request, known, settings]]);
	},
);

test.each<[LookUp, string, string]>([
	[UNHEARD, 'No answer.', 'Nothing was sent, so you can run it again when the service is back. Wait.'],
	[
		{ kind: 'unanswered', failure: new RefusedError('Refused.', 'Check the keys.', 403) },
		'The service does not say what it has under Reference ORDER-1: refused.',
		'Check the keys. Nothing was sent, because the card might have been charged twice.',
	],
])(
	'a change is not sent where the service does not say what the payment is like: %j',
	(known, message, description) => {
		const earlier = { kind: 'changesPayment', complete: () => requestOf('ORDER-1'), isDone: () => true } as const;
		const error = resultOf(known, undefined, { ...charge, earlier }) as GatewayError;
		expect({ ...error, message: error.message }).toMatchObject({ code: 'reference_unchecked', message, description });
	},
);

test.each([record({}), NOTHING, UNHEARD])('an OTP is sent, whatever the service has: $kind', (known) => {
	expect(resultOf(known, 'fail', CHARGING)).toEqual({ request: requestOf('ORDER-1') });
});

const TWICE = 'Nothing was sent, because the card might have been charged twice.';
const SETTING =
	' If your provider does not let you look up payments, turn off Check References Before Sending in the credential (under My Provider Needs Other Settings). Then only your provider can keep a reference from being used twice.';
const LATER = 'Nothing was sent, so you can run it again when the service is back.';

test.each<[GatewayError, message: string, description: string]>([
	[
		new RefusedError('The private key is refused.', 'Ask for the whitelist.', 403),
		'The service does not say what it has under Reference ORDER-1: the private key is refused.',
		`Ask for the whitelist. ${TWICE}${SETTING}`,
	],
	[
		new SettingError('No Private Key.'),
		'The service does not say what it has under Reference ORDER-1: no Private Key.',
		`${TWICE}${SETTING}`,
	],
	[
		otherRecord('ORDER-1', 'ORDER1'),
		'The service does not say what it has under Reference ORDER-1: the service was asked about ORDER-1, and answered with the record of ORDER1.',
		`It may be this payment: look it up at your provider, and do not pay it under another reference. At this provider, use references of capital letters and digits alone. ${TWICE}`,
	],
	// In an outage, nothing has to be set.
	[
		new UnreachableError('Nothing answers.', 'Check the Base URL, or run it again later.'),
		'Nothing answers.',
		'Nothing was sent. Check the Base URL, or run it again later.',
	],
	[new ReadFailedError('No answer.', 'Wait.', 503), 'No answer.', `${LATER} Wait.`],
	[new ReadFailedError('No answer.', '', 503), 'No answer.', LATER],
	[new RefusedError('Too many requests.', 'Wait.', 429), 'Too many requests.', `${LATER} Wait.`],
])('a service that does not say fails the item, whose advice fits the cause: %s', (failure, message, description) => {
	const error = resultOf({ kind: 'unanswered', failure }) as unknown as UncheckedReferenceError;
	expect(error).toBeInstanceOf(UncheckedReferenceError);
	// Nobody has asked whether an earlier try may have charged the card.
	expect([error.code, error.charged]).toEqual(['reference_unchecked', undefined]);
	expect([error.message, error.description]).toEqual([message, description]);
	expect(error.isTemporary).toBe(!description.includes(TWICE));
});
