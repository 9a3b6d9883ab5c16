import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { asGatewayError } from '../shared/transport/nodeErrors';
import { forgetCredential } from '../shared/webhooks/recentCredential';
import { answerCustomer, answerService, RECEIVED, sendTo } from './answers';
import { judge } from './checkNotification';
import { isFirst } from '../shared/webhooks/memory';
import { addressToAskAgain, readRequest, type NotificationRequest } from '../shared/webhooks/request';
import { readRules, type Rules } from './settings';
import { rejected, type Verdict } from './decision';

const HOUR = 3_600_000;

/**
 * Handles a request at one of the trigger's doors. It never throws: n8n would answer 500 and store an error execution.
 * What goes wrong on our side is answered with 503, so that the notification is delivered again.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const request = await readRequest(context);
	let rules: Rules | undefined;
	let verdict: Verdict;
	try {
		rules = readRules(context);
		verdict = withoutRepeat(context, rules, await judge(context, rules, request));
	} catch (error) {
		verdict = rejected('tryLater', asGatewayError(error).message);
	}
	// The fault may be in the credential, and mended there before the next delivery.
	if (verdict.kind === 'tryLater') forgetCredential(context);
	report(context, verdict);
	return answer(context, request, rules, verdict);
}

/** Takes the start away from what has started the workflow before. */
function withoutRepeat(context: IWebhookFunctions, { options }: Rules, verdict: Verdict): Verdict {
	if (verdict.kind !== 'accepted' || !verdict.start) return verdict;
	// Somebody who tries it out in the editor wants to see each one; and n8n keeps no static data then.
	if (options.repeatHours === 0 || context.getMode() === 'manual') return verdict;
	const memory = { window: options.repeatHours * HOUR, most: options.repeatsRemembered };
	return isFirst(context, verdict.start.notificationId, memory) ? verdict : { ...verdict, start: undefined };
}

function answer(
	context: IWebhookFunctions,
	request: NotificationRequest,
	rules: Rules | undefined,
	verdict: Verdict,
): IWebhookResponseData {
	const workflowData = verdict.kind === 'accepted' && verdict.start ? [[{ json: verdict.start.item }]] : undefined;
	const isCustomer = context.getWebhookName() === 'setup';
	// n8n then answers by itself, after it has stored the execution; but it would not keep what static data remembers.
	if (workflowData && !isCustomer && rules?.options.repeatHours === 0)
		return { workflowData, webhookResponse: RECEIVED };

	const response = context.getResponseObject();
	const cameWithForm = context.getRequestObject().method === 'POST';
	if (!isCustomer) answerService(response, verdict);
	// A page that asks again by itself would do so without the form.
	else if (verdict.kind === 'tryLater' && cameWithForm) sendTo(response, addressToAskAgain(request));
	else answerCustomer(response, verdict, rules);
	return { noWebhookResponse: true, workflowData };
}

function report(context: IWebhookFunctions, verdict: Verdict): void {
	const { logger } = context;
	const { name } = context.getNode();
	if (verdict.kind === 'accepted') {
		if (verdict.doubt) logger.warn(`${name} got a notification: ${verdict.doubt}`);
		return;
	}
	const line = `${name} did not accept a notification: ${verdict.reason}`;
	if (verdict.kind === 'tryLater') logger.warn(line);
	else logger.info(line);
}
