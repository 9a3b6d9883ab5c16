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
	waited?: string;
	/** How the payment differs from the one that was expected. */
	mismatch?: unknown;
	/** False where nobody has asked the service. */
	verified?: unknown;
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
	unknown: 'It is not known whether the card was charged. Verify it before you charge it again.',
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
		pending: 'The payment is open, but the address of its page was lost. Verify before you create another.',
		unknown: 'It is not known whether a page was created. Verify before you create another.',
	},
};

/** What is said instead, in special circumstances; the first that applies. */
const SPECIAL: ReadonlyArray<{
	kinds: readonly PaymentKind[];
	when: (item: MessageFields) => boolean;
	message: string;
}> = [
	{
		kinds: ['charge'],
		when: ({ duplicate }) => duplicate === true,
		message: 'This reference was used before, so nothing was charged now. See the first payment.',
	},
	{
		kinds: ['transfer'],
		when: ({ duplicate }) => duplicate === true,
		message: 'This request ID was used before, so nothing was sent now. See the first transfer.',
	},
	{
		kinds: ['refund'],
		when: ({ duplicate, outcome }) => duplicate === true && outcome === 'refunded',
		message: 'This workflow has refunded the payment before, so nothing was refunded now.',
	},
	{
		kinds: ['checkout'],
		when: ({ duplicate }) => duplicate === true,
		message: 'This workflow has created a page for it before, so none was created now.',
	},
	{
		kinds: ['transfer'],
		when: ({ mismatch }) => isGiven(mismatch),
		message: 'Nothing was sent, because the name of the account holder is not confirmed.',
	},
	{
		kinds: ['charge'],
		when: mayHaveOtp,
		message: 'Still open. If the customer has an OTP, submit it. Otherwise verify; do not charge again.',
	},
	{
		kinds: ['otp'],
		when: ({ outcome, otpRejected }) => outcome === 'otp_required' && otpRejected === true,
		message: 'The OTP was refused. Ask the customer for the right one, and authorize again.',
	},
	{
		kinds: ['payment'],
		when: ({ outcome, otpRejected }) => outcome === 'otp_required' && otpRejected === true,
		message: 'The customer entered too many wrong OTPs. Verify before you do anything else.',
	},
	{
		kinds: ['payment'],
		when: ({ outcome, timedOut }) => outcome === 'unknown' && timedOut === true,
		message: 'It is not known yet whether this was paid. Verify the payment before you deliver.',
	},
	{
		kinds: ['payment'],
		when: ({ outcome, timedOut }) => outcome === 'pending' && timedOut === true,
		message: 'Still open after {waited}. Wait again; do not charge the card a second time.',
	},
	{
		kinds: ['transfer'],
		when: ({ outcome, timedOut }) => outcome === 'pending' && timedOut === true,
		message: 'Still open after {waited}. Wait again; do not send the money a second time.',
	},
	{
		kinds: ['payment'],
		when: ({ mismatch }) => isGiven(mismatch),
		message: 'This is not the payment that was expected. Do not treat it as paid.',
	},
	{
		kinds: ['payment'],
		when: ({ verified }) => verified === false,
		message: 'This notification is not verified. Verify the payment before you deliver.',
	},
];

/** Outcomes after which nothing is left to be done with the payment, so that the service's own words say most. */
const SPEAKS_FOR_ITSELF: readonly Outcome[] = ['authorized', 'declined', 'refunded'];

/**
 * The message of an item: what became of the payment, and what to do next, short enough for a cell of a table. It is the
 * service's own only where nothing is left to be done and the service says something short; an item has those words in
 * `serviceMessage` as well.
 */
export function messageOf(kind: PaymentKind, item: MessageFields): string {
	const special = SPECIAL.find(({ kinds, when }) => kinds.includes(kind) && when(item));
	const { outcome, serviceMessage, waited = 'the wait' } = item;
	if (special) return special.message.replace('{waited}', waited);
	const isServices = SPEAKS_FOR_ITSELF.includes(outcome) && isShort(serviceMessage);
	return isServices ? serviceMessage : MESSAGES[kind][outcome];
}

/**
 * Whether a charge is open in a way that its own answer never is, so that it was looked up: the service may have sent an
 * OTP. In an answer only a frictionless payment is pending, and it waits for nobody.
 */
export function mayHaveOtp({ outcome, authorizationType }: MessageFields): boolean {
	return outcome === 'pending' && String(authorizationType).toUpperCase() !== '2DS';
}

/** What may have happened to items with an unknown outcome, and what to do about it. */
const CARD_IN_DOUBT =
	'The card may have been charged. Do not charge it again: verify the payment later, or ask your provider about it.';
const IN_DOUBT: Readonly<Record<PaymentKind, string>> = {
	charge: CARD_IN_DOUBT,
	otp: 'The payment may have been authorized. Do not charge the card again or ask for another OTP: verify the payment first.',
	payment: CARD_IN_DOUBT,
	transfer:
		'The money may have been sent. Do not send it again: get the status of the transfer later, or ask your provider about it.',
	refund:
		"The money may have gone back. Do not refund again: verify the payment later, or look it up in your provider's dashboard.",
	checkout:
		'A page may have been created, whose address was lost. Verify the payment before you create another page: both could be paid.',
};

const MOST_NAMED = 3;

/**
 * The hint for a run with unknown outcomes.
 * @param references those of the items with an unknown outcome; empty text where one has none
 * @param items how many items the run had
 */
export function unknownHint(kind: PaymentKind, references: readonly string[], items: number): string {
	const count = references.length;
	const given = references.filter((reference) => reference !== '');
	const more = given.length - MOST_NAMED;
	const named = [...given.slice(0, MOST_NAMED), ...(more > 0 ? [`${more} more`] : [])].join(', ');
	const which = named === '' ? '' : ` (${named})`;
	const what =
		items === 1
			? 'The outcome is unknown'
			: `${count} of ${items} items ${count === 1 ? 'has' : 'have'} an unknown outcome`;
	return `${what}${which}. ${IN_DOUBT[kind]}`;
}

function isShort(text: unknown): text is string {
	return typeof text === 'string' && text.trim() !== '' && text.length < LONGEST_MESSAGE && !text.includes('\n');
}

function isGiven(value: unknown): boolean {
	return value !== undefined && value !== null;
}
