import { createHash } from 'crypto';
import escapeHtml from 'escape-html';

/** A page for a customer. Its texts are escaped here. */
export interface Page {
	title: string;
	text: string;
	/** Seconds after which the browser asks again by itself. */
	askAgainAfter?: number;
}

/** The parts of a document, as HTML but for its title. */
export interface Document {
	language: string;
	title: string;
	/** More for the head. */
	head?: string;
	style: string;
	/** What is on the page. */
	main: string;
	script?: string;
	isRightToLeft?: boolean;
}

/** What a page may do besides showing itself; values of Content-Security-Policy. */
export interface Allowed {
	style: string;
	script?: string;
	images?: string;
	forms?: string;
	frames?: string;
}

const STYLE = `:root{color-scheme:light dark}
body{font:1.1rem/1.5 system-ui,sans-serif;margin:0;min-height:100vh;display:grid;place-items:center}
main{box-sizing:border-box;max-width:30rem;padding:2rem}
h1{font-size:1.5rem;line-height:1.2}`;

/** Headers of a page: n8n adds none of its own. Style and script are allowed by their hashes. */
export function pageHeaders({ style, script, images, forms, frames }: Allowed): Readonly<Record<string, string>> {
	const policy = [
		"default-src 'none'",
		`style-src '${hashOf(style)}'`,
		...(script ? [`script-src '${hashOf(script)}'`] : []),
		...(images ? [`img-src ${images}`] : []),
		"base-uri 'none'",
		`form-action ${forms ?? "'none'"}`,
		`frame-ancestors ${frames ?? "'none'"}`,
	];
	return {
		'Cache-Control': 'no-store',
		'Content-Security-Policy': policy.join('; '),
		'Referrer-Policy': 'no-referrer',
		'X-Content-Type-Options': 'nosniff',
	};
}

/** Headers of a page that only tells something. */
export const PAGE_HEADERS = pageHeaders({ style: STYLE });

/** The HTML of a document, without outside files. */
export function documentOf({ language, title, head = '', style, main, script, isRightToLeft }: Document): string {
	return `<!DOCTYPE html>
<html lang="${language}"${isRightToLeft ? ' dir="rtl"' : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${head}<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
${main}
</main>${script ? `\n<script>${script}</script>` : ''}
</body>
</html>`;
}

/** The HTML of a page that only tells something. */
export function pageOf({ title, text, askAgainAfter }: Page): string {
	return documentOf({
		language: 'en',
		title,
		head: askAgainAfter === undefined ? '' : refreshAfter(askAgainAfter),
		style: STYLE,
		main: `<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(text)}</p>`,
	});
}

/** Has the browser ask for a page again, or go to an address. */
export function refreshAfter(seconds: number, address?: string): string {
	const content = address === undefined ? seconds : escapeHtml(`${seconds};url=${address}`);
	return `<meta http-equiv="refresh" content="${content}">\n`;
}

function hashOf(text: string): string {
	return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
