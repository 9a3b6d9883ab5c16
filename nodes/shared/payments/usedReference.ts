import { asClause, PossibleRepeatError, RefusedError, type GatewayError } from '../../../gateway/protocol/errors';
import type { Payment } from '../../../gateway/payment';
import type { Connection } from '../transport/connection';
import { lookUp, type LookUpTarget } from './lookUp';

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
	return new PossibleRepeatError(headline, advice, httpStatus, 'unknown', { serviceMessage });
}

function usedBefore<Record extends Payment>(
	{ httpStatus, serviceMessage, payment }: RefusedError,
	{ target, notDone, names }: Refused<Record>,
	first: string,
): PossibleRepeatError {
	const headline = `${names.reference} ${target.reference} has already been used; ${notDone} again.`;
	const description = `${first} For a new ${names.first.toLowerCase()}, use a new ${names.reference}.`;
	return new PossibleRepeatError(headline, description, httpStatus, 'exists', { serviceMessage, payment });
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
