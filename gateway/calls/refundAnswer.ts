import { meaningOf, readStatus, type Outcome } from '../outcome';
import { payment, type Payment } from '../payment';
import { isChargedBack } from '../stage';
import { compareReferences } from '../values/attempt';
import { compareAmounts, roundAmount } from '../values/money';
import { decimal, optionalBoolean, optionalText, readFields } from '../values/responseFields';
import { ABOUT_ANOTHER, contradictionOf, OTHER_AMOUNT } from './expectedPayment';
import type { RecordSettings } from './verify';

/** A refund that was sent. */
interface SentRefund {
	/** The payment as the service's record had it before the refund. */
	paid: Payment;
	/** The amount to refund, and the total refunded before, in major units. */
	amount: number;
	before: number;
}

/** The fields that a refund's answer adds to the payment, whose `amount` is the refunded one. Amounts are in major units. */
export interface RefundedPayment extends Payment {
	remainingAmount: number | null;
	/** In the form that the service gives it. */
	refundedDate: string | null;
}

const answerFields = {
	transactionReference: optionalText,
	reference: optionalText,
	transactionAmount: decimal,
	remainingAmount: decimal,
	partialRefund: optionalBoolean,
	acquirerCode: optionalText,
	acquirerMessage: optionalText,
	refundedDate: optionalText,
};

/**
 * Reads the answer to a refund, in the form that providers publish. One that contradicts the refund or itself is unknown, as is one with
 * another code of the acquirer than that of an approval: nobody has documented a code that declines. The status of a payment that was refunded
 * before says nothing of a further refund, so that one needs the acquirer's code; that of a chargeback says nothing of any.
 */
export function readRefundAnswer(
	data: Record<string, unknown>,
	{ paid, amount, before }: SentRefund,
	{ statusTable: table, amountsIn }: RecordSettings,
): RefundedPayment {
	const answer = readFields(data, answerFields);
	const { partialRefund } = answer;
	const remainingAmount = roundAmount(answer.remainingAmount, paid.currency, amountsIn);
	const status = readStatus(data, table);
	const { name: statusName, outcome: ofPayment } = meaningOf(status, table);
	const isOfRefund = before === 0 || ofPayment !== 'refunded' || answer.acquirerCode === APPROVED;
	const isTold = isOfRefund && !isChargedBack({ outcome: ofPayment, status });
	const outcome = isTold ? outcomeOf(answer.acquirerCode, ofPayment) : 'unknown';
	const known = [paid.transactionReference, paid.reference].filter((reference) => reference !== null);
	const isOther = [answer.transactionReference, answer.reference].some((told) =>
		known.every((reference) => compareReferences(reference, told) === 'different'),
	);
	const repeated = { requestedAmount: data.refundedAmount, currencyCode: data.currencyCode };
	// Nobody has documented whether the amount is that of the refund or of all refunds.
	const differs = [amount, before + amount].every(
		(refunded) => contradictionOf(repeated, { ...paid, amount: refunded }, { amountsIn }) !== undefined,
	);
	// The status does not tell a partial refund from a full refund.
	const isUnclear = partialRefund !== null && remainingAmount !== null && partialRefund !== remainingAmount > 0;
	const { currency } = paid;
	// Where the customer pays the fee, the transaction has it on top.
	const whole = answer.transactionAmount ?? paid.amount;
	const left = { amount: whole === null ? null : whole - before - amount, currency };
	const leavesOther =
		remainingAmount !== null && compareAmounts(left, { amount: remainingAmount, currency }, amountsIn) === 'different';
	const isOtherAmount = isUnclear || differs || leavesOther;
	return {
		...payment({ outcome: isOther || isOtherAmount ? 'unknown' : outcome, status, statusName, amount, currency }),
		reference: paid.reference,
		transactionReference: paid.transactionReference,
		serviceMessage: answer.acquirerMessage,
		details: isOther
			? ABOUT_ANOTHER
			: (explainUnknownCode(answer.acquirerCode) ?? (isOtherAmount ? OTHER_AMOUNT : null)),
		remainingAmount: remainingAmount ?? (outcome === 'refunded' && partialRefund === false ? 0 : null),
		refundedDate: answer.refundedDate,
	};
}

const APPROVED = '00';

/** Returns the outcome of a refund, from the acquirer's code and the payment's outcome, which may stay as it was while the refund is on its way. */
function outcomeOf(acquirerCode: string | null, ofPayment: Outcome): Outcome {
	if (explainUnknownCode(acquirerCode) !== undefined) return 'unknown';
	if (ofPayment === 'authorized') return acquirerCode === APPROVED ? 'refunded' : 'unknown';
	return ofPayment === 'refunded' || ofPayment === 'pending' ? ofPayment : 'unknown';
}

/** Explains that no provider has documented a code. */
function explainUnknownCode(acquirerCode: string | null): string | undefined {
	const isDocumented = acquirerCode === null || acquirerCode === APPROVED;
	return isDocumented ? undefined : `The acquirer's code is ${acquirerCode}, and only ${APPROVED} is documented`;
}
