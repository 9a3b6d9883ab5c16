import { z } from 'zod/v4';

import type { Outcome } from '../outcome';
import type { PaymentInRefusal } from '../protocol/errors';
import { optionalText } from '../schema/responseFields';
import { isReference } from './verify';

const named = z.object({
	transactionReference: optionalText,
	ref: optionalText,
	reference: optionalText,
	requestId: optionalText,
	status: optionalText,
	statusCode: optionalText,
	errorMessage: optionalText,
});

// Whether money moved is asked of the service where its answer says neither of the two.
const WORDS_OF_FAILURE =
	/bad|block|cancel|declin|denied|error|expire|fail|false|forbid|insufficient|invalid|limit|not|refus|reject|unauthori|unknown|unprocess|void/i;

/** Longer ones are no references, and fill an error. */
const LONGEST_REFERENCE = 100;

/**
 * The payment that the record in a refusal tells of. The specification shows no record there (section 7), so each that names a
 * payment and has a status counts, unless its status is that of a failure, as a declined card's is.
 * @param sent the reference that was sent
 * @param outcome what the record's status means
 * @returns undefined where it tells of none
 */
export function paymentInRefusal(
	record: Record<string, unknown>,
	{ sent, httpStatus, outcome }: { sent: string; httpStatus: number; outcome: Outcome },
): PaymentInRefusal | undefined {
	const { transactionReference, ref, reference, requestId, status, statusCode, errorMessage } = named.parse(record);
	// Services repeat the status of HTTP in their errors.
	const statuses = [status, statusCode].filter((one) => one !== null && one !== String(httpStatus));
	const isFailure = outcome === 'declined' || (outcome === 'unknown' && WORDS_OF_FAILURE.test(statuses.join(' ')));
	if (statuses.length === 0 || isFailure) return undefined;
	const references = [transactionReference, ref, reference, requestId].filter((one) => one !== null);
	// What names no payment tells of one only where nothing else speaks against it.
	if (references.length === 0 && (outcome !== 'authorized' || errorMessage !== null)) return undefined;
	const other = references.find((one) => one !== sent && one.length <= LONGEST_REFERENCE && isReference(one));
	return { transactionReference: other ?? null };
}
