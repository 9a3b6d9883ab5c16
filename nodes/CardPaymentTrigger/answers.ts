import type { IWebhookFunctions } from 'n8n-workflow';

import type { Outcome } from '../../gateway/outcome';
import { PAGE_HEADERS, pageOf, type Page } from '../shared/pages/document';
import type { TriggerSettings } from './settings';
import type { Accepted, Rejected, Decision } from './decision';

type Response = ReturnType<IWebhookFunctions['getResponseObject']>;

/** In seconds. */
const RETRY_SERVICE = 60;
const RETRY_CUSTOMER = 10;

/** What a service reads that has delivered a notification. */
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

/** Answers a notification of the service. Nothing of the request is repeated. */
export function answerService(response: Response, { kind }: Decision): void {
	if (kind === 'tryLater') response.set('Retry-After', String(RETRY_SERVICE));
	response
		.status(STATUSES[kind])
		.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' })
		.json(kind === 'accepted' ? RECEIVED : { message: MESSAGES[kind] });
}

/** Answers the browser of a customer who comes back from a payment page, by a page or a redirect. */
export function answerCustomer(response: Response, decision: Decision, settings: TriggerSettings | undefined): void {
	response.set(PAGE_HEADERS);
	if (decision.kind === 'accepted' && settings?.customerAnswer === 'redirect' && settings.redirectUrl) {
		response.redirect(303, destination(settings.redirectUrl, decision));
		return;
	}
	response
		.status(STATUSES[decision.kind])
		.type('html')
		.send(pageOf(pageFor(decision, settings?.pageTexts)));
}

/** Sends a browser to another address, by GET. Without a body, because Express would repeat the address in it. */
export function sendTo(response: Response, address: string): void {
	response.set(PAGE_HEADERS).status(303).location(address).end();
}

function destination(url: string, { outcome, reference }: Accepted): string {
	const address = new URL(url);
	address.searchParams.set('outcome', outcome);
	if (reference !== null) address.searchParams.set('reference', reference);
	return address.href;
}

function pageFor(decision: Decision, texts: TriggerSettings['pageTexts'] = {}): Page {
	switch (decision.kind) {
		case 'accepted':
			return pageAbout(decision.outcome, texts);
		case 'tryLater':
			return {
				title: 'Your payment is being checked',
				text: 'This page asks again by itself. Please do not pay again.',
				askAgainAfter: RETRY_CUSTOMER,
			};
		default:
			return {
				title: 'This link does not work',
				text: 'If you have paid, your payment is safe. Please ask the shop where you paid.',
			};
	}
}

function pageAbout(outcome: Outcome, { paid, open, failed }: TriggerSettings['pageTexts']): Page {
	switch (outcome) {
		case 'authorized':
			return { title: 'Payment received', text: paid ?? 'Thank you. Your payment is confirmed.' };
		case 'declined':
			return { title: 'Payment not completed', text: failed ?? 'Your payment was not completed.' };
		case 'refunded':
			return { title: 'Payment refunded', text: 'Your payment was paid back.' };
		default:
			return {
				title: 'Payment not confirmed yet',
				text: open ?? 'Your payment is not confirmed yet. Please do not pay again.',
			};
	}
}
