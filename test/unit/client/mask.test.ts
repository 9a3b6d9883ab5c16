import * as fc from 'fast-check';
import luhn from 'fast-luhn';

import { maskCardNumbers, Secrets } from '../../../gateway/client/mask';
import { always, digits } from '../gateway/property';
import { secretsIn } from '../../engine/support/canary';

const CARD = '5060990580000217499';
const OTHER = '4012000033330026';
const hasNineLetters = (text: string) => text.replace(/[^a-z\d]/gi, '').length >= 9;
const KEY = 'sk_live_9aF3+b/7=c0Q-xyZ';

/** Something between any two characters of a text, after each `every`th. */
const hex = (character: string, digits: number) => character.charCodeAt(0).toString(16).padStart(digits, '0');
const wrapped = (text: string, every: number, separator: string) =>
	text.replace(new RegExp(`(.{${every}})(?=.)`, 'g'), (part) => part + separator);

test.each(['a12345', '12345a'])('only digits are looked for in groups: not %s', (otp) => {
	const grouped = otp.replace('3', '3-');
	expect(new Secrets([otp]).inText(`${otp}, ${grouped}`)).toBe(`[hidden], ${grouped}`);
});

describe('A key that a service repeats', () => {
	const secrets = () => new Secrets([KEY]);
	const forms: Record<string, string> = {
		'as it is': KEY,
		'in upper case': KEY.toUpperCase(),
		'in lower case': KEY.toLowerCase(),
		'without dashes': KEY.replace(/[-_]/g, ''),
		'without any separator': KEY.replace(/\W|_/g, ''),
		'with spaces': KEY.replace(/[-_]/g, ' '),
		'in lines': wrapped(KEY, 7, '\n'),
		'in lines of Windows': wrapped(KEY, 7, '\r\n'),
		'in quoted lines': wrapped(KEY, 7, '\n> '),
		'with zero-width spaces': wrapped(KEY, 5, '\u200b'),
		'in an address': encodeURIComponent(KEY),
		'in an address in an address': encodeURIComponent(encodeURIComponent(KEY)),
		'in an address in two addresses': encodeURIComponent(encodeURIComponent(encodeURIComponent(KEY))),
		'in an address, each character escaped': KEY.replace(/./g, (letter) => `%${hex(letter, 2)}`),
		'escaped as JSON may': KEY.replace(/\W/g, (sign) => `\\u${hex(sign, 4)}`),
		'in JSON, each character escaped': KEY.replace(/./g, (letter) => `\\u${hex(letter, 4).toUpperCase()}`),
		'escaped in a text of JSON in JSON': KEY.replace(/\W/g, (sign) => `\\\\u${hex(sign, 4)}`),
		'in lines in JSON': wrapped(KEY, 7, '\\r\\n'),
		'in JSON in an address': encodeURIComponent(KEY.replace(/\W/g, (sign) => `\\u${hex(sign, 4)}`)),
		'as HTML escapes it': KEY.replace(/\W/g, (sign) => `&#x${hex(sign, 2)};`),
		'in decimals of HTML, twice': KEY.replace(/\W/g, (sign) => `&amp;#${sign.charCodeAt(0)};`),
	};

	test.each(Object.entries(forms))('%s is hidden', (_, form) => {
		for (const text of [form, `Key ${form} is wrong`, `<b>"${form}"</b>`]) {
			expect(secrets().inText(text)).toContain('[hidden]');
			for (const shown of [
				secrets().inText(text),
				...Object.values(secrets().inAnswer({ reference: text, acsUrl: text }) as object).map(String),
			]) {
				const left = shown.replace(/[^a-z\d]/gi, '').toLowerCase();
				expect(left).not.toContain('9af3');
			}
		}
	});

	test('of any letters is nowhere in the output', () => {
		const key = fc.stringMatching(/^[a-zA-Z\d]{9,40}$/);
		const separators = fc.array(fc.constantFrom('', '', '-', '\n', ' - ', '%20'), { minLength: 40, maxLength: 40 });
		always(
			fc.property(key, separators, fc.string(), (secret, between, around) => {
				const text = [...secret].map((character, place) => character + between[place]!).join('');
				const shown = new Secrets([secret]).inText(`${around} ${text} ${around}`);
				expect(shown.replaceAll('%20', '').replace(/[\s-]/g, '')).not.toContain(secret);
			}),
		);
	});

	test('is hidden in base64, whatever stands before and behind it', () => {
		const key = fc.string({ unit: 'grapheme-ascii', minLength: 12, maxLength: 60 }).filter(hasNineLetters);
		const encodings = fc.constantFrom('base64' as const, 'base64url' as const);
		always(
			fc.property(key, fc.string(), fc.string(), encodings, (secret, before, behind, encoding) => {
				const text = `Basic ${Buffer.from(before + secret + behind).toString(encoding)}`;
				for (const form of [text, encodeURIComponent(text), wrapped(text, 19, '\n'), JSON.stringify({ text })]) {
					const shown = new Secrets([secret]).inText(form);
					expect(shown).toContain('[hidden]');
					expect(secretsIn(shown.replaceAll('\n', ''), [secret])).toEqual([]);
				}
			}),
		);
	});

	test('in base64 leaves what stands beside it', () => {
		const token = Buffer.from(`merchant:${KEY}:rest`).toString('base64');
		const [before, behind] = new Secrets([KEY]).inText(token).split('[hidden]') as [string, string];
		expect(Buffer.from(before, 'base64').toString()).toMatch(/^merchant:/);
		expect(token.endsWith(behind)).toBe(true);
		expect(before.length + behind.length).toBeLessThan(token.length - KEY.length);
	});

	test('is hidden in an address before another one, and directly behind a percent sign', () => {
		const secrets = new Secrets([KEY]);
		expect(secrets.inText(`${encodeURIComponent(KEY)} is ${KEY}`)).toBe('[hidden] is [hidden]');
		expect(new Secrets([CARD]).inText(`5060%209905%208000%200217%20499, ${CARD}, %${CARD}`)).toBe(
			'[hidden], [hidden], %[hidden]',
		);
	});

	test('is hidden in the name of a field, and whole where it begins with another one', () => {
		expect(new Secrets(['merchant-key', 'merchant-key-2']).inAnswer({ 'x merchant-key-2': 1 })).toEqual({
			'x [hidden]': 1,
		});
	});

	test.each([
		['https://pages.example/3ds?key=pk_live_1&code=123#456', false],
		['https://pages.example/123456/918-273', false],
		[`https://pages.example/?key=${encodeURIComponent(KEY)}`, true],
		[`https://pages.example/${CARD}`, true],
	])(
		'in the address of a page hides the whole of it, of which nobody could use a part: %s, %p',
		(address, isHidden) => {
			const secrets = new Secrets([KEY, CARD, '123', '456', '918273']);
			for (const name of ['acsUrl', 'checkoutUrl', 'authorizationUrl', 'callbackUrl'])
				expect(secrets.inAnswer({ [name]: address })).toEqual({ [name]: isHidden ? '[hidden]' : address });
			expect(secrets.inAnswer({ text: `See ${address}` })).not.toEqual({ text: '[hidden]' });
		},
	);

	test('is a text, not a pattern, and nothing where it is empty', () => {
		expect(new Secrets(['a.b*c(d[e\\f$/', '']).inText('a.b*c(d[e\\f$/ axbbcde')).toBe('[hidden] axbbcde');
	});
});

describe("This call's card", () => {
	const secrets = () =>
		new Secrets([CARD, '739', '4826', '918-273', 'pass', 'a+b c', '12345', 'x(12', '12)x', 'abc-def-123']);

	test.each([
		...['5060990580000217499', '5060 9905 8000 0217 499', '5060-9905-8000-0217-499', '5060%209905%208000%200217%20499'],
		...['5060\u200b9905\u20138000 0217     499', '50,60,99,05,80,00,02,17,49,9'],
	])('%p is hidden everywhere', (number) => {
		for (const name of ['message', 'reference', 'accountNumber', 'amount', 'acsUrl']) {
			expect(secrets().inAnswer({ [name]: `x ${number}` })).toEqual({ [name]: expect.stringMatching(/^x \[hidden\]/) });
		}
	});

	test('is hidden as a number, also where JSON has rounded it', () => {
		expect(secrets().inAnswer([Number(CARD), 5060990580000300000, 12345678901234567000])).toEqual([
			'[hidden]',
			5060990580000300000,
			12345678901234567000,
		]);
		expect(new Secrets([OTHER]).inAnswer({ id: Number(OTHER) })).toEqual({ id: '[hidden]' });
	});

	test.each([
		['CVV 739, PIN: 4826', 'CVV [hidden], PIN: [hidden]'],
		['{"cvv":"739","otp":918273}', '{"cvv":"[hidden]","otp":[hidden]}'],
		['cvv739 cvv%20739 (739)', 'cvv[hidden] cvv%20[hidden] ([hidden])'],
		['OTP 918273, 918 273, 918-273', 'OTP [hidden], [hidden], [hidden]'],
		['pass, Pass, passed, abc def 123', '[hidden], [hidden], passed, [hidden]'],
		['abcdef123', '[hidden]'],
		['a+b c, A+B C, aab c, x(12, 12)x', '[hidden], [hidden], aab c, [hidden], [hidden]'],
		['48 26, 4-826', '48 26, 4-826'],
		['12345, 12-345, 1234, 1 2 3 4 5', '[hidden], [hidden], 1234, [hidden]'],
		['7 39, 1739, 7391, x739, 739x, 918 2730', '7 39, 1739, 7391, x739, 739x, 918 2730'],
		['be17827e-43ce-4826-a739-67d7657f8ac2', 'be17827e-43ce-4826-a739-67d7657f8ac2'],
	])('a code is hidden where it stands alone: %p', (text, shown) => {
		expect(secrets().inText(text)).toBe(shown);
		expect(secrets().inAnswer({ note: text })).toEqual({ note: shown });
	});

	test.each([
		...['reference', 'merchantRef', 'customerId', 'customerID', 'id', 'amount', 'amountMinor', 'fee'],
		...['transactionDate', 'status'],
		...['errorCode', 'currency', 'acsUrl', 'callback_url', 'accountNumber', 'data[reference]'],
	])('a code stays in %s, where it stands by chance', (name) => {
		expect(secrets().inAnswer({ [name]: 'A 739', also: [{ [name]: 739 }] })).toEqual({
			[name]: 'A 739',
			also: [{ [name]: 739 }],
		});
	});

	test('a code is hidden elsewhere, as a number and under any name, and a fraction is none', () => {
		const shown = { note: '[hidden]', '#': '[hidden]', rate: 739.5 };
		expect(secrets().inAnswer({ note: 739, '#': '739', rate: 739.5 })).toEqual(shown);
	});

	test('codes of one or two characters are ignored', () => {
		expect(new Secrets(['1', ' 42 '], ['no']).inText('no, 1 of 42')).toBe('no, 1 of 42');
	});
});

test('a name is hidden in texts alone, as a whole word: a merchant may build references from it', () => {
	expect(
		new Secrets([], [' merchant-shop ']).inAnswer({
			reference: 'merchant-shop-5',
			note: 'merchant-shop, amerchant-shop',
		}),
	).toEqual({ reference: 'merchant-shop-5', note: '[hidden], amerchant-shop' });
});

describe('A field', () => {
	const hidden = [
		...['cardNumber', 'card_number', 'PAN', 'cvv', 'CVV2', 'cvc', 'csc', 'cardPin', 'pin', 'otp', 'pinBlock', 'newPin'],
		...['securityCode', 'card_verification_value', 'pin_code', 'otpValue', 'oneTimePassword', 'password', 'pwd'],
		...['accessToken', 'refresh_token', 'idToken', 'Authorization', 'x-api-key', 'x-client-id', 'privateKey'],
		...['publicKey', 'x-public-key'],
		...['client_secret', 'track2Data', 'card[cvv]', 'card["cvv"]', 'card[pin][]', 'card[otp][0]', 'card.cvv'],
	];
	test.each(hidden)('that is called %s is hidden, whatever it is', (name) => {
		expect(new Secrets([]).inAnswer([{ [name]: { a: 1 } }])).toEqual([{ [name]: '[hidden]' }]);
	});

	const shown = [
		...['pinCodeLength', 'spinCode', 'errorCode', 'accountNumber', 'authorizationType', 'otpMessage', 'company'],
		...['tokenType', 'customerId', 'otp[status]', 'data[spin]', 'number', 'key', 'trackingId'],
	];
	test.each(shown)('that is called %s is shown', (name) => {
		expect(new Secrets([]).inAnswer({ [name]: 'value' })).toEqual({ [name]: 'value' });
	});

	test('keeps its shape', () => {
		const answer = { status: 200, data: { list: [1, 'a', null, true], nothing: null }, errors: [] };
		expect(new Secrets([CARD, '739']).inAnswer(answer)).toEqual(answer);
	});
});

describe('The card number of another call', () => {
	test.each([
		['Card 4012000033330026 was used', 'Card [hidden 0026] was used'],
		['4012 0000 3333 0026', '[hidden 0026]'],
		['4012-0000-3333-0026, 5060990580000217499', '[hidden 0026], [hidden 7499]'],
		['5060 9905 8000 0217 499', '[hidden 7499]'],
		['3782 822463 10005 or 378282246310005', '[hidden 0005] or [hidden 0005]'],
		['3056 930902 5904', '[hidden 5904]'],
		['<b>4012000033330026</b>', '<b>[hidden 0026]</b>'],
		['1234 4012 0000 3333 0026 03 50', '1234 [hidden 0026] 03 50'],
	])('is masked in free text: %p', (text, masked) => {
		expect(maskCardNumbers(text)).toBe(masked);
	});

	test.each([
		['another check digit', 'Card 4012000033330027'],
		['no brand', 'Card 9999999999999995'],
		['not of its length', 'RRN 676770000005, Visa 40120000333300261'],
		['within a word or a longer number', 'x4012000033330026y 40120000333300260000 0.4012000033330026'],
		['a UUID', 'a0e1bc12-4012-4000-8333-300260000000'],
		['dates', '2026-11-22 10:15:30.123456, 24/11/2026'],
		['what is called a PIN, and is a postcode', 'PIN: 560001 is your postcode'],
	])('%s is none', (_, text) => {
		expect(new Secrets([]).inText(text)).toBe(text);
	});

	test('is not looked for in identifiers', () => {
		const answer = {
			reference: `Batch ${OTHER}`,
			customerId: `No ${OTHER}`,
			rrn: OTHER,
			message: OTHER,
			stan: Number(OTHER),
		};
		expect(new Secrets([]).inAnswer(answer)).toEqual(answer);
		expect(new Secrets([]).inAnswer({ message: ` ${OTHER} ` })).toEqual({ message: ` ${OTHER} ` });
		for (const space of [' ', '  ', '\n'])
			expect(new Secrets([]).inAnswer({ message: `No${space}${OTHER}` })).toEqual({
				message: `No${space}[hidden 0026]`,
			});
	});
});

// The mutation tests repeat them for every mutant, and set a smaller number.
const OF_EACH_KIND = Number(process.env.PROPERTY_RUNS ?? 2_000);

describe('Of 12,000 identifiers', () => {
	const hex = (length: number) => fc.stringMatching(new RegExp(`^[\\da-f]{${length}}$`));
	const kinds = {
		numbers: digits(10, 19),
		RRNs: digits(11).map((rest) => `6${rest}`),
		NUBANs: digits(10),
		IBANs: digits(20).map((rest) => `DE${rest}`),
		'times in milliseconds': fc.integer({ min: 1.7e12, max: 2e12 }).map(String),
		UUIDs: fc.tuple(hex(8), hex(4), hex(4), hex(4), hex(12)).map((groups) => groups.join('-')),
	};
	const names = [
		'paymentReference',
		'customerId',
		'paymentRequestor',
		'rrn',
		'transactionReference',
		'sessionId',
		'batch',
	];
	const secrets = new Secrets([CARD, KEY, '739', '4826', '918273'], ['merchant-1']);

	test.each(Object.entries(kinds))(
		'that are %s none is masked, and in free text none but cards of a brand',
		(_, ids) => {
			for (const [place, id] of fc.sample(ids, { numRuns: OF_EACH_KIND, seed: 32 }).entries()) {
				const name = names[place % names.length]!;
				const answer = { [name]: id, [`${name}2`]: Number(id) };
				expect(secrets.inAnswer(answer)).toEqual(answer);
				const text = `Payment ${id} is not known`;
				if (secrets.inText(text) !== text) expect([/^[3-6]|^2[2-7]|^8/.test(id), luhn(id)]).toEqual([true, true]);
			}
		},
	);
});

test.each([
	...['4', '4 ', '4012 ', '4012-', '%25', '%2525', '\\', '\\u0025', '&amp;', '&#', '&#x26;', 'c2tfbGl2ZV85', OTHER],
	...['918-', 'sk_live_', 'sk_live_9', '"cvv":"'],
])('the time grows with the text, and not with its square: %p', (part) => {
	const text = part.repeat(200_000 / part.length);
	expect(new Secrets([CARD, KEY, '739', '918273', 'pass']).inText(text).length).toBeLessThan(2 * text.length);
});
