import { ENDPOINTS } from '../../../../gateway/client/endpoints';
import {
	LostAnswerError,
	ServiceError,
	SettingError,
	TokenError,
	UnreachableError,
} from '../../../../gateway/values/errors';
import { failureOf } from '../../../../nodes/shared/transport/httpErrors';

const withCode = (code: string, message = 'secret') => Object.assign(new Error(message), { code });
const caused = (cause: unknown, depth: number): unknown =>
	depth === 0 ? cause : new Error('outer', { cause: caused(cause, depth - 1) });

describe('a request that was never sent', () => {
	test.each([
		['ECONNREFUSED', 'Nothing answers at the address of the service.'],
		['ENOTFOUND', 'The host name of the service does not exist.'],
		['EAI_AGAIN', 'The host name of the service cannot be looked up.'],
		['ERR_INVALID_URL', 'The address of the service is not valid.'],
	])('%s', (code, reason) => {
		const failure = failureOf(withCode(code), ENDPOINTS.charge);
		expect(failure).toBeInstanceOf(UnreachableError);
		expect(failure.message).toBe(reason);
		expect(failure.description).toBe('Check the addresses in the credential, and that the service is running.');
	});

	test.each([
		['ERR_INVALID_CHAR', 'A key in the credential has a character that cannot be sent.'],
		['ERR_INVALID_HTTP_TOKEN', 'A header name in the credential cannot be sent.'],
	])('%s', (code, reason) => {
		const failure = failureOf(withCode(code), ENDPOINTS.charge);
		expect(failure).toBeInstanceOf(UnreachableError);
		expect(failure.message).toBe(reason);
		expect(failure.description).toBe('Open the credential, and enter its keys and header names again.');
	});

	test.each([
		'CERT_HAS_EXPIRED',
		'DEPTH_ZERO_SELF_SIGNED_CERT',
		'ERR_TLS_CERT_ALTNAME_INVALID',
		'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
	])('%s', (code) => {
		const failure = failureOf(withCode(code), ENDPOINTS.charge);
		expect(failure).toBeInstanceOf(UnreachableError);
		expect(failure.message).toBe('The certificate of the service is not trusted.');
		expect(failure.description).toBe(
			'Check the addresses in the credential. If the certificate is a private one, make it known to n8n with NODE_EXTRA_CA_CERTS.',
		);
	});

	test.each([new TokenError('No token'), new SettingError('No key')])('a failure of the credential: %s', (own) => {
		expect(failureOf(own, ENDPOINTS.charge)).toBe(own);
		expect(failureOf(caused(own, 2), ENDPOINTS.charge)).toBe(own);
	});
});

describe('a request whose answer is lost', () => {
	test.each([
		['ECONNABORTED', 'No answer came in time'],
		['ETIMEDOUT', 'No answer came in time'],
		['ECONNRESET', 'The connection broke before the answer came'],
		['EPIPE', 'The connection broke before the answer came'],
		['toString', 'The connection broke before the answer came'],
		['', 'The connection broke before the answer came'],
	])('%s', (code, message) => {
		const failure = failureOf(withCode(code), ENDPOINTS.charge);
		expect(failure).toBeInstanceOf(LostAnswerError);
		expect(failure.message).toBe(message);
	});

	test.each([new Error('secret'), 'secret', undefined, null, { code: 'ECONNREFUSED' }])('%p', (error) => {
		const failure = failureOf(error, ENDPOINTS.charge);
		expect(failure).toBeInstanceOf(LostAnswerError);
		expect(failure.message).toBe('The connection broke before the answer came');
	});

	test('of a read, nothing is in doubt', () => {
		const failure = failureOf(withCode('ETIMEDOUT'), ENDPOINTS.verify);
		expect(failure).toBeInstanceOf(ServiceError);
		expect(failure.message).toMatch(/: no answer came in time\.$/);
	});
});

test('the reason may be up to five causes deep', () => {
	expect(failureOf(caused(withCode('ENOTFOUND'), 5), ENDPOINTS.charge)).toBeInstanceOf(UnreachableError);
	expect(failureOf(caused(withCode('ENOTFOUND'), 6), ENDPOINTS.charge)).toBeInstanceOf(LostAnswerError);
});

test("nothing of the exception's own text is passed on", () => {
	for (const code of ['ECONNREFUSED', 'ETIMEDOUT', 'CERT_HAS_EXPIRED', 'OTHER']) {
		const { message, description, stack } = failureOf(withCode(code, '5060990580000217499'), ENDPOINTS.charge);
		expect([message, description, stack].join()).not.toContain('5060990580000217499');
	}
});
