import type { Outcome } from './outcome';
import type { Payment } from './payment';
import {
	NoRecordError,
	RefusedError,
	ReadFailedError,
	TokenError,
	UnreachableError,
	type GatewayError,
} from './values/errors';

/**
 * What the service has under a reference, as far as a look-up tells: a record, or nothing. It cannot tell where it may have a payment
 * that it does not find by this reference: verify is documented for the service's own. A look-up is unanswered where it has failed
 * itself, for instance because the service is busy.
 */
export type LookUp<TRecord extends Payment = Payment> =
	| { kind: 'record'; record: TRecord }
	| { kind: 'nothing' }
	| { kind: 'cannotTell' }
	| { kind: 'unanswered'; failure: GatewayError };

// The specification has 404 (section 7). A service that cannot look payments up by this reference may answer with these.
const CANNOT_TELL = [400, 404, 405];

/** What a call that fetches a record says: its record, or why it gave none. */
export function lookUpOf<TRecord extends Payment>(
	fetched: { value: TRecord } | { failure: GatewayError },
): LookUp<TRecord> {
	if ('value' in fetched) return { kind: 'record', record: fetched.value };
	const { failure } = fetched;
	return cannotTell(failure) ? { kind: 'cannotTell' } : { kind: 'unanswered', failure };
}

/** Whether a read has failed because the service does not find what was asked for, at least not by this reference. */
export function cannotTell(failure: GatewayError): boolean {
	const isRefused = failure instanceof RefusedError && CANNOT_TELL.includes(failure.httpStatus);
	return isRefused || failure instanceof NoRecordError;
}

/** Whether the same read may succeed in a moment. Waiting does not change a refused key, nor a credential that lacks one. */
export function isTemporary(failure: GatewayError): boolean {
	if (failure instanceof TokenError) return !failure.isLasting;
	if (failure instanceof RefusedError) return failure.httpStatus === 429;
	return failure instanceof ReadFailedError || failure instanceof UnreachableError;
}

/** Whether the service itself says that it does not know what was asked for (section 7). A wrong address answers 404, too. */
export function isNotFound(failure: GatewayError | undefined): failure is RefusedError {
	return failure instanceof RefusedError && failure.httpStatus === 404 && failure.isOwnError;
}

/**
 * What several calls say together: a record counts most, then an empty history, because it is documented to find a payment by the
 * merchant's reference, then an unanswered call. A decline counts after an unanswered call, which may hide a payment that followed.
 */
export function joined<TRecord extends Payment>(lookUps: ReadonlyArray<LookUp<TRecord>>): LookUp<TRecord> {
	const records = lookUps.flatMap((lookUp) => (lookUp.kind === 'record' ? [lookUp.record] : []));
	// Of a payment, the first call's record counts: a list may be older.
	const once = records.filter(
		(record, index) =>
			records.findIndex(({ transactionReference }) => transactionReference === record.transactionReference) === index,
	);
	const record = leading(once);
	const unanswered = lookUps.find(({ kind }) => kind === 'unanswered');
	if (record) return unanswered && record.outcome === 'declined' ? unanswered : { kind: 'record', record };
	return lookUps.find(({ kind }) => kind === 'nothing') ?? unanswered ?? { kind: 'cannotTell' };
}

// Which of several payments under one reference counts.
const LEADING: readonly Outcome[] = ['authorized', 'pending', 'unknown', 'refunded', 'declined'];

/** The payment that counts of several under one reference: what is or may be paid goes before a decline. */
export function leading<TRecord extends Payment>(records: readonly TRecord[]): TRecord | undefined {
	return [...records].sort((one, other) => LEADING.indexOf(one.outcome) - LEADING.indexOf(other.outcome))[0];
}
