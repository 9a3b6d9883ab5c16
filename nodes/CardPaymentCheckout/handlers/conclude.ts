import { addressOf } from '../addresses';
import { paymentPage } from '../pages';
import { findPayment, type Found } from '../record';
import { takenPage } from '../../shared/pages/messages';
import type { Reply } from '../../shared/pages/reply';
import type { CheckoutSession } from '../session';
import { startWith } from '../start';
import { newSession } from '../states';
import type { CheckoutRequest } from '../request';
import { askForCard, openLink } from './openLink';
import { unlessOpen } from './openTry';

// How long, in milliseconds, an earlier charge with the same reference may take to appear.
const PATIENCE = 15_000;

/** Shows the page of a session, after asking the service about its payment. */
export async function showPayment(request: CheckoutRequest, session: CheckoutSession): Promise<Reply> {
	if (session.stage === 'card') return await openLink(request, session);
	// Another request may know more about the same payment.
	const known = request.store.progress(session);
	const current: CheckoutSession = { ...session, ...(session.transactionReference === null && known) };
	const found = await findPayment(request, current);
	if (found === 'taken') return takenPage(request.branding);
	// Nothing was charged: the card was refused, or another form of this try was.
	if (found === 'none' && !known && !session.charge && isLongAgo(request, session)) {
		const { terms, tryNumber, email, cardsSent, reference } = session;
		const again: CheckoutSession = { ...newSession(terms, tryNumber, email), cardsSent, reference };
		return await askForCard(request, again, { notice: 'notAccepted' });
	}
	const record = recordIn(found);
	const item = startWith(request, current, found);
	const page = paymentPage(request, current, record);
	// In a test n8n stops listening once the workflow has started.
	const mayGoOn = record?.outcome === 'declined' && !(item && request.isTest);
	return { ...(mayGoOn ? await unlessOpen(request, current, page) : page), item };
}

/**
 * Asks the service for the outcome of a payment, and redirects the browser to the page that shows it, so that reloading
 * the page submits nothing again.
 * @param claimed the service's reference according to the request
 */
export async function conclude(
	request: CheckoutRequest,
	session: CheckoutSession,
	claimed?: string | null,
): Promise<Reply> {
	const found = await findPayment(request, session, claimed);
	const item = startWith(request, session, found);
	const own = typeof found === 'string' ? undefined : found.record.transactionReference;
	const next: CheckoutSession = {
		...session,
		transactionReference: own ?? session.transactionReference,
		hasStarted: session.hasStarted || item !== undefined,
	};
	// In a test n8n stops listening once the workflow has started, so a redirect would lead nowhere.
	if (item && request.isTest) return { ...paymentPage(request, next, recordIn(found)), item };
	return { goTo: addressOf(request, next), item };
}

function recordIn(found: Found) {
	return typeof found === 'string' ? undefined : found;
}

function isLongAgo(request: CheckoutRequest, session: CheckoutSession): boolean {
	return Date.now() - session.since > PATIENCE && !request.store.isUnderway(session);
}
