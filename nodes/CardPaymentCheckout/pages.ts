import { isFinal, type Outcome } from '../../gateway/outcome';
import { cardPage, otpPage, shownAmount, type FormAgain } from '../shared/pages/forms';
import { tell } from '../shared/pages/messages';
import { fill, type TextName } from '../shared/pages/languages';
import type { Reply } from '../shared/pages/reply';
import { addressOf } from './addresses';
import { newSession, sealSession, type CheckoutSession } from './session';
import type { CheckoutRequest } from './request';

const SECOND = 1000;
// How often the browser checks again: every few seconds at first, and less often later.
const SHORTEST_WAIT = 3;
const LONGEST_WAIT = 60;

/** Why a form is shown again, and which fields are wrong. */
export interface Retry {
	notice?: TextName;
	wrong?: string[];
	status?: number;
}

/** The page that asks for a card. Of what was entered before, it repeats only the e-mail address. */
export function askCard(
	request: CheckoutRequest,
	session: CheckoutSession,
	{ notice, wrong, status = 200 }: Retry = {},
): Reply {
	const { branding, settings } = request;
	const page = {
		amount: shownAmount(session.terms, branding.language),
		description: session.terms.description,
		email: session.email,
		asksPin: settings.options.asksPin,
	};
	// The least time on the page begins anew.
	const shown = { ...session, since: Date.now() };
	return { status, page: cardPage(branding, page, formOf(request, shown, notice, wrong)) };
}

/** The page that asks for an OTP. */
export function askOtp(
	request: CheckoutRequest,
	session: CheckoutSession,
	{ notice, wrong, status = 200 }: Retry = {},
): Reply {
	const { branding } = request;
	const shownNotice = notice ?? (session.wrongOtps > 0 && !wrong ? 'otpRejected' : undefined);
	const page = { amount: shownAmount(session.terms, branding.language), paragraphs: session.otpMessages };
	return { status, page: otpPage(branding, page, formOf(request, session, shownNotice, wrong)) };
}

function formOf(
	request: CheckoutRequest,
	session: CheckoutSession,
	notice: TextName | undefined,
	wrong?: string[],
): FormAgain {
	return { state: sealSession(session, request.sealContext), wrong, notice: notice && request.branding.texts[notice] };
}

/** The page that shows the outcome of a payment, or what comes next. */
export function paymentPage(request: CheckoutRequest, session: CheckoutSession, outcome: Outcome | undefined): Reply {
	const { texts } = request.branding;
	if (outcome && isFinal(outcome)) return resultPage(request, session, outcome);
	if (session.stage === 'otp') return askOtp(request, session);
	if (session.stage === 'redirect' && session.acsUrl) {
		const link = { text: texts.redirectLink, address: session.acsUrl };
		// By a page and not by a redirect, because the form-action policy lets a form lead only to this site.
		return tell(request.branding, 'redirect', { link, refresh: { seconds: 0, address: session.acsUrl } });
	}
	const age = (Date.now() - session.since) / SECOND;
	const seconds = Math.round(Math.min(SHORTEST_WAIT + age / 4, LONGEST_WAIT));
	return tell(request.branding, 'check', { refresh: { seconds, address: addressOf(request, session) } });
}

/** The page when a link takes no further card. */
export function noCardsLeftPage({ branding }: CheckoutRequest): Reply {
	return tell(branding, 'declined', { paragraphs: [branding.texts.declinedLast] });
}

function resultPage(request: CheckoutRequest, session: CheckoutSession, outcome: Outcome): Reply {
	const { branding } = request;
	const { texts, language } = branding;
	const { terms, tryNumber, charge } = session;
	const card = charge && [charge.cardBrand, `•••• ${charge.cardLast4}`].filter(Boolean).join(' ');
	const receipt = {
		amount: shownAmount(terms, language),
		paragraphs: [
			...(card ? [fill(texts.card, { card })] : []),
			fill(texts.reference, { reference: request.referenceOf(session) }),
		],
	};
	if (outcome !== 'declined') return tell(branding, outcome === 'authorized' ? 'paid' : 'refunded', receipt);
	// The service has confirmed the decline, so another try may follow. It gets a reference of its own.
	const tried = Math.max(tryNumber, request.store.cardsSent(session).count);
	const isLast = tried >= terms.tries || Date.now() >= terms.expires;
	if (isLast) return tell(branding, 'declined', { paragraphs: [texts.declinedLast, ...receipt.paragraphs] });
	const next = { ...newSession(terms, tryNumber + 1, session.email), cardsSent: tried };
	const link = { text: texts.tryAgain, address: addressOf(request, next) };
	return tell(branding, 'declined', { ...receipt, link });
}
