import type { IDataObject } from 'n8n-workflow';

import { brandOf } from '../../../gateway/schema/brand';
import { holdsCardNumber } from '../../../gateway/schema/card';
import { buildCharge, type ChargeRequest } from '../../../gateway/calls/charge/request';
import {
	GatewayError,
	InputError,
	LostAnswerError,
	PossibleRepeatError,
	RefusedError,
	UnexpectedError,
} from '../../../gateway/protocol/errors';
import { sendCharge, type ChargeOutput } from '../../shared/payments/charge';
import type { Result } from '../../shared/payments/result';
import { asGatewayError } from '../../shared/transport/nodeErrors';
import { laterPage } from '../../shared/pages/messages';
import { WEBHOOK_PATHS } from '../../shared/signing/signedUrl';
import { formFieldsOf } from '../formFields';
import { conclude } from './conclude';
import { askForCard } from './openLink';
import { addressOf, urlOf } from '../addresses';
import { holdForm } from '../hold';
import { findPayment, type Found } from '../record';
import { askCard, noCardsLeftPage } from '../pages';
import type { Reply } from '../../shared/pages/reply';
import type { CheckoutSession, SentCharge } from '../session';
import { stageAfterCharge, submitted } from '../states';
import type { CheckoutRequest } from '../request';

const SECOND = 1000;

const MAY_BE_REPEAT = { mayBeRepeat: true };
// Refusals that say nothing of the card: of the keys, and of too many requests.
const NOT_OF_THE_CARD = [401, 403, 429];
const AGAIN = { notice: 'again', status: 422 } as const;
const DECLINED = { notice: 'declinedText', status: 422 } as const;
const UNREACHABLE = { notice: 'unreachable', status: 503 } as const;

/** A session whose charge is sent. */
type ChargedSession = CheckoutSession & { charge: SentCharge };

/**
 * Charges the card that the customer has entered, once for each try. While a form waits, others may be charged, so all of it is
 * checked again afterwards.
 * @param wasHeld whether the form came too fast and has waited
 * @param isNew whether the service has said that the form was not charged under another reference
 */
export async function submitCard(
	request: CheckoutRequest,
	asked: CheckoutSession,
	{ wasHeld = false, isNew = false } = {},
): Promise<Reply> {
	const { store } = request;
	const session: CheckoutSession = { ...asked, email: request.field('email').slice(0, 254) };
	// Charged before, from this page or another tab. That charge decides what comes next.
	const known = store.progress(session);
	if (known) return { goTo: addressOf(request, { ...submitted(session), ...known }) };
	if (store.isUnderway(session)) return { goTo: addressOf(request, { ...submitted(session), isRefused: true }) };

	if (request.field('website') !== '') return askCard(request, session, AGAIN);
	const { count } = store.cardsSent(session);
	if (count >= session.terms.tries) return noCardsLeftPage(request);

	const charged = withCharge(request, { ...session, cardsSent: count + 1 });
	const checked = check(request, charged);
	if (checked instanceof GatewayError) throw checked;
	if (Array.isArray(checked)) return askCard(request, session, { wrong: checked, status: 422 });
	if (store.refusesCards) return laterPage(request.branding);
	const early = tooEarly(request, session);
	if (early > 0) {
		// Of several forms that have waited at the same time one is charged.
		const waits = !wasHeld && (await holdForm(early));
		return waits ? await submitCard(request, asked, { wasHeld: true }) : askCard(request, session, AGAIN);
	}
	// Before the private key was replaced, the reference was another one, so the service would charge the try a second time.
	if (!isNew && request.referencesOf(session).length > 1) {
		const { last } = store.cardsSent(session);
		if ((await findPayment(request, session)) === 'none') {
			// What was sent meanwhile may have come after the look-up, and have been refused without saying why.
			const isStillNew = store.cardsSent(session).last === last;
			return await submitCard(request, asked, { wasHeld, isNew: isStillNew });
		}
		return { goTo: addressOf(request, { ...submitted(session), isRefused: true }) };
	}
	return await charge(request, charged, checked);
}

/** How many milliseconds earlier a form comes than a person could have filled it in. An old form may be sent again and again. */
function tooEarly({ store, settings }: CheckoutRequest, session: CheckoutSession): number {
	const { last } = store.cardsSent(session);
	const least = settings.options.minimumSeconds * SECOND;
	const ages = [session.since, last].map((time) => Date.now() - time);
	// A time in the future was written by a clock that has been set back since.
	return Math.max(0, ...ages.filter((age) => age >= 0).map((age) => least - age));
}

/** The session with the charge that the form asks for. */
function withCharge(request: CheckoutRequest, session: CheckoutSession): ChargedSession {
	const card = cardNumberIn(request);
	const { email } = session;
	const sent = { at: Date.now(), email, cardLast4: card.slice(-4), cardBrand: brandOf(card) };
	return { ...submitted(session), charge: sent };
}

function cardNumberIn(request: CheckoutRequest): string {
	return request.field('cardNumber').replace(/[\s-]/g, '');
}

/** @returns the charge, the names of the wrong fields, or an error that only the user of the node can correct */
function check(request: CheckoutRequest, session: CheckoutSession): ChargeRequest | string[] | GatewayError {
	const { yearDigits, pinFormat } = request.settings.options;
	const { amountsIn } = request.connection.transport.settings;
	const format = { amountUnit: 'major', amountsIn, yearDigits, pinFormat } as const;
	// An e-mail address is stored, and a card number would be stored with it.
	const isWrong = session.email.trim() === '' || holdsCardNumber(session.email, cardNumberIn(request));
	const wrongEmail = isWrong ? ['email'] : [];
	try {
		const chargeRequest = buildCharge(fieldsOf(request, session), format, Date.now());
		return wrongEmail.length > 0 ? wrongEmail : chargeRequest;
	} catch (error) {
		const wrong = error instanceof InputError ? formFieldsOf(error.problems) : undefined;
		return wrong ? [...new Set([...wrong, ...wrongEmail])] : asGatewayError(error);
	}
}

function fieldsOf(request: CheckoutRequest, session: CheckoutSession): IDataObject {
	const { terms, email } = session;
	const { headers, ip } = request.context.getRequestObject();
	const header = (name: string) => String(headers[name] ?? '').slice(0, 300);
	return {
		cardNumber: cardNumberIn(request),
		expiry: request.field('expiry'),
		cvv: request.field('cvv'),
		cardPin: request.field('cardPin'),
		amount: terms.amount,
		currency: terms.currency,
		reference: request.referenceOf(session),
		email,
		// The URLs are made before the service has given its reference.
		callbackUrl: urlOf(request, WEBHOOK_PATHS.callback, session),
		webhookURL: urlOf(request, WEBHOOK_PATHS.notification, session),
		browserDetails: {
			userAgent: header('user-agent'),
			acceptHeader: header('accept'),
			language: header('accept-language'),
			javaScriptEnabled: request.field('js') === '1',
			ipAddress: ip,
		},
	};
}

async function charge(request: CheckoutRequest, session: ChargedSession, chargeRequest: ChargeRequest): Promise<Reply> {
	const { store, connection } = request;
	// Counted before it is sent, so that concurrent forms get no extra cards.
	store.keepCardsSent(session, session.cardsSent, MAY_BE_REPEAT);
	let next: CheckoutSession;
	try {
		const result = await store.whileUnderway(session, async () => await sendCharge(connection, chargeRequest, 'show'));
		if (result.output.duplicate && result.output.outcome === 'declined')
			return await goToRecord(request, session, await findPayment(request, { ...session, charge: null }));
		next = sessionAfter(request, session, result);
		// What was looked up may be another payment with this reference.
		if (result.raw !== undefined && result.output.outcome === 'declined') store.keepRefused(session, session.charge);
	} catch (error) {
		return await afterFailure(request, session, error);
	}
	if (next.stage === 'redirect' && next.acsUrl === null)
		request.log('the service gave an address without https, so the customer is not sent there');
	if (!next.isRefused) {
		store.keepProgress(next);
		store.keepCardsSent(session, session.cardsSent);
	}
	return next.stage === 'check' ? await conclude(request, next) : { goTo: addressOf(request, next) };
}

function sessionAfter(
	request: CheckoutRequest,
	session: CheckoutSession,
	{ output, raw, mentioned }: Result<ChargeOutput>,
): CheckoutSession {
	const { outcome, acsUrl, otpMessage, otpMessageSupport, duplicate } = output;
	// Another request has sent this charge, and its progress decides what comes next; or it is somebody else's.
	if (duplicate) return { ...session, charge: null, isRefused: true, ...request.store.progress(session) };
	// What was looked up may be another payment with this reference.
	const transactionReference = raw === undefined ? null : output.transactionReference;
	const next = { ...session, transactionReference, mentioned: mentioned ?? null };
	const stage = stageAfterCharge(outcome);
	if (stage === 'otp') {
		const otpMessages = [otpMessage, otpMessageSupport].filter((text) => text !== null);
		return { ...next, stage, otpMessages };
	}
	return { ...next, stage, acsUrl: stage === 'redirect' ? acsUrl : null };
}

async function afterFailure(request: CheckoutRequest, session: ChargedSession, error: unknown): Promise<Reply> {
	const { store } = request;
	const failure = asGatewayError(error);
	request.log(`a charge failed: ${failure.message}`);
	// The service may have acted.
	if (failure instanceof LostAnswerError || failure instanceof UnexpectedError) {
		store.keepProgress(session);
		store.keepCardsSent(session, session.cardsSent);
		return { goTo: addressOf(request, session) };
	}
	const again: CheckoutSession = { ...session, stage: 'card', expires: session.terms.expires, charge: null };
	if (!(failure instanceof RefusedError)) {
		// It was not sent.
		store.keepCardsSent(session, store.cardsSent(session).count - 1, MAY_BE_REPEAT);
		return askCard(request, { ...again, cardsSent: session.cardsSent - 1 }, UNREACHABLE);
	}
	// The service rejected a value, or already has this reference. One reference cannot be charged twice.
	if (failure instanceof PossibleRepeatError) {
		store.keepRefused(session, session.charge, MAY_BE_REPEAT);
		const sent: ChargedSession = { ...session, mentioned: failure.payment?.transactionReference ?? null };
		// Nothing else leads from the link to a payment that the service finds by its own reference alone. Only the callback URL
		// proves that this page has made it.
		const found = failure.payment && (await findPayment(request, { ...sent, charge: null }));
		if (found && found !== 'used' && found !== 'taken' && !store.progress(session)) {
			const { record, charge = null } = typeof found === 'object' ? found : {};
			store.keepProgress({ ...sent, charge, transactionReference: record?.transactionReference ?? null });
		}
		return { goTo: addressOf(request, { ...sent, charge: null, isRefused: true, ...store.progress(session) }) };
	}
	const isOfCard = !NOT_OF_THE_CARD.includes(failure.httpStatus);
	const found = await findPayment(request, again);
	// Another form of this try may have been sent during the look-up.
	if (found !== 'none' || store.progress(session) || store.isUnderway(session)) {
		if (isOfCard) store.keepRefused(session, session.charge, MAY_BE_REPEAT);
		return await goToRecord(request, session, found);
	}
	store.keepCardsSent(session, store.cardsSent(session).count);
	if (isOfCard) store.keepRefused(session, session.charge);
	return askForCard(request, again, failure.httpStatus === 402 ? DECLINED : UNREACHABLE);
}

/**
 * The way to what the service has under the reference of a charge that it has refused: that of an earlier form, of which
 * nobody knows any more after n8n was killed, or the decline itself.
 */
async function goToRecord(request: CheckoutRequest, session: ChargedSession, found: Found): Promise<Reply> {
	const { store } = request;
	// Where the callback URL is not repeated, only a decline can be that of the refused card.
	const own = found === 'used' ? await findPayment(request, session) : undefined;
	if (typeof own === 'object' && own.outcome === 'declined') {
		const { transactionReference } = own.record;
		store.keepProgress({ ...session, transactionReference });
		store.keepCardsSent(session, session.cardsSent);
		return { goTo: addressOf(request, { ...session, transactionReference }) };
	}
	return { goTo: addressOf(request, { ...session, charge: null, isRefused: true, ...store.progress(session) }) };
}
