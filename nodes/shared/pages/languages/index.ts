import { ar } from './ar';
import { en, type TextName, type Texts } from './en';
import { fr } from './fr';
import { pt } from './pt';

export type { TextName, Texts };

/** What customers read, by language. */
export const TEXTS = { en, fr, pt, ar } satisfies Record<string, Texts>;
export type Language = keyof typeof TEXTS;
export const LANGUAGES = Object.keys(TEXTS) as Language[];
export const TEXT_NAMES = Object.keys(en) as TextName[];

/** Another wording of the user's, for one language or for all. */
export interface Wording {
	language: Language | 'all';
	name: TextName;
	text: string;
}

/** The texts of a language, with the user's wording. */
export function textsIn(language: Language, wordings: readonly Wording[] = []): Texts {
	const own = wordings.filter((wording) => wording.language === 'all' || wording.language === language);
	return { ...TEXTS[language], ...Object.fromEntries(own.map(({ name, text }) => [name, text])) };
}

/** A text with its gaps filled. */
export function fill(text: string, values: Record<string, string>): string {
	return text.replace(/\{(\w+)\}/g, (gap, name: string) => values[name] ?? gap);
}
