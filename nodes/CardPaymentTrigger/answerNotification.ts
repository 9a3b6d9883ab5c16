import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { asGatewayError } from '../shared/transport/nodeErrors';
import { brandingOf } from '../../checkout/pages/branding';
import { send } from '../shared/webhooks/sendReply';
import { answerService, RECEIVED, replyToCustomer } from './answers';
import { checkNotification } from './checkNotification';
import { receiveRequest, type WebhookRequest } from '../shared/webhooks/webhookRequest';
import { startOnce, windowFor } from '../shared/webhooks/memory';
import { readTriggerSettings, type TriggerSettings } from './triggerSettings';
import { rejected, type Accepted, type Decision } from './decision';

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
	return answer(context, request, settings, decision);
}

/** Removes the start from a notification that has already started the workflow. */
function ignoreRepeat(context: IWebhookFunctions, { options }: TriggerSettings, decision: Decision): Decision {
	if (decision.kind !== 'accepted' || !decision.start) return decision;
	// A test in the editor shows every notification, and n8n does not save static data then.
	if (options.repeatHours === 0 || context.getMode() === 'manual') return decision;
	const memory = { window: windowFor(options.repeatHours * HOUR), most: options.repeatsRemembered };
	const { start, ...accepted } = decision;
	const verdict = startOnce(context, start, memory);
	if (verdict === 'first') return decision;
	return verdict === 'repeat' ? accepted : { ...accepted, doubt: tooOld(accepted) };
}

function tooOld({ reference, outcome }: Pick<Accepted, 'reference' | 'outcome'>): string {
	return `the payment with the reference ${reference ?? 'of the service'} began before what this node remembers and is ${outcome}. It may have started the workflow before, so it does not start it now. Verify it, and deliver by hand what was not delivered. 'Ignore Repeats For' sets how old a payment may be.`;
}

function answer(
	context: IWebhookFunctions,
	request: WebhookRequest,
	settings: TriggerSettings | undefined,
	decision: Decision,
): IWebhookResponseData {
	const start = decision.kind === 'accepted' ? decision.start : undefined;
	if (context.getWebhookName() === 'setup') {
		const isForm = context.getRequestObject().method === 'POST';
		const reply = replyToCustomer(decision, { request, settings, branding: brandingOf(context), isForm });
		return send(context, { ...reply, item: start?.item });
	}
	const workflowData = start && [[{ json: start.item }]];
	// n8n then responds itself once it has stored the execution, but it does not save static data in that case.
	if (workflowData && settings?.options.repeatHours === 0) return { workflowData, webhookResponse: RECEIVED };
	answerService(context.getResponseObject(), decision);
	return { noWebhookResponse: true, workflowData };
}

/** Says in the log why a notification was not accepted, or why its payment is not an ordinary one. */
function report(context: IWebhookFunctions, decision: Decision): void {
	const { name } = context.getNode();
	if (decision.kind === 'accepted') {
		if (decision.doubt) context.logger.warn(`${name} got a notification: ${decision.doubt}`);
		return;
	}
	const level = decision.kind === 'tryLater' ? 'warn' : 'info';
	context.logger[level](`${name} did not accept a notification: ${decision.reason}`);
}
