import type { ICredentialDataDecryptedObject, IHttpRequestHelper } from 'n8n-workflow';

import type { PlainRequest, SendPlain } from '../../../gateway/client/request';
import { fingerprint, readSettings, type Settings } from '../../../gateway/client/settings';
import { fetchToken, isExpired, loginRequest, refreshRequest, type Token } from '../../../gateway/client/token';
import { RefusedError, TokenError, type GatewayError } from '../../../gateway/values/errors';
import { asGatewayError } from '../../../gateway/values/errors';
import { plainSender } from './plainRequest';

// A login has a time limit of its own, because requests of several nodes may wait for it.
const TIMEOUT = 30_000;

/** A call for a token; undefined until the token has come. */
interface TokenCall {
	promise: Promise<Token>;
	token?: Token;
}

// The newest call for each set of keys. Each process may fetch a token of its own; n8n's credential store keeps it.
const newest = new Map<string, TokenCall>();

/**
 * Fetches a new token for a credential (specification 4.1, 5.3). Requests that need one at the same time share one call. A request whose
 * credential was read before n8n stored the newest token gets the newest token, and makes no call.
 * @param credentials as n8n holds them
 * @throws TokenError, or SettingError
 */
export async function fetchNewToken(
	http: IHttpRequestHelper,
	credentials: ICredentialDataDecryptedObject,
): Promise<Token> {
	const settings = readSettings(credentials);
	const keys = fingerprint(settings);
	const shared = newest.get(keys);
	if (shared && (!shared.token || isNewer(shared.token, settings))) return await shared.promise;
	const call: TokenCall = { promise: renewOrLogIn(settings, plainSender(http, TIMEOUT)) };
	newest.set(keys, call);
	call.promise.then(
		(token) => (call.token = token),
		() => newest.delete(keys),
	);
	return await call.promise;
}

/** Says whether a token came after the credential's, which the service may have refused, and has not expired. */
function isNewer(token: Token, { obtainedAt }: Settings): boolean {
	return token.obtainedAt > obtainedAt && !isExpired(token, Date.now());
}

/** Renews with the refresh token where that can be tried, and logs in otherwise or when it fails (5.2, 5.3). */
async function renewOrLogIn(settings: Settings, send: SendPlain): Promise<Token> {
	const renewal = refreshRequest(settings);
	const renewed = renewal && (await fetchTokenWith(renewal, settings, send).catch(() => undefined));
	return renewed ?? (await logIn(settings, send));
}

/**
 * Logs in with the API key and the client id (4.1).
 * @throws TokenError when the service refuses, does not answer or its answer has no token; SettingError
 */
async function logIn(settings: Settings, send: SendPlain): Promise<Token> {
	return await fetchTokenWith(loginRequest(settings), settings, send);
}

async function fetchTokenWith(request: PlainRequest, settings: Settings, send: SendPlain): Promise<Token> {
	try {
		return await fetchToken(request, settings, send);
	} catch (error) {
		throw tokenErrorOf(asGatewayError(error));
	}
}

/** Makes the error of a login. It always has this class, so that a refused or lost login is never mistaken for a refused or lost payment. */
function tokenErrorOf(failure: GatewayError): TokenError {
	if (failure instanceof TokenError) return failure;
	const isRefusal = failure instanceof RefusedError && failure.httpStatus !== 429;
	return new TokenError(failure.message, failure.description, isRefusal);
}
