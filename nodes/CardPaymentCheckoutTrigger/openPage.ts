import { randomBytes } from 'crypto';

import { sessionOf, type Attempt, type CardAttempt, type LinkTerms, type Session } from '../../checkout/attempt';
import { builderPage } from '../../checkout/pages/messages';
import { readClaim } from '../shared/webhooks/http';
import { carriesOurs, readLink } from '../shared/signing/paymentLink';
import type { CheckoutRequest } from './checkoutRequest';
import { findAttempt } from './findAttempt';
import type { Next } from './replyTo';
import { currencyOf } from './pageSettings';

// How long customers can pay after they open a page with a fixed amount.
const HOUR = 3_600_000;

const WITHOUT_LINK =
	'This page accepts payment links only. Give its test URL to Payment Link: Create and open the link, or set Page Accepts to A Fixed Amount.';

/** Opens the page with a session, with a payment link, or with neither. */
export async function openPage(request: CheckoutRequest): Promise<Next> {
	const { settings, context } = request;
	if (!carriesOurs(context.getRequestObject().originalUrl)) {
		if (settings.amountFrom === 'node') return { goTo: sessionOf(newAttempt(request)) };
		return request.isTestRun ? { reply: builderPage(request.branding, WITHOUT_LINK, 400) } : { refusal: 'link' };
	}
	const session = sessionIn(request);
	if (!session) return { refusal: 'link' };
	return { current: await findAttempt(request, session) };
}

/** Reads the session of a link, or of a page of this trigger; undefined where the address was altered, or has none. */
export function sessionIn(request: CheckoutRequest): Session | undefined {
	const { query, path } = request.webhook;
	const link = query.get('link');
	const terms = link === null ? undefined : readLink(link, path, request.service.settings);
	return terms
		? sessionOf({ terms, number: 1, isPublic: false })
		: request.unseal<Session>('session', query.get('state'));
}

/** Makes the first attempt on a page with a fixed amount. Its random reference stays the same when the page is reloaded. */
function newAttempt({ settings, service }: CheckoutRequest): Attempt {
	const { amount, description, options } = settings;
	const terms: LinkTerms = {
		reference: `n8n-${randomBytes(8).toString('hex')}`,
		amount,
		currency: currencyOf(settings, service.settings),
		description,
		customFields: {},
		expires: Date.now() + HOUR,
		tries: options.cardTries,
	};
	return { terms, number: 1, isPublic: true };
}

/** Answers a browser that returns from the bank's page. What it claims proves nothing, so the service is asked. */
export async function returnFromBank(request: CheckoutRequest): Promise<Next> {
	const cardAttempt = request.unseal<CardAttempt>('attempt', request.webhook.query.get('attempt'));
	if (cardAttempt) {
		const { payer } = cardAttempt;
		const { email, firstName, lastName } = payer;
		const session = sessionOf(cardAttempt, { customer: { email, firstName, lastName }, payer, step: 'done' });
		const claimed = readClaim(request.webhook)?.transactionReference;
		return { goTo: session, current: await findAttempt(request, session, claimed) };
	}
	const { length } = request.context.getRequestObject().originalUrl;
	request.log(
		`a browser returned to an address of ${length} characters that this page did not make. If that was a customer, the service cuts or changes the return address, and only its notifications can start the workflow.`,
	);
	// The customer may have paid, so this page must not lead to another payment.
	return { refusal: 'returned', status: 400 };
}
