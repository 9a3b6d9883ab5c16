import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { unlikenessOf } from '../../gateway/calls/expectedPayment';
import { findPayments } from '../../gateway/calls/findPayments';
import { unconfirmedOutcome } from '../../gateway/calls/notification';
import type { VerifiedPayment } from '../../gateway/calls/verify';
import { canSign, secretsOf } from '../../gateway/client/settings';
import { isNotFound } from '../../gateway/sending/failures';
import { lookUp, recordIn } from '../../gateway/sending/lookUp';
import { PAYMENT_WORDS } from '../../gateway/itemMessage';
import { paymentItem, simplified } from '../../gateway/payment';
import { beganAfter } from '../../gateway/values/dates';
import { attemptIn, compareWithOrder } from '../../gateway/values/attempt';
import { isReference } from '../../gateway/values/reference';
import { readSignedUrl } from '../shared/signing/signedUrl';
import { Transport } from '../shared/transport/transport';
import { claimIn, LARGEST_BODY, type WebhookRequest } from '../shared/webhooks/http';
import { rejected, type Decision } from './answers';
import type { TriggerSettings } from './triggerSettings';

const SECOND = 1000;

// With the seven that everybody looks for, ten fields.
const SHOWN = ['transactionDate', 'customerId', 'notificationId'];

/**
 * Decides about a notification (specification section 6): by its size, its signature, and then what the service says of the
 * transaction (4.5). Of what the notification claims, its references are used, and its status where the record is still open. Each early return says why.
 * @throws GatewayError when the credential cannot be used
 */
export async function checkNotification(
	context: IWebhookFunctions,
	settings: TriggerSettings,
	request: WebhookRequest,
): Promise<Decision> {
	const { options, requireSignedUrl, expectedAmount = '', expectedCurrency = '' } = settings;
	if (request.size > LARGEST_BODY) return rejected('tooLarge', 'it is too large');
	const transport = await Transport.open(context, options.timeout * SECOND);
	// Without a private key, or with a short one, nothing is signed.
	const readsSignature = requireSignedUrl || canSign(transport.settings.privateKey);
	const signed = readsSignature ? readSignedUrl(request.path, request.query, transport.settings) : undefined;
	if (requireSignedUrl && !signed)
		return rejected('forged', 'its URL is not signed, was altered, or is of another trigger or key');

	const claim = claimIn(request);
	const given = [claim?.transactionReference, claim?.reference, signed?.reference].filter(isReference);
	const references = [...new Set(given)];
	if (references.length === 0) return rejected('noReference', 'it has no transaction reference');

	const showsOutcome = signed !== undefined;
	const answered = recordIn(await lookUp(transport, findPayments, { either: references }));
	if ('failure' in answered) {
		const { failure } = answered;
		// The service may repeat the reference in its message.
		const reason = secretsOf(transport.settings, references).inText(failure.message);
		if (!isNotFound(failure)) return rejected('tryLater', reason, showsOutcome);
		// Nobody else can have made a signed URL, so the service has the payment, though verify may not show it yet. Where
		// signatures are not required, the page must not tell which transactions exist.
		const notFoundReason = 'the service does not know its transaction';
		return showsOutcome ? rejected('tryLater', notFoundReason, requireSignedUrl) : rejected('forged', notFoundReason);
	}
	const record = answered.value;
	const likeness = signed ? compareWithOrder(signed.reference, record.reference) : 'same';
	if (likeness === 'different') return rejected('forged', 'its URL was signed for another payment');
	// Anybody may have named the transaction in the body.
	if (likeness === 'notKnown')
		return rejected('tryLater', 'the service does not repeat the reference that its URL was signed for', showsOutcome);
	const claimed = unconfirmedOutcome(record, claim, transport.settings);
	if (claimed)
		return rejected('tryLater', `it claims ${claimed}, but the service says ${record.outcome}`, showsOutcome);

	const expected = { amount: expectedAmount, currency: expectedCurrency };
	const compared = [signed ?? expected, expected].map((terms) => unlikenessOf(terms, record, transport.settings));
	if (compared.some((one) => one.likeness !== 'same')) {
		const unlike = [...new Set(compared.flatMap(({ words }) => words))].join(', ');
		const isOther = compared.some((one) => one.likeness === 'different');
		const warning = isOther
			? `this is not the payment that was expected: ${unlike}. It does not start the workflow. Do not treat it as paid.`
			: `this payment cannot be compared with the one that was expected: ${unlike}. It does not start the workflow. Verify it, and deliver by hand if it is paid.`;
		return { kind: 'accepted', record: { ...record, outcome: 'unknown', authorized: false }, showsOutcome, warning };
	}
	if (!passesFilters(record, settings)) return { kind: 'accepted', record, showsOutcome };
	// A refund may come at any time after its payment began.
	const began = record.outcome === 'refunded' ? undefined : beganAfter(record.transactionDate);
	const whole: IDataObject = paymentItem(PAYMENT_WORDS, record, {
		verified: true,
		receivedAt: new Date().toISOString(),
	});
	const item = options.simplify ? simplified(whole, SHOWN) : whole;
	return { kind: 'accepted', record, showsOutcome, start: { id: record.notificationId, began, item } };
}

/** Says whether a payment is one of those that start the workflow. */
function passesFilters(
	{ outcome, currency, amount, reference }: VerifiedPayment,
	{ outcomes, filters: { currencies, minimumAmount, referencePrefix } }: TriggerSettings,
): boolean {
	if (!outcomes.includes(outcome)) return false;
	if (currencies.length > 0 && !currencies.includes(currency ?? '')) return false;
	if ((amount ?? 0) < minimumAmount) return false;
	return attemptIn((reference ?? '').normalize()).order.startsWith(referencePrefix);
}
