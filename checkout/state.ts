import type { VerifiedPayment } from '../gateway/calls/verifyCall';
import type { Outcome } from '../gateway/outcome';
import type { Charge, Session, Step } from './session';

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
	charge?: Charge;
}

/** The attempt of a link that counts: the first one that the service's record does not say is declined. */
export interface CurrentAttempt extends AskedAttempt {
	/** Its page. */
	state: State;
	/** The attempt before it, where the service has just said that it was declined. */
	declined?: AskedAttempt;
}

/** What is known of an attempt besides the service's record. */
export interface Known {
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
	/** Whether the card that this browser has sent was declined, in the attempt before this one. */
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
export function stateOf(found: Found, known: Known): State {
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
			return known.isSent ? afterCard(known) : beforeCard(known);
		case 'doesNotSay':
			return known.isSent ? afterCard(known) : 'closed';
		default:
			return whilePending(known);
	}
}

function beforeCard({ takesCard, isOver, wasDeclined }: Known): State {
	if (!takesCard) return 'declined';
	if (isOver) return wasDeclined ? 'declined' : 'expired';
	return wasDeclined ? 'tryAgain' : 'card';
}

function afterCard({ step, hasBank, takesOtp }: Known): State {
	if (step === 'bank' && hasBank) return 'redirect';
	return step === 'otp' && takesOtp ? 'otp' : 'check';
}

function whilePending({ step, hasBank, takesOtp }: Known): State {
	if (step === 'done') return 'check';
	if (hasBank) return 'redirect';
	return takesOtp ? 'otp' : 'check';
}
