import { jwtDecode } from 'jwt-decode';
import { z } from 'zod/v4';

import { keyHeaders, endpointUrl, type PlainRequest, type SendPlain } from './request';
import { ENDPOINTS } from './endpoints';
import { TokenError } from '../values/errors';
import { checkStatus } from './response';
import { fingerprint, maskAnswer, type Settings } from './settings';

/** The result of a login or renewal, as the credential stores it. */
export interface Token {
	accessToken: string;
	refreshToken: string;
	tokenFor: string;
	/** The time at which it came, in milliseconds since 1970. */
	obtainedAt: number;
}

const LONGEST_MARGIN_SECONDS = 30;

const tokenAnswer = z.object({
	accessToken: z.string().min(1),
	refreshToken: z.string().nullish(),
});

/** Makes the request of the login (specification 4.1). */
export function loginRequest(settings: Settings): PlainRequest {
	const { token: endpoint } = ENDPOINTS;
	return { endpoint, url: endpointUrl(endpoint, settings), headers: keyHeaders('login', settings) };
}

/**
 * Makes the request of the renewal with the refresh token (5.3), or undefined when it cannot be tried. The specification gives neither its
 * path nor its form ("not shown"), so both are settings.
 */
export function refreshRequest(settings: Settings): PlainRequest | undefined {
	const { renewalPath, refreshToken, renewalStyle } = settings;
	if (!renewalPath || !refreshToken || settings.tokenFor !== fingerprint(settings)) return undefined;
	const request = { ...loginRequest(settings), url: settings.baseUrl + renewalPath };
	return renewalStyle === 'bearer'
		? { ...request, headers: { ...request.headers, Authorization: `Bearer ${refreshToken}` } }
		: { ...request, body: { refreshToken } };
}

/**
 * Sends a login or renewal.
 * @throws as `checkStatus` and `readToken`
 */
export async function fetchToken(request: PlainRequest, settings: Settings, send: SendPlain): Promise<Token> {
	const answer = await send(request);
	checkStatus(request.endpoint, maskAnswer(answer, settings));
	return readToken(answer.body, settings, Date.now());
}

/**
 * Reads the answer of a login or renewal (2.1). A renewal without a new refresh token leaves the old one in force.
 * @param now the present, in milliseconds
 * @throws TokenError when there is no access token in it
 */
export function readToken(body: unknown, settings: Settings, now: number): Token {
	const parsed = tokenAnswer.safeParse(body);
	if (!parsed.success) {
		throw new TokenError(
			'The answer to the login has no access token.',
			'Check the Base URL in the credential: it may point to a page instead of the service.',
			true,
		);
	}
	return {
		accessToken: parsed.data.accessToken,
		refreshToken: parsed.data.refreshToken || settings.refreshToken,
		tokenFor: fingerprint(settings),
		obtainedAt: now,
	};
}

/**
 * Says whether a token ends now or soon, according to a JWT's `exp` and `iat` (RFC 7519): soon, so that it does not end on the way.
 * Its lifetime is "not shown". Where both are there, it counts from when the token came, so that the clocks of the service and of
 * this n8n need not agree.
 * @param now the present, in milliseconds
 */
export function isExpired(
	{ accessToken, obtainedAt }: Pick<Token, 'accessToken' | 'obtainedAt'>,
	now: number,
): boolean {
	const { exp, iat } = readClaims(accessToken);
	if (typeof exp !== 'number') return false;
	const lifetime = typeof iat === 'number' && exp > iat ? exp - iat : Infinity;
	const margin = Math.min(LONGEST_MARGIN_SECONDS, lifetime / 10);
	const isDated = lifetime !== Infinity && obtainedAt > 0 && obtainedAt <= now;
	const end = isDated ? obtainedAt / 1000 + lifetime : exp;
	return now / 1000 >= end - margin;
}

function readClaims(accessToken: string): { exp?: unknown; iat?: unknown } {
	// Most tokens are opaque, and for each of them an error would be made and dropped.
	if (accessToken.split('.').length !== 3) return {};
	try {
		return jwtDecode<{ exp?: unknown } | null>(accessToken) ?? {};
	} catch {
		return {};
	}
}
