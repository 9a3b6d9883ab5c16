import { randomBytes } from 'crypto';

import type { LinkTerms } from '../../checkout/link';
import { badLinkPage, builderPage, tell } from '../../checkout/pages/messages';
import type { Reply } from '../../checkout/pages/frame';
import { sessionOf } from '../../checkout/session';
import { readLink } from '../shared/signing/paymentLink';
import type { CheckoutRequest } from './checkoutRequest';
import { findAttempt } from './findAttempt';
import { redirectTo, showAttempt } from './nextPage';
import { checkAmount } from './pageSettings';

// How long customers can pay after they open a page with a fixed amount.
const HOUR = 3_600_000;

const WITHOUT_LINK =
	'This page accepts payment links only. Give its test URL to Payment Link: Create and open the link, or set Page Accepts to A Fixed Amount.';

/** Opens the page with a session, with a payment link, or with neither. */
export async function openPage(request: CheckoutRequest): Promise<Reply> {
	const { branding, privateKeys, settings, webhook } = request;
	const [state, link] = [webhook.query.get('state'), webhook.query.get('link')];
	if (state === null && link === null) {
		if (settings.amountFrom === 'node') return redirectTo(request, sessionOf(newAttempt(request)));
		return request.isTest ? builderPage(branding, WITHOUT_LINK, 400) : badLinkPage(branding);
	}
	const terms = state === null ? readLink(link!, webhook.path, privateKeys) : undefined;
	const session = terms ? sessionOf({ terms, number: 1, isPublic: false }) : request.unsealSession(state ?? '');
	return session ? showAttempt(request, await findAttempt(request, session)) : badLinkPage(branding);
}

/** The first attempt on a page with a fixed amount. Its random reference stays the same when the page is reloaded. */
function newAttempt({ settings, connection }: CheckoutRequest) {
	const { amount, description, options } = settings;
	const terms: LinkTerms = {
		reference: `n8n-${randomBytes(8).toString('hex')}`,
		amount,
		currency: checkAmount(settings, connection.transport.settings),
		description,
		customFields: {},
		expires: Date.now() + HOUR,
		tries: options.cardTries,
	};
	return { terms, number: 1, isPublic: true };
}

/** Answers a browser that returns from the bank's page. What it claims proves nothing, so the service is asked. */
export async function returnFromBank(request: CheckoutRequest): Promise<Reply> {
	const charge = request.unsealCharge(request.webhook.query);
	if (charge) {
		const { payer } = charge;
		const session = sessionOf(charge, { email: payer.email, payer, step: 'done' });
		return redirectTo(request, session, await findAttempt(request, session, request.claimedReference));
	}
	const { length } = request.context.getRequestObject().originalUrl;
	request.log(
		`somebody came to the return address with ${length} characters in it, which are not an address of this page. If that was a customer, the service cuts or changes the return address, and only its notifications can start the workflow.`,
	);
	// The customer may have paid, so this page must not lead to another payment.
	return tell(request.branding, 'returned', { status: 400 });
}
