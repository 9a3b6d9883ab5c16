import { z } from 'zod/v4';

import { COMMON_ERRORS, type Endpoint } from './endpoints';
import { LostAnswerError, RefusedError, ServiceError, type GatewayError } from './errors';
import { isObject, optionalText } from '../schema/responseFields';
import type { Secrets } from './secrets';

/** An HTTP answer as it came. */
export interface Answer {
	httpStatus: number;
	body: unknown;
}

const errorBody = z.object({
	message: optionalText,
	error: optionalText,
	errors: z.array(optionalText).catch([]),
});

// What verify answers when it says no (section 7).
const verifyError = z.object({ status: z.literal('error'), message: z.string() });
// The same for bank transfers, as providers publish it.
const transferError = z.object({ error: z.string(), message: z.string() });

const LONGEST_SERVICE_MESSAGE = 300;

/**
 * Decides what an HTTP status means at an endpoint. Returns only for a success.
 * @throws RefusedError when the service said no; LostAnswerError when a call that moves money may have
 * acted all the same; ServiceError when a read failed
 */
export function checkStatus(endpoint: Endpoint, { httpStatus, body }: Answer, secrets: Secrets): void {
	// The service may have acted before it failed, and 408 and 5xx come from proxies as well.
	if (httpStatus >= 500 || httpStatus === 408) {
		const said = serviceMessage(body, secrets);
		const words = said ? `, it says: "${said}"` : '';
		throw unanswered(
			endpoint,
			`the service failed while it handled the call (error ${httpStatus}${words})`,
			httpStatus,
		);
	}
	// A clear no: the request was read and not carried out.
	if (httpStatus >= 400) throw refusal(endpoint, httpStatus, body, secrets);
	// Redirects are not followed: the keys and the card would travel to another address.
	if (httpStatus < 200 || httpStatus >= 300)
		throw unanswered(endpoint, `the service sent n8n to another address (status ${httpStatus})`, httpStatus);
	// The envelope repeats the status; a gateway in front may have answered 200 for a failure.
	const repeated = isObject(body) ? body.status : undefined;
	if (typeof repeated === 'number' && repeated >= 400 && repeated < 600) {
		checkStatus(endpoint, { httpStatus: repeated, body }, secrets);
	}
}

/**
 * The record in an answer. The card endpoints always have it in the `data` of an envelope (section 1); the others may
 * have it there, or answer with the bare record, as providers publish it.
 * @throws as `checkStatus`, and when there is no record
 */
export function readData(endpoint: Endpoint, answer: Answer, secrets: Secrets): Record<string, unknown> {
	checkStatus(endpoint, answer, secrets);
	const { body } = answer;
	const data = endpoint.host === 'transactions' ? isObject(body) && body.data : unwrapped(body);
	if (!isObject(data)) throw unreadable(endpoint);
	return data;
}

/** What an answer has in its `data`, or the answer itself where there is no such thing. */
export function unwrapped(body: unknown): unknown {
	return isObject(body) && typeof body.data === 'object' && body.data !== null ? body.data : body;
}

/** The error for an answer that is a success by its status and makes no sense by its body. */
export function unreadable(endpoint: Endpoint): GatewayError {
	return unanswered(endpoint, "the service's answer cannot be read");
}

/** The error for a call without an answer that counts: for what moves money the outcome is unknown, a read just failed. */
export function unanswered(endpoint: Endpoint, reason: string, httpStatus?: number): GatewayError {
	if (endpoint.movesMoney) return new LostAnswerError(reason.charAt(0).toUpperCase() + reason.slice(1));
	return new ServiceError(
		`n8n could not ${endpoint.label}: ${reason}`,
		'Nothing was changed by this call, so it is safe to run it again in a moment. If it stays so, check the addresses in the credential or ask your provider.',
		httpStatus,
	);
}

function refusal(endpoint: Endpoint, httpStatus: number, body: unknown, secrets: Secrets): RefusedError {
	const advice = endpoint.errors[httpStatus] ??
		COMMON_ERRORS[httpStatus] ?? {
			message: `The service refused to ${endpoint.label}, for a reason that its documentation does not list (error ${httpStatus})`,
			next: 'Look at what the service says, and ask your provider if it is not clear.',
		};
	const said = serviceMessage(body, secrets);
	return new RefusedError(
		advice.message,
		said ? `The service says: "${said}". ${advice.next}` : advice.next,
		httpStatus,
		said,
		endpoint.host === 'transactions' ? isVerifyError(body) : transferError.safeParse(body).success,
	);
}

/** Whether a body is that of an error of verify (section 7): a wrong address gives statuses such as 404 as well. */
export function isVerifyError(body: unknown): boolean {
	return verifyError.safeParse(body).success;
}

/** The service's own words in an error answer (7; its shape is "not shown" for charge and authorize), without secrets. */
function serviceMessage(body: unknown, secrets: Secrets): string | undefined {
	const { success, data } = errorBody.safeParse(body);
	if (!success) return undefined;
	const parts = [data.message ?? data.error, ...data.errors].filter((part) => part !== null);
	// Masked before it is cut, so that no half of a secret stays.
	const text = secrets.inText(parts.join('; ')).replace(/\s+/g, ' ').trim();
	return text.length > LONGEST_SERVICE_MESSAGE ? `${text.slice(0, LONGEST_SERVICE_MESSAGE)}…` : text || undefined;
}
