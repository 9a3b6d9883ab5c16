import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { withWesternDigits } from '../../../checkout/pages/digits';
import { parseJson } from '../../../gateway/values/input';
import { isReadable, readNotification, type Claim } from '../../../gateway/calls/notification';

/** The largest form of a page, in bytes. A sealed state with everything that a payment link can carry is much smaller. */
export const LARGEST_FORM = 64 * 1024;

/** A request to a webhook, whichever path it came to. Its content has not been looked at yet. */
export interface WebhookRequest {
	/** By which n8n has found the webhook. */
	path: string;
	query: URLSearchParams;
	/** Size of the body in bytes; infinite when it cannot be known. */
	size: number;
	/**
	 * Reads what was sent. Call it after the size, and the signature or seal where there is one, have been checked.
	 * @returns undefined when it is nested deeper, or has more values, than any notification
	 */
	read: () => WebhookContent | undefined;
}

/** What a request carries. */
export interface WebhookContent {
	/** The two places where a notification may be. */
	payload: [body: unknown, query: Record<string, string>];
	/** What the request says about a transaction. */
	claim: Claim | undefined;
}

/** Receives a request, whatever its content type and method. */
export async function receiveRequest(context: IWebhookFunctions): Promise<WebhookRequest> {
	const request = context.getRequestObject();
	const raw = await readRawBody(request);
	const parsed: unknown = context.getBodyData();
	// What stands behind "#" is not part of the address, and no browser sends it. n8n has found the webhook by what is before it.
	const [address = ''] = request.originalUrl.split('#');
	// Some services append "?..." to a URL that already has a query.
	const [, ...queries] = address.split('?');
	const query = new URLSearchParams(queries.join('&'));
	return {
		path: request.path,
		query,
		size: sizeOf(raw, request.headers['content-length'], parsed),
		read: () => readContent(parsed, raw, query),
	};
}

/** A field of a submitted form; empty when it is missing. */
export function formField(context: IWebhookFunctions, name: string): string {
	const value = (context.getBodyData() as IDataObject | undefined)?.[name];
	return typeof value === 'string' ? withWesternDigits(value) : '';
}

/**
 * Whether a form was sent by another site, such as one that tries stolen cards in its visitors' browsers. Browsers say so in
 * Sec-Fetch-Site: "same-origin" is our own form, and "none" a person who sends it again. Older browsers, and those that come by
 * http, say their Origin. No browser sends neither.
 */
export function isFromAnotherSite(context: IWebhookFunctions): boolean {
	const { 'sec-fetch-site': site, origin, host } = context.getRequestObject().headers;
	if (site !== undefined) return site !== 'same-origin' && site !== 'none';
	if (origin === undefined || hostOf(origin) === host) return false;
	return hostOf(origin) !== hostOf(context.getNodeWebhookUrl('default') ?? '');
}

/** The host and port of a URL; the URL where it has none, such as "null". */
function hostOf(url: string): string {
	return URL.canParse(url) ? new URL(url).host : url;
}

/** The raw body; empty when it is too large for n8n or the connection broke. */
async function readRawBody(request: ReturnType<IWebhookFunctions['getRequestObject']>): Promise<Buffer> {
	await request.readRawBody().catch(() => undefined);
	return request.rawBody ?? Buffer.alloc(0);
}

// n8n keeps no raw body of an upload. Unless its length was announced, nobody knows how large it was.
function sizeOf(raw: Buffer, announced: string | undefined, parsed: unknown): number {
	const isUnknown = raw.length === 0 && announced === undefined && isParsed(parsed);
	return isUnknown ? Infinity : Math.max(raw.length, Number(announced ?? 0));
}

/** n8n parses a body by its content type; JSON may arrive under another type, or none. */
function readContent(parsed: unknown, raw: Buffer, query: URLSearchParams): WebhookContent | undefined {
	const body = isParsed(parsed) ? parsed : parseJson(raw.toString());
	const payload: WebhookContent['payload'] = [body, Object.fromEntries(query)];
	return isReadable(payload) ? { payload, claim: readNotification(payload) } : undefined;
}

function isParsed(body: unknown): boolean {
	return typeof body === 'object' && body !== null && Object.keys(body).length > 0;
}
