import type { ICredentialDataDecryptedObject, IHttpRequestHelper } from 'n8n-workflow';

import { checkStatus, type Answer } from '../../../gateway/client/response';
import { ENDPOINTS } from '../../../gateway/client/endpoints';
import { GatewayError, RefusedError, TokenError } from '../../../gateway/values/errors';
import { fingerprint, readSettings, secretsOf, type Settings } from '../../../gateway/client/settings';
import {
	loginRequest,
	readToken,
	refreshRequest,
	tokenState,
	type Token,
	type TokenRequest,
} from '../../../gateway/client/token';
import { withDeadline } from './time';
import { failureOf } from './httpErrors';
import { plainRequest } from './plainRequest';

/** Sends a request for a token. Every HTTP status is returned as an answer; it throws when there is no answer. */
type SendTokenRequest = (request: TokenRequest) => Promise<Answer>;

// For the calls of others, such as n8n's HTTP Request node.
const TIMEOUT = 30_000;

/** A call for a token, under way until the token has arrived or the call has failed. */
interface TokenCall {
	promise: Promise<Token>;
	/** In milliseconds since 1970. */
	began: number;
	isUnderWay: boolean;
	token?: Token;
}

// The newest call for each set of keys, so that concurrent requests share one. This is only an optimization: the token
// itself is kept in n8n's credential store, and each process may fetch one of its own.
const newest = new Map<string, TokenCall>();

/**
 * A new token for a credential (specification 4.1, 5.3). Requests that ask at the same time share one call.
 * @param credentials as n8n holds them; `refusedToken` is a token that the service no longer accepts, `loginTimeout` is how
 * long to wait for the answer, in milliseconds
 * @throws TokenError, SettingError or UnreachableError
 */
export async function newToken(http: IHttpRequestHelper, credentials: ICredentialDataDecryptedObject): Promise<Token> {
	const refused = credentials.refusedToken || credentials.accessToken;
	const timeout = Number(credentials.loginTimeout ?? TIMEOUT);
	// n8n saves these credentials together with the new token.
	delete credentials.refusedToken;
	delete credentials.loginTimeout;
	const settings = readSettings(credentials);
	const keys = fingerprint(settings);
	const known = newest.get(keys);
	if (known && !known.isUnderWay && isUsable(known.token, refused)) return await known.promise;
	// A call for a more patient request may hang for longer than this one would wait: for a renewal, and then a login.
	const left = known?.isUnderWay ? known.began + 2 * timeout - Date.now() : 0;
	if (known && left > 0) return await withDeadline(left, async () => await known.promise).catch(throwOwn);
	const call = startCall(fetchToken(settings, sender(http, timeout)));
	newest.set(keys, call);
	return await call.promise;
}

function startCall(promise: Promise<Token>): TokenCall {
	const call: TokenCall = { promise, began: Date.now(), isUnderWay: true };
	const finish = (token?: Token) => Object.assign(call, { isUnderWay: false, token });
	promise.then(finish, () => finish());
	return call;
}

/** Renews with the refresh token where that can be tried, and logs in otherwise or when it fails (5.2, 5.3). */
async function fetchToken(settings: Settings, send: SendTokenRequest): Promise<Token> {
	const renewal = refreshRequest(settings);
	const renewed = renewal && (await tokenFrom(renewal, settings, send));
	return renewed && !(renewed instanceof GatewayError) ? renewed : await logIn(settings, send);
}

/**
 * Logs in with the API key and the client id (4.1).
 * @throws TokenError when the service refuses or its answer has no token; UnreachableError, SettingError
 */
export async function logIn(settings: Settings, send: SendTokenRequest): Promise<Token> {
	const token = await tokenFrom(loginRequest(settings), settings, send);
	if (token instanceof GatewayError) throw token;
	return token;
}

async function tokenFrom(
	request: TokenRequest,
	settings: Settings,
	send: SendTokenRequest,
): Promise<Token | GatewayError> {
	try {
		const answer = await send(request);
		checkStatus(ENDPOINTS.token, answer, secretsOf(settings));
		return readToken(answer.body, settings, Date.now());
	} catch (error) {
		return tokenErrorOf(error);
	}
}

function throwOwn(error: unknown): never {
	throw error instanceof GatewayError ? error : tokenErrorOf(error);
}

/** Always of this class, so that a refused or lost login is never mistaken for a refused or lost payment. */
function tokenErrorOf(error: unknown): TokenError {
	const failure = failureOf(error, ENDPOINTS.token);
	if (failure instanceof TokenError) return failure;
	const isRefusal = failure instanceof RefusedError && failure.httpStatus !== 429;
	return new TokenError(failure.message, failure.description, isRefusal);
}

function sender(http: IHttpRequestHelper, timeout: number): SendTokenRequest {
	// The specification shows no body but wants a Content-Type; without a body n8n would not send it.
	return async ({ url, headers, body = '{}' }) => {
		// A login that never ends must not let the call go out when nobody waits for it any more.
		const response = await plainRequest(http, timeout, { method: 'POST', url, headers, body });
		return { httpStatus: response.statusCode, body: response.body };
	};
}

function isUsable(token: Token | undefined, refused: unknown): boolean {
	return token !== undefined && token.accessToken !== refused && tokenState(token, Date.now()) !== 'expired';
}
