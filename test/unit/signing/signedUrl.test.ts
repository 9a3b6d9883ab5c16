import fc from 'fast-check';

import { SettingError } from '../../../gateway/values/errors';
import {
	readSignedTerms,
	signUrl,
	readTerms,
	triggerUrls,
	type SignedTerms,
} from '../../../nodes/shared/signing/signedUrl';

const KEY = 'the-private-key-1';
const URL_OF_TRIGGER = 'https://n8n.example/webhook/3f0a/notification';
const terms: SignedTerms = { reference: 'ORDER-1', amount: '10.5', currency: 'NGN' };

function read(address: string, key = KEY, previousPrivateKey = ''): SignedTerms | undefined {
	const { pathname, searchParams } = new URL(address);
	return readSignedTerms(pathname, searchParams, { privateKey: key, previousPrivateKey });
}

describe('a signed URL', () => {
	const signed = signUrl(URL_OF_TRIGGER, terms, KEY);

	test('gives back its terms', () => {
		expect(read(signed)).toEqual(terms);
	});

	test('is good with the previous private key, where the credential has it', () => {
		expect(read(signed, 'another-private-key')).toBeUndefined();
		expect(read(signed, 'another-private-key', 'a-third-private-key')).toBeUndefined();
		expect(read(signed, 'another-private-key', KEY)).toEqual(terms);
	});

	test('gives back whatever terms it got', () => {
		fc.assert(
			fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (reference) => {
				const own = { ...terms, reference: reference.toWellFormed() };
				expect(read(signUrl(URL_OF_TRIGGER, own, KEY))).toEqual(own);
			}),
		);
	});

	test('may lack amount and currency', () => {
		const bare = { reference: 'ORDER-1', amount: '', currency: '' };
		expect(read(signUrl(URL_OF_TRIGGER, bare, KEY))).toEqual(bare);
		expect(signUrl(URL_OF_TRIGGER, bare, KEY)).toMatch(/\?signedReference=ORDER-1&signature=[\w-]+$/);
	});

	test('holds neither the private key nor anything that depends on another', () => {
		expect(signed).not.toContain(KEY);
		expect(signUrl(URL_OF_TRIGGER, terms, 'the-private-key-2')).not.toBe(signed);
	});

	test('is good behind a proxy that adds a path, as a test URL, and with parameters of the service', () => {
		const query = signed.split('?')[1]!;
		expect(read(`https://proxy.example/n8n/webhook-test/3f0a/notification/?${query}`)).toEqual(terms);
		expect(read(`${signed}&transactionReference=SBX-1&status=2&reference=OTHER`)).toEqual(terms);
	});

	test.each([
		['unsigned', URL_OF_TRIGGER],
		['of no payment', signUrl(URL_OF_TRIGGER, { ...terms, reference: '' }, KEY)],
		['with an empty signature', signed.replace(/signature=.*/, 'signature=')],
		['with another reference', signed.replace('ORDER-1', 'ORDER-2')],
		['with another amount', signed.replace('10.5', '1.05')],
		['with another currency', signed.replace('NGN', 'USD')],
		['without its amount', signed.replace(/signedAmount=[^&]*&/, '')],
		['of another trigger', signed.replace('3f0a', '3f0b')],
		['of the other path', signed.replace('/notification', '/callback')],
		['with a shortened signature', signed.slice(0, -1)],
		['with a longer signature', `${signed}=`],
	])('is not genuine %s', (_, address) => {
		expect(read(address)).toBeUndefined();
	});

	test('says nothing where it is not signed', () => {
		expect(readTerms(new URL(URL_OF_TRIGGER).searchParams)).toEqual({ reference: '', amount: '', currency: '' });
	});

	test('is not genuine under another key', () => {
		expect(read(signed, 'the-private-key-2')).toBeUndefined();
	});

	test('no change of one character passes', () => {
		fc.assert(
			fc.property(fc.nat(signed.length - 1), fc.constantFrom(...'aZ0-_'), (at, character) => {
				const changed = signed.slice(0, at) + character + signed.slice(at + 1);
				fc.pre(changed !== signed && URL.canParse(changed));
				const found = read(changed);
				// Only what stands before the path's end does not count.
				if (at >= URL_OF_TRIGGER.indexOf('/3f0a')) expect(found).toBeUndefined();
			}),
		);
	});

	test('cannot be made or read without a private key', () => {
		expect(() => signUrl(URL_OF_TRIGGER, terms, '')).toThrow(SettingError);
		expect(() => read(signed, '')).toThrow(SettingError);
	});
});

describe('triggerUrls', () => {
	const both = {
		callbackUrl: 'https://n8n.example/webhook/3f0a/callback',
		webhookURL: 'https://n8n.example/webhook/3f0a/notification',
	};

	test.each([
		URL_OF_TRIGGER,
		'https://n8n.example/webhook/3f0a/callback',
		`${URL_OF_TRIGGER}/`,
		`${URL_OF_TRIGGER}?a=1`,
	])('makes both from %s', (address) => expect(triggerUrls(address)).toEqual(both));

	test('makes both without https, too', () => {
		expect(triggerUrls('http://localhost/a/callback')).toMatchObject({ callbackUrl: 'http://localhost/a/callback' });
	});

	test.each([
		'',
		'n8n.example/webhook/3f0a/notification',
		'https://n8n.example/webhook/3f0a',
		'ftp://n8n.example/a/callback',
		'x-https://n8n.example/a/callback',
		'https://n8n.example/a/callback/b',
	])('refuses %s', (address) => expect(triggerUrls(address)).toBeUndefined());
});
