import { isObject } from '../values/input';
import { optionalText } from '../values/responseFields';
import { maskCardNumbers } from './mask';

// Where services put their words: the first field that says something counts. The specification has `message`, `errorMessage`
// and `errors` (sections 1, 2.5 and 7), and providers the others.
const FIELDS = ['message', 'responseMessage', 'errorMessage', 'error', 'data'];
const LONGEST = 300;
const MOST_PARTS = 10;

/**
 * Reads the service's message in an answer, in one line.
 * @param body without secrets
 */
export function readServiceMessage(body: unknown): string | undefined {
	if (!isObject(body)) return undefined;
	// Masked before it is shortened, so that no part of a secret remains.
	const text = maskCardNumbers([...textsIn(body), ...errorsIn(body.errors)].join('; ')).replace(/\s+/g, ' ');
	return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text || undefined;
}

/** Reads the text of a value: its own, or the first among its fields, one level deep. */
function textsIn(value: unknown): string[] {
	const fields = isObject(value) ? FIELDS.map((name) => value[name]) : [value];
	const nested = fields.flatMap((field) => (isObject(field) ? FIELDS.map((name) => field[name]) : [field]));
	const texts = nested.map(optionalText).filter((text) => text !== null);
	return texts.slice(0, 1);
}

/** Reads a list of errors, or what is wrong with each field. */
function errorsIn(errors: unknown): string[] {
	if (Array.isArray(errors)) return errors.slice(0, MOST_PARTS).flatMap(textsIn);
	if (!isObject(errors)) return textsIn(errors);
	const ofFields = Object.entries(errors).slice(0, MOST_PARTS);
	return ofFields.flatMap(([field, value]) =>
		[value]
			.flat()
			.flatMap(textsIn)
			.map((text) => `${field}: ${text}`),
	);
}
