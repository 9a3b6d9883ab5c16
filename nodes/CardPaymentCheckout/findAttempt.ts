import { MOST_TRIES, referenceOf } from '../../checkout/link';
import { sessionOf, type Charge, type Session } from '../../checkout/session';
import { stateOf, type AskedAttempt, type CurrentAttempt, type Found } from '../../checkout/state';
import { isReference, type VerifiedPayment } from '../../gateway/calls/verifyCall';
import { leading, lookUpOf, type LookUp } from '../../gateway/lookUp';
import type { Outcome } from '../../gateway/outcome';
import { differencesFrom } from '../../gateway/calls/sentPayment';
import { findPayment, verify } from '../shared/payments/findPayment';
import type { CheckoutRequest } from './checkoutRequest';

const FOUND: Readonly<Record<Outcome, Found>> = {
	authorized: 'paid',
	refunded: 'refunded',
	declined: 'declined',
	pending: 'open',
	otp_required: 'open',
	redirect_required: 'open',
	unknown: 'unclear',
};

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
	const { store } = request;
	let declined: AskedAttempt | undefined;
	for (let number = store.link(session.terms).attempt || session.number; ; number++) {
		const asked = await askAbout(
			request,
			sessionAt(request, session, number),
			number === session.number ? claimed : undefined,
		);
		if (asked.record && asked.found !== 'other') {
			const { transactionReference } = asked.session;
			const known = store.known(asked.session);
			const isNews = known.attempt !== number || known.transactionReference !== transactionReference;
			if (isNews) store.keepAttempt(asked.session, { transactionReference });
		}
		if (asked.found !== 'declined') return { ...asked, declined, state: stateAt(request, session, asked) };
		if (asked.charge) store.keepRefused(asked.charge);
		if (number >= MOST_TRIES) return { ...asked, declined, state: 'declined' };
		declined = asked;
	}
}

/** The session at an attempt, with what this n8n knows of it. */
function sessionAt({ store }: CheckoutRequest, session: Session, number: number): Session {
	const same = number === session.number ? session : sessionOf({ ...session, number }, { email: session.email });
	const known = store.known(same);
	return {
		...same,
		transactionReference: same.transactionReference ?? known.transactionReference,
		acsUrl: same.acsUrl ?? known.acsUrl,
	};
}

function stateAt({ store, settings }: CheckoutRequest, from: Session, { found, session }: AskedAttempt) {
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
 * where it is known, and then by the merchant's.
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
	const { transactionReference } = record;
	const same = records.filter((one) => one.transactionReference === transactionReference);
	const errorCode = same.map((one) => one.errorCode).find((code) => code !== null) ?? null;
	return await compare(request, session, { ...record, errorCode });
}

/** Whether a record has the reference of an attempt; one that names none counts only by the service's reference in our own answer. */
function isOf({ reference, transactionReference }: VerifiedPayment, session: Session, expected: string): boolean {
	return reference === null ? transactionReference === session.transactionReference : reference === expected;
}

/** A record under the attempt's reference is the link's payment if it has the link's amount and currency. */
async function compare(request: CheckoutRequest, before: Session, record: VerifiedPayment): Promise<AskedAttempt> {
	const charge = await chargeOf(request, before, record);
	const { terms, number } = before;
	const session = { ...before, transactionReference: record.transactionReference ?? before.transactionReference };
	const differences = differencesFrom(terms, record);
	if (differences.length === 0) return { session, found: FOUND[record.outcome], record, charge };
	request.log(
		`the payment ${record.transactionReference} under the reference ${referenceOf(terms, number)} is not the one that was expected: ${differences.join(', ')}. If the link was not paid, make a new link with a reference that is used nowhere else.`,
	);
	// Where this link was charged, nobody knows why its payment is another one than was asked for.
	const isOwn = charge?.terms.amount === terms.amount && charge.terms.currency === terms.currency;
	return { session, found: isOwn ? 'unclear' : 'other', record, charge };
}

/** The charge of a payment: the service repeats the callback URL, which carries it. Otherwise that of this browser. */
async function chargeOf(
	request: CheckoutRequest,
	{ terms, number, isPublic, payer }: Session,
	{ callbackUrl, transactionReference }: VerifiedPayment,
): Promise<Charge | undefined> {
	const own = payer ? { terms, number, isPublic, payer } : undefined;
	const isInHistory = callbackUrl === null && !own && isReference(transactionReference);
	// A row of the history has no callback URL.
	const whole = isInHistory ? await verify(request.connection, transactionReference, request.entered) : undefined;
	const address = whole && 'value' in whole ? whole.value.callbackUrl : callbackUrl;
	const carried = address === null ? undefined : request.unsealCharge(new URL(address).searchParams);
	const isSame = carried?.terms.reference === terms.reference && carried.number === number;
	return isSame ? carried : own;
}
