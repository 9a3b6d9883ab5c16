import { createHash } from 'crypto';
import escapeHtml from 'escape-html';

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
	direction: 'ltr' | 'rtl';
}

/** What a page may do besides showing itself; values of Content-Security-Policy. */
export interface Allowed {
	style?: string;
	script?: string;
	images?: string;
	forms?: string;
	frames?: string;
}

/** Headers of a page: n8n adds none of its own. Style and script are allowed by their hashes. */
export function pageHeaders({ style, script, images, forms, frames }: Allowed): Readonly<Record<string, string>> {
	const policy = [
		"default-src 'none'",
		...(style ? [`style-src '${hashOf(style)}'`] : []),
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

/** Headers of a redirect. */
export const REDIRECT_HEADERS = pageHeaders({});

/** The HTML of a document, without outside files. */
export function documentOf({ language, title, head = '', style, main, script, direction }: Document): string {
	return `<!DOCTYPE html>
<html lang="${language}"${direction === 'rtl' ? ' dir="rtl"' : ''}>
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

/** Has the browser ask for a page again, or go to an address. */
export function refreshAfter(seconds: number, address?: string): string {
	const content = address === undefined ? seconds : escapeHtml(`${seconds};url=${address}`);
	return `<meta http-equiv="refresh" content="${content}">\n`;
}

function hashOf(text: string): string {
	return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
