import type { IDataObject } from 'n8n-workflow';

import { claimedOutcome, type Claim } from '../../gateway/calls/notification';
import { idOf, readRecord, type VerifiedPayment } from '../../gateway/calls/verify';
import type { Settings } from '../../gateway/client/settings';
import { attemptIn } from '../../gateway/values/attempt';
import { isReference } from '../../gateway/values/reference';
import type { SignedTerms } from '../shared/signing/signedUrl';
import type { Start } from '../shared/webhooks/memory';
import { startItem } from '../shared/webhooks/startItem';
import { rejected, type Accepted, type Rejected } from './answers';
import type { TriggerSettings } from './triggerSettings';

// With the seven that everybody looks for, ten fields; of a refund two more.
const SHOWN = ['transactionDate', 'customerId', 'notificationId'];

/** A notification whose references could be read. */
export interface Notification {
	claim: Claim | undefined;
	/** The terms of its URL, where that was signed. */
	signed: SignedTerms | undefined;
	settings: TriggerSettings;
	credential: Settings;
}

/** A payment, and the service's answer that has its record; undefined where the service has told none. */
export interface Told {
	payment: VerifiedPayment;
	response: unknown;
}

/** What a payment starts the workflow with; empty where it is not one of those that start it. */
export function startWith(
	told: Told,
	start: Start,
	{ outcomes, options }: TriggerSettings,
	credential: Settings,
): Pick<Accepted, 'start'> {
	const { outcome, currency, amount, reference } = told.payment;
	const { currencies, minimumAmount, referencePrefix, simplify } = options;
	const isWanted =
		outcomes.includes(outcome) &&
		(currencies.length === 0 || currencies.includes(currency ?? '')) &&
		(amount ?? 0) >= minimumAmount &&
		attemptIn((reference ?? '').normalize()).order.startsWith(referencePrefix);
	return isWanted ? { start: { ...start, item: startItem({ ...told, simplify, shows: SHOWN }, credential) } } : {};
}

/**
 * The decision that a notification is to come again, and how it is accepted where it has come for three days: its payment is unknown.
 * @param reason for the log
 * @param told the payment's record, where the service has told one
 */
export function tryLater(notification: Notification, reason: string, showsOutcome: boolean, told?: Told): Rejected {
	const { claim, settings, credential } = notification;
	const { payment: found, response } = told ?? { payment: namedIn(notification), response: undefined };
	const { transactionReference, reference } = found;
	const id = idOf([transactionReference ?? reference, claimedOutcome(claim, credential), 'unconfirmed']);
	const payment: VerifiedPayment = {
		...found,
		outcome: 'unknown',
		authorized: false,
		details: 'Notifications of this payment have come for three days, and no record of it confirms what they say',
		notificationId: id,
	};
	const start = startWith({ payment, response }, { id }, settings, credential);
	const warning = `the payment ${reference ?? transactionReference} could not be confirmed for three days: ${reason}. The notification is accepted now, so that it does not come again. The payment is unknown, and starts the workflow once if 'Trigger On' has Unknown. Look it up at your provider, and deliver by hand what is paid.`;
	return {
		...rejected('tryLater', reason, showsOutcome),
		givenUp: { kind: 'accepted', record: payment, showsOutcome, warning, ...start },
	};
}

/** The payment that a notification names: of an unsigned claim, nothing but its references is used. */
function namedIn({ claim, signed, credential }: Notification): VerifiedPayment {
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
