import {
	sessionOf,
	type AskedAttempt,
	type Attempt,
	type CurrentAttempt,
	type LinkTerms,
	type Session,
	type PageName,
} from '../attempt';
import type { Branding } from './branding';
import type { Correction } from './formFields';
import { cardFields, otpPage, type Asked } from './forms';
import { fill, type LanguageCode } from './languages';
import { declineReason, tell } from './messages';
import type { Reply } from './frame';
import { summaryOf, type Summary } from './summary';
import { cardName, formPage, type Detail } from './view';

const SECOND = 1000;
// How often the browser checks again: every few seconds at first, and less often later.
const SHORTEST_WAIT = 3;
const LONGEST_WAIT = 60;
// After that time the page does not check any more, and says whom to ask.
const LONGEST_CHECK = 1800;
// Long enough to read where the browser goes, and to read the receipt.
const REDIRECT_AFTER = 2;
const BACK_AFTER = 10;

/** A request, as far as the pages of a payment need it. */
export interface PageRequest {
	branding: Branding;
	settings: {
		merchantName: string;
		shopUrl?: string;
		options: Asked & { otpTries: number };
	};
	store: {
		known: (attempt: Attempt) => { otps: number; cards: number; at: number };
	};
	webhook: { query: URLSearchParams };
	/** Such as "Africa/Lagos". */
	context: { getTimezone: () => string };
	/** The address of this page in another language. */
	addressIn: (language: LanguageCode) => string;
	/** A field of a submitted form; empty where there is none. */
	field: (name: string) => string;
	/** Encrypts and signs a session for a form. */
	seal: (kind: 'session', session: Session) => string;
	/** The address of a session's page, relative to the address that was asked for. */
	addressOf: (session: Session) => string;
	/** The address at which the shop learns the outcome of a link, signed. It has the link's reference at every attempt. */
	signedShopUrl: (shopUrl: string, terms: LinkTerms, outcome: string) => string;
}

/** Why a form is shown again, and with which HTTP status. */
type Retry = Correction & { status?: number };

/** A page to answer with: a form, the page of an attempt, or a page that says why nothing can be paid. */
export type PageToShow =
	| { form: 'card' | 'otp'; session: Session; retry: Retry }
	| { current: CurrentAttempt }
	| { refusal: 'link' | 'later' | 'returned'; status?: number };

/** Nothing was sent. */
export const UNREACHABLE: Retry = { notice: 'unreachable', status: 503 };

/** The same form may be sent again: too many wait, or the service has refused a call without looking at the card. */
export const PRESS_AGAIN: Retry = { notice: 'pressAgain', status: 422 };

/** Makes a page. Everything about the payment is decided before. */
export function pageFor(request: PageRequest, answer: PageToShow): Reply {
	if ('form' in answer) return FORMS[answer.form](request, answer.session, answer.retry);
	if ('current' in answer) return PAGES[answer.current.page](request, answer.current);
	return tell(request.branding, answer.refusal, { status: answer.status });
}

/** The page that asks for a card. Of what was entered before, it repeats expiry and e-mail address, and says so. */
function askCard(request: PageRequest, session: Session, { status = 200, ...correction }: Retry = {}): Reply {
	const { branding, settings } = request;
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
		addressIn: (language) => request.addressIn(language),
		state: request.seal('session', session),
		remark: texts.cardAgain,
		...correction,
	});
	return { status, page };
}

/** The expiry that was entered; nothing where something else was entered by mistake, such as the card number. */
function expiryIn(request: PageRequest): string {
	const entered = request.field('expiry').trim();
	return /^\d{1,2} ?[/.-]? ?\d{2,4}$/.test(entered) ? entered : '';
}

function askOtp(request: PageRequest, session: Session, { status = 200, ...correction }: Retry = {}): Reply {
	const { branding, settings } = request;
	const wasWrong = session.isOtpRejected && !correction.notice;
	const { otpMessages, step, payer } = session;
	const page = {
		summary: summaryFor(request, session),
		// A customer who was not asked for an OTP here may have received none.
		paragraphs: step === 'otp' ? otpMessages : [branding.texts.otpIfSent],
		card: payer ?? undefined,
		checkAgain: request.addressOf({ ...session, isOtpRejected: false }),
	};
	const left = settings.options.otpTries - request.store.known(session).otps;
	const remark = fill(branding.texts.triesLeft, { count: String(left) });
	const form = { state: request.seal('session', session), remark, ...correction, ...(wasWrong && { wrong: ['otp'] }) };
	return { status, page: otpPage(branding, page, form) };
}

/** What is paid for, with the merchant's own reference. A reference that the page has made itself is not shown here. */
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
	used: ({ branding }) => tell(branding, 'used'),
	expired: ({ branding }) => tell(branding, 'expired'),
	closed: ({ branding }) => tell(branding, 'closed'),
};

/** By a page and not by a redirect, because the form-action policy lets a form lead only to this site. */
function redirectPage(request: PageRequest, current: CurrentAttempt): Reply {
	const { branding } = request;
	const { session } = current;
	const address = session.acsUrl!;
	const text = fill(branding.texts.redirectText, { host: new URL(address).host });
	const link = { text: branding.texts.redirectLink, address };
	const refresh = { seconds: REDIRECT_AFTER, address };
	return tell(branding, 'redirect', { summary: summaryFor(request, session), text, link, refresh });
}

function checkPage(request: PageRequest, current: CurrentAttempt): Reply {
	const { branding } = request;
	const { session } = current;
	const { texts, links } = branding;
	const { reference } = session.terms;
	if (Date.now() - checkedSince(request, current) > LONGEST_CHECK * SECOND)
		return tell(branding, 'check', {
			summary: summaryFor(request, session),
			text: fill(texts.checkLate, { reference }),
			link: links.contact === '' ? undefined : { text: texts.contactShop, address: links.contact },
		});
	const age = (Date.now() - session.since) / SECOND;
	const seconds = Math.round(Math.min(SHORTEST_WAIT + age / 4, LONGEST_WAIT));
	return tell(branding, 'check', {
		summary: summaryFor(request, session),
		paragraphs: [fill(texts.quote, { reference })],
		refresh: { seconds, address: request.addressOf(session) },
	});
}

/**
 * Since when a payment is checked, in milliseconds since 1970: for the browser that took its last step, since that step, such as the return from
 * the bank; for any other, since the card was entered.
 */
function checkedSince({ store }: PageRequest, { session, cardAttempt }: CurrentAttempt): number {
	if (session.payer || session.step) return session.since;
	// Of a card that was entered elsewhere, only the last news is known.
	return cardAttempt?.payer.at ?? (store.known(session).at || session.since);
}

/** The decline before the current attempt; undefined where a card of the link was also refused without a record. */
function declineBefore({ store }: PageRequest, { session, declined }: CurrentAttempt): AskedAttempt | undefined {
	const wasAnyRefused = store.known(session).cards >= session.number;
	return wasAnyRefused ? undefined : declined;
}

/** A decline, and the way to the next card. */
function tryAgainPage(request: PageRequest, current: CurrentAttempt): Reply {
	const { branding, store } = request;
	const { texts } = branding;
	const { session } = current;
	const declined = declineBefore(request, current);
	const next = sessionOf(session, { customer: session.customer });
	const triesLeft = fill(texts.triesLeft, { count: String(session.terms.tries - store.known(session).cards) });
	return tell(branding, 'declined', {
		summary: summaryFor(request, session),
		...(!declined && { text: texts.notAccepted }),
		paragraphs: [
			...(declined ? [`${texts[declineReason(declined.record?.errorCode)]} ${texts.otherCard}`] : []),
			triesLeft,
		],
		details: declined && detailsOf(request, declined),
		link: { text: texts.tryAgain, address: request.addressOf(next) },
	});
}

/** The last decline of a link. */
function declinedPage(request: PageRequest, current: CurrentAttempt): Reply {
	const declined = current.state === 'declined' ? current : declineBefore(request, current);
	const { texts } = request.branding;
	// The service has no record of a refused card, so nobody knows that nothing was charged.
	if (!declined)
		return tell(request.branding, 'declined', {
			summary: summaryFor(request, current.session),
			text: texts.declinedLast,
		});
	const reason = `${texts[declineReason(declined.record?.errorCode)]} ${texts.declinedLast}`;
	return resultPage(request, declined, 'declined', [reason]);
}

/** A result that nothing follows, and the way back to the shop. */
function resultPage(
	request: PageRequest,
	asked: AskedAttempt,
	state: 'paid' | 'already' | 'declined' | 'refunded',
	paragraphs: string[] = [],
): Reply {
	const { branding, settings } = request;
	const { texts } = branding;
	const page = {
		summary: summaryFor(request, asked.session),
		details: detailsOf(request, asked),
		isReceipt: state !== 'declined',
	};
	const { shopUrl } = settings;
	if (shopUrl === undefined) return tell(branding, state, { ...page, paragraphs });
	const outcome = state === 'paid' || state === 'already' ? 'authorized' : state;
	const address = request.signedShopUrl(shopUrl, asked.session.terms, outcome);
	const shop = { shop: settings.merchantName || new URL(shopUrl).host };
	return tell(branding, state, {
		...page,
		paragraphs: [...paragraphs, fill(texts.goingBack, shop)],
		link: { text: fill(texts.backTo, shop), address },
		refresh: { seconds: BACK_AFTER, address },
	});
}

/** What a customer may want to keep of a payment, besides its summary. Whoever else has the link does not read the e-mail address. */
function detailsOf({ branding, context }: PageRequest, { session, cardAttempt, record }: AskedAttempt): Detail[] {
	const { texts, language } = branding;
	const payer = session.payer ?? cardAttempt?.payer;
	const day = { year: 'numeric', month: 'short', day: 'numeric' } as const;
	const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short', timeZone: context.getTimezone() } as const;
	const format = new Intl.DateTimeFormat(`${language}-u-nu-latn`, { ...day, ...(payer && time) });
	// The service gives its time without a zone, so of the service's time the day alone is shown.
	const at = payer?.at ?? Date.parse(record?.transactionDate ?? '');
	return [
		...(Number.isNaN(at) ? [] : [{ name: texts.date, value: format.format(at) }]),
		...(payer ? [{ name: texts.card, value: cardName(payer) }] : []),
		...(session.payer ? [{ name: texts.email, value: session.payer.email }] : []),
		...(session.isPublic ? [{ name: texts.reference, value: session.terms.reference, isCopied: true }] : []),
	];
}
