import { z } from 'zod/v4';

import type { LookUp } from '../lookUp';
import { meaningOf, readStatus, type Outcome, type StatusTable } from '../outcome';
import { payment, type Payment } from '../payment';
import {
	asClause,
	InputError,
	NotAuthorizedError,
	ReferenceUsedError,
	RefusedError,
	ServiceError,
	UncheckedReferenceError,
} from '../protocol/errors';
import { isPlainNumber, writtenWrongly } from '../schema/amountText';
import { checkInput, objectOf, refuseWith, text } from '../schema/input';
import { amountText, readMajorAmount, type AmountCounting, type MajorUnits } from '../schema/money';
import { comparedDecimal, comparedText, decimal, optionalText, UNREADABLE } from '../schema/responseFields';
import { ABOUT_ANOTHER, OTHER_AMOUNT } from './sentPayment';
import { pathSegment } from './verify';

/** A refund as it was asked for. What it comes to is known when the service has shown the payment. */
export interface RefundRequest {
	/** The service's reference of the payment. */
	transactionReference: string;
	/** In major units, as it was written: "10.50"; undefined for the whole payment. */
	amountToRefund?: string;
	reason?: string;
}

/** What a refund's answer adds to the payment. The payment's `amount` is what was refunded. */
export interface RefundedPayment extends Payment {
	/** What is left of the payment, in major units. */
	remainingAmount: number | null;
	/** In the form that the service gives it. */
	refundedDate: string | null;
}

const LABELS = { transactionReference: 'Transaction Reference', amountToRefund: 'Amount to Refund', reason: 'Reason' };

const refundSchema = objectOf({
	transactionReference: pathSegment,
	amountToRefund: text
		.superRefine(refuseWith((amount) => (isPlainNumber(amount) ? undefined : writtenWrongly(amount, 'major'))))
		.optional(),
	reason: text.optional(),
});

/**
 * Checks a refund as far as that can be done without the payment.
 * @param input transactionReference, amountToRefund, reason
 * @throws InputError with every broken rule
 */
export function buildRefund(input: unknown): RefundRequest {
	return checkInput(refundSchema, input, LABELS);
}

/**
 * The payment that may be refunded. The service has no key for a refund, and a repeated call may refund again: so a payment is
 * refunded once, and only where the service's record shows that it is paid and that nothing was refunded.
 * @param known what the service has under the transaction reference
 * @throws GatewayError that says why it is not refunded; its `charged` tells whether an earlier call may have done it
 */
export function refundablePayment({ transactionReference }: RefundRequest, known: LookUp): Payment {
	if (known.kind === 'doesNotSay') {
		const { message, description = '' } = known.failure;
		throw new UncheckedReferenceError(
			`the service does not say what became of it (${asClause(message)}).`,
			`${description} Nothing was sent, because it might have been refunded twice.`.trim(),
		);
	}
	if (known.kind !== 'record') {
		throw new RefusedError(
			'The service has no payment under this transaction reference.',
			'Use the "transactionReference" that Card: Charge or Transaction: Verify returned.',
			404,
		);
	}
	const { record } = known;
	const own = record.transactionReference;
	if (own !== transactionReference) {
		const rule = `is not the service's reference of this payment. Write ${own ?? 'the one that Transaction: Verify returned'}.`;
		throw new InputError([{ path: ['transactionReference'], field: LABELS.transactionReference, rule }]);
	}
	const status = [record.statusName, record.status].filter((part) => part !== null).join(', status ');
	if (record.outcome === 'refunded') {
		throw new ReferenceUsedError(
			`Nothing was refunded now: the payment ${own} was refunded before (${status}).`,
			"See in your provider's dashboard how much was refunded, and refund there what is left.",
			record,
		);
	}
	if (record.outcome === 'authorized') return record;
	throw Object.assign(
		new NotAuthorizedError(
			`The payment is ${record.outcome} (${status}).`,
			'Only a payment that is authorized can be refunded. Verify it later if it is still open.',
			record.outcome === 'declined',
		),
		{ charged: 'no' as const },
	);
}

/**
 * How much is refunded: the whole payment, or what was asked for.
 * @param paid the payment, as the service's record has it
 * @throws InputError where the amount is above the payment's, or not one of its currency; ServiceError where the record has no amount
 */
export function refundAmount(
	{ amountToRefund: asked }: RefundRequest,
	{ amount: whole, currency }: Payment,
	counting: AmountCounting,
): MajorUnits {
	if (whole === null || currency === null) {
		throw new ServiceError(
			'The service does not say how much was paid.',
			"Nothing was refunded. Refund the payment in your provider's dashboard.",
		);
	}
	if (asked === undefined) return whole as MajorUnits;
	const money = readMajorAmount({ amount: asked, unit: 'major', currency }, counting);
	const most = `${amountText(whole, currency)} ${currency}`;
	const rule =
		'rule' in money ? money.rule : money.major > whole ? `is above the payment. Write ${most} at most.` : undefined;
	if (rule !== undefined) throw new InputError([{ path: ['amountToRefund'], field: LABELS.amountToRefund, rule }]);
	return (money as { major: MajorUnits }).major;
}

const refundRecord = z.object({
	transactionReference: comparedText,
	reference: comparedText,
	refundedAmount: comparedDecimal,
	currencyCode: comparedText,
	remainingAmount: decimal,
	partialRefund: z.boolean().nullable().catch(null),
	status: z.unknown(),
	statusCode: z.unknown(),
	acquirerCode: optionalText,
	acquirerMessage: optionalText,
	refundedDate: optionalText,
});
type RefundRecord = z.output<typeof refundRecord>;

const UNCLEAR_REMAINDER = 'The service does not say clearly whether a part or all was refunded';

/**
 * Reads the answer to a refund, in the form that providers publish. An answer about another payment or amount, or one that
 * contradicts itself, confirms nothing: its outcome is unknown.
 * @param paid the payment, as the service's record had it before
 * @param amount what was to be refunded, in major units
 */
export function readRefundAnswer(
	data: Record<string, unknown>,
	paid: Payment,
	amount: MajorUnits,
	table: StatusTable,
): RefundedPayment {
	const record = refundRecord.parse(data);
	const status = readStatus(record, table);
	const { name, outcome: ofStatus } = meaningOf(status, table);
	const said = outcomeOf(record.acquirerCode, ofStatus);
	const contradiction = contradictionIn(record, paid, said === 'declined' ? null : amount);
	const outcome = contradiction === null ? said : 'unknown';
	const { remainingAmount, partialRefund } = record;
	return {
		...payment({
			outcome,
			status,
			statusName: name,
			amount,
			currency: paid.currency,
			reference: paid.reference,
			transactionReference: paid.transactionReference,
			serviceMessage: record.acquirerMessage,
			details: contradiction,
		}),
		remainingAmount: remainingAmount ?? (outcome === 'refunded' && partialRefund === false ? 0 : null),
		refundedDate: record.refundedDate,
	};
}

const APPROVED = '00';

/** The outcome of a refund. The status is the payment's: one that is still authorized was refused by the acquirer, or says nothing. */
function outcomeOf(acquirerCode: string | null, ofStatus: Outcome): Outcome {
	const isApproved = acquirerCode === null || acquirerCode === APPROVED;
	if (ofStatus === 'pending') return 'pending';
	if (ofStatus === 'refunded') return isApproved ? 'refunded' : 'unknown';
	return !isApproved && ofStatus !== 'unknown' ? 'declined' : 'unknown';
}

/**
 * How an answer contradicts the refund that was sent, or itself; null where it does not.
 * @param amount what must have been refunded; null where nothing was
 */
function contradictionIn(
	{ transactionReference, reference, refundedAmount, currencyCode, remainingAmount, partialRefund }: RefundRecord,
	paid: Payment,
	amount: MajorUnits | null,
): string | null {
	const named = [transactionReference, reference].filter((repeated) => repeated !== null);
	if (named.some((repeated) => repeated !== paid.transactionReference && repeated !== paid.reference))
		return ABOUT_ANOTHER;
	if (amount === null) return null;
	const isOtherCurrency =
		currencyCode !== null && (currencyCode === UNREADABLE || currencyCode.toUpperCase() !== paid.currency);
	if (isOtherCurrency || (refundedAmount !== null && refundedAmount !== amount)) return OTHER_AMOUNT;
	// The status does not tell: that of a partial refund may be that of a full one.
	const isClear = partialRefund === null || remainingAmount === null || partialRefund === remainingAmount > 0;
	return isClear ? null : UNCLEAR_REMAINDER;
}
