import Big from 'big.js';

import { ENDPOINTS } from '../client/endpoints';
import { labelsOf, rulesOf, TEXT, type Field } from '../fields';
import { CARD_OUTCOMES, type ItemWords } from '../itemMessage';
import { duplicateMark, commonPart, payment, paymentItem, type Payment } from '../payment';
import type { MoneyCall, MoneyRequest } from '../sending/call';
import type { LookUp } from '../sending/lookUp';
import { isChargedBack } from '../stage';
import { InputError, NotAuthorizedError, ReferenceUsedError, RefusedError, ReadFailedError } from '../values/errors';
import { checkInput, objectOf, text } from '../values/input';
import {
	amountText,
	compareAmounts,
	amountInput,
	isPlainNumber,
	minorOf,
	readAmount,
	roundAmount,
	numberFormatRule,
	type AmountCounting,
} from '../values/money';
import { comparePayment } from './expectedPayment';
import { findPayments } from './findPayments';
import { readRefundAnswer, type RefundedPayment } from './refundAnswer';
import { referenceText } from '../values/reference';
import type { RecordSettings, VerifiedPayment } from './verify';

/** A refund. Its amount is known once the service has shown the payment. */
export interface RefundRequest extends MoneyRequest {
	/** In major units, as it was written: "10.50"; undefined for all of the payment that is left. */
	amountToRefund?: string | undefined;
	/**
	 * The amount that was refunded before, in major units and in one spelling, so that each minor unit has a note of its own; undefined for
	 * nothing.
	 */
	expectedState?: string | undefined;
	reason?: string | undefined;
	/** The payment as the service's record had it before the refund. */
	paid?: Payment;
	/** The amount to refund, in major units. */
	amount?: number;
}

/** A refund whose payment the service has shown: without it, nobody knows how much is refunded. */
type ReadyRefund = RefundRequest & Required<Pick<RefundRequest, 'paid' | 'amount'>>;

/** The record of a payment, which may name how much of it was refunded. */
type RefundableRecord = Payment & Partial<Pick<VerifiedPayment, 'refundedAmount'>>;

/** Returns an amount in one spelling, however many zeros it was written with. */
function normalizeAmount(amount: string): string | undefined {
	const exact = new Big(amount);
	return exact.eq(0) ? undefined : exact.toFixed();
}

const plainNumber = amountInput.refine(isPlainNumber, {
	error: ({ input }) => numberFormatRule(String(input)),
	abort: true,
});

/** The fields of a refund, besides the transaction. */
const refundFields = {
	amountToRefund: {
		displayName: 'Amount to Refund',
		...TEXT,
		placeholder: 'All of it',
		description: 'A plain number with a point, such as 10.50. Leave empty to refund all of the payment that is left.',
		rule: plainNumber.optional(),
		mustGive: true,
	},
	refundedBefore: {
		displayName: 'Refunded Before',
		...TEXT,
		placeholder: 'e.g. 4.00',
		description:
			'How much of the payment is refunded already, for a further refund in part. It is sent only where the record of the service names the same amount. Leave empty if nothing is refunded yet.',
		rule: plainNumber.transform(normalizeAmount).optional(),
		mustGive: true,
	},
	reason: {
		displayName: 'Reason',
		...TEXT,
		placeholder: 'e.g. Returned by the customer',
		description: 'Sent to the service with the refund',
		rule: text.optional(),
	},
} satisfies Record<string, Field>;

const schema = objectOf({ transactionReference: referenceText, ...rulesOf(refundFields) });
const LABELS = { transactionReference: 'Transaction Reference', ...labelsOf(refundFields) };

/**
 * Checks a refund as far as that can be done without the payment.
 * @param input transactionReference, amountToRefund, refundedBefore, reason
 * @throws InputError with every broken rule
 */
export function buildRefund(input: unknown): RefundRequest {
	const checked = checkInput(schema, input, LABELS);
	const { transactionReference: reference, refundedBefore: expectedState, ...refund } = checked;
	return { ...refund, expectedState, reference, secrets: [] };
}

/**
 * Returns the payment to refund. A refund has no idempotency key, and a repeated call may refund again: so it is sent only where the record
 * names as much refunded before as the request does. A record that is authorized and names no amount says that nothing was.
 * @param known what the service has under the transaction reference, where it says so
 * @throws GatewayError that says why it is not refunded; its `charged` tells whether an earlier call may have done it
 */
function refundablePayment(request: RefundRequest, known: LookUp, { amountsIn }: RecordSettings): Payment {
	const { reference: transactionReference } = request;
	const own = known.kind === 'record' ? known.record.transactionReference : null;
	// Two rows of a list name one payment in one way only: by the service's own reference.
	if (known.kind !== 'record' || own !== transactionReference) {
		throw new RefusedError(
			'The service has no payment under this transaction reference.',
			`Use the transaction reference${own === null ? '' : `, ${own},`} that Card: Charge or Transaction: Verify returned.`,
			404,
		);
	}
	const { outcome, statusName, status } = known.record;
	const state = statusName === null ? '' : ` (${statusName}, status ${status})`;
	if (outcome !== 'authorized' && outcome !== 'refunded') {
		const advice = 'Only a payment that is authorized can be refunded. Verify it later if it is still open.';
		throw new NotAuthorizedError(`The payment is ${outcome}${state}.`, advice, 'no');
	}
	if (isAsExpected(known.record, request, amountsIn)) return known.record;
	const [why, advice] = explainRefusal(known.record, request, state);
	throw new ReferenceUsedError(`Nothing was refunded now: ${why}.`, advice, known.record);
}

function readEarlierRefunds({ expectedState }: RefundRequest): number {
	return Number(expectedState ?? 0);
}

/**
 * Says whether as much of a payment is refunded as a request expects, so that it can be sent: in whole minor units, of which no two requests
 * expect the same.
 * @throws InputError where what the request expects is no amount of the payment's currency
 */
function isAsExpected(record: RefundableRecord, request: RefundRequest, counting: AmountCounting): boolean {
	const { refundedAmount: told = null, currency, outcome } = record;
	if (isChargedBack(record)) return false;
	const { expectedState: amount } = request;
	if (amount === undefined) return outcome === 'authorized' && !told;
	if (currency === null) return false;
	const expected = readAmount({ amount, unit: 'major', currency }, counting);
	if ('rule' in expected) throw amountError('refundedBefore', expected.rule);
	return minorOf(told, currency, counting) === expected.minor;
}

/** Says whether any part of a payment was refunded. */
function isRefunded({ outcome, refundedAmount }: RefundableRecord): boolean {
	return outcome === 'refunded' || Boolean(refundedAmount);
}

/**
 * Says whether a record tells of the refund: where it names a refunded amount, that is what was refunded before and now, together. The status
 * counts where it names none and nothing was refunded before, because it may tell of an earlier refund. A chargeback tells of none.
 */
function hasRefund(record: RefundableRecord, request: RefundRequest, counting: AmountCounting): boolean {
	const { refundedAmount, currency, amount: whole } = record;
	if (isChargedBack(record)) return false;
	const { amountToRefund, amount: now = amountToRefund === undefined ? undefined : Number(amountToRefund) } = request;
	const before = readEarlierRefunds(request);
	// An amount of 0 was not filled in yet.
	if (!refundedAmount) return before === 0 && record.outcome === 'refunded';
	const amount = now === undefined ? whole : before + now;
	const told = { amount: refundedAmount, currency };
	return amount !== null && compareAmounts({ amount, currency }, told, counting) === 'same';
}

const SEE_DASHBOARD = "See in your provider's dashboard how much was refunded, and refund there what is left.";

/** Explains why a payment is not as a refund expects it, and what to do. @param state of the record, in brackets */
function explainRefusal(
	record: RefundableRecord,
	request: RefundRequest,
	state: string,
): [why: string, advice: string] {
	const { refundedAmount = null, currency, transactionReference } = record;
	const named = `the payment ${transactionReference}`;
	if (isChargedBack(record))
		return [`${named} was charged back${state}`, 'The customer has the money back from the bank, so do not refund it.'];
	if (currency === null) return [`the service does not say in which currency ${named} was paid${state}`, SEE_DASHBOARD];
	const textOf = (amount: number) => `${amountText(amount, currency)} ${currency}`;
	const expected = readEarlierRefunds(request);
	const field = `'Refunded Before' is ${expected === 0 ? 'empty' : textOf(expected)}`;
	if (refundedAmount) {
		const told = textOf(refundedAmount);
		const advice = `See in your provider's dashboard which refunds were made. Only to give back more than these ${told}, set 'Refunded Before' to ${amountText(refundedAmount, currency)}.`;
		return [`${told} of ${named} was refunded before${state}, and ${field}`, advice];
	}
	if (expected === 0) return [`${named} was refunded before${state}`, SEE_DASHBOARD];
	const why = `${field}, and the service does not say how much of ${named} was refunded${state}`;
	return [why, `It may say so later. ${SEE_DASHBOARD}`];
}

/**
 * Returns the amount to refund, in major units: what is left of the payment, or the part of it that the request names.
 * @param paid the payment, as the service's record has it
 * @throws InputError where the amount is above what is left, or not one of its currency; ReadFailedError where the record has no amount
 */
function refundAmount(request: RefundRequest, { amount: whole, currency }: Payment, counting: AmountCounting): number {
	const { amountToRefund } = request;
	if (whole === null || currency === null) {
		const advice = "Nothing was refunded. Refund the payment in your provider's dashboard.";
		throw new ReadFailedError('The service does not say how much was paid.', advice);
	}
	const before = readEarlierRefunds(request);
	const left = before === 0 ? whole : roundAmount(whole - before, currency, counting)!;
	if (left <= 0) throw amountError('refundedBefore', 'is the whole payment. Nothing is left to refund.');
	if (amountToRefund === undefined) return left;
	const money = readAmount({ amount: amountToRefund, unit: 'major', currency }, counting);
	if ('rule' in money) throw amountError('amountToRefund', money.rule);
	if (money.major <= left) return money.major;
	const most = `Write ${amountText(left, currency)} ${currency} at most.`;
	throw amountError(
		'amountToRefund',
		`is above ${before === 0 ? 'the payment' : 'what is left of the payment'}. ${most}`,
	);
}

function amountError(name: 'amountToRefund' | 'refundedBefore', rule: string): InputError {
	return new InputError([{ path: [name], field: refundFields[name].displayName, rule }]);
}

/** Marks an item, also a failed one, as about a refund, so that Wait for Outcome behind it waits for the refund. */
const REFUND = { refund: true } as const;

const words: ItemWords = {
	name: 'refund',
	outcomes: {
		...CARD_OUTCOMES,
		pending: 'The refund is still open. Use Wait for Outcome, and do not refund it again.',
		refunded: 'The payment was refunded.',
		unknown: 'It is not known whether money went back. Do not refund again: look in the dashboard.',
	},
	circumstances: ({ outcome, timedOut, waited = 'the wait' }) =>
		outcome === 'pending' && timedOut === true
			? `Still open after ${waited}. Wait again; do not refund a second time.`
			: undefined,
};

/** Refunds a payment, once, in full or in part. The specification does not have it; this is what providers publish. */
export const refund: MoneyCall<RefundRequest, RefundedPayment, ReadyRefund> = {
	endpoint: ENDPOINTS.refund,
	words: {
		what: 'payment',
		participle: 'refunded',
		action: 'refunding',
		inDoubt: 'the payment was refunded',
		advice: "Do not refund it again: use Wait for Outcome, or look it up in your provider's dashboard.",
		referenceField: 'Transaction Reference',
		item: words,
		mark: REFUND,
	},
	fields: refundFields,
	content: ({ reference: transactionReference, amount, reason }) => ({
		parameters: { transactionReference },
		body: { transactionReference, refundAmount: amount, ...(reason !== undefined && { refundReason: reason }) },
	}),
	read: (data, request, settings) =>
		readRefundAnswer(data, { ...request, before: readEarlierRefunds(request) }, settings),
	partToStore: ({ paid: _, amount: __, ...request }) => request,
	finders: findPayments,
	lookUpRequest: ({ reference, paid }, _, settings) => ({
		either: [reference],
		compare(record) {
			if (record.transactionReference !== reference) return 'different';
			return paid ? comparePayment(paid, record, settings) : 'same';
		},
	}),
	earlier: {
		kind: 'changesPayment',
		complete(request, lookUp, settings) {
			const paid = refundablePayment(request, lookUp, settings);
			return { ...request, paid, amount: refundAmount(request, paid, settings.amountsIn) };
		},
		isDone: (record, request, { amountsIn }) => isRefunded(record) && !isAsExpected(record, request, amountsIn),
	},
	verdict: (record, request, { amountsIn }) => (hasRefund(record, request, amountsIn) ? 'outcome' : 'untold'),
	paymentBefore: ({ reference: transactionReference, paid }) =>
		payment({ outcome: 'unknown', reference: paid?.reference, currency: paid?.currency, transactionReference }),
	item({ amount, reason }, refunded: Payment & Partial<RefundedPayment> & Partial<RefundableRecord>, { duplicate }) {
		const known = commonPart(refunded, 'remainingAmount', 'refundedDate');
		// Only the record has this field, and it counts where it tells of the refund: its status may be any other.
		if (refunded.refundedAmount !== undefined) known.outcome = 'refunded';
		// Of a refund that was sent before, the record tells that money went back, and not how much.
		const more = { amount: amount ?? null, authorized: false, reason: reason ?? null };
		return paymentItem(words, { ...known, ...more }, { ...REFUND, ...duplicateMark(duplicate) });
	},
};
