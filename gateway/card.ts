import luhn from 'fast-luhn';
import * as z from 'zod/mini';

import { text } from './input';

/** A card number (PAN): 12 to 19 digits (ISO/IEC 7812) that satisfy Luhn, without the spaces and dashes that people type. */
export const cardNumber = z.pipe(
	z.pipe(
		text,
		z.transform((value) => value.replace(/[\s-]/g, '')),
	),
	z.string().check(
		z.regex(/^\d{12,19}$/, { error: 'must have 12 to 19 digits', abort: true }),
		z.refine(
			(digits) => luhn(digits),
			'is not a valid card number: its check digit is wrong, look for a typing mistake',
		),
	),
);

/** A month from 1 to 12, given as one or two digits; comes out as two. */
export const expiryMonth = z.pipe(
	z.pipe(text, z.string().check(z.regex(/^(0?[1-9]|1[0-2])$/, 'must be a month from 1 to 12'))),
	z.transform((month) => month.padStart(2, '0')),
);

/** A year of two or four digits; comes out as four. */
export const expiryYear = z.pipe(
	z.pipe(text, z.string().check(z.regex(/^(\d{2}|20\d{2})$/, 'must have two or four digits, such as 29 or 2029'))),
	z.transform((year) => (year.length === 2 ? `20${year}` : year)),
);

/**
 * Whether a card's last month is over everywhere on earth: it ends last at UTC-12, so no valid card is turned away.
 * @param now the present, in milliseconds
 */
export function hasExpired(month: string, year: string, now: number): boolean {
	const hour = 3_600_000;
	return now >= Date.UTC(Number(year), Number(month)) + 12 * hour;
}

/** A card's security code: 3 or 4 digits, leading zeros kept. */
export const cardCvv = z.pipe(text, z.string().check(z.regex(/^\d{3,4}$/, 'must have 3 or 4 digits')));

export type PinFormat = 'number' | 'text';

/**
 * A card's PIN as it is sent. The specification types it as int (2.2), which would drop a leading zero
 * and so change the PIN: that is refused unless the user has the PIN sent as text.
 */
export function cardPin(format: PinFormat) {
	const digits = z.string().check(z.regex(/^\d{4,12}$/, 'must have 4 to 12 digits'));
	if (format === 'text') return z.pipe(text, digits);
	return z.pipe(
		z.pipe(
			text,
			digits.check(
				z.regex(
					/^[^0]/,
					'begins with 0, and the service takes it as a number, which would lose the 0. If your provider accepts text, set the option "Send PIN As" to Text',
				),
			),
		),
		z.transform(Number),
	);
}
