import luhn from 'fast-luhn';

import { lengthsOfBrand } from './brand';
import { text } from './input';

const FEWEST_DIGITS = 12;

const DIGITS_ONLY = 'Write its digits alone, as they are printed on the card.';

/** A card number (PAN): 12 to 19 digits (ISO/IEC 7812) that satisfy Luhn. Spaces and dashes are removed. */
export const cardNumber = text
	.transform((value) => value.replace(/[\s-]/g, ''))
	.refine((number) => !/\p{L}/u.test(number), { error: `has a letter in it. ${DIGITS_ONLY}`, abort: true })
	.refine((number) => /^\d{12,19}$/.test(number), {
		error: `does not have 12 to 19 digits. ${DIGITS_ONLY}`,
		abort: true,
	})
	.refine(luhn, 'is not valid. Check each digit.');

// With two digits or four for the year, and a month that may have lost its zero in a spreadsheet.
const EXPIRY = /^(\d{1,2})[/.-]?(?:20)?(\d{2})$/;
const MONTH = /^(0?[1-9]|1[0-2])$/;

/** Month and year as one text, such as 03/29, 0329 or 3/2029; returned as two digits and four. */
export const expiry = text
	.transform((value) => EXPIRY.exec(value.replace(/\s/g, '')))
	.refine((parts) => parts !== null, { error: 'is not a month and a year. Write it like 03/29.', abort: true })
	.transform((parts) => ({ month: parts![1]!, year: parts![2]! }))
	.refine(({ month }) => MONTH.test(month), {
		error: 'does not begin with a month. Write one from 01 to 12, such as 03/29.',
		abort: true,
	})
	.transform(({ month, year }) => ({ expiryMonth: month.padStart(2, '0'), expiryYear: `20${year}` }));

/**
 * Says whether a card's last month is over everywhere on earth. It ends last at UTC-12, so no valid card is turned away.
 * @param now the present, in milliseconds
 */
export function hasExpired(month: string, year: string, now: number): boolean {
	const hour = 3_600_000;
	return now >= Date.UTC(Number(year), Number(month)) + 12 * hour;
}

/** A card's security code: 3 or 4 digits. Leading zeros are kept. */
export const cardCvv = text.refine(
	(cvv) => /^\d{3,4}$/.test(cvv),
	'does not have 3 or 4 digits. Check for leading zeros: a spreadsheet drops them unless the column is formatted as text.',
);

export type PinFormat = 'number' | 'text';

/** A card's PIN. */
export const cardPin = text.refine(
	(digits) => /^\d{4,12}$/.test(digits),
	'does not have 4 to 12 digits. Write them alone.',
);

/**
 * A card's PIN as it is sent. The specification types it as int (2.2), which would drop a leading zero and so change the
 * PIN, as every tenth has one: as a number, 1234 is sent as an int and 0123 as text.
 */
export function pinToSend(pin: string, format: PinFormat): string | number {
	return format === 'text' || pin.startsWith('0') ? pin : Number(pin);
}

/** Says whether a text, which is stored or shown, has a card's number in it, in whatever groups. Even a mistyped one reveals most of the number. */
export function holdsCardNumber(text: unknown, card: unknown): boolean {
	const number = digitsOf(card);
	return number.length >= FEWEST_DIGITS && digitsOf(text).includes(number);
}

function digitsOf(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value).replace(/\D/g, '') : '';
}

/** Says whether a text is the number of a card of a known brand, by its length and its check digit, with any separators. */
export function isCardNumber(text: string): boolean {
	const digits = digitsOf(text);
	return lengthsOfBrand(digits).includes(digits.length) && luhn(digits);
}

/** The rule for a reference that has a card number in it. */
export const CARD_IN_REFERENCE =
	'has a card number in it. Give it a reference without one, because references are stored and shown.';
