import fc from 'fast-check';

import type { LinkTerms } from '../../../checkout/attempt';
import { makeLink, readLink } from '../../../nodes/shared/signing/paymentLink';

const KEY = 'the-private-key-1';
const CHECKOUT = 'https://n8n.example/webhook/3f0a/checkout';
const terms: LinkTerms = {
	reference: 'ORDER-1',
	amount: '10.50',
	currency: 'NGN',
	description: 'Order 1',
	expires: 1_800_000_000_000,
	tries: 3,
	customFields: { customer: 'A-17' },
};

function read(address: string, key = KEY, previousPrivateKey = ''): LinkTerms | undefined {
	const { pathname, searchParams } = new URL(address);
	return readLink(searchParams.get('link') ?? '', pathname, { privateKey: key, previousPrivateKey });
}

test('it is good with the previous private key, where the credential has it', () => {
	const link = makeLink(CHECKOUT, terms, KEY);
	expect(read(link, 'another-private-key')).toBeUndefined();
	expect(read(link, 'another-private-key', 'a-third-private-key')).toBeUndefined();
	expect(read(link, 'another-private-key', KEY)).toEqual(terms);
});

test('a link gives back its terms, whatever they are', () => {
	expect(read(makeLink(CHECKOUT, terms, KEY))).toEqual(terms);
	const text = fc.string({ unit: 'grapheme' });
	fc.assert(
		fc.property(text, fc.dictionary(text, text), (description, fields) => {
			const own = { ...terms, description, customFields: { ...fields } };
			const given = JSON.parse(JSON.stringify(own)) as LinkTerms;
			expect(read(makeLink(CHECKOUT, own, KEY))).toEqual(given);
		}),
	);
});

test('it is good at the test address and behind a proxy that adds a path', () => {
	const { search } = new URL(makeLink(CHECKOUT, terms, KEY));
	expect(read(`https://proxy.example/n8n/webhook-test/3f0a/checkout${search}`)).toEqual(terms);
});

test('it replaces what the address had in its query', () => {
	expect(makeLink(`${CHECKOUT}?link=old`, terms, KEY)).toMatch(/checkout\?payment=ORDER-1&link=[\w-]+\.[\w-]{43}$/);
});

const link = makeLink(CHECKOUT, terms, KEY);
test.each([
	['of another page', link.replace('3f0a', '3f0b')],
	['of a page whose address only reads like it', link.replace('3f0a/checkout', '3f0ac/heckout')],
	['of another path', link.replace('/checkout', '/callback')],
	['without a signature', link.replace(/\..{43}$/, '')],
	['with more behind it', `${link}.x`],
])('it does not work %s', (_, address) => expect(read(address)).toBeUndefined());

test('it does not work under another key', () => expect(read(link, 'the-private-key-2')).toBeUndefined());

test('no change of one character passes', () => {
	const start = link.indexOf('link=') + 5;
	fc.assert(
		fc.property(fc.integer({ min: start, max: link.length }), fc.constantFrom(...'aZ0-_.'), (at, character) => {
			const changed = link.slice(0, at) + character + link.slice(at + 1);
			fc.pre(changed !== link);
			expect(read(changed)).toBeUndefined();
		}),
	);
});
