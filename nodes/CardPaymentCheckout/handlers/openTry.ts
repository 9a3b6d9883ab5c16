import { isFinal } from '../../../gateway/outcome';
import { closedPage } from '../../shared/pages/messages';
import type { Reply } from '../../shared/pages/reply';
import { addressOf } from '../addresses';
import { findPayment, type Found } from '../record';
import type { CheckoutRequest } from '../request';
import { LONGEST_PAYMENT, type CheckoutSession } from '../session';
import { awaitingResult, newSession, submitted } from '../states';

/** Another try of a link; undefined where there is none; 'unavailable' where the service does not tell. */
type OtherTry = CheckoutSession | 'unavailable' | undefined;

/** Another try of a link that may be open or paid: this n8n has sent it, and knows of no decline. Browsers may keep pages of several tries. */
export async function openTry(request: CheckoutRequest, session: CheckoutSession): Promise<OtherTry> {
	return await findTry(request, otherTries(request, session), mayBePaid);
}

/**
 * The try that has taken the place of one whose OTP is asked for, so that no OTP of this one may be sent: one that is paid, or a
 * later one that may be, because it began when this one was declined.
 */
export async function tryInstead(request: CheckoutRequest, session: CheckoutSession): Promise<OtherTry> {
	const others = otherTries(request, session);
	const isLater = ({ tryNumber }: CheckoutSession) => tryNumber > session.tryNumber;
	const later = await findTry(request, others.filter(isLater), mayBePaid);
	return later ?? (await findTry(request, others.filter((other) => !isLater(other)), isPaid));
}

async function findTry(
	request: CheckoutRequest,
	others: readonly CheckoutSession[],
	isWanted: (found: Found) => boolean,
): Promise<OtherTry> {
	const { store } = request;
	const underway = others.find((other) => store.isUnderway(other));
	if (underway) return { ...submitted(underway), isRefused: true, ...store.progress(underway) };
	const charged = others.flatMap((other) => {
		const known = store.progress(other);
		return known ? [{ ...other, ...known }] : [];
	});
	const found = await Promise.all(charged.map(async (other) => await findPayment(request, other)));
	const wanted = charged.find((_, index) => found[index] !== 'unavailable' && isWanted(found[index]!));
	return wanted ?? (found.includes('unavailable') ? 'unavailable' : undefined);
}

function mayBePaid(found: Found): boolean {
	return typeof found === 'string' || found.outcome !== 'declined';
}

function isPaid(found: Found): boolean {
	return typeof found !== 'string' && isFinal(found.outcome) && found.outcome !== 'declined';
}

/** Another link with the same reference may allow more of them. */
function otherTries({ store }: CheckoutRequest, session: CheckoutSession): CheckoutSession[] {
	const { terms, tryNumber, email } = session;
	const most = Math.max(terms.tries, store.cardsSent(session).count);
	const numbers = Array.from({ length: most }, (_, index) => index + 1).filter((number) => number !== tryNumber);
	return numbers.map((number) => {
		const other = awaitingResult(newSession(terms, number, email));
		// An old page does not extend the life of a payment, and the end of its link does not shorten it.
		const sent = store.charged(other)?.charge.at ?? 0;
		return { ...other, expires: Math.max(session.expires, sent + LONGEST_PAYMENT) };
	});
}

/** A page that tells of a decline or asks for a card; where another try of the link is open or paid, the way to that one. */
export async function unlessOpen(request: CheckoutRequest, session: CheckoutSession, page: Reply): Promise<Reply> {
	const open = await openTry(request, session);
	if (open === undefined) return page;
	return open === 'unavailable' ? closedPage(request.branding) : { goTo: addressOf(request, open) };
}
