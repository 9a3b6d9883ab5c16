import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bearerOf, hasApiKey } from '../access';
import { Refusal } from '../errors';
import type { Service } from '../server';
import type { TokenPair } from '../tokens';

/** Section 4.1, and a refresh endpoint, whose place and form the specification leaves open. */
export function authRoutes(app: FastifyInstance, { settings, tokens }: Service): void {
	app.post(`${settings.basePrefix}/uaa/api/auth`, { config: { endpoint: 'token' } }, (request) => {
		if (!settings.hasLogin) throw new Refusal(404);
		if (!hasApiKey(request, settings)) throw new Refusal(401, { message: 'The API key or the client id is wrong' });
		return accessTokenResponse(tokens.issue());
	});

	// The path can change while the sandbox runs, so it is compared for each request and not given to the router.
	app.post('*', (request) => {
		if (request.endpoint !== 'refresh') throw new Refusal(404);
		const refreshToken = refreshTokenOf(request);
		if (refreshToken === undefined || !tokens.redeem(refreshToken)) {
			throw new Refusal(401, { message: 'The refresh token or the keys are wrong' });
		}
		return accessTokenResponse(tokens.issue());
	});

	/** The keys with the token in the body, or `Authorization: Bearer` where the body has none. */
	function refreshTokenOf(request: FastifyRequest): string | undefined {
		const { body } = request;
		const isInBody = typeof body === 'object' && body !== null && 'refreshToken' in body;
		if (settings.refreshTokenIn === (isInBody ? 'header' : 'body')) return undefined;
		if (!isInBody) return bearerOf(request) || undefined;
		return hasApiKey(request, settings) && typeof body.refreshToken === 'string' ? body.refreshToken : undefined;
	}
}

/** The holder of the account. */
export const USER = {
	id: '5b0a7a52-6f0c-4c0e-9d59-7a3c1f2e8d10',
	mobile: '+2348000000000',
	firstName: 'Sandbox',
	lastName: 'Merchant',
	role: 'BUSINESS',
	roles: ['BUSINESS'],
	kycLevel: 'TIER_THREE',
	selfie: 'https://files.sandbox.example/selfie.png',
	accountPublicId: 'c3f4a1de-2b77-4c57-8a2e-94d6b0e51f33',
};
export const PROPERTY = { name: 'EMAIL_VALIDATED_DATE', value: '2024-03-05T09:41:27.318204' };

/** Section 2.1. */
function accessTokenResponse(pair: TokenPair) {
	return { ...pair, user: USER, properties: [PROPERTY] };
}
