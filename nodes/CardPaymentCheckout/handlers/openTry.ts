import { closedPage } from '../../shared/pages/messages';
import type { Reply } from '../../shared/pages/reply';
import { addressOf } from '../addresses';
import { findPayment, type Found } from '../record';
import type { CheckoutRequest } from '../request';
import type { CheckoutSession } from '../session';
import { awaitingResult, newSession, submitted } from '../states';

/**
 * Another try of a link that may be open or paid. Browsers may keep pages of several tries.
 * @returns the session that shows it; undefined where each one that this n8n knows of has been declined; 'unavailable' where
 * the service does not tell
 */
export async function openTry(
	request: CheckoutRequest,
	session: CheckoutSession,
): Promise<CheckoutSession | 'unavailable' | undefined> {
	const others = otherTries(request, session);
	const underway = underwayOf(request, others);
	if (underway) return underway;
	const charged = await findCharged(request, others);
	const open = charged.find(({ found }) => found !== 'unavailable' && mayBePaid(found));
	if (open) return open.session;
	return charged.some(({ found }) => found === 'unavailable') ? 'unavailable' : undefined;
}

/**
 * The try that has taken the place of one that asks for its OTP, so that no OTP of this one may be sent: the last one that may be
 * paid of those after it, which began when this one was declined; or one before it that is paid after all.
 */
export async function tryInstead(
	request: CheckoutRequest,
	session: CheckoutSession,
): Promise<CheckoutSession | undefined> {
	const others = otherTries(request, session);
	const underway = underwayOf(request, others);
	if (underway) return underway;
	const charged = await findCharged(request, others);
	const instead = charged.findLast(({ session: { tryNumber }, found }) =>
		tryNumber > session.tryNumber ? mayBePaid(found) : isPaid(found),
	);
	return instead?.session;
}

/** What tells, after a look-up, whether a card or an OTP of the link was sent meanwhile, or is under way. */
export function sentSoFar(request: CheckoutRequest, session: CheckoutSession): string {
	const { store } = request;
	const otps = otherTries(request, session).map((one) => [store.otpsTried(one), store.isUnderway(one)]);
	return JSON.stringify([store.cardsSent(session).last, otps]);
}

function underwayOf({ store }: CheckoutRequest, tries: readonly CheckoutSession[]): CheckoutSession | undefined {
	const underway = tries.find((one) => store.isUnderway(one));
	return underway && { ...submitted(underway), ...store.progress(underway) };
}

interface Charged {
	session: CheckoutSession;
	found: Found;
}

/** The tries that this n8n has sent, in order, and what the service knows of them. */
async function findCharged(request: CheckoutRequest, tries: readonly CheckoutSession[]): Promise<Charged[]> {
	const charged = tries.flatMap((one) => {
		const known = request.store.progress(one);
		return known ? [{ ...one, ...known }] : [];
	});
	return await Promise.all(charged.map(async (session) => ({ session, found: await findPayment(request, session) })));
}

function mayBePaid(found: Found): boolean {
	return typeof found === 'string' || found.outcome !== 'declined';
}

function isPaid(found: Found): boolean {
	return typeof found !== 'string' && found.outcome === 'authorized';
}

/** Another link with the same reference may allow more of them. */
function otherTries({ store }: CheckoutRequest, session: CheckoutSession): CheckoutSession[] {
	const { terms, tryNumber, email } = session;
	const most = Math.max(terms.tries, store.cardsSent(session).count);
	const numbers = Array.from({ length: most }, (_, index) => index + 1).filter((number) => number !== tryNumber);
	return numbers.map((number) => awaitingResult(newSession(terms, number, email)));
}

/** A page that tells of a decline or asks for a card; where another try of the link is open or paid, the way to that one. */
export async function unlessOpen(request: CheckoutRequest, session: CheckoutSession, page: Reply): Promise<Reply> {
	const open = await openTry(request, session);
	if (open === undefined) return page;
	return open === 'unavailable' ? closedPage(request.branding) : { goTo: addressOf(request, open) };
}
