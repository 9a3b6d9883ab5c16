import { queryOf } from '../query';
import { isLanguage, languages, LANGUAGES, textsIn, type LanguageCode, type Texts, type Wording } from './languages';
import { COMMON_BRANDS, type Brand } from './pictures/brands';

/** The look and the texts of pages: the user's settings in the customer's language. */
export interface Branding {
	language: LanguageCode;
	direction: 'ltr' | 'rtl';
	texts: Texts;
	merchantName: string;
	/** An https address, or empty. */
	logoUrl: string;
	/** The accent colour, as #rrggbb. */
	accentColor: string;
	/** The cards that the shop takes. */
	brands: readonly Brand[];
	/** The processor of the payment, such as "pay.example"; empty where it is not shown. */
	processor: string;
	/** The addresses of the shop's terms, of its refund policy and of its contact page; empty for none. */
	links: Readonly<Record<'terms' | 'refunds' | 'contact', string>>;
	/** True if no money moves: the credential is for the service's test environment. */
	isTest: boolean;
	/** Parts left out of the page, for the builder who tests it. */
	leftOut: readonly string[];
	/** Sites that may frame the page, as in Content-Security-Policy; empty for none. */
	frames: string;
	/** The zone of n8n, such as "Africa/Lagos", for browsers without scripts. */
	timeZone: string;
	/** The address of this page in another language, where there is a choice. */
	addressIn?: (language: LanguageCode) => string;
}

/** The user's settings for pages. */
interface BrandingSettings extends Partial<Omit<Branding, 'language' | 'direction' | 'texts' | 'timeZone'>> {
	texts?: { wording: Wording[] };
}

const PLAIN = {
	merchantName: '',
	logoUrl: '',
	accentColor: '#0b5cad',
	brands: COMMON_BRANDS,
	processor: '',
	links: { terms: '', refunds: '', contact: '' },
	isTest: false,
	frames: '',
};

/** The branding's view of a request: the language that the customer has chosen or the browser prefers, and whether it is a test run. */
interface RequestContext {
	getRequestObject(): { originalUrl: string; acceptsLanguages(languages: string[]): string | false };
	/** "manual" for a run in the editor. */
	getMode(): string;
	getTimezone(): string;
}

/** Returns the branding of pages for a customer: the user's settings, in the language that the customer has chosen, or the browser prefers. */
export function brandingOf(
	context: RequestContext,
	{ texts, leftOut = [], logoUrl = '', ...settings }: BrandingSettings = {},
): Branding {
	const request = context.getRequestObject();
	// An explicit choice outweighs the browser's preference.
	const [language = 'en'] = [queryOf(request.originalUrl).get('lang'), request.acceptsLanguages([...LANGUAGES])].filter(
		isLanguage,
	);
	return {
		...PLAIN,
		...settings,
		logoUrl,
		language,
		direction: languages[language].direction,
		texts: textsIn(language, texts?.wording),
		leftOut: context.getMode() === 'manual' ? leftOut : [],
		timeZone: context.getTimezone(),
	};
}
