import { sessionOf, type CardAttempt } from '../../checkout/attempt';
import { unconfirmedOutcome } from '../../gateway/calls/notification';
import { claimIn, NOTIFICATION_REPLIES } from '../shared/webhooks/http';
import type { CheckoutRequest } from './checkoutRequest';
import { askAbout } from './findAttempt';
import type { Next } from './replyTo';

/** Answers a notification of the service (specification section 6), once the service's record shows what it tells. */
export async function takeNotification(request: CheckoutRequest): Promise<Next> {
	const { webhook, service } = request;
	const cardAttempt = request.unseal<CardAttempt>('attempt', webhook.query.get('attempt'));
	if (!cardAttempt) return { reply: NOTIFICATION_REPLIES.forged };
	const claim = claimIn(webhook);
	const asked = await askAbout(
		request,
		sessionOf(cardAttempt, { payer: cardAttempt.payer }),
		claim?.transactionReference,
	);
	const { record, state } = asked;
	// Another payment under the reference is no news of this payment, whose record may not show yet.
	if (!record || state === 'other') return { reply: NOTIFICATION_REPLIES.tryLater };
	if (unconfirmedOutcome(record, claim, service.settings)) return { reply: NOTIFICATION_REPLIES.tryLater };
	return { reply: NOTIFICATION_REPLIES.accepted, current: asked };
}
