import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { brandingOf } from '../../checkout/pages/branding';
import { builderPage, tell } from '../../checkout/pages/messages';
import { TOO_LARGE, type Reply } from '../../checkout/pages/frame';
import { WEBHOOK_PATHS } from '../shared/signing/signedUrl';
import { Transport } from '../shared/transport/transport';
import { problemOf } from '../shared/webhooks/lifecycle';
import { LARGEST_BODY, receiveRequest, sendReply } from '../shared/webhooks/http';
import { CheckoutRequest } from './checkoutRequest';
import { replyTo, type Next } from './replyTo';
import { openPage, returnFromBank } from './openPage';
import { readCheckoutSettings, type CheckoutSettings } from './pageSettings';
import { readForm } from './readForm';
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
	let reply: Reply;
	try {
		const webhook = await receiveRequest(context);
		if (webhook.size > LARGEST_BODY) return sendReply(context, TOO_LARGE);
		settings = readCheckoutSettings(context);
		const service = await Transport.open(context, settings.options.timeout * SECOND);
		const request = new CheckoutRequest(context, settings, webhook, service);
		reply = replyTo(request, await HANDLERS[request.pathName]!(request));
	} catch (error) {
		const problem = problemOf(error);
		context.logger.error(`${context.getNode().name} cannot take payments: ${problem}`);
		const branding = brandingOf(context, { ...settings, ...settings?.options });
		reply = context.getMode() === 'manual' ? builderPage(branding, problem) : tell(branding, 'closed');
	}
	return sendReply(context, reply);
}
