// @ts-nocheck
import type { IWebhookFunctions } from 'n8n-workflow';

import { parseJson } from '../../../gateway/schema/input';
import { readNotification, type Claim } from '../../../gateway/calls/notification';
import { signedPart } from '../signing/signedUrl';

/** What a request to a trigger carries, at whichever webhook path. */
export interface WebhookRequest {
	path: string;
	query: URLSearchParams;
	/** The two places where a notification may be. */
	payload: [body: unknown, query: Record<string, string>];
	/** What the request says about a transaction. */
	claim: Claim | undefined;
	/** Size of the body in bytes. */
	size: number;
}

/** Reads a request, whatever its content type and method. */
export async function readWebhookRequest(context: IWebhookFunctions): Promise<WebhookRequest> {
	const request = context.getRequestObject();
	const { originalUrl, headers } = request;
	const raw = await readRawBody(request);
	// Some services append "?..." to a URL that already has a query.
	const [path = '', ...queries] = originalUrl.split('?');
	const query = new URLSearchParams(queries.join('&'));
	const payload: WebhookRequest['payload'] = [readBody(context.getBodyData(), raw), Object.fromEntries(query)];
	return {
		path,
		query,
		payload,
		claim: readNotification(payload),
		size: Math.max(raw.length, Number(headers['content-length'] ?? 0)),
	};
}

/** A relative URL at which a browser that sent a form can repeat the request with GET. */
export function addressToAskAgain({ query, claim }: WebhookRequest): string {
	const again = signedPart(query);
	if (claim?.transactionReference) again.set('transactionReference', claim.transactionReference);
	if (claim?.reference) again.set('reference', claim.reference);
	return `?${again.toString()}`;
}

/** The raw body; empty when it is too large for n8n or the connection broke. */
async function readRawBody(request: ReturnType<IWebhookFunctions['getRequestObject']>): Promise<Buffer> {
	await request.readRawBody().catch(() => undefined);
	return request.rawBody ?? Buffer.alloc(0);
}

// n8n parses by content type, but JSON may arrive under another type or under none.
function readBody(parsed: unknown, raw: Buffer): unknown {
	const isParsed = typeof parsed === 'object' && parsed !== null && Object.keys(parsed).length > 0;
	return isParsed ? parsed : parseJson(raw.toString());
}
