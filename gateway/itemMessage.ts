import type { Outcome } from './outcome';

/** What an item is about: it decides the words for what became of it, and for what to do next. */
export type PaymentKind = 'charge' | 'otp' | 'payment' | 'transfer' | 'refund' | 'checkout';

/** The fields of an item that decide its message. All but the outcome may be missing. */
export interface MessageFields {
	outcome: Outcome;
	/** The words of the service. */
	serviceMessage?: unknown;
	authorizationType?: unknown;
	/** True where the reference had been used before, and the item shows the first payment. */
	duplicate?: unknown;
	otpRejected?: unknown;
	timedOut?: unknown;
	/** How long it was waited for, such as "15 seconds". */
	waited?: string | undefined;
	/** How the account holder's name differs from the expected one. */
	mismatch?: unknown;
}

/** The length that a cell of n8n's table shows without cutting it. */
export const LONGEST_MESSAGE = 90;

const OF_CARDS: Readonly<Record<Outcome, string>> = {
	authorized: 'The payment is authorized.',
	otp_required: 'Ask the customer for the OTP, and submit it with Card: Authorize.',
	redirect_required: "Send the customer's browser to acsUrl. When it is back, verify.",
	pending: 'The outcome is still open. Verify the payment later, and do not charge again.',
	declined: 'The payment was declined.',
	refunded: 'The payment was refunded, in part or in whole. Do not deliver.',
	unknown: 'It is not known whether the card was charged. Verify the payment before you charge again.',
};

/** What is said of an outcome where nothing else is to be said. */
const MESSAGES: Readonly<Record<PaymentKind, Readonly<Record<Outcome, string>>>> = {
	charge: OF_CARDS,
	otp: { ...OF_CARDS, unknown: 'It is not known whether the OTP was accepted. Verify before you try another one.' },
	payment: OF_CARDS,
	transfer: {
		...OF_CARDS,
		authorized: 'The money was transferred.',
		pending: 'The outcome is still open. Get the status later, and do not send it again.',
		declined: 'The transfer was refused, and no money was sent.',
		refunded: 'The transfer was paid back, in part or in whole.',
		unknown: 'It is not known whether the money was sent. Get its status before you send it again.',
	},
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
		pending: 'Still open, but the address of its page was lost. Verify before you create another.',
		unknown: 'It is not known whether a page was created. Verify before you create another.',
	},
};

/** Outcomes after which nothing is left to be done with the payment, so that the service's own words say most. */
const SPEAKS_FOR_ITSELF: readonly Outcome[] = ['authorized', 'declined', 'refunded'];

/**
 * The message of an item: what became of the payment, and what to do next, short enough for a cell of a table. It is the
 * service's own only where nothing is left to be done and the service says something short; an item has those words in
 * `serviceMessage` as well.
 */
export function messageOf(kind: PaymentKind, item: MessageFields): string {
	const { outcome, serviceMessage } = item;
	const isServices = SPEAKS_FOR_ITSELF.includes(outcome) && isShort(serviceMessage);
	return circumstancesOf(kind, item) ?? (isServices ? serviceMessage : MESSAGES[kind][outcome]);
}

/** What is said instead where there is more to say than the outcome: the first that applies. */
function circumstancesOf(kind: PaymentKind, item: MessageFields): string | undefined {
	const { outcome, duplicate, mismatch = null, otpRejected, timedOut, waited = 'the wait' } = item;
	if (duplicate === true && outcome !== 'unknown')
		return 'This was sent before, and nothing was sent now. See its outcome.';
	if (mismatch !== null) return 'Nothing was sent, because the name of the account holder is not confirmed.';
	if (kind === 'charge' && acceptsOtp(item))
		return 'Still open. If the customer has an OTP, submit it. Otherwise verify; do not charge again.';
	if (outcome === 'otp_required' && otpRejected === true)
		return kind === 'otp'
			? 'The OTP was refused. Ask the customer for the right one, and authorize again.'
			: 'The customer entered too many wrong OTPs. Verify before you do anything else.';
	if (outcome === 'pending' && timedOut === true)
		return `Still open after ${waited}. Wait again; do not pay a second time.`;
	if (kind === 'payment' && outcome === 'unknown' && timedOut === true)
		return 'It is not known yet whether this was paid. Verify the payment before you deliver.';
	return undefined;
}

/**
 * Whether a charge may wait for an OTP although its answer was lost: its record is open. A frictionless payment (2DS) that is
 * pending waits for nobody.
 */
export function acceptsOtp({ outcome, authorizationType }: MessageFields): boolean {
	return outcome === 'pending' && String(authorizationType).toUpperCase() !== '2DS';
}

/** The hint for a run with unknown outcomes: how many of its items have one, and what not to do with them. */
export function unknownHint(kind: PaymentKind, unknown: number, items: number): string {
	const has = unknown === 1 ? 'has' : 'have';
	const what = items === 1 ? 'The outcome is unknown' : `${unknown} of ${items} items ${has} an unknown outcome`;
	return `${what}. ${MESSAGES[kind].unknown}`;
}

function isShort(text: unknown): text is string {
	return typeof text === 'string' && text.trim() !== '' && text.length < LONGEST_MESSAGE && !text.includes('\n');
}
