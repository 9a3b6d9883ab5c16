import { asClause, PossibleRepeatError, RefusedError, type GatewayError } from '../../../gateway/protocol/errors';
import { speaksOfDecline } from '../../../gateway/calls/paymentInRefusal';
import { wordsIn } from '../../../gateway/protocol/words';
import type { Payment } from '../../../gateway/payment';
import type { Connection } from '../transport/connection';
import { lookUp, type Found, type LookUpTarget } from './lookUp';
import { saysUnderWay } from './undecided';

// The specification has 400 for whatever is wrong with a request (section 7); other services refuse a used reference with the
// other two.
const MAY_BE_A_REPEAT = [400, 409, 422];
// It gives a used reference no error of its own, so the service's words tell, those of one sentence.
const SAYS_USED =
	/(reference|request.?id)\b(?:(?![.;!?]\s).)*\b(used|exists?|duplicated?|unique|already)\b|\b(duplicated?|already|existing)\b(?:(?![.;!?]\s).)*(reference|request.?id)/i;

// Others do not name the reference, as in "Duplicate transaction". Such words may be about something else, too.
const MAY_SAY_USED =
	/\bduplicated?\b|\balready (?:been |being |was )?(?:\w+ly )?(?:accepted|approved|authori[sz]ed|captured|charged|completed|exists?|in progress|made|paid|posted|process(?:ed|ing)|received|recorded|sent|settled|submitted|success(?:ful)?|transferred|used)\b/i;

const SAYS_DUPLICATE = /\bduplicat/i;

// An amount or a card that was approved before is no payment, and neither is a limit that is reached.
const DONE_BEFORE = String.raw`(?:^|; |\b(?:bill|charge|invoice|it|order|payment|this|transaction|transfer)\b(?:(?!\b(?:declin|exceed|limit|than|what))[^.;:!?]){0,40})\b(?:already|previously) (?:been |being |was )?(?:\w+ly )?`;
// A card may have been used too often.
const SAYS_DONE = new RegExp(String.raw`${DONE_BEFORE}(?!(?:been )?used\b)`, 'i');
const SAYS_PAID = new RegExp(
	String.raw`${DONE_BEFORE}(?:approved|authori[sz]ed|captured|charged|completed|paid|settled|success(?:ful)?|transferred)\b`,
	'i',
);

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
 * The payment under the reference of a refused request, where there is one: an earlier one, or the request's own, which may have
 * been sent twice on its way.
 * @returns undefined when the refusal has another reason; 'unclear' when it tells of a payment that cannot be looked up
 * @throws PossibleRepeatError when the service cannot tell, when it is another payment, and when the item is to fail
 */
export async function findFirst<Record extends Payment>(
	connection: Connection,
	failure: GatewayError,
	refused: Refused<Record>,
): Promise<Record | 'unclear' | undefined> {
	if (!(failure instanceof RefusedError)) return undefined;
	const mayBe = mayBeRepeat(failure) || saysUnderWay(failure);
	const { records, others, isUnclear, elsewhere } = await investigate(connection, failure, refused.target, mayBe);
	// An earlier try with the same reference may have been declined, and hide one that was paid.
	const known = leading(records.some(({ outcome }) => outcome !== 'declined') ? records : [...records, ...others]);
	const first = records.find((record) => record === known);
	const isDeclined = known?.outcome === 'declined';
	if (isUnclear ? !first || isDeclined : isDeclined && saysPaid(wordsOf(failure))) return 'unclear';
	const named = failure.decline?.transactionReference ?? null;
	// One that only repeats the reference that was sent names nothing.
	const isNamed = named !== null && named !== refused.target.reference && known?.transactionReference === named;
	// What the service says is newer than its record.
	if (isNamed && !mayBe && known && isOpen(known)) return undefined;
	// A decline is what the service has just refused.
	const isOfThis = !mayBe || ((isNamed || saysDeclined(failure)) && !(first && refused.whenUsed === 'own'));
	if (known ? isDeclined && isOfThis : !mayBe && !elsewhere) {
		// A decline in a success is told by the answer itself.
		if (known && mayBe && failure.httpStatus >= 400) throw declined(failure, refused);
		return undefined;
	}
	if (first) {
		if (refused.whenUsed !== 'fail') return first;
		throw usedBefore(failure, refused, `The first one: ${stateOf(first)}. ${showFirst(refused)}`);
	}
	if (known) throw usedBefore(failure, refused, `The first one is different: ${stateOf(known)}.`);
	throw possibleRepeat(failure, refused, elsewhere);
}

/** What the service has of the payments that a refusal may be due to. */
interface Findings<Record extends Payment> {
	/** Under the reference of the request, with its amount. */
	records: Record[];
	/** Under its reference, and different. */
	others: Record[];
	/** Whether the refusal tells of a payment that cannot be looked up. */
	isUnclear: boolean;
	/** The payment that the refusal tells of, where it has another reference. */
	elsewhere?: Record;
}

async function investigate<Record extends Payment>(
	connection: Connection,
	{ payment: told, decline }: RefusedError,
	target: LookUpTarget<Record>,
	mayBe: boolean,
): Promise<Findings<Record>> {
	// Services say in many ways that a reference was used, so every refusal is looked up.
	const found = await lookUp(connection, target, { mayAppear: false, once: !mayBe && !told });
	const findings = { records: recordsIn(found), others: othersIn(found) };
	if (!told) {
		const named = decline?.transactionReference ?? null;
		const isAsked = named === null || named === target.reference || 'record' in found || found.other !== undefined;
		if (isAsked) return { ...findings, isUnclear: false };
		// Not every provider finds a payment by the merchant's reference.
		const itself = await lookUp(connection, { ...target, reference: named }, { once: true });
		const others = othersIn(itself).filter(({ reference }) => reference === null || reference === target.reference);
		return { records: recordsIn(itself), others, isUnclear: false };
	}
	const { transactionReference: reference, isOfSent, isMade } = told;
	const known = [...findings.records, ...findings.others];
	if (reference === null) {
		// What was made is another one than a decline under the same reference.
		const explains = known.some(({ outcome }) => !isMade || outcome !== 'declined');
		return { ...findings, isUnclear: !explains };
	}
	if (known.some((record) => record.transactionReference === reference)) return { ...findings, isUnclear: false };
	const itself = await lookUp(connection, { ...target, reference });
	const [other] = othersIn(itself);
	if (!other) {
		const records = [...findings.records, ...recordsIn(itself)];
		return { ...findings, records, isUnclear: !('record' in itself) };
	}
	if (other.reference === target.reference) {
		return { ...findings, others: [...findings.others, other], isUnclear: false };
	}
	const isElsewhere = !isOfSent && other.reference !== null && !mayBeSame(other.reference, target.reference);
	return { ...findings, isUnclear: !isElsewhere, ...(isElsewhere && { elsewhere: other }) };
}

/** Whether a service may have written a reference in another way: in small letters, encoded, cut off, with something before it. */
function mayBeSame(one: string, other: string): boolean {
	const [first, second] = [one, other].map(lettersOf);
	return first!.includes(second!) || second!.includes(first!);
}

function lettersOf(reference: string): string {
	const plain = reference.replace(/%[0-9a-f]{2}|&#?\w+;/gi, '').normalize('NFKD');
	return plain.replace(/[^a-z0-9]/gi, '').toLowerCase();
}

function recordsIn<Record extends Payment>(found: Found<Record>): Record[] {
	return 'record' in found ? [found.record] : [];
}

function isOpen({ outcome }: Payment): boolean {
	return outcome === 'pending' || outcome === 'unknown';
}

function othersIn<Record extends Payment>(found: Found<Record>): Record[] {
	return 'other' in found && found.other ? [found.other] : [];
}

/** The payment that counts, of several with the same reference: what is or may be paid goes before a decline. */
function leading<Record extends Payment>(records: Record[]): Record | undefined {
	const mayBePaid = ({ outcome }: Record) => outcome !== 'declined';
	return records.find(({ authorized }) => authorized) ?? records.find(mayBePaid) ?? records[0];
}

/** Whether a refusal may be due to what an earlier call has done. */
export function mayBeRepeat(failure: RefusedError): boolean {
	return MAY_BE_A_REPEAT.includes(failure.httpStatus) || saysUsed(failure);
}

/** Whether the service says that the reference, or the payment, has been there before. */
export function saysUsed(failure: RefusedError): boolean {
	return failure.httpStatus === 409 || speaksOfReference(failure) || maySayUsed(failure);
}

function speaksOfReference(failure: RefusedError): boolean {
	return SAYS_USED.test(wordsOf(failure));
}

/** Whether the service says, perhaps of something else, that it was done before. */
export function maySayUsed(failure: RefusedError): boolean {
	const words = wordsOf(failure);
	return MAY_SAY_USED.test(words) || saysPaid(words);
}

/** Whether the words of a service say that the payment was made. */
export function saysPaid(words: string): boolean {
	return SAYS_PAID.test(words);
}

/** Whether the service says that the card was declined, and nothing of a used reference. */
function saysDeclined(failure: RefusedError): boolean {
	const words = wordsOf(failure);
	const isDecline =
		failure.decline !== undefined || failure.httpStatus === 402 || speaksOfDecline(failure.serviceMessage);
	const isPaid = /\balready (?:been )?(?:charged|paid)\b/i.test(words);
	return isDecline && !isPaid && !speaksOfReference(failure) && !SAYS_DUPLICATE.test(words) && !SAYS_DONE.test(words);
}

/** What the service says, with the words of a code apart: "DUPLICATE_REFERENCE", "duplicateReference". */
function wordsOf({ words }: RefusedError): string {
	return wordsIn([words]);
}

function possibleRepeat<Record extends Payment>(
	failure: RefusedError,
	refused: Refused<Record>,
	elsewhere: Record | undefined,
): PossibleRepeatError {
	const { message, description = '', httpStatus, serviceMessage, words } = failure;
	const { notDone, names } = refused;
	const first = names.first.toLowerCase();
	// A payment of another reference is the reason then.
	if (!elsewhere && (httpStatus === 409 || speaksOfReference(failure))) {
		const said = serviceMessage === undefined ? '' : `The service says: "${serviceMessage}". `;
		const advice = `${said}The first ${first} could not be looked up: find out what became of it.`;
		return usedBefore(failure, refused, advice);
	}
	const headline = `${notDone.charAt(0).toUpperCase()}${notDone.slice(1)} by this call: ${asClause(message)}.`;
	const advice = [
		...(description === '' ? [] : [description]),
		...(elsewhere ? [`The service tells of the ${first} of ${elsewhere.reference}: ${stateOf(elsewhere)}.`] : []),
		`If this ${names.reference} may have been sent before, find out what became of that ${first} before you use a new one.`,
	];
	return new PossibleRepeatError(headline, advice.join(' '), httpStatus, 'unknown', serviceMessage, words);
}

/** A decline that came as if a value had been wrong. */
function declined<Record extends Payment>(
	{ httpStatus, serviceMessage, decline = { transactionReference: null } }: RefusedError,
	{ names }: Refused<Record>,
): RefusedError {
	const said = serviceMessage === undefined ? '' : `The service says: "${serviceMessage.replace(/\.$/, '')}". `;
	const first = names.first.toLowerCase();
	const advice = `${said}For a new ${first}, use a new ${names.reference}.`;
	return new RefusedError(`The ${first} was declined.`, advice, httpStatus, { serviceMessage, decline });
}

function usedBefore<Record extends Payment>(
	{ httpStatus, serviceMessage, words }: RefusedError,
	{ target, notDone, names }: Refused<Record>,
	first: string,
): PossibleRepeatError {
	const headline = `${names.reference} ${target.reference} has already been used; ${notDone} again.`;
	const description = `${first} For a new ${names.first.toLowerCase()}, use a new ${names.reference}.`;
	return new PossibleRepeatError(headline, description, httpStatus, 'exists', serviceMessage, words);
}

function showFirst<Record extends Payment>({ names }: Refused<Record>): string {
	return `To get it as the result, set "If the ${names.reference} Was Used Before" to "Show the First ${names.first}".`;
}

/** What became of a payment, for the details of an item. */
export function stateOf({ outcome, status, statusName, amount, currency, transactionReference }: Payment): string {
	const words = [status, statusName].filter((part) => part !== null);
	return [
		`outcome ${outcome}${words.length > 0 ? ` (${words.join(' ')})` : ''}`,
		amount === null ? 'amount not known' : `amount ${amount}${currency === null ? '' : ` ${currency}`}`,
		...(transactionReference === null ? [] : [`transaction reference ${transactionReference}`]),
	].join(', ');
}
