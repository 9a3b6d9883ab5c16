import type { IDataObject, INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { REDIRECT_HEADERS } from './document';
import type { Html } from './view';

/** What a request is answered with, and what the workflow starts with, where it does. */
export type Reply = { item?: IDataObject } & (
	| { page: Html; status: number }
	/** Relative to the request, or absolute. */
	| { goTo: string }
	/** For the service. */
	| { message: string; status: number }
);

/**
 * Sends a reply, and starts the workflow if there is an item.
 * @param items with which a waiting workflow goes on
 */
export function send(context: IWebhookFunctions, reply: Reply, items?: INodeExecutionData[]): IWebhookResponseData {
	const response = context.getResponseObject();
	if ('page' in reply) response.status(reply.status).set(reply.page.headers).type('html').send(reply.page.html);
	// Without a body, because Express would repeat the address in it.
	else if ('goTo' in reply) response.set(REDIRECT_HEADERS).status(303).location(reply.goTo).end();
	else response.status(reply.status).set('Cache-Control', 'no-store').json({ message: reply.message });
	const workflowData = items ?? (reply.item && [{ json: reply.item }]);
	return { noWebhookResponse: true, workflowData: workflowData && [workflowData] };
}
