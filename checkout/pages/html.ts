import { html as template, raw } from 'hono/html';

/** HTML that is safe to show. It is deliberately not a string, so that no plain text passes for it. */
export interface Markup {
	readonly isEscaped: true;
	toString(): string;
}

/** A part of a template. Text is escaped; false and undefined leave nothing. */
type Part = string | number | false | undefined | Markup | readonly Part[];

/** A template that escapes everything in it except other templates, in text and in quoted attributes. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Markup {
	// A promise only comes out if one goes in.
	return template(strings, ...parts) as Markup;
}

/** Marks our own style or script as safe. It is never used for anything that a user or customer has written. */
export function trust(text: string): Markup {
	return raw(text);
}
