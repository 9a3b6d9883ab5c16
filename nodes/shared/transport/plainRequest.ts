import type { IExecuteFunctions, IHttpRequestHelper, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import type { ProbeAnswer, ProbeRequest } from '../../../gateway/setup/setup';
import { failureOf } from './httpErrors';
import { withDeadline } from './time';

/**
 * Sends a request with the keys that it is given and no others, and hands every status back. Redirects are not followed.
 * @param timeout in milliseconds, for the whole answer
 */
export async function plainRequest(
	{ helpers }: IHttpRequestHelper,
	timeout: number,
	{ headers, ...request }: IHttpRequestOptions,
): Promise<IN8nHttpFullResponse> {
	return await withDeadline(
		timeout,
		async (abortSignal) =>
			(await helpers.httpRequest({
				...request,
				headers: { ...headers, 'Content-Type': 'application/json' },
				json: true,
				timeout,
				abortSignal,
				ignoreHttpStatusErrors: true,
				returnFullResponse: true,
				disableFollowRedirect: true,
			})) as IN8nHttpFullResponse,
	);
}

/**
 * Sends requests that cannot move money, each with the keys that it is given and no others. n8n's own authentication is not used,
 * because it would save the settings that are being tried.
 * @param timeout in milliseconds, for one answer
 */
export function prober(context: IExecuteFunctions, timeout: number) {
	return async ({ endpoint, url, headers, query, body }: ProbeRequest): Promise<ProbeAnswer> => {
		try {
			const sent = endpoint.method === 'POST' ? JSON.stringify(body ?? {}) : undefined;
			const request = { method: endpoint.method, url, headers, qs: query, body: sent };
			const response = await plainRequest(context, timeout, request);
			const { date } = response.headers;
			return {
				httpStatus: response.statusCode,
				body: response.body,
				at: Date.now(),
				...(typeof date === 'string' && { date }),
			};
		} catch (error) {
			throw failureOf(error, endpoint);
		}
	};
}
