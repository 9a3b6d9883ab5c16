import { ENDPOINTS } from '../client/endpoints';
import { labelsOf, rulesOf, TEXT, type Field } from '../fields';
import { CARD_OUTCOMES, type ItemWords } from '../itemMessage';
import { meaningOf, readStatus, type Outcome } from '../outcome';
import { asDuplicate, commonPart, payment, paymentItem, type Payment } from '../payment';
import type { MoneyCall, MoneyRequest } from '../sending/call';
import type { LookUp } from '../sending/lookUp';
import { InputError, NotAuthorizedError, ReferenceUsedError, RefusedError, ReadFailedError } from '../values/errors';
import { checkInput, objectOf, text } from '../values/input';
import {
	amountText,
	givenAmount,
	isPlainNumber,
	readAmount,
	toldAmount,
	writtenWrongly,
	type AmountCounting,
} from '../values/money';
import { decimal, optionalBoolean, optionalText, readFields } from '../values/responseFields';
import { ABOUT_ANOTHER, contradictionIn, likenessOf, OTHER_AMOUNT } from './expectedPayment';
import { findPayments } from './findPayments';
import { compareReferences } from '../values/attempt';
import { referenceText } from '../values/reference';
import type { RecordSettings } from './verify';

/** A refund. What it comes to is known when the service has shown the payment. */
export interface RefundRequest extends MoneyRequest {
	/** In major units, as it was written: "10.50"; undefined for the whole payment. */
	amountToRefund?: string | undefined;
	reason?: string | undefined;
	/** The payment as the service's record had it before the refund. */
	paid?: Payment;
	/** What is refunded of it, in major units. */
	amount?: number;
}

/** A refund whose payment the service has shown: without it, nobody knows how much is refunded. */
type ReadyRefund = RefundRequest & Required<Pick<RefundRequest, 'paid' | 'amount'>>;

/** What a refund's answer adds to the payment, whose `amount` is what was refunded. Amounts are in major units. */
export interface RefundedPayment extends Payment {
	remainingAmount: number | null;
	/** In the form that the service gives it. */
	refundedDate: string | null;
}

/** What is entered for a refund, besides the transaction. */
const refundFields = {
	amountToRefund: {
		displayName: 'Amount to Refund',
		...TEXT,
		placeholder: 'All of it',
		description: 'A plain number with a point, such as 10.50. Leave empty to refund the whole payment.',
		rule: givenAmount.refine(isPlainNumber, { error: ({ input }) => writtenWrongly(String(input)) }).optional(),
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
 * @param input transactionReference, amountToRefund, reason
 * @throws InputError with every broken rule
 */
export function buildRefund(input: unknown): RefundRequest {
	const { transactionReference: reference, ...refund } = checkInput(schema, input, LABELS);
	return { ...refund, reference, secrets: [] };
}

/**
 * The payment that is to be refunded. A refund has no idempotency key, and a repeated call may refund again: so a payment is
 * refunded once, where its record is authorized.
 * @param known what the service has under the transaction reference, where it says so
 * @throws GatewayError that says why it is not refunded; its `charged` tells whether an earlier call may have done it
 */
function refundablePayment({ reference: transactionReference }: RefundRequest, known: LookUp): Payment {
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
	if (outcome === 'authorized') return known.record;
	const state = statusName === null ? '' : ` (${statusName}, status ${status})`;
	if (outcome === 'refunded') {
		throw new ReferenceUsedError(
			`Nothing was refunded now: the payment ${transactionReference} was refunded before${state}.`,
			"See in your provider's dashboard how much was refunded, and refund there what is left.",
			known.record,
		);
	}
	const advice = 'Only a payment that is authorized can be refunded. Verify it later if it is still open.';
	throw new NotAuthorizedError(`The payment is ${outcome}${state}.`, advice, 'no');
}

/**
 * How much is refunded, in major units: the whole payment, or the part of it that the request names.
 * @param paid the payment, as the service's record has it
 * @throws InputError where the amount is above the payment's, or not one of its currency; ReadFailedError where the record has no amount
 */
function refundAmount(
	{ amountToRefund }: RefundRequest,
	{ amount: whole, currency }: Payment,
	counting: AmountCounting,
): number {
	if (whole === null || currency === null) {
		const advice = "Nothing was refunded. Refund the payment in your provider's dashboard.";
		throw new ReadFailedError('The service does not say how much was paid.', advice);
	}
	if (amountToRefund === undefined) return whole;
	const money = readAmount({ amount: amountToRefund, unit: 'major', currency }, counting);
	if ('rule' in money) throw amountError(money.rule);
	if (money.major <= whole) return money.major;
	throw amountError(`is above the payment. Write ${amountText(whole, currency)} ${currency} at most.`);
}

function amountError(rule: string): InputError {
	return new InputError([{ path: ['amountToRefund'], field: refundFields.amountToRefund.displayName, rule }]);
}

const answerFields = {
	transactionReference: optionalText,
	reference: optionalText,
	remainingAmount: decimal,
	partialRefund: optionalBoolean,
	acquirerCode: optionalText,
	acquirerMessage: optionalText,
	refundedDate: optionalText,
};

/**
 * Reads the answer to a refund, in the form that providers publish. One that contradicts the refund or itself is unknown, as is one with
 * another code of the acquirer than that of an approval: nobody has documented a code that declines.
 * @param paid the payment, as the service's record had it before
 * @param amount what was to be refunded, in major units
 */
export function readRefundAnswer(
	data: Record<string, unknown>,
	paid: Payment,
	amount: number,
	{ statusTable: table, amountsIn }: RecordSettings,
): RefundedPayment {
	const answer = readFields(data, answerFields);
	const { partialRefund } = answer;
	const remainingAmount = toldAmount(answer.remainingAmount, paid.currency, amountsIn);
	const status = readStatus(data, table);
	const { name: statusName, outcome: ofPayment } = meaningOf(status, table);
	const outcome = outcomeOf(answer.acquirerCode, ofPayment);
	const known = [paid.transactionReference, paid.reference].filter((reference) => reference !== null);
	const isOther = [answer.transactionReference, answer.reference].some((told) =>
		known.every((reference) => compareReferences(reference, told) === 'different'),
	);
	const repeated = { requestedAmount: data.refundedAmount, currencyCode: data.currencyCode };
	// The status does not tell a partial refund from a full refund.
	const isUnclear = partialRefund !== null && remainingAmount !== null && partialRefund !== remainingAmount > 0;
	const differs = isUnclear || contradictionIn(repeated, { ...paid, amount }, { amountsIn }) !== undefined;
	const isContradictory = isOther || differs;
	const { currency } = paid;
	return {
		...payment({ outcome: isContradictory ? 'unknown' : outcome, status, statusName, amount, currency }),
		reference: paid.reference,
		transactionReference: paid.transactionReference,
		serviceMessage: answer.acquirerMessage,
		details: isOther ? ABOUT_ANOTHER : (undocumented(answer.acquirerCode) ?? (differs ? OTHER_AMOUNT : null)),
		remainingAmount: remainingAmount ?? (outcome === 'refunded' && partialRefund === false ? 0 : null),
		refundedDate: answer.refundedDate,
	};
}

const APPROVED = '00';

/** The outcome of a refund, from the acquirer's code and the payment's outcome, which may stay as it was while the refund is on its way. */
function outcomeOf(acquirerCode: string | null, ofPayment: Outcome): Outcome {
	if (undocumented(acquirerCode) !== undefined) return 'unknown';
	if (ofPayment === 'authorized') return acquirerCode === APPROVED ? 'refunded' : 'unknown';
	return ofPayment === 'refunded' || ofPayment === 'pending' ? ofPayment : 'unknown';
}

/** Says what is not known of a code that no provider has documented. */
function undocumented(acquirerCode: string | null): string | undefined {
	const isDocumented = acquirerCode === null || acquirerCode === APPROVED;
	return isDocumented ? undefined : `The acquirer's code is ${acquirerCode}, and only ${APPROVED} is documented`;
}

/** Tells of an item, also of a failed one, that it is about a refund: whoever waits behind it waits for that. */
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
		done: 'refunded',
		doing: 'refunding',
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
	read: (data, { paid, amount }, settings) => readRefundAnswer(data, paid, amount, settings),
	stored: ({ paid: _, amount: __, ...request }) => request,
	finders: findPayments,
	sought: ({ reference, paid }, _, settings) => ({
		either: [reference],
		likeness(record) {
			if (record.transactionReference !== reference) return 'different';
			return paid ? likenessOf(paid, record, settings) : 'same';
		},
	}),
	earlier: {
		kind: 'changesPayment',
		complete(request, lookUp, { amountsIn }) {
			const paid = refundablePayment(request, lookUp);
			return { ...request, paid, amount: refundAmount(request, paid, amountsIn) };
		},
		isDone: ({ outcome }) => outcome === 'refunded',
	},
	verdict: ({ outcome }) => (outcome === 'refunded' ? 'outcome' : 'untold'),
	knownBefore: ({ reference: transactionReference, paid }) =>
		payment({ outcome: 'unknown', reference: paid?.reference, currency: paid?.currency, transactionReference }),
	item({ amount, reason }, refunded: Payment & Partial<RefundedPayment>, { duplicate }) {
		const known = commonPart(refunded, 'remainingAmount', 'refundedDate');
		// Of a refund that was sent before, the record tells that money went back, and not how much.
		const more = { amount: amount ?? null, authorized: false, reason: reason ?? null };
		return paymentItem(words, { ...known, ...more }, { ...REFUND, ...asDuplicate(duplicate) });
	},
};
