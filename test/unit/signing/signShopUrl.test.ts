import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { signShopUrl } from '../../../nodes/shared/signing/paymentLink';

const KEY = 'the-private-key-1';
const SIGNED = { reference: 'INV-7 & more', outcome: 'authorized' };
const queryOf = (address: string) => Object.fromEntries(new URL(address).searchParams);

test('the address of the shop keeps all that it has, but for what is signed', () => {
	const address = signShopUrl('https://shop.example/a?outcome=mine&b=1#c', SIGNED, KEY);
	expect(address).toMatch(/^https:\/\/shop\.example\/a\?.*#c$/);
	expect(queryOf(address)).toEqual({ ...SIGNED, b: '1', signature: expect.stringMatching(/^[\w-]{43}$/) as string });
});

test('the signature depends on the address of the shop, reference, outcome and key, and on nothing else', () => {
	const signatureOf = (changes: object, key = KEY, url = 'https://shop.example/thanks') =>
		queryOf(signShopUrl(url, { ...SIGNED, ...changes }, key)).signature;
	const own = signatureOf({});
	expect(signatureOf({}, KEY, 'https://shop.example/thanks?from=n8n#top')).toBe(own);
	const others = [
		signatureOf({ reference: 'INV-8' }),
		signatureOf({ outcome: 'declined' }),
		signatureOf({}, 'another-private-key'),
		signatureOf({}, KEY, 'https://other.example/thanks'),
		signatureOf({}, KEY, 'https://shop.example/other'),
	];
	expect(others).not.toContain(own);
	expect(new Set(others).size).toBe(5);
});

describe('the check of the guide', () => {
	const guide = readFileSync(join(__dirname, '../../../docs/payment-page.md'), 'utf8');
	const [, code = ''] = /```js\n([^]*?)```/.exec(guide) ?? [];
	// eslint-disable-next-line @typescript-eslint/no-implied-eval
	const load = new Function('require', 'process', `${code}; return isGenuine;`);
	const isGenuine = load(require, { env: { PRIVATE_KEY: KEY } }) as (query: object) => boolean;
	const query = queryOf(signShopUrl('https://shop.example/thanks?from=n8n', SIGNED, KEY));

	test('takes what the page has signed for this shop', () => {
		expect(isGenuine(query)).toBe(true);
		expect(isGenuine(queryOf(signShopUrl('https://other.example/thanks', SIGNED, KEY)))).toBe(false);
	});

	test.each([
		['no signature', { signature: undefined }],
		['an empty one', { signature: '' }],
		['one of as many characters and more bytes', { signature: 'é'.repeat(43) }],
		['two of them', { signature: [query.signature, query.signature] }],
		['another outcome', { outcome: 'declined' }],
		['another reference', { reference: 'INV-8' }],
		['no reference', { reference: undefined }],
	])('refuses %s, and does not throw', (_, changes) => expect(isGenuine({ ...query, ...changes })).toBe(false));
});
