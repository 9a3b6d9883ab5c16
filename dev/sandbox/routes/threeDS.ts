import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { declined } from '../cards';
import { Refusal } from '../errors';
import type { Transaction } from '../ledger';
import { toMajor } from '../money';
import type { Settings } from '../options';
import type { Service } from '../server';
import { isOpen } from '../statuses';

interface PageRoute {
	Params: { transactionReference: string };
	Body: { decision?: string } | undefined;
}

/** The page of the card's bank, to which `acsUrl` sends the customer's browser; it sends it back to `callbackUrl`. */
export function threeDSRoutes(app: FastifyInstance, { settings, ledger }: Service): void {
	const path = `${settings.transactionPrefix}/3ds/:transactionReference`;

	// In a scope of its own: no other endpoint reads forms.
	void app.register((scope, _options, done) => {
		const formType = 'application/x-www-form-urlencoded';
		scope.addContentTypeParser(formType, { parseAs: 'string' }, (_request, body, parsed) =>
			parsed(null, Object.fromEntries(new URLSearchParams(body.toString()))),
		);

		scope.get<PageRoute>(path, (request, reply) => {
			const transaction = find(request);
			return isOpen(transaction.status)
				? reply.type('text/html').send(page(transaction))
				: sendBack(transaction, reply, settings);
		});

		scope.post<PageRoute>(path, (request, reply) => {
			const transaction = find(request);
			if (isOpen(transaction.status)) {
				const approved = request.body?.decision === 'approve';
				ledger.setStatus(transaction, approved ? transaction.decision : declined('05', 'Declined by the customer'));
			}
			return sendBack(transaction, reply, settings);
		});
		done();
	});

	function find({ params }: FastifyRequest<PageRoute>): Transaction {
		const transaction = ledger.byTransactionReference(params.transactionReference);
		if (transaction?.flow !== '3DS') throw new Refusal(404);
		return transaction;
	}
}

function sendBack(transaction: Transaction, reply: FastifyReply, { callbackStyle }: Settings): FastifyReply {
	const answer = new URLSearchParams({
		transactionReference: transaction.transactionReference,
		status: String(transaction.status),
		errorMessage: transaction.errorMessage,
		reference: transaction.merchantReference,
	});
	return reply.redirect(extend(transaction.callbackUrl, answer.toString(), callbackStyle), 302);
}

/** Joins strings, because a parsed URL would rewrite some of what the caller put into the query and may have signed. */
function extend(callbackUrl: string, answer: string, style: Settings['callbackStyle']): string {
	// A header carries no spaces and nothing beyond ASCII, so such a URL has to be rewritten after all.
	const url = /^[!-~]+$/.test(callbackUrl) ? callbackUrl : new URL(callbackUrl).href;
	const [page = '', ...fragment] = url.split(/(?=#)/);
	return [page, separatorAfter(page, style), answer, ...fragment].join('');
}

function separatorAfter(page: string, style: Settings['callbackStyle']): string {
	if (style === 'naive' || !page.includes('?')) return '?';
	return page.endsWith('?') ? '' : '&';
}

const STYLES = join(__dirname, '../../../nodes/shared/pages/styles');
/** The style of the payment page, because a demonstration goes on here. Its accent colour is that of the sandbox. */
const STYLE = [
	readFileSync(join(STYLES, 'tokens.css'), 'utf8'),
	':root { --accent: #7a4b00; --on-accent: #fff; --accent-ring: var(--ink) }',
	readFileSync(join(STYLES, 'page.css'), 'utf8'),
].join('');

/** Nothing in it was written by the caller, but for a currency of three letters. */
function page({ amountMinor, currency, decimals, last4 }: Transaction): string {
	return `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sandbox 3-D Secure</title><style>${STYLE}</style></head>
<body>
<div class="sheet">
<header>
<p class="shop"><span aria-hidden="true">B</span>Sandbox Bank</p>
<p class="what">Card ending in ${last4}</p>
<p class="amount">${currency} ${toMajor(amountMinor, decimals).toFixed(decimals)}</p>
<p class="test">This is a sandbox: no money moves.</p>
</header>
<main>
<h1>Confirm your payment</h1>
<p>Your bank would ask here whether it is you who pays.</p>
<form method="post">
<button name="decision" value="approve">Approve</button>
<button class="plain" name="decision" value="decline">Decline</button>
</form>
</main>
<footer><p>3-D Secure</p></footer>
</div>
</body>
</html>`;
}
