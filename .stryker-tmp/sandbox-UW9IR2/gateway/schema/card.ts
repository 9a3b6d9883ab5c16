// @ts-nocheck
import luhn from 'fast-luhn';

import { text } from './input';

/** A card number (PAN): 12 to 19 digits (ISO/IEC 7812) that satisfy Luhn. Spaces and dashes are removed. */
export const cardNumber = text
	.transform((value) => value.replace(/[\s-]/g, ''))
	.refine((value) => /^\d{12,19}$/.test(value), { error: 'must have 12 to 19 digits', abort: true })
	.refine(luhn, 'is not a valid card number: its check digit is wrong, look for a typing mistake');

/** A month from 1 to 12, given as one or two digits and returned as two. */
export const expiryMonth = text
	.refine((month) => /^(0?[1-9]|1[0-2])$/.test(month), 'must be a month from 1 to 12')
	.transform((month) => month.padStart(2, '0'));

/** A year, given as two or four digits and returned as four. */
export const expiryYear = text
	.refine((year) => /^(\d{2}|20\d{2})$/.test(year), 'must have two or four digits, such as 29 or 2029')
	.transform((year) => (year.length === 2 ? `20${year}` : year));

/**
 * Whether a card's last month is over everywhere on earth. It ends last at UTC-12, so no valid card is turned away.
 * @param now the present, in milliseconds
 */
export function hasExpired(month: string, year: string, now: number): boolean {
	const hour = 3_600_000;
	return now >= Date.UTC(Number(year), Number(month)) + 12 * hour;
}

/** A card's security code: 3 or 4 digits. Leading zeros are kept. */
export const cardCvv = text.refine((cvv) => /^\d{3,4}$/.test(cvv), 'must have 3 or 4 digits');

export type PinFormat = 'number' | 'text';

const pin = text.refine((digits) => /^\d{4,12}$/.test(digits), 'must have 4 to 12 digits');

/**
 * A card's PIN as it is sent. The specification types it as int (2.2), which would drop a leading zero
 * and so change the PIN. Such a PIN is refused unless the user has chosen to send PINs as text.
 */
export const cardPin = {
	text: pin,
	number: pin
		.refine(
			(digits) => !digits.startsWith('0'),
			'begins with 0, and the service takes it as a number, which would lose the 0. If your provider accepts text, set the option "Send PIN As" to Text',
		)
		.transform(Number),
};
