import { failureMayTellOfEarlier, successMayTellOfEarlier } from '../../../../gateway/protocol/earlier';

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
		{ message: '12.50' },
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
		expect(failureMayTellOfEarlier(body)).toBe(false);
	});

	test.each([
		'Duplicate reference',
		{ message: 'Duplicate reference' },
		{ message: 'DUPLICATE_REFERENCE' },
		{ message: 'duplicateReference' },
		{ message: 'वही' },
		{ message: 'Server Error', reference: 'taken' },
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
		expect(failureMayTellOfEarlier(body)).toBe(true);
	});
});

describe('an answer with the status of a success', () => {
	test.each([
		undefined,
		null,
		'',
		'OK',
		'<h1>Duplicate</h1>',
		'{"message":"Duplicate',
		{},
		{ status: 200, message: 'Successful', data: null, errors: [] },
		{ status: 'success', message: ' Approved or completed successfully. ' },
		{ status: 'PENDING' },
		{ status: 'in_progress' },
		{ statusCode: 'CAPTURED', status_name: 'Authorised', state: 'paid' },
		{ status: null, responseCode: null, errorCode: undefined },
		{ success: true, error: false, isFailed: false, errorMessage: null, error_code: '' },
		{ data: { reference: 'ORDER-1', email: 'ada@shop.example', charge: false, currencyCode: 'NGN', amount: 3 } },
		{ data: { errorMessage: 'Approved by the card issuer', errorCode: '00', responseCode: 0, resultCode: ' 200 ' } },
		{ data: { resultId: 'used', details: { url: 'used', at: '2026-11-23T09:00:00Z' } } },
	])('says nothing but that: %j', (body) => {
		expect(successMayTellOfEarlier(body)).toBe(false);
	});

	test.each([
		'Duplicate reference',
		'failed',
		{ message: 'Transaction failed' },
		{ message: 'Duplicate reference' },
		{ msg: 'Reference exists' },
		{ status: 'failed' },
		{ state: 'DUPLICATE' },
		{ status: 'not paid' },
		{ status: 'paid before' },
		{ data: { statusCode: 'REFUSED' } },
		{ data: { statusName: 'Rejected' } },
		{ success: false },
		{ error: true },
		{ isFailure: true },
		{ errors: ['used'] },
		{ error: { any: 'used' } },
		{ details: [{ any: { other: 'used' } }] },
		{ responseCode: '94' },
		{ errorCode: 51 },
		{ error: { code: 'E1' } },
		{ error: { code: 404 } },
		{ data: { responseDescription: 'Order was seen' } },
		{ data: { result: 'used' } },
		{ data: { remark: 'used' } },
		{ data: { note: 'used' } },
		{ data: { reason: 'used' } },
		{ warning: 'used' },
		{ title: 'used' },
		{ info: 'used' },
		{ text: 'used' },
		{ faultstring: 'used' },
		nested(9, 1),
	])('says more: %j', (body) => {
		expect(successMayTellOfEarlier(body)).toBe(true);
	});
});
