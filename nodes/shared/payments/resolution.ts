import type { IDataObject } from 'n8n-workflow';

import { LostAnswerError, RefusedError, type GatewayError } from '../../../gateway/protocol/errors';
import { isFinal } from '../../../gateway/outcome';
import type { Payment } from '../../../gateway/payment';
import { saysRepeated } from '../../../gateway/protocol/repeated';
import { allWordsIn, wordsOfRecord } from '../../../gateway/protocol/words';
import { isObject } from '../../../gateway/schema/responseFields';
import type { Connection } from '../transport/connection';
import type { Exchange } from './exchange';
import { lookUp, type LookUpTarget } from './lookUp';
import type { Result } from './result';
import { doubtOf, type Said } from './doubt';
import { saysUndecided } from './undecided';
import { saysUsed, stateOf, type WhenUsed } from './usedReference';

/** How to find out the outcome of one kind of request that moves money. */
export interface Resolution<Output extends IDataObject, Record extends Payment = Payment> {
	target: LookUpTarget<Record>;
	/** What is known of the payment before any answer. */
	unknown: Payment;
	/** What is in doubt without an answer, such as "the card was charged". */
	inDoubt: string;
	/** What not to do while the outcome is unknown, and what to do instead. */
	advice: string;
	/** Whether a record is of a payment that began earlier, by so many milliseconds at least; undefined where nothing tells. */
	isEarlier?: (record: Record, by?: number) => boolean;
	/** The output for a payment, whether it was read from the answer or looked up. */
	describe: (paid: Payment, answerLost: boolean) => Output;
	/**
	 * The result of a request that the service refused, where the refusal is more than a failure; 'unclear' where it tells of a
	 * payment that nobody can find out about.
	 */
	refused: (failure: GatewayError) => Promise<Result<Output> | 'unclear' | undefined>;
	/** What to do where the reference was used before. */
	whenUsed?: WhenUsed;
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
		if (failure instanceof LostAnswerError) {
			const { mentioned, isMade } = answered;
			return await findOut(connection, resolution, { reason: failure.message, said: failure, mentioned, isMade });
		}
		if (failure instanceof RefusedError && isUndecided(failure)) {
			const { serviceMessage } = failure;
			return await findOut(connection, resolution, {
				reason: undecided(failure),
				said: { serviceMessage, isDoubtful: true },
			});
		}
		// The service said no, perhaps because it had carried out the same request before.
		const result = await afterRefusal(resolution, failure);
		if (result) return result;
		throw failure;
	}
	const { value, raw, httpStatus } = answered;
	const told = { output: resolution.describe(value, false), raw };
	if (value.outcome === 'declined') return (await afterDecline(value, raw, resolution)) ?? told;
	if (value.outcome !== 'unknown') {
		const mayBeRepeat = resolution.whenUsed !== undefined && resolution.whenUsed !== 'own';
		const isRepeat = mayBeRepeat ? saysRepeated(httpStatus, raw) : 'no';
		if (isRepeat === 'no') return told;
		return (await afterRepeat(connection, { value, raw, isSure: isRepeat === 'yes' }, resolution)) ?? told;
	}
	// The answer can be read, but not understood; the record may tell more. It may be about an earlier payment.
	const reason = value.details ?? value.serviceMessage ?? 'The service gave a status that this node does not know';
	const mentioned = value.transactionReference ?? undefined;
	const said = { serviceMessage: value.serviceMessage, isDoubtful: true };
	return await findOut(connection, resolution, { reason, answered: value, said, mentioned });
}

/**
 * Whether a refusal leaves open what became of the request, as a lost answer does. One that names a payment, or speaks of an earlier
 * one, says where to look.
 */
function isUndecided(failure: RefusedError): boolean {
	const { payment } = failure;
	const isNamed = payment && (payment.transactionReference !== null || payment.isOfSent || !payment.isOpen);
	return !isNamed && !saysUsed(failure) && saysUndecided(failure);
}

function undecided({ httpStatus, serviceMessage }: RefusedError): string {
	const words = serviceMessage === undefined ? '' : `, it says: "${serviceMessage}"`;
	return `The service does not know the outcome (error ${httpStatus}${words})`;
}

async function afterRefusal<Output extends IDataObject, Record extends Payment>(
	resolution: Resolution<Output, Record>,
	failure: GatewayError,
): Promise<Result<Output> | undefined> {
	const result = await resolution.refused(failure);
	return result === 'unclear' ? unclear(resolution, failure as RefusedError) : result;
}

// What an envelope says of a call that was answered.
const SAYS_SUCCESS = /^\W*(?:ok|success|successful|successfully)\W*$/i;

/**
 * Looks up a decline that came in a success, as if it were a refusal: services turn down a used reference in that way, too.
 * @returns undefined where it is what it seems, the decline of this request
 * @throws PossibleRepeatError as for a refusal
 */
async function afterDecline<Output extends IDataObject, Record extends Payment>(
	value: Payment,
	raw: IDataObject,
	resolution: Resolution<Output, Record>,
): Promise<Result<Output> | undefined> {
	const { transactionReference } = value;
	const record = isObject(raw.data) ? raw.data : raw;
	const ofEnvelope = record === raw ? '' : wordsOfRecord({ ...raw, data: null });
	const texts = [wordsOfRecord(record), SAYS_SUCCESS.test(ofEnvelope) ? '' : ofEnvelope];
	const said = [...new Set(texts)].filter((text) => text !== '').join('; ');
	const description = [
		...(said === '' ? [] : [`The service says: "${said.replace(/\.$/, '')}".`]),
		...(transactionReference === null ? [] : [`It names the transaction ${transactionReference}.`]),
	];
	const decline = new RefusedError('The payment was declined.', description.join(' '), 200, {
		serviceMessage: said === '' ? undefined : said,
		words: allWordsIn(raw),
		decline: { transactionReference },
	});
	const result = await afterRefusal(resolution, decline);
	return result?.output.outcome === 'declined' && result.output.duplicate !== true ? undefined : result;
}

// The clock of the service may be wrong, and so may the zone of its dates.
const CERTAINLY_EARLIER = 24 * 3_600_000;

/**
 * Looks up the payment of a success of which the service says, or may say, that it was done before. Such words may be about
 * something else, so only the date of the record tells that a payment is an earlier one.
 * @param isSure whether the service says so in clear words
 * @returns undefined where the payment may be taken as it was answered
 */
async function afterRepeat<Output extends IDataObject, Record extends Payment>(
	connection: Connection,
	{ value, raw, isSure }: { value: Payment; raw: IDataObject; isSure: boolean },
	resolution: Resolution<Output, Record>,
): Promise<Result<Output> | undefined> {
	const { target, isEarlier, advice, describe } = resolution;
	const { transactionReference, serviceMessage, outcome } = value;
	const found = await lookUp(connection, { ...target, reference: transactionReference ?? target.reference });
	const record = 'record' in found ? found.record : undefined;
	if (record && isEarlier?.(record, CERTAINLY_EARLIER)) {
		const repeat = new RefusedError('The service says that this was done before.', '', 200, {
			serviceMessage: serviceMessage ?? undefined,
			words: 'Duplicate transaction',
			payment: { transactionReference, isOfSent: true, isMade: true, isOpen: false },
		});
		return await afterRefusal(resolution, repeat);
	}
	const waitsForCustomer = outcome === 'otp_required' || outcome === 'redirect_required';
	if (!isSure || (waitsForCustomer && !(record && isFinal(record.outcome)))) return undefined;
	const details = `The service says that it had done this before, and nothing shows whether the payment that it tells of is this one (${stateOf(record ?? value)}). If nothing else has used this reference, it is. ${advice}`;
	const output = describe({ ...value, outcome: 'unknown', authorized: false, details }, false);
	return { output, raw, isDoubtful: true };
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
	return await findOut(connection, resolution, { reason: `An earlier try sent ${what} and did not learn its outcome` });
}

const EARLIER =
	'what the service has under this reference is an earlier payment, which began long before this one was sent';

/** The result of a request that was refused in an answer with a payment in it, where nothing tells whose payment that is. */
function unclear<Output extends IDataObject, Record extends Payment>(
	{ unknown, inDoubt, advice, describe }: Resolution<Output, Record>,
	{ httpStatus, serviceMessage, payment, decline }: RefusedError,
): Result<Output> {
	const isRefusal = httpStatus >= 400;
	const told = payment && isRefusal ? 'tells of a payment in the same answer' : 'says that this was done before';
	const how = isRefusal
		? `refused this call (error ${httpStatus})`
		: decline
			? 'declined the payment'
			: 'took this call';
	const details = `The service ${how}, and ${told}, so it is not known whether ${inDoubt}. Looking it up did not help. ${advice}`;
	const transactionReference = payment?.transactionReference ?? null;
	const output = describe({ ...unknown, transactionReference, serviceMessage: serviceMessage ?? null, details }, false);
	return { output, isRefused: true, ...(transactionReference !== null && { mentioned: transactionReference }) };
}

/** Why the outcome of a request is to be found out. */
interface Doubt {
	/** Why the answer does not tell it. */
	reason: string;
	/** The payment as far as the answer described it. */
	answered?: Payment;
	/** What the service said in it, where there was one. */
	said?: Said;
	/** The service's reference in it. */
	mentioned?: string;
	/** Whether it says that the payment was made. */
	isMade?: boolean;
}

/** Looks up a request whose answer does not tell its outcome. An outcome that stays unknown is reported as such. */
async function findOut<Output extends IDataObject, Record extends Payment>(
	connection: Connection,
	{ target, unknown, inDoubt, advice, describe, isEarlier, whenUsed = 'own' }: Resolution<Output, Record>,
	{ reason, answered, said, mentioned, isMade = false }: Doubt,
): Promise<Result<Output>> {
	const answerLost = answered === undefined;
	const isDoubtful = said?.isDoubtful === true && whenUsed !== 'own';
	const more = { ...(mentioned !== undefined && { mentioned }), ...(isDoubtful && { isDoubtful }) };
	let found = await lookUp(connection, { ...target, reference: mentioned ?? target.reference });
	if (answerLost && mentioned !== undefined && !('record' in found)) found = await lookUp(connection, target);
	// A decline under the same reference does not tell what became of a payment that was made.
	if (
		isMade &&
		'record' in found &&
		found.record.outcome === 'declined' &&
		found.record.transactionReference !== (mentioned ?? target.reference)
	)
		found = { why: 'what the service has under this reference is another payment' };
	if ('record' in found) {
		const { record } = found;
		const doubt = said && doubtOf(said, record, whenUsed);
		if (doubt !== undefined) found = { why: doubt };
		else if (!isEarlier?.(record)) return { output: describe(record, answerLost), ...more };
	}
	const why = 'record' in found ? EARLIER : found.why;
	const details = `${reason}, so it is not known whether ${inDoubt}. Looking it up did not help: ${why}. ${advice}`;
	const known = answered ?? { ...unknown, transactionReference: unknown.transactionReference ?? mentioned ?? null };
	return { output: describe({ ...known, details }, answerLost), ...more };
}
