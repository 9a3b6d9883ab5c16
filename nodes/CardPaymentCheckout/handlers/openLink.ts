import { closedPage, expiredPage, takenPage } from '../../shared/pages/messages';
import type { Reply } from '../../shared/pages/reply';
import { askCard, noCardsLeftPage, paymentPage, type Retry } from '../pages';
import { findPayment } from '../record';
import type { CheckoutRequest } from '../request';
import type { CheckoutSession } from '../session';
import { newSession, stateOf, submitted } from '../states';
import { unlessOpen } from './openTry';

/**
 * Asks for a card, unless the link was used before. Opening a link starts no workflow, because the link may be old.
 * @param first the session of the try to begin with
 */
export async function openLink(request: CheckoutRequest, first: CheckoutSession): Promise<Reply> {
	const { terms, email } = first;
	for (let blank = first; ; blank = newSession(terms, blank.tryNumber + 1, email)) {
		const known = request.store.progress(blank);
		// A payment of which this n8n knows nothing any more is gone on with as well, however old the link is.
		const session: CheckoutSession = { ...submitted(blank), ...known };
		const found = await findPayment(request, session);
		if (found === 'taken') return takenPage(request.branding);
		if (typeof found === 'string') {
			if (known || request.store.isUnderway(blank)) return paymentPage(request, session);
			// It may have been paid.
			if (found === 'unavailable') return closedPage(request.branding);
			return await unlessOpen(request, blank, await askForCard(request, blank));
		}
		if (found.outcome !== 'declined') return paymentPage(request, session, found);
		if (blank.tryNumber >= terms.tries) return await unlessOpen(request, session, paymentPage(request, session, found));
		// Where the decline is that of an earlier card, a later one may be under way with the same reference.
		if (request.store.isUnderway(blank)) return paymentPage(request, submitted(blank));
	}
}

/** Asks for a card, if the link takes one more. */
export async function askForCard(request: CheckoutRequest, session: CheckoutSession, retry?: Retry): Promise<Reply> {
	if (stateOf(session) === 'expired') return expiredPage(request.branding);
	const { count } = request.store.cardsSent(session);
	if (count < session.terms.tries) return askCard(request, session, retry);
	return await unlessOpen(request, session, noCardsLeftPage(request));
}
