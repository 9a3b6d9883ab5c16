import type { LookUp } from './lookUp';
import { isFinal, type Outcome } from './outcome';
import type { Payment } from './payment';
import { asClause, LostAnswerError, RefusedError, type GatewayError } from './values/errors';

/** The answer to a call that moves money: the payment that it tells of, or why it tells of none. */
export type Answered<TPayment extends Payment = Payment> = { value: TPayment } | { failure: GatewayError };

/** What became of a call that moves money. */
export type Settled<TPayment extends Payment, TRecord extends Payment> =
	/** The answer tells the outcome. */
	| { kind: 'answer'; payment: TPayment }
	/** The service's record tells it. */
	| { kind: 'record'; payment: TRecord }
	/** The service refused the call, or it was not sent. `charged` is as in `GatewayError`. */
	| { kind: 'failed'; charged: 'no' | 'unknown' | undefined; failure: GatewayError }
	/** The service refused the OTP, and the payment waits for the right one. */
	| { kind: 'otpRejected'; payment: TRecord }
	/** Nobody knows. */
	| { kind: 'unknown'; payment: Payment };

/** What is known of a payment before any answer, and what its call is about. */
export interface PaymentToSettle {
	knownBefore: Payment;
	/** What is in doubt without an answer, such as "the card was charged". */
	inDoubt: string;
	/** What to do while the outcome is unknown. */
	advice: string;
	/** The outcome that the payment had before the call; undefined where the call makes the payment. */
	outcomeBefore?: OutcomeBefore;
}

/** An authorization completes an open payment, and a refund pays back a paid one. */
export type OutcomeBefore = Extract<Outcome, 'pending' | 'authorized'>;

const REJECTS_OTP = 400;

/**
 * Whether a record tells what became of a call. The record of a payment that existed before the call does so only where it says
 * more than it did then: after an authorization a final outcome, after a refund that the money went back.
 */
export function tellsOutcome(outcome: Outcome, outcomeBefore: OutcomeBefore | undefined): boolean {
	return outcomeBefore === 'authorized' ? outcome === 'refunded' : outcomeBefore === undefined || isFinal(outcome);
}

/** Whether the service is asked for its record after an answer: never, until it answers, or until the record appears. */
export function lookUpsAfter(answered: Answered): 'never' | 'untilAnswered' | 'untilFound' {
	if ('value' in answered) return answered.value.outcome === 'unknown' ? 'untilFound' : 'never';
	if (answered.failure instanceof RefusedError) return 'untilAnswered';
	return answered.failure instanceof LostAnswerError ? 'untilFound' : 'never';
}

/**
 * Decides what became of a call that moves money. Codes, statuses and amounts decide; what the service writes does not.
 * @param answered the answer, whose status and transaction have been read (`checkStatus`)
 * @param lookUp what the service has of this payment; undefined where it need not be asked (`lookUpsAfter`)
 */
export function settle<TPayment extends Payment, TRecord extends Payment>(
	answered: Answered<TPayment>,
	lookUp: LookUp<TRecord> | undefined,
	call: PaymentToSettle,
): Settled<TPayment, TRecord> {
	if (!lookUp) {
		if ('value' in answered) return { kind: 'answer', payment: answered.value };
		// The call was not sent.
		return { kind: 'failed', charged: undefined, failure: answered.failure };
	}
	const record = lookUp.kind === 'record' ? lookUp.record : undefined;
	const { outcomeBefore } = call;
	if (record && tellsOutcome(record.outcome, outcomeBefore)) return { kind: 'record', payment: record };
	const failure = 'failure' in answered ? answered.failure : undefined;
	if (!(failure instanceof RefusedError)) return { kind: 'unknown', payment: unknownPayment(answered, lookUp, call) };
	if (outcomeBefore === 'pending' && record?.outcome === outcomeBefore && failure.httpStatus === REJECTS_OTP)
		return { kind: 'otpRejected', payment: record };
	return { kind: 'failed', charged: chargedAfter(lookUp, outcomeBefore), failure };
}

function chargedAfter(lookUp: LookUp, outcomeBefore: OutcomeBefore | undefined): 'no' | 'unknown' | undefined {
	if (lookUp.kind === 'cannotTell') return undefined;
	const isAsBefore = lookUp.kind === 'record' && lookUp.record.outcome === outcomeBefore;
	return isAsBefore || lookUp.kind === 'nothing' ? 'no' : 'unknown';
}

/** The service's reference of a payment, as far as the answer tells it. */
export function referenceIn(answered: Answered): string | null {
	if ('value' in answered) return answered.value.transactionReference;
	const { failure } = answered;
	return (failure instanceof LostAnswerError && failure.transactionReference) || null;
}

function unknownPayment(
	answered: Answered,
	lookUp: LookUp,
	{ knownBefore, inDoubt, advice }: PaymentToSettle,
): Payment {
	const transactionReference = knownBefore.transactionReference ?? referenceIn(answered);
	const known = 'value' in answered ? answered.value : { ...knownBefore, transactionReference };
	const reason =
		'value' in answered
			? (answered.value.details ?? "The service's answer does not tell the outcome")
			: answered.failure.message;
	const why =
		lookUp.kind === 'unanswered' ? asClause(lookUp.failure.message) : 'the service does not show what became of it';
	const details = `${reason.replace(/\.$/, '')}, so it is not known whether ${inDoubt}. Looking it up did not help: ${why}. ${advice}`;
	return { ...known, details };
}
