import { closedPage } from '../../shared/pages/messages';
import type { Reply } from '../../shared/pages/reply';
import { addressOf } from '../addresses';
import { findPayment } from '../record';
import type { CheckoutRequest } from '../request';
import type { CheckoutSession } from '../session';
import { awaitingResult, newSession } from '../states';

/**
 * Another try of a link that may be open or paid. Browsers may keep pages of several tries.
 * @returns the session that shows it; undefined where each one that this n8n knows of has been declined; 'unavailable' where
 * the service does not tell
 */
export async function openTry(
	request: CheckoutRequest,
	session: CheckoutSession,
): Promise<CheckoutSession | 'unavailable' | undefined> {
	const { store } = request;
	const others = otherTries(request, session);
	const underway = others.find((other) => store.isUnderway(other));
	if (underway) return { ...underway, isRefused: true, ...store.progress(underway) };
	const charged = others.flatMap((other) => {
		const known = store.progress(other);
		return known ? [{ ...other, ...known }] : [];
	});
	const found = await Promise.all(charged.map(async (other) => await findPayment(request, other)));
	const isOpen = found.map((one) => typeof one === 'string' || one.outcome !== 'declined');
	const open = charged.find((_, index) => isOpen[index] && found[index] !== 'unavailable');
	return open ?? (found.includes('unavailable') ? 'unavailable' : undefined);
}

/** Another link with the same reference may allow more of them. */
function otherTries({ store }: CheckoutRequest, session: CheckoutSession): CheckoutSession[] {
	const { terms, tryNumber, email } = session;
	const most = Math.max(terms.tries, store.cardsSent(session).count);
	const numbers = Array.from({ length: most }, (_, index) => index + 1).filter((number) => number !== tryNumber);
	// Going on with an old page does not extend its life.
	return numbers.map((number) => ({ ...awaitingResult(newSession(terms, number, email)), expires: session.expires }));
}

/** A page that tells of a decline or asks for a card; where another try of the link is open or paid, the way to that one. */
export async function unlessOpen(request: CheckoutRequest, session: CheckoutSession, page: Reply): Promise<Reply> {
	const open = await openTry(request, session);
	if (open === undefined) return page;
	return open === 'unavailable' ? closedPage(request.branding) : { goTo: addressOf(request, open) };
}
