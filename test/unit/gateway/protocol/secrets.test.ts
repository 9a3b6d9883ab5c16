import * as fc from 'fast-check';
import { Secrets } from '../../../../gateway/protocol/secrets';
import { always, digits } from '../property';

const CARD = '5060990580000217499';

/** Every text, name and number in a value. */
function wordsIn(value: unknown): string[] {
	if (Array.isArray(value)) return value.flatMap(wordsIn);
	if (typeof value !== 'object' || value === null) return [String(value)];
	return Object.entries(value).flatMap(([name, entry]) => [name, ...wordsIn(entry)]);
}

/** Secrets of at least 9 characters. Brackets are left out, because with them the mask itself could be a part of one. */
const longSecrets = fc.oneof(
	digits(9, 19),
	fc.stringMatching(/^[A-Za-z0-9_+/=.]{9,40}$/),
	fc
		.string({ unit: 'grapheme', minLength: 9, maxLength: 40 })
		.filter((text) => text.trim().length >= 9 && !/[[\]]/.test(text)),
);

/** Secrets such as a CVV, a PIN or an OTP. */
const shortSecrets = digits(3, 8);

describe('Secrets in texts', () => {
	const secrets = new Secrets([CARD, 'the-private-key', '123', '4567', undefined, '']);

	test.each([
		['Card 5060990580000217499 declined', 'Card [hidden] declined'],
		['Card 5060 9905 8000 0217 499 declined', 'Card [hidden] declined'],
		['Card 5060-9905-8000-0217-499 declined', 'Card [hidden] declined'],
		['Card 5060.9905/8000_0217%20499 declined', 'Card [hidden] declined'],
		['Card 5060&nbsp;9905\u200b8000\u20130217     499 declined', 'Card [hidden] declined'],
		['\uff15\u0660\u06f6\uff10990580000217499', '[hidden]'],
		['x5060990580000217499y', 'x[hidden]y'],
		['the-private-key, the-private-key', '[hidden], [hidden]'],
		['CVV 123, PIN 4567', 'CVV [hidden], PIN [hidden]'],
		['Order 1234, 41234567', 'Order 1234, 41234567'],
		['Nothing to hide', 'Nothing to hide'],
	])('%p becomes %p', (text, expected) => {
		expect(secrets.inText(text)).toBe(expected);
	});

	test('a key that comes back percent-encoded is hidden too', () => {
		expect(new Secrets(['a/b+c=defgh']).inText('?key=a%2Fb%2Bc%3Ddefgh')).toBe('?key=[hidden]');
	});

	test('a secret is a text, not a pattern', () => {
		expect(new Secrets(['a.b*c(d[e\\f$']).inText('a.b*c(d[e\\f$ axbbcde')).toBe('[hidden] axbbcde');
	});

	test('a card number that was given with spaces is hidden without them', () => {
		expect(new Secrets(['5060 9905 8000 0217 499']).inText(CARD)).toBe('[hidden]');
	});

	test.each([
		['123 456', 'OTP 123456 or 123 456 or 123-456 is wrong', 'OTP [hidden] or [hidden] or [hidden] is wrong'],
		['123-4', 'OTP 1234, not 51234', 'OTP [hidden], not 51234'],
		['1234 5678', 'OTP 12345678, not 123456789', 'OTP [hidden], not 123456789'],
	])('a code that was typed in groups is hidden without them: %s', (otp, text, shown) => {
		expect(new Secrets([otp]).inText(text)).toBe(shown);
	});

	test('a secret that begins with another secret is hidden whole', () => {
		for (const values of [
			['merchant-1', 'merchant-1-key'],
			['merchant-1-key', 'merchant-1'],
		]) {
			expect(new Secrets(values).inText('merchant-1-key')).toBe('[hidden]');
		}
	});

	test('a secret of dashes alone hides itself and nothing else', () => {
		const dashes = new Secrets(['----------']);
		expect(dashes.inText('Declined')).toBe('Declined');
		expect(dashes.inText('Client ----------')).toBe('Client [hidden]');
	});

	test('a name, such as a client ID, is hidden in texts alone: a merchant may build references from it', () => {
		const named = new Secrets([], ['merchant-1', '', ' ']);
		expect(named.inText('No rights for merchant-1.')).toBe('No rights for [hidden].');
		expect(named.inIdentifier('merchant-1-order-5')).toBe('merchant-1-order-5');
		expect(named.inAnswer({ reference: 'merchant-1-order-5', message: 'merchant-1' })).toEqual({
			reference: 'merchant-1-order-5',
			message: '[hidden]',
		});
	});

	test('a name that was typed with spaces around it is hidden as it is sent, without them', () => {
		expect(new Secrets([], [' merchant-1 ']).inText('No rights for merchant-1.')).toBe('No rights for [hidden].');
	});

	test('values and names of one or two characters are ignored: they would hide ordinary words', () => {
		const short = new Secrets(['1', '42', ' 7 ', '5'], ['a', 'no', ' i ']);
		expect(short.inText('no, i have 1, 7 and 42 of a kind, 5')).toBe('no, i have 1, 7 and 42 of a kind, 5');
		expect(new Secrets(['421'], ['not']).inText('not 421')).toBe('[hidden] [hidden]');
	});

	test('a name is hidden as a whole word, and is a text, not a pattern', () => {
		const named = new Secrets([], ['shop.1']);
		expect(named.inText('shop.1, shop.12, myshop.1, 5shop.1, shop.1X, shop-1')).toBe(
			'[hidden], shop.12, myshop.1, 5shop.1, shop.1X, shop-1',
		);
	});

	test('a short secret of letters is hidden as a whole word, and leaves longer words alone', () => {
		const words = new Secrets(['wrong', 'pen', 'k3y']);
		expect(words.inText('wrong, wrongly, pending, open, k3y, k3ys')).toBe(
			'[hidden], wrongly, pending, open, [hidden], k3ys',
		);
		expect(new Secrets(['123']).inText('cvv123, 123x')).toBe('cvv[hidden], [hidden]x');
	});

	test('a short secret of letters and digits is a word, too, and not looked for in groups', () => {
		for (const text of ['12abc', 'x12ab']) expect(new Secrets(['12ab']).inText(text)).toBe(text);
		for (const [secret, apart] of [
			['ab12345', 'a-b-1-2-3-4-5'],
			['12345ab', '1-2-3-4-5-a-b'],
		] as const)
			expect(new Secrets([secret]).inText(`${secret} ${apart}`)).toBe(`[hidden] ${apart}`);
	});

	test('a secret that was typed with spaces around it is hidden without them', () => {
		expect(new Secrets([' the-long-key\n', ' 4321 ']).inText('the-long-key, 4321')).toBe('[hidden], [hidden]');
	});

	test('a short secret is a text, not a pattern', () => {
		expect(new Secrets(['a.c']).inText('a.c abc')).toBe('[hidden] abc');
	});

	test('a secret of nine characters is hidden within words and in identifiers, one of eight is not', () => {
		const secrets = new Secrets(['123456789', '87654321']);
		expect(secrets.inText('0123456789 0876543210')).toBe('0[hidden] 0876543210');
		expect(secrets.inIdentifier('123456789 87654321')).toBe('[hidden] 87654321');
	});

	test('nine digits may be grouped, other secrets may not', () => {
		expect(new Secrets(['123456789']).inText('123-456 789')).toBe('[hidden]');
		expect(new Secrets(['key123456789']).inText('key-123456789 key123456789')).toBe('key-123456789 [hidden]');
		expect(new Secrets(['123456789key']).inText('123456789-key 123456789key')).toBe('123456789-key [hidden]');
		expect(new Secrets(['1234-56-key']).inText('123456key')).toBe('123456key');
	});

	test('empty values are ignored', () => {
		expect(new Secrets(['', ' ', undefined]).inText('a b')).toBe('a b');
	});

	test('any text can be a secret', () => {
		const halfCharacters = fc.string({ minLength: 9, unit: fc.constantFrom('a', '\ud83d', '\ude00') });
		always(
			fc.property(fc.oneof(fc.string({ unit: 'binary' }), halfCharacters), fc.string(), (secret, text) => {
				expect(typeof new Secrets([secret]).inText(text)).toBe('string');
			}),
		);
	});

	test('a secret of at least 9 characters is never in the output', () => {
		always(
			fc.property(longSecrets, fc.array(fc.string({ unit: 'grapheme' })), (secret, parts) => {
				const hidden = new Secrets([secret]);
				const text = parts.join(secret) + secret;
				expect(hidden.inText(text)).not.toContain(secret.trim());
				expect(hidden.inIdentifier(text)).not.toContain(secret.trim());
			}),
		);
	});

	test('of several secrets none is in the output', () => {
		always(
			fc.property(fc.array(longSecrets, { minLength: 1, maxLength: 4 }), fc.string(), (values, between) => {
				const output = new Secrets(values).inText(values.join(between));
				for (const value of values) expect(output).not.toContain(value.trim());
			}),
		);
	});

	test('a card number is never in the output, in no spelling with spaces or dashes', () => {
		const separators = fc.array(fc.constantFrom('', '', ' ', '-', '  ', ' - ', '\n'), { minLength: 19, maxLength: 19 });
		always(
			fc.property(digits(9, 19), separators, fc.string(), fc.string(), (secret, between, before, after) => {
				const spaced = [...secret].map((digit, place) => digit + between[place]).join('');
				const output = new Secrets([secret]).inText(before + spaced + after);
				expect(output.replace(/[\s-]/g, '')).not.toContain(secret);
			}),
		);
	});

	test('a short secret is hidden where it is a whole number', () => {
		const words = fc.string({ unit: fc.constantFrom('a', 'B', ' ', '.', ':', '-', '"', '1 ', ' 2 '), maxLength: 20 });
		always(
			fc.property(shortSecrets, words, words, (secret, before, after) => {
				const output = new Secrets([secret]).inText(`${before} ${secret}:${after}`);
				expect(output.match(/\d+/g) ?? []).not.toContain(secret);
			}),
		);
	});

	test('a short secret that is by chance a part of a longer number stays', () => {
		always(
			// Of twelve digits and more, one in ten is masked, because it may be a card number.
			fc.property(shortSecrets, digits(1, 3), fc.boolean(), (secret, more, isBefore) => {
				const text = `Order ${isBefore ? more + secret : secret + more}.`;
				expect(new Secrets([secret]).inText(text)).toBe(text);
			}),
		);
	});

	test('a text without secrets stays as it is', () => {
		const letters = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '.', '-', '[', '\n') });
		always(
			fc.property(fc.array(fc.oneof(shortSecrets, digits(9, 19))), letters, (values, text) => {
				expect(new Secrets(values).inText(text)).toBe(text);
			}),
		);
	});
});

describe('Secrets by their names in texts', () => {
	const none = new Secrets([]);

	test.each([
		['csc=837&amount=5', 'csc=[hidden]&amount=5'],
		['{"pinBlock":"0412AC89"}', '{"pinBlock":"[hidden]"}'],
		['client_secret=abc', 'client_secret=[hidden]'],
		['<track2Data>5060=2612</track2Data>', '<track2Data>[hidden]</track2Data>'],
	])('%p becomes %p', (text, shown) => {
		expect(none.inText(text)).toBe(shown);
	});

	test.each([
		'The passcode is wrong.',
		'PIN block error: translation failed',
		'Enter your transaction PIN: it has four digits',
		'One time password: expired',
		'Track 2 data is missing',
		'The client secret is not valid: ask for a new one',
	])('%p stays', (text) => {
		expect(none.inText(text)).toBe(text);
	});
});

describe('Secrets in identifiers', () => {
	const secrets = new Secrets([CARD, '123']);

	test('chance matches of a short secret stay, because masking them would break the payment', () => {
		expect(secrets.inIdentifier('ORDER-123')).toBe('ORDER-123');
	});

	test('a card number is hidden', () => {
		expect(secrets.inIdentifier(`ORDER-${CARD}`)).toBe('ORDER-[hidden]');
	});
});

describe('Secrets in answers', () => {
	const secrets = new Secrets([CARD, '123']);

	test('the shape and the other values stay', () => {
		const answer = { status: 200, data: { list: [1, 'a', null, true], nothing: null }, errors: [] };
		expect(secrets.inAnswer(answer)).toEqual(answer);
	});

	test.each([
		...['cardNumber', 'card_number', 'pan', 'PAN', 'cvv', 'cvv2', 'cvc', 'cardPin', 'pin', 'otp', 'OTP', 'accessToken'],
		...[
			'refreshToken',
			'refresh_token',
			'Authorization',
			'x-api-key',
			'x-client-id',
			'apiKey',
			'privateKey',
			'password',
		],
		...[
			'securityCode',
			'security_code',
			'cardSecurityCode',
			'cvvCode',
			'cvc_code',
			'cvvNumber',
			'cardVerificationCode',
		],
		...[
			'card_verification_value',
			'verificationCode',
			'pinCode',
			'pin_number',
			'otpCode',
			'otpValue',
			'cardCvv',
			'card_cvc',
		],
		...[
			'card[cvv]',
			'card[pin][]',
			'card[otp][0]',
			'card["cvv"]',
			'data[accessToken]',
			'data[card][otp]',
			'card.cvv',
			'card-cvv',
		],
		...['csc', 'passcode', 'pwd', 'pinBlock', 'pin_block', 'PINBlock', 'oneTimePassword', 'one_time_password'],
		...['clientSecret', 'client_secret', 'idToken', 'id_token', 'transactionPin', 'new_pin', 'card_pin'],
		...['track1', 'track2', 'track2Data', 'track_2_data', 'card[csc]', 'card.pinBlock'],
	])('what is called %s is hidden, whatever it is', (name) => {
		expect(secrets.inAnswer({ [name]: 'unknown', deep: [{ [name]: { a: 1 } }] })).toEqual({
			[name]: '[hidden]',
			deep: [{ [name]: '[hidden]' }],
		});
	});

	test.each([
		...[
			'pinCodeLength',
			'verificationCodeType',
			'spinCode',
			'shippingCode',
			'errorCode',
			'currencyCode',
			'accountNumber',
		],
		...[
			'authorizationType',
			'otpMessage',
			'otpRejected',
			'company',
			'tokenType',
			'customerId',
			'otp[status]',
			'data[spin]',
			'trackingId',
			'soundtrack2',
			'passcodeLength',
		],
	])('%s is not the name of a secret', (name) => {
		expect(secrets.inAnswer({ [name]: 'value' })).toEqual({ [name]: 'value' });
	});

	test('texts are searched at every depth, names of fields too', () => {
		expect(secrets.inAnswer({ a: [{ b: `Card ${CARD}` }], [`of ${CARD}`]: 'CVV 123' })).toEqual({
			a: [{ b: 'Card [hidden]' }],
			'of [hidden]': 'CVV [hidden]',
		});
	});

	test.each([
		[9007199254740991, 9007199254740991],
		[9007199254740992, '[hidden]'],
		[-9007199254740992, '[hidden]'],
		[1e21, '[hidden]'],
		[0.5, 0.5],
		[123.5, '[hidden]'],
		[1234.5, 1234.5],
	])('the number %p becomes %p: a whole number that is not exact may be a rounded card number', (value, shown) => {
		expect(secrets.inAnswer({ value })).toEqual({ value: shown });
	});

	test('entries of a list have the name of the list', () => {
		expect(secrets.inAnswer({ pin: ['1'], reference: ['X 123'], notes: ['X 123'] })).toEqual({
			pin: '[hidden]',
			reference: ['X 123'],
			notes: ['X [hidden]'],
		});
	});

	test('an identifier that is a sentence is searched for short secrets as well, one that is a word is not', () => {
		expect(secrets.inAnswer({ customerId: 'cvv 123', errorCode: '123', transactionReference: 'A-123' })).toEqual({
			customerId: 'cvv [hidden]',
			errorCode: '123',
			transactionReference: 'A-123',
		});
	});

	test.each(['acsUrl', 'callbackUrl'])('a short secret that an address names is hidden in %s', (name) => {
		const url = 'https://shop.example/order/123?cvv=123&otp_code=123&order=123';
		expect(secrets.inAnswer({ [name]: url })).toEqual({
			[name]: 'https://shop.example/order/123?cvv=[hidden]&otp_code=[hidden]&order=123',
		});
	});

	test.each([
		['acsUrl', '?return=https%3A%2F%2Fx%2F%3Fcvv%3D123', '?return=https%3A%2F%2Fx%2F%3Fcvv%3D[hidden]'],
		[
			'acsUrl',
			'?return=https%253A%252F%252Fx%253Fcvv%253D123%2526a%253D1',
			'?return=https%253A%252F%252Fx%253Fcvv%253D[hidden]%2526a%253D1',
		],
		['acsUrl', '?card%5Bcvv%5D=123&card[cvv]=123', '?card%5Bcvv%5D=[hidden]&card[cvv]=[hidden]'],
		['acsUrl', '?c%76v=%3123&n=123', '?c%76v=[hidden]&n=123'],
		['callbackUrl', '?data=%7B%22cvv%22%3A%22123%22%7D', '?data=%7B%22cvv%22%3A%22[hidden]%22%7D'],
		['acsUrl', '?cvv[]=123&cvv%5B%5D=123', '?cvv[]=[hidden]&cvv%5B%5D=[hidden]'],
		['acsUrl', '/card/cvv/123/order/123', '/card/cvv/[hidden]/order/123'],
		['status', 'Invalid CVV 123 of order 123', 'Invalid CVV [hidden] of order 123'],
		['errorType', 'Invalid CVV: 123', 'Invalid CVV: [hidden]'],
		['responseCode', 'cvv=123', 'cvv=[hidden]'],
		['currency', '{"cvv":"123"}', '{"cvv":"[hidden]"}'],
		['status', '<cvv>123</cvv>', '<cvv>[hidden]</cvv>'],
	])('a short secret that something names is hidden in %s %s', (name, text, shown) => {
		expect(secrets.inAnswer({ [name]: text })).toEqual({ [name]: shown });
	});

	test.each(['eyJhbGci.eyJ1-123-xZ.sig', 'abc123def&amount=1050&order=123', '3f2b9c1d-123-4abc', 'q%2D123'])(
		'a token stays in an address, and what follows it, whatever it has in it: %s',
		(token) => {
			const answer = { acsUrl: `https://bank.example/3ds?token=${token}&id=7`, callbackUrl: `?access_token=${token}` };
			expect(secrets.inAnswer(answer)).toEqual(answer);
		},
	);

	test.each(['/otp/shop01/3ds', '/3ds?token=shop01', '/authorization/shop01.eyJhbGci'])(
		'a client ID stays in the address of a page that may need it: %s',
		(acsUrl) => {
			expect(new Secrets(['123'], ['shop01']).inAnswer({ acsUrl })).toEqual({ acsUrl });
		},
	);

	test('a code that this call has not sent is hidden where an address or words name it, and a reference stays', () => {
		expect(
			secrets.inAnswer({
				acsUrl: '/3ds?cvv=999&token=abc-7&order=5',
				errorType: 'wrong PIN: 9876',
				reference: 'pin:9876',
				responseCode: 'otp=9876',
			}),
		).toEqual({
			acsUrl: '/3ds?cvv=[hidden]&token=abc-7&order=5',
			errorType: 'wrong PIN: [hidden]',
			reference: 'pin:9876',
			responseCode: 'otp=9876',
		});
	});

	test.each([
		['?pan=4012000033330026&x=1', '?pan=[hidden]&x=1'],
		['?card_number=4012+0000+3333+0026', '?card_number=[hidden]'],
		['?card%5BcardNumber%5D=4012000033330026', '?card%5BcardNumber%5D=[hidden]'],
		['?data=%7B%22pan%22%3A%224012000033330026%22%7D', '?data=%7B%22pan%22%3A%22[hidden]%22%7D'],
		['/pan/4012000033330026/?a=1', '/pan/[hidden]/?a=1'],
	])('a card number that this call has not sent is hidden where an address names it: %s', (end, shown) => {
		const at = (rest: string) => ({ callbackUrl: `https://shop.example/paid${rest}` });
		expect(new Secrets([]).inAnswer(at(end))).toEqual(at(shown));
	});

	test.each(['?id=4012000033330026', '?span=4012000033330026', '?pan=abc4012000033330026', '/4012000033330026'])(
		'a number that an address does not call that of a card stays: %s',
		(end) => {
			const answer = { acsUrl: `https://bank.example/3ds${end}` };
			expect(new Secrets([]).inAnswer(answer)).toEqual(answer);
		},
	);

	test('an answer that is a single value is searched too', () => {
		expect(secrets.inAnswer('CVV 123')).toBe('CVV [hidden]');
		expect(secrets.inAnswer(123)).toBe('[hidden]');
		expect([null, undefined, true].map((value) => secrets.inAnswer(value))).toEqual([null, undefined, true]);
	});

	test('a card number that comes as a number is hidden', () => {
		expect(new Secrets(['4012000033330026']).inAnswer({ card: 4012000033330026 })).toEqual({ card: '[hidden]' });
	});

	test('a name that is a word of the protocol leaves that word readable: it decides what happens next', () => {
		const named = new Secrets(['OTP', 'PENDING'], ['3DS']);
		const answer = { authorizationType: '3DS', status: 'PENDING', also: [{ authorizationType: 'OTP' }] };
		expect(named.inAnswer(answer)).toEqual(answer);
	});

	test.each([
		'reference',
		'transactionReference',
		'merchantRef',
		'id',
		'grossAmount',
		'transactionFee',
		'transactionDate',
		'status',
		'errorCode',
		'currency',
		'callbackUrl',
	])('a chance match in %s stays, because it is an identifier or an amount', (name) => {
		expect(secrets.inAnswer({ [name]: 'X 123' })).toEqual({ [name]: 'X 123' });
		expect(secrets.inAnswer({ [name]: 123 })).toEqual({ [name]: 123 });
	});

	test('a secret of at least 9 characters is nowhere in the output, neither in values nor in names', () => {
		const secretAndAnswer = longSecrets.chain((secret) => {
			const texts = fc.oneof(
				fc.string(),
				fc.tuple(fc.string(), fc.string()).map((around) => around.join(secret)),
			);
			const keys = fc.oneof(texts, fc.constantFrom('reference', 'id', 'message', 'cardNumber', 'data', 'status'));
			return fc.tuple(fc.constant(secret), fc.object({ key: keys, values: [texts, fc.integer(), fc.constant(null)] }));
		});
		always(
			fc.property(secretAndAnswer, ([secret, answer]) => {
				for (const word of wordsIn(new Secrets([secret]).inAnswer(answer))) expect(word).not.toContain(secret.trim());
			}),
		);
	});

	test('a secret of digits is not in the output as a number either', () => {
		always(
			fc.property(fc.integer({ min: 100_000_000, max: Number.MAX_SAFE_INTEGER }), fc.string(), (secret, name) => {
				const output = new Secrets([String(secret)]).inAnswer({ [name]: secret, list: [secret] });
				for (const word of wordsIn(output)) expect(word).not.toContain(String(secret));
			}),
		);
	});

	test('identifiers and amounts keep chance matches of a short secret', () => {
		const names = fc.constantFrom('reference', 'transactionReference', 'id', 'amount', 'paymentReference', 'date');
		always(
			fc.property(shortSecrets, names, fc.string(), (secret, name, prefix) => {
				const answer = { [name]: `${prefix}${secret}`, amountMinor: Number(secret) };
				expect(new Secrets([secret]).inAnswer(answer)).toEqual(answer);
			}),
		);
	});

	test('an answer without secrets stays as it is', () => {
		const names = fc.constantFrom('message', 'data', 'reference', 'list', 'name');
		const answers = fc.object({ key: names, values: [fc.boolean(), fc.integer({ max: 99 }), fc.constant('abc')] });
		always(
			fc.property(answers, digits(9, 19), (answer, secret) => {
				expect(new Secrets([secret]).inAnswer(answer)).toEqual(answer);
			}),
		);
	});
});

describe('Card numbers that nobody has named as secrets', () => {
	// They come back later, in another call than the one that they were sent in.
	const secrets = new Secrets([]);
	const OTHER = '4012000033330026';

	test.each([
		['Card 4012000033330026 was used', 'Card [hidden 0026] was used'],
		['4012 0000 3333 0026', '[hidden 0026]'],
		['4012-0000-3333-0026, 5060990580000217499', '[hidden 0026], [hidden 7499]'],
		['4012\u00a00000\u20103333\u20130026', '[hidden 0026]'],
		['4012 - 0000 - 3333 - 0026', '[hidden 0026]'],
		['4012.0000.3333.0026', '[hidden 0026]'],
		['4012/0000_3333%200026', '[hidden 0026]'],
		['4012&nbsp;0000&nbsp;3333\u200b0026', '[hidden 0026]'],
		['4012     0000\t\n\t\n3333 - - - 0026', '[hidden 0026]'],
		[
			'\uff14\uff10\uff11\uff12\uff10\uff10\uff10\uff10\uff13\uff13\uff13\uff13\uff10\uff10\uff12\uff16',
			'[hidden 0026]',
		],
		[
			'\u0664\u0660\u0661\u0662\u0660\u0660\u0660\u0660\u0663\u0663\u0663\u0663\u0660\u0660\u0662\u0666',
			'[hidden 0026]',
		],
		// A track of the card, and the number with its expiry in one run.
		['4012000033330026D34121010000012300000', '[hidden 0026]D34121010000012300000'],
		['4012000033330026=34121010000012300000', '[hidden 0026]=34121010000012300000'],
		['on 22/11/2026 4012.0000.3333.0026', 'on 22/11/2026 [hidden 0026]'],
		['card%204012000033330026', 'card%20[hidden 0026]'],
		// 12 and 19 digits are the shortest and the longest.
		['676770000005', '[hidden 0005]'],
		['x4012000033330026y, card=4012000033330026;', 'x[hidden 0026]y, card=[hidden 0026];'],
		['https://shop.example/?card=4012000033330026', 'https://shop.example/?card=[hidden 0026]'],
		// A number beside it does not hide it, and does not stay readable in it.
		['10 4012 0000 3333 0026 03 50', '10 [hidden 0026] 03 50'],
		['77 4012000033330026', '77 [hidden 0026]'],
		['{"pan2":"4012000033330026","amount":"1"}', '{"pan2":"[hidden 0026]","amount":"1"}'],
	])('%p becomes %p', (text, expected) => {
		expect(secrets.inText(text)).toBe(expected);
	});

	test.each([
		['a number with another check digit', '4012000033330027'],
		['eleven digits', '40120000334'],
		['twenty digits and more', '40120000333300260000'],
		['digits with letters between them', '4012x0000x3333x0026'],
		['a UUID, of which any part may pass the check', 'a0e1bc12-4012-4000-8333-300260000000'],
		['a hash that begins with digits', '4012000e98fc1c149afb4c8996fb92427ae41e46'],
		['a hash', `e3b0c44298fc1c149afb${OTHER}27ae41e4649b934ca495991b7852b855`],
		['a date and a time', '24/11/2026 07.00.00, 2026/11/24 07.00.00, 24.11.2026 07:00:00'],
		['amounts, dates and times', 'NGN 10.50 on 2026-11-22 10:15:30.123456'],
	])('%s is none', (_, text) => {
		expect(secrets.inText(text)).toBe(text);
	});

	test.each([
		'message',
		'customerId',
		'paymentRequestor',
		'merchant',
		'errorMessage',
		'errorCode',
		'id',
		'paymentReference',
	])('is masked in %s, as text and as a number', (name) => {
		expect(secrets.inAnswer({ [name]: `Ada ${OTHER}`, list: [{ [name]: Number(OTHER) }] })).toEqual({
			[name]: 'Ada [hidden 0026]',
			list: [{ [name]: '[hidden 0026]' }],
		});
	});

	test.each(['reference', 'merchantRef', 'clientReference', 'transactionReference', 'ref', 'requestId'])(
		'stays in %s: it is chosen by the merchant or names the payment, and one in ten numbers passes the check',
		(name) => {
			const orders = { [name]: '202611220007', also: [{ [name]: `INV-${OTHER}` }, { [name]: 202611220007 }] };
			expect(secrets.inAnswer(orders)).toEqual(orders);
			const inWords = ['Order 202611220007', 'Order 2026 1122 0007', 'Parcel PIN: 560001', 'cvv=123'];
			expect(secrets.inAnswer({ [name]: inWords })).toEqual({ [name]: inWords });
		},
	);

	test('is masked in a reference where it is refused in that of a payment', () => {
		expect(secrets.inAnswer({ reference: `paid with ${OTHER}`, merchantRef: '4012 0000 3333 0026' })).toEqual({
			reference: 'paid with [hidden 0026]',
			merchantRef: '[hidden 0026]',
		});
	});

	test('is hidden whole in a reference where it is the card of this call', () => {
		expect(new Secrets([OTHER]).inAnswer({ reference: OTHER, message: OTHER })).toEqual({
			reference: '[hidden]',
			message: '[hidden]',
		});
	});

	test('account numbers, amounts and addresses stay, because they are of no use once they are altered', () => {
		const answer = {
			...{ accountNumber: OTHER, destination: OTHER, amountMinor: Number(OTHER), grossAmount: OTHER },
			...{ acsUrl: `https://bank.example/${OTHER}`, rate: 0.4012000033330026 },
		};
		expect(secrets.inAnswer(answer)).toEqual(answer);
	});

	test('in any text, however it is grouped and whatever stands beside it, none is left', () => {
		const around = fc.string({
			unit: fc.constantFrom('a', 'Z', ' ', '.', ':', '-', '7', '\n', '"', '/'),
			maxLength: 20,
		});
		const separators = fc.array(fc.constantFrom('', '', '', ' ', '-', '  '), { minLength: 16, maxLength: 16 });
		always(
			fc.property(around, around, separators, (before, after, between) => {
				const card = [...OTHER].map((digit, place) => digit + (place < 15 ? between[place] : '')).join('');
				// A digit directly beside it makes another number of it.
				fc.pre(!/\d$/.test(before) && !/^\d/.test(after));
				expect(secrets.inText(before + card + after).replace(/[\s-]/g, '')).not.toContain(OTHER);
			}),
		);
	});

	test('masking again changes nothing', () => {
		always(
			fc.property(fc.string({ unit: fc.constantFrom('4', '0', '1', ' ', '-', 'a', '['), maxLength: 200 }), (text) => {
				const once = secrets.inText(text);
				expect(secrets.inText(once)).toBe(once);
			}),
		);
	});
});

describe('Values that nobody has named as secrets, behind their names', () => {
	const secrets = new Secrets([]);

	test.each([
		['cvv: 837', 'cvv: [hidden]'],
		['CVV 2 failed, CVV2 = 0837.', 'CVV 2 failed, CVV2 = [hidden].'],
		['Your OTP is 123456', 'Your OTP is [hidden]'],
		['otp=123456 was refused', 'otp=[hidden] was refused'],
		['OTP => 123 456', 'OTP => [hidden]'],
		['card pin: "1234"', 'card pin: "[hidden]"'],
		['security code: 0837', 'security code: [hidden]'],
		['the verification code is: 918273', 'the verification code is: [hidden]'],
		['<cvv>837</cvv>', '<cvv>[hidden]</cvv>'],
		['<s:otp type="sms">123456</s:otp>', '<s:otp type="sms">[hidden]</s:otp>'],
		['<password><![CDATA[hush]]></password>', '<password><![CDATA[[hidden]]]></password>'],
		['&lt;pin&gt;1234&lt;/pin&gt;', '&lt;pin&gt;[hidden]&lt;/pin&gt;'],
		['{"pin":"1234"}', '{"pin":"[hidden]"}'],
		['{"cv2": 837, "token": "abc"}', '{"cv2": [hidden], "token": "[hidden]"}'],
		['{\\"pin\\": \\"1234\\"}', '{\\"pin\\": \\"[hidden]\\"}'],
		// As PHP and Ruby print what they were sent.
		['[cvv] => 837 [pin] => 1234', '[cvv] => [hidden] [pin] => [hidden]'],
		["'cvv' => '837', 'cardPin' => 1234,", "'cvv' => '[hidden]', 'cardPin' => [hidden],"],
		['{"cvv"=>"837", "token" => "abc"}', '{"cvv"=>"[hidden]", "token" => "[hidden]"}'],
		['card[cvv]=837&card[otp]=123456', 'card[cvv]=[hidden]&card[otp]=[hidden]'],
		['card[cvv][]=837&card[otp][0]=123456', 'card[cvv][]=[hidden]&card[otp][0]=[hidden]'],
		['token: tok_9f2b71', 'token: [hidden]'],
		['Password: hunter2!', 'Password: [hidden]'],
	])('%s', (text, shown) => {
		expect(secrets.inText(text)).toBe(shown);
		expect(secrets.inAnswer({ message: text })).toEqual({ message: shown });
	});

	test.each([
		'Your OTP has been sent to 0803***1234',
		'OTP: 0803***1234',
		'pin: incorrect',
		'PIN is incorrect. PIN is required',
		'cvv: required, 3 digits',
		'otp: 2 tries left',
		'The OTP is valid for 10 minutes',
		'Token: expired',
		'token is invalid, password: required',
		'Password must have 8 characters',
		'Opinion: 1234 people',
		'pin: 1234.50 was charged',
		'OTP sent at: 10:30',
		'pin = incorrect, otp => expired',
		'The field "pin" is required, [otp] is missing, [cardPin]: must be a number',
	])('an ordinary sentence stays: %s', (text) => {
		expect(secrets.inText(text)).toBe(text);
	});
});
