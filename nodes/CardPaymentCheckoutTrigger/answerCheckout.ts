import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { brandingOf, type Branding } from '../../checkout/pages/branding';
import { pageFor } from '../../checkout/pages/paymentPages';
import { queryOf } from '../../checkout/query';
import { summaryOf, type Summary } from '../../checkout/pages/summary';
import { builderPage, tell } from '../../checkout/pages/messages';
import { TOO_LARGE, type Reply } from '../../checkout/pages/frame';
import { canSign } from '../../gateway/client/settings';
import { carriesOurs } from '../shared/signing/paymentLink';
import { WEBHOOK_PATHS } from '../shared/signing/signedUrl';
import { Transport } from '../shared/transport/transport';
import { problemOf } from '../shared/webhooks/lifecycle';
import { LARGEST_BODY, makeReply, receiveRequest, sendReply } from '../shared/webhooks/http';
import { brandingFor, CheckoutRequest } from './checkoutRequest';
import { replyTo, type Next } from './replyTo';
import { openPage, returnFromBank, sessionIn } from './openPage';
import { readCheckoutSettings, type CheckoutSettings } from './pageSettings';
import { readForm } from './readForm';
import { startBy, type Start } from './startOf';
import { submitForm } from './submitForm';
import { takeNotification } from './takeNotification';

const SECOND = 1000;

const HANDLERS: Readonly<Record<string, (request: CheckoutRequest) => Promise<Next>>> = {
	async [WEBHOOK_PATHS.checkout](request) {
		if (request.context.getRequestObject().method !== 'POST') return await openPage(request);
		const form = readForm(request);
		return 'next' in form ? form.next : await submitForm(request, form);
	},
	[WEBHOOK_PATHS.callback]: returnFromBank,
	[WEBHOOK_PATHS.notification]: takeNotification,
};

/**
 * Answers a request at any of the checkout's webhook paths. It never throws, because n8n would answer 500 and store what was
 * thrown in an error execution.
 */
export async function answerCheckout(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	let settings: CheckoutSettings | undefined;
	let request: CheckoutRequest | undefined;
	let reply: Reply;
	let start: Start | undefined;
	try {
		const webhook = await receiveRequest(context);
		if (webhook.size > LARGEST_BODY) return sendReply(context, TOO_LARGE);
		settings = readCheckoutSettings(context);
		const service = await Transport.open(context, settings.options.timeout * SECOND);
		request = new CheckoutRequest(context, settings, webhook, service);
		const next = await HANDLERS[request.pathName]!(request);
		// What starts the workflow is recorded now, and starts it also where the page cannot be made.
		start = startBy(request, 'current' in next ? next.current : undefined);
		reply = replyTo(request, next, start);
	} catch (error) {
		const problem = problemOf(error);
		context.logger.error(`${context.getNode().name} cannot take payments: ${problem}`);
		reply = makeReply(context, () => {
			const branding = request?.branding ?? (settings ? brandingFor(context, settings) : brandingOf(context));
			if (context.getMode() === 'manual') return builderPage(branding, problem);
			return makeClosedPage(context, branding, settings, request);
		});
	}
	return sendReply(context, { ...reply, item: start?.item });
}

// The addresses of a payment that was begun here.
const BEGUN = ['attempt', 'state'];

/**
 * Makes the page on which nothing can be paid, with what is known of the payment. Where a card may have been sent, it does not say to try again: a page
 * with a fixed amount would begin another payment.
 */
function makeClosedPage(
	context: IWebhookFunctions,
	branding: Branding,
	settings: CheckoutSettings | undefined,
	request: CheckoutRequest | undefined,
): Reply {
	// A key that signs nothing opens nothing.
	const session = request && canSign(request.service.settings.privateKey) ? sessionIn(request) : undefined;
	const query = queryOf(context.getRequestObject().originalUrl);
	const mayBeSent = session ? session.payer !== null : BEGUN.some((name) => query.has(name));
	if (mayBeSent) return tell(branding, 'returned', { summary: null, status: 503 });
	if (request && session) return pageFor(request, { refusal: 'closed', session });
	return tell(branding, 'closed', { summary: summarizeFixedAmount(context, branding, settings) });
}

/** Sums up a page with a fixed amount. What a link asks for is not known where its signature cannot be checked. */
function summarizeFixedAmount(
	context: IWebhookFunctions,
	branding: Branding,
	settings: CheckoutSettings | undefined,
): Summary | null {
	const isFixed = settings?.amountFrom === 'node' && !carriesOurs(context.getRequestObject().originalUrl);
	return isFixed ? { ...summaryOf(branding, settings), description: settings.description } : null;
}
