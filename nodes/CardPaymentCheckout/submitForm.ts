import type { Session, Step } from '../../checkout/attempt';
import { PRESS_AGAIN, UNREACHABLE } from '../../checkout/pages/paymentPages';
import { authorize, buildAuthorize, refusesWhatWasEntered } from '../../gateway/calls/authorize';
import { charge, type ChargedPayment } from '../../gateway/calls/charge';
import type { Outcome } from '../../gateway/outcome';
import { RefusedError, UncheckedReferenceError, type GatewayError } from '../../gateway/values/errors';
import { sendAndSettle } from '../../gateway/sending/pay';
import { inTurn as inTurnOfOrder, orderOf, type Turn } from '../shared/orders/queue';
import { pause } from '../shared/transport/pause';
import { triggerKey } from '../shared/webhooks/memory';
import type { CheckoutRequest } from './checkoutRequest';
import { findAttempt } from './findAttempt';
import type { Next } from './replyTo';
import { inTurn, type Limits } from './queue';
import type { CardForm, OtpForm } from './readForm';

/** Of one link, one form is sent at a time. */
const ONE_AT_A_TIME: Limits = { atOnce: () => 1, mostWaiting: 10 };
const MOST_WAITING = 500;
// In milliseconds. A person takes longer to enter a card; only a program waits.
const LEAST_TIME = 2000;

/** Submits a form that was read, when it is its turn. */
export async function submitForm(request: CheckoutRequest, form: CardForm | OtpForm): Promise<Next> {
	const { session } = form;
	const link = JSON.stringify([triggerKey(request.context), session.terms.reference]);
	const isOtp = 'otp' in form;
	const reply = await inTurn(link, ONE_AT_A_TIME, async () =>
		isOtp ? await sendOtp(request, form) : await submitCard(request, form),
	);
	if (reply === 'closed') return { refusal: 'later' };
	return reply === 'busy' ? { form: isOtp ? 'otp' : 'card', session, retry: PRESS_AGAIN } : reply;
}

/** Sends the card of a form: on a page that anybody can open, when it is the turn of the form on this page as well. */
async function submitCard(request: CheckoutRequest, form: CardForm): Promise<Next | 'closed' | 'busy'> {
	const { store, context } = request;
	const { terms, since, isPublic } = form.session;
	// A program may send one form many times, so the time counts from the card before it as well. Another machine's clock may be ahead,
	// so nobody waits longer than this time.
	const earliest = Math.max(since, store.knownLink(terms).at) + LEAST_TIME;
	await pause(Math.min(earliest - Date.now(), LEAST_TIME), undefined);
	// Only a page that anybody can open is closed by refused cards: a signed link has its own number of tries.
	if (!isPublic) return await sendCard(request, form);
	// Each card that is being sent may be refused, so no more are sent at once than may still be refused.
	const page: Limits = { atOnce: () => store.refusedCardsLeft, mostWaiting: MOST_WAITING };
	return await inTurn(triggerKey(context), page, async () => await sendCard(request, form));
}

/** Sends the card of a form when no other call of its order is under way: a node may charge it as well. */
async function sendCard(request: CheckoutRequest, form: CardForm): Promise<Next> {
	const { session } = form;
	const order = orderOf(request.service.account, session.terms.reference);
	const charged = inTurnOfOrder(order, { doing: 'charging' }, async (turn) => await chargeCard(request, form, turn));
	return await charged.catch((error: unknown): Next => {
		if (error instanceof UncheckedReferenceError) return { form: 'card', session, retry: PRESS_AGAIN };
		throw error;
	});
}

/** Charges the card of a form if the service, asked now, has no payment of this attempt. */
async function chargeCard(request: CheckoutRequest, form: CardForm, turn: Turn): Promise<Next> {
	const { session, cardAttempt, chargeRequest } = form;
	const { store, service } = request;
	const current = await findAttempt(request, session);
	if (current.page === 'closed') return { form: 'card', session, retry: UNREACHABLE };
	if (current.page !== 'card' || current.session.number !== session.number) return { goTo: session, current };
	// The service may not show yet what was sent a moment ago.
	if (turn.sent && turn.sent.outcome !== 'declined') return { form: 'card', session, retry: PRESS_AGAIN };
	// Kept before the card is sent: who opens the page before the answer comes is not asked for another card. After a refusal, what was
	// known before is kept again; a refused card counts nevertheless.
	const before = store.knownLink(session.terms);
	const cards = store.known(session).cards + 1;
	store.keepAttempt(session, { cards });
	const settled = await sendAndSettle(service, charge, chargeRequest);
	if (settled.kind !== 'failed') turn.tell(settled.payment);
	if (settled.kind === 'failed') {
		const { failure } = settled;
		request.log(`a charge failed: ${failure.message}`);
		const isRefusedCard = refusesWhatWasEntered(failure);
		store.keepLink(session.terms, isRefusedCard ? { ...before, cards } : before);
		if (!isRefusedCard) return { form: 'card', session, retry: retryAfter(failure) };
		// The service has no record of a refused card, so the next card is sent in the same attempt.
		store.keepRefused(cardAttempt);
		if (cards >= session.terms.tries) return { goTo: session };
		return { form: 'card', session, retry: { notice: 'notAccepted', status: 422 } };
	}
	const { kind, payment } = settled;
	// Without an answer, nobody knows what the customer would be asked for.
	const next = sessionAfter(form, kind === 'answer' ? (STEPS[payment.outcome] ?? 'done') : null, payment);
	// A notification may have brought the reference that the answer lacks.
	const transactionReference = next.transactionReference ?? store.known(session).transactionReference;
	store.keepAttempt(session, { transactionReference, acsUrl: next.acsUrl });
	if (payment.outcome === 'declined') store.keepRefused(cardAttempt);
	const goesOn = next.step === 'otp' || next.step === 'bank';
	return goesOn ? { goTo: next } : { goTo: next, current: await findAttempt(request, next) };
}

/** Why a form is shown again after a call that did nothing: the service refused the keys or was busy, or nothing was sent. */
const retryAfter = (failure: GatewayError) => (failure instanceof RefusedError ? PRESS_AGAIN : UNREACHABLE);

/** What the answer to a charge asks the customer for. */
const STEPS: Partial<Record<Outcome, Step>> = { otp_required: 'otp', redirect_required: 'bank' };

/** The session after a charge that was not refused, as far as its answer or the service's record says. */
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
async function sendOtp(request: CheckoutRequest, { session, otp }: OtpForm): Promise<Next> {
	const { store, service } = request;
	const current = await findAttempt(request, session);
	if (current.page !== 'otp' || current.session.number !== session.number) return { goTo: session, current };
	const { transactionReference } = current.session;
	const { otps } = store.known(session);
	const authorizeRequest = buildAuthorize({ transactionReference, otp });
	// Counted before it is sent. The store counts, so that an older form of this attempt has no more tries.
	store.keepAttempt(session, { transactionReference, otps: otps + 1 });
	const settled = await sendAndSettle(service, authorize, authorizeRequest);
	let isRejected = settled.kind === 'wrongEntry';
	if (settled.kind === 'failed') {
		request.log(`an OTP could not be submitted: ${settled.failure.message}`);
		isRejected = refusesWhatWasEntered(settled.failure) && settled.charged !== 'unknown';
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
	return { goTo: waiting, current: await findAttempt(request, waiting) };
}
