import type { Branding } from './branding';
import SCRIPT from './browser/index.ts?text';
import { documentOf, pageHeaders, refreshAfter } from './document';
import { fieldHtml, groupHtml, problems, type Again, type Field } from './formFields';
import { html, type Markup } from './html';
import { fill, LANGUAGES, nameOfLanguage, type LanguageCode } from './languages';
import { brandMark } from './pictures/brands';
import { cardIcon, sign, type Sign } from './pictures/signs';
import { styleOf } from './styles';

// An amount such as "₦12,500,000.00" is set smaller, to stay on one line.
const LONG_AMOUNT = 11;

/** A page as it is sent. */
export interface Page {
	headers: Readonly<Record<string, string>>;
	html: string;
}

/** What is paid for. It stands above the rest of a page, or beside it where there is room. */
export interface Summary {
	/** Formatted, and shown large; empty where it is not known. */
	amount: string;
	description?: string;
	/** The merchant's own reference. */
	reference?: string;
}

/** The top of a page. */
interface Heading {
	summary?: Summary;
	title: string;
	paragraphs?: string[];
}

export interface FormPage extends Heading, Again {
	/** The card that was entered before, such as "Visa •••• 0026". */
	card?: ShownCard;
	/** A list within the list is one group: the fields of a card. */
	fields: ReadonlyArray<Field | Field[]>;
	/** The field that has the focus in any case. */
	focus?: Field['name'];
	submit: string;
	/** What can be done instead. */
	link?: { text: string; address: string };
	/** What the form carries to the next request, sealed. */
	state: string;
	/** The address of this page in another language. */
	addressIn?: (language: LanguageCode) => string;
}

/** What customers recognise their card by. */
export interface ShownCard {
	cardBrand: string | null;
	cardLast4: string;
}

/** A line of a receipt. */
export interface Detail {
	name: string;
	value: string;
	/** Whether the customer may need it elsewhere. */
	isCopied?: boolean;
}

/** What a page tells at first sight. */
export type Mood = 'good' | 'bad' | 'calm';

export interface MessagePage extends Heading {
	sign: Sign;
	mood: Mood;
	details?: readonly Detail[];
	/** Whether the page is a receipt, which people print. */
	isReceipt?: boolean;
	link?: { text: string; address: string };
	/** After how many seconds the browser reloads the page, or goes to the address. */
	refresh?: { seconds: number; address?: string };
}

/** A page with a form. It works without JavaScript. */
export function formPage(branding: Branding, page: FormPage): Page {
	const { card, fields, submit, state, link, addressIn } = page;
	const box = problems(branding, page);
	const isAgain = page.notice !== undefined || (page.wrong ?? []).length > 0;
	const focus = page.focus ?? (box ? undefined : page.wrong?.[0]);
	const shown = fields.map((field) =>
		Array.isArray(field)
			? groupHtml(field, branding, page.wrong, focus)
			: fieldHtml(field, branding, page.wrong, focus),
	);
	const main = html`<main>
<h1>${page.title}</h1>
${box}${paragraphs(page)}${isAgain && page.remark && html`<p class="remark">${page.remark}</p>`}${card && html`<p class="used">${brandMark(card.cardBrand)}<bdi>${cardName(card)}</bdi></p>`}
<form method="post" novalidate>
<input type="hidden" name="state" value="${state}">
<input type="hidden" name="js">
<div class="hidden" aria-hidden="true"><label>Website <input name="website" tabindex="-1" autocomplete="off"></label></div>
${shown}
<button>${submit}</button>
<p class="hidden" role="status" data-working="${branding.texts.working}"></p>
</form>
${link && html`<p class="instead"><a href="${link.address}" rel="noreferrer">${link.text}</a></p>`}
</main>`;
	return brandedPage(branding, page, { main, forms: "'self'", menu: addressIn && menu(branding, addressIn) });
}

/** A page with a message, and perhaps a receipt and a link. */
export function messagePage(branding: Branding, page: MessagePage): Page {
	const { link, refresh, details = [], mood, isReceipt } = page;
	const main = html`<main class="message"${refresh && timer(refresh)}>
<div class="state state-${mood}">${sign(page.sign, 24)}</div>
<h1>${page.title}</h1>
${paragraphs(page)}${details.length > 0 && html`<dl>${details.map((detail) => detailHtml(branding, detail))}</dl>`}
${link && html`<a class="button" href="${link.address}" rel="noreferrer">${link.text}</a>`}
${isReceipt && html`<button type="button" class="plain" data-print hidden>${branding.texts.print}</button>`}
</main>`;
	return brandedPage(branding, page, { main, head: refresh && refreshAfter(refresh.seconds, refresh.address) });
}

/** A card as customers know it, such as "Visa •••• 0026". */
export function cardName({ cardBrand, cardLast4 }: ShownCard): string {
	return [cardBrand, `•••• ${cardLast4}`].filter(Boolean).join(' ');
}

interface Parts {
	main: Markup;
	head?: Markup;
	forms?: string;
	/** The choice of a language. */
	menu?: Markup;
}

function brandedPage(branding: Branding, page: Heading, { main, head, forms, menu: languageMenu }: Parts): Page {
	const { language, direction, merchantName, logoUrl, accentColor, frames } = branding;
	const style = styleOf(accentColor);
	const images = ['data:', ...(logoUrl ? [new URL(logoUrl).origin] : [])].join(' ');
	const body = html`<div class="sheet">
${headerHtml(branding, page.summary)}
${main}
${footerHtml(branding, languageMenu)}
</div>`;
	return {
		headers: pageHeaders({ style, script: SCRIPT, images, forms, frames: frames || undefined }),
		html: documentOf({
			language,
			direction,
			title: merchantName ? `${page.title} - ${merchantName}` : page.title,
			head: html`<link rel="icon" href="${cardIcon(accentColor)}">\n${head}`,
			style,
			body,
			script: SCRIPT,
		}),
	};
}

function headerHtml(branding: Branding, { amount, description, reference }: Partial<Summary> = {}): Markup {
	const { texts, isTest, leftOut } = branding;
	return html`<header>
${shopName(branding)}
${description && html`<p class="what">${description}</p>`}
${amount && html`<p class="amount${amount.length > LONG_AMOUNT && ' long'}">${amount}</p>`}
${reference && html`<p class="reference"><bdi>${fill(texts.referenceLine, { reference })}</bdi>${copyButton(branding, reference)}</p>`}
${isTest && html`<p class="test">${texts.testPayment}</p>`}${leftOut.map(leftOutHtml)}
</header>`;
}

/** What a builder reads at the test URL, in English. */
function leftOutHtml(reason: string): Markup {
	return html`<p class="test" lang="en" dir="ltr">Left out of this page: ${reason} Only the test URL says so.</p>`;
}

function shopName({ merchantName, logoUrl }: Branding): Markup | undefined {
	if (logoUrl) return html`<p class="shop"><img src="${logoUrl}" alt="${merchantName}"></p>`;
	const [initial = ''] = merchantName.toUpperCase();
	return merchantName ? html`<p class="shop"><span aria-hidden="true">${initial}</span>${merchantName}</p>` : undefined;
}

function footerHtml(branding: Branding, languageMenu?: Markup): Markup {
	const { texts, processor } = branding;
	const links = (['terms', 'refunds', 'contact'] as const)
		.filter((name) => branding[name] !== '')
		.map((name) => html`<a href="${branding[name]}" target="_blank" rel="noreferrer">${texts[name]}</a>\n`);
	return html`<footer>
<p>${sign('lock', 16)} <span>${texts.secure}${processor && ` · ${fill(texts.processedBy, { processor })}`}</span></p>
${links.length > 0 && html`<nav>${links}</nav>`}
${languageMenu}
</footer>`;
}

/** The languages of the page, each in its own words. */
function menu({ language, texts }: Branding, addressIn: (language: LanguageCode) => string): Markup {
	const links = LANGUAGES.map(
		(code) =>
			html`<a href="${addressIn(code)}" lang="${code}" hreflang="${code}"${code === language && html` aria-current="true"`}>${nameOfLanguage(code)}</a>\n`,
	);
	return html`<nav class="languages" aria-label="${texts.language}">${links}</nav>`;
}

function paragraphs({ paragraphs: texts = [] }: Heading): Markup[] {
	return texts.map((text) => html`<p>${text}</p>\n`);
}

function detailHtml(branding: Branding, { name, value, isCopied }: Detail): Markup {
	return html`<dt>${name}</dt><dd><bdi>${value}</bdi>${isCopied && copyButton(branding, value)}</dd>\n`;
}

/** A button that copies a text. The page's script shows it. */
function copyButton({ texts }: Branding, text: string): Markup {
	return html`<button type="button" class="copy" data-copy="${text}" data-copied="${texts.copied}" hidden>${texts.copy}</button>`;
}

/** For the page's script. Without scripts the element in the head does the same. */
function timer({ seconds, address }: NonNullable<MessagePage['refresh']>): Markup {
	return html` data-seconds="${seconds}"${address !== undefined && html` data-address="${address}"`}`;
}
