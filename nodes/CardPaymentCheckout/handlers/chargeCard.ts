import type { ChargeRequest } from '../../../gateway/calls/charge/request';
import { speaksOfDecline } from '../../../gateway/calls/paymentInRefusal';
import { LostAnswerError, PossibleRepeatError, RefusedError, UnexpectedError } from '../../../gateway/protocol/errors';
import type { Reply } from '../../shared/pages/reply';
import { sendCharge, type ChargeOutput } from '../../shared/payments/charge';
import { saysUsed } from '../../shared/payments/usedReference';
import type { Result } from '../../shared/payments/result';
import { asGatewayError } from '../../shared/transport/nodeErrors';
import { addressOf } from '../addresses';
import { askCard, UNREACHABLE } from '../pages';
import { findPayment, type Found } from '../record';
import type { CheckoutRequest } from '../request';
import { hasOwnReference, type CheckoutSession, type SentCharge } from '../session';
import { stageAfterCharge } from '../states';
import { conclude } from './conclude';
import { askForCard } from './openLink';

const MAY_BE_REPEAT = { mayBeRepeat: true };
// Refusals of the keys, and of too many requests. 403 may be about the card, too, so such a card counts against the link.
const NOT_OF_THE_CARD = [401, 403, 429];
const NOT_COUNTED = [401, 429];
const DECLINED = { notice: 'declinedText', status: 422 } as const;

/** A session whose charge is sent. */
export type ChargedSession = CheckoutSession & { charge: SentCharge };

/** Sends the charge of a form that has passed its checks, once. Returns where the customer goes from there. */
export async function chargeCard(
	request: CheckoutRequest,
	session: ChargedSession,
	chargeRequest: ChargeRequest,
): Promise<Reply> {
	const { store, connection } = request;
	request.entered = chargeRequest.secrets;
	// Counted before it is sent, so that concurrent forms get no extra cards.
	store.keepCardsSent(session, session.cardsSent, MAY_BE_REPEAT);
	let next: CheckoutSession;
	try {
		const result = await store.whileUnderway(session, async () => await sendCharge(connection, chargeRequest, 'show'));
		const { output, mentioned, isRefused } = result;
		if (output.duplicate && output.outcome === 'declined')
			return await goToRecord(request, session, await findPayment(request, { ...session, charge: null }));
		if (output.duplicate) return await goToFirst(request, session, output.transactionReference);
		if (isRefused) return await goToFirst(request, session, mentioned ?? null, { isUnclear: true });
		next = sessionAfter(session, result);
		// What was looked up may be another payment with this reference.
		if (result.raw !== undefined && output.outcome === 'declined') store.keepRefused(session, session.charge);
	} catch (error) {
		return await afterFailure(request, session, error);
	}
	if (next.stage === 'redirect' && next.acsUrl === null)
		request.log('the service gave an address without https, so the customer is not sent there');
	store.keepProgress(next);
	store.keepCardsSent(session, session.cardsSent);
	return next.stage === 'check' ? await conclude(request, next) : { goTo: addressOf(request, next) };
}

function sessionAfter(
	session: ChargedSession,
	{ output, raw, mentioned, isDoubtful }: Result<ChargeOutput>,
): CheckoutSession {
	const { outcome, acsUrl, otpMessage, otpMessageSupport } = output;
	// What was looked up may be another payment with this reference.
	const transactionReference = raw === undefined ? null : output.transactionReference;
	const mayBeOfAnother = outcome === 'declined' || (isDoubtful && !hasOwnReference(session));
	const charge = mayBeOfAnother ? { ...session.charge, isDoubtful: true } : session.charge;
	const next = { ...session, charge, transactionReference, mentioned: mentioned ?? null };
	const stage = stageAfterCharge(outcome);
	if (stage === 'otp') {
		const otpMessages = [otpMessage, otpMessageSupport].filter((text) => text !== null);
		return { ...next, stage, otpMessages };
	}
	return { ...next, stage, acsUrl: stage === 'redirect' ? acsUrl : null };
}

async function afterFailure(request: CheckoutRequest, session: ChargedSession, error: unknown): Promise<Reply> {
	const { store } = request;
	const failure = asGatewayError(error);
	request.log(`a charge failed: ${failure.message}`);
	// The service may have acted.
	if (failure instanceof LostAnswerError || failure instanceof UnexpectedError) {
		store.keepProgress(session);
		store.keepCardsSent(session, session.cardsSent);
		return { goTo: addressOf(request, session) };
	}
	const again: CheckoutSession = { ...session, stage: 'card', expires: session.terms.expires, charge: null };
	// It was not sent.
	if (!(failure instanceof RefusedError)) return askOnceMore(request, session, again);
	// The service rejected a value, or already has this reference. One reference cannot be charged twice.
	if (failure instanceof PossibleRepeatError)
		return await goToFirst(request, session, null, { isUnclear: saysUsed(failure) });
	const { httpStatus, decline, serviceMessage } = failure;
	const isDecline = httpStatus === 402 || decline !== undefined || speaksOfDecline(serviceMessage);
	const isOfCard = isDecline || !NOT_OF_THE_CARD.includes(httpStatus);
	// Not every provider finds the decline by the link's reference.
	const mentioned = decline?.transactionReference ?? null;
	const found = await findPayment(request, { ...again, mentioned });
	const isCounted = isOfCard || !NOT_COUNTED.includes(httpStatus);
	// A service that refuses the keys, or too many requests, does so for both calls.
	const isUnknown = found === 'none' || (found === 'unavailable' && !isCounted);
	// Another form of this try may have been sent during the look-up.
	if (!isUnknown || store.progress(session) || store.isUnderway(session)) {
		if (isOfCard) store.keepRefused(session, session.charge, MAY_BE_REPEAT);
		return await goToRecord(request, { ...session, mentioned }, found);
	}
	if (!isCounted) return askOnceMore(request, session, again);
	store.keepCardsSent(session, store.cardsSent(session).count);
	if (isOfCard) store.keepRefused(session, session.charge);
	return await askForCard(request, again, isDecline ? DECLINED : UNREACHABLE);
}

/** Asks for a card after a charge that has reached nobody who could judge the card, so that it does not count. */
function askOnceMore(request: CheckoutRequest, session: CheckoutSession, again: CheckoutSession): Reply {
	const { store } = request;
	store.keepCardsSent(session, store.cardsSent(session).count - 1, MAY_BE_REPEAT);
	return askCard(request, { ...again, cardsSent: session.cardsSent - 1 }, UNREACHABLE);
}

/**
 * The way to the payment that another request has sent under the reference of a refused charge. That one's progress decides what
 * comes next; or it is somebody else's.
 * @param mentioned the service's reference of it, where that is known
 * @param isUnclear whether nobody knows if it is a payment of this charge
 */
async function goToFirst(
	request: CheckoutRequest,
	session: ChargedSession,
	mentioned: string | null,
	{ isUnclear = false } = {},
): Promise<Reply> {
	const { store } = request;
	store.keepRefused(session, session.charge, MAY_BE_REPEAT);
	const sent: CheckoutSession = { ...session, charge: null, mentioned };
	// Nothing else leads from the link to a payment that the service finds by its own reference alone. Only the callback URL
	// proves that this page has made it.
	const found = mentioned !== null || isUnclear ? await findPayment(request, sent) : 'none';
	const own = typeof found === 'object' ? found : undefined;
	const isOpen = isUnclear && (found === 'none' || found === 'unavailable');
	// What the service does not find by the link's reference either, the link would forget, and ask for a card again.
	const isOfNobody = mentioned !== null && (found === 'used' || found === 'taken');
	if ((own || isOpen || isOfNobody) && !store.progress(session)) {
		const { record, charge = null, terms = session.terms } = own ?? {};
		store.keepProgress({ ...sent, charge, terms, transactionReference: record?.transactionReference ?? null });
	}
	return { goTo: addressOf(request, { ...sent, isRefused: true, ...store.progress(session) }) };
}

/**
 * The way to what the service has under the reference of a charge that it has refused: that of an earlier form, of which
 * nobody knows any more after n8n was killed, or the decline itself.
 */
async function goToRecord(request: CheckoutRequest, session: ChargedSession, found: Found): Promise<Reply> {
	const { store } = request;
	// Where the callback URL is not repeated, only a decline can be that of the refused card. What the link does not lead to is
	// remembered.
	const mayBeDecline = found === 'used' || session.mentioned !== null;
	const own = mayBeDecline ? await findPayment(request, session) : undefined;
	if (typeof own === 'object' && own.outcome === 'declined') {
		const { transactionReference } = own.record;
		store.keepProgress({ ...session, transactionReference });
		store.keepCardsSent(session, session.cardsSent);
		return { goTo: addressOf(request, { ...session, transactionReference }) };
	}
	return { goTo: addressOf(request, { ...session, charge: null, isRefused: true, ...store.progress(session) }) };
}
