import { createCipheriv, createDecipheriv, randomBytes } from 'crypto';

import { parseJson } from '../../../gateway/values/input';
import { signingKey, signingKeys, type PrivateKeys } from './keys';

const CIPHER = 'aes-256-gcm';
const IV_LENGTH = 12;
const TAG_LENGTH = 16;

/** The purpose and scope that a sealed value is bound to. It opens only with the same ones and the same key. */
export interface SealContext extends PrivateKeys {
	purpose: string;
	/** A trigger, for instance, or one wait of an execution. */
	scope: string;
}

/**
 * Encrypts and signs a value (AES-256-GCM), so that a browser can carry it between requests.
 * @returns a string that is safe in URLs and forms
 */
export function seal(value: object, { purpose, scope, privateKey }: SealContext): string {
	const iv = randomBytes(IV_LENGTH);
	const cipher = createCipheriv(CIPHER, signingKey(purpose, privateKey), iv).setAAD(Buffer.from(scope));
	const encrypted = [cipher.update(JSON.stringify(value)), cipher.final()];
	return Buffer.concat([iv, cipher.getAuthTag(), ...encrypted]).toString('base64url');
}

/**
 * Opens a sealed value, however old.
 * @returns undefined when it was altered, or sealed for another purpose, scope or key
 */
export function unseal<T>(sealed: string, { purpose, scope, ...keys }: SealContext): T | undefined {
	const bytes = Buffer.from(sealed, 'base64url');
	const opened = signingKeys(purpose, keys)
		.map((key) => decrypt(bytes, key, Buffer.from(scope)))
		.find((text) => text !== undefined);
	// The base64url decoder ignores invalid characters, so one value could have several spellings.
	return opened === undefined || bytes.toString('base64url') !== sealed ? undefined : (parseJson(opened) as T);
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
