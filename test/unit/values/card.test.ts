import * as fc from 'fast-check';
import {
	cardCvv,
	cardNumber,
	cardPin,
	expiry,
	hasExpired,
	holdsCardNumber,
	isCardNumber,
	pinToSend,
} from '../../../gateway/values/card';
import { always, digits } from '../gateway/property';

/** The check digit that completes digits to a card number (ISO/IEC 7812-1, annex B), counted from the right. */
function luhnDigit(payload: string): string {
	let sum = 0;
	for (let place = 0; place < payload.length; place++) {
		const digit = Number(payload[payload.length - 1 - place]);
		const weighted = place % 2 === 0 ? digit * 2 : digit;
		sum += Math.floor(weighted / 10) + (weighted % 10);
	}
	return String((10 - (sum % 10)) % 10);
}

const cardNumbers = digits(11, 18).map((payload) => payload + luhnDigit(payload));

function ruleBrokenBy(schema: typeof cardNumber | typeof cardCvv, value: unknown): string | undefined {
	return schema.safeParse(value).error?.issues[0]?.message;
}

describe('Card number (2.2)', () => {
	test.each(['5060990580000217499', '5060990580000000390', '4012000033330026', '4000000000002503', '2223000000000023'])(
		"providers' test card %s is accepted",
		(number) => {
			expect(cardNumber.parse(number)).toBe(number);
		},
	);

	test('a card number given as a number is taken', () => {
		expect(cardNumber.parse(4012000033330026)).toBe('4012000033330026');
	});

	test('a card number given as a number too long to be exact is refused, also when its check digit fits by chance', () => {
		// JavaScript turns this into 5060990580000204000, which is another card.
		expect(cardNumber.safeParse(Number('5060990580000203777')).success).toBe(false);
	});

	const DIGITS_ONLY = 'Write its digits alone, as they are printed on the card.';
	test.each([
		['4', `does not have 12 to 19 digits. ${DIGITS_ONLY}`],
		['40120000333', `does not have 12 to 19 digits. ${DIGITS_ONLY}`],
		['50609905800002174990', `does not have 12 to 19 digits. ${DIGITS_ONLY}`],
		['4O12000033330026', `has a letter in it. ${DIGITS_ONLY}`],
		['4012x00033330026', `has a letter in it. ${DIGITS_ONLY}`],
		[
			'4.01200003333E+15',
			'has lost digits, because a spreadsheet shortened it. Format its column as text, and enter it again.',
		],
		['\uff14012000033330026', `does not have 12 to 19 digits. ${DIGITS_ONLY}`],
		['', `does not have 12 to 19 digits. ${DIGITS_ONLY}`],
		['#4012000033330026', `does not have 12 to 19 digits. ${DIGITS_ONLY}`],
		['4012000033330026#', `does not have 12 to 19 digits. ${DIGITS_ONLY}`],
		['401200******0026', `does not have 12 to 19 digits. ${DIGITS_ONLY}`],
	])('%p is refused', (number, rule) => {
		expect(ruleBrokenBy(cardNumber, number)).toBe(rule);
		expect(cardNumber.safeParse(number).error!.issues).toHaveLength(1);
	});

	test('of the ten digits that could end a card number, only the check digit is accepted', () => {
		always(
			fc.property(digits(11, 18), (payload) => {
				const accepted = [...'0123456789'].filter((last) => cardNumber.safeParse(payload + last).success);
				expect(accepted).toEqual([luhnDigit(payload)]);
			}),
		);
	});

	test('a valid card number with any one digit changed is refused', () => {
		always(
			fc.property(cardNumbers, fc.nat(), fc.integer({ min: 1, max: 9 }), (number, place, change) => {
				const at = place % number.length;
				const changed = (Number(number[at]) + change) % 10;
				expect(cardNumber.safeParse(number.slice(0, at) + changed + number.slice(at + 1)).success).toBe(false);
			}),
		);
	});

	test('spaces and dashes anywhere do not matter', () => {
		const separators = fc.array(fc.constantFrom('', ' ', '-', '  ', ' - '), { minLength: 20, maxLength: 20 });
		always(
			fc.property(cardNumbers, separators, (number, between) => {
				const spaced = [...number].map((digit, place) => between[place] + digit).join('') + between[19];
				expect(cardNumber.parse(spaced)).toBe(number);
			}),
		);
	});

	test('fewer than 12 or more than 19 digits are refused, whatever their check digit', () => {
		always(
			fc.property(fc.oneof(digits(1, 10), digits(19, 30)), (payload) => {
				expect(cardNumber.safeParse(payload + luhnDigit(payload)).success).toBe(false);
			}),
		);
	});
});

describe('Expiry in one field', () => {
	test.each(['03/29', '3/29', '0329', '329', '03/2029', '032029', '03-29', '03.29', ' 03 / 29 ', 329])(
		'%j is March 2029',
		(given) => {
			expect(expiry.parse(given)).toEqual({ expiryMonth: '03', expiryYear: '2029' });
		},
	);

	test.each([
		'',
		'03',
		'29',
		'03/9',
		'03/029',
		'03/1999',
		'03/20299',
		'2029-03',
		'March 2029',
		'03//29',
		'03/29x',
		'/0329',
	])('%j is refused: it has not the form of an expiry', (given) => {
		expect(expiry.safeParse(given).error?.issues.map(({ message }) => message)).toEqual([
			'is not a month and a year. Write it like 03/29.',
		]);
	});

	test.each(['13/29', '00/29', '1329', '99/2029'])('%j is refused: there is no such month', (given) => {
		expect(expiry.safeParse(given).error?.issues.map(({ message }) => message)).toEqual([
			'does not begin with a month. Write one from 01 to 12, such as 03/29.',
		]);
	});
});

describe('Expired cards (2.2)', () => {
	test.each([
		['the last moment of its month in the last time zone of the earth', '2026-01-31T23:59:59.999-12:00', false],
		['the first moment after it', '2026-02-01T00:00:00.000-12:00', true],
	])('a card of January 2026 at %s', (_, moment, expired) => {
		expect(hasExpired('01', '2026', Date.parse(moment))).toBe(expired);
	});

	test('a card expires when the month after its last has begun everywhere', () => {
		const months = fc.integer({ min: 1, max: 12 });
		const offsets = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -4e10, max: 4e10 }));
		always(
			fc.property(months, fc.integer({ min: 2000, max: 2098 }), offsets, (month, year, offset) => {
				const [nextYear, nextMonth] = month === 12 ? [year + 1, 1] : [year, month + 1];
				const end = Date.parse(`${nextYear}-${String(nextMonth).padStart(2, '0')}-01T00:00:00-12:00`);
				expect(hasExpired(String(month).padStart(2, '0'), String(year), end + offset)).toBe(offset >= 0);
			}),
		);
	});
});

describe('CVV (2.2)', () => {
	test.each(['12', '12345', '123a', 'a123', '1.23', ''])('%p is refused', (given) => {
		expect(ruleBrokenBy(cardCvv, given)).toMatch(/^does not have 3 or 4 digits\. Check for leading zeros/);
	});

	test('every CVV of 3 or 4 digits is kept digit by digit, leading zeros too', () => {
		always(
			fc.property(digits(3, 4), (cvv) => {
				expect(cardCvv.parse(cvv)).toBe(cvv);
			}),
		);
	});
});

describe('Card PIN (2.2: an int, which would lose a 0 that it begins with)', () => {
	test.each(['123', '1234567890123', 'abcd', '12 34', '', null, 12, true])('%p is refused', (given) => {
		expect(cardPin.safeParse(given).success).toBe(false);
	});

	test('as text it keeps every digit', () => {
		always(
			fc.property(digits(4, 12), (pin) => {
				expect(pinToSend(cardPin.parse(pin), 'text')).toBe(pin);
			}),
		);
	});

	test('a PIN with a leading zero is text in both forms', () => {
		always(
			fc.property(digits(3, 11), (rest) => {
				for (const form of ['number', 'text'] as const) expect(pinToSend(`0${rest}`, form)).toBe(`0${rest}`);
			}),
		);
	});

	test('a PIN that is sent as a number still has every digit', () => {
		always(
			fc.property(fc.integer({ min: 1, max: 9 }), digits(3, 11), (first, rest) => {
				expect(pinToSend(`${first}${rest}`, 'number')).toBe(Number(`${first}${rest}`));
			}),
		);
	});
});

describe('Messages about a card', () => {
	test('never repeat the value that they refuse', () => {
		const schemas = [cardNumber, cardCvv, cardPin, expiry];
		always(
			fc.property(
				fc.constantFrom(...schemas),
				fc.oneof(
					digits(5, 30),
					digits(4, 30).map((rest) => `0${rest}`),
				),
				(schema, given) => {
					const messages = schema.safeParse(given).error?.issues.map((issue) => issue.message) ?? [];
					expect(messages.join()).not.toContain(given);
				},
			),
		);
	});
});

describe('A text is the number of a card of a known brand', () => {
	test.each(['4012000033330026', '5060 9905 8000 0217 499', '3782-822463-10005'])('%s', (text) => {
		expect(isCardNumber(text)).toBe(true);
	});

	test.each([
		['another check digit', '4012000033330027'],
		['a length that the brand has not', '378282246310005000'],
		['no brand', '9999999999999995'],
		['no digits', 'ORDER'],
	])('not with %s', (_, text) => {
		expect(isCardNumber(text)).toBe(false);
	});
});

describe('holdsCardNumber', () => {
	test.each([
		['4012000033330026', '4012000033330026'],
		['4012 0000 3333 0026', '4012-0000-3333-0026'],
		['ORDER-4012.0000/3333_0026-A', '4012000033330026'],
		[4012000033330026, 4012000033330026],
		['ORDER-401200003331', '401200003331'],
	])('%p has the card %p in it', (text, card) => {
		expect(holdsCardNumber(text, card)).toBe(true);
	});

	test.each([
		['4012000033330026', '5060990580000217499'],
		['4012', '4012'],
		['40120000333', '40120000333'],
		['ORDER-1001', ''],
		[undefined, undefined],
		['ORDER-1001', undefined],
		[Object.create(null), '4012000033330026'],
	])('%p has not the card %p in it', (text, card) => {
		expect(holdsCardNumber(text, card)).toBe(false);
	});
});
