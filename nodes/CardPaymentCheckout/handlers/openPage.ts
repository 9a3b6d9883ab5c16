import { randomBytes } from 'crypto';

import { badLinkPage, expiredPage } from '../../shared/pages/messages';
import { makeLink, readLink, type LinkTerms } from '../../shared/signing/paymentLink';
import { outcomeOf, show } from './conclude';
import { askCard, pageOfStep } from '../pages';
import type { Reply } from '../../shared/pages/reply';
import { cardStep, type Step } from '../session';
import type { Visit } from '../visit';

const MINUTE = 60_000;

/** A customer opens the page: with a step, with a payment link, or with neither. */
export async function openPage(visit: Visit): Promise<Reply> {
	const { query, path } = visit.request;
	const state = query.get('state');
	if (state !== null) return await openStep(visit, visit.unseal(state));

	const link = query.get('link');
	if (link !== null) {
		const terms = readLink(link, path, visit.privateKey);
		return terms ? await openLink(visit, terms) : badLinkPage(visit.look);
	}
	return visit.rules.amountFrom === 'node' ? { goTo: ownLink(visit) } : badLinkPage(visit.look);
}

/** Shows the page of a step that the browser brings back. */
export async function openStep(visit: Visit, step: Step | 'expired' | undefined): Promise<Reply> {
	if (step === undefined) return badLinkPage(visit.look);
	return step === 'expired' ? expiredPage(visit.look) : await show(visit, step);
}

/** Asks for a card, unless one was taken with this link before. */
async function openLink(visit: Visit, terms: LinkTerms): Promise<Reply> {
	for (let tryNumber = 1; ; tryNumber++) {
		const blank = cardStep(terms, tryNumber);
		const known = visit.progress(blank);
		const step: Step = { ...blank, name: 'check', ...known };
		const record = await visit.record(step);
		if (!record && !known) {
			return Date.now() < terms.expires ? askCard(visit, blank) : expiredPage(visit.look);
		}
		const outcome = outcomeOf(visit, step, record);
		// Nothing starts here: what the customer entered is not known, and somebody may open an old link.
		if (outcome !== 'declined' || tryNumber >= terms.tries) return pageOfStep(visit, step, outcome);
	}
}

// Whoever opens the page without a link gets one, so that reloading it is the same payment.
function ownLink({ rules, request, privateKey }: Visit): string {
	const { amount, currency = '', description, options } = rules;
	const terms: LinkTerms = {
		reference: `n8n-${randomBytes(12).toString('hex')}`,
		...{ amount, currency, description, customFields: {} },
		expires: Date.now() + options.pageMinutes * MINUTE,
		tries: options.cardTries,
	};
	return new URL(makeLink(new URL(request.path, 'http://n8n').href, terms, privateKey)).search;
}
