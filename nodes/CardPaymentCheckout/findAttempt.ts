import { MOST_TRIES, referenceOf } from '../../checkout/link';
import { sessionOf, type Charge, type Session } from '../../checkout/session';
import { stateOf, type AskedAttempt, type CurrentAttempt, type State } from '../../checkout/state';
import type { VerifiedPayment } from '../../gateway/calls/verifyCall';
import { isReference } from '../../gateway/values/reference';
import { leading, lookUpOf, type LookUp } from '../../gateway/lookUp';
import { differencesFrom } from '../../gateway/calls/sentPayment';
import { findPayment, verify } from '../shared/payments/findPayment';
import type { CheckoutRequest } from './checkoutRequest';

/**
 * Asks the service for the current attempt of a link. It begins with the last attempt that this n8n knows, or else with that of
 * the session; an attempt that was declined leads to the next one.
 * @param claimed the service's reference of the session's payment according to a request, which proves nothing
 */
export async function findAttempt(
	request: CheckoutRequest,
	session: Session,
	claimed?: string | null,
): Promise<CurrentAttempt> {
	let declined: AskedAttempt | undefined;
	for (let number = request.store.link(session.terms).attempt || session.number; ; number++) {
		const own = number === session.number ? session : sessionOf({ ...session, number }, { email: session.email });
		const asked = await askAbout(request, withKnown(request, own), own === session ? claimed : undefined);
		if (asked.found !== 'declined') return { ...asked, declined, state: stateAt(request, session, asked) };
		if (number >= MOST_TRIES) return { ...asked, declined, state: 'declined' };
		declined = asked;
	}
}

/** A session with what this n8n knows of its attempt. */
function withKnown({ store }: CheckoutRequest, session: Session): Session {
	const known = store.known(session);
	return {
		...session,
		transactionReference: session.transactionReference ?? known.transactionReference,
		acsUrl: session.acsUrl ?? known.acsUrl,
	};
}

function stateAt({ store, settings }: CheckoutRequest, from: Session, { found, session }: AskedAttempt): State {
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

/**
 * Asks the service for the payment of an attempt (specification 4.5, and the transaction history): by the service's reference
 * where it is known, and then by the merchant's. What it says is noted in the store.
 * @param claimed the service's reference according to a request, which proves nothing
 */
export async function askAbout(
	request: CheckoutRequest,
	session: Session,
	claimed?: string | null,
): Promise<AskedAttempt> {
	const { connection, entered } = request;
	const reference = referenceOf(session.terms, session.number);
	const named = [...new Set([session.transactionReference, claimed].filter(isReference))];
	const lookUps = [
		...named.map((own) => async () => lookUpOf(await verify(connection, own, entered))),
		async () => await findPayment(connection, reference, entered),
	];
	const records: VerifiedPayment[] = [];
	for (const lookUp of lookUps) {
		const answer: LookUp<VerifiedPayment> = await lookUp();
		if (answer.kind === 'doesNotSay') {
			request.log(`a payment cannot be verified: ${answer.failure.message}`);
			return { session, found: 'doesNotSay' };
		}
		if (answer.kind === 'record' && isOf(answer.record, session, reference)) records.push(answer.record);
		// A card that was declined says nothing of another one that was charged under the same reference.
		if (records.some(({ outcome }) => outcome !== 'declined')) break;
	}
	const record = leading(records);
	if (!record) return { session, found: 'none' };
	// Only the history says why a card was declined.
	const same = records.filter((one) => one.transactionReference === record.transactionReference);
	const errorCode = same.map((one) => one.errorCode).find((code) => code !== null) ?? null;
	return await compare(request, session, { ...record, errorCode });
}

/** Whether a record has the reference of an attempt; one that names none counts only by the service's reference in our own answer. */
function isOf({ reference, transactionReference }: VerifiedPayment, session: Session, expected: string): boolean {
	return reference === null ? transactionReference === session.transactionReference : reference === expected;
}

/** A record under the attempt's reference is the link's payment if it has the link's amount and currency. */
async function compare(request: CheckoutRequest, before: Session, record: VerifiedPayment): Promise<AskedAttempt> {
	const { store } = request;
	const { terms, number } = before;
	const charge = await chargeOf(request, before, record);
	const transactionReference = record.transactionReference ?? before.transactionReference;
	const session = { ...before, transactionReference };
	const differences = differencesFrom(terms, record);
	// Where this link was charged, nobody knows why its payment is another one than was asked for.
	const isOwn = charge?.terms.amount === terms.amount && charge.terms.currency === terms.currency;
	const found = differences.length === 0 ? record.outcome : isOwn ? 'unknown' : 'other';
	if (differences.length > 0)
		request.log(
			`the payment ${record.transactionReference} under the reference ${referenceOf(terms, number)} is not the one that was expected: ${differences.join(', ')}. If the link was not paid, make a new link with a reference that is used nowhere else.`,
		);
	if (found !== 'other') store.keepAttempt(before, { transactionReference });
	if (found === 'declined' && charge) store.keepRefused(charge);
	return { session, found, record, charge };
}

/** The charge of a payment: the service repeats the callback URL, which carries it. Otherwise that of this browser. */
async function chargeOf(
	request: CheckoutRequest,
	{ terms, number, isPublic, payer }: Session,
	{ callbackUrl, transactionReference }: VerifiedPayment,
): Promise<Charge | undefined> {
	const own = payer ? { terms, number, isPublic, payer } : undefined;
	let address = callbackUrl;
	// A row of the history has no callback URL.
	if (address === null && !own && isReference(transactionReference)) {
		const whole = await verify(request.connection, transactionReference, request.entered);
		address = 'value' in whole ? whole.value.callbackUrl : null;
	}
	const carried = address === null ? undefined : request.unsealCharge(new URL(address).searchParams);
	const isSame = carried?.terms.reference === terms.reference && carried.number === number;
	return isSame ? carried : own;
}
