import type { Outcome } from '../../gateway/outcome';
import { isReference, type VerifiedPayment } from '../../gateway/calls/verify';
import { beginOf, ZONES } from '../../gateway/schema/transactionDate';
import { differencesFrom } from '../shared/payments/expectedPayment';
import { isNotFound } from '../shared/payments/lookUp';
import { verify } from '../shared/payments/verify';
import type { LinkTerms } from '../shared/signing/paymentLink';
import type { CheckoutRequest } from './request';
import { hasOwnReference, statesIn, unsealOldSession, type CheckoutSession, type SentCharge } from './session';

/** The payment of a session, as the service has it. */
export interface OwnPayment {
	record: VerifiedPayment;
	/** The outcome that counts: the service's own, and only if the amount and currency are the expected ones. */
	outcome: Outcome;
	/** The charge that it was made with; null when nobody knows it any more. */
	charge: SentCharge | null;
	/** Those of the link that was paid. Another link may have the same reference. */
	terms: LinkTerms;
}

/**
 * What the service has of a session's payment: nothing, another payment with its reference that this page has not made, one
 * that this page may have made and knows no more, or no answer that would tell.
 */
export type Found = OwnPayment | 'none' | 'taken' | 'used' | 'unavailable';

/**
 * Asks the service for a session's payment (specification 4.5), by each reference that it may know it by.
 * @param claimed the service's reference according to a request, which proves nothing
 */
export async function findPayment(
	request: CheckoutRequest,
	session: CheckoutSession,
	claimed?: string | null,
): Promise<Found> {
	const references = request.referencesOf(session);
	let other: VerifiedPayment | undefined;
	const { transactionReference, mentioned } = session;
	for (const asked of new Set([transactionReference, mentioned, claimed, ...references].filter(isReference))) {
		const answered = await verify(request.connection, asked, request.entered);
		if ('value' in answered) {
			const { value: record } = answered;
			const found = ownPayment(request, session, record, asked);
			if (found) return found;
			// What is paid counts, and not what was declined before it.
			if (record.reference !== null && references.includes(record.reference) && !other?.authorized) other = record;
		} else if (!isNotFound(answered.failure)) {
			request.log(`a payment cannot be verified: ${answered.failure.message}`);
			return 'unavailable';
		}
	}
	return other ? notOurs(request, session, other) : 'none';
}

/**
 * The payment of a record, if this page has made it. The reference does not prove that, because the merchant may have
 * used it elsewhere.
 */
function ownPayment(
	request: CheckoutRequest,
	session: CheckoutSession,
	record: VerifiedPayment,
	asked: string,
): Found | undefined {
	if (record.reference !== null && !request.referencesOf(session).includes(record.reference)) return undefined;
	// The service repeats the callback URL, which carries the session of the charge.
	const carried = sessionIn(request, session, record);
	const known = request.store.charged(session);
	const { charge, terms } = carried ?? known ?? session;
	// A card that was declined before, under the same reference, says nothing of the one that was charged after it.
	const isOfEarlierCard = known && carried?.charge && carried.charge.at < known.charge.at;
	if (isOfEarlierCard && record.outcome === 'declined') return undefined;
	const isOurs = carried !== undefined || mayBeCharge(request, session, charge, { record, asked });
	return isOurs ? judged(request, session, { record, charge, terms }) : undefined;
}

/** The session of this try that was charged, whichever link with the same reference it came from. */
function sessionIn(
	request: CheckoutRequest,
	{ terms, tryNumber }: CheckoutSession,
	{ callbackUrl }: VerifiedPayment,
): CheckoutSession | undefined {
	const carried = carriedBy(request, callbackUrl);
	const isSame = carried?.terms.reference === terms.reference && carried.tryNumber === tryNumber;
	return isSame && carried.charge ? carried : undefined;
}

/** The session that a callback URL of this page carries; undefined where the service has cut it off. */
function carriedBy(request: CheckoutRequest, callbackUrl: string | null): CheckoutSession | undefined {
	const states = callbackUrl === null ? [] : statesIn(new URL(callbackUrl).searchParams);
	return states.map((state) => unsealOldSession(state, request.sealContext)).find((session) => session !== undefined);
}

/** Whether a record can be that of a charge, where it does not carry the session. */
function mayBeCharge(
	request: CheckoutRequest,
	session: CheckoutSession,
	charge: SentCharge | null,
	{ record, asked }: { record: VerifiedPayment; asked: string },
): boolean {
	const { callbackUrl, outcome, reference, transactionDate } = record;
	// Some services show a callback URL of their own. It tells nothing where nobody else can have the reference.
	const isElsewhere = !mayBeOurs(request, callbackUrl) || carriedBy(request, callbackUrl) !== undefined;
	if (isElsewhere && !(hasOwnReference(session) && !isOfPage(callbackUrl!))) return false;
	if (charge?.isDoubtful && outcome !== 'declined') return false;
	const begin = beginOf(transactionDate);
	// The service gave this reference in its own answer to the charge. That proves nothing where it only repeated ours.
	const isGiven = asked === session.transactionReference && !request.referencesOf(session).includes(asked);
	// By days: the zone of a date may be wrong.
	if (isGiven) return !(charge && begin && begin.latest + ZONES < charge.at);
	// The answer was lost. Without a date nothing speaks for a record.
	return charge !== null && reference !== null && begin !== undefined && begin.latest >= charge.at;
}

/** Whether a callback URL leads to a payment page, perhaps another one, whose links may have the same references. */
function isOfPage(callbackUrl: string): boolean {
	const { searchParams } = new URL(callbackUrl);
	return ['payment', 'amp;payment'].some((name) => searchParams.has(name)) && statesIn(searchParams).length > 0;
}

/** Whether a callback URL leads to this page, or the service gives none. */
function mayBeOurs(request: CheckoutRequest, callbackUrl: string | null): boolean {
	return callbackUrl === null || callbackUrl.includes(`/${request.sealContext.scope}/`);
}

function judged(
	request: CheckoutRequest,
	session: CheckoutSession,
	{ record, charge, terms }: Omit<OwnPayment, 'outcome'>,
): Found {
	const differences = differencesFrom(session.terms, record);
	if (differences.length > 0) {
		request.log(
			`the payment ${record.transactionReference} is not the one that was expected: ${differences.join(', ')}`,
		);
		if (session.charge) return { record, outcome: 'unknown', charge, terms };
		// Another link has the same reference, and was paid; or this one was, and nobody knows why it is not as expected.
		const paidLink = sessionIn(request, session, record)?.terms;
		return paidLink && differencesFrom(paidLink, record).length === 0 ? 'taken' : 'used';
	}
	if (record.outcome === 'declined' && charge) request.store.keepRefused(session, charge);
	return { record, outcome: record.outcome, charge, terms };
}

function notOurs(
	request: CheckoutRequest,
	session: CheckoutSession,
	{ transactionReference, callbackUrl }: VerifiedPayment,
): Found {
	const own = request.referenceOf(session);
	// Of a charge whose answer was lost nobody can say yet that nothing was charged.
	if (session.charge || request.store.charged(session)) {
		request.log(
			`${own} was charged on this page, and nobody knows whether the payment that the service has under this reference (${transactionReference}) is that charge. Verify it, or ask your provider, before you make a new link.`,
		);
		return 'none';
	}
	request.log(
		`${own} is the reference of another payment (${transactionReference}), which this page has not made as far as it knows, so nothing can be paid under it. If the link was not paid, make a new link with a reference that is used nowhere else.`,
	);
	// Only a callback URL of somebody else proves that it was not paid here: what this page knew may be forgotten.
	return mayBeOurs(request, callbackUrl) ? 'used' : 'taken';
}
