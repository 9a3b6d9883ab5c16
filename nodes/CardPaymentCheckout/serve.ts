import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { CHECKOUT_PATH } from '../shared/signing/paymentLink';
import { brandingOf } from '../../checkout/pages/branding';
import { builderPage, closedPage } from '../../checkout/pages/messages';
import { WEBHOOK_PATHS } from '../shared/signing/signedUrl';
import { TOO_LARGE, type Reply } from '../../checkout/pages/reply';
import { send } from '../shared/webhooks/sendReply';
import { problemOf } from '../shared/webhooks/problem';
import { LARGEST_FORM, receiveRequest } from '../shared/webhooks/webhookRequest';
import { readCheckoutSettings, type CheckoutSettings } from './pageSettings';
import { handleCallback } from './handlers/callback';
import { handleNotification } from './handlers/notify';
import { openPage } from './handlers/openPage';
import { submitForm } from './handlers/submitForm';
import { replyTo, type Next } from './next';
import { CheckoutRequest } from './pageRequest';

const HANDLERS: Readonly<Record<string, (request: CheckoutRequest) => Promise<Next>>> = {
	[`GET ${CHECKOUT_PATH}`]: openPage,
	[`POST ${CHECKOUT_PATH}`]: submitForm,
	[`GET ${WEBHOOK_PATHS.callback}`]: handleCallback,
	[`POST ${WEBHOOK_PATHS.callback}`]: handleCallback,
	[`POST ${WEBHOOK_PATHS.notification}`]: handleNotification,
};

/**
 * Answers a request at any of the trigger's webhook paths. It never throws, because n8n would then answer 500 and store
 * what was thrown in an error execution.
 */
export async function serve(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	let settings: CheckoutSettings | undefined;
	let reply: Reply;
	try {
		const webhook = await receiveRequest(context);
		if (webhook.size > LARGEST_FORM) return send(context, TOO_LARGE);
		settings = readCheckoutSettings(context);
		const request = await CheckoutRequest.open(context, settings, webhook);
		const path = request.webhook.path.split('/').filter(Boolean).at(-1);
		reply = replyTo(request, await HANDLERS[`${context.getRequestObject().method} ${path}`]!(request));
	} catch (error) {
		const problem = problemOf(error);
		context.logger.error(`${context.getNode().name} cannot take payments: ${problem}`);
		const branding = brandingOf(context, settings);
		reply = context.getMode() === 'manual' ? builderPage(branding, problem) : closedPage(branding);
	}
	return send(context, reply);
}
