import { unusableAnswer } from '../../../gateway/client/response';
import type { Endpoint } from '../../../gateway/client/endpoint';
import { GatewayError, UnreachableError } from '../../../gateway/values/errors';

// These are raised before anything is sent, so the service cannot have acted. Any other failure may come after it acted.
const NOT_CONNECTED: Readonly<Record<string, string>> = {
	ECONNREFUSED: 'Nothing answers at the address of the service.',
	ENOTFOUND: 'The host name of the service does not exist.',
	EAI_AGAIN: 'The host name of the service cannot be looked up.',
};
const BAD_CERTIFICATE = /CERT|UNABLE_TO_VERIFY_LEAF/;
const TIMED_OUT = new Set(['ECONNABORTED', 'ETIMEDOUT']);

/**
 * Explains what an exception of n8n's HTTP helpers means. It is rebuilt from scratch, because the original
 * carries the request's body and headers.
 */
export function failureOf(error: unknown, endpoint: Endpoint): GatewayError {
	const causes = causesOf(error);
	// The credential raised it while it prepared the request, so the request was not sent.
	const own = causes.find((cause) => cause instanceof GatewayError);
	if (own) return own;

	const codes = causes.map(({ code }: Error & { code?: unknown }) => (typeof code === 'string' ? code : ''));
	const notConnected = codes.find((code) => Object.hasOwn(NOT_CONNECTED, code));
	if (notConnected) return new UnreachableError(NOT_CONNECTED[notConnected]!, checkAddress(endpoint));
	if (codes.some((code) => BAD_CERTIFICATE.test(code))) {
		return new UnreachableError(
			'The certificate of the service is not trusted.',
			'Check the addresses in the credential. If the certificate is a private one, make it known to n8n with NODE_EXTRA_CA_CERTS.',
		);
	}
	if (causes.some(({ name }) => name.startsWith('SsrfBlocked'))) {
		return new UnreachableError(
			'This n8n blocks the address of the service.',
			'Ask its administrator to add the host of the service to N8N_SSRF_ALLOWED_HOSTNAMES.',
		);
	}
	const reason = codes.some((code) => TIMED_OUT.has(code))
		? 'no answer came in time'
		: 'the connection broke before the answer came';
	// Also raised in the middle of a connection, so nothing follows for a call that moves money.
	const isTls = codes.some((code) => code === 'EPROTO' || code.startsWith('ERR_SSL_'));
	return unusableAnswer(endpoint, isTls ? `${reason} (the address may not speak https)` : reason);
}

function checkAddress({ below }: Endpoint): string {
	const base = below === 'transactionBase' ? ' (and the Transaction Base, if you have one)' : '';
	return `Check the Base URL in the credential${base}, or run it again when the service is back.`;
}

function causesOf(error: unknown): Error[] {
	const causes: Error[] = [];
	for (let cause = error; cause instanceof Error && causes.length < 6; cause = cause.cause) causes.push(cause);
	return causes;
}
