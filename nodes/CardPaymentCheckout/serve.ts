import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { CHECKOUT_DOOR } from '../shared/signing/paymentLink';
import { lookOf } from '../shared/pages/branding';
import { closedPage } from '../shared/pages/messages';
import { DOORS } from '../shared/signing/signedUrl';
import { asGatewayError } from '../shared/transport/nodeErrors';
import { comeBack, hear } from './handlers/arrivals';
import { openPage } from './handlers/openPage';
import { send, type Reply } from '../shared/pages/reply';
import { readRules, type Rules } from './settings';
import { submit } from './handlers/submitForm';
import { Visit } from './visit';

const HANDLERS: Readonly<Record<string, (visit: Visit) => Promise<Reply>>> = {
	[`GET ${CHECKOUT_DOOR}`]: openPage,
	[`POST ${CHECKOUT_DOOR}`]: submit,
	[`GET ${DOORS.callback}`]: comeBack,
	[`POST ${DOORS.callback}`]: comeBack,
	[`POST ${DOORS.notification}`]: hear,
};

/**
 * Answers a request at one of the trigger's doors. It never throws: n8n would answer 500 and store an error execution,
 * with what was thrown.
 */
export async function serve(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	let rules: Rules | undefined;
	let reply: Reply;
	try {
		rules = readRules(context);
		const visit = await Visit.open(context, rules);
		const door = visit.request.path.split('/').filter(Boolean).at(-1);
		reply = await HANDLERS[`${context.getRequestObject().method} ${door}`]!(visit);
	} catch (error) {
		const { message, description } = asGatewayError(error);
		const problem = [message, description].filter(Boolean).join('. ');
		context.logger.error(`${context.getNode().name} cannot take payments: ${problem}`);
		reply = closedPage(lookOf(context, rules));
	}
	return send(context, reply);
}
