import { ENDPOINTS } from '../../../gateway/client/endpoints';
import {
	LostAnswerError,
	ReadFailedError,
	SettingError,
	TokenError,
	UnreachableError,
} from '../../../gateway/values/errors';
import { failureOf } from '../../../nodes/shared/transport/httpErrors';

const withCode = (code: string, message = 'secret') => Object.assign(new Error(message), { code });
const caused = (cause: unknown, depth: number): unknown =>
	depth === 0 ? cause : new Error('outer', { cause: caused(cause, depth - 1) });

describe('a request that was never sent', () => {
	test.each([
		[
			'ECONNREFUSED',
			'Nothing answers at the address',
			'Check the Base URL in the credential (and the Transaction Base, if you have one), or run it again',
		],
		[
			'ENOTFOUND',
			'host name of the service does not exist',
			'Check the Base URL in the credential (and the Transaction Base, if you have one), or run it again',
		],
		[
			'EAI_AGAIN',
			'host name of the service cannot be looked up',
			'Check the Base URL in the credential (and the Transaction Base, if you have one), or run it again',
		],
		['CERT_HAS_EXPIRED', 'certificate of the service is not trusted', 'NODE_EXTRA_CA_CERTS'],
		['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate of the service is not trusted', 'NODE_EXTRA_CA_CERTS'],
		['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate of the service is not trusted', 'NODE_EXTRA_CA_CERTS'],
		['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate of the service is not trusted', 'NODE_EXTRA_CA_CERTS'],
	])('%s', (code, reason, advice) => {
		const failure = failureOf(withCode(code), ENDPOINTS.charge);
		expect(failure).toBeInstanceOf(UnreachableError);
		expect(failure.message).toContain(reason);
		expect(failure.description).toContain(advice);
	});

	test('an address that n8n blocks', () => {
		const blocked = Object.assign(new Error('secret'), { name: 'SsrfBlockedIpError' });
		expect(failureOf(caused(blocked, 1), ENDPOINTS.charge)).toMatchObject({
			message: 'This n8n blocks the address of the service.',
			description: 'Ask its administrator to add the host of the service to N8N_SSRF_ALLOWED_HOSTNAMES.',
		});
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
		['EPROTO', 'The connection broke before the answer came (the address may not speak https)'],
		['ERR_SSL_WRONG_VERSION_NUMBER', 'The connection broke before the answer came (the address may not speak https)'],
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
		expect(failure).toBeInstanceOf(ReadFailedError);
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
