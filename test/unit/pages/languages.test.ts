import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import {
	fillCount,
	fill,
	languages,
	LANGUAGES,
	TEXT_NAMES,
	textsIn,
	type TextName,
} from '../../../checkout/pages/languages';

const NAMES = new Intl.DisplayNames('en', { type: 'language' });

const gapsIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([gap]) => gap);

test.each(LANGUAGES)('in %s nothing is missing, and each text has the same gaps', (language) => {
	const { texts } = languages[language];
	for (const [name, english] of Object.entries(languages.en.texts)) {
		const text = texts[name as TextName];
		expect(text.trim()).not.toBe('');
		expect(gapsIn(text)).toEqual(gapsIn(english));
	}
	expect(Object.keys(texts)).toEqual(Object.keys(languages.en.texts));
});

test.each(LANGUAGES)('%s has its own name, and texts of its own', (language) => {
	const { name, texts } = languages[language];
	expect(name).toBe(NAMES.of(language));
	for (const other of LANGUAGES.filter((code) => code !== language)) {
		const copied = Object.entries(texts).filter(([key, text]) => text === languages[other].texts[key as TextName]);
		// A text may be the same by chance, most of them are not.
		expect(copied.length).toBeLessThan(Object.keys(texts).length / 10);
	}
});

test('the guide names every language', () => {
	const guide = readFileSync(join(__dirname, '../../../docs/payment-page.md'), 'utf8');
	expect(LANGUAGES.filter((language) => !guide.includes(languages[language].name))).toEqual([]);
});

test('only Arabic is written in Arabic letters', () => {
	const arabic = LANGUAGES.filter((language) =>
		/[\u0600-\u06ff]/.test(Object.values(languages[language].texts).join('')),
	);
	expect(arabic).toEqual(['ar']);
	expect(LANGUAGES.filter((language) => languages[language].direction === 'rtl')).toEqual(['ar']);
});

test('the user can replace the texts of the payment page, and no others', () => {
	expect(TEXT_NAMES).toEqual(expect.arrayContaining(['pay', 'paidText', 'closedText', 'returnedText']));
	expect(TEXT_NAMES).not.toEqual(expect.arrayContaining(['openText']));
});

test('the wording of the user takes precedence, the last one most', () => {
	const texts = textsIn('fr', [
		{ language: 'all', name: 'pay', text: 'one' },
		{ language: 'fr', name: 'pay', text: 'two' },
		{ language: 'en', name: 'cvv', text: 'three' },
	]);
	expect([texts.pay, texts.cvv]).toEqual(['two', languages.fr.texts.cvv]);
});

test.each(LANGUAGES)('in %s one card and one code have words of their own', (language) => {
	const { texts } = languages[language];
	for (const name of ['cardsLeft', 'codesLeft'] as const) {
		const [one, two, ten] = [1, 2, 10].map((count) => fillCount(texts, name, count));
		expect([one, two, ten]).toEqual([
			texts[`${name}One`],
			texts[name].replace('{count}', '2'),
			expect.stringContaining('10'),
		]);
		expect(one).not.toBe(texts[name].replace('{count}', '1'));
	}
});

test.each(LANGUAGES)('in %s only a record says that nobody was charged', (language) => {
	const { texts } = languages[language];
	const claims = {
		en: /not been charged|nothing was charged/i,
		fr: /pas été débité/,
		pt: /(Não|Nada) lhe foi cobrado/,
		ar: /لم يُخصم/,
	}[language];
	// It is shown where the service has a record of the decline.
	const told = Object.entries(texts)
		.filter(([, text]) => claims.test(text))
		.map(([name]) => name);
	expect(told).toEqual(['declinedText']);
});

test('gaps are filled once, and unknown ones stay', () => {
	expect(fill('{a} {b} {c}', { a: '{b}', b: '$&' })).toBe('{b} $& {c}');
});
