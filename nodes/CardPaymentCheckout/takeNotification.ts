import { sessionOf, type ChargedAttempt } from '../../checkout/attempt';
import type { Reply } from '../../checkout/pages/frame';
import { claimedBeyond } from '../../gateway/calls/notification';
import { claimIn } from '../shared/webhooks/http';
import type { CheckoutRequest } from './checkoutRequest';
import { askAbout } from './findAttempt';
import type { Answer } from './nextPage';

const NOT_ACCEPTED: Reply = { status: 401, message: 'This notification is not accepted' };
const RECEIVED: Reply = { status: 200, message: 'Received' };
const DELIVER_AGAIN: Reply = { status: 503, message: 'Deliver this notification again' };

/** Answers a notification of the service (specification section 6), once the service's record shows what it tells. */
export async function takeNotification(request: CheckoutRequest): Promise<Answer> {
	const { webhook, connection } = request;
	const charge = request.unseal<ChargedAttempt>('charge', webhook.query.get('charge'));
	if (!charge) return { reply: NOT_ACCEPTED };
	const claim = claimIn(webhook);
	const asked = await askAbout(request, sessionOf(charge, { payer: charge.payer }), claim?.transactionReference);
	const { record, found } = asked;
	if (!record || found === 'other') return { reply: DELIVER_AGAIN };
	if (claimedBeyond(record, claim, connection.transport.settings)) return { reply: DELIVER_AGAIN };
	return { reply: RECEIVED, current: asked };
}
