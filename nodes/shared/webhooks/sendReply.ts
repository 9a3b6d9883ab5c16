import type { IDataObject, INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { PLAIN_HEADERS } from '../../../checkout/pages/document';
import type { Reply } from '../../../checkout/pages/reply';

/**
 * Sends a reply, and starts the workflow if there is an item.
 * @param items the items with which a waiting workflow resumes
 */
export function send(context: IWebhookFunctions, reply: Reply, items?: INodeExecutionData[]): IWebhookResponseData {
	const response = context.getResponseObject();
	// n8n lets every site read the answers of webhooks, and so the form and what it carries.
	response.removeHeader('Access-Control-Allow-Origin');
	if ('page' in reply) response.status(reply.status).set(reply.page.headers).type('html').send(reply.page.html);
	// Without a body, because Express would repeat the address in its own.
	else if ('goTo' in reply) response.set(PLAIN_HEADERS).status(303).location(reply.goTo).end();
	else response.status(reply.status).set(PLAIN_HEADERS).json({ message: reply.message });
	const workflowData = items ?? (reply.item && [{ json: reply.item as IDataObject }]);
	return { noWebhookResponse: true, workflowData: workflowData && [workflowData] };
}
