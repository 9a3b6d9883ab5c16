import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { RefusedError } from '../../gateway/protocol/errors';
import { isFinal } from '../../gateway/outcome';
import { commonPart } from '../../gateway/payment';
import { isReference, readRecord, type VerifiedPayment } from '../../gateway/calls/verify';
import { isNotFound } from '../shared/payments/lookUp';
import { readSignedUrl, type Terms } from '../shared/signing/signedUrl';
import { Transport } from '../shared/transport/transport';
import { recentCredential } from '../shared/webhooks/recentCredential';
import { verify } from '../shared/payments/verify';
import { isWanted, mismatchOf } from './filters';
import type { WebhookRequest } from '../shared/webhooks/request';
import type { TriggerSettings } from './settings';
import { rejected, type Accepted, type Decision } from './decision';

const SECOND = 1000;
const KILOBYTE = 1024;

/** What is known of a notification when it is decided about. */
interface Evidence {
	settings: TriggerSettings;
	transport: Transport;
	/** What the notification claims. None of it is proven. */
	claimed: VerifiedPayment;
	/** The terms of the signed URL, if one is required and genuine. */
	terms: Terms | undefined;
	/** Added to every item. */
	received: IDataObject;
}

/**
 * Decides about a notification (specification section 6): by its size, its signature, its form, and then what it says. Each
 * early return says why.
 * @throws GatewayError when the credential cannot be used
 */
export async function checkNotification(
	context: IWebhookFunctions,
	settings: TriggerSettings,
	request: WebhookRequest,
): Promise<Decision> {
	const { options, requireSignedUrl, expected } = settings;
	if (request.size > options.largestKilobytes * KILOBYTE) return rejected('tooLarge', 'it is too large');
	const open = async () => await Transport.open(context, options.timeout * SECOND, recentCredential(context));

	// Where a signature is required, nothing is read without one.
	let transport = requireSignedUrl ? await open() : undefined;
	if (transport && !termsOf(request, transport))
		return rejected('forged', 'its URL is not signed, was altered, or is of another trigger or key');

	const content = request.read();
	if (!content) return rejected('tooLarge', 'it is nested too deep, or has too many values');
	const { claim, payload } = content;
	// Junk is rejected before the credential is opened. A signed URL can supply the reference instead.
	if (!claim && !requireSignedUrl) return rejected('noReference', 'it has no transaction reference');

	transport ??= await open();
	const terms = requireSignedUrl || expected === 'signedUrl' ? termsOf(request, transport) : undefined;
	const reference = claim?.transactionReference ?? claim?.reference ?? terms?.reference;
	if (!isReference(reference)) return rejected('noReference', 'it has no transaction reference');

	const claimed = readRecord(claim?.record ?? {}, transport.settings);
	const received: IDataObject = { receivedAt: new Date().toISOString() };
	if (options.includeNotification) {
		const [body, query] = payload;
		received.notification = transport.secrets().inAnswer(body ?? query) as IDataObject;
	}
	const evidence = { settings, transport, claimed, terms, received };
	return settings.verify ? await checkWithService(evidence, reference) : acceptClaim(evidence);
}

/** The terms of the URL that a request came to, if it is signed and genuine. */
function termsOf({ path, query }: WebhookRequest, { settings: { privateKey } }: Transport): Terms | undefined {
	return readSignedUrl(path, query, privateKey);
}

/** Decides by what the service says of the transaction (specification 4.5). */
async function checkWithService(
	{ settings, transport, claimed, terms, received }: Evidence,
	reference: string,
): Promise<Decision> {
	const answered = await verify({ transport }, reference);
	if ('failure' in answered) {
		const { failure } = answered;
		// A wrong base URL also gives 404.
		const isUnknown = isNotFound(failure) && (failure as RefusedError).isOwnError;
		return isUnknown
			? rejected('forged', 'the service does not know its transaction')
			: // The service may repeat the reference in its message.
				rejected('tryLater', transport.secrets([reference]).inText(failure.message));
	}
	const record = answered.value;
	if (terms && record.reference !== terms.reference)
		return rejected('forged', 'its URL was signed for another payment');
	// A service may notify before its verify call shows the new status. Accepting now would lose the outcome.
	const isAwaited = isFinal(claimed.outcome) && settings.outcomes.includes(claimed.outcome);
	const isOpen =
		record.outcome === 'pending' || (record.outcome === 'unknown' && !settings.outcomes.includes('unknown'));
	if (isAwaited && isOpen)
		return rejected('tryLater', `it claims ${claimed.outcome}, but the service says ${record.outcome}`);

	const mismatch = mismatchOf(record, settings, terms);
	const shown = mismatch === null ? record : notPaid(record, mismatch);
	const isAllowed = mismatch === null || settings.startOnMismatch;
	const decision = accepted(shown, isAllowed && isWanted(record, settings), { verified: true, mismatch, ...received });
	return mismatch === null ? decision : { ...decision, doubt: shown.message ?? mismatch };
}

/** Accepts a notification without verification. The item shows the claims apart, with the outcome "unknown". */
function acceptClaim({ settings, transport, claimed, terms, received }: Evidence): Decision {
	if (terms && claimed.reference !== null && claimed.reference !== terms.reference) {
		return rejected('forged', 'its URL was signed for another payment');
	}
	const secrets = transport.secrets();
	const shown = secrets.inAnswer({
		...readRecord({}, transport.settings),
		reference: terms?.reference ?? claimed.reference,
		transactionReference: claimed.transactionReference,
		notificationId: claimed.notificationId,
		message: 'Nobody has verified this notification. Verify the transaction before you deliver anything.',
	}) as VerifiedPayment;
	return accepted(shown, isWanted(claimed, settings), {
		verified: false,
		mismatch: null,
		// Without the message, which is free text and may hold anything.
		claimed: secrets.inAnswer(commonPart({ ...claimed, message: null })) as IDataObject,
		...received,
	});
}

function accepted(shown: VerifiedPayment, starts: boolean, more: IDataObject): Accepted {
	const { outcome, reference, notificationId } = shown;
	const start = { notificationId, item: { ...shown, ...more } };
	return starts ? { kind: 'accepted', outcome, reference, start } : { kind: 'accepted', outcome, reference };
}

// Somebody has paid, but not what was expected. A reader of the outcome alone must neither deliver nor charge again.
function notPaid(record: VerifiedPayment, mismatch: string): VerifiedPayment {
	const message = `This is not the payment that was expected: ${mismatch}. Do not treat it as paid.`;
	return { ...record, outcome: 'unknown', authorized: false, message };
}
