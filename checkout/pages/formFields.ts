import type { Branding } from './branding';
import { html, type Markup } from './html';
import type { TextName } from './languages';
import { brandMarks } from './pictures/brands';
import { icon } from './pictures/icons';

/** A field of a form. Its texts are those whose names begin with its own. */
export interface Field {
	name: TextName & ('cardNumber' | 'expiry' | 'cvv' | 'email' | 'firstName' | 'lastName' | 'cardPin' | 'otp');
	attributes: Markup;
	hint?: TextName;
	/** The previous entry. */
	entered?: string;
	/** True if the page's script shows the field only for cards that may need it. */
	isLocal?: boolean;
	/** True if nothing was entered where something is needed. */
	isMissing?: boolean;
}

/** The reason why a form is shown again. */
export interface Correction {
	/** The fields that must be corrected. */
	wrong?: readonly string[];
	/** The fields among them that were left empty. */
	missing?: readonly string[];
	/** A message that no field can show. */
	notice?: TextName;
	/** A further remark when it is shown again. */
	remark?: string;
}

/**
 * Says what to correct, where the words of one field are not enough. It has the focus, unless a field has it, so that screen readers begin
 * here even without JavaScript.
 */
export function problems(
	{ texts }: Branding,
	{ wrong = [], notice, focus }: Correction & { focus?: string },
): Markup | undefined {
	if (notice === undefined && wrong.length < 2) return undefined;
	const links = wrong.map((name) => html`<a href="#${name}">${texts[name as TextName]}</a> `);
	return html`<div class="problems" role="alert" tabindex="-1"${focus === undefined && html` autofocus`}><p>${texts[notice ?? 'problems']}</p>${links.length > 0 && html`<p>${links}</p>`}</div>`;
}

/** A field, and below it its hint or what is wrong with it. */
export function fieldHtml(field: Field, branding: Branding, wrong: readonly string[] = [], focus?: string): Markup {
	return html`<div id="${field.name}-part"${field.isLocal && html` data-local`}>${boxOf(field, branding, wrong, focus)}${noteOf(field, branding, wrong)}</div>\n`;
}

/** The fields of a card in one box, under the marks of the cards that are taken, and below it what is wrong with each. */
export function groupHtml(
	fields: readonly Field[],
	branding: Branding,
	wrong: readonly string[] = [],
	focus?: string,
): Markup {
	return html`<fieldset id="card"><legend class="hidden">${branding.texts.card}</legend>${brandMarks(branding.brands)}
<div class="group">${fields.map((field) => boxOf(field, branding, wrong, focus))}</div>
${fields.map((field) => noteOf(field, branding, wrong))}</fieldset>\n`;
}

/** Pictures inside a field, at its end. */
const PICTURES: Partial<Record<Field['name'], () => Markup>> = {
	cardNumber: () => html`<span class="picture" id="brand" aria-live="polite"></span>`,
	cvv: () => html`<span class="picture">${icon('securityCode', 24)}</span>`,
};

function boxOf(
	{ name, attributes, entered = '' }: Field,
	{ texts }: Branding,
	wrong: readonly string[],
	focus?: string,
): Markup {
	const picture = PICTURES[name]?.();
	const isWrong = wrong.includes(name) && html` aria-invalid="true"`;
	const hasFocus = focus === name && html` autofocus`;
	return html`<div class="field${picture && ' pictured'}"><label for="${name}">${texts[name]}</label>
<input id="${name}" name="${name}" ${attributes} value="${entered}" aria-describedby="${name}-note"${isWrong}${hasFocus}>${picture}</div>\n`;
}

/** The one place below a field: its hint, and instead of it what is wrong. The page's script changes between them. */
function noteOf({ name, hint, isMissing }: Field, { texts }: Branding, wrong: readonly string[]): Markup {
	const isWrong = wrong.includes(name);
	const [hintText, error] = [hint ? texts[hint] : '', texts[`${name}Error`]];
	// Only the PIN may be left out.
	const missing = name === 'cardPin' ? error : texts[`${name}Missing`];
	const shown = isWrong ? (isMissing ? missing : error) : hintText;
	const byBrand = name === 'cvv' && html` data-three="${texts.cvvThree}" data-four="${texts.cvvFour}"`;
	return html`<p class="note${isWrong && ' wrong'}" id="${name}-note" data-hint="${hintText}" data-error="${error}" data-missing="${missing}"${byBrand}${shown === '' && html` hidden`}>${shown}</p>\n`;
}
