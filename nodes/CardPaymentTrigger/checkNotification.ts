import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { isFinal } from '../../gateway/outcome';
import { paymentItem, simplified } from '../../gateway/payment';
import { readRecord, type VerifiedPayment } from '../../gateway/calls/verifyCall';
import { canSign, secretsOf } from '../../gateway/client/settings';
import { beganAfter } from '../../gateway/values/dates';
import { isReference } from '../../gateway/values/reference';
import { isNotFound } from '../../gateway/lookUp';
import type { ReadAnswer } from '../shared/payments/sendCall';
import { readSignedUrl } from '../shared/signing/signedUrl';
import { Transport } from '../shared/transport/transport';
import { verify } from '../shared/payments/findPayment';
import type { Start } from '../shared/webhooks/memory';
import { isWanted, mismatchOf } from './filters';
import type { WebhookContent, WebhookRequest } from '../shared/webhooks/webhookRequest';
import type { TriggerSettings } from './triggerSettings';

const SECOND = 1000;
const KILOBYTE = 1024;

/** What is done with a notification. */
export type Decision = Accepted | Rejected;

/** The notification is accepted. It starts the workflow only if `start` is set. */
export interface Accepted {
	kind: 'accepted';
	/** The service's record. Its outcome is "unknown" where it is not the payment that was expected. */
	record: VerifiedPayment;
	/** Whether the URL was signed for this payment, so that a returning customer may read the outcome. */
	isSigned: boolean;
	/** Why the payment is not an ordinary one, for the log. */
	doubt?: string;
	/** What starts the workflow; undefined when the settings filter the notification. */
	start?: Start & { item: IDataObject };
}

interface Rejected {
	kind: 'forged' | 'noReference' | 'tooLarge' | 'tryLater';
	/** For the log. It quotes nothing from the notification. */
	reason: string;
	/** Whether the URL was signed, and not for another payment as far as is known. */
	isSigned: boolean;
}

export function rejected(kind: Rejected['kind'], reason: string, isSigned = false): Rejected {
	return { kind, reason, isSigned };
}

/**
 * Decides about a notification (specification section 6): by its size, its signature, its form, and then what the service says of
 * the transaction (4.5). Nothing that the notification claims is used but its references. Each early return says why.
 * @throws GatewayError when the credential cannot be used
 */
export async function checkNotification(
	context: IWebhookFunctions,
	settings: TriggerSettings,
	request: WebhookRequest,
): Promise<Decision> {
	const { options, requireSignedUrl } = settings;
	if (request.size > options.largestKilobytes * KILOBYTE) return rejected('tooLarge', 'it is too large');
	const transport = await Transport.open(context, options.timeout * SECOND);
	// Without a private key, or with a short one, nothing is signed.
	const maySign = requireSignedUrl || canSign(transport.settings.privateKey);
	const signed = maySign ? readSignedUrl(request.path, request.query, transport.settings) : undefined;
	if (requireSignedUrl && !signed)
		return rejected('forged', 'its URL is not signed, was altered, or is of another trigger or key');

	const content = request.read();
	if (!content) return rejected('tooLarge', 'it is nested too deep, or has too many values');
	const { claim } = content;
	const given = [claim?.transactionReference, claim?.reference, signed?.reference].filter(isReference);
	const references = [...new Set(given)];
	if (references.length === 0) return rejected('noReference', 'it has no transaction reference');

	const answered = await verifyAny(transport, references);
	if ('failure' in answered) {
		const { failure } = answered;
		// The service may repeat the reference in its message.
		const reason = secretsOf(transport.settings, references).inText(failure.message);
		if (!isNotFound(failure)) return rejected('tryLater', reason, signed !== undefined);
		// Nobody else can have made a signed URL, so the service has the payment, though verify may not show it yet. Where
		// signatures are not required, the page must not tell which transactions exist.
		const isUnknown = 'the service does not know its transaction';
		return signed ? rejected('tryLater', isUnknown, requireSignedUrl) : rejected('forged', isUnknown);
	}
	const record = answered.value;
	if (signed && record.reference !== signed.reference)
		return rejected('forged', 'its URL was signed for another payment');
	const isSigned = signed !== undefined;
	const claimed = readRecord(claim?.record ?? {}, transport.settings);
	if (isBehind(record, claimed, settings))
		return rejected('tryLater', `it claims ${claimed.outcome}, but the service says ${record.outcome}`, isSigned);

	const mismatch = mismatchOf(record, settings, signed);
	if (mismatch !== '') {
		const doubt = `this is not the payment that was expected: ${mismatch}. It does not start the workflow. Do not treat it as paid.`;
		return { kind: 'accepted', record: { ...record, outcome: 'unknown', authorized: false }, isSigned, doubt };
	}
	if (!isWanted(record, settings)) return { kind: 'accepted', record, isSigned };
	// A refund may come at any time after its payment began.
	const began = record.outcome === 'refunded' ? undefined : beganAfter(record.transactionDate);
	const item = itemOf(record, options, content, transport);
	return { kind: 'accepted', record, isSigned, start: { id: record.notificationId, began, item } };
}

/** Fetches a record by the first of the references that the service knows. Providers differ in which they find. */
async function verifyAny(
	transport: Transport,
	[reference = '', ...others]: readonly string[],
): Promise<ReadAnswer<VerifiedPayment>> {
	const answered = await verify({ transport }, reference, []);
	const isElsewhere = 'failure' in answered && isNotFound(answered.failure) && others.length > 0;
	return isElsewhere ? await verifyAny(transport, others) : answered;
}

/**
 * Whether the service may soon show more of a payment than its record does now, because its notification claims more: a service may
 * notify before its verify call shows the new status, and accepting the notification then would lose the outcome.
 */
function isBehind(record: VerifiedPayment, claimed: VerifiedPayment, { outcomes }: TriggerSettings): boolean {
	const isOpen = record.outcome === 'pending' || (record.outcome === 'unknown' && !outcomes.includes('unknown'));
	const isChanging = record.outcome === 'authorized' ? claimed.outcome === 'refunded' : isOpen;
	const isSame = claimed.outcome === 'pending' || (claimed.status !== null && claimed.status === record.status);
	return isChanging && !isSame && (!isFinal(claimed.outcome) || outcomes.includes(claimed.outcome));
}

// With those that everybody looks for, at most 11 fields.
const SHOWN = ['transactionDate', 'customerId', 'notificationId', 'verified', 'notification'];

function itemOf(
	record: VerifiedPayment,
	{ includeNotification, simplify }: TriggerSettings['options'],
	{ payload: [body, query] }: WebhookContent,
	transport: Transport,
): IDataObject {
	const notification = includeNotification && { notification: secretsOf(transport.settings).inAnswer(body ?? query) };
	const more = { verified: true, receivedAt: new Date().toISOString(), ...notification };
	const item = paymentItem('payment', record, more) as unknown as IDataObject;
	return simplify ? simplified(item, SHOWN) : item;
}
