import type { Branding } from './branding';
import { html, type Markup } from './html';
import { writeMoment, type Precision } from './moment';

// The last time that JavaScript knows.
const LAST = 8.64e15;

/**
 * A time in the zone of n8n, which the page's script writes again in that of the browser.
 * @param at in milliseconds since 1970. Of a day it is the time in the zone of this process
 */
export function timeHtml({ language, timeZone }: Branding, at: number, precision: Precision = 'both'): Markup {
	const time = new Date(Math.min(at, LAST));
	const day = new Date(Date.UTC(time.getFullYear(), time.getMonth(), time.getDate()));
	const iso = precision === 'day' ? day.toISOString().slice(0, 10) : time.toISOString();
	return html`<time datetime="${iso}" data-precision="${precision}">${writeMoment(iso, precision, [language], timeZone)}</time>`;
}

/** Fills the placeholders of a text with parts of a page. */
export function fillHtml(text: string, values: Readonly<Record<string, Markup>>): Markup {
	// Every other part is the name of a placeholder.
	const parts = text.split(/\{(\w+)\}/);
	return html`${parts.map((part, index) => (index % 2 === 0 ? part : Object.hasOwn(values, part) ? values[part]! : `{${part}}`))}`;
}
