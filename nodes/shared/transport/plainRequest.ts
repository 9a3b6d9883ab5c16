import type { ICredentialTestFunctions, IHttpRequestHelper } from 'n8n-workflow';

import type { SendPlain } from '../../../gateway/client/request';
import { exchange } from './exchange';

// The same in the words of n8n's older helper.
const OLDER_WORDS = { simple: false, resolveWithFullResponse: true, followRedirect: false, encoding: null };

/**
 * Makes a sender of requests that cannot move money, each with the keys that it is given and no others: n8n's own authentication would save
 * the settings that are being tried.
 * @param context n8n gives the test of a credential an older helper
 * @param timeout in milliseconds, for one answer
 */
export function plainSender({ helpers }: IHttpRequestHelper | ICredentialTestFunctions, timeout: number): SendPlain {
	return async ({ endpoint, headers, ...request }) => {
		const outgoing = { ...request, headers: { ...headers, 'Content-Type': 'application/json' }, timeout };
		return await exchange(endpoint, outgoing, async (options): Promise<unknown> => {
			if ('httpRequest' in helpers) return await helpers.httpRequest(options);
			return await helpers.request({ ...options, ...OLDER_WORDS });
		});
	};
}
