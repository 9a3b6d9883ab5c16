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
	/\b(bad|block|cancel|declin|do not|(?<!no )error|expire|fail|forbid|insufficient|invalid|limit|not (accept|allow|approv|authori|charg|complet|found|hono|paid|permit|process|success)|refus|reject|unauthori|unprocess|unsuccess|void)|\b(denied|false)\b/i;
// The codes of banks (ISO 8583) that mean nothing but a decline. Others mean a time-out, or that nobody knows.
const CODES_OF_FAILURE: ReadonlySet<string> = new Set(
	'05 30 33 36 38 41 43 51 54 55 57 58 59 61 62 63 65 75'.split(' '),
);

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
	if (references.length === 0 && (outcome !== 'authorized' || saysFailure([errorMessage, message]))) return undefined;
	const other = references.find((one) => one !== sent && one.length <= LONGEST_REFERENCE && isReference(one));
	return { transactionReference: other ?? null, isOfSent: references.includes(sent) };
}

/** Whether a status that is not in the table, or what is said beside it, tells of a failure. */
function saysFailure(texts: Array<string | null>): boolean {
	const [code = '', ...others] = texts;
	const isCode = others.length === 0 && CODES_OF_FAILURE.has(code ?? '');
	const words = texts
		.join(' ')
		.replace(/([a-z])(?=[A-Z])/g, '$1 ')
		.replace(/[_-]/g, ' ');
	return isCode || WORDS_OF_FAILURE.test(words);
}
