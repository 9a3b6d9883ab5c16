import { referenceOf, type CurrentAttempt, type Session, type Step } from '../../checkout/attempt';
import { PRESS_AGAIN, UNREACHABLE } from '../../checkout/pages/paymentPages';
import { retryAfter } from '../../checkout/pages/retryAfter';
import { authorize, buildAuthorize, isEntryRefusal } from '../../gateway/calls/authorize';
import { charge, type ChargedPayment } from '../../gateway/calls/charge';
import type { Outcome } from '../../gateway/outcome';
import type { Payment } from '../../gateway/payment';
import { UncheckedReferenceError } from '../../gateway/values/errors';
import { sendAndSettle } from '../../gateway/sending/pay';
import { inTurn, orderOf, type Turn } from '../shared/orders/queue';
import { pause } from '../shared/transport/pause';
import { triggerKey } from '../shared/webhooks/memory';
import type { CheckoutRequest } from './checkoutRequest';
import { findAttempt } from './findAttempt';
import type { Next } from './replyTo';
import type { CardForm, OtpForm } from './readForm';

/** The number of forms that may wait: for the other calls of their order, and for the other cards of a page that anybody can open. */
const MOST_WAITING = { order: 10, page: 500 };
// In milliseconds. A person takes longer to enter a card; only a program waits.
const LEAST_TIME = 2000;

/** Submits a form that was read, when no other call of its order is under way: another form, or a node. */
export async function submitForm(request: CheckoutRequest, form: CardForm | OtpForm): Promise<Next> {
	const { session } = form;
	const order = orderOf(request.service.account, session.terms.reference);
	const isOtp = 'otp' in form;
	const { action } = (isOtp ? authorize : charge).words;
	const submitted = inTurn(order, { action, mostWaiting: MOST_WAITING.order }, async (turn) =>
		isOtp ? await sendOtp(request, form, turn) : await submitCard(request, form, turn),
	);
	return await submitted.catch(async (error: unknown): Promise<Next> => {
		if (!(error instanceof UncheckedReferenceError)) throw error;
		return isOtp ? { form: 'otp', session, retry: PRESS_AGAIN } : await waitForRecord(request, session);
	});
}

/** Shows what becomes of the order. What another call has sent is its payment, even if the service does not show it yet. */
async function waitForRecord(request: CheckoutRequest, session: Session, sent?: Payment): Promise<Next> {
	if (sent) request.store.keepAttempt(session, { transactionReference: sent.transactionReference });
	return { goTo: session, current: await findAttempt(request, session) };
}

/** Sends the card of a form: on a page that anybody can open, when it is the turn of the form on this page as well. */
async function submitCard(request: CheckoutRequest, form: CardForm, turn: Turn): Promise<Next> {
	const { store, context } = request;
	const { terms, since, isPublic } = form.session;
	// A program may send one form many times, so the time counts from the card before it as well. Another machine's clock may be ahead,
	// so nobody waits longer than this time.
	const earliest = Math.max(since, store.recallLink(terms).at) + LEAST_TIME;
	await pause(Math.min(earliest - Date.now(), LEAST_TIME), undefined);
	// Only a page that anybody can open is closed by refused cards: a signed link has its own number of tries.
	if (!isPublic) return await chargeCard(request, form, turn);
	// Each card that is being sent may be refused, so no more are sent at once than may still be refused.
	const atOnce = () => store.refusedCardsLeft;
	const waiting = { action: charge.words.action, atOnce, mostWaiting: MOST_WAITING.page };
	let isBegun = false;
	const charged = inTurn(triggerKey(context), waiting, async (): Promise<Next> => {
		isBegun = true;
		return atOnce() > 0 ? await chargeCard(request, form, turn) : { refusal: 'later', session: form.session };
	});
	return await charged.catch((error: unknown): Next => {
		if (isBegun || !(error instanceof UncheckedReferenceError)) throw error;
		return { form: 'card', session: form.session, retry: PRESS_AGAIN };
	});
}

/** Charges the card of a form if the service, asked now, has no payment of this attempt. */
async function chargeCard(request: CheckoutRequest, form: CardForm, turn: Turn): Promise<Next> {
	const { session, cardAttempt, chargeRequest } = form;
	const { store, service } = request;
	const current = await findAttempt(request, session);
	if (current.page === 'closed') return { form: 'card', session, retry: UNREACHABLE };
	if (current.page !== 'card' || current.session.number !== session.number) return { goTo: session, current };
	// The service may not show yet what a node has sent a moment ago. It is this order's payment, and the page waits for its record.
	if (turn.sent) return await waitForRecord(request, session, turn.sent);
	// Kept before the card is sent: whoever opens the page before the answer comes is not asked for another card. After a refusal, what was
	// known before is kept again; a refused card counts nevertheless.
	const before = store.recallLink(session.terms);
	const cards = store.recallAttempt(session).cards + 1;
	store.keepAttempt(session, { cards, isCharged: true });
	const settled = await sendAndSettle(service, charge, chargeRequest);
	if (settled.kind !== 'failed') turn.tell(settled.payment);
	if (settled.kind === 'failed') {
		const { failure } = settled;
		request.log(`a charge failed: ${failure.message}`);
		const isRefusedCard = isEntryRefusal(failure);
		store.keepLink(session.terms, isRefusedCard ? { ...before, cards, isRefused: true } : before);
		if (!isRefusedCard) return { form: 'card', session, retry: retryAfter(failure) };
		// The service has no record of a refused card, so the next card is sent in the same attempt.
		store.countRefusedCard(cardAttempt);
		if (cards >= session.terms.tries) return { goTo: session };
		return { form: 'card', session, retry: { notice: 'notAccepted', status: 422 } };
	}
	const { kind, payment } = settled;
	// Without an answer, nobody knows what the customer would be asked for.
	const next = sessionAfter(form, kind === 'answer' ? (STEPS[payment.outcome] ?? 'done') : null, payment);
	// A notification may have brought the reference that the answer lacks.
	const transactionReference = next.transactionReference ?? store.recallAttempt(session).transactionReference;
	store.keepAttempt(session, { transactionReference, acsUrl: next.acsUrl });
	if (payment.outcome === 'declined') store.countRefusedCard(cardAttempt);
	const goesOn = next.step === 'otp' || next.step === 'bank';
	if (goesOn) return { goTo: next };
	const after = await findAttempt(request, next);
	return { goTo: next, current: payment.outcome === 'unknown' ? inDoubt(request, after, payment) : after };
}

/**
 * Says in the log that nobody knows what became of a payment, whose answer was lost and which the service does not show. It may start the
 * workflow as such.
 */
function inDoubt(request: CheckoutRequest, current: CurrentAttempt, { details }: Payment): CurrentAttempt {
	const { session, state, record } = current;
	if (record && state !== 'unknown') return current;
	const { amount, currency } = session.terms;
	const doubt = details ?? 'The service does not tell the outcome.';
	request.log(
		`the card may have been charged ${amount} ${currency} under the reference ${referenceOf(session)}. ${doubt}`,
	);
	return record ? current : { ...current, state: 'unknown', doubt };
}

/** The customer's step, by the answer to a charge. */
const STEPS: Partial<Record<Outcome, Step>> = { otp_required: 'otp', redirect_required: 'bank' };

/** Makes the session after a charge that was not refused, as far as its answer or the service's record says. */
function sessionAfter({ session, cardAttempt }: CardForm, step: Step | null, paid: Partial<ChargedPayment>): Session {
	const { acsUrl = null, otpMessage = null, otpMessageSupport = null, transactionReference = null } = paid;
	return {
		...session,
		since: Date.now(),
		payer: cardAttempt.payer,
		step,
		transactionReference,
		acsUrl,
		otpMessages: [otpMessage, otpMessageSupport].filter((text) => text !== null),
	};
}

/** Sends the OTP that the customer has entered, if the payment, asked for now, still waits for one. */
async function sendOtp(request: CheckoutRequest, { session, otp }: OtpForm, turn: Turn): Promise<Next> {
	const { store, service } = request;
	const current = await findAttempt(request, session);
	if (current.page !== 'otp' || current.session.number !== session.number) return { goTo: session, current };
	const { transactionReference } = current.session;
	const { otps } = store.recallAttempt(session);
	const authorizeRequest = buildAuthorize({ transactionReference, otp });
	// Counted before it is sent. The store counts, so that an older form of this attempt has no more tries.
	store.keepAttempt(session, { transactionReference, otps: otps + 1 });
	const settled = await sendAndSettle(service, authorize, authorizeRequest);
	// An answer to an OTP need not name the merchant's reference.
	if (settled.kind !== 'failed') turn.tell({ ...settled.payment, reference: referenceOf(session) });
	let isRejected = settled.kind === 'wrongEntry';
	if (settled.kind === 'failed') {
		request.log(`an OTP could not be submitted: ${settled.failure.message}`);
		isRejected = isEntryRefusal(settled.failure) && settled.charged !== 'unknown';
		if (!isRejected && settled.charged !== 'unknown') {
			store.keepAttempt(session, { otps });
			return { form: 'otp', session, retry: retryAfter(settled.failure) };
		}
	}
	const takesAnother = isRejected && otps + 1 < request.settings.options.otpTries;
	if (takesAnother) return { goTo: { ...current.session, isOtpRejected: true } };
	// Without an answer the OTP may not have arrived, so another OTP can be entered while the payment is open.
	const step = settled.kind === 'answer' ? 'done' : null;
	const waiting: Session = { ...current.session, since: Date.now(), step };
	const next = await findAttempt(request, waiting);
	return { goTo: waiting, current: settled.kind === 'unknown' ? inDoubt(request, next, settled.payment) : next };
}
