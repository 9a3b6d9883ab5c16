// @ts-nocheck
import type { LinkTerms } from '../shared/signing/paymentLink';
import { seal, unseal, type SealContext } from '../shared/signing/sealed';

const WEEK = 7 * 24 * 3_600_000;

/**
 * The state of a payment. The browser carries it from request to request, sealed, so that any process can answer the
 * next one. It holds no card data except what a receipt shows.
 */
export interface CheckoutSession {
	/** What the page does next: ask for a card, ask for an OTP, send the browser to the bank, or ask the service. */
	stage: 'card' | 'otp' | 'redirect' | 'check';
	terms: LinkTerms;
	/** Which card the customer is trying, counted from 1. */
	tryNumber: number;
	/** When the stage began, in milliseconds since 1970. */
	since: number;
	email: string;
	cardLast4: string | null;
	cardBrand: string | null;
	/** The service's reference, from its own answer. */
	transactionReference: string | null;
	/** What the service tells the customer about the OTP. */
	otpMessages: string[];
	wrongOtps: number;
	/** The bank's page. */
	acsUrl: string | null;
	/** Whether the service refused the charge without saying why. The reference may have been used a moment before. */
	isRefused: boolean;
	/** Whether this payment has started the workflow. */
	hasStarted: boolean;
}

/** A session that asks for a card. */
export function newSession(terms: LinkTerms, tryNumber: number, email = ''): CheckoutSession {
	return {
		stage: 'card',
		terms,
		tryNumber,
		since: Date.now(),
		email,
		cardLast4: null,
		cardBrand: null,
		transactionReference: null,
		otpMessages: [],
		wrongOtps: 0,
		acsUrl: null,
		isRefused: false,
		hasStarted: false,
	};
}

/** The session while nothing is known of the outcome yet, so that the service must be asked. */
export function awaitingResult(session: CheckoutSession): CheckoutSession {
	return { ...session, stage: 'check', since: Date.now() };
}

/** Encrypts and signs a session for a URL or a form. */
export function sealSession(session: CheckoutSession, context: SealContext): string {
	return seal(session, WEEK, context);
}

/** Opens a sealed session; undefined when it was altered or belongs to another trigger. */
export function unsealSession(state: string, context: SealContext): CheckoutSession | 'expired' | undefined {
	return unseal<CheckoutSession>(state, context);
}
