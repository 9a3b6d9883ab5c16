import type { Branding } from './branding';
import { fieldHtml, groupHtml, problems, type Correction, type Field } from './formFields';
import { brandedPage, copyButton, type Heading, type Page } from './frame';
import { html, type Markup } from './html';
import type { LanguageCode } from './languages';
import { brandMark } from './pictures/brands';
import { icon, type Icon } from './pictures/icons';

export interface FormPage extends Heading, Correction {
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
	icon: Icon;
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
${shown}
<button>${submit}</button>
<p class="hidden" role="status" data-working="${branding.texts.working}"></p>
</form>
${link && html`<p class="instead"><a href="${link.address}" rel="noreferrer">${link.text}</a></p>`}
</main>`;
	return brandedPage(branding, page, { main, forms: "'self'", addressIn });
}

/** A page with a message, and perhaps a receipt and a link. */
export function messagePage(branding: Branding, page: MessagePage): Page {
	const { link, refresh, details = [], mood, isReceipt } = page;
	const main = html`<main class="message"${refresh && timer(refresh)}>
<div class="state state-${mood}">${icon(page.icon, 24)}</div>
<h1>${page.title}</h1>
${paragraphs(page)}${details.length > 0 && html`<dl>${details.map((detail) => detailHtml(branding, detail))}</dl>`}
${link && html`<a class="button" href="${link.address}" rel="noreferrer">${link.text}</a>`}
${isReceipt && html`<button type="button" class="plain" data-print hidden>${branding.texts.print}</button>`}
</main>`;
	return brandedPage(branding, page, { main, head: refresh && refreshAfter(refresh) });
}

/** A card as customers know it, such as "Visa •••• 0026". */
export function cardName({ cardBrand, cardLast4 }: ShownCard): string {
	return [cardBrand, `•••• ${cardLast4}`].filter(Boolean).join(' ');
}

function paragraphs({ paragraphs: texts = [] }: Heading): Markup[] {
	return texts.map((text) => html`<p>${text}</p>\n`);
}

function detailHtml(branding: Branding, { name, value, isCopied }: Detail): Markup {
	return html`<dt>${name}</dt><dd><bdi>${value}</bdi>${isCopied && copyButton(branding, value)}</dd>\n`;
}

/** For the page's script. Without scripts the element in the head does the same. */
function timer({ seconds, address }: NonNullable<MessagePage['refresh']>): Markup {
	return html` data-seconds="${seconds}"${address !== undefined && html` data-address="${address}"`}`;
}

/** Makes a browser without scripts reload the page, or go to an address. */
function refreshAfter({ seconds, address }: NonNullable<MessagePage['refresh']>): Markup {
	const content = address === undefined ? String(seconds) : `${seconds};url=${address}`;
	return html`<noscript><meta http-equiv="refresh" content="${content}"></noscript>\n`;
}
