import type { IWebhookFunctions } from 'n8n-workflow';

import { languages, LANGUAGES, textsIn, type LanguageCode, type Texts, type Wording } from './languages';

/** How pages look and read: the user's settings in the customer's language. */
export interface Branding {
	language: LanguageCode;
	direction: 'ltr' | 'rtl';
	texts: Texts;
	merchantName: string;
	/** An https address, or empty. */
	logoUrl: string;
	/** As #rrggbb. */
	accentColor: string;
	/** Whether no money moves: the credential is that of the service's test environment. */
	isTest: boolean;
	/** What was left out of the page, for the builder who tests it. */
	leftOut: readonly string[];
	/** Sites that may frame the page, as in Content-Security-Policy; empty for none. */
	frames: string;
}

/** The user's settings for pages. */
interface BrandingSettings extends Partial<Omit<Branding, 'language' | 'direction' | 'texts'>> {
	texts?: { wording: Wording[] };
}

/** The branding of pages for a customer: the user's settings, in the language that the browser prefers. */
export function brandingOf(
	context: Pick<IWebhookFunctions, 'getRequestObject' | 'getMode'>,
	{
		texts,
		merchantName = '',
		logoUrl = '',
		accentColor = '#0b5cad',
		frames = '',
		isTest = false,
		leftOut = [],
	}: BrandingSettings = {},
): Branding {
	const preferred = context.getRequestObject().acceptsLanguages([...LANGUAGES]);
	const language = preferred ? (preferred as LanguageCode) : 'en';
	return {
		language,
		direction: languages[language].direction,
		texts: textsIn(language, texts?.wording),
		merchantName,
		logoUrl,
		accentColor,
		isTest,
		leftOut: context.getMode() === 'manual' ? leftOut : [],
		frames,
	};
}
