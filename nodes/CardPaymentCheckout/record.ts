import { leading, lookUpOf, type LookUp } from '../../gateway/lookUp';
import type { Outcome } from '../../gateway/outcome';
import { isReference, type VerifiedPayment } from '../../gateway/calls/verify';
import { differencesFrom } from '../shared/payments/expectedPayment';
import { findPayment as findByReference } from '../shared/payments/lookUp';
import { verify } from '../shared/payments/verify';
import type { LinkTerms } from '../shared/signing/paymentLink';
import type { CheckoutRequest } from './request';
import { statesIn, unsealOldSession, type CheckoutSession, type SentCharge } from './session';

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

/** What the service has of a session's payment: nothing, another payment with its reference, or no answer that would tell. */
export type Found = OwnPayment | 'none' | 'taken' | 'unavailable';

/**
 * Asks the service for a session's payment (specification 4.5, and the transaction history), by each reference that it may know
 * it by. A payment under the reference of the session is that of the session, if its amount and currency are the link's.
 * @param claimed the service's reference according to a request, which proves nothing
 */
export async function findPayment(
	request: CheckoutRequest,
	session: CheckoutSession,
	claimed?: string | null,
): Promise<Found> {
	const { connection, entered } = request;
	const references = request.referencesOf(session);
	const named = [...new Set([session.transactionReference, claimed].filter(isReference))];
	const lookUps = [
		...named.map((reference) => async () => lookUpOf(await verify(connection, reference, entered))),
		...references.map((reference) => async () => await findByReference(connection, reference, entered)),
	];
	const records: VerifiedPayment[] = [];
	for (const lookUp of lookUps) {
		const found: LookUp<VerifiedPayment> = await lookUp();
		if (found.kind === 'doesNotSay') {
			request.log(`a payment cannot be verified: ${found.failure.message}`);
			return 'unavailable';
		}
		if (found.kind !== 'record' || !isOfSession(found.record, session, references)) continue;
		records.push(found.record);
		// A card that was declined says nothing of another one that was charged under the same reference.
		if (found.record.outcome !== 'declined') break;
	}
	const record = leading(records);
	if (!record) return 'none';
	const { transactionReference } = record;
	const same = records.filter((one) => one.transactionReference === transactionReference);
	// Only the history says why a card was declined.
	const errorCode = same.map((one) => one.errorCode).find((code) => code !== null) ?? null;
	return judged(request, session, { ...record, errorCode });
}

/** Whether a record has the reference of a session; one that names none counts only by the service's reference in our own answer. */
function isOfSession(
	{ reference, transactionReference }: VerifiedPayment,
	session: CheckoutSession,
	references: readonly string[],
): boolean {
	return reference === null ? transactionReference === session.transactionReference : references.includes(reference);
}

function judged(request: CheckoutRequest, session: CheckoutSession, record: VerifiedPayment): Found {
	// The service repeats the callback URL, which carries the session of the charge.
	const { charge, terms } = sessionIn(request, session, record) ?? request.store.charged(session) ?? session;
	const differences = differencesFrom(session.terms, record);
	if (differences.length > 0) {
		request.log(
			`the payment ${record.transactionReference} under the reference ${request.referenceOf(session)} is not the one that was expected: ${differences.join(', ')}. If the link was not paid, make a new link with a reference that is used nowhere else.`,
		);
		// Where this link was charged here, nobody knows why its payment is another one than was asked for.
		const isOfAnother = !charge || differencesFrom(terms, record).length === 0;
		return isOfAnother ? 'taken' : { record, outcome: 'unknown', charge, terms };
	}
	if (record.outcome === 'declined' && charge) request.store.keepRefused(session, charge);
	return { record, outcome: record.outcome, charge, terms };
}

/** The session of this try that was charged, whichever link with the same reference it came from. */
function sessionIn(
	request: CheckoutRequest,
	{ terms, tryNumber }: CheckoutSession,
	{ callbackUrl }: VerifiedPayment,
): CheckoutSession | undefined {
	const states = callbackUrl === null ? [] : statesIn(new URL(callbackUrl).searchParams);
	const sessions = states.map((state) => unsealOldSession(state, request.sealContext));
	const carried = sessions.find((session) => session !== undefined);
	const isSame = carried?.terms.reference === terms.reference && carried.tryNumber === tryNumber;
	return isSame && carried.charge ? carried : undefined;
}
