import type { en } from './en';

export type TextName = keyof (typeof en)['texts'];
export type Texts = Record<TextName, string>;

/** A language that pages are shown in. English decides which texts there are. */
export interface Language {
	/** In English, for the editor. */
	name: string;
	direction: 'ltr' | 'rtl';
	texts: Texts;
}
