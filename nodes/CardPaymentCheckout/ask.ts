import { isReference, type VerifiedPayment } from '../../gateway/calls/verifyCall';
import { leading, lookUpOf, type LookUp } from '../../gateway/lookUp';
import type { Outcome } from '../../gateway/outcome';
import { referenceOf } from '../../checkout/link';
import { sealedIn, type Charge, type Session } from '../../checkout/session';
import type { Found } from '../../checkout/state';
import { differencesFrom } from '../shared/payments/expectedPayment';
import { findPayment, verify } from '../shared/payments/findPayment';
import type { CheckoutRequest } from './pageRequest';

/** What the service has under the reference of an attempt. */
export interface Answer {
	found: Found;
	record?: VerifiedPayment;
	/** What the payment was charged with; undefined where nobody knows it any more. */
	charge?: Charge;
}

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
 * Asks the service for the payment of an attempt (specification 4.5, and the transaction history): by the service's reference
 * where it is known, and then by the merchant's. A payment under the attempt's reference, of the link's amount and currency, is
 * the link's.
 * @param claimed the service's reference according to a request, which proves nothing
 */
export async function ask(request: CheckoutRequest, session: Session, claimed?: string | null): Promise<Answer> {
	const { connection, entered } = request;
	const reference = referenceOf(session.terms, session.number);
	const named = [...new Set([session.transactionReference, claimed].filter(isReference))];
	const lookUps = [
		...named.map((own) => async () => lookUpOf(await verify(connection, own, entered))),
		async () => await findPayment(connection, reference, entered),
	];
	const records: VerifiedPayment[] = [];
	for (const lookUp of lookUps) {
		const found: LookUp<VerifiedPayment> = await lookUp();
		if (found.kind === 'doesNotSay') {
			request.log(`a payment cannot be verified: ${found.failure.message}`);
			return { found: 'doesNotSay' };
		}
		if (found.kind === 'record' && isOf(found.record, session, reference)) records.push(found.record);
		// A card that was declined says nothing of another one that was charged under the same reference.
		if (records.some(({ outcome }) => outcome !== 'declined')) break;
	}
	const record = leading(records);
	if (!record) return { found: 'none' };
	// Only the history says why a card was declined.
	const { transactionReference } = record;
	const same = records.filter((one) => one.transactionReference === transactionReference);
	const errorCode = same.map((one) => one.errorCode).find((code) => code !== null) ?? null;
	return judged(request, session, { ...record, errorCode });
}

/** Whether a record has the reference of an attempt; one that names none counts only by the service's reference in our own answer. */
function isOf({ reference, transactionReference }: VerifiedPayment, session: Session, expected: string): boolean {
	return reference === null ? transactionReference === session.transactionReference : reference === expected;
}

async function judged(request: CheckoutRequest, session: Session, record: VerifiedPayment): Promise<Answer> {
	const charge = await chargeOf(request, session, record);
	const differences = differencesFrom(session.terms, record);
	if (differences.length === 0) return { found: FOUND[record.outcome], record, charge };
	request.log(
		`the payment ${record.transactionReference} under the reference ${referenceOf(session.terms, session.number)} is not the one that was expected: ${differences.join(', ')}. If the link was not paid, make a new link with a reference that is used nowhere else.`,
	);
	// Where this link was charged, nobody knows why its payment is another one than was asked for.
	const { amount, currency } = session.terms;
	const isOwn = charge !== undefined && charge.terms.amount === amount && charge.terms.currency === currency;
	return { found: isOwn ? 'unclear' : 'other', record, charge };
}

/** The charge of a payment: the service repeats the callback URL, which carries it. Otherwise that of this browser. */
async function chargeOf(
	request: CheckoutRequest,
	session: Session,
	{ callbackUrl, transactionReference }: VerifiedPayment,
): Promise<Charge | undefined> {
	const { terms, number, isPublic, payer } = session;
	const own = payer ? { terms, number, isPublic, payer } : undefined;
	const isInHistory = callbackUrl === null && !own && isReference(transactionReference);
	// A row of the history has no callback URL.
	const whole = isInHistory ? await verify(request.connection, transactionReference, request.entered) : undefined;
	const address = whole && 'value' in whole ? whole.value.callbackUrl : callbackUrl;
	const carried = address === null ? undefined : request.unsealCharge(sealedIn(new URL(address).searchParams));
	const isSame = carried?.terms.reference === terms.reference && carried.number === number;
	return isSame ? carried : own;
}
