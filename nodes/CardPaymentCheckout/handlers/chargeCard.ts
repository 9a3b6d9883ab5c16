import type { ChargeRequest } from '../../../gateway/calls/charge/request';
import { RefusedError } from '../../../gateway/protocol/errors';
import { closedPage } from '../../shared/pages/messages';
import type { Reply } from '../../shared/pages/reply';
import { sendCharge, type ChargeOutput } from '../../shared/payments/charge';
import { asGatewayError } from '../../shared/transport/nodeErrors';
import { addressOf } from '../addresses';
import { askCard, UNREACHABLE } from '../pages';
import type { CheckoutRequest } from '../request';
import type { CheckoutSession, SentCharge } from '../session';
import { stageAfterCharge } from '../states';
import { conclude } from './conclude';
import { askForCard } from './openLink';

const MAY_BE_REPEAT = { mayBeRepeat: true };
// Refusals of the keys, and of too many requests. 403 may be about the card, too, so such a card counts against the link.
const NOT_OF_THE_CARD = [401, 403, 429];
const NOT_COUNTED = [401, 429];
const NOT_ACCEPTED = { notice: 'notAccepted', status: 422 } as const;

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
		const { output } = await store.whileUnderway(session, async () => await sendCharge(connection, chargeRequest));
		next = sessionAfter(session, output);
		if (output.outcome === 'declined') store.keepRefused(session, session.charge);
	} catch (error) {
		return await afterFailure(request, session, error);
	}
	store.keepProgress(next);
	store.keepCardsSent(session, session.cardsSent);
	return next.stage === 'check' ? await conclude(request, next) : { goTo: addressOf(request, next) };
}

function sessionAfter(session: ChargedSession, output: ChargeOutput): CheckoutSession {
	const { outcome, acsUrl, otpMessage, otpMessageSupport, transactionReference } = output;
	const stage = stageAfterCharge(outcome);
	const otpMessages = stage === 'otp' ? [otpMessage, otpMessageSupport].filter((text) => text !== null) : [];
	return { ...session, stage, transactionReference, otpMessages, acsUrl: stage === 'redirect' ? acsUrl : null };
}

async function afterFailure(request: CheckoutRequest, session: ChargedSession, error: unknown): Promise<Reply> {
	const { store } = request;
	const failure = asGatewayError(error);
	request.log(`a charge failed: ${failure.message}`);
	if (failure instanceof RefusedError) return await afterRefusal(request, session, failure);
	if (failure.charged === 'unknown') {
		store.keepProgress(session);
		store.keepCardsSent(session, session.cardsSent);
		return { goTo: addressOf(request, session) };
	}
	// It was not sent.
	takeBack(request, session);
	return askCard(request, { ...again(session), cardsSent: session.cardsSent - 1 }, UNREACHABLE);
}

/** A refusal, of which the service has no record. It keeps its try. */
async function afterRefusal(
	request: CheckoutRequest,
	session: ChargedSession,
	{ httpStatus, charged }: RefusedError,
): Promise<Reply> {
	const { store } = request;
	const isOfCard = !NOT_OF_THE_CARD.includes(httpStatus);
	if (NOT_COUNTED.includes(httpStatus)) takeBack(request, session);
	// The service does not say what it has; or another form of this try has been sent, and its charge decides what comes next.
	const known = store.progress(session);
	if (charged === 'unknown' || known || store.isUnderway(session)) {
		if (isOfCard) store.keepRefused(session, session.charge, MAY_BE_REPEAT);
		return { goTo: addressOf(request, { ...session, charge: null, ...known }) };
	}
	if (!NOT_COUNTED.includes(httpStatus)) store.keepCardsSent(session, store.cardsSent(session).count);
	if (!isOfCard) return closedPage(request.branding);
	store.keepRefused(session, session.charge);
	return await askForCard(request, again(session), NOT_ACCEPTED);
}

function again(session: ChargedSession): CheckoutSession {
	return { ...session, stage: 'card', expires: session.terms.expires, charge: null };
}

/** A card that has reached nobody who could judge it does not count. */
function takeBack({ store }: CheckoutRequest, session: CheckoutSession): void {
	store.keepCardsSent(session, store.cardsSent(session).count - 1, MAY_BE_REPEAT);
}
