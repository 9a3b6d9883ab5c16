import { isWebAddress } from './input';

/** The text in place of a secret. */
export const MASK = '[hidden]';

/** The result of comparing what the service tells with what was sent. Parts that are missing or cannot be read are not different. */
export type Likeness = 'same' | 'different' | 'notKnown';

/** The number of significant digits in which no calculation has noise. */
export const SIGNIFICANT_DIGITS = 12;

/*
 * Parts for reading answers. The specification and the providers give the same field in several forms, and any field may
 * be missing. A value of an unexpected kind counts as missing, so that reading never fails because of a field that is not
 * needed. The reader of the answer decides what it means when a needed field is missing.
 */

/** The fields that are read of an answer, each with its reader, such as `{ amount: decimal }`. */
type Readers = Record<string, (value: unknown) => unknown>;

/** The result of readers: `{ amount: number | null }`. */
export type FieldsOf<T extends Readers> = { [Name in keyof T]: ReturnType<T[Name]> };

/** Reads the fields of an answer or a record. Fields without a reader are left out. */
export function readFields<T extends Readers>(data: Record<string, unknown>, readers: T): FieldsOf<T> {
	const fields: Record<string, unknown> = {};
	for (const name in readers) fields[name] = readers[name]!(data[name]);
	return fields as FieldsOf<T>;
}

/**
 * Reads text that may be missing or may come as a number. A number that is too long to be exact counts as missing: once rounded, it is
 * another reference, and a card number in it would not be recognized and hidden. What was hidden as a whole counts as missing, too.
 */
export function optionalText(value: unknown): string | null {
	if (typeof value !== 'string' && !isExact(value)) return null;
	const text = String(value).trim();
	return text === '' || text === MASK ? null : text;
}

/** Reads an http or https address that may be missing. As in a browser, tabs and line breaks in it are ignored; some services escape it for HTML. */
export function optionalAddress(value: unknown): string | null {
	const text = typeof value === 'string' ? value.trim() : '';
	const address = text.replace(/[\t\n\r]/g, '').replaceAll('&amp;', '&');
	return isWebAddress(address) ? address : null;
}

/** Reads a decimal that may be missing or may come as text, which can be longer than a number can hold. */
export function decimal(value: unknown): number | null {
	const isWritten = typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value);
	const number = isWritten ? Number(value) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** Reads `true` or `false`, which may be missing or may come as text. */
export function optionalBoolean(value: unknown): boolean | null {
	const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
	if (word === true || word === 'true') return true;
	return word === false || word === 'false' ? false : null;
}

/** Reads a decimal for people, such as a fee, to twelve significant digits: the digits after them are noise from a calculation. */
export function decimalForPeople(value: unknown): number | null {
	const number = decimal(value);
	return number === null ? null : Number(number.toPrecision(SIGNIFICANT_DIGITS));
}

/** Reads a status code: an integer, or text that is written as one: "00" is another provider's word, and not a 0. */
export function statusCode(value: unknown): number | null {
	const isWritten = typeof value === 'string' && /^\s*(0|[1-9]\d{0,8})\s*$/.test(value);
	const code = isWritten ? Number(value) : value;
	return Number.isSafeInteger(code) ? (code as number) : null;
}

function isExact(value: unknown): boolean {
	return typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}
