import type { IWebhookFunctions } from 'n8n-workflow';

import type { Branding } from '../../checkout/pages/branding';
import { summaryOf } from '../../checkout/pages/summary';
import { badLinkPage, tell } from '../../checkout/pages/messages';
import type { Reply } from '../../checkout/pages/reply';
import { termsIn } from '../shared/signing/signedUrl';
import { addressToAskAgain, type WebhookRequest } from '../shared/webhooks/webhookRequest';
import type { Accepted, Decision } from './decision';
import type { TriggerSettings } from './triggerSettings';

type Response = ReturnType<IWebhookFunctions['getResponseObject']>;
type PageTexts = TriggerSettings['pageTexts'];

/** What the answer to a customer depends on besides the decision. */
interface CustomerRequest {
	request: WebhookRequest;
	/** Undefined when the settings cannot be read. */
	settings: TriggerSettings | undefined;
	branding: Branding;
	/** Whether the customer was sent with a form. */
	isForm: boolean;
}

/** In seconds. */
const RETRY_SERVICE = 60;
const RETRY_CUSTOMER = 10;

/** What the service is answered with; the status is also that of a customer's page. */
const ANSWERS: Readonly<Record<Decision['kind'], { status: number; message: string }>> = {
	accepted: { status: 200, message: 'Received' },
	noReference: { status: 400, message: 'There is no transaction reference in this notification' },
	forged: { status: 401, message: 'This notification is not accepted' },
	tooLarge: { status: 413, message: 'This notification is too large' },
	tryLater: { status: 503, message: 'The transaction cannot be checked just now: deliver this notification again' },
};

/** The body of the response to a notification that was accepted. */
export const RECEIVED = { message: ANSWERS.accepted.message };

// Of these no payment is known, and so none whose outcome could be told.
const UNREADABLE: ReadonlyArray<Decision['kind']> = ['noReference', 'tooLarge'];

/** Answers a notification of the service. It repeats nothing from the request. */
export function answerService(response: Response, { kind }: Decision): void {
	const { status, message } = ANSWERS[kind];
	if (kind === 'tryLater') response.set('Retry-After', String(RETRY_SERVICE));
	response.status(status).set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }).json({ message });
}

/**
 * The page or redirect for a customer who returns from a payment page. Only a URL that was signed for the payment shows
 * what became of it: anybody could try references.
 */
export function replyToCustomer(decision: Decision, customer: CustomerRequest): Reply {
	const { settings, branding } = customer;
	const { status } = ANSWERS[decision.kind];
	if (UNREADABLE.includes(decision.kind)) return badLinkPage(branding, status);
	if (settings && !settings.requireSignedUrl && !decision.isSigned) return neutralReply(settings, branding);
	switch (decision.kind) {
		case 'accepted':
			if (settings?.customerAnswer === 'redirect' && settings.redirectUrl)
				return { goTo: destination(settings.redirectUrl, decision) };
			return outcomePage(decision, settings?.pageTexts ?? {}, branding);
		case 'tryLater':
			// The page reloads itself with GET, which would lose a form.
			if (customer.isForm) return { goTo: addressToAskAgain(customer.request) };
			return tell(branding, 'check', {
				status,
				summary: decision.isSigned ? summaryOf(branding, termsIn(customer.request.query)) : undefined,
				refresh: { seconds: RETRY_CUSTOMER },
			});
		default:
			return badLinkPage(branding, status);
	}
}

/** The same for every payment, also for one that does not exist. */
function neutralReply({ customerAnswer, redirectUrl }: TriggerSettings, branding: Branding): Reply {
	return customerAnswer === 'redirect' && redirectUrl ? { goTo: redirectUrl } : tell(branding, 'returned');
}

function destination(url: string, { outcome, reference }: Accepted): string {
	const address = new URL(url);
	address.searchParams.set('outcome', outcome);
	if (reference !== null) address.searchParams.set('reference', reference);
	return address.href;
}

function outcomePage(
	{ outcome, reference, shown }: Accepted,
	{ paid, open, failed }: PageTexts,
	page: Branding,
): Reply {
	const branding = { ...page, merchantName: shown.merchant ?? '' };
	const summary = summaryOf(branding, { ...shown, reference });
	switch (outcome) {
		case 'authorized':
			return tell(branding, 'paid', { text: paid, summary });
		case 'declined':
			return tell(branding, 'declined', { text: failed, summary });
		case 'refunded':
			return tell(branding, 'refunded', { summary });
		default:
			return tell(branding, 'open', { text: open, summary });
	}
}
