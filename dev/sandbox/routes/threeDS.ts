import type { FastifyInstance, FastifyRequest } from 'fastify';
import { decline } from '../cards';
import { Refusal } from '../errors';
import type { Transaction } from '../ledger';
import { amountOf, pageOf, readForms, sendBack } from '../customerPages';
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
		readForms(scope);

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
				ledger.setStatus(transaction, approved ? transaction.decision : decline('05', 'Declined by the customer'));
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

function page(transaction: Transaction): string {
	return pageOf('Sandbox 3-D Secure', {
		shop: 'Sandbox Bank',
		what: `Card ending in ${transaction.last4}`,
		amount: amountOf(transaction),
		main: `<h1>Confirm your payment</h1>
<p>Your bank would ask here whether it is you who pays.</p>
<form method="post">
<button name="decision" value="approve">Approve</button>
<button class="plain" name="decision" value="decline">Decline</button>
</form>`,
		footer: '3-D Secure',
	});
}
