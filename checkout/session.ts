import type { LinkTerms } from './link';

/** One card for a link, under a reference of its own (see `referenceOf`). */
export interface Attempt {
	terms: LinkTerms;
	/** Counted from 1. */
	number: number;
	/** Whether it comes from a page that anybody can open; a signed payment link is for one customer. */
	isPublic: boolean;
}

/** Who has paid, and with which card, as far as the workflow and the receipt are told. */
interface Payer {
	/** When the card was sent, in milliseconds since 1970. */
	at: number;
	email: string;
	cardLast4: string;
	cardBrand: string | null;
}

/** A charge as it was sent. The addresses that the service is given carry it, sealed; nothing in it ever changes. */
export type Charge = Attempt & { payer: Payer };

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
	/** When the page or the step before it was made, in milliseconds since 1970. */
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

/** A session of an attempt, in which only that is known which is given. */
export function sessionOf({ terms, number, isPublic }: Attempt, known: Partial<Session> = {}): Session {
	return {
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
		terms,
		number,
		isPublic,
	};
}
