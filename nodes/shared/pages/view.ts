import type { Branding } from './branding';
import SCRIPT from './browser/page.ts?text';
import { documentOf, pageHeaders, refreshAfter } from './document';
import { html, type Markup } from './html';
import type { TextName } from './languages';
import { brandMarks } from './pictures/brands';
import { cardIcon, sign, type Sign } from './pictures/signs';
import { styleOf } from './styles';

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

/** What is paid for, beside a form or above it. */
export interface Summary {
	/** Formatted, and shown large. */
	amount: string;
	description?: string;
	reference?: string;
}

/** The top of a page. */
interface Heading {
	title: string;
	paragraphs?: string[];
}

export interface FormPage extends Heading {
	summary?: Summary;
	/** A list within the list is shown side by side. */
	fields: ReadonlyArray<Field | Field[]>;
	submit: string;
	/** What can be done instead. */
	link?: { text: string; address: string };
	/** What the form carries to the next request, sealed. */
	state: string;
	/** The fields that must be corrected. */
	wrong?: readonly string[];
	/** Why the form is shown again. */
	notice?: string;
	/** What to know when it is shown again, beside what is wrong. */
	remark?: string;
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
	link?: { text: string; address: string };
	/** After how many seconds the browser reloads the page, or goes to the address. */
	refresh?: { seconds: number; address?: string };
}

/** A page with a form. It works without JavaScript. */
export function formPage(branding: Branding, page: FormPage): Page {
	const { fields, submit, state, summary, link, wrong = [] } = page;
	const main = html`<main>
<h1>${page.title}</h1>
${problems(branding, page)}${paragraphs(page)}
<form method="post" novalidate>
<input type="hidden" name="state" value="${state}">
<input type="hidden" name="js">
${fields.map((field) => fieldOrRow(field, branding, wrong))}
<div class="trap" aria-hidden="true"><label for="website">Website</label><input id="website" name="website" tabindex="-1" autocomplete="off"></div>
<button>${submit}</button>
<p class="hidden" role="status" data-working="${branding.texts.working}"></p>
</form>
${link && html`<p><a href="${link.address}" rel="noreferrer">${link.text}</a></p>`}
</main>`;
	return brandedPage(branding, page.title, {
		parts: [summaryHtml(branding, summary), main],
		script: SCRIPT,
		forms: "'self'",
	});
}

/** A page with a message, and perhaps a receipt and a link. */
export function messagePage(branding: Branding, page: MessagePage): Page {
	const { link, refresh, details = [], mood } = page;
	const main = html`<main class="message"${refresh && timer(refresh)}>
<div class="state state-${mood}">${sign(page.sign, 32)}</div>
<h1>${page.title}</h1>
${paragraphs(page)}${details.length > 0 && html`<dl>${details.map((detail) => detailHtml(branding, detail))}</dl>`}
${link && html`<a class="button" href="${link.address}" rel="noreferrer">${link.text}</a>`}
</main>`;
	const head = refresh && refreshAfter(refresh.seconds, refresh.address);
	const script = refresh || details.length > 0 ? SCRIPT : undefined;
	return brandedPage(branding, page.title, { parts: [shopHtml(branding), main], head, script });
}

interface Parts {
	parts: Array<Markup | undefined>;
	head?: Markup;
	script?: string;
	forms?: string;
}

function brandedPage(branding: Branding, title: string, { parts, head, script, forms }: Parts): Page {
	const { language, direction, merchantName, logoUrl, accentColor, frames, texts, isTest, leftOut } = branding;
	const style = styleOf(accentColor);
	const images = ['data:', ...(logoUrl ? [new URL(logoUrl).origin] : [])].join(' ');
	const body = html`<div class="page">
${isTest && html`<aside class="test">${texts.testPayment}</aside>`}${leftOut.map(remark)}${parts}
<footer>${sign('lock', 16)} ${texts.secure}</footer>
</div>`;
	return {
		headers: pageHeaders({ style, script, images, forms, frames: frames || undefined }),
		html: documentOf({
			language,
			direction,
			title: merchantName ? `${title} - ${merchantName}` : title,
			head: html`<link rel="icon" href="${cardIcon(accentColor)}">\n${head}`,
			style,
			body,
			script,
		}),
	};
}

/** What a builder reads at the test URL, in English. */
function remark(reason: string): Markup {
	return html`<aside class="test" lang="en" dir="ltr">Left out of this page: ${reason} Only the test URL says so.</aside>`;
}

function summaryHtml(branding: Branding, summary: Summary | undefined): Markup | undefined {
	if (!summary) return shopHtml(branding);
	const { amount, description, reference } = summary;
	return html`<header class="summary">
${shopName(branding)}
${description && html`<p class="what">${description}</p>`}
${amount && html`<p class="amount">${amount}</p>`}
${reference && html`<p class="small">${branding.texts.reference}: ${reference}</p>`}
</header>`;
}

function shopHtml(branding: Branding): Markup | undefined {
	const name = shopName(branding);
	return name && html`<header>${name}</header>`;
}

function shopName({ merchantName, logoUrl }: Branding): Markup | undefined {
	if (logoUrl) return html`<p class="shop"><img src="${logoUrl}" alt="${merchantName}"></p>`;
	return merchantName ? html`<p class="shop">${merchantName}</p>` : undefined;
}

function paragraphs({ paragraphs: texts = [] }: Heading): Markup[] {
	return texts.map((text) => html`<p>${text}</p>\n`);
}

function detailHtml({ texts }: Branding, { name, value, isCopied }: Detail): Markup {
	const copy =
		isCopied &&
		html`<button type="button" class="copy" data-copy="${value}" data-copied="${texts.copied}" hidden>${texts.copy}</button>`;
	return html`<dt>${name}</dt><dd><span${isCopied && html` class="copied"`}>${value}</span>${copy}</dd>\n`;
}

/** For the page's script. Without scripts the element in the head does the same. */
function timer({ seconds, address }: NonNullable<MessagePage['refresh']>): Markup {
	return html` data-seconds="${seconds}"${address !== undefined && html` data-address="${address}"`}`;
}

/**
 * Lists what must be corrected. It has the focus, so that screen readers begin here even without JavaScript, unless there is one
 * field alone, which has it.
 */
function problems({ texts }: Branding, { wrong = [], notice, remark, fields }: FormPage): Markup | undefined {
	if (notice === undefined && wrong.length === 0) return undefined;
	const links = wrong.map((name) => html`<li><a href="#${name}">${texts[`${name}Error` as TextName]}</a></li>`);
	const list = links.length > 0 && html`<ul>${links}</ul>`;
	return html`<div class="problems" role="alert" tabindex="-1"${fields.length > 1 && html` autofocus`}><p>${notice ?? texts.problems}</p>${list}${remark && html`<p class="remark">${remark}</p>`}</div>`;
}

function fieldOrRow(field: Field | Field[], branding: Branding, wrong: readonly string[]): Markup {
	if (!Array.isArray(field)) return fieldHtml(field, branding, wrong);
	return html`<div class="row">${field.map((one) => fieldHtml(one, branding, wrong))}</div>\n`;
}

/** What stands inside a field, at its end. */
const PICTURES: Partial<Record<Field['name'], () => Markup>> = {
	cardNumber: () => html`<span class="picture" id="brand" aria-live="polite"></span>`,
	cvv: () => html`<span class="picture">${sign('securityCode', 26)}</span>`,
};

function fieldHtml(
	{ name, attributes, hint, entered = '' }: Field,
	{ texts }: Branding,
	wrong: readonly string[],
): Markup {
	const isWrong = wrong.includes(name);
	const describedBy = hint ? `${name}-hint ${name}-error` : `${name}-error`;
	const picture = PICTURES[name]?.();
	const marks = name === 'cardNumber' && brandMarks();
	return html`<div id="${name}-part"><label for="${name}"><span>${texts[name]}</span>${marks}</label>
<div class="field${picture && ' field-with-picture'}"><input id="${name}" name="${name}" ${attributes} value="${entered}" aria-describedby="${describedBy}"${isWrong && html` aria-invalid="true"`}>${picture}</div>
${hint && html`<p class="hint" id="${name}-hint">${texts[hint]}</p>`}
<p class="error" id="${name}-error"${!isWrong && html` hidden`}>${texts[`${name}Error`]}</p></div>\n`;
}
