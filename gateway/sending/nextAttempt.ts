import type { Payment } from '../payment';
import { readAttempt, MOST_ATTEMPTS } from '../values/attempt';
import type { PaymentCreation, MoneyCall, MoneyRequest } from './call';
import type { LookUp } from './lookUp';

/** Says whether a decline of its order is to be followed by another attempt, so that the request is known only once the service was asked. */
export function makesAttempts({ earlier }: MoneyCall, request: MoneyRequest): boolean {
	return earlier.kind === 'makesPayment' && earlier.forAttempt?.(request, 1) !== undefined;
}

/**
 * Returns the request for the attempt of its order that counts: the one that the service has, or the next one after a decline. Where the
 * service has none, it is the newest that was sent from here.
 */
export function currentAttempt(
	{ earlier }: MoneyCall,
	request: MoneyRequest,
	lookUp: LookUp,
	wasSent: (attempt: MoneyRequest) => boolean,
): MoneyRequest {
	if (earlier.kind !== 'makesPayment' || !earlier.forAttempt) return request;
	const { forAttempt } = earlier;
	if (lookUp.kind === 'record') {
		const next = nextAttempt(earlier, request, lookUp);
		return next ?? forAttempt(request, attemptOf(request, lookUp.record)) ?? request;
	}
	const attempts = Array.from({ length: MOST_ATTEMPTS }, (_, index) => forAttempt(request, MOST_ATTEMPTS - index));
	return attempts.find((attempt) => attempt && wasSent(attempt)) ?? request;
}

/** Returns the request for the next attempt, where the service has declined the one before it and the user wants another. */
export function nextAttempt<Request extends MoneyRequest>(
	{ forAttempt }: PaymentCreation<Request>,
	request: Request,
	lookUp: LookUp,
): Request | undefined {
	if (request.isRetry || lookUp.kind !== 'record' || lookUp.record.outcome !== 'declined') return undefined;
	const attempt = attemptOf(request, lookUp.record);
	return attempt < MOST_ATTEMPTS ? forAttempt?.(request, attempt + 1) : undefined;
}

/** Returns the attempt whose payment it is, counted from 1. */
export function attemptOf({ reference }: MoneyRequest, record: Payment): number {
	return readAttempt(record.reference ?? reference).attempt;
}
