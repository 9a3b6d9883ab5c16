import * as fc from 'fast-check';
import {
	amountText,
	compareAmounts,
	compareCurrencies,
	currencyCode,
	amountInput,
	minorOf,
	readMoney,
	readAmount,
	roundAmount,
	type AmountUnit,
	type Money,
} from '../../../gateway/values/money';
import type { Likeness } from '../../../gateway/values/responseFields';
import { always, anyValue } from '../gateway/property';

/** Decimals of some currencies by ISO 4217, which names the minor unit of each. */
const decimals: Record<string, number> = { JPY: 0, KRW: 0, XOF: 0, NGN: 2, USD: 2, EUR: 2, KWD: 3, BHD: 3, TND: 3 };
const currencies = fc.constantFrom(...Object.keys(decimals));

/** An amount that keeps the rules. */
function amountOf(value: unknown, unit: AmountUnit, currency: string): Money {
	const result = readAmount({ amount: value, unit, currency }, 'iso4217');
	if ('rule' in result) throw new Error(`The amount ${result.rule}`);
	return result;
}

/** The rule that an amount breaks. */
function ruleBrokenBy(value: unknown, unit: AmountUnit, currency: string): string {
	const result = readAmount({ amount: value, unit, currency }, 'iso4217');
	return 'rule' in result ? result.rule : 'none';
}

/** Minor units as decimal text: puts the point in its place, without any arithmetic. */
function withPoint(minor: bigint | number, currency: string): string {
	const places = decimals[currency]!;
	const text = String(minor).padStart(places + 1, '0');
	return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
}

/** Decimal text in its shortest form: 10.50 becomes 10.5. */
function shortest(text: string): string {
	return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

describe('Decimals of a currency (2.2: minor units are kobo or cents)', () => {
	test.each(Object.entries(decimals))('%s has %i', (currency, expected) => {
		expect(readAmount({ amount: '1', unit: 'major', currency }, 'iso4217')).toMatchObject({ minor: 10 ** expected });
	});

	test.each(['JPY', 'KWD', 'HUF', 'NGN', 'IQD', 'XOF'])(
		'a provider that counts hundredths has 2 for %s',
		(currency) => {
			const expected = { major: 10.5, minor: 1050, currency };
			expect(readAmount({ amount: '10.50', unit: 'major', currency }, 'hundredths')).toEqual(expected);
			expect(readAmount({ amount: 1050, unit: 'minor', currency }, 'hundredths')).toEqual(expected);
			expect(minorOf(10.5, currency, 'hundredths')).toBe(1050);
		},
	);

	test.each(['JPY', 'KWD', 'UGX', 'HUF', 'IDR', 'IQD'])(
		'while it is not known how the provider counts, %s is refused in both units, and a report of it has no minor units',
		(currency) => {
			for (const unit of ['major', 'minor'] as const) {
				expect(readAmount({ amount: 1000, unit, currency }, 'unknown')).toEqual({
					rule: `is in ${currency}, which providers count in different ways. Ask your provider. Then turn on My Provider Needs Other Settings in the credential, and choose its way under Amounts Are Sent In.`,
				});
			}
			expect(minorOf(10, currency, 'unknown')).toBeNull();
		},
	);

	test.each(['iso4217', 'hundredths', 'unknown'] as const)(
		'currencies that everybody counts in hundredths need no choice (%s)',
		(counting) => {
			for (const currency of ['NGN', 'USD', 'EUR', 'GBP', 'GHS', 'KES', 'ZAR']) {
				const money = { major: 10.5, minor: 1050, currency };
				expect(readAmount({ amount: '10.50', unit: 'major', currency }, counting)).toEqual(money);
				expect(minorOf(10.5, currency, counting)).toBe(1050);
			}
		},
	);
});

describe('Amount of a charge (2.2, 8.1)', () => {
	test.each([
		['10.50', 'USD', 1050],
		['10.5', 'USD', 1050],
		['0.50', 'USD', 50],
		['10.500', 'KWD', 10500],
		[10.5, 'USD', 1050],
		['0.01', 'USD', 1],
		['0010', 'USD', 1000],
		[' 10 ', 'USD', 1000],
		[19.99, 'USD', 1999],
		[1.005, 'KWD', 1005],
		['1.005', 'KWD', 1005],
		['500', 'JPY', 500],
		['9999999999.99', 'USD', 999999999999],
		[9999999999.99, 'USD', 999999999999],
		['9999999999.990', 'KWD', 9999999999990],
		['9999999999', 'JPY', 9999999999],
	])('%p in major units of %s is sent as %i', (value, currency, minor) => {
		expect(amountOf(value, 'major', currency).minor).toBe(minor);
	});

	test.each([
		'',
		' ',
		'-1',
		'+1',
		'1e3',
		'1,000',
		'1 000',
		'1_000',
		'.5',
		'5.',
		'0x10',
		'ten',
		'\u0663',
		'1.2.3',
		'\uff11',
	])('the text %p is no amount', (value) => {
		expect(ruleBrokenBy(value, 'major', 'USD')).toMatch(/^(is|has) .*\. Write /);
	});

	test.each([NaN, Infinity, -1, 1e21, 1e-7, null, undefined, true, [10], { amount: 10 }, 10n])(
		'the value %p is no amount',
		(value) => {
			expect(ruleBrokenBy(value, 'major', 'USD')).toMatch(/^(is|has) .*\. Write /);
		},
	);

	test.each([0, -0, '0', '0.00'])('%p is refused, because nothing would be charged', (value) => {
		expect(ruleBrokenBy(value, 'major', 'USD')).toBe('is zero. Write an amount above zero.');
	});

	test.each([10.5, '10.5', '1050.0', '-5', '1,050', 'x1', '1x', '', '1'.repeat(21)])(
		'%p is refused as minor units, because they are whole',
		(value) => {
			expect(ruleBrokenBy(value, 'minor', 'USD')).toBe(
				'is not a whole number above zero. In minor units, 1050 means 10.50.',
			);
		},
	);

	test.each([
		['10,50', 'has a comma. Write 10.50, with a point.'],
		['123456789,01', 'has a comma. Write 123456789.01, with a point.'],
		['1,000.50', 'has commas. Write it without thousands separators: 1000.50.'],
		['123,456,789.1', 'has commas. Write it without thousands separators: 123456789.1.'],
		['-5', 'is below zero. Write an amount above zero.'],
		['−5', 'is below zero. Write an amount above zero.'],
		['(5)', 'is below zero. Write an amount above zero.'],
	])('%s is refused, with how to write it', (text, rule) => {
		expect(ruleBrokenBy(text, 'major', 'USD')).toBe(rule);
	});

	test.each([
		...[
			'1,000',
			'1.000,50',
			'1,000.501',
			'1234,000.50',
			'10,501',
			'1,00,000.50',
			'₦10.50',
			'1e3',
			'+5',
			'10-5',
			'.50',
			'10.',
		],
		...['x10,50', '10,50x', 'x1,000.50', '1,000.50x', 'x1.5', '1.5x', 'ten', '', '1'.repeat(21), `1.${'1'.repeat(21)}`],
		// A number that may be a card's is not repeated.
		...['4111111111111111,00', 'NGN 4111111111111111', '1234567890,01', '123,456,789,012.10'],
	])('%p is refused as no plain number', (text) => {
		expect(ruleBrokenBy(text, 'major', 'USD')).toBe(
			'is not a plain number. Write it like 10.50, with a point before the decimals.',
		);
	});

	test.each([
		['1000.555', 'USD', 2],
		['1.500', 'NGN', 2],
		['0.001', 'NGN', 2],
		['0.5', 'JPY', 0],
		['1.0', 'JPY', 0],
		['1.0001', 'KWD', 3],
		[0.1 + 0.2, 'USD', 2],
	])('%p is refused in %s, which has %i decimals', (value, currency, places) => {
		expect(ruleBrokenBy(value, 'major', currency)).toBe(
			`has too many decimals. ${currency} has ${places} at most. If the point separates thousands, leave it out.`,
		);
	});

	test.each([
		['1000000000000', 'minor', 'USD'],
		['10000000000', 'minor', 'JPY'],
		['10000000000', 'major', 'USD'],
		[10000000000, 'major', 'USD'],
		['9999999999.991', 'major', 'KWD'],
		['99999999999999999999', 'major', 'USD'],
	] as const)(
		'%s in %s units of %s is refused, because records could not tell it from others',
		(value, unit, currency) => {
			expect(ruleBrokenBy(value, unit, currency)).toBe('is above 9,999,999,999.99. Check it, or split it.');
		},
	);

	test('major units become exactly the minor units that the written digits say', () => {
		always(
			fc.property(fc.bigInt(1n, 9_999_999_999n), currencies, (minor, currency) => {
				expect(amountOf(withPoint(minor, currency), 'major', currency).minor).toBe(Number(minor));
				expect(amountOf(String(minor), 'minor', currency).minor).toBe(Number(minor));
			}),
		);
	});

	test('the major units of what was read are the written digits again', () => {
		always(
			fc.property(fc.integer({ min: 1, max: 9_999_999_999 }), currencies, (minor, currency) => {
				const { major } = amountOf(minor, 'minor', currency);
				expect(major).toBe(Number(withPoint(minor, currency)));
				expect(minorOf(major, currency, 'iso4217')).toBe(minor);
			}),
		);
	});

	test('a number and its text are the same amount, or are refused for the same reason', () => {
		const numbers = fc.oneof(
			fc.double(),
			fc.integer(),
			fc.integer({ min: 1 }).map((cents) => cents / 100),
		);
		always(
			fc.property(numbers, fc.constantFrom('major' as const, 'minor' as const), currencies, (value, unit, currency) => {
				expect(readAmount({ amount: value, unit, currency }, 'iso4217')).toEqual(
					readAmount({ amount: String(value), unit, currency }, 'iso4217'),
				);
			}),
		);
	});

	test('a sum made in binary floating point is taken as it is written or refused, never rounded', () => {
		const cents = fc.integer({ min: 1, max: 1_000_000 });
		always(
			fc.property(cents, cents, currencies, (first, second, currency) => {
				const sum = first / 100 + second / 100;
				const result = readAmount({ amount: sum, unit: 'major', currency }, 'iso4217');
				const written = String(sum);
				const places = written.split('.')[1]?.length ?? 0;
				if ('rule' in result) expect(places).toBeGreaterThan(decimals[currency]!);
				else expect(shortest(withPoint(result.minor, currency))).toBe(written);
			}),
		);
	});

	test('more decimals than the currency has are refused, however small they are', () => {
		always(
			fc.property(
				fc.integer({ min: 0, max: 1_000_000 }),
				fc.integer({ min: 0, max: 10 }),
				fc.integer({ min: 1, max: 9 }),
				currencies,
				(whole, zeros, last, currency) => {
					const text = `${whole}.${'0'.repeat(decimals[currency]! + zeros)}${last}`;
					expect(ruleBrokenBy(text, 'major', currency)).toMatch(/^has (decimals|too many decimals)/);
				},
			),
		);
	});

	test('any value is either a whole, positive, exact number of minor units or refused', () => {
		always(
			fc.property(fc.oneof(anyValue, fc.string(), fc.double()), currencies, (value, currency) => {
				const result = readAmount({ amount: value, unit: 'major', currency }, 'iso4217');
				if ('rule' in result) expect(result.rule).toMatch(/\w/);
				else expect(Number.isSafeInteger(result.minor) && result.minor > 0).toBe(true);
			}),
		);
	});
});

describe('An amount in an input', () => {
	test('is read', () => {
		const money = { major: 10.5, minor: 1050, currency: 'NGN' };
		expect(readMoney({ amount: '10.50', currency: 'ngn' }, 'major', 'iso4217')).toEqual({ money, brokenRules: [] });
	});

	test('is told with the rule that it breaks', () => {
		expect(readMoney({ amount: '0', currency: 'NGN' }, 'major', 'iso4217')).toEqual({
			brokenRules: [{ path: ['amount'], rule: 'is zero. Write an amount above zero.' }],
		});
	});

	test.each([{}, { amount: '0' }, { amount: '0', currency: 'naira' }, { amount: {}, currency: 'NGN' }])(
		'is not read where a rule of its schema is broken already: %j',
		(given) => {
			expect(readMoney(given, 'major', 'iso4217')).toEqual({ brokenRules: [] });
		},
	);
});

describe('Currency of a charge (2.2)', () => {
	test.each(['NGN', 'ngn', ' Ngn '])('%p is NGN', (given) => {
		expect(currencyCode.parse(given)).toBe('NGN');
	});

	test.each(['', 'NG', 'NGNN', 'N1N', '\u20a6', '566', 566, null, undefined])('%p is no currency code', (given) => {
		expect(currencyCode.safeParse(given).success).toBe(false);
	});

	test('that is not text is told from one that is missing', () => {
		const ruleFor = (given: unknown) => currencyCode.safeParse(given).error?.issues[0]?.message;
		expect(ruleFor(566)).toMatch(/^is not text\./);
		expect(ruleFor(undefined)).not.toBe(ruleFor(566));
	});
});

describe('Amounts that the service reports (2.5, 2.6)', () => {
	test.each([
		['without an amount', null, 'USD'],
		['without a currency', 10, null],
		['when the currency is no code', 10, 'naira'],
		['when the currency begins like a code', 10, 'NGNX'],
		['when the currency ends like a code', 10, 'XNGN'],
		['when the amount is finer than the currency', 10.555, 'USD'],
		['when the amount is too large to be exact', 1e21, 'USD'],
		['when the amount is not a number', NaN, 'USD'],
		['when the amount is infinite', Infinity, 'USD'],
	])('there are no minor units %s', (_, major, currency) => {
		expect(minorOf(major, currency, 'iso4217')).toBeNull();
	});

	test('minor units are less than a quarter of one away, or there are none', () => {
		always(
			fc.property(
				fc.oneof(
					fc.double(),
					fc.integer({ min: 0 }).map((cents) => cents / 100),
				),
				currencies,
				(major, currency) => {
					const minor = minorOf(major, currency, 'iso4217');
					if (minor === null) return;
					const unit = Number(withPoint(1, currency));
					expect(Math.abs(Number(withPoint(Math.abs(minor), currency)) - Math.abs(major))).toBeLessThan(unit / 4);
				},
			),
		);
	});

	test.each<[number | null, string | null, number | null]>([
		[19.990000000000002, 'NGN', 19.99],
		[19.989999771118164, 'NGN', 19.99],
		[0.30000000000000004, null, 0.3],
		[19.989999771118164, null, 19.99],
		[10.5000000782, '566', 10.5],
		[1234567.891, null, 1234567.891],
		[10.5004, null, 10.5004],
		[19.9875, 'NGN', 19.9875],
		[0.1575, 'NGN', 0.1575],
		[1.2345000000000002, 'KWD', 1.2345],
		[999.9999, 'JPY', 1000],
		[937499961291.91, 'NGN', 937499961291.91],
		[null, 'NGN', null],
	])('%p in %p is told as %p', (major, currency, told) => {
		expect(roundAmount(major, currency, 'iso4217')).toBe(told);
	});
});

describe('A told amount, compared with the expected one', () => {
	const compare = (expected: number | null, amount: number | null, currency: string | null = 'NGN') =>
		compareAmounts({ amount: expected, currency }, { amount, currency }, 'unknown');

	test.each<[number | null, number | null, Likeness]>([
		[19.99, 19.99, 'same'],
		[19.99, 19.990000000000002, 'same'],
		[19.99, 19.989999771118164, 'same'],
		[19.99, 19.98, 'different'],
		[19.99, 20, 'different'],
		[19.99, 1999, 'different'],
		[19.99, -19.99, 'different'],
		// No whole number of minor units: the expected amount within one, and otherwise not known.
		[19.99, 19.9875, 'same'],
		[19.99, 19.9955, 'same'],
		[19.99, 20.1475, 'notKnown'],
		[19.99, 0.1575, 'notKnown'],
		[19.99, null, 'notKnown'],
		[19.99, Number.NaN, 'notKnown'],
		[null, 5, 'same'],
		// The same 32-bit float, printed in its shortest form.
		[300000.23, 300000.22, 'notKnown'],
		[300000.23, 300000.21875, 'notKnown'],
		[300000.23, 300001.23, 'different'],
	])('%p and %p are %s', (expected, told, likeness) => {
		expect(compare(expected, told)).toBe(likeness);
	});

	test.each<[expected: string | null, told: string | null, Likeness]>([
		['JPY', 'JPY', 'same'],
		['JPY', null, 'same'],
		[null, 'JPY', 'same'],
		['NGN', 'JPY', 'different'],
		['Yen', null, 'different'],
		[null, null, 'different'],
	])('500 and 500.4 are compared in the minor units of %p, and otherwise of %p: %s', (expected, told, likeness) => {
		expect(compareAmounts({ amount: 500, currency: expected }, { amount: 500.4, currency: told }, 'unknown')).toBe(
			likeness,
		);
	});

	test.each<[string | null, string | null, Likeness]>([
		['NGN', 'NGN', 'same'],
		['NGN', 'USD', 'different'],
		['NGN', null, 'notKnown'],
		['NGN', '566', 'notKnown'],
		['NGN', 'Naira', 'notKnown'],
		[null, 'USD', 'same'],
	])('the currencies %p and %p are %s', (expected, told, likeness) => {
		expect(compareCurrencies(expected, told)).toBe(likeness);
	});

	const cents = fc.integer({ min: 1, max: 25_000_000 });
	const noises: Record<string, (minor: number) => number> = {
		'of a multiplication': (minor) => minor * 0.01,
		'of a sum': (minor) => minor / 100 - 0.1 + 0.3 - 0.2,
		'of a 32-bit float': (minor) => Math.fround(minor / 100),
	};
	// As some languages print a float.
	const printed = (minor: number) => Number(Math.fround(minor / 100).toPrecision(8));

	test.each(Object.entries(noises))('from 0.01 to 250,000.00 is the same with the noise %s', (_, noise) => {
		always(
			fc.property(cents, (minor) => {
				const told = noise(minor);
				expect(compare(minor / 100, told)).toBe('same');
				// Above this, a float is further away from the whole minor units.
				if (minor < 3_000_000) expect(minorOf(roundAmount(told, 'NGN', 'unknown'), 'NGN', 'unknown')).toBe(minor);
			}),
		);
	});

	test.each(Object.entries(noises))('above it, is never told as different with the noise %s', (_, noise) => {
		always(
			fc.property(fc.integer({ min: 25_000_000, max: 999_999_999_999 }), (minor) => {
				expect(compare(minor / 100, noise(minor))).not.toBe('different');
				expect(compare(minor / 100, printed(minor))).not.toBe('different');
			}),
		);
	});

	test('another whole amount is different, where a 32-bit float can tell them apart', () => {
		always(
			fc.property(cents, fc.integer({ min: 1, max: 13_000_000 }), (minor, other) => {
				fc.pre(minor !== other && Math.fround(minor / 100) !== Math.fround(other / 100));
				expect(compare(minor / 100, other / 100)).toBe('different');
			}),
		);
	});
});

describe('an amount as people write it', () => {
	test.each<[number | null, string | null, string | null]>([
		[10.5, 'NGN', '10.50'],
		[10, 'NGN', '10.00'],
		[1000, 'JPY', '1000'],
		[10.5, 'KWD', '10.500'],
		[1234567.89, 'USD', '1234567.89'],
		// Prices in HUF have no decimals, although ISO 4217 has two.
		[1000, 'HUF', '1000'],
		[1000.5, 'HUF', '1000.50'],
		// More than the currency has: nothing is rounded away.
		[10.505, 'NGN', '10.505'],
		[10.5, 'JPY', '10.5'],
		[1e-7, 'NGN', '0.0000001'],
		// Without a known currency.
		[10.5, null, '10.50'],
		[10.5, 'naira', '10.50'],
		[10.5, '566', '10.50'],
		[0, 'NGN', '0.00'],
		[null, 'NGN', null],
		[null, null, null],
		[Number.NaN, 'NGN', null],
		[Infinity, 'NGN', null],
	])('%p %s is %p', (amount, currency, text) => {
		expect(amountText(amount, currency)).toBe(text);
	});
});

test('an amount in a unit that nobody knows is refused', () => {
	const unit = 'cents' as AmountUnit;
	const rule = 'has an unknown unit. Choose "major" or "minor".';
	expect(readAmount({ amount: 1050, unit, currency: 'NGN' }, 'iso4217')).toEqual({ rule });
});

describe('A number from a calculation', () => {
	test.each([
		[3 * 10.1, '30.3'],
		[0.1 + 0.2, '0.3'],
		[1.15 * 100, '115'],
		[1234567890123, '1234567890123'],
		[12345678901.23, '12345678901.23'],
		[10.5051, '10.5051'],
		['30.299999999999997', '30.299999999999997'],
	])('%p is read as %s', (given, read) => {
		expect(amountInput.parse(given)).toBe(read);
	});

	test('is read as quantity times price, to the minor unit', () => {
		always(
			fc.property(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 1, max: 9_999_999 }), (quantity, price) => {
				const amount = amountInput.parse(quantity * (price / 100));
				expect(readAmount({ amount, unit: 'major', currency: 'NGN' }, 'iso4217')).toMatchObject({
					minor: quantity * price,
				});
			}),
		);
	});
});
