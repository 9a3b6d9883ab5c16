import { ar } from './ar';
import { en, type Language, type TextName, type Texts } from './en';
import { fr } from './fr';
import { pt } from './pt';

export type { TextName, Texts };

/** The languages of pages, by their codes. */
export const languages = { en, fr, pt, ar } satisfies Record<string, Language>;

/** The code of a language, such as "en". */
export type LanguageCode = keyof typeof languages;
export const LANGUAGES = Object.keys(languages) as LanguageCode[];

export function isLanguage(code: unknown): code is LanguageCode {
	return LANGUAGES.includes(code as LanguageCode);
}

/** Names a language in its own words, such as "français". */
export function nameOfLanguage(code: LanguageCode): string {
	return new Intl.DisplayNames(code, { type: 'language' }).of(code)!;
}

/** The texts that the user can replace: all but the `open…` ones, which only the other trigger shows. */
export const TEXT_NAMES = (Object.keys(en.texts) as TextName[]).filter((name) => !/^open[A-Z]/.test(name));

/** The user's replacement of a text, in one language or in all. */
export interface Wording {
	/** A code, or "all". */
	language: string;
	name: string;
	text: string;
}

/** Returns the texts of a language, with the user's replacements. */
export function textsIn(language: LanguageCode, wordings: readonly Wording[] = []): Texts {
	const own = wordings.filter((wording) => wording.language === 'all' || wording.language === language);
	const written = own.filter(({ text }) => text !== '').map(({ name, text }) => [name, text] as const);
	return { ...languages[language].texts, ...Object.fromEntries<string>(written) };
}

/** Returns a text that says how many are left: one, or `{count}` of them, at least two. */
export function fillCount(texts: Texts, name: 'cardsLeft' | 'codesLeft', count: number): string {
	return count === 1 ? texts[`${name}One`] : fill(texts[name], { count: String(count) });
}

/** Fills the placeholders of a text. */
export function fill(text: string, values: Record<string, string>): string {
	return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}
