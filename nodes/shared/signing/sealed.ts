import { createCipheriv, createDecipheriv, randomBytes } from 'crypto';

import { parseJson } from '../../../gateway/schema/input';
import { keyFor } from './keys';

const CIPHER = 'aes-256-gcm';
const IV_LENGTH = 12;
const TAG_LENGTH = 16;

/** What a sealed text is for; one that was made for anything else cannot be opened. */
export interface Use {
	purpose: string;
	/** The trigger that it belongs to. */
	place: string;
	privateKey: string;
}

/**
 * Encrypts and signs a value (AES-256-GCM), so that a browser can carry it from step to step.
 * @param lifetime in milliseconds
 * @returns text for a URL or a form
 * @throws SettingError when there is no private key
 */
export function seal(value: object, lifetime: number, { purpose, place, privateKey }: Use): string {
	const iv = randomBytes(IV_LENGTH);
	const cipher = createCipheriv(CIPHER, keyFor(purpose, privateKey), iv).setAAD(Buffer.from(place));
	const encrypted = [cipher.update(JSON.stringify([Date.now() + lifetime, value]), 'utf8'), cipher.final()];
	return Buffer.concat([iv, cipher.getAuthTag(), ...encrypted]).toString('base64url');
}

/**
 * Opens a sealed text.
 * @returns undefined when it was altered, or made for another use or under another key
 * @throws SettingError when there is no private key
 */
export function unseal<T>(sealed: string, { purpose, place, privateKey }: Use): T | 'expired' | undefined {
	const key = keyFor(purpose, privateKey);
	const bytes = Buffer.from(sealed, 'base64url');
	const opened = decrypt(bytes, key, Buffer.from(place));
	// The decoder ignores characters that do not belong there.
	if (opened === undefined || bytes.toString('base64url') !== sealed) return undefined;
	const [expires, value] = parseJson(opened) as [number, T];
	return Date.now() < expires ? value : 'expired';
}

function decrypt(bytes: Buffer, key: Uint8Array, place: Buffer): string | undefined {
	const iv = bytes.subarray(0, IV_LENGTH);
	const tag = bytes.subarray(IV_LENGTH, IV_LENGTH + TAG_LENGTH);
	try {
		const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_LENGTH }).setAAD(place).setAuthTag(tag);
		return Buffer.concat([decipher.update(bytes.subarray(IV_LENGTH + TAG_LENGTH)), decipher.final()]).toString();
	} catch {
		return undefined;
	}
}
