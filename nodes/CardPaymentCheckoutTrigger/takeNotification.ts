import { referenceOf, sessionOf, type AttemptLookUp, type CardAttempt } from '../../checkout/attempt';
import { outcomeOfClaim, statusOfClaim, findUnconfirmedClaim } from '../../gateway/calls/notification';
import { readClaim, NOTIFICATION_REPLIES } from '../shared/webhooks/http';
import { noteFurtherRefund } from '../shared/webhooks/memory';
import { claimId, isGivenUp, noteAnswer, OUTAGE } from '../shared/webhooks/unconfirmed';
import type { CheckoutRequest } from './checkoutRequest';
import { lookUpAttempt } from './findAttempt';
import { startIdsOf } from './linkStore';
import type { Next } from './replyTo';

/** Answers a notification of the service (specification section 6), and accepts it once the service's record shows what it claims. */
export async function takeNotification(request: CheckoutRequest): Promise<Next> {
	const { context, webhook, service } = request;
	const cardAttempt = request.unseal<CardAttempt>('attempt', webhook.query.get('attempt'));
	if (!cardAttempt) return { reply: NOTIFICATION_REPLIES.forged };
	const claim = readClaim(webhook);
	const asked = await lookUpAttempt(
		request,
		sessionOf(cardAttempt, { payer: cardAttempt.payer }),
		claim?.transactionReference,
	);
	// Another payment under the reference is no news of this payment, whose record may not show yet.
	const record = asked.state === 'other' ? undefined : asked.record;
	const isOutage = asked.state === 'unanswered';
	if (!isOutage) noteAnswer(context);
	const unconfirmed = record && findUnconfirmedClaim(record, claim, service.settings);
	if (record && !unconfirmed) return { reply: NOTIFICATION_REPLIES.accepted, current: asked };
	const refund = startIdsOf(asked, 'refunded');
	if (unconfirmed?.isFurtherRefund && refund.base === undefined) noteFurtherRefund(context, refund.id);
	const reference = referenceOf(cardAttempt);
	const id = isOutage ? OUTAGE : claimId({ record, reference }, statusOfClaim(claim, service.settings));
	if (!isGivenUp(context, id)) return { reply: NOTIFICATION_REPLIES.tryLater };
	const claimed = outcomeOfClaim(claim, service.settings);
	return {
		reply: NOTIFICATION_REPLIES.accepted,
		current: giveUp(request, { ...asked, record, cardAttempt }, claimed),
	};
}

/** Marks a payment as unknown whose notifications the service's record has not confirmed for three days. */
function giveUp(request: CheckoutRequest, asked: AttemptLookUp, claimed: string): AttemptLookUp {
	const { session, record } = asked;
	const tells = record?.outcome === claimed ? 'shows less' : `says ${record?.outcome}`;
	const shown = record ? `its record ${tells}` : 'it shows no record of it';
	const doubt = `The service has notified "${claimed}" for three days, and ${shown}. Ask your provider what became of it.`;
	request.log(
		`it is not known what became of the payment with the reference ${referenceOf(session)}. ${doubt} The notification is accepted now, so that it does not come again.`,
	);
	return { ...asked, state: 'unknown', doubt };
}
