import { isObject } from '../values/input';
import type { Endpoint, Key, StatusAdvice } from './endpoint';
import { LostAnswerError, NoRecordError, RefusedError, ReadFailedError, type GatewayError } from '../values/errors';
import { optionalText, readFields, statusCode } from '../values/responseFields';
import { maskCardNumbers } from './mask';

/** An HTTP answer. Whatever reads one for people gets it without secrets (`maskAnswer`). */
export interface Answer {
	httpStatus: number;
	body: unknown;
}

const CHECK_TRANSACTION_BASE =
	'The answer does not come from the card service, so check the address first: run Account: Check Setup, which finds out whether your provider needs a Transaction Base.';
const REQUEST_TIMEOUT = 408;

/** The settings that say which statuses refuse a call. */
type RefusalSettings = Partial<Record<NonNullable<Endpoint['refusalSetting']>, readonly number[]>>;

/**
 * Decides what an HTTP status means at an endpoint, and returns only when it is a success. Of a call that moves money, a refusal has
 * a status in the endpoint's list and names no transaction; everything else leaves the outcome open.
 * @throws RefusedError when the service said no; LostAnswerError when a call that moves money may have acted all the same;
 * ReadFailedError when a read failed
 */
export function checkStatus(endpoint: Endpoint, answer: Answer, settings: RefusalSettings = {}): void {
	const { body } = answer;
	const { refusalSetting } = endpoint;
	const refusals = (refusalSetting && settings[refusalSetting]) ?? endpoint.refusalStatuses;
	const httpStatus = statusOf(answer);
	if (isSuccess(httpStatus)) return;
	const transaction = endpoint.movesMoney ? transactionIn(body) : undefined;
	const isRefusal = refusals
		? refusals.includes(httpStatus) && !transaction
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
export function readData(endpoint: Endpoint, answer: Answer, settings: RefusalSettings = {}): Record<string, unknown> {
	checkStatus(endpoint, answer, settings);
	const { body } = answer;
	const data = unwrapped(endpoint, body);
	const isBare = data === body;
	if (!isObject(data) || (isBare && endpoint.record === 'inEnvelope')) {
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
	const status = isBare && endpoint.record === 'withOwnStatus' ? null : statusCode(body.status);
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
	const isOwnError = endpoint.errors === 'card' ? isCardError(body) : isTransferError(body);
	// Whatever lives at a wrong address may refuse as well.
	const isForeign = endpoint.provesAddress && !isOwnError;
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

const CHECK_LOGIN_KEYS =
	'Check the API Key and the Client ID in the credential, and that they belong to this environment (test or live).';

// A call that moves money is not sent twice, so the token that it was refused with is replaced for the next one.
const AGAIN = 'Run it again once: if the access token had ended, n8n has a new one now.';

/** What 401 means, and 403 as well, unless `FORBIDDEN` has it. */
const REFUSED_KEY: Readonly<Record<Key, StatusAdvice>> = {
	login: { message: 'The service refused the API key or the client ID.', next: CHECK_LOGIN_KEYS },
	bearer: {
		message: 'The service let n8n log in, but refused this call with that login.',
		next: `${AGAIN} ${CHECK_LOGIN_KEYS}`,
	},
	card: {
		message: 'The service refused the keys that were sent with this call.',
		next: 'Check the keys in the credential. If they are right, run Account: Check Setup, which finds out the Card Authentication that your provider needs (shown by My Provider Needs Other Settings).',
	},
	privateKey: {
		message: 'The service refused the private key.',
		next: 'Check the Private Key in the credential, and that it belongs to this environment (test or live).',
	},
	publicKey: {
		message: 'The service refused the public key.',
		next: 'Check the Public Key in the credential, and that it belongs to this environment (test or live). If it is right, run Account: Check Setup, which finds out the Hosted Checkout Authentication that your provider needs.',
	},
	refund: {
		message: 'The service refused the key that was sent with the refund.',
		next: 'Check the Private Key in the credential, and that the IP address of this n8n server is on its whitelist. If they are right, turn on My Provider Needs Other Settings there, and check the Refund Authentication.',
	},
};

const FORBIDDEN: Partial<Record<Key, StatusAdvice>> = {
	// Specification 5.5.
	privateKey: {
		message: "The service does not accept calls from this server's IP address.",
		next: "Ask your provider to add the IP address of this n8n server to the private key's whitelist.",
	},
	bearer: {
		message: 'The service does not allow this call with these keys.',
		next: 'Ask your provider whether bank transfers are enabled for your account.',
	},
};

const CHECK_BASE_URL =
	'Check the Base URL in the credential. If it is right, run Account: Check Setup, which finds out whether your provider needs a Transaction Base. The paths of some calls are settings as well (under My Provider Needs Other Settings).';

const ANYWHERE: Readonly<Record<number, StatusAdvice>> = {
	404: { message: 'The service does not offer this call at this address.', next: CHECK_BASE_URL },
	405: { message: 'This address does not belong to the payment service.', next: CHECK_BASE_URL },
	429: {
		message: 'The service is getting too many requests from you.',
		next: 'Wait a moment, and set Requests at Once to a lower number.',
	},
};

/** What an error status means at an endpoint, and what to do about it. */
export function adviceFor({ statusAdvice, key, label }: Endpoint, httpStatus: number): StatusAdvice {
	const own = statusAdvice?.[httpStatus] ?? ANYWHERE[httpStatus];
	if (own) return own;
	if (httpStatus === 403) return FORBIDDEN[key] ?? REFUSED_KEY[key];
	if (httpStatus === 401) return REFUSED_KEY[key];
	return {
		message: `The service refused to ${label} with status ${httpStatus}, which its documentation does not explain.`,
		next: 'Ask your provider what this status means.',
	};
}

// Where services put their words: the first field that says something counts. The specification has `message`, `errorMessage`
// and `errors` (sections 1, 2.5 and 7), and providers the others.
const FIELDS = ['message', 'responseMessage', 'errorMessage', 'error', 'data'];
const LONGEST = 300;
const MOST_PARTS = 10;

/**
 * The service's message in an answer, in one line.
 * @param body without secrets
 */
export function serviceMessageIn(body: unknown): string | undefined {
	if (!isObject(body)) return undefined;
	// Masked before it is shortened, so that no part of a secret remains.
	const text = maskCardNumbers([...textsIn(body), ...errorsIn(body.errors)].join('; ')).replace(/\s+/g, ' ');
	return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text || undefined;
}

/** The text of a value: its own, or the first among its fields, one level deep. */
function textsIn(value: unknown): string[] {
	const fields = isObject(value) ? FIELDS.map((name) => value[name]) : [value];
	const nested = fields.flatMap((field) => (isObject(field) ? FIELDS.map((name) => field[name]) : [field]));
	const texts = nested.map(optionalText).filter((text) => text !== null);
	return texts.slice(0, 1);
}

/** A list of errors, or what is wrong with each field. */
function errorsIn(errors: unknown): string[] {
	if (Array.isArray(errors)) return errors.slice(0, MOST_PARTS).flatMap(textsIn);
	if (!isObject(errors)) return textsIn(errors);
	const ofFields = Object.entries(errors).slice(0, MOST_PARTS);
	return ofFields.flatMap(([field, value]) =>
		[value]
			.flat()
			.flatMap(textsIn)
			.map((text) => `${field}: ${text}`),
	);
}
