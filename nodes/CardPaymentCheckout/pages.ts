import { isFinal, type Outcome } from '../../gateway/outcome';
import { cardPage, otpPage, shownAmount, type FormAgain } from '../shared/pages/forms';
import { tell } from '../shared/pages/messages';
import { fill, type TextName } from '../shared/pages/languages';
import { referenceOf } from '../shared/signing/paymentLink';
import type { Reply } from '../shared/pages/reply';
import { newSession, type CheckoutSession } from './session';
import type { CheckoutRequest } from './request';

const SECOND = 1000;
const SOONEST_QUESTION = 3;
const LATEST_QUESTION = 60;

/** Why a form is shown again, and what in it is wrong. */
export interface Again {
	notice?: TextName;
	wrong?: string[];
	status?: number;
}

/** Asks for a card. What was entered before is not repeated, but for the e-mail address. */
export function askCard(
	request: CheckoutRequest,
	session: CheckoutSession,
	{ notice, wrong, status = 200 }: Again = {},
): Reply {
	const { branding, settings } = request;
	const page = {
		amount: shownAmount(session.terms, branding.language),
		...{ description: session.terms.description, email: session.email, asksPin: settings.options.asksPin },
	};
	return { status, page: cardPage(branding, page, formOf(request, session, notice, wrong)) };
}

/** Asks for an OTP. */
export function askOtp(
	request: CheckoutRequest,
	session: CheckoutSession,
	{ notice, wrong, status = 200 }: Again = {},
): Reply {
	const { branding } = request;
	const said = notice ?? (session.wrongOtps > 0 && !wrong ? 'otpRejected' : undefined);
	const page = { amount: shownAmount(session.terms, branding.language), paragraphs: session.otpMessages };
	return { status, page: otpPage(branding, page, formOf(request, session, said, wrong)) };
}

function formOf(
	request: CheckoutRequest,
	session: CheckoutSession,
	notice: TextName | undefined,
	wrong?: string[],
): FormAgain {
	return { state: request.seal(session), wrong, notice: notice && request.branding.texts[notice] };
}

/** Shows what a payment has come to: its result, or what comes next. */
export function pageOf(request: CheckoutRequest, session: CheckoutSession, outcome: Outcome | undefined): Reply {
	const { texts } = request.branding;
	if (outcome && isFinal(outcome)) return resultPage(request, session, outcome);
	if (session.stage === 'otp') return askOtp(request, session);
	if (session.stage === 'redirect' && session.acsUrl) {
		const link = { text: texts.redirectLink, address: session.acsUrl };
		// By the page and not by an answer: a form may only lead to this page (form-action).
		return tell(request.branding, 'redirect', { link, refresh: { seconds: 0, address: session.acsUrl } });
	}
	const age = (Date.now() - session.since) / SECOND;
	const seconds = Math.round(Math.min(SOONEST_QUESTION + age / 4, LATEST_QUESTION));
	return tell(request.branding, 'check', { refresh: { seconds, address: request.addressOf(session) } });
}

function resultPage(request: CheckoutRequest, session: CheckoutSession, outcome: Outcome): Reply {
	const { branding } = request;
	const { texts, language } = branding;
	const { terms, tryNumber, cardLast4, cardBrand } = session;
	const receipt = {
		amount: shownAmount(terms, language),
		paragraphs: [
			...(cardLast4 ? [fill(texts.card, { card: [cardBrand, `•••• ${cardLast4}`].filter(Boolean).join(' ') })] : []),
			fill(texts.reference, { reference: referenceOf(terms, tryNumber) }),
		],
	};
	if (outcome !== 'declined') return tell(branding, outcome === 'authorized' ? 'paid' : 'refunded', {}, receipt);
	// Only now, when the service has confirmed it: the next try has a reference of its own.
	const isLast = tryNumber >= terms.tries || Date.now() >= terms.expires;
	if (isLast) return tell(branding, 'declined', {}, { paragraphs: [texts.declinedLast, ...receipt.paragraphs] });
	const next = newSession(terms, tryNumber + 1, session.email);
	return tell(branding, 'declined', { link: { text: texts.tryAgain, address: request.addressOf(next) } }, receipt);
}
