import type { IWebhookFunctions } from 'n8n-workflow';

import { parseJson } from '../../../gateway/schema/input';
import { readNotification, type Claim } from '../../../gateway/calls/notification';
import { signedPart } from '../signing/signedUrl';

/** What a request brings, whichever door it came through. */
export interface NotificationRequest {
	path: string;
	query: URLSearchParams;
	/** What may hold the notification: the body, and the query as an object. */
	payload: [body: unknown, query: Record<string, string>];
	/** What it says of a transaction. */
	claim: Claim | undefined;
	/** Of the body, in bytes. */
	size: number;
}

export async function readRequest(context: IWebhookFunctions): Promise<NotificationRequest> {
	const request = context.getRequestObject();
	const { originalUrl, headers } = request;
	const raw = await readRawBody(request);
	// A careless service adds its "?..." to a URL that has a query already.
	const [path = '', ...queries] = originalUrl.split('?');
	const query = new URLSearchParams(queries.join('&'));
	const payload: NotificationRequest['payload'] = [readBody(context.getBodyData(), raw), Object.fromEntries(query)];
	return {
		path,
		query,
		payload,
		claim: readNotification(payload),
		size: Math.max(raw.length, Number(headers['content-length'] ?? 0)),
	};
}

/** The address under which a browser that came with a form can ask again, relative to where it is. */
export function addressToAskAgain({ query, claim }: NotificationRequest): string {
	const again = signedPart(query);
	if (claim?.transactionReference) again.set('transactionReference', claim.transactionReference);
	if (claim?.reference) again.set('reference', claim.reference);
	return `?${again.toString()}`;
}

/** The body as it came; empty where it is too large for n8n, or was broken off. */
async function readRawBody(request: ReturnType<IWebhookFunctions['getRequestObject']>): Promise<Buffer> {
	await request.readRawBody().catch(() => undefined);
	return request.rawBody ?? Buffer.alloc(0);
}

// n8n reads and parses what the content type announces; JSON may come under another one, or under none.
function readBody(parsed: unknown, raw: Buffer): unknown {
	const isParsed = typeof parsed === 'object' && parsed !== null && Object.keys(parsed).length > 0;
	return isParsed ? parsed : parseJson(raw.toString());
}
