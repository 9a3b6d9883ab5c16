import type { Outcome } from './outcome';

/** The messages of items of one kind: what became of them, and what to do next. Each is short enough for a cell of a table. */
export interface ItemWords {
	/** The subject of an item, such as "charge". */
	name: string;
	/** The message for each outcome, where nothing else is to be said. */
	outcomes: Readonly<Record<Outcome, string>>;
	/** Says more than the outcome does, where there is more to say. */
	circumstances?(item: MessageFields): string | undefined;
}

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
	/** The time that was spent waiting, such as "15 seconds". */
	waited?: string | undefined;
	/** The difference between the account holder's name and the expected one. */
	mismatch?: unknown;
}

/** The length that a cell of n8n's table shows without cutting it. */
export const LONGEST_MESSAGE = 90;

/** The messages of card payments, unless a call has words of its own. */
export const CARD_OUTCOMES: Readonly<Record<Outcome, string>> = {
	authorized: 'The payment is authorized.',
	otp_required: 'Ask the customer for the OTP, and enter it in Card: Authorize.',
	redirect_required: "Send the customer's browser to acsUrl. When it is back, verify.",
	pending: 'The outcome is still open. Verify the payment later, and do not charge again.',
	declined: 'The payment was declined.',
	refunded: 'The payment was refunded, in part or in full. Do not deliver.',
	unknown: 'It is not known whether the card was charged. Verify the payment before you charge again.',
};

/** The messages on items of card payments that exist already. */
export const PAYMENT_WORDS: ItemWords = {
	name: 'payment',
	outcomes: CARD_OUTCOMES,
	circumstances({ outcome, otpRejected, timedOut }) {
		if (outcome === 'otp_required' && otpRejected === true)
			return 'The customer entered too many wrong OTPs. Verify before you do anything else.';
		if (outcome === 'unknown' && timedOut === true)
			return 'It is not known yet whether this was paid. Verify the payment before you deliver.';
		return undefined;
	},
};

/** Outcomes after which nothing is left to be done with the payment, so that the service's own words say most. */
const SPEAKS_FOR_ITSELF: readonly Outcome[] = ['authorized', 'declined', 'refunded'];

/**
 * Returns the message of an item: what became of the payment, and what to do next, short enough for a cell of a table. It is the service's
 * own only where nothing is left to be done and the service says something short; an item has those words in `serviceMessage` as well.
 */
export function messageOf(words: ItemWords, item: MessageFields): string {
	const { outcome, serviceMessage } = item;
	const isServices = SPEAKS_FOR_ITSELF.includes(outcome) && isShort(serviceMessage);
	return circumstancesOf(words, item) ?? (isServices ? serviceMessage : words.outcomes[outcome]);
}

/** Says what matters more than the outcome: the first that applies. */
function circumstancesOf(words: ItemWords, item: MessageFields): string | undefined {
	const { outcome, duplicate, timedOut, waited = 'the wait' } = item;
	if (duplicate === true && outcome !== 'unknown')
		return 'This was sent before, and nothing was sent now. See its outcome.';
	const own = words.circumstances?.(item);
	if (own !== undefined) return own;
	return outcome === 'pending' && timedOut === true
		? `Still open after ${waited}. Wait again; do not pay a second time.`
		: undefined;
}

/**
 * Says whether a charge may wait for an OTP although its answer was lost: its record is open. A frictionless payment (2DS) that is
 * pending waits for nobody.
 */
export function acceptsOtp({ outcome, authorizationType }: MessageFields): boolean {
	return outcome === 'pending' && String(authorizationType).toUpperCase() !== '2DS';
}

/** Returns the hint for a run with unknown outcomes: how many of its items have one, and what not to do with them. */
export function unknownHint({ outcomes }: ItemWords, unknown: number, items: number): string {
	const has = unknown === 1 ? 'has' : 'have';
	const what = items === 1 ? 'The outcome is unknown' : `${unknown} of ${items} items ${has} an unknown outcome`;
	return `${what}. ${outcomes.unknown}`;
}

function isShort(text: unknown): text is string {
	return typeof text === 'string' && text.trim() !== '' && text.length < LONGEST_MESSAGE && !text.includes('\n');
}
