import { hash } from 'crypto';

import type { VerifiedPayment } from '../gateway/calls/verifyCall';
import type { Outcome } from '../gateway/outcome';

/** What a payment link asks for. The customer can read the terms but not alter them. */
export interface LinkTerms {
	/** The merchant's reference. It identifies the link, and is that of its first attempt. */
	reference: string;
	/** In major units, as decimal text. */
	amount: string;
	currency: string;
	description: string;
	/** In milliseconds since 1970. */
	expires: number;
	/** How many cards the customer may try, one after another. A card that is refused without a record counts as well, within the same attempt. */
	tries: number;
	/** Passed on to the workflow with the payment. */
	customFields: Record<string, string>;
}

/** How many cards a link may allow at most. */
export const MOST_TRIES = 10;

/** One card for a link, under a reference of its own (see `referenceOf`). */
export interface Attempt {
	terms: LinkTerms;
	/** Counted from 1. */
	number: number;
	/** Whether it comes from a page that anybody can open; a signed payment link is for one customer. */
	isPublic: boolean;
}

// In letters, because digits could look like a card number. No other reference is the same by chance.
const HASH_LENGTH = 12;

/**
 * The reference of an attempt: that of the link, and from the second card on one such as "ORD-1001-2-bkfcaidhgpem". Its hash has no
 * key, so that all links with one reference share their attempts, and a replaced private key changes nothing.
 */
export function referenceOf({ terms: { reference }, number }: Pick<Attempt, 'terms' | 'number'>): string {
	if (number === 1) return reference;
	const hashed = hash('sha256', JSON.stringify([reference, number])).slice(0, HASH_LENGTH);
	return `${reference}-${number}-${hashed.replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!)}`;
}

/** Who has paid, and with which card, as far as the workflow and the receipt are told. */
interface Payer {
	/** When the form with the card came, in milliseconds since 1970. */
	at: number;
	email: string;
	cardLast4: string;
	cardBrand: string | null;
}

/** What the addresses that the service is given carry of a charge, sealed. Nothing in it ever changes. */
export type ChargedAttempt = Attempt & { payer: Payer };

/**
 * What this browser has done last: it has a form for a card; it has sent one; the service has asked it for an OTP, or sent it to the
 * bank; or there is nothing left to do but to wait for the service.
 */
export type Step = 'card' | 'sent' | 'otp' | 'bank' | 'done';

/**
 * What a browser carries from page to page, sealed, so that any process can answer its next request. What became of the
 * payment is not in it: that is asked of the service.
 */
export interface Session extends Attempt {
	/** When the form was opened, or the last step ended, in milliseconds since 1970. */
	since: number;
	/** What the customer has entered, for the next form. */
	email: string;
	/** Who has paid, where this browser has sent the charge of this attempt. */
	payer: Payer | null;
	step: Step;
	/** The service's reference of the payment, from its answer or its record. */
	transactionReference: string | null;
	/** The bank's page. */
	acsUrl: string | null;
	/** What the service tells the customer about the OTP. */
	otpMessages: string[];
	/** Whether the last OTP was wrong. */
	isOtpRejected: boolean;
	/** Whether the payment has started the workflow. Another process may not know it yet. */
	hasStarted: boolean;
}

/** A session of an attempt. What is not given is not known. */
export function sessionOf(
	{ terms, number, isPublic }: Attempt,
	known: Partial<Omit<Session, keyof Attempt>> = {},
): Session {
	return {
		terms,
		number,
		isPublic,
		since: Date.now(),
		email: '',
		payer: null,
		step: 'card',
		transactionReference: null,
		acsUrl: null,
		otpMessages: [],
		isOtpRejected: false,
		hasStarted: false,
		...known,
	};
}

/**
 * What the service has under the reference of an attempt: a payment with this outcome, a payment of another amount or currency,
 * nothing (or nothing that it can find by this reference), or it does not say.
 */
export type Found = Outcome | 'other' | 'none' | 'doesNotSay';

/** An attempt that the service was asked about. */
export interface AskedAttempt {
	session: Session;
	found: Found;
	record?: VerifiedPayment;
	/** The charge that the payment was made with; undefined where nobody knows it any more. */
	charge?: ChargedAttempt;
}

/** The attempt of a link that counts: the first one that the service's record does not say is declined. */
export interface CurrentAttempt extends AskedAttempt {
	/** Its page. */
	state: State;
	/** The attempt before it, where the service has just said that it was declined. */
	declined?: AskedAttempt;
}

/** What is known of an attempt besides the service's record. */
export interface Circumstances {
	/** Whether its card was sent, and not refused. */
	isSent: boolean;
	/** What this browser has done last in this attempt. */
	step: Step;
	/** Whether the bank's page is known. */
	hasBank: boolean;
	/** Whether an OTP can be sent: the service's reference is known, and there are tries left. */
	takesOtp: boolean;
	/** Whether the link takes one more card. */
	takesCard: boolean;
	/** Whether the time of the link is over. */
	isOver: boolean;
	/** Whether the browser's own attempt was declined, or one after it. */
	wasDeclined: boolean;
}

/** The page that a customer sees. `tryAgain` is a decline with the way to the next card, `declined` one that nothing follows. */
export type State =
	| ('paid' | 'refunded' | 'declined' | 'tryAgain' | 'used')
	| ('card' | 'otp' | 'redirect' | 'check')
	| ('expired' | 'closed');

/**
 * The page of the current attempt. Every request finds it here, whichever way it comes: a link, a reloaded page, a form, the bank.
 *
 * | The service has | What else is known               | The page                                              |
 * | --------------- | -------------------------------- | ----------------------------------------------------- |
 * | authorized      |                                  | the receipt                                           |
 * | refunded        |                                  | the receipt                                           |
 * | declined        | no attempt may follow            | declined                                              |
 * | other           |                                  | the link cannot be paid                               |
 * | unknown         |                                  | being checked                                         |
 * | pending         | the customer is done             | being checked                                         |
 * | pending         |                                  | the bank's page, otherwise the OTP, otherwise checked |
 * | none            | sent                             | the OTP or the bank's page that the answer to the     |
 * |                 |                                  | charge has asked for, otherwise being checked         |
 * | none            | not sent, and no card is left    | declined                                              |
 * | none            | not sent, and the link is over   | expired; after a decline: declined                    |
 * | none            | not sent                         | the form for a card; after a decline: why, and the    |
 * |                 |                                  | way to the next card                                  |
 * | does not say    | sent                             | as for none                                           |
 * | does not say    | not sent                         | nothing can be paid now                               |
 */
export function stateOf(
	found: Found,
	{ isSent, step, hasBank, takesOtp, takesCard, isOver, wasDeclined }: Circumstances,
): State {
	switch (found) {
		case 'authorized':
			return 'paid';
		case 'refunded':
		case 'declined':
			return found;
		case 'other':
			return 'used';
		case 'unknown':
			return 'check';
		case 'none':
		case 'doesNotSay':
			if (isSent && step === 'bank' && hasBank) return 'redirect';
			if (isSent) return step === 'otp' && takesOtp ? 'otp' : 'check';
			if (found === 'doesNotSay') return 'closed';
			if (!takesCard || (isOver && wasDeclined)) return 'declined';
			if (isOver) return 'expired';
			return wasDeclined ? 'tryAgain' : 'card';
		default:
			if (step === 'done') return 'check';
			if (hasBank) return 'redirect';
			return takesOtp ? 'otp' : 'check';
	}
}
