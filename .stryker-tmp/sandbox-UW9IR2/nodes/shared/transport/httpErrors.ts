// @ts-nocheck
import { unanswered } from '../../../gateway/protocol/response';
import type { Endpoint } from '../../../gateway/protocol/endpoints';
import { GatewayError, UnreachableError } from '../../../gateway/protocol/errors';

// These are raised before anything is sent, so the service cannot have acted. Any other failure may come after it acted.
const NOT_CONNECTED: Readonly<Record<string, string>> = {
	ECONNREFUSED: 'nothing answers at its address',
	ENOTFOUND: 'its host name does not exist',
	EAI_AGAIN: 'its host name cannot be looked up',
	ERR_INVALID_URL: 'its address is not valid',
	ERR_INVALID_CHAR: 'a key in the credential has a character that cannot be sent',
	ERR_INVALID_HTTP_TOKEN: 'a header name in the credential cannot be sent',
};
const BAD_CERTIFICATE = /CERT|UNABLE_TO_VERIFY_LEAF/;
const TIMED_OUT = new Set(['ECONNABORTED', 'ETIMEDOUT']);

/**
 * What an exception of n8n's HTTP helpers means. It is rebuilt from scratch, because the original
 * carries the request's body and headers.
 */
export function failureOf(error: unknown, endpoint: Endpoint): GatewayError {
	const causes = causesOf(error);
	// The credential raised it while it prepared the request, so the request was not sent.
	const own = causes.find((cause) => cause instanceof GatewayError);
	if (own) return own;

	const codes = causes.map((cause) => String((cause as { code?: unknown }).code ?? ''));
	const notConnected = codes.find((code) => Object.hasOwn(NOT_CONNECTED, code));
	if (notConnected) {
		return unreachable(
			NOT_CONNECTED[notConnected]!,
			'Check the addresses in the credential, and that the service is running.',
		);
	}
	if (codes.some((code) => BAD_CERTIFICATE.test(code))) {
		return unreachable(
			'its certificate is not trusted',
			'Check the addresses in the credential. A private certificate must be made known to n8n (NODE_EXTRA_CA_CERTS).',
		);
	}
	if (causes.some(({ name }) => name.startsWith('SsrfBlocked'))) {
		return unreachable(
			'n8n is set to block this address',
			'Ask the administrator of this n8n to allow the host of the service.',
		);
	}
	const reason = codes.some((code) => TIMED_OUT.has(code))
		? 'no answer came in time'
		: 'the connection broke before the answer came';
	return unanswered(endpoint, reason);
}

function unreachable(reason: string, next: string): UnreachableError {
	return new UnreachableError(`The service cannot be reached: ${reason}`, `Nothing was sent. ${next}`);
}

function causesOf(error: unknown): Error[] {
	const causes: Error[] = [];
	for (let cause = error; cause instanceof Error && causes.length < 6; cause = cause.cause) causes.push(cause);
	return causes;
}
