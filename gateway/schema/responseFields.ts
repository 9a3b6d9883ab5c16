import * as v from 'valibot';

/*
 * Parts for reading answers. The specification and the providers give the same field in several forms,
 * and any field may be missing. A value of an unexpected kind counts as missing, so reading never fails
 * on what is not needed; what it means that something needed is missing, the reader decides.
 */

const maybe = <T extends v.GenericSchema>(schema: T) =>
	v.fallback<v.GenericSchema<unknown, v.InferOutput<T> | null>, null>(v.nullable(schema), null);

/** A number. valibot takes Infinity for one as well, which JSON can hold (1e999). */
export const finite = (rule?: string) => v.custom<number>(Number.isFinite, rule);

const isExact = (value: unknown) => Number.isFinite(value) && Math.abs(value as number) <= Number.MAX_SAFE_INTEGER;

/**
 * Text that may be missing, or come as a number. One too long to be exact counts as missing: rounded, a reference is
 * another one, and a card number is not found out.
 */
export const optionalText = maybe(
	v.pipe(
		v.union([v.string(), v.custom<number>(isExact)]),
		v.transform((value) => String(value).trim() || null),
	),
);

/** An http or https address that may be missing. Tabs and line breaks in it count for nothing, as in a browser. */
export const optionalAddress = maybe(
	v.pipe(
		v.string(),
		v.transform((value) => value.trim().replace(/[\t\n\r]/g, '')),
		v.check(isWebAddress),
	),
);

/** A decimal that may be missing or come as text. */
export const decimal = maybe(
	v.pipe(
		v.union([v.number(), v.pipe(v.string(), v.regex(/^\s*-?\d+(\.\d+)?\s*$/))]),
		v.transform(Number),
		// Text may be longer than a number can hold.
		finite(),
	),
);

/** A status code: an integer, or text that is one. */
export const statusCode = maybe(
	v.pipe(
		v.union([v.pipe(v.number(), v.safeInteger()), v.pipe(v.string(), v.regex(/^\s*\d{1,9}\s*$/))]),
		v.transform(Number),
	),
);

/** An object, of any fields. */
export const anyObject = (rule?: string) => v.custom<Record<string, unknown>>(isObject, rule);

/**
 * Whether a value is an object of fields. valibot takes an array for one as well; and a date or a map would be one
 * without any, as if nothing had been given.
 */
export function isObject(value: unknown): value is Record<string, unknown> {
	return Object.prototype.toString.call(value) === '[object Object]';
}

/** Whether text is an absolute http or https address. */
export function isWebAddress(text: string): boolean {
	return /^https?:\/\//i.test(text) && URL.canParse(text);
}
