// @ts-nocheck
import type { IWebhookFunctions } from 'n8n-workflow';

import type { Outcome } from '../../gateway/outcome';
import type { Branding } from '../shared/pages/branding';
import { badLinkPage, tell } from '../shared/pages/messages';
import type { Reply } from '../shared/pages/reply';
import type { Accepted, Decision, Rejected } from './decision';
import type { TriggerSettings } from './settings';

type Response = ReturnType<IWebhookFunctions['getResponseObject']>;
type PageTexts = TriggerSettings['pageTexts'];

/** In seconds. */
const RETRY_SERVICE = 60;
const RETRY_CUSTOMER = 10;

/** The body of the response to a notification that was accepted. */
export const RECEIVED = { message: 'Received' };

const STATUSES: Readonly<Record<Decision['kind'], number>> = {
	accepted: 200,
	noReference: 400,
	forged: 401,
	tooLarge: 413,
	tryLater: 503,
};

const MESSAGES: Readonly<Record<Rejected['kind'], string>> = {
	noReference: 'There is no transaction reference in this notification',
	forged: 'This notification is not accepted',
	tooLarge: 'This notification is too large',
	tryLater: 'The transaction cannot be checked just now: deliver this notification again',
};

/** Answers a notification of the service. It repeats nothing from the request. */
export function answerService(response: Response, { kind }: Decision): void {
	if (kind === 'tryLater') response.set('Retry-After', String(RETRY_SERVICE));
	response
		.status(STATUSES[kind])
		.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' })
		.json(kind === 'accepted' ? RECEIVED : { message: MESSAGES[kind] });
}

/** The page or redirect for a customer who returns from a payment page. */
export function replyToCustomer(decision: Decision, settings: TriggerSettings | undefined, branding: Branding): Reply {
	const status = STATUSES[decision.kind];
	switch (decision.kind) {
		case 'accepted':
			if (settings?.customerAnswer === 'redirect' && settings.redirectUrl)
				return { goTo: destination(settings.redirectUrl, decision) };
			return outcomePage(decision.outcome, settings?.pageTexts ?? {}, branding);
		case 'tryLater':
			return tell(branding, 'check', { status, refresh: { seconds: RETRY_CUSTOMER } });
		default:
			return badLinkPage(branding, status);
	}
}

function destination(url: string, { outcome, reference }: Accepted): string {
	const address = new URL(url);
	address.searchParams.set('outcome', outcome);
	if (reference !== null) address.searchParams.set('reference', reference);
	return address.href;
}

function outcomePage(outcome: Outcome, { paid, open, failed }: PageTexts, branding: Branding): Reply {
	switch (outcome) {
		case 'authorized':
			return tell(branding, 'paid', { text: paid });
		case 'declined':
			return tell(branding, 'declined', { text: failed });
		case 'refunded':
			return tell(branding, 'refunded');
		default:
			return tell(branding, 'open', { text: open });
	}
}
