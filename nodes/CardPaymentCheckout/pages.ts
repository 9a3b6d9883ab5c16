import { shownAmount } from '../shared/pages/details';
import { cardPage, otpPage, type FormAgain } from '../shared/pages/forms';
import { declineReason, expiredPage, tell } from '../shared/pages/messages';
import { fill, type TextName } from '../shared/pages/languages';
import type { Reply } from '../shared/pages/reply';
import type { Detail, Summary } from '../shared/pages/view';
import { returnUrl } from '../shared/signing/returnUrl';
import { addressOf } from './addresses';
import type { OwnPayment } from './record';
import type { CheckoutRequest } from './request';
import type { CheckoutSession } from './session';
import { newSession, stateOf, type State } from './states';

const SECOND = 1000;
// How often the browser checks again: every few seconds at first, and less often later.
const SHORTEST_WAIT = 3;
const LONGEST_WAIT = 60;
// Long enough to read where the browser goes.
const REDIRECT_AFTER = 2;

/** Why a form is shown again, and which fields are wrong. */
export interface Retry {
	notice?: TextName;
	wrong?: string[];
	status?: number;
}

/** Nothing was sent. */
export const UNREACHABLE: Retry = { notice: 'unreachable', status: 503 };

/** The page that asks for a card. Of what was entered before, it repeats expiry and e-mail address, and says so. */
export function askCard(
	request: CheckoutRequest,
	session: CheckoutSession,
	{ notice, wrong, status = 200 }: Retry = {},
): Reply {
	const { branding, settings } = request;
	const entered = { email: session.email, expiry: expiryIn(request) };
	const page = { summary: summaryOf(request, session), entered, asksPin: settings.options.asksPin };
	const remark = notice || request.field('cardNumber') !== '' ? branding.texts.cardAgain : undefined;
	// The least time on the page begins anew.
	const shown = { ...session, since: Date.now() };
	return { status, page: cardPage(branding, page, formOf(request, shown, { notice, wrong, remark })) };
}

/** The expiry that was entered; nothing where something else was entered by mistake, such as the card number. */
function expiryIn(request: CheckoutRequest): string {
	const entered = request.field('expiry').trim();
	return /^\d{1,2} ?[/.-]? ?\d{2,4}$/.test(entered) ? entered : '';
}

/** The page that asks for an OTP. */
export function askOtp(
	request: CheckoutRequest,
	session: CheckoutSession,
	{ notice, wrong, status = 200 }: Retry = {},
): Reply {
	const { branding, settings } = request;
	const shownNotice = notice ?? (session.wrongOtps > 0 && !wrong ? 'otpRejected' : undefined);
	const page = { summary: summaryOf(request, session), paragraphs: session.otpMessages };
	const left = settings.options.otpTries - request.store.otpsTried(session);
	const remark = fill(branding.texts.triesLeft, { count: String(left) });
	return { status, page: otpPage(branding, page, formOf(request, session, { notice: shownNotice, wrong, remark })) };
}

function summaryOf(request: CheckoutRequest, session: CheckoutSession): Summary {
	const { terms } = session;
	return {
		amount: shownAmount(terms, request.branding.language),
		description: terms.description,
		reference: request.referenceOf(session),
	};
}

function formOf(
	request: CheckoutRequest,
	session: CheckoutSession,
	{ notice, ...again }: Retry & { remark?: string },
): FormAgain {
	const state = request.seal(session);
	return { ...again, state, notice: notice && request.branding.texts[notice] };
}

/** The page of a payment's state. */
export function paymentPage(request: CheckoutRequest, session: CheckoutSession, found?: OwnPayment): Reply {
	// Another private key gives a try another reference than the one that it was charged under.
	const own = { ...session, reference: found?.record.reference ?? request.referenceOf(session) };
	return PAGES[stateOf(session, found?.outcome)](request, own, found?.record.errorCode);
}

const PAGES: Readonly<
	Record<State, (request: CheckoutRequest, session: CheckoutSession, errorCode?: string | null) => Reply>
> = {
	card: (request, session) => askCard(request, session),
	otp: (request, session) => askOtp(request, session),
	redirect: redirectPage,
	check: checkPage,
	paid: (request, session) => resultPage(request, session, 'paid'),
	declined: declinedPage,
	refunded: (request, session) => resultPage(request, session, 'refunded'),
	expired: ({ branding }) => expiredPage(branding),
};

/** By a page and not by a redirect, because the form-action policy lets a form lead only to this site. */
function redirectPage(request: CheckoutRequest, session: CheckoutSession): Reply {
	const { branding } = request;
	const address = session.acsUrl!;
	const text = fill(branding.texts.redirectText, { host: new URL(address).host });
	const link = { text: branding.texts.redirectLink, address };
	const details = detailsOf(request, session);
	return tell(branding, 'redirect', { text, details, link, refresh: { seconds: REDIRECT_AFTER, address } });
}

function checkPage(request: CheckoutRequest, session: CheckoutSession): Reply {
	const age = (Date.now() - session.since) / SECOND;
	const seconds = Math.round(Math.min(SHORTEST_WAIT + age / 4, LONGEST_WAIT));
	const details = detailsOf(request, session);
	return tell(request.branding, 'check', { details, refresh: { seconds, address: addressOf(request, session) } });
}

/** The page when a link takes no further card. */
export function noCardsLeftPage({ branding }: CheckoutRequest): Reply {
	return tell(branding, 'declined', { paragraphs: [branding.texts.declinedLast] });
}

function declinedPage(request: CheckoutRequest, session: CheckoutSession, errorCode: string | null = null): Reply {
	const { branding } = request;
	const { texts } = branding;
	const { terms, tryNumber } = session;
	const reason = declineReason(errorCode);
	const text = reason && `${texts.declinedText} ${texts[reason]}`;
	// The service has confirmed the decline, so another try may follow. It gets a reference of its own.
	const tried = Math.max(tryNumber, request.store.cardsSent(session).count);
	const isLast = tried >= terms.tries || Date.now() >= terms.expires;
	// A later try may have been paid, so the shop is not told that the link was declined.
	if (isLast && tryNumber < terms.tries)
		return tell(branding, 'declined', { text, paragraphs: [texts.declinedLast], details: detailsOf(request, session) });
	if (isLast) return resultPage(request, session, 'declined', { text, paragraphs: [texts.declinedLast] });
	const next = { ...newSession(terms, tryNumber + 1, session.email), cardsSent: tried };
	return tell(branding, 'declined', {
		text,
		paragraphs: [texts.otherCard, fill(texts.triesLeft, { count: String(terms.tries - tried) })],
		details: detailsOf(request, session),
		link: { text: texts.tryAgain, address: addressOf(request, next) },
	});
}

/** A result that nothing follows, and the way back to the shop. */
function resultPage(
	request: CheckoutRequest,
	session: CheckoutSession,
	state: 'paid' | 'declined' | 'refunded',
	{ paragraphs = [], ...more }: { text?: string; paragraphs?: string[] } = {},
): Reply {
	const { branding, settings } = request;
	const { texts } = branding;
	const details = detailsOf(request, session);
	const { afterPayment, returnUrl: shopUrl, returnSeconds } = settings;
	if (afterPayment === 'receipt' || shopUrl === undefined)
		return tell(branding, state, { ...more, paragraphs, details });
	const outcome = state === 'paid' ? 'authorized' : state;
	// The reference of the link, which is the merchant's own at every try.
	const address = returnUrl(shopUrl, { reference: session.terms.reference, outcome }, request.privateKeys.privateKey);
	const shop = { shop: settings.merchantName || new URL(shopUrl).host };
	const link = { text: fill(texts.backTo, shop), address };
	if (afterPayment === 'button') return tell(branding, state, { ...more, paragraphs, details, link });
	const goingBack = [...paragraphs, fill(texts.goingBack, shop)];
	return tell(branding, state, {
		...more,
		...{ paragraphs: goingBack, details, link },
		refresh: { seconds: returnSeconds, address },
	});
}

/** What a customer may want to keep of a payment. */
function detailsOf(request: CheckoutRequest, session: CheckoutSession): Detail[] {
	const { texts, language } = request.branding;
	const { terms, charge } = session;
	const { amount, description, reference } = summaryOf(request, session);
	const date = charge && new Intl.DateTimeFormat(`${language}-u-nu-latn`, { dateStyle: 'long' }).format(charge.at);
	const card = charge && [charge.cardBrand, `•••• ${charge.cardLast4}`].filter(Boolean).join(' ');
	return [
		{ name: texts.amount, value: amount },
		...(terms.description ? [{ name: texts.description, value: description! }] : []),
		...(date ? [{ name: texts.date, value: date }] : []),
		...(card ? [{ name: texts.card, value: card }] : []),
		{ name: texts.reference, value: reference!, isCopied: true },
	];
}
