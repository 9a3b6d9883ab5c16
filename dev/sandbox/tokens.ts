import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { Settings } from './options';

export interface TokenPair {
	accessToken: string;
	refreshToken: string;
}

/** The tokens issued. The record kept here decides whether one is valid, so that JWTs can be revoked as well. */
export class Tokens {
	readonly #signingKey = randomBytes(32);
	readonly #expiryOf = new Map<string, number>();
	readonly #refreshTokens = new Set<string>();

	constructor(private readonly settings: Settings) {}

	issue(): TokenPair {
		const now = Date.now();
		const lifetime = this.settings.tokenLifetimeSeconds * 1000;
		const accessToken = this.#jwt(now, lifetime);
		const refreshToken = randomBytes(32).toString('base64url');
		this.#expiryOf.set(accessToken, now + lifetime);
		this.#refreshTokens.add(refreshToken);
		return { accessToken, refreshToken };
	}

	isValid(accessToken: string): boolean {
		return (this.#expiryOf.get(accessToken) ?? 0) > Date.now();
	}

	/** Uses up a refresh token; false when it is unknown or used already. */
	redeem(refreshToken: string): boolean {
		return this.#refreshTokens.delete(refreshToken);
	}

	/** Ends every access token; the refresh tokens stay good. */
	revoke(): void {
		this.#expiryOf.clear();
	}

	#jwt(now: number, lifetime: number): string {
		const claims = {
			sub: this.settings.clientId,
			jti: randomUUID(),
			iat: Math.floor(now / 1000),
			exp: Math.floor((now + lifetime) / 1000),
		};
		const signed = [{ alg: 'HS256', typ: 'JWT' }, claims]
			.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
			.join('.');
		return `${signed}.${createHmac('sha256', this.#signingKey).update(signed).digest('base64url')}`;
	}
}
