import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { isFinal } from '../../gateway/outcome';
import { commonPart, paymentItem, simplified } from '../../gateway/payment';
import { isReference, readRecord, type VerifiedPayment } from '../../gateway/calls/verifyCall';
import { idOf, notificationId } from '../../gateway/calls/notification';
import { canSign } from '../../gateway/client/settings';
import { beganAfter } from '../../gateway/values/transactionDate';
import { isNotFound } from '../../gateway/lookUp';
import type { ReadAnswer } from '../shared/payments/sendCall';
import { readSignedUrl, WEBHOOK_PATHS, type Terms } from '../shared/signing/signedUrl';
import { Transport } from '../shared/transport/transport';
import { verify } from '../shared/payments/findPayment';
import type { Start } from '../shared/webhooks/memory';
import { isWanted, mismatchOf } from './filters';
import type { WebhookRequest } from '../shared/webhooks/webhookRequest';
import type { TriggerSettings } from './triggerSettings';
import { rejected, type Accepted, type Decision } from './decision';

const SECOND = 1000;
const KILOBYTE = 1024;

/** What is known of a notification when it is decided about. */
interface Evidence {
	settings: TriggerSettings;
	transport: Transport;
	/** What the notification claims. None of it is proven. */
	claimed: VerifiedPayment;
	/** The terms of the URL, if it is signed and genuine. The payment must meet them. */
	signed: Terms | undefined;
	/** Whether a customer's browser has sent it, and not the service. */
	isCallback: boolean;
	/** Added to every item. It is made for an item alone, because to hide secrets in junk costs more than the rest. */
	received: () => IDataObject;
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
	const open = async () => await Transport.open(context, options.timeout * SECOND);
	const termsWith = (opened: Transport) => readSignedUrl(request.path, request.query, opened.settings);

	// Where a signature is required, nothing is read without one.
	const opened = requireSignedUrl ? await open() : undefined;
	if (opened && !termsWith(opened))
		return rejected('forged', 'its URL is not signed, was altered, or is of another trigger or key');

	const content = request.read();
	if (!content) return rejected('tooLarge', 'it is nested too deep, or has too many values');
	const { claim, payload } = content;
	// Junk is rejected before the credential is opened. A signed URL can supply the reference instead.
	if (!claim && !requireSignedUrl) return rejected('noReference', 'it has no transaction reference');

	const transport = opened ?? (await open());
	const usesSignature = requireSignedUrl || expected === 'signedUrl';
	// Without a private key, or with a short one, nothing is signed.
	const signed = usesSignature || canSign(transport.settings.privateKey) ? termsWith(transport) : undefined;
	const given = [claim?.transactionReference, claim?.reference, signed?.reference].filter(isReference);
	const references = [...new Set(given)];
	if (references.length === 0) return rejected('noReference', 'it has no transaction reference');

	const claimed = readRecord(claim?.record ?? {}, transport.settings);
	const receivedAt = new Date().toISOString();
	const received = (): IDataObject => {
		if (!options.includeNotification) return { receivedAt };
		const [body, query] = payload;
		return { receivedAt, notification: transport.secrets().inAnswer(body ?? query) as IDataObject };
	};
	const isCallback = request.path.split('/').filter(Boolean).at(-1) === WEBHOOK_PATHS.callback;
	const evidence = { settings, transport, claimed, signed, isCallback, received };
	return settings.verify ? await checkWithService(evidence, references) : acceptClaim(evidence);
}

/** Decides by what the service says of the transaction (specification 4.5). */
async function checkWithService(
	{ settings, transport, claimed, signed, received }: Evidence,
	references: readonly string[],
): Promise<Decision> {
	const answered = await verifyAny(transport, references);
	if ('failure' in answered) {
		const { failure } = answered;
		if (isNotFound(failure)) return unknownTransaction(settings, signed);
		// The service may repeat the reference in its message.
		return rejected('tryLater', transport.secrets(references).inText(failure.message), signed !== undefined);
	}
	const record = answered.value;
	const isSigned = signed?.reference === record.reference;
	if (signed && record.reference !== signed.reference)
		return rejected('forged', 'its URL was signed for another payment');
	// A service may notify before its verify call shows the new status. Accepting now would lose the outcome.
	if (isBehind(record, claimed, settings))
		return rejected('tryLater', `it claims ${claimed.outcome}, but the service says ${record.outcome}`, isSigned);

	const mismatch = mismatchOf(record, settings, signed);
	const shown = mismatch === null ? record : notPaid(record, mismatch);
	const isAllowed = mismatch === null || settings.startOnMismatch;
	const decision = accepted(
		settings,
		shown,
		{
			starts: isAllowed && isWanted(record, settings),
			isSigned,
			// A refund may come at any time after its payment began.
			began: record.outcome === 'refunded' ? undefined : beganAfter(record.transactionDate),
		},
		() => ({ verified: true, mismatch, ...received() }),
	);
	return mismatch === null ? decision : { ...decision, doubt: shown.details ?? mismatch };
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

// Nobody else can have made a signed URL, so the service has the payment, though verify may not show it yet. Where
// signatures are not required, the page must not tell which transactions exist.
function unknownTransaction({ requireSignedUrl }: TriggerSettings, signed: Terms | undefined): Decision {
	const reason = 'the service does not know its transaction';
	return signed ? rejected('tryLater', reason, requireSignedUrl) : rejected('forged', reason);
}

/** Whether the service may soon show more of a payment than its record does now, because its notification claims more. */
function isBehind(record: VerifiedPayment, claimed: VerifiedPayment, { outcomes }: TriggerSettings): boolean {
	const isOpen = record.outcome === 'pending' || (record.outcome === 'unknown' && !outcomes.includes('unknown'));
	const isChanging = record.outcome === 'authorized' ? claimed.outcome === 'refunded' : isOpen;
	const isSame = claimed.outcome === 'pending' || (claimed.status !== null && claimed.status === record.status);
	return isChanging && !isSame && (!isFinal(claimed.outcome) || outcomes.includes(claimed.outcome));
}

/** Accepts a notification without verification. The item shows the claims apart, with the outcome "unknown". */
function acceptClaim({ settings, transport, claimed, signed, isCallback, received }: Evidence): Decision {
	if (signed && claimed.reference !== null && claimed.reference !== signed.reference) {
		return rejected('forged', 'its URL was signed for another payment');
	}
	const secrets = transport.secrets();
	const shown = secrets.inAnswer({
		...readRecord({}, transport.settings),
		reference: signed?.reference ?? claimed.reference,
		transactionReference: claimed.transactionReference,
		notificationId: claimed.notificationId,
		details: null,
	}) as VerifiedPayment;
	const isSigned = signed?.reference === shown.reference;
	// The address of a returning customer is signed, but anything can be added to it.
	const starts = !isCallback && isWanted(claimed, settings);
	const id = signed && notificationId({ ...claimed, transactionReference: null, reference: signed.reference });
	return accepted(settings, shown, { starts, isSigned, began: undefined, id }, () => ({
		verified: false,
		mismatch: null,
		// Without the words of the service, which are free text and may hold anything.
		claimed: secrets.inAnswer(commonPart({ ...claimed, serviceMessage: null, details: null })) as IDataObject,
		...received(),
	}));
}

/** How a notification is accepted. */
interface Verdict extends Pick<Start, 'began'> {
	starts: boolean;
	isSigned: boolean;
	/** What starts the workflow once; by default the id of the notification. */
	id?: string;
}

// With those that everybody looks for, at most 13 fields.
const SHOWN = ['transactionDate', 'customerId', 'notificationId', 'verified', 'mismatch', 'claimed', 'notification'];

function accepted(
	{ options }: TriggerSettings,
	shown: VerifiedPayment,
	{ starts, isSigned, began, id = shown.notificationId }: Verdict,
	more: () => IDataObject,
): Accepted {
	const { outcome, reference, merchant, amount, currency } = shown;
	const decision: Accepted = {
		kind: 'accepted',
		...{ outcome, reference, shown: { merchant, amount, currency } },
		...(isSigned && { isSigned }),
	};
	if (!starts) return decision;
	const item: IDataObject = paymentItem('payment', shown, more());
	return { ...decision, start: { id, began, item: options.simplify ? simplified(item, SHOWN) : item } };
}

// Somebody has paid, but not what was expected. A reader of the outcome alone must neither deliver nor charge again.
function notPaid(record: VerifiedPayment, mismatch: string): VerifiedPayment {
	const details = `This is not the payment that was expected: ${mismatch}. Do not treat it as paid.`;
	// With an id of its own. Otherwise a request without a signature, which anybody can send, would turn the genuine one into a
	// repeat.
	const notificationId = idOf([record.notificationId, mismatch]);
	return { ...record, outcome: 'unknown', authorized: false, details, notificationId };
}
