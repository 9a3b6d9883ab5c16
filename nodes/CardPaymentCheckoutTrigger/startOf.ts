import type { IDataObject } from 'n8n-workflow';

import { referenceOf, type AttemptLookUp, type CardAttempt } from '../../checkout/attempt';
import { notificationId, readRecord, type VerifiedPayment } from '../../gateway/calls/verify';
import { minorOf } from '../../gateway/values/money';
import { startItem } from '../shared/webhooks/startItem';
import type { CheckoutRequest } from './checkoutRequest';
import { startIdsOf } from './linkStore';

// With the first seven of every payment and the card, these are ten fields, and those of the others that have a value.
const SHOWN = [
	...['email', 'firstName', 'lastName', 'cardBrand', 'cardLast4', 'description', 'customFields'],
	...['transactionDate', 'notificationId'],
];

/** The workflow's start item and its id. */
export interface Start {
	id: string;
	item: IDataObject;
}

/** Records that the attempt that was looked up, or the decline before it, starts the workflow; undefined where neither does. */
export function startBy(request: CheckoutRequest, asked: AttemptLookUp | undefined): Start | undefined {
	return asked && (startOf(request, asked) ?? (asked.declined && startOf(request, asked.declined)));
}

/** Records the start of the workflow by an attempt; undefined where its outcome is not wanted, or has started it before. */
function startOf(request: CheckoutRequest, asked: AttemptLookUp): Start | undefined {
	const { settings, store } = request;
	const { session, state, cardAttempt } = asked;
	const outcome = settings.outcomes.find((one) => one === state);
	if (outcome === undefined) return undefined;
	const { id } = startIdsOf(asked, outcome);
	if (session.lastStart === id) return undefined;
	// Before the start is recorded: what cannot be made has not started anything.
	const item = cardAttempt && itemOf(request, asked, cardAttempt);
	return store.start(asked, outcome) && item ? { id, item } : undefined;
}

function itemOf(request: CheckoutRequest, asked: AttemptLookUp, { terms, payer }: CardAttempt): IDataObject {
	const { response, doubt } = asked;
	const { simplify } = request.settings.options;
	const { email, firstName = null, lastName = null, cardBrand, cardLast4 } = payer;
	const customer = { email: email || null, firstName, lastName, cardBrand, cardLast4 };
	const more = { ...customer, description: terms.description, customFields: terms.customFields };
	return startItem(
		{
			...{ payment: paymentOf(request, asked), response, isVerified: doubt === undefined },
			...{ more: simplify ? withoutEmpty(more) : more, simplify, shows: SHOWN },
		},
		request.service.settings,
	);
}

/** Returns the payment of an attempt, as the service's record has it, or else as far as it is known what was sent. */
function paymentOf(
	{ service: { settings } }: CheckoutRequest,
	{ session, record, doubt }: AttemptLookUp,
): VerifiedPayment {
	const { terms, transactionReference } = session;
	const reference = referenceOf(session);
	if (record && doubt === undefined) return { ...record, reference };
	const amount = Number(terms.amount);
	const amountMinor = minorOf(amount, terms.currency, settings.amountsIn);
	const sent = { transactionReference, amount, amountMinor, currency: terms.currency };
	const known = record ?? { ...readRecord({}, settings), ...sent };
	const unknown = { ...known, reference, outcome: 'unknown', authorized: false, details: doubt ?? null } as const;
	return { ...unknown, notificationId: notificationId({ ...unknown, status: null }) };
}

/** Drops fields without a value, such as a description that the link does not have. */
function withoutEmpty(fields: IDataObject): IDataObject {
	const isEmpty = (value: unknown) =>
		value === '' || (typeof value === 'object' && Object.keys(value ?? {}).length === 0);
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)));
}
