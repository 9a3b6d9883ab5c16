import { MOST_TRIES } from '../../checkout/link';
import { sessionOf, type Session } from '../../checkout/session';
import { stateOf, type State } from '../../checkout/state';
import { ask, type Answer } from './ask';
import type { CheckoutRequest } from './pageRequest';

/** Where a customer stands: the attempt of the link that counts, and its page. */
export interface Position extends Answer {
	session: Session;
	state: State;
	/** The attempt before it, which was declined, where the service has just said so. */
	declined?: Omit<Position, 'state'>;
}

/**
 * Asks the service for the attempt of a link that counts: the last one that this n8n knows, or else that of the session; where it
 * was declined, the first one after it that was not.
 * @param claimed the service's reference of the session's payment according to a request, which proves nothing
 */
export async function look(request: CheckoutRequest, session: Session, claimed?: string | null): Promise<Position> {
	const { store } = request;
	let declined: Position['declined'];
	for (let number = store.link(session.terms).attempt || session.number; ; number++) {
		const present = sessionAt(request, session, number);
		const answer = await ask(request, present, number === session.number ? claimed : undefined);
		const { found, record, charge } = answer;
		const transactionReference = record?.transactionReference ?? present.transactionReference;
		const isNews = store.link(session.terms).attempt < number || transactionReference !== present.transactionReference;
		if (record && found !== 'other' && isNews) store.keepAttempt(present, { transactionReference });
		const position = { ...answer, session: { ...present, transactionReference }, declined };
		if (found !== 'declined') return { ...position, state: stateAt(request, session, position) };
		if (charge) store.keepRefused(charge);
		if (number >= MOST_TRIES) return { ...position, state: 'declined' };
		declined = position;
	}
}

/** The session at an attempt, with what this n8n knows of it. */
function sessionAt({ store }: CheckoutRequest, session: Session, number: number): Session {
	const present = number === session.number ? session : sessionOf({ ...session, number }, { email: session.email });
	const known = store.known(present);
	return {
		...present,
		transactionReference: present.transactionReference ?? known.transactionReference,
		acsUrl: present.acsUrl ?? known.acsUrl,
	};
}

function stateAt(
	{ store, settings }: CheckoutRequest,
	from: Session,
	{ found, session }: Pick<Position, 'found' | 'session'>,
): State {
	const { terms, number, payer, step, acsUrl, transactionReference } = session;
	const { attempt, otps } = store.known(session);
	return stateOf(found, {
		isSent: payer !== null || attempt === number,
		step,
		hasBank: acsUrl !== null,
		takesOtp: transactionReference !== null && otps < settings.options.otpTries,
		takesCard: store.cardsLeft(session) > 0,
		isOver: Date.now() >= terms.expires,
		wasDeclined: from.step !== 'card' && number > from.number,
	});
}
