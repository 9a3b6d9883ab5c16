import type { IDataObject } from 'n8n-workflow';

import { statusOfClaim, type Claim } from '../../gateway/calls/notification';
import { readRecord, type VerifiedPayment } from '../../gateway/calls/verify';
import type { Settings } from '../../gateway/client/settings';
import { readAttempt } from '../../gateway/values/attempt';
import { isReference } from '../../gateway/values/reference';
import type { SignedTerms } from '../shared/signing/signedUrl';
import type { Start } from '../shared/webhooks/memory';
import { startItem } from '../shared/webhooks/startItem';
import { claimId, OUTAGE } from '../shared/webhooks/unconfirmed';
import { rejection, type Acceptance, type Rejection } from './answers';
import type { TriggerSettings } from './triggerSettings';

// With the first seven of every payment, these are ten fields; a refund has two more.
const SHOWN = ['transactionDate', 'customerId', 'notificationId'];

/** A notification whose references could be read. */
export interface Notification {
	claim: Claim | undefined;
	/** The terms of its URL, where that was signed. */
	signed: SignedTerms | undefined;
	settings: TriggerSettings;
	credential: Settings;
}

/** The record of a payment, and the service's answer that has it. */
export interface PaymentRecord {
	payment: VerifiedPayment;
	response: unknown;
}

/** Makes the start of the workflow for a payment; empty where it is not one of those that start it. */
export function startWith(
	shown: PaymentRecord & { isVerified: boolean },
	start: Start,
	{ outcomes, options }: TriggerSettings,
	credential: Settings,
): Pick<Acceptance, 'start'> {
	const { outcome, currency, amount, reference } = shown.payment;
	const { currencies, minimumAmount, referencePrefix, simplify } = options;
	// Somebody must look at a payment that is unknown, so only what is known to be none of this workflow's is left out.
	const passes = <T>(value: T | null, isWanted: (value: T) => boolean) =>
		value === null ? outcome === 'unknown' : isWanted(value);
	const isWanted =
		outcomes.includes(outcome) &&
		(currencies.length === 0 || passes(currency, (code) => currencies.includes(code))) &&
		(minimumAmount === 0 || passes(amount, (paid) => paid >= minimumAmount)) &&
		(referencePrefix === '' ||
			passes(reference, (own) => readAttempt(own.normalize()).order.startsWith(referencePrefix)));
	return isWanted ? { start: { ...start, item: startItem({ ...shown, simplify, shows: SHOWN }, credential) } } : {};
}

/** The reason why a notification cannot be decided about. */
interface Doubt {
	/** The text for the log. */
	reason: string;
	showsOutcome: boolean;
	/** The service's record of the payment, which shows less than is claimed. */
	known?: PaymentRecord;
	/** True if the service does not answer at all. */
	isOutage?: boolean;
}

/**
 * Decides that a notification is to come again, and how it is accepted where it has come for three days: its payment is unknown. Without
 * a record, anybody may have invented an unsigned one, so that starts nothing.
 */
export function tryLater(notification: Notification, { reason, showsOutcome, known, isOutage }: Doubt): Rejection {
	const { claim, signed, settings, credential } = notification;
	const { payment: found, response } = known ?? { payment: readNamedPayment(notification), response: undefined };
	const id = claimId({ record: known?.payment, reference: signed?.reference }, statusOfClaim(claim, credential));
	const isTrusted = known !== undefined || signed !== undefined;
	const payment: VerifiedPayment = {
		...found,
		outcome: 'unknown',
		authorized: false,
		details: 'Notifications of this payment have come for three days, and no record of it confirms what they say',
		notificationId: id,
	};
	const start = isTrusted ? startWith({ payment, response, isVerified: false }, { id }, settings, credential) : {};
	const { reference, transactionReference: own } = found;
	const names = reference !== null && own !== null ? `${reference} (${own})` : (reference ?? own);
	const consequence = isTrusted
		? "The payment is unknown, and starts the workflow once if 'Trigger On' has Unknown."
		: 'It does not start the workflow, because its URL is not signed.';
	const warning = `the payment ${names} could not be confirmed for three days: ${reason}. The notification is accepted now, so that it does not come again. ${consequence} Look it up at your provider, and deliver by hand what is paid.`;
	return {
		...rejection('tryLater', reason, showsOutcome),
		...(isOutage ? { claimId: OUTAGE } : isTrusted ? { claimId: id } : {}),
		givenUp: { kind: 'accepted', record: payment, showsOutcome, warning, ...start },
	};
}

/** Reads the payment that a notification names: of an unsigned claim, nothing but its references is used. */
function readNamedPayment({ claim, signed, credential }: Notification): VerifiedPayment {
	const [own, merchants] = [claim?.transactionReference, signed?.reference ?? claim?.reference].map((reference) =>
		isReference(reference) ? reference : null,
	);
	const named: IDataObject = {
		transactionReference: own,
		merchantRef: merchants,
		requestedAmount: signed?.amount,
		currencyCode: signed?.currency,
	};
	return readRecord(named, credential);
}
