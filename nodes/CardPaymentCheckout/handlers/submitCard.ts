import type { IDataObject } from 'n8n-workflow';

import { brandOf } from '../../../gateway/schema/brand';
import { holdsCardNumber } from '../../../gateway/schema/card';
import { buildCharge, type ChargeRequest } from '../../../gateway/calls/charge/request';
import { maskCardNumbers } from '../../../gateway/protocol/mask';
import { GatewayError, InputError } from '../../../gateway/protocol/errors';
import { asGatewayError } from '../../shared/transport/nodeErrors';
import { laterPage } from '../../shared/pages/messages';
import { WEBHOOK_PATHS } from '../../shared/signing/signedUrl';
import { formFieldsOf } from '../formFields';
import { chargeCard, type ChargedSession } from './chargeCard';
import { addressOf, urlOf } from '../addresses';
import { openLink } from './openLink';
import { holdForm } from '../hold';
import { findPayment } from '../record';
import { askCard, noCardsLeftPage, UNREACHABLE } from '../pages';
import { openTry, sentSoFar, unlessOpen } from './openTry';
import type { Reply } from '../../shared/pages/reply';
import type { CheckoutSession } from '../session';
import { stateOf, submitted } from '../states';
import type { CheckoutRequest } from '../request';

const SECOND = 1000;
const AGAIN = { notice: 'again', status: 422 } as const;

/**
 * Charges the card that the customer has entered, once for each try. While a form waits, others may be charged, so all of it is
 * checked again afterwards.
 * @param wasHeld whether the form came too fast and has waited
 * @param isNew whether no other charge of the link is open or paid, as far as the service and this n8n know
 */
export async function submitCard(
	request: CheckoutRequest,
	asked: CheckoutSession,
	{ wasHeld = false, isNew = false } = {},
): Promise<Reply> {
	const { store } = request;
	const session: CheckoutSession = { ...asked, email: emailIn(request) };
	// Charged before, from this page or another tab. That charge decides what comes next.
	const known = store.progress(session);
	if (known || store.isUnderway(session)) return { goTo: addressOf(request, { ...submitted(session), ...known }) };

	if (stateOf(session) === 'expired') return await openLink(request, session);
	if (request.field('website') !== '') return askCard(request, session, AGAIN);
	const { count } = store.cardsSent(session);
	if (count >= session.terms.tries) return await unlessOpen(request, session, noCardsLeftPage(request));

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
	if (!isNew) {
		const sent = sentSoFar(request, session);
		const open = (await chargedEarlier(request, session)) ?? (await openTry(request, session));
		if (open === 'unavailable') return askCard(request, session, UNREACHABLE);
		if (open) return { goTo: addressOf(request, open) };
		// What was sent meanwhile may have come after the look-up, and have been refused without saying why.
		const isStillNew = sentSoFar(request, session) === sent;
		return await submitCard(request, asked, { wasHeld, isNew: isStillNew });
	}
	return await chargeCard(request, charged, checked);
}

/** The payment of this try that the service has already: from before n8n was stopped, or from before the private key was replaced. */
async function chargedEarlier(
	request: CheckoutRequest,
	session: CheckoutSession,
): Promise<CheckoutSession | 'unavailable' | undefined> {
	const found = await findPayment(request, session);
	if (found === 'none') return undefined;
	return found === 'unavailable' ? found : submitted(session);
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

/** The e-mail address; empty where a card number was entered in its place, because an address is stored and shown again. */
function emailIn(request: CheckoutRequest): string {
	const email = request.field('email').slice(0, 254);
	const holdsCard = holdsCardNumber(email, cardNumberIn(request)) || maskCardNumbers(email) !== email;
	return holdsCard ? '' : email;
}

function cardNumberIn(request: CheckoutRequest): string {
	return request.field('cardNumber').replace(/[\s-]/g, '');
}

/** @returns the charge, the names of the wrong fields, or an error that only the user of the node can correct */
function check(request: CheckoutRequest, session: CheckoutSession): ChargeRequest | string[] | GatewayError {
	const { yearDigits, pinFormat } = request.settings.options;
	const { amountsIn } = request.connection.transport.settings;
	const format = { amountUnit: 'major', amountsIn, yearDigits, pinFormat } as const;
	const wrongEmail = session.email.trim() === '' ? ['email'] : [];
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
