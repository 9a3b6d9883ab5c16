import type { ICredentialTestFunctions, IHttpRequestHelper, IN8nHttpFullResponse } from 'n8n-workflow';

import type { SendPlain } from '../../../gateway/client/request';
import { failureOf } from './httpErrors';

/**
 * Sends requests that cannot move money, each with the keys that it is given and no others: n8n's own authentication would save
 * the settings that are being tried. Redirects are not followed.
 * @param context n8n gives the test of a credential an older function, which has other names for the same
 * @param timeout in milliseconds, for one answer
 */
export function plainSender({ helpers }: IHttpRequestHelper | ICredentialTestFunctions, timeout: number): SendPlain {
	return async ({ endpoint, url, headers, query, body }) => {
		const request = {
			method: endpoint.method,
			url,
			headers: { ...headers, 'Content-Type': 'application/json' },
			qs: query,
			// The specification wants a Content-Type on every POST; without a body n8n would not send it.
			body: endpoint.method === 'POST' ? JSON.stringify(body ?? {}) : undefined,
			json: true,
			timeout,
		};
		try {
			const response = (
				'httpRequest' in helpers
					? await helpers.httpRequest({
							...request,
							ignoreHttpStatusErrors: true,
							returnFullResponse: true,
							disableFollowRedirect: true,
						})
					: await helpers.request({
							...request,
							simple: false,
							resolveWithFullResponse: true,
							followRedirect: false,
						})
			) as IN8nHttpFullResponse;
			return { httpStatus: response.statusCode, body: response.body };
		} catch (error) {
			throw failureOf(error, endpoint);
		}
	};
}
