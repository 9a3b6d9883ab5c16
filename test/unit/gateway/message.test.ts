import {
	LONGEST_MESSAGE,
	mayHaveOtp,
	messageOf,
	unknownHint,
	type PaymentKind,
	type MessageFields,
} from '../../../gateway/itemMessage';
import { OUTCOMES, type Outcome } from '../../../gateway/outcome';

const KINDS: PaymentKind[] = ['charge', 'otp', 'payment', 'transfer', 'refund'];

/** The message of each outcome, where nothing else is to be said. */
const OF_CARDS = {
	authorized: 'The payment is authorized.',
	otp_required: 'Ask the customer for the OTP, and submit it with Card: Authorize.',
	redirect_required: "Send the customer's browser to acsUrl. When it is back, verify.",
	pending: 'The outcome is still open. Verify the payment later, and do not charge again.',
	declined: 'The payment was declined.',
	refunded: 'The payment was refunded, in part or in whole. Do not deliver.',
	unknown: 'It is not known whether the card was charged. Verify it before you charge it again.',
};
const OF_TRANSFERS = {
	...OF_CARDS,
	authorized: 'The money was transferred.',
	pending: 'The outcome is still open. Get the status later, and do not send it again.',
	declined: 'The transfer was refused, and no money was sent.',
	refunded: 'The transfer was paid back, in part or in whole.',
	unknown: 'It is not known whether the money was sent. Get its status before you send it again.',
};
const EXPECTED: Record<PaymentKind, Record<Outcome, string>> = {
	charge: OF_CARDS,
	otp: { ...OF_CARDS, unknown: 'It is not known whether the OTP was accepted. Verify before you try another one.' },
	payment: OF_CARDS,
	transfer: OF_TRANSFERS,
	refund: {
		...OF_CARDS,
		pending: 'The refund is still open. Verify the payment later, and do not refund it again.',
		declined: 'The refund was declined, and no money went back.',
		refunded: 'The payment was refunded.',
		unknown: 'It is not known whether money went back. Do not refund again: look in the dashboard.',
	},
	checkout: {
		...OF_CARDS,
		redirect_required: 'Nothing is paid yet. Send the customer to checkoutUrl.',
		pending: 'The payment is open, but the address of its page was lost. Verify before you create another.',
		unknown: 'It is not known whether a page was created. Verify before you create another.',
	},
};

const every = KINDS.flatMap((kind) => OUTCOMES.map((outcome) => [kind, outcome] as const));
const FINAL: readonly Outcome[] = ['authorized', 'declined', 'refunded'];
/** A payment for which no special circumstances hold. */
const PLAIN = { authorizationType: '2DS', acsUrl: 'https://bank.example/acs', duplicate: false, otpRejected: false };

describe.each(every)('the message of %s: %s', (kind, outcome) => {
	const plain: MessageFields = {
		...PLAIN,
		timedOut: false,
		mismatch: null,
		verified: true,
		serviceMessage: null,
		outcome,
	};

	test('says what to do, where the service says nothing or too much', () => {
		for (const serviceMessage of [null, undefined, '', '  ', 5, 'x'.repeat(LONGEST_MESSAGE), 'two\nlines']) {
			expect(messageOf(kind, { ...plain, serviceMessage })).toBe(EXPECTED[kind][outcome]);
		}
	});

	test("is the service's only where nothing is left to be done", () => {
		const words = 'x'.repeat(LONGEST_MESSAGE - 1);
		const said = FINAL.includes(outcome) ? words : EXPECTED[kind][outcome];
		expect(messageOf(kind, { ...plain, serviceMessage: words })).toBe(said);
	});

	test('is there and fits into a cell in all circumstances', () => {
		for (const duplicate of [true, false])
			for (const otpRejected of [true, false])
				for (const timedOut of [true, false])
					for (const mismatch of ['another', null])
						for (const verified of [true, false, undefined])
							for (const acsUrl of ['https://bank.example/acs', null])
								for (const authorizationType of ['OTP', '2DS', null]) {
									const told = {
										...{ duplicate, otpRejected, timedOut, mismatch, verified },
										acsUrl,
										authorizationType,
									};
									const message = messageOf(kind, { ...told, outcome });
									expect(message.length).toBeGreaterThan(0);
									expect(message.length).toBeLessThan(LONGEST_MESSAGE);
								}
	});
});

describe('in special circumstances', () => {
	test.each<[PaymentKind, MessageFields, string]>([
		['charge', { outcome: 'authorized', duplicate: true, serviceMessage: 'Approved' }, 'nothing was charged now'],
		['transfer', { outcome: 'pending', duplicate: true }, 'nothing was sent now'],
		['refund', { outcome: 'refunded', duplicate: true }, 'nothing was refunded now'],
		['checkout', { outcome: 'redirect_required', duplicate: true }, 'none was created now'],
		['transfer', { outcome: 'declined', mismatch: 'CHIKE OBI', duplicate: false }, 'Nothing was sent'],
		['charge', { outcome: 'pending', authorizationType: 'OTP' }, 'If the customer has an OTP, submit it.'],
		['otp', { outcome: 'otp_required', otpRejected: true, serviceMessage: 'No' }, 'The OTP was refused.'],
		['payment', { outcome: 'otp_required', otpRejected: true, timedOut: false }, 'too many wrong OTPs.'],
		['payment', { outcome: 'unknown', otpRejected: false, timedOut: true }, 'not known yet whether this was paid.'],
		['payment', { outcome: 'pending', timedOut: true, waited: '15 seconds' }, 'Still open after 15 seconds. Wait'],
		['payment', { outcome: 'pending', timedOut: true, waited: '1 hour' }, 'do not charge the card a second time.'],
		['transfer', { outcome: 'pending', timedOut: true, waited: '1 second' }, 'do not send the money a second time.'],
		['payment', { outcome: 'unknown', mismatch: 'the amount is 1, not 2', verified: true }, 'not the payment that was'],
		['payment', { outcome: 'unknown', mismatch: null, verified: false }, 'This notification is not verified.'],
	])('%s, %j: %s', (kind, told, message) => {
		expect(messageOf(kind, told)).toContain(message);
	});

	test.each<[PaymentKind, MessageFields]>([
		['otp', { outcome: 'unknown', otpRejected: true }],
		['payment', { outcome: 'authorized', timedOut: true }],
		['payment', { outcome: 'authorized', otpRejected: true }],
		['payment', { outcome: 'pending', authorizationType: 'OTP' }],
		['payment', { outcome: 'redirect_required' }],
		['charge', { outcome: 'declined', duplicate: 'true' }],
		['refund', { outcome: 'declined', duplicate: true }],
		['transfer', { outcome: 'authorized', timedOut: true }],
	])('nothing else is said of %s, %j', (kind, told) => {
		expect(messageOf(kind, told)).toBe(EXPECTED[kind][told.outcome]);
	});
});

test.each<[MessageFields, boolean]>([
	[{ outcome: 'pending', authorizationType: 'OTP' }, true],
	[{ outcome: 'pending', authorizationType: null }, true],
	[{ outcome: 'pending', authorizationType: '2ds' }, false],
	[{ outcome: 'authorized', authorizationType: 'OTP' }, false],
])('whether the customer may have an OTP: %j is %p', (told, may) => {
	expect(mayHaveOtp(told)).toBe(may);
});

describe('the hint on unknown outcomes', () => {
	test.each<[PaymentKind, string]>([
		['charge', 'The card may have been charged. Do not charge it again'],
		['otp', 'Do not charge the card again or ask for another OTP'],
		['payment', 'The card may have been charged. Do not charge it again'],
		['transfer', 'The money may have been sent. Do not send it again'],
		['refund', 'The money may have gone back. Do not refund again'],
	])('of %s says what not to do', (kind, advice) => {
		expect(unknownHint(kind, ['A-1'], 1)).toMatch(new RegExp(`^The outcome is unknown \\(A-1\\)\\. .*${advice}`));
	});

	test.each([
		[['A'], 3, '1 of 3 items has an unknown outcome (A).'],
		[['A', 'B'], 3, '2 of 3 items have an unknown outcome (A, B).'],
		[['A', 'B', 'C'], 3, '3 of 3 items have an unknown outcome (A, B, C).'],
		[['A', 'B', 'C', 'D', 'E'], 9, '5 of 9 items have an unknown outcome (A, B, C, 2 more).'],
		[['', 'B'], 2, '2 of 2 items have an unknown outcome (B).'],
		[['', ''], 2, '2 of 2 items have an unknown outcome.'],
		[[''], 1, 'The outcome is unknown.'],
	])('counts the items and names the first ones: %j of %i', (references, items, count) => {
		expect(unknownHint('charge', references, items).split(' The card ')[0]).toBe(count);
	});
});
