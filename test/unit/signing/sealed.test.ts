import fc from 'fast-check';

import { SettingError } from '../../../gateway/values/errors';
import { seal, unseal, type SealContext } from '../../../nodes/shared/signing/sealed';

const use: SealContext = { purpose: 'session', scope: 'trigger-1', privateKey: 'the-private-key-1' };
const value = { reference: 'ORDER-1', email: 'ada@shop.example' };

test('what was sealed comes back, whatever it is', () => {
	fc.assert(
		fc.property(fc.dictionary(fc.string(), fc.string({ unit: 'grapheme' })), (any) => {
			const plain = JSON.parse(JSON.stringify(any)) as object;
			expect(unseal(seal(plain, use), use)).toEqual(plain);
		}),
	);
});

test('nothing of it can be read, and no two are the same', () => {
	const [one, other] = [seal(value, use), seal(value, use)];
	expect(one).not.toBe(other);
	expect(one).toMatch(/^[\w-]+$/);
	expect(Buffer.from(one, 'base64url').toString('latin1')).not.toMatch(/ORDER|ada|private/);
});

test.each<[string, Partial<SealContext>]>([
	['purpose', { purpose: 'link' }],
	['scope', { scope: 'trigger-2' }],
	['key', { privateKey: 'the-private-key-2' }],
])('it does not open with another %s', (_, changes) => {
	expect(unseal(seal(value, use), { ...use, ...changes })).toBeUndefined();
});

test('no change of one character passes', () => {
	const sealed = seal(value, use);
	fc.assert(
		fc.property(fc.nat(sealed.length), fc.constantFrom('a', 'Z', '0', '-', '_', '=', '', ' '), (at, character) => {
			const changed = sealed.slice(0, at) + character + sealed.slice(at + 1);
			fc.pre(changed !== sealed);
			expect(unseal(changed, use)).toBeUndefined();
		}),
	);
});

test.each(['=', ' ', '.', '\n'])('it has one spelling: with %j behind it, it does not open', (ending) => {
	expect(unseal(seal(value, use) + ending, use)).toBeUndefined();
});

test('any text is refused without an error', () => {
	fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => expect(unseal(text, use)).toBeUndefined()));
});

test('without a private key nothing is sealed or opened', () => {
	expect(() => seal(value, { ...use, privateKey: '' })).toThrow(SettingError);
	expect(() => unseal('x', { ...use, privateKey: '' })).toThrow(SettingError);
});

test('the previous private key opens, and does not seal', () => {
	const sealed = seal(value, use);
	const replaced = { ...use, privateKey: 'the-private-key-2' };
	expect(unseal(sealed, replaced)).toBeUndefined();
	expect(unseal(sealed, { ...replaced, previousPrivateKey: 'other' })).toBeUndefined();
	const both = { ...replaced, previousPrivateKey: use.privateKey };
	expect(unseal(sealed, both)).toEqual(value);
	expect(unseal(seal(value, both), use)).toBeUndefined();
	expect(() => unseal(sealed, { ...both, privateKey: '' })).toThrow(SettingError);
});
