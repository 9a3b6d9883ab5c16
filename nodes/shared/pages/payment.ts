import { referenceOf, type LinkTerms } from '../../../checkout/link';
import { sessionOf, type Attempt, type Session } from '../../../checkout/session';
import type { Found, State } from '../../../checkout/state';
import type { Branding } from './branding';
import { shownAmount } from './details';
import { cardPage, otpPage, type AsksPin, type FormAgain } from './forms';
import { fill, type TextName } from './languages';
import { closedPage, declineReason, expiredPage, takenPage, tell } from './messages';
import type { Reply } from './reply';
import type { Detail, Summary } from './view';

const SECOND = 1000;
// How often the browser checks again: every few seconds at first, and less often later.
const SHORTEST_WAIT = 3;
const LONGEST_WAIT = 60;
// Long enough to read where the browser goes.
const REDIRECT_AFTER = 2;

/** A request, as far as the pages of a payment need it. */
export interface PageRequest {
	branding: Branding;
	settings: {
		merchantName: string;
		afterPayment: 'receipt' | 'button' | 'redirect';
		returnUrl?: string;
		returnSeconds: number;
		options: { asksPin: AsksPin; otpTries: number };
	};
	store: {
		cardsLeft: (attempt: Attempt) => number;
		known: (attempt: Attempt) => { otps: number };
	};
	/** A field of a submitted form; empty where there is none. */
	field: (name: string) => string;
	sealSession: (session: Session) => string;
	/** The address of a session's page. */
	addressOf: (session: Session) => string;
	/** The address at which the shop learns what became of a link, signed. */
	shopAddress: (shopUrl: string, terms: LinkTerms, outcome: string) => string;
}

/** Where a customer stands with a payment. */
export interface Standing {
	found: Found;
	state: State;
	session: Session;
	/** The payment, as the service has it. */
	record?: { errorCode: string | null };
	/** The attempt before this one, which was declined. */
	declined?: Omit<Standing, 'state' | 'declined'>;
}

type Result = Omit<Standing, 'state' | 'declined'>;

/** Why a form is shown again, and which fields are wrong. */
export interface Retry {
	notice?: TextName;
	wrong?: string[];
	status?: number;
}

/** Nothing was sent. */
export const UNREACHABLE: Retry = { notice: 'unreachable', status: 503 };

/** It was not looked at: it came too fast, or too many wait. */
export const AGAIN: Retry = { notice: 'again', status: 422 };

/** The page that asks for a card. Of what was entered before, it repeats expiry and e-mail address, and says so. */
export function askCard(request: PageRequest, session: Session, { notice, wrong, status = 200 }: Retry = {}): Reply {
	const { branding, settings } = request;
	const entered = { email: session.email, expiry: expiryIn(request) };
	const page = { summary: summaryOf(request, session), entered, asksPin: settings.options.asksPin };
	const remark = notice || request.field('cardNumber') !== '' ? branding.texts.cardAgain : undefined;
	// The least time on the page begins anew.
	const shown = { ...session, since: Date.now() };
	return { status, page: cardPage(branding, page, formOf(request, shown, { notice, wrong, remark })) };
}

/** The expiry that was entered; nothing where something else was entered by mistake, such as the card number. */
function expiryIn(request: PageRequest): string {
	const entered = request.field('expiry').trim();
	return /^\d{1,2} ?[/.-]? ?\d{2,4}$/.test(entered) ? entered : '';
}

/** The page that asks for an OTP. */
export function askOtp(request: PageRequest, session: Session, { notice, wrong, status = 200 }: Retry = {}): Reply {
	const { branding, settings } = request;
	const shownNotice = notice ?? (session.isOtpRejected && !wrong ? 'otpRejected' : undefined);
	const { otpMessages, step } = session;
	const page = {
		summary: summaryOf(request, session),
		// Who was not asked for an OTP here may not have been sent one.
		paragraphs: step === 'otp' ? otpMessages : [branding.texts.otpIfSent],
		checkAgain: request.addressOf({ ...session, isOtpRejected: false }),
	};
	const left = settings.options.otpTries - request.store.known(session).otps;
	const remark = fill(branding.texts.triesLeft, { count: String(left) });
	return { status, page: otpPage(branding, page, formOf(request, session, { notice: shownNotice, wrong, remark })) };
}

function summaryOf(request: PageRequest, session: Session): Summary {
	const { terms } = session;
	return {
		amount: shownAmount(terms, request.branding.language),
		description: terms.description,
		reference: referenceOf(terms, session.number),
	};
}

function formOf(request: PageRequest, session: Session, { notice, ...again }: Retry & { remark?: string }): FormAgain {
	const state = request.sealSession(session);
	return { ...again, state, notice: notice && request.branding.texts[notice] };
}

/** The page of where a customer stands. */
export function pageOf(request: PageRequest, standing: Standing): Reply {
	return PAGES[standing.state](request, standing);
}

const PAGES: Readonly<Record<State, (request: PageRequest, standing: Standing) => Reply>> = {
	card: (request, { session }) => askCard(request, session),
	otp: (request, { session }) => askOtp(request, session),
	redirect: redirectPage,
	check: checkPage,
	paid: (request, standing) => resultPage(request, standing, 'paid'),
	refunded: (request, standing) => resultPage(request, standing, 'refunded'),
	declined: declinedPage,
	tryAgain: tryAgainPage,
	taken: ({ branding }) => takenPage(branding),
	expired: ({ branding }) => expiredPage(branding),
	closed: ({ branding }) => closedPage(branding),
};

/** By a page and not by a redirect, because the form-action policy lets a form lead only to this site. */
function redirectPage(request: PageRequest, standing: Standing): Reply {
	const { branding } = request;
	const { session } = standing;
	const address = session.acsUrl!;
	const text = fill(branding.texts.redirectText, { host: new URL(address).host });
	const link = { text: branding.texts.redirectLink, address };
	return tell(branding, 'redirect', {
		text,
		details: detailsOf(request, standing),
		link,
		refresh: { seconds: REDIRECT_AFTER, address },
	});
}

function checkPage(request: PageRequest, standing: Standing): Reply {
	const { session } = standing;
	const age = (Date.now() - session.since) / SECOND;
	const seconds = Math.round(Math.min(SHORTEST_WAIT + age / 4, LONGEST_WAIT));
	return tell(request.branding, 'check', {
		details: detailsOf(request, standing),
		refresh: { seconds, address: request.addressOf(session) },
	});
}

/** A decline, and the way to the next card. */
function tryAgainPage(request: PageRequest, { session, declined }: Standing): Reply {
	const { branding, store } = request;
	const { texts } = branding;
	const next = sessionOf(session, { email: session.email });
	return tell(branding, 'declined', {
		text: reasonOf(request, declined),
		paragraphs: [texts.otherCard, fill(texts.triesLeft, { count: String(store.cardsLeft(session)) })],
		details: declined && detailsOf(request, declined),
		link: { text: texts.tryAgain, address: request.addressOf(next) },
	});
}

/** The last decline of a link. */
function declinedPage(request: PageRequest, standing: Standing): Reply {
	const declined = standing.found === 'declined' ? standing : standing.declined;
	const paragraphs = [request.branding.texts.declinedLast];
	// Cards that were refused without a record have left none.
	if (!declined) return tell(request.branding, 'declined', { paragraphs });
	return resultPage(request, declined, 'declined', { text: reasonOf(request, declined), paragraphs });
}

function reasonOf({ branding }: PageRequest, declined: Result | undefined): string | undefined {
	const reason = declineReason(declined?.record?.errorCode ?? null);
	return reason && `${branding.texts.declinedText} ${branding.texts[reason]}`;
}

/** A result that nothing follows, and the way back to the shop. */
function resultPage(
	request: PageRequest,
	standing: Result,
	state: 'paid' | 'declined' | 'refunded',
	{ paragraphs = [], ...more }: { text?: string; paragraphs?: string[] } = {},
): Reply {
	const { branding, settings } = request;
	const { texts } = branding;
	const details = detailsOf(request, standing);
	const { afterPayment, returnUrl: shopUrl, returnSeconds } = settings;
	if (afterPayment === 'receipt' || shopUrl === undefined)
		return tell(branding, state, { ...more, paragraphs, details });
	const outcome = state === 'paid' ? 'authorized' : state;
	const address = request.shopAddress(shopUrl, standing.session.terms, outcome);
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
function detailsOf(request: PageRequest, { session }: Result): Detail[] {
	const { texts, language } = request.branding;
	const { terms, payer } = session;
	const { amount, description, reference } = summaryOf(request, session);
	const date = payer && new Intl.DateTimeFormat(`${language}-u-nu-latn`, { dateStyle: 'long' }).format(payer.at);
	const card = payer && [payer.cardBrand, `•••• ${payer.cardLast4}`].filter(Boolean).join(' ');
	return [
		{ name: texts.amount, value: amount },
		...(terms.description ? [{ name: texts.description, value: description! }] : []),
		...(date ? [{ name: texts.date, value: date }] : []),
		...(card ? [{ name: texts.card, value: card }] : []),
		{ name: texts.reference, value: reference!, isCopied: true },
	];
}
