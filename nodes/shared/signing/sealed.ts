import { createCipheriv, createDecipheriv, randomBytes } from 'crypto';

import { parseJson } from '../../../gateway/values/input';
import { keyFor, keysFor, type PrivateKeys } from './keys';

const CIPHER = 'aes-256-gcm';
const IV_LENGTH = 12;
const TAG_LENGTH = 16;

/** What a sealed value is bound to. It opens only with the same purpose, scope and key. */
export interface SealContext extends PrivateKeys {
	purpose: string;
	/** Such as a trigger, or one wait of an execution. */
	scope: string;
}

/**
 * Encrypts and signs a value (AES-256-GCM), so that a browser can carry it between requests.
 * @param expires in milliseconds since 1970; a moment and not a span, so that sealing a value again does not extend its life
 * @returns a string that is safe in URLs and forms
 */
export function seal(value: object, expires: number, { purpose, scope, privateKey }: SealContext): string {
	const iv = randomBytes(IV_LENGTH);
	const cipher = createCipheriv(CIPHER, keyFor(purpose, privateKey), iv).setAAD(Buffer.from(scope));
	const encrypted = [cipher.update(JSON.stringify([expires, value]), 'utf8'), cipher.final()];
	return Buffer.concat([iv, cipher.getAuthTag(), ...encrypted]).toString('base64url');
}

/**
 * Opens a sealed value.
 * @returns undefined when it was altered, or sealed for another purpose, scope or key
 */
export function unseal<T>(sealed: string, context: SealContext): T | 'expired' | undefined {
	const opened = unsealAtAnyAge<T>(sealed, context);
	return !opened || Date.now() < opened.expires ? opened?.value : 'expired';
}

/** Opens a sealed value that may have expired: it still proves who has sealed it. Otherwise as `unseal`. */
export function unsealAtAnyAge<T>(
	sealed: string,
	{ purpose, scope, ...keys }: SealContext,
): { value: T; expires: number } | undefined {
	const bytes = Buffer.from(sealed, 'base64url');
	const opened = keysFor(purpose, keys)
		.map((key) => decrypt(bytes, key, Buffer.from(scope)))
		.find((text) => text !== undefined);
	// The base64url decoder ignores invalid characters, so one value could have several spellings.
	if (opened === undefined || bytes.toString('base64url') !== sealed) return undefined;
	const [expires, value] = parseJson(opened) as [number, T];
	return { value, expires };
}

function decrypt(bytes: Buffer, key: Uint8Array, scope: Buffer): string | undefined {
	const iv = bytes.subarray(0, IV_LENGTH);
	const tag = bytes.subarray(IV_LENGTH, IV_LENGTH + TAG_LENGTH);
	try {
		const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_LENGTH }).setAAD(scope).setAuthTag(tag);
		return Buffer.concat([decipher.update(bytes.subarray(IV_LENGTH + TAG_LENGTH)), decipher.final()]).toString();
	} catch {
		return undefined;
	}
}
