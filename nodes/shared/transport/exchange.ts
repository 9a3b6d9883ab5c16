import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import type { Endpoint } from '../../../gateway/client/endpoint';
import type { Answer } from '../../../gateway/client/response';
import type { Content } from '../../../gateway/sending/service';
import { readBody } from './body';
import { failureOf } from './httpErrors';

/** A request as it goes to an endpoint. */
interface OutgoingRequest extends Pick<Content, 'query' | 'body'> {
	url: string;
	headers?: Record<string, string>;
	/** In milliseconds, for the answer. */
	timeout: number;
}

/**
 * Sends one request, and reads its answer. Every status is an answer, and redirects are not followed.
 * @param send one of n8n's helpers, which hands back the whole response
 * @throws GatewayError where there is no answer
 */
export async function exchange(
	endpoint: Endpoint,
	outgoing: OutgoingRequest,
	send: (options: IHttpRequestOptions) => Promise<unknown>,
): Promise<Answer> {
	try {
		const response = await untilEnd(send(optionsFor(endpoint, outgoing)), outgoing.timeout + LONGEST_LOGIN);
		return answerOf(response as IN8nHttpFullResponse);
	} catch (error) {
		throw failureOf(error, endpoint);
	}
}

// In milliseconds. n8n logs in before it sends a request that needs a token.
const LONGEST_LOGIN = 61_000;

/** Stops waiting where n8n's own time limit does not: that counts from the last byte, and an answer may come byte by byte for ever. */
async function untilEnd<T>(response: Promise<T>, milliseconds: number): Promise<T> {
	const deadline = AbortSignal.timeout(milliseconds);
	let stop = () => {};
	const end = new Promise<never>((_, reject) => {
		stop = () => reject(Object.assign(new Error('No end'), { code: 'ETIMEDOUT' }));
		deadline.addEventListener('abort', stop);
	});
	return await Promise.race([response, end]).finally(() => deadline.removeEventListener('abort', stop));
}

function optionsFor(
	{ method }: Endpoint,
	{ url, headers, query, body, timeout }: OutgoingRequest,
): IHttpRequestOptions {
	// The specification wants a Content-Type on every POST. n8n sends none without a body, and takes an empty object for none.
	const content = body && Object.keys(body).length > 0 ? body : '{}';
	return {
		method,
		url,
		...(headers && { headers }),
		qs: query,
		// A request without a body has no such field: n8n would delete it, and the object would then take 0.8 kB more memory.
		...(method !== 'GET' && { body: content }),
		json: true,
		// n8n would read every body as UTF-8.
		encoding: 'arraybuffer',
		timeout,
		// n8n renews and repeats by itself on a 401, a POST too, unless all statuses are handed back.
		ignoreHttpStatusErrors: true,
		returnFullResponse: true,
		disableFollowRedirect: true,
	};
}

function answerOf({ statusCode, headers = {}, body }: IN8nHttpFullResponse): Answer {
	const { 'content-type': contentType, location } = headers as Partial<Record<string, string>>;
	const isRedirect = statusCode >= 300 && statusCode < 400;
	return {
		httpStatus: statusCode,
		body: Buffer.isBuffer(body) ? readBody(body, contentType) : body,
		...(isRedirect && location !== undefined && { location }),
	};
}
