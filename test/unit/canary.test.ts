import { createHash } from 'node:crypto';

import { CANARY, hidden, secretsIn } from '../engine/support/canary';

const { cardNumber, cvv, longPin, otp, shortPin, apiKey } = CANARY;

const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64');
const json = (value: unknown) => JSON.stringify(value);

describe('the search finds a secret', () => {
	const places: Record<string, (secret: string) => string> = {
		alone: (secret) => secret,
		'as a value of JSON': (secret) => json({ a: [{ b: secret }] }),
		'as a key of JSON': (secret) => json({ [secret]: 1 }),
		'in JSON in a text of JSON': (secret) => json({ body: json({ body: json({ a: secret }) }) }),
		'as a number of JSON': (secret) => `{"pin":${secret},"month":3}`,
		'in the words of a text of JSON': (secret) => json({ message: `The CVV is:\n${secret}\t(wrong)` }),
		'behind an escaped character': (secret) => `{"a":"\\u202e${secret}"}`,
		'in an address': (secret) => `https://shop.example/pay/${secret}/done`,
		'in a query': (secret) => `https://shop.example/?order=1&cvv=${secret}&pin=1`,
		'in a form': (secret) => `cvv=${secret}`,
		'in quotes in a query': (secret) => `?filter=${encodeURIComponent(json({ cvv: secret }))}&a=b`,
		'in an address in a query': (secret) =>
			`?to=${encodeURIComponent(`https://a.example/?q=${encodeURIComponent(`"${secret}"`)}`)}`,
		'in a header': (secret) => `authorization: Bearer ${secret}\r\n`,
		'in words': (secret) => `debug Card (${secret}), wrong. Or ${secret}.`,
		'behind its name': (secret) => `cvv${secret} was refused`,
		'between dashes': (secret) => `ORDER-${secret}-A`,
		'in HTML': (secret) => `<input name="cvv" value="${secret}"><p>${secret}</p>`,
		'in quotes in HTML': (secret) => `<p>&quot;${secret}&quot;</p>`,
		'in base64': (secret) => `Basic ${base64(`merchant:${secret}`)}`,
		'in a token': (secret) => `e30.${Buffer.from(json({ sub: secret })).toString('base64url')}.AAAA`,
		'beside unreadable bytes in base64': (secret) =>
			`state=${Buffer.concat([randomBytes(1), Buffer.from(json({ cvv: secret })), randomBytes(2)]).toString('base64url')}`,
		'in base64 in an address': (secret) => `/webhook/7f/checkout/${base64(json({ cvv: secret }))}`,
	};

	test.each(Object.entries(places))('%s', (_, place) => {
		for (const secret of Object.values(CANARY)) expect(secretsIn(place(secret), [secret])).toEqual([secret]);
	});

	test('in a spelling of its own', () => {
		expect(secretsIn('4539 1488 0343 6467')).toEqual([cardNumber]);
		expect(secretsIn('4539-1488-0343-6467')).toEqual([cardNumber]);
		expect(secretsIn(`x${cardNumber}0, 1${longPin}1 and a${otp}b`)).toEqual([cardNumber, longPin, otp]);
		expect(secretsIn(`key${apiKey}key`)).toEqual([apiKey]);
	});
});

test('the search does not find what is hidden, nor a part of something else', () => {
	expect(
		secretsIn(
			Object.values(CANARY)
				.map((secret) => hidden(secret))
				.join('\n'),
		),
	).toEqual([]);
	expect(secretsIn(`a${cvv}f, ${cvv}1, 2026-11-22T10:30:00.${cvv}Z, 12.${shortPin}, ${otp.slice(1)}`)).toEqual([]);
	expect(secretsIn(`{"executionTime":739,"id":"6ba7b810-${cvv}-41d1-80b4-00c04fd430c8"}`)).toEqual([]);
});

/** The same ones each time. */
function randomBytes(seed: number): Buffer {
	return createHash('sha256').update(`canary ${seed}`).digest();
}
