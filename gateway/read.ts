import * as z from 'zod/mini';

/*
 * Parts for reading answers. The specification and the providers give the same field in several forms,
 * and any field may be missing. A value of an unexpected kind counts as missing, so reading never fails
 * on what is not needed; what it means that something needed is missing, the reader decides.
 */

// Missing is the rule for many fields, so it must not be found out by a parser's failure, which takes long.
const maybe = <T extends z.ZodMiniType>(schema: T) =>
	z.catch(z._default<z.ZodMiniType<z.output<T> | null>>(z.nullable(schema), null), null);

/** Text that may be missing, or come as a number. */
export const optionalText = maybe(
	z.pipe(
		z.union([z.string(), z.number()]),
		z.transform((value) => String(value).trim() || null),
	),
);

/** An http or https address that may be missing. */
export const optionalAddress = maybe(z.url({ protocol: /^https?$/ }));

/** A decimal that may be missing or come as text. */
export const decimal = maybe(
	z.pipe(
		z.union([z.number(), z.string().check(z.regex(/^\s*-?\d+(\.\d+)?\s*$/))]),
		// Text may be longer than a number can hold.
		z.pipe(z.transform(Number), z.number()),
	),
);

/** A status code: an integer, or text that is one. */
export const statusCode = maybe(
	z.pipe(z.union([z.int(), z.string().check(z.regex(/^\s*\d{1,9}\s*$/))]), z.transform(Number)),
);
