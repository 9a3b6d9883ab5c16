import { createHmac, hkdfSync, timingSafeEqual } from 'crypto';

import { SettingError } from '../../../gateway/values/errors';
import { canSign } from '../../../gateway/client/settings';

/**
 * Checks that links and pages can be signed with the private key.
 * @throws SettingError when there is none, or it is so short that it could be guessed from a link
 */
export function checkSigningKey(privateKey: string): void {
	if (canSign(privateKey)) return;
	throw privateKey === ''
		? new SettingError(
				"The credential has no 'Private Key', which is needed to sign addresses.",
				"Open the credential and enter the 'Private Key'.",
			)
		: new SettingError(
				"The 'Private Key' of the credential is too short to sign links and pages, because it could be guessed from a link.",
				'Ask your provider for one with 16 characters or more after its prefix, such as "sk_live_". Until then, cards can be charged, but without signed addresses.',
			);
}

/**
 * Derives a key for one purpose from the private key (HKDF, RFC 5869). What is signed for one purpose is invalid for any
 * other, nothing has to be stored, and every process can check it.
 * @throws SettingError when there is no private key, or a short one
 */
export function signingKey(purpose: string, privateKey: string): Uint8Array {
	checkSigningKey(privateKey);
	return new Uint8Array(hkdfSync('sha256', privateKey, 'n8n-nodes-card-payment', purpose, 32));
}

/** The private keys of a credential. */
export interface PrivateKeys {
	privateKey: string;
	/** The earlier key: it opens and checks what was made with it, and makes nothing; empty or missing where there is none. A short one opens nothing. */
	previousPrivateKey?: string;
}

/** Derives the keys with which something may have been signed for one purpose, the present key first. */
export function signingKeys(purpose: string, { privateKey, previousPrivateKey = '' }: PrivateKeys): Uint8Array[] {
	const present = signingKey(purpose, privateKey);
	return canSign(previousPrivateKey) ? [present, signingKey(purpose, previousPrivateKey)] : [present];
}

/** Says whether a signature of a list of strings was made with one of several keys. It takes constant time for each. */
export function isSignature(given: string, parts: readonly string[], keys: readonly Uint8Array[]): boolean {
	const signature = Buffer.from(given);
	return keys.some((key) => {
		const expected = Buffer.from(signatureOf(parts, key));
		return signature.length === expected.length && timingSafeEqual(signature, expected);
	});
}

/** Signs a list of strings with HMAC-SHA-256. The strings may hold any characters. */
export function signatureOf(parts: readonly string[], key: Uint8Array): string {
	return createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');
}

/**
 * Returns the part of a URL's path that identifies a trigger and its webhook path: the last two segments. The segments before them
 * differ behind a proxy and in test URLs.
 */
export function webhookScope(path: string): string {
	return path.split('/').filter(Boolean).slice(-2).join('/');
}
