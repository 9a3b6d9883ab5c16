import { returnUrl } from '../../../../nodes/shared/signing/returnUrl';

const SIGNED = { reference: 'INV-7 & more', outcome: 'authorized' };
const queryOf = (address: string) => Object.fromEntries(new URL(address).searchParams);

test('the address of the shop keeps all that it has, but for what is signed', () => {
	const address = returnUrl('https://shop.example/a?outcome=mine&b=1#c', SIGNED, 'key');
	expect(address).toMatch(/^https:\/\/shop\.example\/a\?.*#c$/);
	expect(queryOf(address)).toEqual({ ...SIGNED, b: '1', signature: expect.stringMatching(/^[\w-]{43}$/) as string });
});

test('the signature depends on reference, outcome and key, and on nothing else', () => {
	const signatureOf = (changes: object, key = 'key', url = 'https://shop.example') =>
		queryOf(returnUrl(url, { ...SIGNED, ...changes }, key)).signature;
	const own = signatureOf({});
	expect(signatureOf({}, 'key', 'https://other.example/b')).toBe(own);
	const others = [signatureOf({ reference: 'INV-8' }), signatureOf({ outcome: 'declined' }), signatureOf({}, 'other')];
	expect(others).not.toContain(own);
	expect(new Set(others).size).toBe(3);
});

test('without a private key nothing can be signed', () => {
	expect(() => returnUrl('https://shop.example', SIGNED, '')).toThrow('The credential has no Private Key');
});
