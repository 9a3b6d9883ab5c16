import type { LinkTerms } from '../shared/signing/paymentLink';

/**
 * Where a payment is. The browser carries it from request to request, sealed, so that each can reach another process. It
 * holds no card data but what a receipt shows.
 */
export interface CheckoutSession {
	/** What the page does next: ask for a card or an OTP, send the browser to the bank, or ask the service. */
	stage: 'card' | 'otp' | 'redirect' | 'check';
	terms: LinkTerms;
	/** Which card it is, counted from 1. */
	tryNumber: number;
	/** When the session began, in milliseconds since 1970. */
	since: number;
	email: string;
	cardLast4: string | null;
	cardBrand: string | null;
	/** The service's reference, as its own answer had it. */
	transactionReference: string | null;
	/** What the service tells the customer about the OTP. */
	otpMessages: string[];
	wrongOtps: number;
	/** The bank's page. */
	acsUrl: string | null;
	/** The service refused the charge and did not say why: the reference may have been used a moment ago. */
	isRefused: boolean;
	/** This payment has started the workflow. */
	hasStarted: boolean;
}

/** Asks for a card. */
export function newSession(terms: LinkTerms, tryNumber: number, email = ''): CheckoutSession {
	return {
		...{ stage: 'card', terms, tryNumber, since: Date.now(), email, cardLast4: null, cardBrand: null },
		...{ transactionReference: null, otpMessages: [], wrongOtps: 0, acsUrl: null },
		...{ isRefused: false, hasStarted: false },
	};
}
