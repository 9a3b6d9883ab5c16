import type { IWebhookFunctions } from 'n8n-workflow';

import { parseJson } from '../../gateway/input';

/** What a request brings, whichever door it came through. */
export interface NotificationRequest {
	path: string;
	query: URLSearchParams;
	/** What may hold the notification: the body, and the query as an object. */
	payload: [body: unknown, query: Record<string, string>];
	/** Of the body, in bytes. */
	size: number;
}

export function readRequest(context: IWebhookFunctions): NotificationRequest {
	const { originalUrl, headers, rawBody } = context.getRequestObject() as Request;
	// A careless service adds its "?..." to a URL that has a query already.
	const [path = '', ...queries] = originalUrl.split('?');
	const query = new URLSearchParams(queries.join('&'));
	return {
		path,
		query,
		payload: [readBody(context.getBodyData(), rawBody), Object.fromEntries(query)],
		size: Math.max(rawBody?.length ?? 0, Number(headers['content-length'] ?? 0)),
	};
}

type Request = Pick<ReturnType<IWebhookFunctions['getRequestObject']>, 'originalUrl' | 'headers'> & {
	rawBody?: Buffer;
};

// n8n parses what the content type announces; JSON may come under another one, or under none.
function readBody(parsed: unknown, raw: Buffer | undefined): unknown {
	const isParsed = typeof parsed === 'object' && parsed !== null && Object.keys(parsed).length > 0;
	return isParsed ? parsed : parseJson(raw?.toString() ?? '');
}
