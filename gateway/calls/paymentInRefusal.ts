import { z } from 'zod/v4';

import type { Outcome } from '../outcome';
import type { PaymentInRefusal } from '../protocol/errors';
import { optionalText } from '../schema/responseFields';
import { isReference } from './verify';

/** The outcome that a status in a record means. */
export type OutcomeIn = (record: Record<string, unknown>) => Outcome;

const MADE_OR_OPEN: readonly Outcome[] = ['authorized', 'pending', 'refunded'];

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
	/\b(bad|block|cancel|declin|do not|(?<!no )error|expire|conflict|fail|forbid|gone|insufficient|invalid|limit|locked|not (accept|allow|approv|authori|charg|complet|found|hono|paid|permit|process|success)|payment required|precondition|refus|reject|too (large|long|many)|unauthori|unprocess|unsuccess|void)|\b(denied|false)\b/i;
// The codes of banks (ISO 8583) that mean nothing but a decline. Others mean a time-out, or that nobody knows.
const CODES_OF_FAILURE: ReadonlySet<string> = new Set(
	'05 30 33 36 38 41 43 51 54 55 57 58 59 61 62 63 65 75'.split(' '),
);

const WORDS_OF_SUCCESS = /approv|complete|paid|success/i;

/** Longer ones are no references, and fill an error. */
const LONGEST_REFERENCE = 100;

/**
 * The payment that the record in a refusal tells of. The specification shows no record there (section 7), so each that names a
 * payment and has a status counts, unless its status is that of a failure, as a declined card's is.
 * @param sent the reference that was sent
 * @param outcomeIn what a status means
 * @returns undefined where it tells of none
 */
export function paymentInRefusal(
	record: Record<string, unknown>,
	{ sent, httpStatus, outcomeIn }: { sent: string; httpStatus: number; outcomeIn: OutcomeIn },
): PaymentInRefusal | undefined {
	const { transactionReference, ref, reference, requestId, status, statusCode, errorMessage, message } =
		named.parse(record);
	// Services repeat the status of HTTP in their errors.
	const statuses = [status, statusCode].filter((one) => one !== null && one !== String(httpStatus));
	// Of two that contradict each other one may be right.
	const outcomes = [{ status: record.status }, { statusCode: record.statusCode }].map(outcomeIn);
	const isMade = outcomes.some((outcome) => MADE_OR_OPEN.includes(outcome));
	const isFailure = !isMade && (outcomes.includes('declined') || saysFailure(statuses));
	if (statuses.length === 0 || isFailure) return undefined;
	const references = [transactionReference, ref, reference].filter((one) => one !== null);
	const isOfSent = [...references, requestId].includes(sent);
	if (references.length === 0 && !isOfSent) {
		// What names no payment tells of one only where nothing else speaks against it.
		const said = errorMessage ?? message;
		const speaksForIt = said === null || WORDS_OF_SUCCESS.test(said);
		if (!outcomes.includes('authorized') || !speaksForIt) return undefined;
	}
	const other = references.find((one) => one !== sent && one.length <= LONGEST_REFERENCE && isReference(one));
	return { transactionReference: other ?? null, isOfSent, isMade };
}

/** Whether a status that is not in the table tells of a failure. */
function saysFailure(texts: Array<string | null>): boolean {
	const [code = '', ...others] = texts;
	const isCode = others.length === 0 && CODES_OF_FAILURE.has(code ?? '');
	const words = texts
		.join(' ')
		.replace(/([a-z])(?=[A-Z])/g, '$1 ')
		.replace(/[_-]/g, ' ');
	return isCode || WORDS_OF_FAILURE.test(words);
}
