import type { IDataObject, INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { withWesternDigits } from '../../../checkout/pages/digits';
import { NO_PAGE, PLAIN_HEADERS, type Reply } from '../../../checkout/pages/frame';
import { queryOf } from '../../../checkout/query';
import { isReadable, readNotification, type Claim } from '../../../gateway/calls/notification';
import { asGatewayError } from '../../../gateway/values/errors';
import { readBody } from '../transport/body';

/** The largest body that is read, in bytes. Notifications are much smaller, and so is a session with all that a link can carry. */
export const LARGEST_BODY = 64 * 1024;

/** A request to a webhook, whichever path it came to. Its content has not been looked at yet. */
export interface WebhookRequest {
	/** The path of the request, by which n8n has found the webhook. */
	path: string;
	query: URLSearchParams;
	/** Size of the body in bytes; infinite when it cannot be known. */
	size: number;
	/** The body as it came. */
	raw: Buffer;
	/** The body as n8n has parsed it by its content type. */
	parsed: unknown;
}

/** Receives a request, whatever its content type and method. */
export async function receiveRequest(context: IWebhookFunctions): Promise<WebhookRequest> {
	const request = context.getRequestObject();
	// Nothing is read where it is too large for n8n, or the connection broke.
	await request.readRawBody().catch(() => undefined);
	const raw = request.rawBody ?? Buffer.alloc(0);
	const parsed: unknown = context.getBodyData();
	const announced = request.headers['content-length'];
	// n8n keeps no raw body of an upload. Unless its length was announced, nobody knows how large it was.
	const isUnknown = raw.length === 0 && announced === undefined && isParsed(parsed);
	return {
		path: request.path,
		query: queryOf(request.originalUrl),
		size: isUnknown ? Infinity : Math.max(raw.length, Number(announced ?? 0)),
		raw,
		parsed,
	};
}

function isParsed(body: unknown): boolean {
	return typeof body === 'object' && body !== null && Object.keys(body).length > 0;
}

/**
 * Reads what a request says about a transaction. Call it after the size, and the signature or seal where there is one, have been
 * checked.
 * @returns undefined when it names no transaction, or is nested deeper, or has more values, than any notification
 */
export function readClaim({ raw, parsed, query }: WebhookRequest): Claim | undefined {
	// JSON may arrive under another type, or none, and n8n would take it for a form, or for text.
	const body = readBody(raw);
	const payload = [isParsed(body) ? body : parsed, Object.fromEntries(query)];
	return isReadable(payload) ? readNotification(payload) : undefined;
}

/** Reads a field of a submitted form; empty when it is missing. */
export function formField(context: IWebhookFunctions, name: string): string {
	const value = (context.getBodyData() as IDataObject | undefined)?.[name];
	return typeof value === 'string' ? withWesternDigits(value) : '';
}

/**
 * Says whether a form was sent by another site, such as one that tries stolen cards in its visitors' browsers. Browsers say so in
 * Sec-Fetch-Site: "same-origin" is our own form, and "none" a person who sends it again. Older browsers, and those that come by
 * http, say their Origin. A request with neither does not come from a browser, and is let in.
 */
export function isFromAnotherSite(context: IWebhookFunctions): boolean {
	const { 'sec-fetch-site': site, origin, host } = context.getRequestObject().headers;
	if (site !== undefined) return site !== 'same-origin' && site !== 'none';
	if (origin === undefined || hostOf(origin) === host) return false;
	return hostOf(origin) !== hostOf(context.getNodeWebhookUrl('default') ?? '');
}

/** Returns the host and port of a URL; the URL itself where it has none, such as "null". */
function hostOf(url: string): string {
	return URL.canParse(url) ? new URL(url).host : url;
}

/** The replies to the service; a customer's page has the same status. */
export const NOTIFICATION_REPLIES = {
	accepted: { status: 200, message: 'Received' },
	noReference: { status: 400, message: 'There is no transaction reference in this notification' },
	forged: { status: 401, message: 'This notification is not accepted' },
	tooLarge: { status: 413, message: 'This notification is too large' },
	tryLater: { status: 503, message: 'The transaction cannot be checked just now: deliver this notification again' },
};

/** Makes a reply. Where that fails, the request is answered all the same, so that what it starts is not lost. */
export function makeReply(context: IWebhookFunctions, make: () => Reply): Reply {
	try {
		return make();
	} catch (error) {
		context.logger.error(`${context.getNode().name} cannot show a page: ${asGatewayError(error).message}`);
		return NO_PAGE;
	}
}

/**
 * Sends a reply, and starts the workflow if there is an item.
 * @param items the items with which a waiting workflow resumes
 */
export function sendReply(
	context: IWebhookFunctions,
	reply: Reply,
	items?: INodeExecutionData[],
): IWebhookResponseData {
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
