// @ts-nocheck
import type { Branding } from './branding';
import SCRIPT from './browser/form.ts?text';
import { documentOf, pageHeaders, refreshAfter } from './document';
import { html, type Markup } from './html';
import type { TextName } from './languages';
import { styleOf } from './style';

/** A page as it is sent. */
export interface Page {
	headers: Readonly<Record<string, string>>;
	html: string;
}

/** A field of a form. Its texts are those whose names begin with its own. */
export interface Field {
	name: TextName & ('cardNumber' | 'expiry' | 'cvv' | 'email' | 'cardPin' | 'otp');
	attributes: Markup;
	hint?: TextName;
	/** What was entered before. */
	entered?: string;
}

/** The top of a page. */
export interface Heading {
	title: string;
	/** Formatted, and shown large. */
	amount?: string;
	paragraphs?: string[];
}

export interface FormPage extends Heading {
	/** A list within the list is shown side by side. */
	fields: ReadonlyArray<Field | Field[]>;
	submit: string;
	/** What the form carries to the next request, sealed. */
	state: string;
	/** The fields that must be corrected. */
	wrong?: readonly string[];
	/** Why the form is shown again. */
	notice?: string;
}

export interface MessagePage extends Heading {
	link?: { text: string; address: string };
	/** After how many seconds the browser reloads the page, or goes to the address. */
	refresh?: { seconds: number; address?: string };
}

/** A page with a form. It works without JavaScript. */
export function formPage(branding: Branding, page: FormPage): Page {
	const { fields, submit, state, wrong = [], notice } = page;
	const content = html`${problems(branding, wrong, notice)}
<form method="post" novalidate>
<input type="hidden" name="state" value="${state}">
<input type="hidden" name="js">
${fields.map((field) => fieldOrRow(field, branding, wrong))}
<div class="trap" aria-hidden="true"><label for="website">Website</label><input id="website" name="website" tabindex="-1" autocomplete="off"></div>
<button>${submit}</button>
</form>`;
	return brandedPage(branding, page, content, { script: SCRIPT });
}

/** A page with a message, and perhaps a link. */
export function messagePage(branding: Branding, page: MessagePage): Page {
	const { link, refresh } = page;
	const head = refresh && refreshAfter(refresh.seconds, refresh.address);
	const button = html`${link && html`<a class="button" href="${link.address}" rel="noreferrer">${link.text}</a>`}`;
	return brandedPage(branding, page, button, { head });
}

function brandedPage(
	branding: Branding,
	{ title, amount, paragraphs = [] }: Heading,
	content: Markup,
	{ head, script }: { head?: Markup; script?: string },
): Page {
	const { language, direction, merchantName, logoUrl, accentColor, frames } = branding;
	const style = styleOf(accentColor);
	const images = logoUrl ? new URL(logoUrl).origin : undefined;
	const forms = script === undefined ? undefined : "'self'";
	const main = html`${shopName(branding)}
<h1>${title}</h1>
${amount && html`<p class="amount">${amount}</p>`}
${paragraphs.map((text) => html`<p>${text}</p>\n`)}${content}`;
	return {
		headers: pageHeaders({ style, script, images, forms, frames: frames || undefined }),
		html: documentOf({
			language,
			direction,
			title: merchantName ? `${title} - ${merchantName}` : title,
			head,
			style,
			main,
			script,
		}),
	};
}

function shopName({ merchantName, logoUrl }: Branding): Markup | undefined {
	if (logoUrl) return html`<img src="${logoUrl}" alt="${merchantName}">`;
	return merchantName ? html`<p>${merchantName}</p>` : undefined;
}

/** Lists what must be corrected. It has the focus, so that screen readers begin here even without JavaScript. */
function problems({ texts }: Branding, wrong: readonly string[], notice: string | undefined): Markup | undefined {
	if (notice === undefined && wrong.length === 0) return undefined;
	const links = wrong.map((name) => html`<li><a href="#${name}">${texts[`${name}Error` as TextName]}</a></li>`);
	const list = links.length > 0 && html`<ul>${links}</ul>`;
	return html`<div class="problems" role="alert" tabindex="-1" autofocus><p>${notice ?? texts.problems}</p>${list}</div>`;
}

function fieldOrRow(field: Field | Field[], branding: Branding, wrong: readonly string[]): Markup {
	if (!Array.isArray(field)) return fieldHtml(field, branding, wrong);
	return html`<div class="row">${field.map((one) => fieldHtml(one, branding, wrong))}</div>\n`;
}

function fieldHtml(
	{ name, attributes, hint, entered = '' }: Field,
	{ texts }: Branding,
	wrong: readonly string[],
): Markup {
	const isWrong = wrong.includes(name);
	const describedBy = hint ? `${name}-hint ${name}-error` : `${name}-error`;
	const brand = name === 'cardNumber' && html` <span id="brand" aria-live="polite"></span>`;
	return html`<div><label for="${name}">${texts[name]}${brand}</label>
<input id="${name}" name="${name}" ${attributes} value="${entered}" aria-describedby="${describedBy}"${isWrong && html` aria-invalid="true"`}>
${hint && html`<p class="hint" id="${name}-hint">${texts[hint]}</p>`}
<p class="error" id="${name}-error"${!isWrong && html` hidden`}>${texts[`${name}Error`]}</p></div>\n`;
}
