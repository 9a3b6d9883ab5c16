import { isObject } from '../values/input';
import { adviceFor } from './advice';
import type { Endpoint, StatusAdvice } from './endpoint';
import {
	LostAnswerError,
	NoRecordError,
	OtherRecordError,
	RefusedError,
	ReadFailedError,
	type GatewayError,
} from '../values/errors';
import { compareReferences } from '../values/attempt';
import { optionalBoolean, optionalText, readFields, statusCode } from '../values/responseFields';
import { readServiceMessage } from './serviceMessage';

/** An HTTP answer. Code that shows one to people gets it without secrets (`maskAnswer`). */
export interface Answer {
	httpStatus: number;
	body: unknown;
	/** The address that a redirect leads to, as the service wrote it. */
	location?: string;
}

const CHECK_TRANSACTION_BASE =
	'The answer does not come from the card service, so check the address first: run Account: Check Setup, which finds out whether your provider needs a Transaction Base.';
const REQUEST_TIMEOUT = 408;

/** The settings that say which statuses refuse a call. */
type RefusalSettings = Partial<Record<NonNullable<Endpoint['refusalSetting']>, readonly number[]>>;

/**
 * Decides what an HTTP status means at an endpoint, and returns only when it is a success. For a call that moves money, a refusal has a
 * status in the endpoint's list and names no transaction; everything else leaves the outcome open.
 * @throws RefusedError when the service said no; LostAnswerError when a call that moves money may have acted all the same; ReadFailedError
 * when a read failed
 */
export function checkStatus(endpoint: Endpoint, answer: Answer, settings: RefusalSettings = {}): void {
	const { body } = answer;
	const { refusalSetting } = endpoint;
	const refusals = (refusalSetting && settings[refusalSetting]) ?? endpoint.refusalStatuses;
	const httpStatus = statusOf(answer);
	if (isSuccess(httpStatus)) return;
	const transaction = endpoint.movesMoney ? readTransaction(body) : undefined;
	const isRefusal = refusals
		? refusals.includes(httpStatus) && !transaction
		: httpStatus >= 400 && httpStatus < 500 && httpStatus !== REQUEST_TIMEOUT;
	if (isRefusal) throw refusal(endpoint, answer);
	const serviceMessage = readServiceMessage(body);
	const quote = serviceMessage ? `, it says: "${serviceMessage}"` : '';
	// Redirects are not followed: the keys and the card would travel to another address.
	const reason =
		httpStatus < 400
			? `the service redirected n8n to ${answer.location ?? 'another address'} (status ${httpStatus})`
			: `the service answered with status ${httpStatus}${quote}`;
	throw unusableAnswer(endpoint, reason, { httpStatus, transactionReference: transaction?.reference });
}

/**
 * Returns the status that counts: where HTTP reports a success and the envelope a failure, it is the envelope's. A proxy in front of the
 * service may have answered 200.
 */
export function statusOf({ httpStatus, body }: Answer): number {
	const repeated = (isObject(body) ? statusCode(body.status) : null) ?? httpStatus;
	return isSuccess(httpStatus) && repeated >= 400 && repeated < 600 ? repeated : httpStatus;
}

function isSuccess(httpStatus: number): boolean {
	return httpStatus >= 200 && httpStatus < 300;
}

const transactionFields = {
	transactionReference: optionalText,
	ref: optionalText,
	reference: optionalText,
	status: statusCode,
};
// HTTP's statuses begin here; status codes of transactions are below.
const FIRST_OF_HTTP = 100;

/** Reads the transaction that an answer names, by a reference or by a status of its own. A refusal names none (section 7). */
function readTransaction(body: unknown): { reference: string | undefined } | undefined {
	if (!isObject(body)) return undefined;
	const record = isObject(body.data) ? body.data : body;
	const { transactionReference, ref, reference, status } = readFields(record, transactionFields);
	const named = transactionReference ?? ref ?? reference ?? undefined;
	const hasStatus = record !== body && status !== null && status < FIRST_OF_HTTP;
	return named !== undefined || hasStatus ? { reference: named } : undefined;
}

/**
 * Reads the record in an answer. The card endpoints always have it in the `data` of an envelope (section 1); the others may have it there,
 * or answer with the bare record, as providers publish it. A list may be its rows alone, or null where it is empty.
 * @throws as `checkStatus`, and when there is no record
 */
export function readData(endpoint: Endpoint, answer: Answer, settings: RefusalSettings = {}): Record<string, unknown> {
	checkStatus(endpoint, answer, settings);
	const { body } = answer;
	const data = unwrap(endpoint, body);
	if (endpoint.isList && (Array.isArray(data) || (data === null && body !== null)))
		return { content: data, totalPages: 1, last: true };
	const isBare = data === body;
	if (isObject(data) && isFilled(data) && !(isBare && endpoint.record === 'inEnvelope')) return data;
	throw unreadableAnswer(endpoint, body);
}

/**
 * Returns the `data` of an answer, or the answer itself when it has none.
 * @throws when the answer has an error beside its record, which then confirms nothing
 */
function unwrap(endpoint: Endpoint, body: unknown): unknown {
	if (!isObject(body)) return body;
	const isBare = typeof body.data !== 'object' || (body.data === null && !endpoint.isList);
	if (!isDenied(body, isBare && endpoint.record === 'withOwnStatus')) return isBare ? body : body.data;
	const serviceMessage = readServiceMessage(body);
	const quote = serviceMessage ? ` (it says: "${serviceMessage}")` : '';
	const reason = `the service's answer does not confirm the call${quote}`;
	const transaction = readTransaction(body);
	// A record that the service itself denies confirms nothing.
	if (!transaction && !isFilled(body.data)) throw answerWithoutRecord(endpoint, body, reason);
	throw unusableAnswer(endpoint, reason, { transactionReference: transaction?.reference });
}

/**
 * Says whether an answer denies its record: by a status of HTTP that is none of a success, by false where a status stands, in the form of an error
 * (section 7), or by errors beside it. Other words say nothing.
 */
function isDenied({ status, statusCode: code, success, error, errors }: Record<string, unknown>, isRecord: boolean) {
	const statuses = isRecord ? [] : [statusCode(status), statusCode(code)];
	const isFailed = statuses.some((one) => one !== null && one >= 300 && one < 600);
	// Some languages write false as 0.
	const isFalse = [status, success].some((flag) => optionalBoolean(flag) === false) || (!isRecord && statuses[0] === 0);
	return isFailed || isFalse || status === 'error' || isFilled(error) || isFilled(errors);
}

/** Says whether there is anything in a field that should be missing or empty. */
function isFilled(field: unknown): boolean {
	return typeof field === 'object' && field !== null ? Object.keys(field).length > 0 : Boolean(field);
}

const UNREADABLE = "the service's answer cannot be read";

/**
 * Makes the error for a success without the record that is needed. HTML, broken JSON or a list without rows means that the call failed, not
 * that there is no record.
 */
export function unreadableAnswer(endpoint: Endpoint, body: unknown): GatewayError {
	return answerWithoutRecord(endpoint, body, UNREADABLE);
}

function answerWithoutRecord(endpoint: Endpoint, body: unknown, reason: string): GatewayError {
	return isObject(body) && !endpoint.isList ? noRecord(endpoint, reason) : unusableAnswer(endpoint, reason);
}

/** Makes the error for an answer that could be read, and has no record in it. */
function noRecord(endpoint: Endpoint, reason: string): GatewayError {
	const failure = unusableAnswer(endpoint, reason);
	return failure instanceof ReadFailedError ? new NoRecordError(failure.message, failure.description!) : failure;
}

/** The advice for a provider that does not repeat references letter by letter. */
export const CAPITALS_AND_DIGITS = 'At this provider, use references of capital letters and digits alone.';

/**
 * Makes the error for the record of another reference than the one that was asked for. One that is the same in other letters, or missing,
 * may be that of this payment.
 * @param told the reference in the record
 */
export function otherRecord(reference: string, told: string | null): OtherRecordError {
	const asked = `The service was asked about ${reference}, and answered with`;
	if (compareReferences(reference, told) === 'different') {
		// Another's reference may be anything, so it is not repeated.
		return new OtherRecordError(
			`${asked} the record of another payment.`,
			'What it has under this reference is not known. Ask your provider what it finds under it.',
		);
	}
	const maybe = 'It may be this payment: look it up at your provider, and do not pay it under another reference.';
	return new OtherRecordError(
		`${asked} ${told === null ? 'a record without a reference' : `the record of ${told}`}.`,
		told === null ? maybe : `${maybe} ${CAPITALS_AND_DIGITS}`,
	);
}

/**
 * Makes the error for a call without a usable answer. If the call moves money, its outcome is unknown; a read has only failed.
 * @param answer its status, and the service's reference in it; empty where no answer came
 */
export function unusableAnswer(
	endpoint: Endpoint,
	reason: string,
	answer: { httpStatus?: number; transactionReference?: string } = {},
): GatewayError {
	if (endpoint.movesMoney)
		return new LostAnswerError(reason.charAt(0).toUpperCase() + reason.slice(1), answer.transactionReference);
	return new ReadFailedError(
		`n8n could not ${endpoint.label}: ${reason}.`,
		'You can safely run it again in a moment: this call changes nothing. If it keeps failing, check the addresses in the credential or ask your provider.',
		answer.httpStatus,
	);
}

function refusal(endpoint: Endpoint, answer: Answer): RefusedError {
	const { body } = answer;
	const httpStatus = statusOf(answer);
	const isPage = isFirewall(answer);
	const advice = isPage ? FIREWALL : adviceFor(endpoint, httpStatus);
	const said = readServiceMessage(body);
	const isOwnError = endpoint.errors === 'card' ? isCardError(body) : isTransferError(body);
	// Whatever lives at a wrong address may refuse as well.
	const isForeign = endpoint.provesAddress && !isOwnError && !isPage;
	const next = isForeign ? `${CHECK_TRANSACTION_BASE} ${advice.next}` : advice.next;
	const description = said ? `The service says: "${said.replace(/\.$/, '')}". ${next}` : next;
	return new RefusedError(advice.message, description, httpStatus, {
		serviceMessage: said,
		isOwnError,
		isFirewall: isPage,
	});
}

/** Says whether a body is an error of verify (section 7). The status alone does not say: a wrong address answers 404 as well. */
export function isCardError(body: unknown): boolean {
	return isObject(body) && body.status === 'error' && typeof body.message === 'string';
}

/** Says whether a body is an error of a bank transfer, as providers publish it. */
function isTransferError(body: unknown): boolean {
	return isObject(body) && typeof body.error === 'string' && typeof body.message === 'string';
}

/** Says whether a page refuses a call, and no envelope: a firewall or proxy in front of the service, which says nothing of the keys. */
export function isFirewall(answer: Answer): boolean {
	return statusOf(answer) === 403 && !isObject(answer.body);
}

/** The meaning of a firewall's refusal. */
export const FIREWALL: StatusAdvice = {
	message: 'A firewall or proxy in front of the service refused the call (status 403).',
	next: 'This says nothing of your keys. Ask your provider to let the IP address of this n8n server through.',
};
