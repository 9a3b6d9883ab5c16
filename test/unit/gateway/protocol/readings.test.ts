import * as fc from 'fast-check';
import { hideIn } from '../../../../gateway/protocol/readings';
import { Secrets } from '../../../../gateway/protocol/secrets';
import { always } from '../property';

/** Hides each place where a reading has the text. */
function hide(text: string, secret: string): string {
	return hideIn(text, (reading) => {
		const starts = [...reading.matchAll(new RegExp(secret.replace(/[^\w]/g, '\\$&'), 'g'))].map(({ index }) => index);
		return starts.map((start) => ({ start, end: start + secret.length, shown: '*' }));
	});
}

describe('What a text reads like without its escapes', () => {
	test.each([
		['a-b', 'x a-b y', 'x * y'],
		['a-b', 'x a%2Db y', 'x * y'],
		['a-b', 'x a%2db y', 'x * y'],
		['a-b', '%61%2D%62', '*'],
		['a-b', 'a\\u002db \\u0061-b a\\x2Db a\\u{2d}b a\\u{00002D}b', '* * * * *'],
		['a-b', 'a&#45;b a&#0045;b a&#x2D;b a&#X2d;b a%u002Db', '* * * * *'],
		['a"b', 'a\\"b a&quot;b a&QUOT;b', '* * *'],
		["a'b", "a\\'b a&apos;b a&#39;b", '* * *'],
		['a&b', 'a&amp;b a%26b', '* *'],
		['a<b>c', 'a&lt;b&gt;c', '*'],
		['a/b', 'a\\/b', '*'],
		['a\\b', 'a\\\\b', '*'],
		['a\nb', 'a\\nb a\\tb a\\rb a\\fb a\\vb a\\bb a\\Nb', '* * * * * * *'],
		['a b', 'a&nbsp;b a&emsp14;b a&unknown;b a%20b a&#1114112;b a\\u{ffffff}b', '* * * * * *'],
		['a\u{10ffff}b', 'a&#1114111;b a\\u{10ffff}b a&#x10ffff;b', '* * *'],
		['a\u00e9b', 'a%C3%A9b a\\u00e9b', '* *'],
		['a\u20acb', 'a%E2%82%ACb', '*'],
		['a\u{1f4b3}b', 'a%F0%9F%92%B3b a\\ud83d\\udcb3b', '* *'],
		['a1b', 'a\u0661b a\uff11b a\u{1d7d9}b a\u0967b', '* * * *'],
		// What is escaped more than once.
		['a-b', 'a%252Db a%25252Db a\\\\u002db a\\\\\\\\u002db a&amp;#45;b a\\u0026#45;b', '* * * * * *'],
		// These are none.
		['a-b', 'a%2Cb a%C2b a&#45b a\\u02db a\\u{}b', 'a%2Cb a%C2b a&#45b a\\u02db a\\u{}b'],
		['a-b', 'a&#12345678;b a&;b a&4nbsp;b a%b a\\', 'a&#12345678;b a&;b a&4nbsp;b a%b a\\'],
	])('%p is found in %p', (secret, text, expected) => {
		expect(hide(text, secret)).toBe(expected);
	});

	test('is read as often as four texts within each other are escaped', () => {
		expect(hide('a%2525252Db', 'a-b')).toBe('*');
		expect(hide('a%252525252Db', 'a-b')).toBe('a%252525252Db');
	});

	test('every decimal digit of Unicode is read', () => {
		for (let code = 0; code <= 0xffff; code++) {
			const digit = String.fromCodePoint(code);
			if (!/\p{Nd}/u.test(digit)) continue;
			const value = [...'0123456789'].filter((western) => hide(`a${digit}b`, `a${western}b`) === '*');
			expect(value).toHaveLength(1);
		}
		expect(hide('a\u0660\u0669b', 'a09b')).toBe('*');
		expect(hide('a\u{1d7ce}\u{1d7d7}\u{1d7d8}\u{1d7ff}b', 'a0909b')).toBe('*');
	});

	test('what is found in several readings is hidden once, and as a whole', () => {
		const find = (reading: string) =>
			reading.includes('%')
				? [
						{ start: 1, end: 4, shown: '1' },
						{ start: 1, end: 3, shown: '2' },
						{ start: 8, end: 9, shown: '3' },
					]
				: [
						{ start: 2, end: 6, shown: '4' },
						{ start: 6, end: 7, shown: '5' },
					];
		expect(hideIn('abc%2Ddefg', find)).toBe('a43g');
	});

	test('a text in which nothing is found stays as it is', () => {
		always(
			fc.property(fc.string({ unit: fc.constantFrom(...'a4%2\\u0&#;\u0664'), maxLength: 40 }), (text) => {
				expect(hideIn(text, () => [])).toBe(text);
				expect(hideIn(text, (reading) => [{ start: 0, end: reading.length, shown: '*' }])).toBe('*');
			}),
		);
	});
});

describe('Secrets that a service has escaped', () => {
	const secrets = new Secrets(['key/with+signs="<&>', '123', '4567', '918273', 'pass'], ['shop 1']);

	test.each([
		['{\\"key\\":\\"key\\/with+signs=\\\\\\"<&>\\"}', '{\\"key\\":\\"[hidden]\\"}'],
		['<b>key/with+signs=&quot;&lt;&amp;&gt;</b>', '<b>[hidden]</b>'],
		['<b>key&#x2F;with&#43;signs&#x3D;&#34;&lt;&amp;&gt;</b>', '<b>[hidden]</b>'],
		['?a=key%2Fwith%2Bsigns%3D%22%3C%26%3E&b=1', '?a=[hidden]&b=1'],
		['?a=key%252Fwith%252Bsigns%253D%2522%253C%2526%253E&b=1', '?a=[hidden]&b=1'],
		['cvv%20123%2C pin\\n4567\\tpass\\u00a0pass', 'cvv%20[hidden]%2C pin\\n[hidden]\\t[hidden]\\u00a0[hidden]'],
		['cvv \\u0031\\u0032\\u0033, \uff11\uff12\uff13, %31%32%33', 'cvv [hidden], [hidden], [hidden]'],
		['for shop%201 and shop&nbsp;1', 'for [hidden] and [hidden]'],
	])('%p becomes %p', (text, expected) => {
		expect(secrets.inText(text)).toBe(expected);
	});

	test.each(['91 82 73', '918-273', '9 1 8 2 7 3', '9&nbsp;18273', '9,1,8,2,7,3', 'x91\\u00a082\\n73y'])(
		'an OTP may be grouped: %p',
		(text) => {
			expect(secrets.inText(`OTP ${text}.`)).toBe(`OTP ${text.replace(/9.*3/, '[hidden]')}.`);
		},
	);

	test('a number of four digits or less, or one within another, is not looked for in groups', () => {
		const text = 'items 1, 2, 3; 45 67; 918 2730; 1 918 2731';
		expect(secrets.inText(text)).toBe(text);
		expect(new Secrets(['12345', '6789']).inText('1 2345, 67 89')).toBe('[hidden], 67 89');
	});
});

describe('What a text calls a secret', () => {
	const secrets = new Secrets([]);

	test.each([
		['Request {"cvv":"987","pin": 4321, "amount":100}', 'Request {"cvv":"[hidden]","pin": [hidden], "amount":100}'],
		["{'otp' : '98 76', 'reference':'987'}", "{'otp' : '[hidden]', 'reference':'987'}"],
		['{\\"cardPin\\":\\"4321\\",\\"id\\":\\"4321\\"}', '{\\"cardPin\\":\\"[hidden]\\",\\"id\\":\\"4321\\"}'],
		['{&quot;accessToken&quot;:&quot;a.b.c&quot;}', '{&quot;accessToken&quot;:&quot;[hidden]&quot;}'],
		['sent cvv=987&otp=654321&amount=100, pin=4321; ok', 'sent cvv=[hidden]&otp=[hidden]&amount=100, pin=[hidden]; ok'],
		['?a%3D1%26cvv%3D987%26b=2', '?a%3D1%26cvv%3D[hidden]%26b=2'],
		['x-private-key="a b c", password=d', 'x-private-key="[hidden]", password=[hidden]'],
		['{"cvv":"","pin":null,"cvv2":[hidden]}', '{"cvv":"","pin":[hidden],"cvv2":[hidden]}'],
		[
			'spin=1 my-cvv=2 "pinCode2":"3" The PIN, 4321. OTP, 123',
			'spin=1 my-cvv=2 "pinCode2":"3" The PIN, 4321. OTP, 123',
		],
	])('%p becomes %p', (text, expected) => {
		expect(secrets.inText(text)).toBe(expected);
		expect(secrets.inAnswer({ message: text })).toEqual({ message: expected });
	});

	test('is left in an identifier, which would not be found any more', () => {
		const answer = { reference: 'pin=1', acsUrl: 'https://bank.example/?otp=5', id: 'cvv=1' };
		expect(secrets.inAnswer(answer)).toEqual(answer);
	});
});
