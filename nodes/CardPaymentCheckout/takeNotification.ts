import type { Reply } from '../../checkout/pages/reply';
import { sessionOf } from '../../checkout/session';
import { readRecord } from '../../gateway/calls/verifyCall';
import { isFinal } from '../../gateway/outcome';
import type { CheckoutRequest } from './checkoutRequest';
import { askAbout } from './findAttempt';
import { isWanted, itemOnce } from './nextPage';

const NOT_ACCEPTED: Reply = { status: 401, message: 'This notification is not accepted' };
const RECEIVED: Reply = { status: 200, message: 'Received' };
const DELIVER_AGAIN: Reply = { status: 503, message: 'Deliver this notification again' };

/**
 * Answers a notification of the service (specification section 6). The first one is only noted, because the browser reports the
 * same outcome; if the browser never returns, a repeated notification starts the workflow.
 */
export async function takeNotification(request: CheckoutRequest): Promise<Reply> {
	const { store } = request;
	const charge = request.unsealCharge(request.webhook.query);
	if (!charge) return NOT_ACCEPTED;
	const { transactionReference } = store.known(charge);
	const session = sessionOf(charge, { payer: charge.payer, transactionReference });
	const asked = await askAbout(request, session, request.claimedReference);
	const { record, found } = asked;
	if (!record || found === 'other') return DELIVER_AGAIN;
	// The answer to the charge may have been lost.
	if (transactionReference === null) store.keepAttempt(charge, { transactionReference: record.transactionReference });
	// The service may notify before its verify call shows the new status. Accepting now would lose the outcome.
	if (!isFinal(record.outcome) && !claimsPending(request)) return DELIVER_AGAIN;
	if (!isWanted(request, asked) || store.hasStarted(charge, found)) return RECEIVED;
	if (store.isNewlyNotified(charge)) return DELIVER_AGAIN;
	return { ...RECEIVED, item: itemOnce(request, asked) };
}

function claimsPending({ webhook, connection }: CheckoutRequest): boolean {
	return readRecord(webhook.read()?.claim?.record ?? {}, connection.transport.settings).outcome === 'pending';
}
