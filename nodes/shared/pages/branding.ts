import type { IWebhookFunctions } from 'n8n-workflow';

import { LANGUAGES, textsIn, type Language, type Wording } from './languages';
import type { Branding } from './view';

/** The user's settings for pages. */
export type BrandingSettings = Partial<Omit<Branding, 'language' | 'texts'>> & { texts?: { wording: Wording[] } };

/** The branding of pages for a customer: the user's settings, in the language that the browser prefers. */
export function brandingOf(
	context: Pick<IWebhookFunctions, 'getRequestObject'>,
	settings: BrandingSettings = {},
): Branding {
	const { texts, merchantName = '', logoUrl = '', accentColor = '#0b5cad', frames = '' } = settings;
	const accepted = context.getRequestObject().acceptsLanguages([...LANGUAGES]);
	const language: Language = accepted ? (accepted as Language) : 'en';
	return { language, texts: textsIn(language, texts?.wording), merchantName, logoUrl, accentColor, frames };
}
