import type { Charge, Session, Step } from '../../../checkout/session';
import { RefusedError } from '../../../gateway/values/errors';
import { closedPage } from '../../../checkout/pages/messages';
import { sendCharge, type ChargeOutput } from '../../shared/payments/sendCharge';
import { asGatewayError } from '../../shared/transport/nodeErrors';
import type { CardForm } from '../cardForm';
import { AGAIN, UNREACHABLE } from '../../../checkout/pages/paymentPages';
import type { Next } from '../next';
import { look } from '../position';
import type { CheckoutRequest } from '../pageRequest';

const SECOND = 1000;
// Refusals of the keys, and of too many requests. 403 may be about the card, too, so such a card counts against the link.
const NOT_OF_THE_CARD = [401, 403, 429];
const NOT_COUNTED = [401, 429];
const NOT_ACCEPTED = { notice: 'notAccepted', status: 422 } as const;

/** Sends the card of a form, once for each attempt: if the service, asked now, has no payment of it. */
export async function sendCard(request: CheckoutRequest, form: CardForm): Promise<Next> {
	const { session, charge, chargeRequest } = form;
	const { store } = request;
	const position = await look(request, session);
	if (position.found === 'doesNotSay') return { form: 'card', session, retry: UNREACHABLE };
	if (position.state !== 'card' || position.session.number !== session.number)
		return { leadTo: { ...session, step: 'sent' }, from: position };
	if (tooEarly(request, session) > 0) return { form: 'card', session, retry: AGAIN };
	request.entered = chargeRequest.secrets;
	const before = store.link(session.terms);
	const cards = session.terms.tries - store.cardsLeft(session) + 1;
	store.keepAttempt(session, { cards });
	let output: ChargeOutput;
	try {
		({ output } = await sendCharge(request.connection, chargeRequest));
	} catch (error) {
		const failure = asGatewayError(error);
		request.log(`a charge failed: ${failure.message}`);
		if (failure instanceof RefusedError) {
			store.keep(session.terms, NOT_COUNTED.includes(failure.httpStatus) ? before : { ...before, cards });
			return afterRefusal(request, form, failure);
		}
		if (failure.charged === 'unknown') return { leadTo: sessionAfter(form) };
		store.keep(session.terms, before);
		return { form: 'card', session, retry: UNREACHABLE };
	}
	const next = sessionAfter(form, output);
	// A notification may have told the reference before the answer, which may be lost.
	const transactionReference = next.transactionReference ?? store.known(session).transactionReference;
	store.keepAttempt(session, { transactionReference, acsUrl: next.acsUrl });
	if (output.outcome === 'declined') store.keepRefused(charge);
	if (next.step === 'otp' || next.step === 'bank') return { leadTo: next };
	return { leadTo: next, from: await look(request, next) };
}

/** How many milliseconds earlier a form comes than a person could have filled it in. An old form may be sent again and again. */
export function tooEarly({ store, settings }: CheckoutRequest, session: Session): number {
	const least = settings.options.minimumSeconds * SECOND;
	const ages = [session.since, store.lastSent(session.terms)].map((time) => Date.now() - time);
	// A time in the future was written by a clock that has been set back since.
	return Math.max(0, ...ages.filter((age) => age >= 0).map((age) => least - age));
}

/** The session after a charge, as far as its answer tells; without one, nothing is known of it. */
function sessionAfter({ session, charge }: CardForm, output?: ChargeOutput): Session {
	const { acsUrl = null, otpMessage = null, otpMessageSupport = null, transactionReference = null } = output ?? {};
	const step = stepAfter(output);
	return {
		...session,
		since: Date.now(),
		payer: charge.payer,
		step,
		transactionReference,
		acsUrl: step === 'bank' ? acsUrl : null,
		otpMessages: step === 'otp' ? [otpMessage, otpMessageSupport].filter((text) => text !== null) : [],
	};
}

function stepAfter(output?: ChargeOutput): Step {
	if (!output || output.answerLost) return 'sent';
	if (output.outcome === 'otp_required') return 'otp';
	return output.outcome === 'redirect_required' ? 'bank' : 'done';
}

/** A refusal, of which the service has no record, keeps its attempt, and another card may be entered. */
function afterRefusal(
	request: CheckoutRequest,
	{ session, charge }: { session: Session; charge: Charge },
	{ httpStatus }: RefusedError,
): Next {
	if (NOT_OF_THE_CARD.includes(httpStatus)) return { tell: closedPage };
	request.store.keepRefused(charge);
	if (request.store.cardsLeft(session) > 0) return { form: 'card', session, retry: NOT_ACCEPTED };
	return { leadTo: session };
}
