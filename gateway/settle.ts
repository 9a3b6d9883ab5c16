import { isFinal, type Outcome } from './outcome';
import type { Payment } from './payment';
import { LostAnswerError, RefusedError, type GatewayError } from './protocol/errors';

/**
 * What the service has under a reference, as far as a look-up tells: a record, nothing, or that it cannot tell by this reference.
 * Where it does not say, the look-up itself has failed, for instance because the service is busy.
 */
export type LookUp<Found extends Payment = Payment> =
	| { kind: 'record'; record: Found }
	| { kind: 'nothing' }
	| { kind: 'cannotTell' }
	| { kind: 'doesNotSay'; failure: GatewayError };

/** The answer to a call that moves money: the payment that it tells of, or why it tells of none. */
export type Answered<Paid extends Payment = Payment> = { value: Paid } | { failure: GatewayError };

/** What became of a call that moves money. */
export type Settled<Paid extends Payment, Found extends Payment> =
	/** The answer tells the outcome. */
	| { kind: 'answer'; payment: Paid }
	/** The service's record tells it. */
	| { kind: 'record'; payment: Found }
	/** The service refused the call, or it was not sent. `charged` is undefined where nobody can tell what was sent before it. */
	| { kind: 'refused'; charged: 'no' | 'unknown' | undefined; failure: GatewayError }
	/** The service refused the OTP, and the payment waits for the right one. */
	| { kind: 'otpRejected'; payment: Found; failure: RefusedError }
	/** Nobody knows. */
	| { kind: 'unknown' };

/** What is known when a call is settled. */
export interface Circumstances {
	/** Whether a payment existed before the call, so that its record counts only if it says more than before (authorize). */
	isLater?: boolean;
}

const REJECTS_OTP = 400;

/** How often the service is asked for its record after an answer: never, once, or until the record appears. */
export function lookUpsAfter(answered: Answered): 'none' | 'once' | 'untilFound' {
	if ('value' in answered) return answered.value.outcome === 'unknown' ? 'untilFound' : 'none';
	if (answered.failure instanceof RefusedError) return 'once';
	return answered.failure instanceof LostAnswerError ? 'untilFound' : 'none';
}

/**
 * Decides what became of a call that moves money. Codes, statuses and amounts decide; what the service writes does not.
 * @param answered the answer, whose status and transaction have been read (`checkStatus`)
 * @param lookUp what the service has of this payment; undefined where it need not be asked (`lookUpsAfter`)
 */
export function settle<Paid extends Payment, Found extends Payment>(
	answered: Answered<Paid>,
	lookUp?: LookUp<Found>,
	{ isLater = false }: Circumstances = {},
): Settled<Paid, Found> {
	if (!lookUp && 'value' in answered) return { kind: 'answer', payment: answered.value };
	// The call was not sent.
	if (!lookUp && 'failure' in answered) return { kind: 'refused', charged: undefined, failure: answered.failure };
	const record = lookUp?.kind === 'record' ? lookUp.record : undefined;
	if (record && (!isLater || isFinal(record.outcome))) return { kind: 'record', payment: record };
	const failure = 'failure' in answered ? answered.failure : undefined;
	if (!(failure instanceof RefusedError)) return { kind: 'unknown' };
	if (record?.outcome === 'pending' && failure.httpStatus === REJECTS_OTP)
		return { kind: 'otpRejected', payment: record, failure };
	return { kind: 'refused', charged: chargedAfter(lookUp), failure };
}

function chargedAfter(lookUp: LookUp | undefined): 'no' | 'unknown' | undefined {
	if (lookUp?.kind === 'cannotTell') return undefined;
	const isOpen = lookUp?.kind === 'record' && lookUp.record.outcome === 'pending';
	return isOpen || lookUp?.kind === 'nothing' ? 'no' : 'unknown';
}

// Which of several payments under one reference counts.
const LEADING: readonly Outcome[] = ['authorized', 'pending', 'unknown', 'refunded', 'declined'];

/** The payment that counts of several under one reference: what is or may be paid goes before a decline. */
export function leading<Found extends Payment>(records: readonly Found[]): Found | undefined {
	return [...records].sort((one, other) => LEADING.indexOf(one.outcome) - LEADING.indexOf(other.outcome))[0];
}
