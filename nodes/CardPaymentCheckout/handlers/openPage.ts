import { randomBytes } from 'crypto';

import type { LinkTerms } from '../../../checkout/link';
import { sessionOf } from '../../../checkout/session';
import { badLinkPage, builderPage } from '../../../checkout/pages/messages';
import { readLink } from '../../shared/signing/paymentLink';
import type { Next } from '../next';
import { look } from '../position';
import type { CheckoutRequest } from '../pageRequest';
import { checkAmount } from '../pageSettings';

const MINUTE = 60_000;

const WITHOUT_LINK =
	'This page accepts payment links only. Give its test URL to Payment Link: Create and open the link, or set Page Accepts to A Fixed Amount.';

/** Opens the page: with a session, with a payment link, or with neither. */
export async function openPage(request: CheckoutRequest): Promise<Next> {
	const { query, path } = request.webhook;
	const [state, link] = [query.get('state'), query.get('link')];
	if (state !== null) {
		const session = request.unsealSession(state);
		return session ? { show: await look(request, session) } : { tell: badLinkPage };
	}
	if (link !== null) {
		const terms = readLink(link, path, request.privateKeys);
		if (!terms) return { tell: badLinkPage };
		return { show: await look(request, sessionOf({ terms, number: 1, isPublic: false })) };
	}
	if (request.settings.amountFrom === 'node') return beginVisit(request);
	return { tell: (branding) => (request.isTest ? builderPage(branding, WITHOUT_LINK, 400) : badLinkPage(branding)) };
}

/** Gives a visit of a page with a fixed amount its reference, so that reloading the page goes on with the same payment. */
function beginVisit(request: CheckoutRequest): Next {
	const { settings, connection } = request;
	const currency = checkAmount(settings, connection.transport.settings);
	const { amount, description, options } = settings;
	const terms: LinkTerms = {
		reference: `n8n-${randomBytes(8).toString('hex')}`,
		amount,
		currency,
		description,
		customFields: {},
		expires: Date.now() + options.pageMinutes * MINUTE,
		tries: options.cardTries,
	};
	return { leadTo: sessionOf({ terms, number: 1, isPublic: true }) };
}
