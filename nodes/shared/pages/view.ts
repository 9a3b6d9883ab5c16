import escapeHtml from 'escape-html';

import { documentOf, pageHeaders, refreshAfter } from './document';
import { SCRIPT } from './browser/script';
import { styleOf } from './style';
import type { Branding } from './branding';
import type { TextName } from './languages';

export interface Html {
	headers: Readonly<Record<string, string>>;
	html: string;
}

/** A field of a form. Its texts are those that begin with its name. */
export interface Field {
	name: TextName & ('cardNumber' | 'expiry' | 'cvv' | 'email' | 'cardPin' | 'otp');
	/** HTML attributes, written by us. */
	attributes: string;
	hint?: TextName;
	/** What was entered before. */
	entered?: string;
}

/** What a page says above everything else. */
export interface Heading {
	title: string;
	/** Formatted, and shown large. */
	amount?: string;
	paragraphs?: string[];
}

export interface FormPage extends Heading {
	/** Side by side where it is a list. */
	fields: ReadonlyArray<Field | Field[]>;
	submit: string;
	/** The sealed step. */
	state: string;
	/** Fields that must be corrected. */
	wrong?: readonly string[];
	/** Why the form is shown again. */
	notice?: string;
}

export interface MessagePage extends Heading {
	link?: { text: string; address: string };
	/** The browser asks again, or goes to an address, after so many seconds. */
	refresh?: { seconds: number; address?: string };
}

/** A page with a form. It works without JavaScript. */
export function formPage(branding: Branding, page: FormPage): Html {
	const { fields, submit, state, wrong = [], notice } = page;
	const html = fields.map((field) =>
		Array.isArray(field)
			? `<div class="row">${field.map((one) => fieldHtml(one, branding, wrong)).join('')}</div>`
			: fieldHtml(field, branding, wrong),
	);
	const form = `<form method="post" novalidate>
<input type="hidden" name="state" value="${escapeHtml(state)}">
<input type="hidden" name="js">
${html.join('\n')}
<div class="trap" aria-hidden="true"><label for="website">Website</label><input id="website" name="website" tabindex="-1" autocomplete="off"></div>
<button>${escapeHtml(submit)}</button>
</form>`;
	return htmlOf(branding, page, [problems(branding, wrong, notice), form], { script: SCRIPT });
}

/** A page that only tells something. */
export function messagePage(branding: Branding, page: MessagePage): Html {
	const { link, refresh } = page;
	const head = refresh ? refreshAfter(refresh.seconds, refresh.address) : '';
	const button = link
		? `<a class="button" href="${escapeHtml(link.address)}" rel="noreferrer">${escapeHtml(link.text)}</a>`
		: '';
	return htmlOf(branding, page, [button], { head });
}

function htmlOf(
	branding: Branding,
	{ title, amount, paragraphs = [] }: Heading,
	parts: string[],
	{ head, script }: { head?: string; script?: string },
): Html {
	const { language, direction, merchantName, logoUrl, accentColor, frames } = branding;
	const style = styleOf(accentColor);
	const images = logoUrl ? new URL(logoUrl).origin : undefined;
	const logo = logoUrl ? `<img src="${escapeHtml(logoUrl)}" alt="${escapeHtml(merchantName)}">` : '';
	const main = [
		logo || (merchantName && `<p>${escapeHtml(merchantName)}</p>`),
		`<h1>${escapeHtml(title)}</h1>`,
		amount && `<p class="amount">${escapeHtml(amount)}</p>`,
		...paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`),
		...parts,
	];
	return {
		headers: pageHeaders({ style, script, images, forms: script && "'self'", frames: frames || undefined }),
		html: documentOf({
			...{ language, head, style, script, main: main.filter(Boolean).join('\n') },
			title: merchantName ? `${title} - ${merchantName}` : title,
			direction,
		}),
	};
}

function problems({ texts }: Branding, wrong: readonly string[], notice: string | undefined): string {
	if (notice === undefined && wrong.length === 0) return '';
	const links = wrong.map((name) => `<li><a href="#${name}">${escapeHtml(texts[`${name}Error` as TextName])}</a></li>`);
	const list = links.length > 0 ? `<ul>${links.join('')}</ul>` : '';
	// Where the eyes and screen readers begin, also without JavaScript.
	return `<div class="problems" role="alert" tabindex="-1" autofocus><p>${escapeHtml(notice ?? texts.problems)}</p>${list}</div>`;
}

function fieldHtml(
	{ name, attributes, hint, entered = '' }: Field,
	{ texts }: Branding,
	wrong: readonly string[],
): string {
	const isWrong = wrong.includes(name);
	const described = [...(hint ? [`${name}-hint`] : []), `${name}-error`].join(' ');
	return `<div><label for="${name}">${escapeHtml(texts[name])}${name === 'cardNumber' ? ' <span id="brand" aria-live="polite"></span>' : ''}</label>
<input id="${name}" name="${name}" ${attributes} value="${escapeHtml(entered)}" aria-describedby="${described}"${isWrong ? ' aria-invalid="true"' : ''}>
${hint ? `<p class="hint" id="${name}-hint">${escapeHtml(texts[hint])}</p>` : ''}
<p class="error" id="${name}-error"${isWrong ? '' : ' hidden'}>${escapeHtml(texts[`${name}Error`])}</p></div>`;
}
