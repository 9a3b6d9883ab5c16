import type { Branding } from './branding';
import { fieldHtml, groupHtml, problems, type Correction, type Field } from './formFields';
import { makePage, copyButton, type Heading, type Page } from './frame';
import { html, type Markup } from './html';
import { brandMark } from './pictures/brands';
import { icon, type Icon } from './pictures/icons';

/** The address that a page leads to. */
export interface PageLink {
	text: string;
	address: string;
}

export interface FormPage extends Heading, Correction {
	/** The card that was entered before, such as "Visa •••• 0026". */
	card?: ShownCard;
	/** A list within the list is one group: the fields of a card. */
	fields: ReadonlyArray<Field | Field[]>;
	/** The field that has the focus in any case. */
	focus?: Field['name'];
	submit: string;
	/** A link to an alternative. */
	link?: PageLink;
	/** The sealed state for the form's next request. */
	state: string;
	/** The content above the fields. */
	above?: Markup;
	/** The content below the button. */
	below?: Markup;
}

/** A customer's card, shown by its brand and its last four digits. */
export interface ShownCard {
	cardBrand: string | null;
	cardLast4: string;
}

/** A line of a receipt. */
export type Detail = { name: string } & (
	| { value: Markup; isCopied?: undefined }
	/** A value needed elsewhere can be copied. */
	| { value: string; isCopied?: boolean }
);

/** The mood of a page's message, at first sight. */
export type Mood = 'good' | 'bad' | 'calm';

export interface MessagePage extends Heading {
	icon: Icon;
	mood: Mood;
	details?: readonly Detail[];
	/** True if the page is a receipt, which people print. */
	isReceipt?: boolean;
	/** True if the page waits for news, which a turning circle shows in place of the icon. */
	isWaiting?: boolean;
	/** The next step, as a button. */
	link?: PageLink;
	/** A link to an alternative. */
	instead?: PageLink;
	/** The number of seconds after which the browser reloads the page, or goes to the address. */
	refresh?: { seconds: number; address?: string };
}

/** Makes a page with a form. It works without JavaScript. */
export function formPage(branding: Branding, page: FormPage): Page {
	const { card, submit, state, link, missing = [], above, below } = page;
	const markMissing = (field: Field): Field => ({ ...field, isMissing: missing.includes(field.name) });
	const box = problems(branding, page);
	const isAgain = page.notice !== undefined || (page.wrong ?? []).length > 0;
	const focus = page.focus ?? (box ? undefined : page.wrong?.[0]);
	const shown = page.fields.map((field) =>
		Array.isArray(field)
			? groupHtml(field.map(markMissing), branding, page.wrong, focus)
			: fieldHtml(markMissing(field), branding, page.wrong, focus),
	);
	const main = html`<main>
<h1>${page.title}</h1>
${box}${paragraphs(page)}${isAgain && page.remark && html`<p class="remark">${page.remark}</p>`}${card && html`<p class="used">${brandMark(card.cardBrand)}<bdi>${cardName(card)}</bdi></p>`}
${above}<form method="post" novalidate>
<input type="hidden" name="state" value="${state}">
<input type="hidden" name="js">
${shown}
<button>${submit}</button>
<p class="hidden" role="status" data-working="${branding.texts.working}"></p>
</form>
${below}${insteadHtml(link)}</main>`;
	return makePage(branding, page, { main, forms: "'self'" });
}

/** Makes a page with a message, and perhaps a receipt and a link. */
export function messagePage(branding: Branding, page: MessagePage): Page {
	const { link, refresh, details = [], mood, isReceipt, isWaiting, instead } = page;
	const main = html`<main class="message"${refresh && timer(refresh)}>
<div class="state state-${mood}">${isWaiting ? html`<span class="spinner" aria-hidden="true"></span>` : icon(page.icon, 24)}</div>
<h1>${page.title}</h1>
${paragraphs(page)}${details.length > 0 && html`<dl>${details.map((detail) => detailHtml(branding, detail))}</dl>`}
${link && html`<a class="button" href="${link.address}" rel="noreferrer">${link.text}</a>`}
${isReceipt && html`<button type="button" class="plain" data-print hidden>${branding.texts.print}</button>`}
${insteadHtml(instead)}</main>`;
	return makePage(branding, page, { main, head: refresh && refreshAfter(refresh) });
}

/** A card as customers know it, such as "Visa •••• 0026". */
export function cardName({ cardBrand, cardLast4 }: ShownCard): string {
	return [cardBrand, `•••• ${cardLast4}`].filter(Boolean).join(' ');
}

function paragraphs({ paragraphs: texts = [] }: Heading): Markup[] {
	return texts.map((text) => html`<p>${text}</p>\n`);
}

function insteadHtml(link: PageLink | undefined): Markup | undefined {
	return link && html`<p class="instead"><a href="${link.address}" rel="noreferrer">${link.text}</a></p>\n`;
}

function detailHtml(branding: Branding, { name, ...shown }: Detail): Markup {
	return html`<dt>${name}</dt><dd><bdi>${shown.value}</bdi>${shown.isCopied && copyButton(branding, shown.value)}</dd>\n`;
}

/** Makes the timer for the page's script. Without scripts, the element in the head does the same. */
function timer({ seconds, address }: NonNullable<MessagePage['refresh']>): Markup {
	return html` data-seconds="${seconds}"${address !== undefined && html` data-address="${address}"`}`;
}

/** Makes a browser without scripts reload the page, or go to an address. */
function refreshAfter({ seconds, address }: NonNullable<MessagePage['refresh']>): Markup {
	const content = address === undefined ? String(seconds) : `${seconds};url=${address}`;
	return html`<noscript><meta http-equiv="refresh" content="${content}"></noscript>\n`;
}
