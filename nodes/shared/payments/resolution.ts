import type { IDataObject } from 'n8n-workflow';

import {
	asClause,
	LostAnswerError,
	PossibleRepeatError,
	RefusedError,
	type GatewayError,
} from '../../../gateway/protocol/errors';
import type { Payment } from '../../../gateway/payment';
import type { Connection } from '../transport/connection';
import type { Exchange } from './exchange';
import { lookUp, type LookUpTarget } from './lookUp';
import type { Result } from './result';

/** How to find out the outcome of one kind of request that moves money. */
export interface Resolution<Output extends IDataObject, Record extends Payment = Payment> {
	target: LookUpTarget<Record>;
	/** What is known of the payment before any answer. */
	unknown: Payment;
	/** What is in doubt without an answer, such as "the card was charged". */
	inDoubt: string;
	/** What not to do while the outcome is unknown, and what to do instead. */
	advice: string;
	/** Whether a record is of an earlier payment with the same reference; undefined where nothing tells. */
	isEarlier?: (record: Record) => boolean;
	/** The output for a payment, whether it was read from the answer or looked up. */
	describe: (paid: Payment, answerLost: boolean) => Output;
	/** The result of a request that the service refused, where the refusal is more than a failure. */
	refused: (failure: GatewayError) => Promise<Result<Output> | undefined>;
}

/**
 * The result of a request that moves money and was sent once. It is never sent again, and its outcome is never guessed.
 * @throws GatewayError when the request is known to have done nothing
 */
export async function resolve<Output extends IDataObject, Record extends Payment>(
	connection: Connection,
	answered: Exchange<Payment>,
	resolution: Resolution<Output, Record>,
): Promise<Result<Output>> {
	if ('failure' in answered) {
		const { failure } = answered;
		// The service may have acted.
		if (failure instanceof LostAnswerError) return await findOut(connection, resolution, failure.message);
		// The service said no, perhaps because it had carried out the same request before.
		const result = await resolution.refused(failure);
		if (result) return result;
		if (!(failure instanceof RefusedError && failure.payment)) throw failure;
		const mentioned = { ...resolution.unknown, ...failure.payment };
		return await findOut(connection, resolution, `${CONTRADICTION} (error ${failure.httpStatus})`, mentioned);
	}
	const { value, raw } = answered;
	if (value.outcome !== 'unknown') return { output: resolution.describe(value, false), raw };
	// The answer can be read, but not understood; the record may tell more.
	const reason = value.details ?? value.serviceMessage ?? 'The service gave a status that this node does not know';
	return await findOut(connection, resolution, reason, value);
}

/**
 * Looks up a request that an earlier try has sent, without sending it again.
 * @param what was sent, such as "this charge"
 */
export async function lookUpSent<Output extends IDataObject, Record extends Payment>(
	connection: Connection,
	what: string,
	resolution: Resolution<Output, Record>,
): Promise<Result<Output>> {
	return await findOut(connection, resolution, `An earlier try sent ${what} and did not learn its outcome`);
}

const CONTRADICTION = 'The service refused this call, and tells of a payment in the same answer';

const EARLIER =
	'what the service has under this reference is an earlier payment, which began long before this one was sent';

/**
 * Looks up a request whose answer does not tell its outcome. An outcome that stays unknown is reported as such.
 * @param reason why the answer does not tell
 * @param answered the payment as far as the answer described it
 */
async function findOut<Output extends IDataObject, Record extends Payment>(
	connection: Connection,
	{ target, unknown, inDoubt, advice, describe, isEarlier }: Resolution<Output, Record>,
	reason: string,
	answered?: Payment,
): Promise<Result<Output>> {
	const answerLost = answered === undefined;
	const mentioned = answered?.transactionReference ?? null;
	const more = mentioned === null ? {} : { mentioned };
	const found = await lookUp(connection, { ...target, reference: mentioned ?? target.reference });
	if ('record' in found && !isEarlier?.(found.record)) return { output: describe(found.record, answerLost), ...more };
	const why = 'record' in found ? EARLIER : found.why;
	const details = `${reason}, so it is not known whether ${inDoubt}. Looking it up did not help: ${why}. ${advice}`;
	return { output: describe({ ...(answered ?? unknown), details }, answerLost), ...more };
}

// The specification has 400 for whatever is wrong with a request (section 7); other services refuse a used reference with the
// other two.
const MAY_BE_A_REPEAT = [400, 409, 422];
// It gives a used reference no error of its own, so the service's words tell, those of one sentence.
const SAYS_USED =
	/(reference|request.?id)\b(?:(?![.;!?]\s).)*\b(used|exists?|duplicated?|unique|already)\b|\b(duplicated?|already|existing)\b(?:(?![.;!?]\s).)*(reference|request.?id)/i;

// Others do not name the reference, as in "Duplicate transaction". Such words may be about something else, too.
const MAY_SAY_USED =
	/\bduplicated?\b|\balready (?:been |being |was )?(?:accepted|approved|authori[sz]ed|captured|charged|completed|exists?|in progress|made|paid|posted|process(?:ed|ing)|received|recorded|sent|settled|submitted|success(?:ful)?|transferred|used)\b/i;

/**
 * What to do where the reference of a refused request was used before: fail, show that first payment as a duplicate, or show
 * it as the request's own, where nobody else can have used the reference.
 */
export type WhenUsed = 'fail' | 'show' | 'own';

/** A refused request, in the words of its kind. */
interface Refused<Record extends Payment> {
	target: LookUpTarget<Record>;
	whenUsed: WhenUsed;
	/** What the refusal means, such as "the card was not charged". */
	notDone: string;
	/** What the editor calls the reference, and what was made under it: "Reference" and "Payment". */
	names: { reference: string; first: string };
}

/**
 * The payment that used the reference of a refused request first, where that may be the reason for the refusal.
 * @returns undefined when the refusal has another reason, or contradicts itself
 * @throws PossibleRepeatError when the service cannot tell, when it is another payment, and when the item is to fail
 */
export async function findFirst<Record extends Payment>(
	connection: Connection,
	failure: GatewayError,
	refused: Refused<Record>,
): Promise<Record | undefined> {
	if (!(failure instanceof RefusedError)) return undefined;
	const mayBe = mayBeRepeat(failure);
	// Services say in many ways that a reference was used, so every refusal is looked up.
	const first = await lookUp(connection, refused.target, { mayAppear: false, once: !mayBe });
	const known = 'record' in first ? first.record : first.other;
	// A decline is what the service has just refused.
	if (!mayBe && (!known || known.outcome === 'declined')) return undefined;
	if ('record' in first) {
		if (refused.whenUsed !== 'fail') return first.record;
		throw usedBefore(failure, refused, `The first one: ${stateOf(first.record)}. ${showFirst(refused)}`);
	}
	if (first.other) throw usedBefore(failure, refused, `The first one is different: ${stateOf(first.other)}.`);
	// It is this call's own payment rather than an earlier one.
	if (failure.payment && (refused.whenUsed === 'own' || !isRepeat(failure))) return undefined;
	throw possibleRepeat(failure, refused);
}

/** Whether a refusal may be due to what an earlier call has done. */
export function mayBeRepeat(failure: RefusedError): boolean {
	const { httpStatus, payment } = failure;
	return MAY_BE_A_REPEAT.includes(httpStatus) || payment !== undefined || saysUsed(failure) || maySayUsed(failure);
}

/**
 * Whether a refusal is due to what an earlier call has done. With the record of a payment in it, what else may have that
 * reason has it.
 */
function isRepeat(failure: RefusedError): boolean {
	const { httpStatus, payment } = failure;
	const isShown = payment !== undefined && (MAY_BE_A_REPEAT.includes(httpStatus) || maySayUsed(failure));
	return httpStatus === 409 || saysUsed(failure) || isShown;
}

function saysUsed(failure: RefusedError): boolean {
	return SAYS_USED.test(wordsOf(failure));
}

/** Whether the service says, perhaps of something else, that it was done before. */
export function maySayUsed(failure: RefusedError): boolean {
	return MAY_SAY_USED.test(wordsOf(failure));
}

/** What the service says, with the words of a code apart: "DUPLICATE_REFERENCE", "duplicateReference". */
function wordsOf({ serviceMessage = '' }: RefusedError): string {
	return serviceMessage.replace(/([a-z])(?=[A-Z])/g, '$1 ').replace(/[_-]/g, ' ');
}

function possibleRepeat<Record extends Payment>(failure: RefusedError, refused: Refused<Record>): PossibleRepeatError {
	const { message, description = '', httpStatus, serviceMessage, payment } = failure;
	const { notDone, names } = refused;
	const first = names.first.toLowerCase();
	if (isRepeat(failure)) {
		const said = serviceMessage === undefined ? '' : `The service says: "${serviceMessage}". `;
		const named = payment?.transactionReference ? ` (transaction reference ${payment.transactionReference})` : '';
		return usedBefore(
			failure,
			refused,
			`${said}The first ${first} could not be looked up: find out what became of it${named}.`,
		);
	}
	const headline = `${notDone.charAt(0).toUpperCase()}${notDone.slice(1)} by this call: ${asClause(message)}.`;
	const advice = `${description} If this ${names.reference} may have been sent before, find out what became of that ${first} before you use a new one.`;
	return new PossibleRepeatError(headline, advice, httpStatus, 'unknown', serviceMessage);
}

function usedBefore<Record extends Payment>(
	{ httpStatus, serviceMessage, payment }: RefusedError,
	{ target, notDone, names }: Refused<Record>,
	first: string,
): PossibleRepeatError {
	const headline = `${names.reference} ${target.reference} has already been used; ${notDone} again.`;
	const description = `${first} For a new ${names.first.toLowerCase()}, use a new ${names.reference}.`;
	return Object.assign(new PossibleRepeatError(headline, description, httpStatus, 'exists', serviceMessage), {
		payment,
	});
}

function showFirst<Record extends Payment>({ names }: Refused<Record>): string {
	return `To get it as the result, set "If the ${names.reference} Was Used Before" to "Show the First ${names.first}".`;
}

function stateOf({ outcome, status, statusName, amount, currency, transactionReference }: Payment): string {
	const words = [status, statusName].filter((part) => part !== null);
	return [
		`outcome ${outcome}${words.length > 0 ? ` (${words.join(' ')})` : ''}`,
		amount === null ? 'amount not known' : `amount ${amount}${currency === null ? '' : ` ${currency}`}`,
		...(transactionReference === null ? [] : [`transaction reference ${transactionReference}`]),
	].join(', ');
}
