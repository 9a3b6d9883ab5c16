import { createHmac, hkdfSync, timingSafeEqual } from 'crypto';

import { SettingError } from '../../../gateway/protocol/errors';

/**
 * A key for one purpose, derived from the private key (HKDF, RFC 5869): what is made for one is worth nothing for
 * another, nothing has to be stored, and every process can check it.
 * @throws SettingError when there is no private key
 */
export function keyFor(purpose: string, privateKey: string): Uint8Array {
	if (!privateKey) {
		throw new SettingError(
			'URLs cannot be signed without a private key',
			'Enter the Private Key in the credential: the signature is made with a key that is derived from it.',
		);
	}
	return new Uint8Array(hkdfSync('sha256', privateKey, 'n8n-nodes-card-payment', purpose, 32));
}

/** The signature (HMAC-SHA-256) of parts, each of which may hold anything. */
export function signatureOf(parts: readonly string[], key: Uint8Array): string {
	return createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');
}

/** Whether two signatures are the same, in constant time. */
export function isSameSignature(given: string, expected: string): boolean {
	const [one, other] = [Buffer.from(given), Buffer.from(expected)];
	return one.length === other.length && timingSafeEqual(one, other);
}

/**
 * What tells a trigger and its door from others: the end of a URL's path. What comes before differs behind a proxy and
 * for test URLs.
 */
export function placeOf(path: string): string {
	return path.split('/').filter(Boolean).slice(-2).join('/');
}
