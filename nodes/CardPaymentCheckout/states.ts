import { isFinal, type Outcome } from '../../gateway/outcome';
import type { LinkTerms } from '../shared/signing/paymentLink';
import { LONGEST_PAYMENT, type CheckoutSession, type Stage } from './session';

/**
 * The state of a payment. Every request finds it here, whichever door it comes through: the link, a reloaded page, a form,
 * the bank's page.
 *
 * | State    | The customer sees         | Leads to                                                                        |
 * | -------- | ------------------------- | ------------------------------------------------------------------------------- |
 * | card     | the form for a card       | the form is charged: otp, redirect, check; not sent or refused: card            |
 * | otp      | the form for the OTP      | the OTP is sent: check; it is wrong and one more may be tried: otp              |
 * | redirect | the way to the bank       | the bank sends the browser back: check; the link is opened again: redirect      |
 * | check    | that the service is asked | the service knows the result: paid, declined, refunded                          |
 * | paid     | the receipt               | the shop pays it back: refunded                                                 |
 * | declined | why, and "Try again"      | the next try, which has a reference of its own: card                            |
 * | refunded | that it was paid back     | -                                                                               |
 * | expired  | to ask for a new link     | -                                                                               |
 *
 * From otp, redirect and check the service's record alone leads to a result, at any request. Only declined, which the
 * service has confirmed, and a charge that it has refused lead to another card, so no two charges are ever open.
 */
export type State = Stage | 'paid' | 'declined' | 'refunded' | 'expired';

/** The state that a stage and the service's record of the payment lead to. */
export function stateOf(session: CheckoutSession, outcome?: Outcome): State {
	if (outcome && isFinal(outcome)) return resultOf(outcome);
	if (session.stage === 'card' && Date.now() >= session.terms.expires) return 'expired';
	return session.stage;
}

function resultOf(outcome: Outcome): State {
	if (outcome === 'authorized') return 'paid';
	return outcome === 'declined' ? 'declined' : 'refunded';
}

/** The stage that the service's answer to a charge leads to. A result in it is asked for again, because only verify counts. */
export function stageAfterCharge(outcome: Outcome): Stage {
	if (outcome === 'otp_required') return 'otp';
	return outcome === 'redirect_required' ? 'redirect' : 'check';
}

/** A session that asks for a card. */
export function newSession(terms: LinkTerms, tryNumber: number, email = ''): CheckoutSession {
	return {
		stage: 'card',
		terms,
		tryNumber,
		since: Date.now(),
		// After that no card is taken.
		expires: terms.expires,
		email,
		// Each try before has sent one card at least.
		cardsSent: tryNumber - 1,
		charge: null,
		transactionReference: null,
		otpMessages: [],
		wrongOtps: 0,
		acsUrl: null,
		hasStarted: false,
	};
}

/** The session of a card form that was submitted. It lives as long as a payment may take. */
export function submitted(session: CheckoutSession): CheckoutSession {
	return { ...awaitingResult(session), expires: Date.now() + LONGEST_PAYMENT };
}

/** The session while nothing is known of the outcome yet, so that the service must be asked. */
export function awaitingResult(session: CheckoutSession): CheckoutSession {
	return { ...session, stage: 'check', since: Date.now() };
}
