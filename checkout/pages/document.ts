import { createHash } from 'crypto';

import { html, trusted, type Markup } from './html';

/** The parts of a document. */
interface Document {
	language: string;
	direction: 'ltr' | 'rtl';
	title: string;
	/** More elements for the head. */
	head?: Markup;
	style: string;
	body: Markup;
	script: string;
}

/** What a page may load and do, as values of Content-Security-Policy. Everything else is forbidden. */
interface Allowed {
	style?: string;
	script?: string;
	images?: string;
	forms?: string;
	frames?: string;
}

/** The headers of a page, to which n8n adds none. Style and script are allowed by their hashes. */
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
		// Nothing goes to other sites. Without a policy for our own, older browsers would hide the Origin of the form.
		'Referrer-Policy': 'same-origin',
		'X-Content-Type-Options': 'nosniff',
	};
}

/** The headers of a redirect, and of an answer to the service. */
export const PLAIN_HEADERS = pageHeaders({});

/** A complete document in one file. */
export function documentOf({ language, direction, title, head, style, body, script }: Document): string {
	return html`<!DOCTYPE html>
<html lang="${language}"${direction === 'rtl' && html` dir="rtl"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${head}<title>${title}</title>
<style>${trusted(style)}</style>
</head>
<body>
${body}
<script>${trusted(script)}</script>
</body>
</html>`.toString();
}

/** Makes a browser without scripts reload the page, or go to an address. */
export function refreshAfter(seconds: number, address?: string): Markup {
	const content = address === undefined ? String(seconds) : `${seconds};url=${address}`;
	return html`<noscript><meta http-equiv="refresh" content="${content}"></noscript>\n`;
}

function hashOf(text: string): string {
	return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
