import * as fc from 'fast-check';
import { isName, isPersonName, nameMismatch } from '../../../gateway/values/name';
import { always } from '../gateway/property';

/** Letters with which names are written, and no signs. */
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789áÉßüÑọẹṣđøłЖяΩςαعש王';
const word = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 8 });
const words = fc.array(word, { minLength: 1, maxLength: 5 });
const separator = fc.constantFrom(' ', '  ', ', ', '-', '.', '. ', '/', '\u00a0', '\n', ' & ');

describe('Names match', () => {
	test.each([
		['in any order', 'Adaeze Chinyere Okafor', 'OKAFOR, ADAEZE CHINYERE'],
		['in any case', 'adaeze okafor', 'Adaeze OKAFOR'],
		['with hyphens or spaces', 'Okafor-Bello Ada', 'OKAFOR BELLO ADA'],
		['with an apostrophe or without', "Sinéad O'Connor", 'OCONNOR SINEAD'],
		['with another apostrophe', 'O’Connor', "O'CONNOR"],
		['with accents or without', 'Ọlásúnkànmí Adéyẹmí', 'OLASUNKANMI ADEYEMI'],
		['with an accent for an apostrophe', 'O\u00b4Connor', "O'Connor"],
		['composed or decomposed', 'Jos\u00e9', 'Jose\u0301'],
		['composed or decomposed, in Devanagari', '\u0958\u092e\u0930', '\u0915\u093c\u092e\u0930'],
		['composed or decomposed, in Korean', '김', '김'.normalize('NFD')],
		['in Vietnamese with marks or without', 'Nguyễn Thị Hường', 'NGUYEN THI HUONG'],
		['in Devanagari', 'राम कुमार', 'कुमार राम'],
		['in Thai', 'สมชาย ใจดี', 'ใจดี สมชาย'],
		['with joiners or without', 'क्\u200dषमा', 'क्षमा'],
		['with a joiner between parts or without', 'علی\u200cرضا', 'علیرضا'],
		['with a sharp s or two', 'Groß', 'GROSS'],
		['in wide letters', 'Ａｄａ', 'ADA'],
		['with titles that both have', 'Dr. Ada Obi', 'OBI ADA DR'],
		['of companies', 'Amber & Sons (Lagos) Ltd.', 'AMBER SONS LAGOS LTD'],
	])('%s', (_, expected, holder) => {
		expect(nameMismatch(expected, holder)).toBeNull();
	});

	test('whatever the order, the case and the punctuation', () => {
		const pairs = words.chain((name) =>
			fc.tuple(
				fc.constant(name),
				fc.shuffledSubarray(name, { minLength: name.length }),
				fc.array(fc.boolean(), { minLength: name.length, maxLength: name.length }),
				separator,
			),
		);
		always(
			fc.property(pairs, ([name, shuffled, capitals, between]) => {
				const other = shuffled.map((part, index) => (capitals[index] ? part.toUpperCase() : part.toLowerCase()));
				expect(nameMismatch(name.join(' '), other.join(between))).toBeNull();
			}),
		);
	});

	test('always with themselves, when there is a word in them', () => {
		always(
			fc.property(fc.string({ unit: 'grapheme' }), (name) => {
				expect(nameMismatch(name, name) === null).toBe(isName(name));
			}),
		);
	});
});

describe('Names differ', () => {
	test.each([
		['by a name that the holder lacks', 'Ada Chinyere Obi', 'ADA OBI', 'missing: CHINYERE'],
		['by a name that was not expected', 'Ada Obi', 'ADA CHINYERE OBI', 'not expected: CHINYERE'],
		['by one letter', 'Ada Obi', 'ADA OBIE', 'missing: OBI; not expected: OBIE'],
		['by an initial', 'A. Obi', 'ADA OBI', 'missing: A; not expected: ADA'],
		['by a name that comes twice', 'Ada Ada Obi', 'ADA OBI', 'missing: ADA'],
		['by where words end', 'Ada Obi', 'AD AOBI', 'missing: ADA, OBI; not expected: AD, AOBI'],
		['by vowel signs in Devanagari', 'राम', 'रमा', 'missing: राम; not expected: रमा'],
		['by a vowel sign that is missing', 'राम', 'रम', 'missing: राम; not expected: रम'],
		['by vowel signs in Tamil', 'கண்ணன்', 'கணணன', 'missing: கண்ணன்; not expected: கணணன'],
		['by vowel signs in Thai', 'สมศรี', 'สมศรุ', 'missing: สมศรี; not expected: สมศรุ'],
		['by a tone in Thai', 'ใจแก้ว', 'ใจแกว', 'missing: ใจแก้ว; not expected: ใจแกว'],
		['by the dots of kana', 'かとう', 'がとう', 'missing: かとう; not expected: がとう'],
		['by ё', 'Королёв', 'Королев', 'missing: КОРОЛЁВ; not expected: КОРОЛЕВ'],
		['by a vowel point of Arabic', 'مُراد', 'مراد', 'missing: مُراد; not expected: مراد'],
		['by a stroke', 'Đặng', 'DANG', 'missing: ĐANG; not expected: DANG'],
		['where the holder has no name', 'Ada', '---', 'missing: ADA'],
	])('%s', (_, expected, holder, difference) => {
		expect(nameMismatch(expected, holder)).toBe(
			`The account is held by "${holder}", not by "${expected}" (${difference})`,
		);
	});

	test.each([
		['?', '!'],
		['\u0301', '\u093e'],
		['\u200d', '\u00ad'],
	])('where neither %j nor %j is one', (one, other) => {
		expect(nameMismatch(one, other)).toBe(`The account is held by "${other}", not by "${one}" (no names)`);
	});

	test('by any word more or less, and in both directions', () => {
		always(
			fc.property(words, word, (name, more) => {
				const [shorter, longer] = [name.join(' '), [...name, more].join(' ')];
				expect(nameMismatch(shorter, longer)).toContain('not expected: ');
				expect(nameMismatch(longer, shorter)).toContain('missing: ');
			}),
		);
	});
});

describe('The name of a person', () => {
	test.each([
		...[
			'Ada',
			"O'Brien",
			'D’Angelo',
			'Okafor-Bello',
			'Anne‐Marie',
			'J. R.',
			'Obi, Jr.',
			'Gal·la',
			'ジョン・スミス',
			'ʻOkina',
		],
		...[
			'Adéyẹmí',
			'Jose\u0301',
			'राम कुमार',
			'สมชาย',
			'Nguyễn Thị Hường',
			'مُراد',
			'김',
			'\u{20000}',
			'צ׳רלי',
			'Muthu a/l Raman',
		],
	])('is %s', (name) => {
		expect(isPersonName(name)).toBe(true);
	});

	test.each([
		...[
			'',
			' ',
			'-',
			'.',
			'\u0301',
			'111',
			'Ada 2',
			'٣',
			'１',
			'Ⅲ',
			'①',
			'😀',
			'Ada😀',
			'<b>',
			'a@b',
			'Ada+Obi',
			'#',
			'"Ada"',
		],
		...['Ada\0', 'Ada\u0007', 'Ada\nObi', 'Ada\tObi', 'Ada\u2028', 'O\u200bk', 'Ada\u202e', '\ufeffAda', 'A\u00adda'],
		...['Ada\ufe0f', 'A\u034fda', '\u3164', '\u115f', 'Ada\u2800', 'Ada\ud800', 'Ada\ue000', 'Ada\u{e0041}'],
	])('is not %j', (name) => {
		expect(isPersonName(name)).toBe(false);
	});

	test('holds nothing that cannot be seen, and no digit', () => {
		const hidden = /[\p{N}\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
		always(
			fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
				fc.pre(hidden.test(text));
				expect(isPersonName(`Ada${text}Obi`)).toBe(false);
			}),
		);
	});
});
