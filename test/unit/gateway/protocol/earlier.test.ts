import { mayTellOfEarlier } from '../../../../gateway/protocol/earlier';

/** An object in so many others. */
const nested = (levels: number, inner: unknown): unknown => (levels === 0 ? inner : { a: nested(levels - 1, inner) });

describe('an answer with the status of a failure', () => {
	test.each([
		undefined,
		null,
		'',
		{},
		[],
		'Bad Gateway',
		'error code: 502',
		'upstream connect error or disconnect/reset before headers. reset reason: connection termination',
		'<html><body>Duplicate reference</body></html>',
		' <h1>Duplicate</h1>',
		'{"message":"Duplicate refer',
		'[{"message":"Duplicate refer',
		{ message: 'Server Error' },
		{ message: 'INTERNAL_SERVER_ERROR' },
		{ message: 'internalServerError' },
		{ message: "We couldn't reach your bank. Please try again!" },
		{ message: 'Your request could not be processed.' },
		{ message: 'The request cannot be processed' },
		{ message: 'An error occurred while processing your request' },
		{ message: 'Error processing the transaction' },
		{ message: 'Connection reset before headers' },
		{ message: '12.50', amount: 94, retry_after: 60 },
		{ code: 500, statusCode: '503', errorCode: '', responseCode: '00', error: true, success: false },
		{ status: 500, error: 'Internal Server Error', success: false, data: null, errors: [] },
		{ timestamp: '2026-11-23T09:00:00.000+00:00', path: '/api/v1/charge', traceId: 'ab-cd', request_id: 'x' },
		{
			timestamp: 'Mon Nov 23',
			requestID: 'abc',
			selfUrl: 'there',
			id: 'abc',
			url: 'x',
			callback_uri: 'x',
			baseURI: 'x',
		},
		{ at: '2026-11-23T09:00:00Z', where: '/api/pay', link: 'https://example.com/duplicate' },
		{ instance: 'n', date: 'Nov', host: 'pay', method: 'POST', time: 'noon', version: 'beta' },
		nested(8, 'failed'),
		{ message: ' /used ' },
		{ message: 'Timed out...' },
		Array.from({ length: 499 }, () => 'failed'),
	])('says nothing more: %j', (body) => {
		for (const status of [302, 408, 500, 503]) expect(mayTellOfEarlier(status, body)).toBe(false);
	});

	test.each([
		'Duplicate reference',
		{ message: 'Duplicate reference' },
		{ message: 'DUPLICATE_REFERENCE' },
		{ message: 'duplicateReference' },
		{ message: 'वही' },
		{ message: 'Server Error', reference: 'taken' },
		{ message: 'Server Error', responseCode: '94' },
		{ message: 'System error', errorCode: 26 },
		{ error: '94' },
		{ errors: ['94'] },
		{ status: 409 },
		{ duplicate: true },
		{ errors: { duplicateReference: true } },
		{ message: 'Server Error', details: [{ any: { other: 'seen before' } }] },
		{ message: 'Try it again' },
		{ message: 'The transaction was processed' },
		{ message: 'The payment is processing' },
		{ message: 'This was before' },
		{ period: 'taken' },
		{ update: 'taken' },
		{ idea: 'taken' },
		{ paths: 'taken' },
		{ message: 'see /used' },
		{ message: '1 used' },
		{ message: 'used 2026-11-23T09:00:00Z' },
		nested(9, 'failed'),
		[[[[[[[[[['failed']]]]]]]]]],
		{ message: 'Failed! It was. Seen' },
		'used <p>',
		Array.from({ length: 500 }, () => 'failed'),
	])('says more: %j', (body) => {
		for (const status of [302, 408, 500, 503]) expect(mayTellOfEarlier(status, body)).toBe(true);
	});
});

test.each([undefined, null, '', ' ', '<h1>Duplicate</h1>', '{"message":"Duplicate'])(
	'no answer says nothing, whatever its status: %j',
	(body) => {
		for (const status of [200, 302, 408, 500]) expect(mayTellOfEarlier(status, body)).toBe(false);
	},
);

test.each(['OK', {}, [], { status: 200, message: 'Successful', data: null }, { success: false }])(
	'any answer with the status of a success may tell of an earlier request, as it does not tell its own outcome: %j',
	(body) => {
		for (const status of [200, 202, 299]) expect(mayTellOfEarlier(status, body)).toBe(true);
	},
);
