import { NEVER_LOOKED } from '../client/endpoints';
import { completePayment, type Payment } from '../payment';
import { asClause, LostAnswerError, RefusedError, type GatewayError } from '../values/errors';
import type { MoneyCall } from './call';
import type { LookUp } from './lookUp';

/** The answer to a call that moves money: the payment that it tells of, or why it tells of none. */
export type PaymentAnswer<TPayment extends Payment = Payment> = { value: TPayment } | { failure: GatewayError };

/** The result of a call that moves money. */
export type CallResult<TPayment extends Payment> =
	/** The answer tells the outcome. */
	| { kind: 'answer'; payment: TPayment }
	/** The service's record tells it. */
	| { kind: 'record'; payment: Payment }
	/** The service refused the call, or it was not sent. `charged` is as in `GatewayError`. */
	| { kind: 'failed'; charged: 'no' | 'unknown' | undefined; failure: GatewayError }
	/** The service refused what the customer has entered, and the payment waits for the right one. */
	| { kind: 'wrongEntry'; payment: Payment }
	/** The outcome is not known. */
	| { kind: 'unknown'; payment: Payment };

/** The parts of a call that settling needs. */
export interface CallToSettle extends Pick<MoneyCall, 'earlier' | 'wrongEntryStatus'> {
	words: Pick<MoneyCall['words'], 'inDoubt' | 'advice'>;
	/** Says what a record tells of this request. */
	verdict(record: Payment): ReturnType<MoneyCall['verdict']>;
	/** The payment as it is known before any answer. */
	paymentBefore: Payment;
}

/** Says whether the service is asked for its record after an answer: never, until it answers, or until the record appears. */
export function lookUpsAfter(answer: PaymentAnswer): 'never' | 'untilAnswered' | 'untilFound' {
	if ('value' in answer) return answer.value.outcome === 'unknown' ? 'untilFound' : 'never';
	if (answer.failure instanceof RefusedError) return 'untilAnswered';
	return answer.failure instanceof LostAnswerError ? 'untilFound' : 'never';
}

/**
 * Decides what became of a call that moves money. Codes, statuses and amounts decide; what the service writes does not.
 * @param answer the answer, whose status and transaction have been read (`checkStatus`)
 * @param lookUp what the service has of this payment; undefined where it need not be asked (`lookUpsAfter`)
 */
export function settle<TPayment extends Payment>(
	answer: PaymentAnswer<TPayment>,
	lookUp: LookUp | undefined,
	call: CallToSettle,
): CallResult<TPayment> {
	if (!lookUp) {
		if ('value' in answer) return { kind: 'answer', payment: answer.value };
		// The call was not sent.
		return { kind: 'failed', charged: undefined, failure: answer.failure };
	}
	const record = lookUp.kind === 'record' ? lookUp.record : undefined;
	const verdict = record && call.verdict(record);
	if (record && verdict === 'outcome') return { kind: 'record', payment: completeRecord(record, call.paymentBefore) };
	const failure = 'failure' in answer ? answer.failure : undefined;
	if (!(failure instanceof RefusedError)) return { kind: 'unknown', payment: unknownPayment(answer, lookUp, call) };
	if (call.earlier.kind === 'changesPayment') {
		const hasLooked = !failure.isOwnError || !NEVER_LOOKED.includes(failure.httpStatus);
		return { kind: 'failed', charged: hasLooked ? 'unknown' : 'no', failure };
	}
	const isAsBefore = verdict === 'asBefore';
	if (record && isAsBefore && failure.httpStatus === call.wrongEntryStatus)
		return { kind: 'wrongEntry', payment: record };
	if (lookUp.kind === 'cannotTell') return { kind: 'failed', charged: undefined, failure };
	return { kind: 'failed', charged: isAsBefore || lookUp.kind === 'nothing' ? 'no' : 'unknown', failure };
}

/** Completes a record with what was sent: some services do not repeat the reference, or do so in other letters. */
function completeRecord(record: Payment, { reference, amount, amountMinor, currency }: Payment): Payment {
	return {
		...completePayment(record, { reference, amount, amountMinor, currency }),
		reference: reference ?? record.reference,
	};
}

/** Returns the service's reference of a payment, as far as the answer tells it. */
export function transactionReferenceOf(answer: PaymentAnswer): string | null {
	if ('value' in answer) return answer.value.transactionReference;
	const { failure } = answer;
	return (failure instanceof LostAnswerError && failure.transactionReference) || null;
}

function unknownPayment(
	answer: PaymentAnswer,
	lookUp: LookUp,
	{ paymentBefore, words: { inDoubt, advice } }: CallToSettle,
): Payment {
	const transactionReference = paymentBefore.transactionReference ?? transactionReferenceOf(answer);
	const known = 'value' in answer ? answer.value : { ...paymentBefore, transactionReference };
	const reason =
		'value' in answer
			? (answer.value.details ?? "The service's answer does not tell the outcome")
			: answer.failure.message;
	const why =
		lookUp.kind === 'unanswered' ? asClause(lookUp.failure.message) : 'the service does not show what became of it';
	const details = `${reason.replace(/\.$/, '')}, so it is not known whether ${inDoubt}. Looking it up did not help: ${why}. ${advice}`;
	return { ...known, details };
}
