import {
	LONGEST_MESSAGE,
	acceptsOtp,
	messageOf,
	unknownHint,
	PAYMENT_WORDS,
	type ItemWords,
	type MessageFields,
} from '../../../gateway/itemMessage';
import { authorize } from '../../../gateway/calls/authorize';
import { bankPayment } from '../../../gateway/calls/bankPayment';
import { charge } from '../../../gateway/calls/charge';
import { hostedCheckout } from '../../../gateway/calls/hostedCheckout';
import { refund } from '../../../gateway/calls/refund';
import { transfer } from '../../../gateway/calls/transfer';
import { TRANSFER_WORDS } from '../../../gateway/calls/transferStatus';
import { OUTCOMES, type Outcome } from '../../../gateway/outcome';

/** The message of each outcome, where nothing else is to be said. */
const OF_CARDS = {
	authorized: 'The payment is authorized.',
	otp_required: 'Ask the customer for the OTP, and enter it in Card: Authorize.',
	redirect_required: "Send the customer's browser to acsUrl. When it is back, verify.",
	pending: 'The outcome is still open. Verify the payment later, and do not charge again.',
	declined: 'The payment was declined.',
	refunded: 'The payment was refunded, in part or in full. Do not deliver.',
	unknown: 'It is not known whether the card was charged. Verify the payment before you charge again.',
};
const OF_TRANSFERS = {
	...OF_CARDS,
	authorized: 'The money was transferred.',
	pending: 'The outcome is still open. Get the status later, and do not send it again.',
	declined: 'The transfer was refused, and no money was sent.',
	refunded: 'The transfer was paid back, in part or in full.',
	unknown: 'It is not known whether the money was sent. Get its status before you send it again.',
};
/** The words of each kind of item. */
const WORDS = {
	charge: charge.words.item,
	otp: authorize.words.item,
	payment: PAYMENT_WORDS,
	transfer: transfer.words.item,
	refund: refund.words.item,
	checkout: hostedCheckout.words.item,
	'bank payment': bankPayment.words.item,
} satisfies Record<string, ItemWords>;
type Kind = keyof typeof WORDS;
const EXPECTED: Record<Kind, Record<Outcome, string>> = {
	charge: OF_CARDS,
	otp: { ...OF_CARDS, unknown: 'It is not known whether the OTP was accepted. Verify before you try another one.' },
	payment: OF_CARDS,
	transfer: OF_TRANSFERS,
	refund: {
		...OF_CARDS,
		pending: 'The refund is still open. Use Wait for Outcome, and do not refund it again.',
		refunded: 'The payment was refunded.',
		unknown: 'It is not known whether money went back. Do not refund again: look in the dashboard.',
	},
	checkout: {
		...OF_CARDS,
		redirect_required: 'Nothing is paid yet. Send the customer to checkoutUrl.',
		pending: 'Still open, but the address of its page was lost. Verify before you create another.',
		unknown: 'It is not known whether a page was created. Verify before you create another.',
	},
	'bank payment': {
		...OF_CARDS,
		authorized: 'The amount was paid.',
		pending: 'Nothing is paid yet. Wait for the outcome, or get it later.',
		declined: 'It was not paid, and the account no longer accepts payments.',
		refunded: 'The money was paid back, in part or in full. Do not deliver.',
		unknown: 'It is not known whether this was paid as asked. Compare amountPaid with amount.',
	},
};

test('every kind of item names itself, and a transfer reads the same in each operation', () => {
	expect(Object.values(WORDS).map(({ name }) => name)).toEqual(Object.keys(WORDS));
	expect(WORDS.transfer).toBe(TRANSFER_WORDS);
});

const KINDS = Object.keys(EXPECTED) as Kind[];
const every = KINDS.flatMap((kind) => OUTCOMES.map((outcome) => [kind, outcome] as const));
const FINAL: readonly Outcome[] = ['authorized', 'declined', 'refunded'];
/** A payment for which no special circumstances hold. */
const PLAIN = { authorizationType: '2DS', acsUrl: 'https://bank.example/acs', duplicate: false, otpRejected: false };

describe.each(every)('the message of %s: %s', (kind, outcome) => {
	const plain: MessageFields = {
		...PLAIN,
		timedOut: false,
		serviceMessage: null,
		outcome,
	};

	test('says what to do, where the service says nothing or too much', () => {
		for (const serviceMessage of [null, undefined, '', '  ', 5, 'x'.repeat(LONGEST_MESSAGE), 'two\nlines']) {
			expect(messageOf(WORDS[kind], { ...plain, serviceMessage })).toBe(EXPECTED[kind][outcome]);
		}
	});

	test("is the service's only where nothing is left to be done", () => {
		const words = 'x'.repeat(LONGEST_MESSAGE - 1);
		const said = FINAL.includes(outcome) ? words : EXPECTED[kind][outcome];
		expect(messageOf(WORDS[kind], { ...plain, serviceMessage: words })).toBe(said);
	});

	test('is there and fits into a cell in all circumstances', () => {
		for (const duplicate of [true, false])
			for (const otpRejected of [true, false])
				for (const timedOut of [true, false])
					for (const mismatch of ['another', null])
						for (const acsUrl of ['https://bank.example/acs', null])
							for (const authorizationType of ['OTP', '2DS', null]) {
								const told = {
									...{ duplicate, otpRejected, timedOut, mismatch },
									acsUrl,
									authorizationType,
								};
								const message = messageOf(WORDS[kind], { ...told, outcome });
								expect(message.length).toBeGreaterThan(0);
								expect(message.length).toBeLessThan(LONGEST_MESSAGE);
							}
	});
});

describe('in special circumstances', () => {
	test.each<[string, Kind, MessageFields, string]>([
		[
			'a duplicate charge',
			'charge',
			{ outcome: 'authorized', duplicate: true, serviceMessage: 'Approved' },
			'This was sent before, and nothing was sent now. See its outcome.',
		],
		[
			'a duplicate transfer',
			'transfer',
			{ outcome: 'pending', duplicate: true },
			'This was sent before, and nothing was sent now. See its outcome.',
		],
		[
			'an open refund that was waited for',
			'refund',
			{ outcome: 'pending', timedOut: true, waited: '2 minutes' },
			'Still open after 2 minutes. Wait again; do not refund a second time.',
		],
		[
			'an open refund that was waited for, for a time that is not told',
			'refund',
			{ outcome: 'pending', timedOut: true },
			'Still open after the wait. Wait again; do not refund a second time.',
		],
		[
			'an open refund that nobody waited for',
			'refund',
			{ outcome: 'pending', timedOut: false },
			EXPECTED.refund.pending,
		],
		[
			'a refund of which nobody knows, after a wait',
			'refund',
			{ outcome: 'unknown', timedOut: true },
			EXPECTED.refund.unknown,
		],
		[
			'another holder of the account',
			'transfer',
			{ outcome: 'declined', mismatch: 'CHIKE OBI', duplicate: false },
			'Nothing was sent, because the name of the account holder is not confirmed.',
		],
		[
			'an open charge that was looked up',
			'charge',
			{ outcome: 'pending', authorizationType: 'OTP' },
			'Still open. If the customer has an OTP, enter it. Otherwise verify; do not charge again.',
		],
		[
			'a refused OTP',
			'otp',
			{ outcome: 'otp_required', otpRejected: true, serviceMessage: 'Invalid OTP' },
			'The OTP was refused. Ask the customer for the right one, and authorize again.',
		],
		[
			'too many refused OTPs',
			'payment',
			{ outcome: 'otp_required', otpRejected: true, timedOut: false },
			'The customer entered too many wrong OTPs. Verify before you do anything else.',
		],
		[
			'no OTP in time',
			'payment',
			{ outcome: 'unknown', otpRejected: false, timedOut: true },
			'It is not known yet whether this was paid. Verify the payment before you deliver.',
		],
		[
			'a payment that is still open when the time is up',
			'payment',
			{ outcome: 'pending', timedOut: true, waited: '15 seconds' },
			'Still open after 15 seconds. Wait again; do not pay a second time.',
		],
		[
			'a transfer that is still open when the time is up',
			'transfer',
			{ outcome: 'pending', timedOut: true, waited: '1 second' },
			'Still open after 1 second. Wait again; do not pay a second time.',
		],
		[
			'a transfer of which nobody knows when the time is up',
			'transfer',
			{ outcome: 'unknown', timedOut: true },
			'It is not known yet whether the money was sent. Wait again; do not send it a second time.',
		],
		[
			'a refund that is still open when the time is up',
			'refund',
			{ outcome: 'pending', timedOut: true, waited: '15 seconds' },
			'Still open after 15 seconds. Wait again; do not refund a second time.',
		],
		[
			'a payment that is still open after nobody knows how long',
			'payment',
			{ outcome: 'pending', timedOut: true },
			'Still open after the wait. Wait again; do not pay a second time.',
		],
	])('%s', (_, kind, told, message) => {
		expect(messageOf(WORDS[kind], told)).toBe(message);
	});

	test.each<[string, Kind, MessageFields]>([
		['of an OTP that was refused, and nobody knows the outcome', 'otp', { outcome: 'unknown', otpRejected: true }],
		['of a payment that was authorized when the time was up', 'payment', { outcome: 'authorized', timedOut: true }],
		['of a payment that was authorized after a wrong OTP', 'payment', { outcome: 'authorized', otpRejected: true }],
		['of an open payment that was verified', 'payment', { outcome: 'pending', authorizationType: 'OTP' }],
		['of a 3-D Secure page that was verified', 'payment', { outcome: 'redirect_required' }],
		['of a duplicate refund whose outcome nobody knows', 'refund', { outcome: 'unknown', duplicate: true }],
		['of a charge that is no duplicate', 'charge', { outcome: 'declined', duplicate: 'true' }],
	])('nothing else is said %s', (_, kind, told) => {
		expect(messageOf(WORDS[kind], told)).toBe(EXPECTED[kind][told.outcome]);
	});
});

test.each<[MessageFields, boolean]>([
	[{ outcome: 'pending', authorizationType: 'OTP' }, true],
	[{ outcome: 'pending', authorizationType: null }, true],
	[{ outcome: 'pending', authorizationType: '2ds' }, false],
	[{ outcome: 'authorized', authorizationType: 'OTP' }, false],
])('whether the customer may have an OTP: %j is %p', (told, may) => {
	expect(acceptsOtp(told)).toBe(may);
});

test.each<[Kind, number, number, string]>([
	['charge', 1, 1, `The outcome is unknown. ${OF_CARDS.unknown}`],
	['transfer', 1, 3, `1 of 3 items has an unknown outcome. ${OF_TRANSFERS.unknown}`],
	['refund', 2, 3, `2 of 3 items have an unknown outcome. ${EXPECTED.refund.unknown}`],
])(
	'the hint on unknown outcomes of a %s counts them and says what not to do: %i of %i',
	(kind, unknown, items, hint) => {
		expect(unknownHint(WORDS[kind], unknown, items)).toBe(hint);
	},
);
