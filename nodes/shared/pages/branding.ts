import type { IWebhookFunctions } from 'n8n-workflow';

import { LANGUAGES, textsIn, type Language, type Wording } from './languages';
import type { Look } from './view';

/** What the user has set about pages. */
export type LookSettings = Partial<Omit<Look, 'language' | 'texts'>> & { texts?: { wording: Wording[] } };

/** How pages look for a customer: by the user's settings, in the language that the browser asks for. */
export function lookOf(context: Pick<IWebhookFunctions, 'getRequestObject'>, settings: LookSettings = {}): Look {
	const { texts, merchantName = '', logoUrl = '', accentColor = '#0b5cad', frames = '' } = settings;
	const accepted = context.getRequestObject().acceptsLanguages([...LANGUAGES]);
	const language: Language = accepted ? (accepted as Language) : 'en';
	return { language, texts: textsIn(language, texts?.wording), merchantName, logoUrl, accentColor, frames };
}
