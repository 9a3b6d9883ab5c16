import {
	referenceOf,
	sessionOf,
	type AttemptLookUp,
	type CardAttempt,
	type CurrentAttempt,
	type Session,
} from '../../checkout/attempt';
import { queryOf } from '../../checkout/query';
import { compareInWords } from '../../gateway/calls/expectedPayment';
import { findPayments } from '../../gateway/calls/findPayments';
import type { VerifiedPayment } from '../../gateway/calls/verify';
import { isFinal } from '../../gateway/outcome';
import { followAttempts } from '../../gateway/sending/attempts';
import { lookUp } from '../../gateway/sending/lookUp';
import { compareReferences } from '../../gateway/values/attempt';
import type { CheckoutRequest } from './checkoutRequest';
import { pageOf } from './pageOf';

/**
 * Finds the current attempt of a link at the service. It begins with the last attempt that this n8n knows, or else with the attempt of
 * the session; an attempt that was declined leads to the next attempt, up to the most that any link with this reference may have.
 */
export async function findAttempt(
	request: CheckoutRequest,
	session: Session,
	claimed?: string | null,
): Promise<CurrentAttempt> {
	const { store, settings } = request;
	const lookUpNumber = async (number: number) => {
		const isThisBrowsers = number === session.number;
		const attemptSession = isThisBrowsers ? session : sessionOf({ ...session, number }, { customer: session.customer });
		return await lookUpAttempt(request, attemptSession, isThisBrowsers ? claimed : undefined);
	};
	const first = store.recallLink(session.terms).attempt || session.number;
	const { found: asked, declined } = await followAttempts(first, lookUpNumber, ({ state }) => state === 'declined');
	const { payer, step, acsUrl, transactionReference, terms, number } = asked.session;
	const { attempt, isCharged, otps, cards } = store.recallAttempt(asked.session);
	const page = pageOf(asked.state, {
		isSent: payer !== null || attempt === number,
		isOwn: payer !== null || isCharged || asked.cardAttempt !== undefined,
		step,
		hasBank: acsUrl !== null,
		takesOtp: transactionReference !== null && otps < settings.options.otpTries,
		takesCard: cards < terms.tries,
		isOver: Date.now() >= terms.expires,
		wasDeclined: number > session.number,
	});
	return { ...asked, declined, page };
}

/**
 * Looks up the payment of an attempt (specification 4.5, and the transaction history), and notes in the store what the service
 * says. A record under the attempt's reference is the link's payment if it has the link's amount and currency.
 * @param claimed a transaction reference from the request, which anybody can have written
 */
export async function lookUpAttempt(
	request: CheckoutRequest,
	session: Session,
	claimed?: string | null,
): Promise<AttemptLookUp> {
	const { service, entered, store } = request;
	const { terms } = session;
	const stored = store.recallAttempt(session);
	const known: Session = {
		...session,
		transactionReference: session.transactionReference ?? stored.transactionReference,
		acsUrl: session.acsUrl ?? stored.acsUrl,
	};
	const reference = referenceOf(session);
	const found = await lookUp(service, findPayments, {
		own: [known.transactionReference, claimed],
		merchant: reference,
		compare({ reference: told, transactionReference: own }) {
			const likeness = compareReferences(reference, told);
			// Anybody may have claimed the reference of another payment.
			const isOwn = own !== null && own === known.transactionReference;
			return likeness === 'notKnown' ? (isOwn ? 'same' : 'different') : likeness;
		},
		secrets: entered,
	});
	if (found.kind === 'unanswered') request.log(`a payment cannot be verified: ${found.failure.message}`);
	if (found.kind !== 'record') {
		const state = found.kind === 'unanswered' ? 'unanswered' : 'none';
		return { session: known, state, cardAttempt: ownCardAttempt(known) };
	}
	const { record, raw: response } = found;
	const cardAttempt = await cardAttemptOf(request, known, record);
	const transactionReference = record.transactionReference ?? known.transactionReference;
	const { likeness: told, words } = compareInWords(terms, record, service.settings);
	// No money is in a decline, whatever its amount was: another attempt of the order may follow it.
	const likeness = record.outcome === 'declined' ? 'same' : told;
	// This link was charged, or the amount cannot be read: an open question, and not somebody else's payment.
	const isOfLink = cardAttempt?.terms.amount === terms.amount && cardAttempt.terms.currency === terms.currency;
	const isOther = likeness === 'different' && !isOfLink;
	const state = likeness === 'same' ? record.outcome : isOther ? 'other' : 'unknown';
	const which = `the payment ${record.transactionReference} under the reference ${reference}`;
	const unlike = words.join(', ');
	const doubt =
		likeness === 'same' || isOther
			? undefined
			: `${which} cannot be compared with the one that was expected: ${unlike}. It may be that of this link: verify it.`;
	if (isOther)
		request.log(
			`${which} is not the one that was expected: ${unlike}. If the link was not paid, make a new link with a reference that is used nowhere else.`,
		);
	if (doubt !== undefined) request.log(doubt);
	// Nobody goes to the bank with a payment that has ended.
	const acsUrl = isFinal(record.outcome) ? null : known.acsUrl;
	if (!isOther) store.keepAttempt(session, { transactionReference, acsUrl });
	if (state === 'declined' && cardAttempt) store.countRefusedCard(cardAttempt);
	return { session: { ...known, transactionReference, acsUrl }, state, record, response, doubt, cardAttempt };
}

/** Returns the card that this browser has sent in an attempt. */
function ownCardAttempt({ terms, number, isPublic, payer }: Session): CardAttempt | undefined {
	return payer ? { terms, number, isPublic, payer } : undefined;
}

/** Reads the card attempt of a payment: from the callback URL that the service repeats, otherwise from this browser. */
async function cardAttemptOf(
	request: CheckoutRequest,
	session: Session,
	{ callbackUrl, transactionReference }: VerifiedPayment,
): Promise<CardAttempt | undefined> {
	const { terms, number } = session;
	const own = ownCardAttempt(session);
	let address = callbackUrl;
	// A row of the history has no callback URL.
	if (address === null && !own && transactionReference !== null) {
		const { service, entered } = request;
		const whole = await lookUp(service, findPayments, { own: [transactionReference], secrets: entered });
		address = whole.kind === 'record' ? whole.record.callbackUrl : null;
	}
	const sealed = address === null ? null : queryOf(address).get('attempt');
	const carried = request.unseal<CardAttempt>('attempt', sealed);
	return carried?.terms.reference === terms.reference && carried.number === number ? carried : own;
}
