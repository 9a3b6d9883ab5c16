import { sealedIn, sessionOf } from '../../../checkout/session';
import { readRecord } from '../../../gateway/calls/verifyCall';
import { isFinal } from '../../../gateway/outcome';
import { ask } from '../ask';
import type { Next } from '../next';
import type { CheckoutRequest } from '../pageRequest';
import { isWanted, startWith } from '../start';

const NOT_ACCEPTED: Next = { tell: () => ({ status: 401, message: 'This notification is not accepted' }) };
const RECEIVED: Next = { tell: () => ({ status: 200, message: 'Received' }) };
const DELIVER_AGAIN: Next = { tell: () => ({ status: 503, message: 'Deliver this notification again' }) };

/**
 * Answers a notification of the service (specification section 6). The browser reports the same outcome, and where n8n
 * runs in several processes the two at once could start the workflow twice. So the first notification is only noted. If
 * the browser never returns, a repeated notification starts the workflow.
 */
export async function handleNotification(request: CheckoutRequest): Promise<Next> {
	const { store } = request;
	const charge = request.unsealCharge(sealedIn(request.webhook.query));
	if (!charge) return NOT_ACCEPTED;
	const { transactionReference } = store.known(charge);
	const session = sessionOf(charge, { payer: charge.payer, transactionReference });
	const answer = await ask(request, session, request.claimedReference);
	const { record, found } = answer;
	if (!record || found === 'other') return DELIVER_AGAIN;
	// The answer to the charge may have been lost.
	if (transactionReference === null) store.keepAttempt(charge, { transactionReference: record.transactionReference });
	// The service may notify before its verify call shows the new status. Accepting now would lose the outcome.
	if (!isFinal(record.outcome) && !claimsOpen(request)) return DELIVER_AGAIN;
	if (!isWanted(request, answer) || store.hasStarted(charge, found)) return RECEIVED;
	if (store.isNewlyNotified(charge)) return DELIVER_AGAIN;
	const item = startWith(request, session, answer);
	return { tell: () => ({ status: 200, message: 'Received', item }) };
}

function claimsOpen({ webhook, connection }: CheckoutRequest): boolean {
	return readRecord(webhook.read()?.claim?.record ?? {}, connection.transport.settings).outcome === 'pending';
}
