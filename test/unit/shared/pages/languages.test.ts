import { fill, LANGUAGES, TEXT_NAMES, TEXTS, textsIn } from '../../../../nodes/shared/pages/languages';

const gapsIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([gap]) => gap);

test.each(LANGUAGES)('in %s nothing is missing, and each text has the same gaps', (language) => {
	for (const name of TEXT_NAMES) {
		const text = TEXTS[language][name];
		expect(text.trim()).not.toBe('');
		expect(gapsIn(text)).toEqual(gapsIn(TEXTS.en[name]));
	}
	expect(Object.keys(TEXTS[language])).toEqual(Object.keys(TEXTS.en));
});

test('only Arabic is written in Arabic letters', () => {
	const arabic = LANGUAGES.filter((language) => /[\u0600-\u06ff]/.test(Object.values(TEXTS[language]).join('')));
	expect(arabic).toEqual(['ar']);
});

test('the wording of the user takes precedence, the last one most', () => {
	const texts = textsIn('fr', [
		{ language: 'all', name: 'pay', text: 'one' },
		{ language: 'fr', name: 'pay', text: 'two' },
		{ language: 'en', name: 'cvv', text: 'three' },
	]);
	expect([texts.pay, texts.cvv]).toEqual(['two', TEXTS.fr.cvv]);
});

test('gaps are filled once, and unknown ones stay', () => {
	expect(fill('{a} {b} {c}', { a: '{b}', b: '$&' })).toBe('{b} $& {c}');
});
