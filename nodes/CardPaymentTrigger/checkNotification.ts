import type { IWebhookFunctions } from 'n8n-workflow';

import { compareInWords } from '../../gateway/calls/expectedPayment';
import { findPayments } from '../../gateway/calls/findPayments';
import { findUnconfirmedClaim } from '../../gateway/calls/notification';
import { paymentIds, type VerifiedPayment } from '../../gateway/calls/verify';
import { canSign, secretsOf } from '../../gateway/client/settings';
import { hasNoRecord, isNotFound } from '../../gateway/sending/failures';
import { lookUp, serviceAnswerOf } from '../../gateway/sending/lookUp';
import { earliestStartOf } from '../../gateway/values/dates';
import { OtherRecordError } from '../../gateway/values/errors';
import { compareWithOrder } from '../../gateway/values/attempt';
import { isWebAddress } from '../../gateway/values/input';
import { isReference } from '../../gateway/values/reference';
import { readSignedTerms, type SignedTerms } from '../shared/signing/signedUrl';
import { Transport } from '../shared/transport/transport';
import { readClaim, LARGEST_BODY, type WebhookRequest } from '../shared/webhooks/http';
import { rejection, type Decision } from './answers';
import { startWith, tryLater, type Notification, type PaymentRecord } from './triggerStart';
import type { TriggerSettings } from './triggerSettings';

const SECOND = 1000;

/**
 * Decides about a notification (specification section 6): by its size, its signature, and then what the service says of the
 * transaction (4.5). Of what the notification claims, its references are used, and whether the payment has come further by it. Each early
 * return says why.
 * @throws GatewayError when the credential cannot be used
 */
export async function checkNotification(
	context: IWebhookFunctions,
	settings: TriggerSettings,
	request: WebhookRequest,
): Promise<Decision> {
	const { requireSignedUrl, timeout } = settings.options;
	if (request.size > LARGEST_BODY) return rejection('tooLarge', 'it is too large');
	const transport = await Transport.open(context, timeout * SECOND);
	// Without a private key, or with a short one, nothing is signed.
	const readsSignature = requireSignedUrl || canSign(transport.settings.privateKey);
	const signed = readsSignature ? readSignedTerms(request.path, request.query, transport.settings) : undefined;
	const decision = await decide(settings, request, transport, signed);
	const { shopWebsite } = transport.settings;
	// Check Setup reports one that is not an address. It is no reason to reject a notification.
	const shop = isWebAddress(shopWebsite) ? shopWebsite : undefined;
	const returnUrl = signed?.returnUrl || settings.options.redirectUrl || shop;
	return { ...decision, ...(returnUrl && { returnUrl }), ...(signed && { terms: signed }) };
}

/** Decides about a notification that is not too large, by its signature and by what the service says. */
async function decide(
	settings: TriggerSettings,
	request: WebhookRequest,
	transport: Transport,
	signed: SignedTerms | undefined,
): Promise<Decision> {
	const { requireSignedUrl } = settings.options;
	if (requireSignedUrl && !signed)
		return rejection('forged', 'its URL is not signed, was altered, or is of another trigger or key');

	const claim = readClaim(request);
	const given = [claim?.transactionReference, claim?.reference, signed?.reference].filter(isReference);
	const references = [...new Set(given)];
	if (references.length === 0) return rejection('noReference', 'it has no transaction reference');

	const notification = { claim, signed, settings, credential: transport.settings };
	const answered = serviceAnswerOf(await lookUp(transport, findPayments, { either: references }));
	if ('value' in answered) {
		const known = { payment: answered.value, response: answered.raw };
		return { ...decideByRecord(notification, known), isAnswered: true };
	}
	const { failure } = answered;
	// The service may repeat the reference in its message.
	const message = secretsOf(transport.settings, references).inText(failure.message);
	const reason = isNotFound(failure) ? 'the service does not know its transaction' : message;
	if (!signed && hasNoRecord(failure)) return { ...rejection('forged', reason), isAnswered: true };
	// Nobody else can have made a signed URL, so the service has the payment, though verify may not show it yet. Where
	// signatures are not required, the page must not tell which transactions exist.
	const showsOutcome = isNotFound(failure) ? requireSignedUrl : signed !== undefined;
	const isAnswered = hasNoRecord(failure) || failure instanceof OtherRecordError;
	return { ...tryLater(notification, { reason, showsOutcome, isOutage: !isAnswered }), isAnswered };
}

/** Decides about a notification for whose payment the service has returned a record. */
function decideByRecord(notification: Notification, known: PaymentRecord): Decision {
	const { claim, signed, settings, credential } = notification;
	const record = known.payment;
	const showsOutcome = signed !== undefined;
	const likeness = signed ? compareWithOrder(signed.reference, record.reference) : 'same';
	if (likeness === 'different') return rejection('forged', 'its URL was signed for another payment');
	// Anybody may have named the transaction in the body, so its record is not known to be that of this payment.
	if (likeness === 'notKnown') {
		const reason = 'the service does not repeat the reference that its URL was signed for';
		return tryLater(notification, { reason, showsOutcome });
	}
	const ids = paymentIds(record);
	const claimed = findUnconfirmedClaim(record, claim, credential);
	if (claimed) {
		const reason =
			claimed.outcome === record.outcome
				? 'it claims a further refund or a chargeback, which the service does not show'
				: `it claims ${claimed.outcome}, but the service says ${record.outcome}`;
		const isBare = claimed.isFurtherRefund && ids.base === undefined;
		return { ...tryLater(notification, { reason, showsOutcome, known }), ...(isBare ? { refundId: ids.id } : {}) };
	}
	const compared = signed && compareInWords(signed, record, credential);
	if (compared && compared.likeness !== 'same') {
		const unlike = compared.words.join(', ');
		const warning =
			compared.likeness === 'different'
				? `this is not the payment that was expected: ${unlike}. It does not start the workflow. Do not treat it as paid.`
				: `this payment cannot be compared with the one that was expected: ${unlike}. It does not start the workflow. Verify it, and deliver by hand if it is paid.`;
		return { kind: 'accepted', record: { ...record, outcome: 'unknown', authorized: false }, showsOutcome, warning };
	}
	const start = startWith(
		{ ...known, isVerified: true },
		{ ...ids, began: earliestStartOf(dateOf(record)) },
		settings,
		credential,
	);
	return { kind: 'accepted', record, showsOutcome, ...start };
}

/** Returns the date on which a payment began; of a refund, the date on which it was made, because it may come at any time after that. */
function dateOf({ outcome, lastRefundDate, transactionDate }: VerifiedPayment): string | null {
	return outcome === 'refunded' ? lastRefundDate : transactionDate;
}
