import luhn from 'fast-luhn';
import * as v from 'valibot';

import { text } from './input';

/** A card number (PAN): 12 to 19 digits (ISO/IEC 7812) that satisfy Luhn, without the spaces and dashes that people type. */
export const cardNumber = v.config(
	v.pipe(
		text,
		v.transform((value) => value.replace(/[\s-]/g, '')),
		v.regex(/^\d{12,19}$/, 'must have 12 to 19 digits'),
		v.check(luhn, 'is not a valid card number: its check digit is wrong, look for a typing mistake'),
	),
	{ abortPipeEarly: true },
);

/** A month from 1 to 12, given as one or two digits; comes out as two. */
export const expiryMonth = v.pipe(
	text,
	v.regex(/^(0?[1-9]|1[0-2])$/, 'must be a month from 1 to 12'),
	v.transform((month) => month.padStart(2, '0')),
);

/** A year of two or four digits; comes out as four. */
export const expiryYear = v.pipe(
	text,
	v.regex(/^(\d{2}|20\d{2})$/, 'must have two or four digits, such as 29 or 2029'),
	v.transform((year) => (year.length === 2 ? `20${year}` : year)),
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
export const cardCvv = v.pipe(text, v.regex(/^\d{3,4}$/, 'must have 3 or 4 digits'));

export type PinFormat = 'number' | 'text';

/**
 * A card's PIN as it is sent. The specification types it as int (2.2), which would drop a leading zero
 * and so change the PIN: that is refused unless the user has the PIN sent as text.
 */
export function cardPin(format: PinFormat) {
	const digits = v.pipe(text, v.regex(/^\d{4,12}$/, 'must have 4 to 12 digits'));
	if (format === 'text') return digits;
	return v.pipe(
		digits,
		v.regex(
			/^[^0]/,
			'begins with 0, and the service takes it as a number, which would lose the 0. If your provider accepts text, set the option "Send PIN As" to Text',
		),
		v.transform(Number),
	);
}
