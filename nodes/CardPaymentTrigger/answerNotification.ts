import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { asGatewayError } from '../../gateway/values/errors';
import { brandingOf } from '../../checkout/pages/branding';
import { makeForgottenWarning } from '../shared/webhooks/forgotten';
import { makeReply, NOTIFICATION_REPLIES, receiveRequest, sendReply } from '../shared/webhooks/http';
import { noteFurtherRefund, startOnce } from '../shared/webhooks/memory';
import { isGivenUp, noteAnswer } from '../shared/webhooks/unconfirmed';
import { rejection, replyToCustomer, type Decision } from './answers';
import { checkNotification } from './checkNotification';
import { readTriggerSettings, type TriggerSettings } from './triggerSettings';

/**
 * Handles a request at any of the trigger's webhook paths. It never throws, because n8n would then answer 500 and store an
 * error execution. A fault on this side is answered with 503, so that the service delivers the notification again.
 */
export async function answerNotification(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const request = await receiveRequest(context);
	let settings: TriggerSettings | undefined;
	let decision: Decision;
	try {
		settings = readTriggerSettings(context);
		const checked = await checkNotification(context, settings, request);
		if (checked.isAnswered) noteAnswer(context);
		decision = ignoreRepeat(context, settings, notForever(context, settings, checked));
	} catch (error) {
		decision = rejection('tryLater', asGatewayError(error).message);
	}
	report(context, decision);
	const item = decision.kind === 'accepted' ? decision.start?.item : undefined;
	// The callback path, to which customers return as well. n8n allows two names of webhooks, "default" and "setup".
	if (context.getWebhookName() === 'setup') {
		const reply = makeReply(context, () => replyToCustomer(decision, settings, brandingOf(context), request.query));
		return sendReply(context, { ...reply, item });
	}
	const { status, message } = NOTIFICATION_REPLIES[decision.kind];
	// Where every delivery starts the workflow, n8n answers itself, after it has stored the execution.
	if (item && !settings?.options.startOnce) return { workflowData: [[{ json: item }]], webhookResponse: { message } };
	return sendReply(context, { status, message, item });
}

/** Accepts a notification that could not be confirmed for three days. A browser asks as often as its customer likes, and is not counted. */
function notForever(context: IWebhookFunctions, { options }: TriggerSettings, decision: Decision): Decision {
	if (decision.kind === 'accepted' || context.getRequestObject().method === 'GET') return decision;
	const { claimId, givenUp, refundId } = decision;
	if (refundId !== undefined && options.startOnce) noteFurtherRefund(context, refundId);
	return claimId !== undefined && givenUp && isGivenUp(context, claimId) ? givenUp : decision;
}

/** Removes the start from a notification that has already started the workflow. */
function ignoreRepeat(context: IWebhookFunctions, { options }: TriggerSettings, decision: Decision): Decision {
	if (decision.kind !== 'accepted' || !decision.start) return decision;
	// A test in the editor shows every notification.
	if (!options.startOnce || context.getMode() === 'manual') return decision;
	const { start, ...accepted } = decision;
	const verdict = startOnce(context, start);
	if (verdict === 'first') return decision;
	if (verdict === 'repeat') return accepted;
	const { reference, transactionReference, outcome } = decision.record;
	const warning = makeForgottenWarning(reference ?? transactionReference, outcome);
	return { ...accepted, warning };
}

/** Logs why a notification was not accepted, or why its payment is not an ordinary one. */
function report(context: IWebhookFunctions, decision: Decision): void {
	const { name } = context.getNode();
	if (decision.kind === 'accepted') {
		if (decision.warning) context.logger.warn(`${name} got a notification: ${decision.warning}`);
		return;
	}
	const level = decision.kind === 'tryLater' ? 'warn' : 'info';
	context.logger[level](`${name} did not accept a notification: ${decision.reason}`);
}
