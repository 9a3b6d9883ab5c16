/** The forms in which real services write, by what they write; the first of each is the documented one, and the default. */
const FORMS = {
	/**
	 * 19.99 as such, as 19.990000000000002 (1999 × 0.01), as a 32-bit float, as text, or as null; 1010.5 as "1,010.50". Each amount is off
	 * in the second and third form: one that is exact in binary, such as 10.5, by as much as others.
	 */
	amounts: ['plain', 'calculated', 'float', 'text', 'separated', 'missing'],
	/** Status codes of records, numbers of pages and booleans: 2 and true, or "2" and "true". */
	numbers: ['plain', 'text'],
	/** Lists that are not empty: as they are, or with a null row before the others. */
	rows: ['plain', 'withNull'],
	/**
	 * The merchant's reference: as it was sent, in capitals, without all but letters and digits, as null, or its first 8 characters. To a
	 * service that writes it `plain`, ORD-1-1 and ORD-11 are one reference.
	 */
	references: ['asSent', 'upper', 'plain', 'null', 'cut'],
	/**
	 * Pages of the history and the banks: documented; with nothing but their `content`; so, and always the first one; always the first one,
	 * which says that it is not the last. Empty ones: `content: null`, and in the history `data: null` or a 404.
	 */
	pages: ['numbered', 'unnumbered', 'repeated', 'stuck', 'null', 'noData', 'notFound'],
	/** The bytes of answers; their Content-Type says so. */
	charset: ['utf-8', 'iso-8859-1'],
	/** Addresses of the pages for customers: as they are, with a query in which `&` is `&amp;`, or with the public key in their query. */
	addresses: ['plain', 'escaped', 'withKey'],
} as const;

export type Writes = { [Name in keyof typeof FORMS]: (typeof FORMS)[Name][number] };

/** Returns a value for each kind of form, by its name. */
export function ofEachForm(valueOf: (forms: readonly string[]) => unknown): object {
	return Object.fromEntries(Object.entries(FORMS).map(([name, forms]) => [name, valueOf(forms)]));
}
