import { createHash } from 'crypto';
import escapeHtml from 'escape-html';

/** A page for a customer. Its texts are escaped here. */
export interface Page {
	title: string;
	text: string;
	/** Seconds after which the browser asks again by itself. */
	askAgainAfter?: number;
}

const STYLE = `:root{color-scheme:light dark}
body{font:1.1rem/1.5 system-ui,sans-serif;margin:0;min-height:100vh;display:grid;place-items:center}
main{box-sizing:border-box;max-width:30rem;padding:2rem}
h1{font-size:1.5rem;line-height:1.2}`;

/** Headers of every page: n8n adds none of its own. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
	'Cache-Control': 'no-store',
	'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
	'Referrer-Policy': 'no-referrer',
	'X-Content-Type-Options': 'nosniff',
};

/** The HTML of a page, without outside files or scripts. */
export function pageOf({ title, text, askAgainAfter }: Page): string {
	const refresh = askAgainAfter === undefined ? '' : `<meta http-equiv="refresh" content="${askAgainAfter}">\n`;
	return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${refresh}<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
</main>
</body>
</html>`;
}
