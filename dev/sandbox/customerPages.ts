import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Transaction } from './ledger';
import { toMajor } from './money';
import type { Settings } from './options';
import { writeReference } from './writes';

/* The common parts of the pages on which customers pay at the service, and confirm at their bank. */

/** Lets a scope read forms, which no other endpoint does. */
export function readForms(scope: FastifyInstance): void {
	const formType = 'application/x-www-form-urlencoded';
	scope.addContentTypeParser(formType, { parseAs: 'string' }, (_request, body, parsed) =>
		parsed(null, Object.fromEntries(new URLSearchParams(body.toString()))),
	);
}

/** Sends the customer's browser back to the merchant. */
export function sendBack(transaction: Transaction, reply: FastifyReply, { writes }: Settings): FastifyReply {
	const answer = new URLSearchParams({
		transactionReference: transaction.transactionReference,
		status: String(transaction.status),
		errorMessage: transaction.errorMessage,
		reference: writeReference(transaction.merchantReference, writes) ?? '',
	});
	return reply.redirect(extend(transaction.callbackUrl, answer.toString()), 302);
}

/** Joins strings, because a parsed URL would rewrite some of what the caller put into the query and may have signed. */
function extend(callbackUrl: string, answer: string): string {
	// A header carries no spaces and nothing beyond ASCII, so such a URL has to be rewritten after all.
	const url = /^[!-~]+$/.test(callbackUrl) ? callbackUrl : new URL(callbackUrl).href;
	const [page = '', ...fragment] = url.split(/(?=#)/);
	return [page, separatorAfter(page), answer, ...fragment].join('');
}

function separatorAfter(page: string): string {
	if (!page.includes('?')) return '?';
	return page.endsWith('?') ? '' : '&';
}

const STYLES = join(__dirname, '../../checkout/pages/styles');
const [TOKENS = '', ...RULES] = ['tokens', 'page', 'forms', 'buttons', 'messages', 'screens'].map((name) =>
	readFileSync(join(STYLES, `${name}.css`), 'utf8'),
);
/** The style of the payment page, because a demonstration goes on here. Its accent colour is that of the sandbox. */
const STYLE = [TOKENS, ':root { --accent: #7a4b00; --on-accent: #fff; --accent-ring: var(--ink) }', ...RULES].join('');

interface Page {
	shop: string;
	what: string;
	amount: string;
	/** HTML. */
	main: string;
	footer: string;
}

/** Makes a page. Nothing in it was written by the caller, except for a currency of three letters. */
export function pageOf(title: string, { shop, what, amount, main, footer }: Page): string {
	return `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style></head>
<body>
<div class="sheet">
<header>
<p class="shop"><span aria-hidden="true">${shop.split(' ').at(-1)!.charAt(0)}</span>${shop}</p>
<p class="what">${what}</p>
<p class="amount">${amount}</p>
<p class="test">This is a sandbox: no money moves.</p>
</header>
<main>
${main}
</main>
<footer><p>${footer}</p></footer>
</div>
</body>
</html>`;
}

export function amountOf({ amountMinor, currency, decimals }: Transaction): string {
	return `${currency} ${toMajor(amountMinor, decimals).toFixed(decimals)}`;
}
