import { readRecord } from '../../../gateway/calls/verify';
import { isFinal } from '../../../gateway/outcome';
import type { Reply } from '../../shared/pages/reply';
import { findPayment } from '../record';
import type { CheckoutRequest } from '../request';
import { startWith } from '../start';
import { sessionInQuery, withKnownReference } from './sessionInQuery';

const NOT_ACCEPTED: Reply = { status: 401, message: 'This notification is not accepted' };
const RECEIVED: Reply = { status: 200, message: 'Received' };
const DELIVER_AGAIN: Reply = { status: 503, message: 'Deliver this notification again' };

/**
 * Answers a notification of the service (specification section 6). The browser reports the same outcome, and where n8n
 * runs in several processes the two at once could start the workflow twice. So the first notification is only noted. If
 * the browser never returns, a repeated notification starts the workflow.
 */
export async function handleNotification(request: CheckoutRequest): Promise<Reply> {
	const session = sessionInQuery(request);
	// The service is given the address of a charge. The state of a form that nobody has charged comes from a browser.
	if (session === undefined || session === 'expired' || !session.charge) return NOT_ACCEPTED;
	const current = withKnownReference(request, session);
	const found = await findPayment(request, current, request.claimedReference);
	if (typeof found === 'string') return DELIVER_AGAIN;
	const { record, outcome } = found;
	// The answer to the charge may have been lost.
	if (current.transactionReference === null) {
		const { store } = request;
		store.keepProgress({ ...session, ...store.progress(session), transactionReference: record.transactionReference });
	}
	// The service may notify before its verify call shows the new status. Accepting now would lose the outcome.
	if (!isFinal(record.outcome) && !claimsOpen(request)) return DELIVER_AGAIN;
	const isWanted = request.settings.outcomes.some((wanted) => wanted === outcome);
	if (!isWanted || request.store.hasStarted(current, outcome)) return RECEIVED;
	if (request.store.isNewlyNotified(current, outcome)) return DELIVER_AGAIN;
	return { ...RECEIVED, item: startWith(request, current, found) };
}

function claimsOpen({ webhook, connection }: CheckoutRequest): boolean {
	return readRecord(webhook.read()?.claim?.record ?? {}, connection.transport.settings).outcome === 'pending';
}
