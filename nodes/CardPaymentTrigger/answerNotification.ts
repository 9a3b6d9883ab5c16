import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { WIDEST_ZONE } from '../../gateway/values/dates';
import { asGatewayError } from '../../gateway/values/errors';
import { brandingOf } from '../../checkout/pages/branding';
import { NOTIFICATION_REPLIES, receiveRequest, sendReply } from '../shared/webhooks/http';
import { startOnce } from '../shared/webhooks/memory';
import { rejected, replyToCustomer, type Decision } from './answers';
import { checkNotification } from './checkNotification';
import { readTriggerSettings, type TriggerSettings } from './triggerSettings';

const HOUR = 3_600_000;

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
		decision = ignoreRepeat(context, settings, await checkNotification(context, settings, request));
	} catch (error) {
		decision = rejected('tryLater', asGatewayError(error).message);
	}
	report(context, decision);
	const item = decision.kind === 'accepted' ? decision.start?.item : undefined;
	// The callback path, to which customers return as well. n8n allows two names of webhooks, "default" and "setup".
	if (context.getWebhookName() === 'setup')
		return sendReply(context, { ...replyToCustomer(decision, settings, brandingOf(context), request.query), item });
	const { status, message } = NOTIFICATION_REPLIES[decision.kind];
	// Where no repeats are remembered, n8n answers itself, after it has stored the execution.
	if (item && settings?.options.repeatHours === 0)
		return { workflowData: [[{ json: item }]], webhookResponse: { message } };
	return sendReply(context, { status, message, item });
}

/** Removes the start from a notification that has already started the workflow. */
function ignoreRepeat(context: IWebhookFunctions, { options }: TriggerSettings, decision: Decision): Decision {
	if (decision.kind !== 'accepted' || !decision.start) return decision;
	// A test in the editor shows every notification.
	if (options.repeatHours === 0 || context.getMode() === 'manual') return decision;
	const { start, ...accepted } = decision;
	// A time without a zone may look twice the widest zone older than it is (see `beganAfter`).
	const verdict = startOnce(context, start, options.repeatHours * HOUR + 2 * WIDEST_ZONE);
	if (verdict === 'first') return decision;
	if (verdict === 'repeat') return accepted;
	const { reference, transactionReference, outcome } = decision.record;
	const warning = `the payment ${reference ?? transactionReference} is ${outcome}, but it is older than the payments that this node remembers. It may have started the workflow already, so it does not start it now. Verify it, and deliver by hand what was not delivered. 'Ignore Repeats For' sets how old a payment may be.`;
	return { ...accepted, warning };
}

/** Says in the log why a notification was not accepted, or why its payment is not an ordinary one. */
function report(context: IWebhookFunctions, decision: Decision): void {
	const { name } = context.getNode();
	if (decision.kind === 'accepted') {
		if (decision.warning) context.logger.warn(`${name} got a notification: ${decision.warning}`);
		return;
	}
	const level = decision.kind === 'tryLater' ? 'warn' : 'info';
	context.logger[level](`${name} did not accept a notification: ${decision.reason}`);
}
