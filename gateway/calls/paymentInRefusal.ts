import { z } from 'zod/v4';

import type { Outcome } from '../outcome';
import type { RecordInRefusal } from '../protocol/errors';
import { wordsIn } from '../protocol/words';
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
	/\b(bad|block|cancel|cannot|declin|do not|(?<!no )error|expire|conflict|fail|forbid|gone|incorrect|insufficient|invalid|limit|locked|not (?:be |been )?(accept|allow|approv|authori|charg|complet|found|hono|paid|permit|process|success)|payment required|precondition|refus|reject|too (large|long|many)|unable|unauthori|unprocess|unsuccess|void|wrong)|\b(denied|false)\b/i;
// Why a bank declines. None of these is what a service says of a used reference.
const WORDS_OF_DECLINE =
	/\b(declin|exceeds\b|expired card|card (has |is )?expired|fraud|insufficient|(amount|card|credit|daily|spending|transaction|withdrawal) limit|(incorrect|invalid|wrong) (card|cvc|cvv|expiry|pin)|lost card|not (sufficient|honou?r|permitted)|pick ?up|refused\b|restricted|stolen)/i;
// What waits then is not the payment itself.
const WORDS_OF_MERCHANT = /\b(account|kyc|merchant) ([a-z]+ )?(activation|approval|pending|review|verification)\b/i;
// What failed then is not the payment itself.
const WORDS_OF_LATER_FAILURE = /\b(charge ?back|refund|revers(al|e)|settlement|void) (declin|error|fail|refus|reject)/i;
// The codes of banks (ISO 8583) that mean nothing but a decline. Others mean a time-out, or that nobody knows.
const CODES_OF_FAILURE: ReadonlySet<string> = new Set(
	'05 30 33 36 38 41 43 51 54 55 57 58 59 61 62 63 65 75'.split(' '),
);

const WORDS_OF_SUCCESS =
	/\b(approv|authori[sz]|captur|charged|complet|in progress|paid|pending|processing|settl|success|transferred)/i;
// Alone: what is captured and waits for its settlement is paid.
const WORDS_OF_OPEN = /^(in progress|pending|processing)$/i;
const CODE_OF_SUCCESS = /^00+$/;
// The status of HTTP of the same refusal, which a gateway may have changed on the way.
const REFUSED = /^4\d\d$/;

// What became of a payment. Other words of a failure, such as "error" and "failed", may only say that the call was not answered.
const STATUS_OF_FAILURE = /cancel|declin|expired|refused|reject|void/i;
const STATUS_OF_CALL = /fail/i;

/** Longer ones are no references, and fill an error. */
const LONGEST_REFERENCE = 100;

/**
 * The payment that the record in a refusal tells of. The specification shows no record there (section 7), so each that names a
 * payment and has a status counts, unless its status is that of a failure, as a declined card's is. One that is open counts without
 * a name as well.
 * @param sent the reference that was sent
 * @param outcomeIn what a status means
 * @returns nothing where it tells of none
 */
export function paymentInRefusal(
	record: Record<string, unknown>,
	{ sent, serviceMessage, outcomeIn }: { sent: string; serviceMessage: string | undefined; outcomeIn: OutcomeIn },
): RecordInRefusal {
	const { requestId, status, statusCode, errorMessage, message } = named.parse(record);
	// Services repeat the status of HTTP in their errors.
	const statuses = [status, statusCode].filter((one) => one !== null && !REFUSED.test(one));
	if (statuses.length === 0) return {};
	const references = referencesIn(record);
	const isOfSent = [...references, requestId].includes(sent);
	const isNamed = references.length > 0 || isOfSent;
	const transactionReference = otherReferenceIn(record, sent) ?? null;
	// Of two that contradict each other one may be right.
	const outcomes = [{ status: record.status }, { statusCode: record.statusCode }].map(outcomeIn);
	const isDeclined = outcomes.includes('declined');
	const isMade =
		outcomes.some((outcome) => MADE_OR_OPEN.includes(outcome)) ||
		(!isDeclined && statuses.some((one) => saysSuccess([one])));
	if (!isMade && (isDeclined || saysFailure(statuses))) {
		const saysSo = statuses.some((one) => CODES_OF_FAILURE.has(one!) || STATUS_OF_FAILURE.test(one!));
		const isStatus = saysSo || (isDeclined && !statuses.some((one) => STATUS_OF_CALL.test(one!)));
		return isNamed || (isDeclined && isStatus) ? { decline: { transactionReference, isStatus } } : {};
	}
	// What names no payment tells of one only where nothing else speaks against it. To many services 0 is no code, but a "no".
	const said = errorMessage ?? message;
	const isFlag = statuses.every((one) => one === '0');
	const speaksForIt = said === null ? !isFlag && !speaksOfDecline(serviceMessage) : saysSuccess([said]);
	const isSuccess = outcomes.includes('authorized') || statuses.some((one) => CODE_OF_SUCCESS.test(one!));
	const isOpen =
		!isSuccess && (outcomes.includes('pending') || statuses.some((one) => WORDS_OF_OPEN.test(wordsIn([one]))));
	const counts = isOpen ? ![said, serviceMessage].some(speaksAgainst) : outcomes.includes('authorized') && speaksForIt;
	if (!isNamed && !counts) return {};
	return { payment: { transactionReference, isOfSent, isMade, isOpen } };
}

/** Whether a text beside an open status says that the payment was not made, or that something else is open. */
function speaksAgainst(text: string | null | undefined): boolean {
	if (!text) return false;
	return saysFailure([text]) || speaksOfDecline(text) || WORDS_OF_MERCHANT.test(wordsIn([text]));
}

/** Whether a service says in words that a bank has declined. */
export function speaksOfDecline(serviceMessage: string | undefined): boolean {
	return WORDS_OF_DECLINE.test(wordsIn([serviceMessage ?? null]));
}

/** The service's reference in a record: one that is not the reference that was sent. */
export function otherReferenceIn(record: Record<string, unknown>, sent: string): string | undefined {
	return referencesIn(record).find((one) => one !== sent && one.length <= LONGEST_REFERENCE && isReference(one));
}

function referencesIn(record: Record<string, unknown>): string[] {
	const { transactionReference, ref, reference } = named.parse(record);
	return [transactionReference, ref, reference].filter((one) => one !== null);
}

/** Whether a status that is not in the table, or a text, tells of a failure. */
function saysFailure(texts: Array<string | null>): boolean {
	const isCode = texts.every((code) => code !== null && CODES_OF_FAILURE.has(code));
	const words = wordsIn(texts);
	return isCode || (WORDS_OF_FAILURE.test(words) && !WORDS_OF_LATER_FAILURE.test(words));
}

function saysSuccess(texts: Array<string | null>): boolean {
	return (
		texts.some((code) => code !== null && CODE_OF_SUCCESS.test(code)) ||
		(WORDS_OF_SUCCESS.test(wordsIn(texts)) && !saysFailure(texts))
	);
}
