import luhn from 'fast-luhn';
import * as fc from 'fast-check';
import { hasBrandedCardNumber, hasPrintedCardNumber, maskCardNumbers } from '../../../../gateway/protocol/cardNumbers';
import { Secrets } from '../../../../gateway/protocol/secrets';
import { always, digits } from '../property';

const CARD = '4012000033330026';
const DIGITS_OF_SCRIPTS = ['0', '\uff10', '\u0660', '\u06f0', '\u0966', '\u09e6', '\u0e50', '\u{1d7ce}', '\u{1d7f6}'];

/** What may stand between the digits of a card number, as itself and as an escape of it. */
const SEPARATORS = [
	...[' ', '-', '.', '/', '_', '\u00b7', '\u00a0', '\u200b', '\u2011', '\t', '\n', ' - '],
	...[',', '+', "'", '|', ':', '*', '~', ', ', ' | ', ';', '=', '\\', '"', '","', '#', '\ufe0f\u20e3', ') ('],
	...['&#160;', '&#xA0;', '&nbsp;', '&#8209;', '&ndash;', '&amp;nbsp;', '&#38;#45;', '&#44;'],
	...['%2D', '%20', '%2d', '%C2%A0', '%E2%80%91', '%252D', '%u00a0', '+%2B+'],
	...['\\u00a0', '\\n', '\\t', '\\r\\n', '\\x2d', '\\u{2011}', '\\\\n', '\\\\u00a0', '\\u0026nbsp;', '\\/', '\\",\\"'],
];

/** The lengths of groups, the last of which repeats. */
const GROUPINGS = [[19], [4], [1], [2], [8]];

function grouped(number: string, lengths: readonly number[], separator: string): string {
	const groups: string[] = [];
	for (let rest = number; rest !== ''; rest = rest.slice(groups.at(-1)!.length)) {
		groups.push(rest.slice(0, lengths[Math.min(groups.length, lengths.length - 1)]));
	}
	return groups.join(separator);
}

/** Whether one of the readings of a text has the digits of a number, and in that order. */
function shows(text: string, number: string): boolean {
	const shown = text.replace(/&#?\w+;|%(?:25)*[\da-f]{2}|%?\\*u\w{4}|\\x2d/gi, '').replace(/\D/g, '');
	return text.replace(/\D/g, '').includes(number) || shown.includes(number);
}

/** Numbers of cards: 12 to 19 digits, of which the first is one that issuers have and the last is the check digit. */
const cards = fc
	.tuple(fc.constantFrom('3', '4', '5', '6', '8', '9', '22', '27'), digits(10, 17))
	.map(([start, rest]) => (start + rest).slice(0, 18))
	.map((body) => body + [...'0123456789'].find((digit) => luhn(body + digit)));

describe('The card number of this call', () => {
	const secrets = new Secrets([CARD]);

	test.each(SEPARATORS)('is hidden whatever stands between its digits: %p', (separator) => {
		for (const lengths of [...GROUPINGS, [3], [5], [4, 6, 5], [6, 10], [7, 2, 1]]) {
			const text = `Card ${grouped(CARD, lengths, separator)}, declined`;
			expect(secrets.inText(text)).toBe('Card [hidden], declined');
			expect(secrets.inIdentifier(text)).toBe('Card [hidden], declined');
		}
	});

	test('is hidden where each gap is another one', () => {
		always(
			fc.property(digits(12, 19), fc.array(fc.constantFrom('', ...SEPARATORS), { minLength: 18 }), (number, gaps) => {
				const text = [...number].map((digit, place) => (place > 0 ? gaps[place - 1]! : '') + digit).join('');
				expect(new Secrets([number]).inText(`a${text}z`)).toBe('a[hidden]z');
			}),
		);
	});

	test('is hidden with long gaps', () => {
		expect(secrets.inText('4012 |       | 0000,\n        3333 ---------- 0026')).toBe('[hidden]');
		expect(secrets.inText(grouped(CARD, [4], ' '.repeat(50)))).toBe('[hidden]');
	});

	test('is hidden in digits of any script, and where its digits are escaped', () => {
		for (const zero of DIGITS_OF_SCRIPTS) {
			const text = [...CARD].map((digit) => String.fromCodePoint(zero.codePointAt(0)! + Number(digit))).join('');
			expect(secrets.inText(`x${text}y`)).toBe('x[hidden]y');
		}
		for (const escape of [
			(code: number) => `%${code.toString(16)}`,
			(code: number) => `&#${code};`,
			(code: number) => `&#x${code.toString(16)};`,
			(code: number) => `\\u00${code.toString(16)}`,
			(code: number) => `%25${code.toString(16)}`,
		]) {
			expect(secrets.inText(`x${[...CARD].map((digit) => escape(digit.charCodeAt(0))).join('')}y`)).toBe('x[hidden]y');
		}
	});

	test('is hidden where what stands between its digits is an escape by chance', () => {
		expect(secrets.inText('40%12 0000 3333 0026')).toBe('[hidden]');
		expect(secrets.inText('%4012000033330026%')).toBe('%[hidden]%');
		expect(secrets.inText('&#4012000033330026;')).toBe('&#[hidden];');
	});

	test('is no part of what has a letter or another digit within it', () => {
		for (const text of [
			'4012x0000333300 26',
			'40120000333x30026',
			'4012 00 1 00 3333 0026',
			'4012 00 \u00bd 00 3333 0026',
		]) {
			expect(secrets.inText(text)).toBe(text);
		}
	});
});

describe('The card number of another call', () => {
	test.each(SEPARATORS)('is masked in each of the usual groupings with %p', (separator) => {
		for (const lengths of GROUPINGS) {
			expect(maskCardNumbers(`Card ${grouped(CARD, lengths, separator)}, declined`)).toBe(
				'Card [hidden 0026], declined',
			);
		}
	});

	test('is masked in any grouping, with any separator, in each of its lengths', () => {
		const groupings = fc.constantFrom(...GROUPINGS, [4, 6, 5]);
		always(
			fc.property(cards, groupings, fc.constantFrom(...SEPARATORS), (card, lengths, separator) => {
				// These are the groups of cards with 14 and 15 digits.
				fc.pre(lengths[1] === undefined || card.length === 14 || card.length === 15);
				// Of 17 digits and more, these would be three groups.
				fc.pre(lengths[0] !== 8 || card.length <= 16);
				const text = grouped(card, lengths, separator);
				expect(shows(maskCardNumbers(`a ${text} z`), card)).toBe(false);
				expect(shows(maskCardNumbers(`{"message":"${text}"}`), card)).toBe(false);
				expect(maskCardNumbers(`a ${text} z`)).toMatch(/^a .*\[hidden \d{4}\].* z$/);
			}),
		);
	});

	test.each([
		['4012,0000,3333,0026,1227,123', '[hidden 0026],1227,123'],
		['2026|4012|0000|3333|0026|03|50', '2026|[hidden 0026]|03|50'],
		['4,0,1,2,0,0,0,0,3,3,3,3,0,0,2,6,7,8', '[hidden 0026],7,8'],
		['40:12:00:00:33:33:00:26', '[hidden 0026]'],
		['{"pan":["4012","0000","3333","0026"],"at":1}', '{"pan":["[hidden 0026]"],"at":1}'],
		['{\\"text\\":\\"4012\\u00a00000\\u00a03333\\u00a00026\\"}', '{\\"text\\":\\"[hidden 0026]\\"}'],
		['?text=4012%200000%203333%200026&a=1', '?text=[hidden 0026]&a=1'],
		['card%3D4012%2D0000%2D3333%2D0026', 'card%3D[hidden 0026]'],
		['3782*822463*10005', '[hidden 0005]'],
		['3782+822463+10005', '[hidden 0005]'],
		['3056+930902+5904', '[hidden 5904]'],
		['40120000,33330026', '[hidden 0026]'],
		['401,200,003,333,002,6', '[hidden 0026]'],
		['4012, 0000,3333 ,0026', '[hidden 0026]'],
		['11, 12; 40,12,00,00,33,33,00,26; 11', '11, 12; [hidden 0026]; 11'],
		['\u096a\u0966\u0967\u0968 0000 3333 0026', '[hidden 0026]'],
	])('%p becomes %p', (text, expected) => {
		expect(maskCardNumbers(text)).toBe(expected);
	});

	test.each([
		['an amount in groups of three', '1,000,000,000,000.00 and 525,000,000,006 and 3,525,000,000,000.00'],
		['an amount as it is written in Germany', '12.345.678.901,00'],
		['an amount as it is written in Switzerland', "500'000'000'000.00"],
		['an amount as it is written in India', '12,34,56,78,90,123.00'],
		['dates and times', '2026-11-22 10:00:00, 2026-11-22 11:30:00, 2026-11-23 12:15:59.123456+01:00'],
		['times', '10:00:00 11:30:00 12:15:59 13:45:00, 10:00, 11:30, 12:15, 13:45'],
		['years and dates in one word', '2019, 2020, 2021, 2022, 2023, 20261122,20261125'],
		['amounts with a point', '10.50, 20.75, 30.25, 40.00, 55.10, 60.95, 71.15, 80.00, 91.35'],
		['amounts with a comma', '10,50; 20,75; 30,25; 40,00; 55,10; 60,95 71,15 80,00 91,35'],
		['amounts with a currency', '$10.50, $20.75, $30.25; NGN 4000.00, NGN 5500.10, NGN 6000.95'],
		['amounts without decimals', '100, 2500, 30, 4200, 950, 12000, 7, 85'],
		['telephone numbers', '08012345674, 08098765432, 08011112222; +1 202 555 0143, +1 202 555 0198'],
		['telephone numbers with a country', '+2348012345675, +2348098765432,+234801111225 (+4915112345678)'],
		['account numbers', '0123456789, 0987654321, 1234567897'],
		['a percentage after another one', '10%, 20%, 30%, 40%, 50%, 60%'],
		['groups that belong to nothing', '40,12:00|00*3333~0026'],
		['a device', '00:11:22:33:44:55'],
		['a fraction', '4012 \u00bd 0000 \u00bd 3333 \u00bd 0026'],
		['what a letter ends', '4012e0000,3333,0026'],
		['the end of a list of pairs', '11,40,12,00,00,33,33,00,26'],
		['the beginning of a list of pairs', '40,12,00,00,33,33,00,26,11'],
		['a row of other groups', '4012,0000,33330,026'],
	])('%s stays', (_, text) => {
		expect(maskCardNumbers(text)).toBe(text);
	});

	test('a gap has at most ten characters', () => {
		expect(maskCardNumbers(grouped(CARD, [4], ','.repeat(10)))).toBe('[hidden 0026]');
		expect(maskCardNumbers(grouped(CARD, [4], ','.repeat(11)))).toBe(grouped(CARD, [4], ','.repeat(11)));
	});
});

describe('Time to mask', () => {
	// With the square of it, this would take minutes. The mutation tests repeat it for every mutant, and take less.
	const CHARACTERS = Number(process.env.PROPERTY_RUNS ?? 500) * 200;
	const parts = [
		...['4', '0', '40', CARD, '4012,0000,3333,0026,', '4012 0000 3333 0026 ', '4,', '40,', '401,', '4 ', '4012'],
		...[' ', ',', '-', '%', '&', '\\', '&#', '&#160;', '&amp;', '%20', '%25', '\\n', '\\\\', '\\u00a0', '&nbsp;', '%2'],
		...['4%20', '4&#160;', '4\\n', '4&#4;', '4,%2C', '40120000333,', '4%25', '%34', '&#52;', '\u0664', '\u0664 '],
		...['"cvv":"', '"cvv":', '"', 'cvv=', '="', 'a', 'f', 'a4', '4012-', '2026-11-', '\u200b', '4\u200b', '\u{1d7d2}'],
		...[
			`4${' '.repeat(99)}`,
			`40120000333${'.'.repeat(9)}`,
			'%e2%80',
			'\ud835',
			'{"',
			'":',
			'+4',
			'0000-',
			' 4  ',
			'2026/11/',
			'4012000033330026d',
			`${'f'.repeat(31)}-`,
			'\u0301',
			'4\u0301',
		],
	];

	test.each(parts)('grows with the text, and not with its square: %p', (part) => {
		const secrets = new Secrets([CARD, '4444444444444445', '123456', '123', 'key-of-letters', '40']);
		const text = part.repeat(CHARACTERS / part.length);
		expect(secrets.inText(`${text}z`).length).toBeLessThan(2 * text.length);
	});
});

describe('hasPrintedCardNumber', () => {
	test.each([
		'4012 0000 3333 0026',
		'Card 4012 0000 3333 0026.',
		'3782 822463 10005',
		'5060 9905 8000 0217 499',
		'Order 4012000033330026',
		'4012000033330026 Ada',
		'Order 378282246310005',
	])('%s', (text) => {
		expect(hasPrintedCardNumber(text)).toBe(true);
	});

	test.each([
		['an order number', '4012000033330026'],
		['another check digit', '4012 0000 3333 0027'],
		['no brand', '1012 0000 3333 0022'],
		['part of a longer number', '14012 0000 3333 0026'],
		['dashes, as in numbers of orders', '4012-0000-3333-0026'],
		['an order number beside a word', 'Order 202611220007'],
		['an order number in groups', 'Order 2026 1122 0007'],
		['the IMEI of a phone', 'IMEI 356938035643809'],
		['no number', 'ORDER-1001'],
	])('not %s', (_, text) => {
		expect(hasPrintedCardNumber(text)).toBe(false);
	});
});

describe('hasBrandedCardNumber', () => {
	test.each(['4012-0000-3333-0026', 'Card: 4012%200000%203333%200026', 'x 378282246310005', 'x 36227206271667'])(
		'%s',
		(text) => {
			expect(hasBrandedCardNumber(text)).toBe(true);
		},
	);

	test.each(['+234 804 268 7740', 'Order 202659672952', 'EAN 4009017272490', 'Order 2026413720816322'])(
		'not %s, whose check digit is right',
		(text) => {
			expect(maskCardNumbers(text)).not.toBe(text);
			expect(hasBrandedCardNumber(text)).toBe(false);
		},
	);
});
