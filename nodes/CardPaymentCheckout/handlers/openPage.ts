import { randomBytes } from 'crypto';

import { badLinkPage, builderPage, expiredPage } from '../../shared/pages/messages';
import { makeLink, readLink, type LinkTerms } from '../../shared/signing/paymentLink';
import { showPayment } from './conclude';
import { openLink } from './openLink';
import type { Reply } from '../../shared/pages/reply';
import { unsealPage, type CheckoutSession } from '../session';
import { newSession } from '../states';
import type { CheckoutRequest } from '../request';
import { checkAmount } from '../settings';

const MINUTE = 60_000;

const WITHOUT_LINK =
	'This page accepts payment links only. Give its test URL to Payment Link: Create and open the link, or set Page Accepts to A Fixed Amount.';

/** Opens the page: with a session, with a payment link, or with neither. */
export async function openPage(request: CheckoutRequest): Promise<Reply> {
	const { query, path } = request.webhook;
	const state = query.get('state');
	if (state !== null) return await showSession(request, unsealPage(state, request.sealContext));

	const link = query.get('link');
	if (link !== null) {
		const terms = readLink(link, path, request.privateKeys);
		return terms ? await openLink(request, newSession(terms, 1)) : badLinkPage(request.branding);
	}
	if (request.settings.amountFrom === 'node') return { goTo: ownLink(request) };
	return request.isTest ? builderPage(request.branding, WITHOUT_LINK, 400) : badLinkPage(request.branding);
}

/** Shows the page of a session that the browser has returned with. */
export async function showSession(
	request: CheckoutRequest,
	session: CheckoutSession | 'expired' | undefined,
): Promise<Reply> {
	if (session === undefined) return badLinkPage(request.branding);
	return session === 'expired' ? expiredPage(request.branding) : await showPayment(request, session);
}

// A page that is opened without a link gets one, so that reloading it continues the same payment.
function ownLink({ settings, webhook, privateKeys, connection }: CheckoutRequest): string {
	checkAmount(settings, connection.transport.settings);
	const { amount, currency = '', description, options } = settings;
	const terms: LinkTerms = {
		reference: `n8n-${randomBytes(12).toString('hex')}`,
		amount,
		currency,
		description,
		customFields: {},
		expires: Date.now() + options.pageMinutes * MINUTE,
		tries: options.cardTries,
	};
	return new URL(makeLink(new URL(webhook.path, 'http://n8n').href, terms, privateKeys.privateKey)).search;
}
