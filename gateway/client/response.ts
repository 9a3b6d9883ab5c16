import { ENDPOINTS, usesTransactionBase, type Endpoint } from './endpoints';
import { LostAnswerError, NoRecordError, RefusedError, ReadFailedError, type GatewayError } from '../values/errors';
import { isObject, optionalText, readFields, statusCode } from '../values/responseFields';
import { serviceMessageIn } from './serviceMessage';
import { adviceFor } from './statusAdvice';

/** An HTTP answer. Whatever reads one for people gets it without secrets (`maskAnswer`). */
export interface Answer {
	httpStatus: number;
	body: unknown;
}

const CHECK_TRANSACTION_BASE =
	'The answer does not come from the card service, so check the address first: run Account: Check Setup, which finds out whether your provider needs a Transaction Base.';
// The record of a transfer has a status of its own, and may come without an envelope.
const WITH_STATUS = [ENDPOINTS.transfer, ENDPOINTS.transferStatus, ENDPOINTS.transferByRequestId];

const REQUEST_TIMEOUT = 408;

/**
 * Decides what an HTTP status means at an endpoint, and returns only when it is a success. Of a call that moves money, a refusal has
 * a status in the endpoint's list and names no transaction; everything else leaves the outcome open.
 * @throws RefusedError when the service said no; LostAnswerError when a call that moves money may have acted all the same;
 * ReadFailedError when a read failed
 */
export function checkStatus(endpoint: Endpoint, answer: Answer): void {
	const { body } = answer;
	const httpStatus = statusOf(answer);
	if (isSuccess(httpStatus)) return;
	const transaction = endpoint.movesMoney ? transactionIn(body) : undefined;
	const isRefusal = endpoint.refusalStatuses
		? endpoint.refusalStatuses.includes(httpStatus) && !transaction
		: httpStatus >= 400 && httpStatus < 500 && httpStatus !== REQUEST_TIMEOUT;
	if (isRefusal) throw refusal(endpoint, httpStatus, body);
	const serviceMessage = serviceMessageIn(body);
	const quote = serviceMessage ? `, it says: "${serviceMessage}"` : '';
	// Redirects are not followed: the keys and the card would travel to another address.
	const reason =
		httpStatus < 400
			? `the service redirected n8n to another address (status ${httpStatus})`
			: `the service answered with status ${httpStatus}${quote}`;
	throw unusableAnswer(endpoint, reason, { httpStatus, transactionReference: transaction?.reference });
}

/**
 * The status that counts: where HTTP tells of a success and the envelope of a failure, it is the envelope's. A proxy in front
 * of the service may have answered 200.
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

/** The transaction that an answer names, by a reference or by a status of its own. A refusal names none (section 7). */
function transactionIn(body: unknown): { reference: string | undefined } | undefined {
	if (!isObject(body)) return undefined;
	const record = isObject(body.data) ? body.data : body;
	const { transactionReference, ref, reference, status } = readFields(record, transactionFields);
	const named = transactionReference ?? ref ?? reference ?? undefined;
	const hasStatus = record !== body && status !== null && status < FIRST_OF_HTTP;
	return named !== undefined || hasStatus ? { reference: named } : undefined;
}

/**
 * The record in an answer. The card endpoints always have it in the `data` of an envelope (section 1); the others may
 * have it there, or answer with the bare record, as providers publish it.
 * @throws as `checkStatus`, and when there is no record
 */
export function readData(endpoint: Endpoint, answer: Answer): Record<string, unknown> {
	checkStatus(endpoint, answer);
	const { body } = answer;
	const data = unwrapped(endpoint, body);
	const isBare = data === body;
	if (!isObject(data) || (isBare && usesTransactionBase(endpoint))) {
		throw unreadable(endpoint, body);
	}
	return data;
}

/**
 * The `data` of an answer, or the answer itself when it has none.
 * @throws as `unusableAnswer`, when the answer has an error beside its record, which then confirms nothing
 */
export function unwrapped(endpoint: Endpoint, body: unknown): unknown {
	if (!isObject(body)) return body;
	const isBare = typeof body.data !== 'object' || body.data === null;
	const status = isBare && WITH_STATUS.includes(endpoint) ? null : statusCode(body.status);
	const isConfirmed = status === null || isSuccess(status);
	if (isConfirmed && !isCardError(body) && !isFilled(body.error) && !isFilled(body.errors))
		return isBare ? body : body.data;
	const serviceMessage = serviceMessageIn(body);
	const quote = serviceMessage ? ` (it says: "${serviceMessage}")` : '';
	const transactionReference = transactionIn(body)?.reference;
	throw noRecord(endpoint, `the service's answer does not confirm the call${quote}`, transactionReference);
}

/** Whether there is anything in a field that should be missing or empty. */
function isFilled(field: unknown): boolean {
	return typeof field === 'object' && field !== null ? Object.keys(field).length > 0 : Boolean(field);
}

/** The error for a success without the record that is needed. HTML or broken JSON means that the call failed, not that there is no record. */
export function unreadable(endpoint: Endpoint, body: unknown): GatewayError {
	const reason = "the service's answer cannot be read";
	return isObject(body) ? noRecord(endpoint, reason) : unusableAnswer(endpoint, reason);
}

/** The error for an answer that could be read, and has no record that counts. */
function noRecord(endpoint: Endpoint, reason: string, transactionReference?: string): GatewayError {
	const failure = unusableAnswer(endpoint, reason, { transactionReference });
	return failure instanceof ReadFailedError ? new NoRecordError(failure.message, failure.description!) : failure;
}

/** The record that was asked for. @throws NoRecordError where the service answered with the record of another transaction */
export function requireRecord<TRecord>(record: TRecord | undefined): TRecord {
	if (record) return record;
	throw new NoRecordError(
		'The service answered with the record of another transaction.',
		'The outcome of this one is not known. Ask your provider what it finds under this reference.',
	);
}

/**
 * The error for a call without a usable answer. If the call moves money, its outcome is unknown; a read has only failed.
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

function refusal(endpoint: Endpoint, httpStatus: number, body: unknown): RefusedError {
	const advice = adviceFor(endpoint, httpStatus);
	const said = serviceMessageIn(body);
	const isOwnError = usesTransactionBase(endpoint) ? isCardError(body) : isTransferError(body);
	// Whatever lives at a wrong address may refuse as well.
	const isForeign = endpoint === ENDPOINTS.verify && !isOwnError;
	const next = isForeign ? `${CHECK_TRANSACTION_BASE} ${advice.next}` : advice.next;
	const description = said ? `The service says: "${said.replace(/\.$/, '')}". ${next}` : next;
	return new RefusedError(advice.message, description, httpStatus, { serviceMessage: said, isOwnError });
}

/** Whether a body is an error of verify (section 7). The status alone does not say: a wrong address answers 404 as well. */
export function isCardError(body: unknown): boolean {
	return isObject(body) && body.status === 'error' && typeof body.message === 'string';
}

/** Whether a body is an error of a bank transfer, as providers publish it. */
function isTransferError(body: unknown): boolean {
	return isObject(body) && typeof body.error === 'string' && typeof body.message === 'string';
}
