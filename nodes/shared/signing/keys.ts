import { createHmac, hkdfSync, timingSafeEqual } from 'crypto';

import { SettingError } from '../../../gateway/protocol/errors';

/**
 * Derives a key for one purpose from the private key (HKDF, RFC 5869). What is signed for one purpose is invalid for any
 * other, nothing has to be stored, and every process can check it.
 * @throws SettingError when there is no private key
 */
export function keyFor(purpose: string, privateKey: string): Uint8Array {
	if (!privateKey) {
		throw new SettingError(
			'The credential has no Private Key, which is needed to sign addresses.',
			'Open the credential and enter the Private Key.',
		);
	}
	return new Uint8Array(hkdfSync('sha256', privateKey, 'n8n-nodes-card-payment', purpose, 32));
}

/** The private keys of a credential. */
export interface PrivateKeys {
	privateKey: string;
	/** Opens and checks what was made with it, and makes nothing; empty or missing where there is none. */
	previousPrivateKey?: string;
}

/**
 * The keys for one purpose with which something may have been made, the present one first.
 * @throws SettingError when there is no private key
 */
export function keysFor(purpose: string, { privateKey, previousPrivateKey }: PrivateKeys): Uint8Array[] {
	const present = keyFor(purpose, privateKey);
	return previousPrivateKey ? [present, keyFor(purpose, previousPrivateKey)] : [present];
}

/** Whether a signature of a list of strings was made with one of several keys. It takes constant time for each. */
export function isSignature(given: string, parts: readonly string[], keys: readonly Uint8Array[]): boolean {
	return keys.some((key) => isSameSignature(given, signatureOf(parts, key)));
}

/** Signs a list of strings with HMAC-SHA-256. The strings may hold any characters. */
export function signatureOf(parts: readonly string[], key: Uint8Array): string {
	return createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');
}

/** Compares two signatures in constant time. */
function isSameSignature(given: string, expected: string): boolean {
	const [one, other] = [Buffer.from(given), Buffer.from(expected)];
	return one.length === other.length && timingSafeEqual(one, other);
}

/**
 * The part of a URL's path that identifies a trigger and its webhook path: the last two segments. The segments before them
 * differ behind a proxy and in test URLs.
 */
export function webhookScope(path: string): string {
	return path.split('/').filter(Boolean).slice(-2).join('/');
}
