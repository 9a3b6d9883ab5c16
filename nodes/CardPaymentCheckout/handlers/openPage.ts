import { randomBytes } from 'crypto';

import { badLinkPage, expiredPage } from '../../shared/pages/messages';
import { makeLink, readLink, type LinkTerms } from '../../shared/signing/paymentLink';
import { outcomeOf, showPayment } from './conclude';
import { askCard, paymentPage } from '../pages';
import { findRecord } from '../record';
import type { Reply } from '../../shared/pages/reply';
import { newSession, unsealSession, type CheckoutSession } from '../session';
import type { CheckoutRequest } from '../request';
import { checkAmount } from '../settings';

const MINUTE = 60_000;

/** Opens the page: with a session, with a payment link, or with neither. */
export async function openPage(request: CheckoutRequest): Promise<Reply> {
	const { query, path } = request.webhook;
	const state = query.get('state');
	if (state !== null) return await showSession(request, unsealSession(state, request.sealContext));

	const link = query.get('link');
	if (link !== null) {
		const terms = readLink(link, path, request.privateKey);
		return terms ? await openLink(request, terms) : badLinkPage(request.branding);
	}
	return request.settings.amountFrom === 'node' ? { goTo: ownLink(request) } : badLinkPage(request.branding);
}

/** Shows the page of a session that the browser has returned with. */
export async function showSession(
	request: CheckoutRequest,
	session: CheckoutSession | 'expired' | undefined,
): Promise<Reply> {
	if (session === undefined) return badLinkPage(request.branding);
	return session === 'expired' ? expiredPage(request.branding) : await showPayment(request, session);
}

/** Asks for a card, unless this link was used before. */
async function openLink(request: CheckoutRequest, terms: LinkTerms): Promise<Reply> {
	for (let tryNumber = 1; ; tryNumber++) {
		const blank = newSession(terms, tryNumber);
		const known = request.store.progress(blank);
		const session: CheckoutSession = { ...blank, stage: 'check', ...known };
		const record = await findRecord(request, session);
		if (!record && !known) {
			return Date.now() < terms.expires ? askCard(request, blank) : expiredPage(request.branding);
		}
		const outcome = outcomeOf(request, session, record);
		// Opening a link starts no workflow, because the link may be old and what the customer entered is not known.
		if (outcome !== 'declined' || tryNumber >= terms.tries) return paymentPage(request, session, outcome);
	}
}

// A page that is opened without a link gets one, so that reloading it continues the same payment.
function ownLink({ settings, webhook, privateKey, connection }: CheckoutRequest): string {
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
	return new URL(makeLink(new URL(webhook.path, 'http://n8n').href, terms, privateKey)).search;
}
