import { wordsIn } from '../../../gateway/calls/paymentInRefusal';
import type { Payment } from '../../../gateway/payment';
import { wordsOfService } from '../../../gateway/protocol/words';
import { isObject } from '../../../gateway/schema/responseFields';
import { saysPaid, stateOf, type WhenUsed } from './usedReference';

// What services say of a failure of their own, of a delay and of a success. Whatever says more may be about an earlier payment:
// services say in many ways that a reference was used, and no list of those is complete.
const COMMON_WORDS = `a again an and api approved as at backend bad bank be been being but by call can cannot card charge code come connect
	connection contact could couldn database did didn do does doesn down due during endpoint error errors exception fail
	failed failure failures for from gateway get give got handle handled handling has have host http i in initiated
	internal is issuer it its later lost message minute minutes moment moments network no not occured occurred of off ok
	okay on or our out overloaded payment pending please process processing processor provider proxy reach read request
	reset respond responded response retry server service some something soon sorry status success successful successfully
	support switch system systems t team temporarily temporary the there this time timed timeout timing to too took
	transaction transfer try trying unable unavailable unexpected unhandled unknown until upstream us wait waiting was we
	went were while will with within working wrong you your`;
const COMMON = new Set(COMMON_WORDS.trim().split(/\s+/));

// As a status, these are the state of the payment that the answer is about.
const STATES =
	/^(authori[sz]ed|cancell?ed|captured|charged|completed?|declined|paid|processed|refused|rejected|reversed|sent|settled|transferred)$/i;

/** What the service said instead of telling the outcome. */
export interface Said {
	words: string | null;
	/** Whether it said, in a whole answer, that the request has failed. */
	isDenied: boolean;
}

/**
 * What speaks against it that the payment under a reference is that of a request whose outcome is to be found out. Where it is
 * paid, and the service said that the request failed, or anything that may be about an earlier one, nobody knows whose it is; and
 * neither does anybody where it is a decline, and the service spoke of a payment.
 * @returns undefined where nothing speaks against it
 */
export function doubtOf<Record extends Payment>(
	{ words, isDenied }: Said,
	record: Record,
	whenUsed: WhenUsed,
): string | undefined {
	// Nobody else can have used it.
	if (whenUsed === 'own') return undefined;
	const text = wordsIn([words]);
	const isInDoubt = record.authorized ? isDenied || saysMore(text) : record.outcome === 'declined' && saysPaid(text);
	return isInDoubt
		? `what the service has under this reference may come from an earlier request (${stateOf(record)})`
		: undefined;
}

/**
 * What the service says in an answer that can be read and not understood.
 * @param answer as it came, without secrets
 */
export function wordsBeside(answer: Record<string, unknown>): string {
	const record = isObject(answer.data) ? answer.data : answer;
	const { status, statusCode, errorMessage, responseMessage } = record;
	const texts = [status, statusCode].filter((text) => !STATES.test(String(text)));
	const words = [...texts, errorMessage, responseMessage].filter((text) => typeof text === 'string');
	return [...words, wordsOfService(answer)].join('; ');
}

function saysMore(words: string): boolean {
	// As in "The payment is being processed", "could not be processed", and the words of banks for their code 00.
	const plain = words.toLowerCase().replace(/\b(?:be|being) processed\b|\bapproved or completed\b/g, '');
	return plain.split(/[^\p{L}]+/u).some((word) => word !== '' && !COMMON.has(word));
}
