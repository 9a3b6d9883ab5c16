import type { IHttpRequestHelper, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { withDeadline } from './deadline';

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
