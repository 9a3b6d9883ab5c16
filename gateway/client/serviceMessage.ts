import { isObject, optionalText } from '../values/responseFields';
import type { Secrets } from './mask';

// Where services put their words. The specification has `message` and `errors` (sections 1 and 7) and does not show the errors
// of charge and authorize; the others are customary. The first that says something counts, or else a code.
const KEYS_OF_WORDS = [
	'message',
	'responseMessage',
	'errorMessage',
	'error_description',
	'detail',
	'description',
	'reason',
	'error',
	'title',
	'data',
];
const LONGEST = 300;
const MOST_PARTS = 10;
const DEEPEST = 3;

/**
 * The service's message in an answer, in one line and without secrets.
 * @param body as it was parsed
 */
export function serviceMessageIn(body: unknown, secrets: Secrets): string | undefined {
	if (!isObject(body)) return undefined;
	// Masked before it is shortened, so that no part of a secret remains.
	const text = secrets.inText(partsOf(body).join('; ')).replace(/\s+/g, ' ');
	return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text || undefined;
}

function partsOf(value: unknown, depth = 0): string[] {
	if (Array.isArray(value)) return value.slice(0, MOST_PARTS).flatMap((part) => partsOf(part, depth));
	if (!isObject(value)) return textOf(value);
	if (depth > DEEPEST) return [];
	const first = KEYS_OF_WORDS.map((key) => partsOf(value[key], depth + 1)).find((parts) => parts.length > 0) ?? [];
	const code = first.length === 0 ? textOf(value.code).filter((text) => /\p{L}/u.test(text)) : [];
	return [...first, ...code, ...errorsIn(value.errors, depth + 1)];
}

/** A list of errors, or what is wrong with each field. */
function errorsIn(errors: unknown, depth: number): string[] {
	const parts = partsOf(errors, depth);
	if (!isObject(errors) || parts.length > 0) return parts;
	const ofFields = Object.entries(errors).slice(0, MOST_PARTS);
	return ofFields.flatMap(([field, value]) => partsOf(value, depth + 1).map((text) => `${field}: ${text}`));
}

function textOf(value: unknown): string[] {
	const text = optionalText.parse(value);
	return text === null ? [] : [text];
}
