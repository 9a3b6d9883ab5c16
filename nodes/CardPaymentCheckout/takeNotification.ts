import type { Reply } from '../../checkout/pages/frame';
import { sessionOf } from '../../checkout/session';
import { readRecord } from '../../gateway/calls/verifyCall';
import { isFinal } from '../../gateway/outcome';
import { claimIn } from '../shared/webhooks/http';
import type { CheckoutRequest } from './checkoutRequest';
import { askAbout } from './findAttempt';
import { isWanted, itemOnce } from './nextPage';

const SECOND = 1000;
const NOT_ACCEPTED: Reply = { status: 401, message: 'This notification is not accepted' };
const RECEIVED: Reply = { status: 200, message: 'Received' };
const DELIVER_AGAIN: Reply = { status: 503, message: 'Deliver this notification again' };

/**
 * Answers a notification of the service (specification section 6). The first one is only noted, because the browser reports the
 * same outcome; if the browser never returns, a repeated notification starts the workflow.
 */
export async function takeNotification(request: CheckoutRequest): Promise<Reply> {
	const { store, settings, webhook, connection } = request;
	const charge = request.unsealCharge(webhook.query);
	if (!charge) return NOT_ACCEPTED;
	const { transactionReference } = store.known(charge);
	const session = sessionOf(charge, { payer: charge.payer, transactionReference });
	const asked = await askAbout(request, session, request.claimedReference);
	const { record, found } = asked;
	if (!record || found === 'other') return DELIVER_AGAIN;
	// The service may notify before its verify call shows the new status. Accepting now would lose the outcome.
	const claimed = readRecord(claimIn(webhook)?.record ?? {}, connection.transport.settings);
	if (!isFinal(record.outcome) && claimed.outcome !== 'pending') return DELIVER_AGAIN;
	if (!isWanted(request, asked) || store.hasStarted(charge, found)) return RECEIVED;
	const { notifiedAt } = store.known(charge);
	if (notifiedAt === 0) store.keepAttempt(charge, { notifiedAt: Date.now() });
	const isFirst = notifiedAt === 0 || Date.now() < notifiedAt + settings.options.browserSeconds * SECOND;
	return isFirst ? DELIVER_AGAIN : { ...RECEIVED, item: itemOnce(request, asked) };
}
