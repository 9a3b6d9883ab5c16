import type { IExecuteFunctions, IN8nHttpFullResponse } from 'n8n-workflow';

import type { ProbeAnswer, ProbeRequest } from '../../../gateway/calls/setup';
import { withDeadline } from './deadline';
import { failureOf } from './httpErrors';

/**
 * Sends requests that cannot move money, each with the keys that it is given and no others. n8n's own authentication is not used,
 * because it would save the settings that are being tried.
 * @param timeout in milliseconds, for one answer
 */
export function prober({ helpers }: IExecuteFunctions, timeout: number) {
	return async ({ endpoint, url, headers, query, body }: ProbeRequest): Promise<ProbeAnswer> => {
		try {
			const response = await withDeadline(
				timeout,
				async (abortSignal) =>
					(await helpers.httpRequest({
						method: endpoint.method,
						url,
						headers: { ...headers, 'Content-Type': 'application/json' },
						qs: query,
						body: endpoint.method === 'POST' ? JSON.stringify(body ?? {}) : undefined,
						json: true,
						timeout,
						abortSignal,
						ignoreHttpStatusErrors: true,
						returnFullResponse: true,
						disableFollowRedirect: true,
					})) as IN8nHttpFullResponse,
			);
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
