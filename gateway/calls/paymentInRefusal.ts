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
	message: optionalText,
});

// Whether money moved is asked of the service where its answer says neither of the two.
const WORDS_OF_FAILURE =
	/\b(bad|block|cancel|declin|do not|error|expire|fail|forbid|insufficient|invalid|limit|not (accept|allow|approv|authori|complet|found|hono|paid|permit|process|success)|refus|reject|unauthori|unknown|unprocess|unsuccess|void)|\b(denied|false)\b/i;
// "51" and "05" are why a bank declines. "00" is its word for success.
const CODE_OF_FAILURE = /^(?!00$)\d+$/;

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
	const { transactionReference, ref, reference, requestId, status, statusCode, errorMessage, message } =
		named.parse(record);
	// Services repeat the status of HTTP in their errors.
	const statuses = [status, statusCode].filter((one): one is string => one !== null && one !== String(httpStatus));
	const isFailure = outcome === 'declined' || (outcome === 'unknown' && saysFailure(statuses));
	if (statuses.length === 0 || isFailure) return undefined;
	const references = [transactionReference, ref, reference, requestId].filter((one) => one !== null);
	// What names no payment tells of one only where nothing else speaks against it.
	if (references.length === 0 && (outcome !== 'authorized' || (errorMessage ?? message) !== null)) return undefined;
	const other = references.find((one) => one !== sent && one.length <= LONGEST_REFERENCE && isReference(one));
	return { transactionReference: other ?? null, isOfSent: references.includes(sent) };
}

/** Whether a status that is not in the table is that of a failure. Two that contradict each other say nothing. */
function saysFailure(statuses: string[]): boolean {
	const [status = '', ...others] = statuses;
	const isCode = others.length === 0 && CODE_OF_FAILURE.test(status);
	return isCode || WORDS_OF_FAILURE.test(statuses.join(' ').replace(/[_-]/g, ' '));
}
