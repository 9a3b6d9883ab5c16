import type { VerifiedPayment } from '../gateway/calls/verify';
import type { Outcome } from '../gateway/outcome';
import { MOST_ATTEMPTS, attemptReference } from '../gateway/values/attempt';

/** The terms of a payment link. The customer can read but not alter them. */
export interface LinkTerms {
	/** The merchant's reference. It identifies the link and its first attempt. */
	reference: string;
	/** In major units, as decimal text. */
	amount: string;
	currency: string;
	description: string;
	/** In milliseconds since 1970. */
	expires: number;
	/**
	 * The number of cards that the customer may try, one after another. A card that is refused without a record counts as well, within the
	 * same attempt.
	 */
	tries: number;
	/** Passed on to the workflow with the payment. */
	customFields: Record<string, string>;
}

/** The most cards that a link may allow: each may take an attempt of its order. */
export const MOST_TRIES = MOST_ATTEMPTS;

/**
 * One payment for a link, under a reference of its own (see `referenceOf`). A card that is refused without a record makes no payment, so the
 * next card is sent in the same attempt.
 */
export interface Attempt {
	terms: LinkTerms;
	/** Counted from 1. */
	number: number;
	/** True if it comes from a page that anybody can open; a signed payment link is for one customer. */
	isPublic: boolean;
}

/** Returns the reference under which an attempt of a link is charged: that of the order's attempt, which other links and charges share. */
export function referenceOf({
	terms: { reference: order },
	number: attempt,
}: Pick<Attempt, 'terms' | 'number'>): string {
	return attemptReference({ order, attempt });
}

/** The details that a customer has entered. They become part of addresses, so whatever is not asked for is left out. */
export interface Customer {
	email: string;
	firstName?: string;
	lastName?: string;
}

/** The most characters of a first or last name: with both, the addresses of a payment stay below 2,000. */
export const LONGEST_NAME = 50;

/** The customer and the card of a charge, as the receipt and the workflow show them. */
interface Payer extends Customer {
	/** The time at which the form with the card came, in milliseconds since 1970. */
	at: number;
	cardLast4: string;
	cardBrand: string | null;
}

/** An attempt whose card was entered, sealed into the callback and notification URLs. It never changes. */
export type CardAttempt = Attempt & { payer: Payer };

/**
 * The service's last request to this browser in an attempt: enter an OTP, go to the bank's page, or only wait.
 */
export type Step = 'otp' | 'bank' | 'done';

/**
 * The state a browser carries from page to page, sealed, so any process can answer its next request. What became of the
 * payment is not in it: that is asked of the service.
 */
export interface Session extends Attempt {
	/** The time at which the form was opened, or the last step ended, in milliseconds since 1970. */
	since: number;
	/** The customer's entries, to fill in the next form. */
	customer: Customer;
	/** The payer, where this browser has sent the charge of this attempt. */
	payer: Payer | null;
	/** Null where the service has asked for nothing yet, or its answer was lost. */
	step: Step | null;
	/** The service's reference of the payment, from its answer or its record. */
	transactionReference: string | null;
	/** The bank's page. */
	acsUrl: string | null;
	/** The service's OTP messages to the customer. */
	otpMessages: string[];
	/** True if the last OTP was wrong. */
	isOtpRejected: boolean;
	/** True if the customer has confirmed with the bank, in the customer's own words. */
	isConfirmed?: boolean;
	/** The id of what last started the workflow. Another process may not know it yet. */
	lastStart: string | null;
}

/** Makes a session of an attempt. Whatever is not given is not known. */
export function sessionOf(
	{ terms, number, isPublic }: Attempt,
	known: Partial<Omit<Session, keyof Attempt>> = {},
): Session {
	return {
		terms,
		number,
		isPublic,
		since: Date.now(),
		customer: { email: '' },
		payer: null,
		step: null,
		transactionReference: null,
		acsUrl: null,
		otpMessages: [],
		isOtpRejected: false,
		lastStart: null,
		...known,
	};
}

/**
 * The service's record under an attempt's reference: a payment with this outcome, a payment of another amount or currency,
 * nothing (or nothing that it can find by this reference), or unanswered where it does not say.
 */
export type AttemptState = Outcome | 'other' | 'none' | 'unanswered';

/** An attempt, and the service's record of it. */
export interface AttemptLookUp {
	session: Session;
	state: AttemptState;
	record?: VerifiedPayment;
	/** The service's answer with the record, as it came, without secrets. */
	response?: unknown;
	/** The reason why the outcome is not known, where the record does not give it. */
	doubt?: string;
	/** The charge that the payment was made with; undefined where nobody knows it any more. */
	cardAttempt?: CardAttempt;
	/** The attempt before it, where the service has just said that it was declined. */
	declined?: AttemptLookUp;
}

/** The attempt of a link that counts: the first attempt that the service has not declined. */
export interface CurrentAttempt extends AttemptLookUp {
	/** The page that it leads to. */
	page: PageName;
}

/** The page that a customer sees. `tryAgain` is a decline with the way to the next card, `declined` one that nothing follows. */
export type PageName =
	| ('paid' | 'refunded' | 'declined' | 'tryAgain' | 'used')
	| ('card' | 'otp' | 'redirect' | 'check')
	| ('expired' | 'closed');
