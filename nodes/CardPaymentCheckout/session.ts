import type { LinkTerms } from '../shared/signing/paymentLink';
import { seal, unseal, unsealAtAnyAge, type SealContext } from '../shared/signing/sealed';

// Opening each takes time, and anybody may send a URL.
const MOST_STATES = 4;

/** How long the outcome of a charge is waited for, in milliseconds. */
export const LONGEST_PAYMENT = 7 * 24 * 3_600_000;

/** A charge that the page has sent, and what of it comes out with the payment. */
export interface SentCharge {
	/** When it was sent, in milliseconds since 1970. */
	at: number;
	email: string;
	cardLast4: string;
	cardBrand: string | null;
}

/** What a session remembers of the way through a payment (see `states.ts`). */
export type Stage = 'card' | 'otp' | 'redirect' | 'check';

/**
 * The state of a payment. The browser carries it from request to request, sealed, so that any process can answer the
 * next one. It holds no card data except what a receipt shows.
 */
export interface CheckoutSession {
	stage: Stage;
	terms: LinkTerms;
	/** Which card the customer is trying, counted from 1. */
	tryNumber: number;
	/**
	 * The merchant's reference of this try. It stays when the private key is replaced, so that a form that is sent again is
	 * refused as a repeat. Undefined as long as no browser has carried the session.
	 */
	reference?: string;
	/** When the stage began, in milliseconds since 1970. */
	since: number;
	/** When the session ends, in milliseconds since 1970. Going on with it does not extend it. */
	expires: number;
	/** What this customer has entered, for the form. */
	email: string;
	/** How many cards were sent for this link, as far as the session knows. */
	cardsSent: number;
	/** The charge of this try, if this customer's form has sent it, and it was not refused. Somebody else with the same link has none. */
	charge: SentCharge | null;
	/** The service's reference, from its own answer. */
	transactionReference: string | null;
	/** What the service tells the customer about the OTP. */
	otpMessages: string[];
	wrongOtps: number;
	/** The bank's page. */
	acsUrl: string | null;
	/** Whether this payment has started the workflow. */
	hasStarted: boolean;
}

/**
 * The sealed sessions that a URL may carry. Services escape a URL, add a state of their own, or append "?..." to a URL that already
 * has a query.
 */
export function statesIn(query: URLSearchParams): string[] {
	const states = [...query.getAll('state'), ...query.getAll('amp;state')];
	return states.slice(0, MOST_STATES).map((state) => state.split('?')[0]!);
}

/** Encrypts and signs a session for a URL or a form. */
export function sealSession(session: CheckoutSession, context: SealContext): string {
	return seal(session, session.expires, context);
}

/** Opens a sealed session; undefined when it was altered or belongs to another trigger. */
export function unsealSession(state: string, context: SealContext): CheckoutSession | 'expired' | undefined {
	return unseal<CheckoutSession>(state, context);
}

/**
 * Opens the session of a page, as `unsealSession` does; that of a form for a card at any age. Its time ends with that of the
 * link, and like the link it still leads to the payment that was made.
 */
export function unsealPage(state: string, context: SealContext): CheckoutSession | 'expired' | undefined {
	const session = unsealSession(state, context);
	if (session !== 'expired') return session;
	const old = unsealOldSession(state, context);
	return old?.stage === 'card' ? old : 'expired';
}

/** Opens a sealed session of any age: it proves which page has made it. */
export function unsealOldSession(state: string, context: SealContext): CheckoutSession | undefined {
	return unsealAtAnyAge<CheckoutSession>(state, context)?.value;
}
