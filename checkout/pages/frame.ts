import { hash } from 'crypto';

import type { Branding } from './branding';
import SCRIPT from './browser/index.ts?text';
import { html, trust, type Markup } from './html';
import { fill, LANGUAGES, nameOfLanguage, type LanguageCode } from './languages';
import { cardIcon, icon } from './pictures/icons';
import { styleOf } from './styles';
import type { Summary } from './summary';

// An amount such as "₦12,500,000.00" is set smaller, to stay on one line.
const LONG_AMOUNT = 11;

/** A page as it is sent. */
export interface Page {
	headers: Readonly<Record<string, string>>;
	html: string;
}

/** The response to a request, and the item that starts the workflow, if it does. */
export type Reply = { item?: object } & (
	| { page: Page; status: number }
	/** Relative to the request, or absolute. */
	| { goTo: string }
	/** JSON, for the service. */
	| { message: string; status: number }
);

/** The answer to a request that is larger than anything that a page sends. */
export const TOO_LARGE: Reply = { status: 413, message: 'This request is too large' };

/** The answer where no page can be made, because of a fault on this side. */
export const NO_PAGE: Reply = {
	status: 503,
	message: 'This page cannot be shown right now. If you have already paid, do not pay again',
};

/** The top of a page. */
export interface Heading {
	/** Null where nothing is known of the payment that could be trusted. */
	summary: Summary | null;
	title: string;
	paragraphs?: ReadonlyArray<string | Markup>;
}

interface Parts {
	main: Markup;
	/** Further elements for the head. */
	head?: Markup;
	/** The addresses that forms may go to, as in Content-Security-Policy; none by default. */
	forms?: string;
}

/** Makes a complete page in one file. */
export function makePage(branding: Branding, page: Heading, { main, head, forms }: Parts): Page {
	const { language, direction, merchantName, logoUrl, accentColor, frames } = branding;
	const style = styleOf(accentColor);
	const images = ['data:', ...(logoUrl ? [new URL(logoUrl).origin] : [])].join(' ');
	// Style and script are allowed by their hashes.
	const loads = [`style-src '${hashOf(style)}'`, `script-src '${hashOf(SCRIPT)}'`, `img-src ${images}`];
	return {
		headers: headersOf(loads, forms, frames || undefined),
		html: html`<!DOCTYPE html>
<html lang="${language}"${direction === 'rtl' && html` dir="rtl"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="${cardIcon(accentColor)}">
${head}<title>${merchantName ? `${page.title} - ${merchantName}` : page.title}</title>
<style>${trust(style)}</style>
</head>
<body>
<div class="sheet">
${headerHtml(branding, page.summary)}
${main}
${footerHtml(branding)}
</div>
<script>${trust(SCRIPT)}</script>
</body>
</html>`.toString(),
	};
}

/** The headers of a page, to which n8n adds none. Whatever is not allowed is forbidden. */
function headersOf(loads: string[] = [], forms = "'none'", frames = "'none'"): Page['headers'] {
	const allowed = [...loads, "base-uri 'none'", `form-action ${forms}`, `frame-ancestors ${frames}`];
	return {
		'Cache-Control': 'no-store',
		'Content-Security-Policy': ["default-src 'none'", ...allowed].join('; '),
		// Nothing goes to other sites. Without a policy for our own, older browsers would hide the Origin of the form.
		'Referrer-Policy': 'same-origin',
		'X-Content-Type-Options': 'nosniff',
	};
}

/** The headers of a redirect, and of an answer to the service. */
export const PLAIN_HEADERS = headersOf();

function hashOf(text: string): string {
	return `sha256-${hash('sha256', text, 'base64')}`;
}

function headerHtml(branding: Branding, summary: Summary | null): Markup {
	const { texts, isTest, leftOut } = branding;
	const { amount, description, reference }: Partial<Summary> = summary ?? {};
	return html`<header>
${shopName(branding)}
${description && html`<p class="what">${description}</p>`}
${amount && html`<p class="amount${isLong(amount) && ' long'}">${amount}</p>`}
${reference && html`<p class="reference"><bdi>${fill(texts.referenceLine, { reference })}</bdi>${copyButton(branding, reference)}</p>`}
${isTest && html`<p class="test">${texts.testPayment}</p>`}${leftOut.map(omissionHtml)}
</header>`;
}

/** A note for builders at the test URL, in English. */
function omissionHtml(reason: string): Markup {
	return html`<p class="test" lang="en" dir="ltr">Left out of this page: ${reason} Only the test URL says so.</p>`;
}

/** Says whether an amount is too long for its size. The invisible direction marks of Arabic do not count. */
function isLong(amount: string): boolean {
	return amount.replace(/\p{Cf}/gu, '').length > LONG_AMOUNT;
}

function shopName({ merchantName, logoUrl }: Branding): Markup | undefined {
	if (logoUrl) return html`<p class="shop"><img src="${logoUrl}" alt="${merchantName}"></p>`;
	const [initial = ''] = merchantName.toUpperCase();
	return merchantName ? html`<p class="shop"><span aria-hidden="true">${initial}</span>${merchantName}</p>` : undefined;
}

function footerHtml(branding: Branding): Markup {
	const { texts, processor, links, addressIn } = branding;
	const anchors = (['terms', 'refunds', 'contact'] as const)
		.filter((name) => links[name] !== '')
		.map((name) => html`<a href="${links[name]}" target="_blank" rel="noreferrer">${texts[name]}</a>\n`);
	return html`<footer>
<p>${icon('lock', 16)} <span>${texts.secure}${processor && ` · ${fill(texts.processedBy, { processor })}`}</span></p>
${anchors.length > 0 && html`<nav>${anchors}</nav>`}
${addressIn && languageMenu(branding, addressIn)}
</footer>`;
}

/** Makes the menu of the page's languages, each in its own words. */
function languageMenu({ language, texts }: Branding, addressIn: (language: LanguageCode) => string): Markup {
	const links = LANGUAGES.map(
		(code) =>
			html`<a href="${addressIn(code)}" lang="${code}" hreflang="${code}"${code === language && html` aria-current="true"`}>${nameOfLanguage(code)}</a>\n`,
	);
	return html`<nav class="languages" aria-label="${texts.language}">${links}</nav>`;
}

/** A button that copies a text. The page's script shows it. */
export function copyButton({ texts }: Branding, text: string): Markup {
	return html`<button type="button" class="copy" data-copy="${text}" data-copied="${texts.copied}" hidden>${texts.copy}</button>`;
}
