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
import type { NotificationRequest } from '../shared/webhooks/request';
import type { Rules } from './settings';
import { rejected, type Accepted, type Verdict } from './decision';

const SECOND = 1000;
const KILOBYTE = 1024;
// No service nests as deep; beyond some thousands n8n and we could not work through it.
const DEEPEST = 100;

/** A notification on its way to a verdict. */
interface Case {
	rules: Rules;
	transport: Transport;
	/** What the notification says. Nothing in it is proven. */
	claimed: VerifiedPayment;
	/** What the signed URL says, where it is asked for and genuine. */
	terms: Terms | undefined;
	/** Put out with every item. */
	received: IDataObject;
}

/**
 * Decides about a notification (specification section 6). Each early return says why.
 * @throws GatewayError when the credential cannot be used
 */
export async function judge(context: IWebhookFunctions, rules: Rules, request: NotificationRequest): Promise<Verdict> {
	if (request.size > rules.options.largestKilobytes * KILOBYTE) return rejected('tooLarge', 'it is too large');
	if (isDeeperThan(DEEPEST, request.payload)) return rejected('tooLarge', 'it is nested too deep');

	const { claim } = request;
	// Junk is refused before the credential is opened; but a signed URL has a reference as well.
	if (!claim && !rules.requireSignedUrl) return rejected('noReference', 'it has no transaction reference');

	const transport = await Transport.open(context, rules.options.timeout * SECOND, recentCredential(context));
	const { privateKey, statusTable } = transport.settings;
	const usesSignature = rules.requireSignedUrl || rules.expected === 'signedUrl';
	const terms = usesSignature ? readSignedUrl(request.path, request.query, privateKey) : undefined;
	if (rules.requireSignedUrl && !terms)
		return rejected('forged', 'its URL is not signed, was altered, or is of another trigger or key');

	const reference = claim?.transactionReference ?? claim?.reference ?? terms?.reference;
	if (!isReference(reference)) return rejected('noReference', 'it has no transaction reference');

	const claimed = readRecord(claim?.record ?? {}, statusTable);
	const received: IDataObject = { receivedAt: new Date().toISOString() };
	if (rules.options.includeNotification) {
		const [body, query] = request.payload;
		received.notification = transport.secrets().inAnswer(body ?? query) as IDataObject;
	}
	const theCase = { rules, transport, claimed, terms, received };
	return rules.verify ? await judgeVerified(theCase, reference) : judgeClaim(theCase);
}

/** The workflow gets what the service says (4.5). */
async function judgeVerified(
	{ rules, transport, claimed, terms, received }: Case,
	reference: string,
): Promise<Verdict> {
	const answered = await verify({ transport }, reference);
	if ('failure' in answered) {
		const { failure } = answered;
		// A wrong address gives a 404 as well.
		const isUnknown = isNotFound(failure) && (failure as RefusedError).isOwnError;
		return isUnknown
			? rejected('forged', 'the service does not know its transaction')
			: // A service may repeat what it was asked for.
				rejected('tryLater', transport.secrets([reference]).inText(failure.message));
	}
	const record = answered.value;
	if (terms && record.reference !== terms.reference)
		return rejected('forged', 'its URL was signed for another payment');
	// A service may notify before its verify call shows the same. Taken now, the news would be lost.
	const isAwaited = isFinal(claimed.outcome) && rules.outcomes.includes(claimed.outcome);
	const isOpen = record.outcome === 'pending' || (record.outcome === 'unknown' && !rules.outcomes.includes('unknown'));
	if (isAwaited && isOpen)
		return rejected('tryLater', `it claims ${claimed.outcome}, but the service says ${record.outcome}`);

	const mismatch = mismatchOf(record, rules, terms);
	const shown = mismatch === null ? record : notPaid(record, mismatch);
	const isAllowed = mismatch === null || rules.startOnMismatch;
	const verdict = accepted(shown, isAllowed && isWanted(record, rules), { verified: true, mismatch, ...received });
	return mismatch === null ? verdict : { ...verdict, doubt: shown.message ?? mismatch };
}

/** The workflow gets what was claimed, and cannot take it for proven. */
function judgeClaim({ rules, transport, claimed, terms, received }: Case): Verdict {
	if (terms && claimed.reference !== null && claimed.reference !== terms.reference) {
		return rejected('forged', 'its URL was signed for another payment');
	}
	const secrets = transport.secrets();
	const shown = secrets.inAnswer({
		...readRecord({}, transport.settings.statusTable),
		reference: terms?.reference ?? claimed.reference,
		transactionReference: claimed.transactionReference,
		notificationId: claimed.notificationId,
		message: 'Nobody has verified this notification. Verify the transaction before you deliver anything.',
	}) as VerifiedPayment;
	return accepted(shown, isWanted(claimed, rules), {
		verified: false,
		mismatch: null,
		// Without its free text, which may hold anything.
		claimed: secrets.inAnswer(commonPart({ ...claimed, message: null })) as IDataObject,
		...received,
	});
}

function accepted(shown: VerifiedPayment, starts: boolean, more: IDataObject): Accepted {
	const { outcome, reference, notificationId } = shown;
	const start = { notificationId, item: { ...shown, ...more } };
	return starts ? { kind: 'accepted', outcome, reference, start } : { kind: 'accepted', outcome, reference };
}

// Somebody paid, but not this: whoever reads only the outcome must not deliver, nor ask for a second payment.
function notPaid(record: VerifiedPayment, mismatch: string): VerifiedPayment {
	const message = `This is not the payment that was expected: ${mismatch}. Do not treat it as paid.`;
	return { ...record, outcome: 'unknown', authorized: false, message };
}

// Not recursive: it is asked about what recursion could not bear.
function isDeeperThan(levels: number, value: unknown): boolean {
	let level = [value];
	for (let depth = 0; depth <= levels && level.length > 0; depth++) {
		level = level.flatMap((part) => (typeof part === 'object' && part !== null ? Object.values(part) : []));
	}
	return level.length > 0;
}
