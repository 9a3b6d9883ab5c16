import { mayTellOfEarlier } from '../../../../gateway/protocol/earlier';

/** A value in so many objects. */
const nested = (levels: number, inner: unknown): unknown =>
	levels === 0 ? inner : { error: nested(levels - 1, inner) };

describe('an answer with the status of a failure', () => {
	test.each([
		{},
		[],
		'Bad Gateway',
		'502 Bad Gateway',
		'error code: 502',
		'no healthy upstream',
		'upstream request timeout',
		'stream timeout',
		'upstream connect error or disconnect/reset before headers. reset reason: connection termination',
		{ message: 'Server Error' },
		{ message: 'INTERNAL_SERVER_ERROR' },
		{ message: 'internalServerError' },
		{ message: ' Gateway Time-out. ' },
		{ message: 'Endpoint request timed out' },
		{ message: 'The request has timed out. Please try again in a few minutes.' },
		{ message: 'Service Unavailable' },
		{ message: 'The service is temporarily unavailable, please try again later' },
		{ message: 'The upstream server is timing out' },
		{ message: 'An invalid response was received from the upstream server' },
		{ message: 'Something went wrong!' },
		{ message: 'An unexpected error has occurred' },
		{ message: 'An error occurred while processing your request. Please try again in 5 minutes.' },
		{ message: 'Your request could not be processed.' },
		{ message: 'The payment cannot be completed at this time' },
		{ message: 'Transaction failed...' },
		{ message: `Transaction failed${'.'.repeat(282)}` },
		{ message: ' ', error: 0 },
		{ message: 'Request failed with status code 502' },
		{ status: 424, error: 'Failed Dependency', message: 'Upstream timed out' },
		{ status: 500, error: 'Internal Server Error', success: false, data: null, errors: [], message: '' },
		{ code: 500, statusCode: '503', errorCode: '', responseCode: '00', error: true },
		{ timestamp: '2026-11-23T09:00:00.000+00:00', path: '/api/v1/charge', traceId: 'ab-12', request_id: '7f' },
		'"Internal Server Error"',
		'{"status":500,"message":"Internal Server Error"}',
		{ fault: { faultstring: 'Internal Server Error', detail: {} }, http_status: 500 },
		nested(40, 'failed'),
		Array.from({ length: 99 }, () => 'failed'),
	])('says nothing more: %j', (body) => {
		for (const status of [408, 424, 500, 503]) expect(mayTellOfEarlier(status, body)).toBe(false);
	});

	test.each([
		'Duplicate reference',
		'Warning: a line of PHP {"message":"Duplicate reference"}',
		'<error>Duplicate reference</error>',
		'<?xml version="1.0"?><error/>',
		'{"status":400,"message":"Duplicate reference"}',
		'"Duplicate reference"',
		'[{"message":"Duplicate reference"}]',
		'[Microsoft][ODBC Driver 17 for SQL Server]Violation of UNIQUE KEY constraint.',
		'[DUPLICATE_REFERENCE] Reference ORDER-1 was already used',
		'"ORDER-1" has already been used',
		"{'message': 'used'}",
		'{"message":"Duplicate reference",}',
		'{"message":"Duplicate\nreference"}',
		'<Body><Fault>Duplicate reference</Fault></Body>',
		'<Title>Duplicate reference</Title>',
		{ fault: { faultstring: 'Internal Server Error', detail: { DuplicateReferenceFault: '' } } },
		{ errors: { duplicateReference: [] } },
		{ isUnique: false },
		{ message: `Transaction failed${'.'.repeat(283)}` },
		{ message: 'Duplicate reference' },
		{ message: 'DUPLICATE_REFERENCE' },
		{ message: 'duplicateReference' },
		{ message: 'वही' },
		{ message: 'Request failed with status code 409' },
		{ message: 'Transaction failed. Response code: 94' },
		{ message: 'Payment failed (code 26)' },
		{ message: 'Bad Gateway: HTTP 409' },
		{ message: 'Host error 94' },
		{ message: 'Server Error', reference: 'taken' },
		{ message: 'Server Error', details: [{ any: { other: 'seen before' } }] },
		{ message: 'Server Error', responseCode: '94' },
		{ message: 'System error', errorCode: 26 },
		{ message: 'Transaction failed', rc: '94' },
		{ message: 'Transaction failed', sqlState: '23505' },
		{ message: 'Server Error', errorId: 'DUPLICATE_REFERENCE' },
		{ message: 'Server Error', data: { id: 77 } },
		{ type: 'https://example.com/problems/used', title: 'Internal Server Error' },
		{ traceId: 'duplicate' },
		{ path: 'the reference was used' },
		{ timestamp: 'used' },
		{ errors: ['94'] },
		{ status: 409 },
		{ duplicate: true },
		{ message: 'Server Error', success: true },
		{ message: 'Server Error', error_code: true },
		{ errors: { duplicateReference: true } },
		{ message: 'Try it again' },
		{ message: 'Transaction failed. Do not try again.' },
		{ message: 'The transaction was processed' },
		{ message: 'The payment is processing' },
		{ message: 'This transaction cannot be processed again' },
		{ message: 'Transaction is in process' },
		nested(3, 'used'),
		Array.from({ length: 100 }, () => 'failed'),
	])('says more: %j', (body) => {
		for (const status of [408, 500, 503]) expect(mayTellOfEarlier(status, body)).toBe(true);
	});
});

test.each([
	undefined,
	null,
	'',
	' ',
	'<h1>Duplicate</h1>',
	' <!DOCTYPE html><p>Used',
	'<HTML lang="en">',
	'{"message":"Dupl',
	'{',
	'{ "stat',
	'{"status" ',
])('what is no answer says nothing, unless its status does: %j', (body) => {
	for (const status of [200, 408, 500]) expect(mayTellOfEarlier(status, body)).toBe(false);
	for (const status of [201, 204, 208, 302, 303]) expect(mayTellOfEarlier(status, body)).toBe(true);
});

test.each(['OK', {}, [], { status: 200, message: 'Successful', data: null }, { success: false }, '"{}"'])(
	'any answer without the status of a failure may tell of an earlier request, as it does not tell its own outcome: %j',
	(body) => {
		for (const status of [200, 202, 299, 302]) expect(mayTellOfEarlier(status, body)).toBe(true);
	},
);
