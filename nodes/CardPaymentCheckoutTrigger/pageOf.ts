import type { AttemptState, PageName, Step } from '../../checkout/attempt';

/** Facts known of an attempt besides the service's record. */
export interface Circumstances {
	/** True if its card was sent, and not refused, or the service was seen to have a payment of it. */
	isSent: boolean;
	/** True if this page has sent it. */
	isOwn: boolean;
	/** The service's last request to this browser in this attempt. */
	step: Step | null;
	/** True if the bank's page is known. */
	hasBank: boolean;
	/** True if an OTP can be sent: the service's reference is known, and there are tries left. */
	takesOtp: boolean;
	/** True if the link takes one more card. */
	takesCard: boolean;
	/** True if the time of the link is over. */
	isOver: boolean;
	/** True if the browser's own attempt was declined, or one after it. */
	wasDeclined: boolean;
}

/**
 * Returns the page of the current attempt. Every request gets it here, whichever way it comes: a link, a reloaded page, a form, the bank.
 *
 * | The service has | What else is known               | The page                                              |
 * | --------------- | -------------------------------- | ----------------------------------------------------- |
 * | authorized      |                                  | the receipt                                           |
 * | refunded        |                                  | the receipt                                           |
 * | declined        | it is the last of `MOST_TRIES`   | declined                                              |
 * | other           |                                  | the link cannot be used                               |
 * | unknown         |                                  | being checked                                         |
 * | pending         | made elsewhere, such as on a     | being checked                                         |
 * |                 | hosted page                      |                                                       |
 * | pending         | the customer is done             | being checked                                         |
 * | pending         |                                  | the bank's page, otherwise the OTP, otherwise checked |
 * | none            | sent                             | the OTP or the bank's page that the answer to the     |
 * |                 |                                  | charge has asked for, otherwise being checked         |
 * | none            | not sent, and no card is left    | declined                                              |
 * | none            | not sent, and the link is over   | expired; after a decline: declined                    |
 * | none            | not sent                         | the form for a card; after a decline: why, and the    |
 * |                 |                                  | way to the next card                                  |
 * | unanswered      | sent                             | as for none                                           |
 * | unanswered      | not sent                         | nothing can be paid now                               |
 */
export function pageOf(
	state: AttemptState,
	{ isSent, isOwn, step, hasBank, takesOtp, takesCard, isOver, wasDeclined }: Circumstances,
): PageName {
	switch (state) {
		case 'authorized':
			return 'paid';
		case 'refunded':
		case 'declined':
			return state;
		case 'other':
			return 'used';
		case 'unknown':
			return 'check';
		case 'none':
		case 'unanswered':
			if (isSent && step === 'bank' && hasBank) return 'redirect';
			if (isSent) return step === 'otp' && takesOtp ? 'otp' : 'check';
			if (state === 'unanswered') return 'closed';
			if (!takesCard || (isOver && wasDeclined)) return 'declined';
			if (isOver) return 'expired';
			return wasDeclined ? 'tryAgain' : 'card';
		default:
			if (!isOwn || step === 'done') return 'check';
			if (hasBank) return 'redirect';
			return takesOtp ? 'otp' : 'check';
	}
}
