import { z } from 'zod/v4';

/** What stands in place of a secret. */
export const MASK = '[hidden]';

/*
 * Parts for reading answers. The specification and the providers give the same field in several forms, and any field may
 * be missing. A value of an unexpected kind counts as missing, so that reading never fails because of a field that is not
 * needed. The reader decides what it means when a field is missing that is needed.
 */

const field = <T>(read: (value: unknown) => T) => z.lazy(() => z.unknown().transform(read));

/**
 * Text that may be missing or may come as a number. A number that is too long to be exact counts as missing: once
 * rounded, it is another reference, and a card number in it would not be recognized and hidden. What was hidden as a
 * whole counts as missing, too.
 */
export const optionalText = field(textIn);

function textIn(value: unknown): string | null {
	if (typeof value !== 'string' && !isExact(value)) return null;
	const text = String(value).trim();
	return text === '' || text === MASK ? null : text;
}

/** An http or https address that may be missing. As in a browser, tabs and line breaks in it are ignored. */
export const optionalAddress = field((value) => {
	const address = typeof value === 'string' ? value.trim().replace(/[\t\n\r]/g, '') : '';
	return isWebAddress(address) ? address : null;
});

/** A decimal that may be missing or may come as text, which can be longer than a number can hold. */
export const decimal = field(decimalIn);

function decimalIn(value: unknown): number | null {
	const isWritten = typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value);
	const number = isWritten ? Number(value) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** A field that is compared with what was sent. Here a value of an unexpected kind must not count as missing, nor as the same. */
const compared = <T>(read: (value: unknown) => T | null, unreadable: T) =>
	field((value) => {
		const isMissing =
			value === undefined || value === null || value === MASK || (typeof value === 'string' && value.trim() === '');
		return isMissing ? null : (read(value) ?? unreadable);
	});

/** Text as `optionalText` reads it; a value that cannot be read is like no other. */
export const comparedText = compared(textIn, '(cannot be read)');

/** A decimal as `decimal` reads it; one that cannot be read is NaN, which equals nothing. */
export const comparedDecimal = compared(decimalIn, Number.NaN);

/** A status code: an integer, or text that is one as it is written: "00" is another provider's word, and not a 0. */
export const statusCode = field((value) => {
	const isWritten = typeof value === 'string' && /^\s*(0|[1-9]\d{0,8})\s*$/.test(value);
	const code = isWritten ? Number(value) : value;
	return Number.isSafeInteger(code) ? (code as number) : null;
});

/** An object with any fields, and none of what `z.object` takes for one: a date or a map, as if nothing had been given. */
export const anyObject = (rule?: string) => z.custom<Record<string, unknown>>(isObject, rule);

/** Whether a value is an object of fields, and not an array, a date or a map. */
export function isObject(value: unknown): value is Record<string, unknown> {
	return Object.prototype.toString.call(value) === '[object Object]';
}

function isExact(value: unknown): boolean {
	return typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}

/** Whether text is an absolute http or https address. */
export function isWebAddress(text: string): boolean {
	return /^https?:\/\//i.test(text) && URL.canParse(text);
}
