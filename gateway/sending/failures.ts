import {
	NoRecordError,
	OtherRecordError,
	ReadFailedError,
	RefusedError,
	TokenError,
	UncheckedReferenceError,
	UnreachableError,
	type GatewayError,
} from '../values/errors';

// The specification has 404 (section 7). A service that cannot look payments up by this reference may answer with these.
const CANNOT_TELL = [400, 404, 405];

/** Says whether a read has failed because the service does not find what was asked for, at least not by this reference. */
export function cannotTell(failure: GatewayError): boolean {
	const isRefused = failure instanceof RefusedError && CANNOT_TELL.includes(failure.httpStatus);
	return isRefused || failure instanceof NoRecordError;
}

/**
 * Says whether the same call may succeed in a moment. Waiting does not change a refused key, a credential that lacks one, nor how a service
 * writes references.
 */
export function isTemporary(failure: GatewayError): boolean {
	if (failure instanceof OtherRecordError || failure instanceof NoRecordError) return false;
	if (failure instanceof UncheckedReferenceError) return failure.isTemporary;
	if (failure instanceof TokenError) return !failure.isLasting;
	if (failure instanceof RefusedError) return failure.httpStatus === 429;
	return failure instanceof ReadFailedError || failure instanceof UnreachableError;
}

const REFUSES_KEY = [401, 403];

/** Says whether waiting may end a failure: all but a refused key, a setting and bad input. One odd answer says nothing of the next. */
export function canPass(failure: GatewayError): boolean {
	if (failure instanceof RefusedError) return failure.isFirewall || !REFUSES_KEY.includes(failure.httpStatus);
	return isTemporary(failure) || failure instanceof ReadFailedError;
}

/** Says whether the service itself says that it does not know what was asked for (section 7). A wrong address answers 404, too. */
export function isNotFound(failure: GatewayError | undefined): failure is RefusedError {
	return failure instanceof RefusedError && failure.httpStatus === 404 && failure.isOwnError;
}

/** Says whether the service itself answers that it has no record of what was asked for. A wrong address answers with the same statuses. */
export function hasNoRecord(failure: GatewayError): boolean {
	return cannotTell(failure) && !(failure instanceof RefusedError && !failure.isOwnError);
}
