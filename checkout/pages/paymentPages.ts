import {
	sessionOf,
	type AttemptLookUp,
	type Attempt,
	type CurrentAttempt,
	type LinkTerms,
	type Session,
	type PageName,
} from '../attempt';
import type { Branding } from './branding';
import type { Correction } from './formFields';
import { cardFields, otpPage, type OptionalFields } from './forms';
import { detailsOf, ownReference } from './details';
import { fillCount, fill } from './languages';
import { declineReason, tell } from './messages';
import type { Reply } from './frame';
import { summaryOf, type Summary } from './summary';
import { testCardHtml } from './testCard';
import { fillHtml, timeHtml } from './times';
import { formPage } from './view';
import { html, type Markup } from './html';

const SECOND = 1000;
// How often the browser checks again: every few seconds at first, and less often later.
const SHORTEST_WAIT = 3;
const LONGEST_WAIT = 60;
// After that time the page stops checking, and says whom to ask.
const LONGEST_CHECK = 1800;
// Long enough to read where the browser is going, and to read the receipt.
const REDIRECT_AFTER = 2;
const BACK_AFTER = 10;

/** A request, as far as the pages of a payment need it. */
export interface PageRequest {
	branding: Branding;
	settings: {
		merchantName: string;
		shopUrl?: string;
		options: OptionalFields & { otpTries: number };
	};
	store: {
		recallAttempt: (attempt: Attempt) => { otps: number; cards: number; isRefused: boolean; at: number };
	};
	webhook: { query: URLSearchParams };
	/** A field of a submitted form; empty where there is none. */
	field: (name: string) => string;
	/** Encrypts and signs a session for a form. */
	seal: (kind: 'session', session: Session) => string;
	/** The address of a session's page, relative to the address that was asked for, in the language that was chosen. */
	addressOf: (session: Session, language?: string) => string;
	/** The address at which the shop learns the outcome of a link, signed. It has the link's reference at every attempt. */
	signShopUrl: (shopUrl: string, terms: LinkTerms, outcome: string) => string;
}

/** The reason why a form is shown again, and its HTTP status. */
export type Retry = Correction & { status?: number };

/** A page to answer with: a form, the page of an attempt, or a page that says why nothing can be paid. */
export type PageToShow =
	| { form: 'card' | 'otp'; session: Session; retry: Retry }
	| { current: CurrentAttempt }
	| { refusal: 'later' | 'closed'; session: Session }
	/** A page for a request that tells nothing trustworthy about a payment. */
	| { refusal: 'link' | 'returned'; status?: number };

/** The notice after a request that was not sent. */
export const UNREACHABLE: Retry = { notice: 'unreachable', status: 503 };

/** The notice above a form that may be sent again: too many are waiting, or the service has refused a call without looking at the card. */
export const PRESS_AGAIN: Retry = { notice: 'pressAgain', status: 422 };

/** Makes a page. Everything about the payment has been decided by then. */
export function pageFor(request: PageRequest, answer: PageToShow): Reply {
	if ('form' in answer) return FORMS[answer.form](request, answer.session, answer.retry);
	if ('current' in answer) return PAGES[answer.current.page](request, answer.current);
	if (!('session' in answer)) return tell(request.branding, answer.refusal, { summary: null, status: answer.status });
	if (answer.refusal === 'closed') return closedPage(request, answer);
	// Without a way back: the next card would be refused as well.
	return show(request, answer.session, 'later');
}

/** Makes the page that asks for a card. It repeats the expiry and the e-mail address that were entered before, and says so. */
function askCard(request: PageRequest, session: Session, retry?: Retry): Reply {
	const { settings } = request;
	const { status = 200, ...correction } = retry ?? {};
	// The page's own address does not have what was entered.
	const addressIn = (language: string) => request.addressOf(session, language);
	const branding = retry ? { ...request.branding, addressIn } : request.branding;
	const { texts } = branding;
	// A link may know the customer already.
	const { customer, terms } = session;
	const email = customer.email || (terms.customFields.email ?? '');
	const summary = summaryFor(request, session);
	const page = formPage(branding, {
		title: texts.payTitle,
		summary,
		fields: cardFields(branding, settings.options, { ...customer, email, expiry: expiryIn(request) }),
		submit: fill(texts.pay, { amount: summary.amount }),
		above: testCardHtml(branding),
		below: session.isPublic ? undefined : validUntil(branding, terms),
		state: request.seal('session', session),
		remark: texts.cardAgain,
		...correction,
	});
	return { status, page };
}

function validUntil(branding: Branding, { expires }: LinkTerms): Markup {
	return html`<p class="valid">${fillHtml(branding.texts.linkValid, { time: timeHtml(branding, expires) })}</p>\n`;
}

/** Returns the expiry that was entered; nothing where something else was entered by mistake, such as the card number. */
function expiryIn(request: PageRequest): string {
	const entered = request.field('expiry').trim();
	return /^\d{1,2} ?[/.-]? ?\d{2,4}$/.test(entered) ? entered : '';
}

function askOtp(request: PageRequest, session: Session, retry = newsOfOtp(session)): Reply {
	const { branding, settings } = request;
	const { status = 200, ...correction } = retry;
	const { otpMessages, step, payer } = session;
	const page = {
		summary: summaryFor(request, session),
		// A customer who was not asked for an OTP here may have received none.
		paragraphs: step === 'otp' ? otpMessages : [branding.texts.otpIfSent],
		card: payer ?? undefined,
		checkAgain: request.addressOf({ ...session, isOtpRejected: false, isConfirmed: true }),
	};
	const left = settings.options.otpTries - request.store.recallAttempt(session).otps;
	const remark = fillCount(branding.texts, 'codesLeft', left);
	const form = { state: request.seal('session', session), remark, ...correction };
	return { status, page: otpPage(branding, page, form) };
}

/** Returns the reason why a customer is asked for an OTP again. */
function newsOfOtp({ isOtpRejected, isConfirmed }: Session): Retry {
	if (isOtpRejected) return { wrong: ['otp'] };
	return isConfirmed ? { notice: 'notConfirmed' } : {};
}

/** Sums up the payment with the merchant's own reference. A reference that the page has made itself is not shown here. */
function summaryFor(request: PageRequest, { terms, isPublic }: Session): Summary {
	const { description, reference } = terms;
	return { ...summaryOf(request.branding, { ...terms, reference: isPublic ? null : reference }), description };
}

const FORMS = { card: askCard, otp: askOtp };

const PAGES: Readonly<Record<PageName, (request: PageRequest, current: CurrentAttempt) => Reply>> = {
	card: (request, { session }) => askCard(request, session),
	otp: (request, { session }) => askOtp(request, session),
	redirect: redirectPage,
	check: checkPage,
	// Whoever opens a link that was paid is not thanked for paying again.
	paid(request, current) {
		const isOpened = request.webhook.query.has('link') && !current.session.payer;
		return resultPage(request, current, isOpened ? 'already' : 'paid');
	},
	refunded: (request, current) => resultPage(request, current, 'refunded'),
	declined: declinedPage,
	tryAgain: tryAgainPage,
	used: (request, { session }) => show(request, session, 'used'),
	expired: (request, { session }) => show(request, session, 'expired'),
	closed: closedPage,
};

/** Shows a message about the payment of a session: what is paid, and the reference. */
function show(
	request: PageRequest,
	session: Session,
	name: Parameters<typeof tell>[1],
	parts: Omit<Parameters<typeof tell>[2], 'summary'> = {},
): Reply {
	const { branding } = request;
	return tell(branding, name, {
		summary: summaryFor(request, session),
		details: ownReference(branding, session),
		...parts,
	});
}

/** Makes the page on which nothing can be paid now. The way back asks the service, so that nothing is paid twice. */
function closedPage(request: PageRequest, { session }: { session: Session }): Reply {
	const link = { text: request.branding.texts.tryAgain, address: request.addressOf(session) };
	return show(request, session, 'closed', { link });
}

/** Sends the browser on by a page and not by a redirect, because the form-action policy lets a form lead only to this site. */
function redirectPage(request: PageRequest, current: CurrentAttempt): Reply {
	const { branding } = request;
	const { session } = current;
	const address = session.acsUrl!;
	const text = fill(branding.texts.redirectText, { host: new URL(address).host });
	const link = { text: branding.texts.redirectLink, address };
	const refresh = { seconds: REDIRECT_AFTER, address };
	return show(request, session, 'redirect', { text, link, refresh });
}

function checkPage(request: PageRequest, current: CurrentAttempt): Reply {
	const { session } = current;
	const { texts } = request.branding;
	const { reference } = session.terms;
	if (Date.now() - findCheckStart(request, current) > LONGEST_CHECK * SECOND)
		return show(request, session, 'check', { text: fill(texts.checkLate, { reference }) });
	const age = (Date.now() - session.since) / SECOND;
	const seconds = Math.round(Math.min(SHORTEST_WAIT + age / 4, LONGEST_WAIT));
	return show(request, session, 'check', {
		paragraphs: [fill(texts.quote, { reference })],
		refresh: { seconds, address: request.addressOf(session) },
	});
}

/**
 * Finds the time since which a payment is checked, in milliseconds since 1970: for the browser that took its last step, since that step,
 * such as the return from the bank; for any other, since the card was entered.
 */
function findCheckStart({ store }: PageRequest, { session, cardAttempt }: CurrentAttempt): number {
	if (session.payer || session.step) return session.since;
	// Of a card that was entered elsewhere, only the latest state is known.
	return cardAttempt?.payer.at ?? (store.recallAttempt(session).at || session.since);
}

/** Returns the decline before the current attempt; undefined where a card of the link was also refused without a record. */
function declineBefore({ store }: PageRequest, { session, declined }: CurrentAttempt): AttemptLookUp | undefined {
	return store.recallAttempt(session).isRefused ? undefined : declined;
}

/**
 * Says why a card was declined, and what to do. Before that, it says that nothing was charged, if the page has sent a card in each attempt
 * and no other: of an order that was charged elsewhere, or before n8n lost what it had stored, the record of one card is not all that
 * happened.
 */
function declineTexts({ branding: { texts }, store }: PageRequest, declined: AttemptLookUp, then: string): string[] {
	const { session, record } = declined;
	const { cards, isRefused } = store.recallAttempt(session);
	const isUncharged = cards === session.number && !isRefused;
	return [...(isUncharged ? [texts.declinedText] : []), `${texts[declineReason(record?.errorCode)]} ${then}`];
}

/** Shows a decline, and the way to the next card. */
function tryAgainPage(request: PageRequest, current: CurrentAttempt): Reply {
	const { branding, store } = request;
	const { texts } = branding;
	const { session } = current;
	const declined = declineBefore(request, current);
	const next = sessionOf(session, { customer: session.customer });
	const left = fillCount(texts, 'cardsLeft', session.terms.tries - store.recallAttempt(session).cards);
	const address = request.addressOf(next);
	// The card may be right, and its details mistyped.
	if (!declined)
		return show(request, session, 'declined', {
			text: texts.notAccepted,
			paragraphs: [left],
			link: { text: texts.tryAgain, address },
		});
	const [text, ...paragraphs] = declineTexts(request, declined, texts.otherCard);
	return show(request, session, 'declined', {
		text,
		paragraphs: [...paragraphs, left],
		details: detailsOf(branding, declined),
		link: { text: texts.anotherCard, address },
	});
}

/** Shows the last decline of a link. */
function declinedPage(request: PageRequest, current: CurrentAttempt): Reply {
	const declined = current.state === 'declined' ? current : declineBefore(request, current);
	const { texts } = request.branding;
	// The service has no record of a refused card, so nobody knows that nothing was charged.
	if (!declined) return show(request, current.session, 'declined', { text: texts.declinedLast });
	return resultPage(request, declined, 'declined', declineTexts(request, declined, texts.declinedLast));
}

/**
 * Shows a final result, and the way back to the shop.
 * @param words in place of the page's own text
 */
function resultPage(
	request: PageRequest,
	asked: AttemptLookUp,
	state: 'paid' | 'already' | 'declined' | 'refunded',
	words: string[] = [],
): Reply {
	const { branding, settings } = request;
	const { texts } = branding;
	const { session } = asked;
	const [text, ...paragraphs] = words;
	const page = { text, details: detailsOf(branding, asked), isReceipt: state !== 'declined' };
	const { shopUrl } = settings;
	if (shopUrl === undefined) return show(request, session, state, { ...page, paragraphs });
	const outcome = state === 'paid' || state === 'already' ? 'authorized' : state;
	const address = request.signShopUrl(shopUrl, session.terms, outcome);
	const shop = { shop: settings.merchantName || new URL(shopUrl).host };
	return show(request, session, state, {
		...page,
		paragraphs: [...paragraphs, fill(texts.goingBack, shop)],
		link: { text: fill(texts.backTo, shop), address },
		refresh: { seconds: BACK_AFTER, address },
	});
}
