import * as fc from 'fast-check';
import { adviceFor } from '../../../gateway/client/advice';
import { checkStatus, readData } from '../../../gateway/client/response';
import { fetchBanks } from '../../../gateway/calls/banks';
import type { Endpoint } from '../../../gateway/client/endpoint';
import { ENDPOINTS } from '../../../gateway/client/endpoints';
import {
	GatewayError,
	LostAnswerError,
	NoRecordError,
	RefusedError,
	ReadFailedError,
} from '../../../gateway/values/errors';
import { attempt, failureOf } from '../gateway/examples';
import { always, anyAnswer, anyData } from '../gateway/property';
import { serviceThat } from '../sending/service';

const endpoints = fc.constantFrom(
	ENDPOINTS.token,
	ENDPOINTS.banks,
	ENDPOINTS.charge,
	ENDPOINTS.authorize,
	ENDPOINTS.verify,
);

function failure(endpoint: Endpoint, httpStatus: number, body: unknown = {}) {
	return failureOf(() => checkStatus(endpoint, { httpStatus, body }));
}

describe('Error statuses (7)', () => {
	const STATUSES = [100, 300, 307, ...Array.from({ length: 200 }, (_, index) => index + 400)];

	// Those of calls that move money are in settle.test.ts.
	test.each(STATUSES)(
		'%i of a read is a refusal where the service says no, and else it can be tried again',
		(status) => {
			const isRefusal = status >= 400 && status < 500 && status !== 408;
			for (const endpoint of [ENDPOINTS.token, ENDPOINTS.banks, ENDPOINTS.verify, ENDPOINTS.history]) {
				const error = failure(endpoint, status);
				expect(error).toBeInstanceOf(isRefusal ? RefusedError : ReadFailedError);
				expect(error).toMatchObject({ httpStatus: status });
				if (!isRefusal) expect(error.description).toContain('You can safely run it again in a moment');
			}
		},
	);

	test.each<[unknown, string | undefined]>([
		[{ data: { reference: 'T-1' } }, 'T-1'],
		[{ data: { ref: 'T-1', reference: 'ORDER-1' } }, 'T-1'],
		[{ data: { transactionReference: 'T-1', reference: 'ORDER-1', ref: 'R-1' } }, 'T-1'],
		[{ transactionReference: 'T-1', data: null }, 'T-1'],
		[{ transactionReference: 'T-1', data: { status: 4 } }, undefined],
		[{ data: {} }, undefined],
		['<html>', undefined],
	])('an answer that leaves the outcome open tells the reference in it, for the look-up: %j, %s', (body, reference) => {
		for (const endpoint of [ENDPOINTS.charge, ENDPOINTS.transfer])
			expect(failure(endpoint, 500, body)).toMatchObject({ name: 'LostAnswerError', transactionReference: reference });
	});
});

test.each<[Endpoint, number, object, string]>([
	[ENDPOINTS.charge, 500, { message: 'Down' }, 'The service answered with status 500, it says: "Down"'],
	[ENDPOINTS.charge, 302, {}, 'The service redirected n8n to another address (status 302)'],
	[ENDPOINTS.verify, 500, {}, 'n8n could not verify the transaction: the service answered with status 500.'],
])('an answer to %j with status %i leaves it open, in words: %j', (endpoint, httpStatus, body, message) => {
	expect(failure(endpoint, httpStatus, body).message).toBe(message);
});

describe('A charge that HTTP refuses', () => {
	const read = (body: unknown, httpStatus: number) => failureOf(() => readData(ENDPOINTS.charge, { httpStatus, body }));

	test.each([
		{ data: { status: 400 } },
		{ data: { status: 100 } },
		{ data: {} },
		{ data: { status: 'x' } },
		{ status: 2 },
		{},
	])('was not carried out, where the answer names no transaction: %j', (body) => {
		expect(read(body, 400)).toBeInstanceOf(RefusedError);
	});

	test.each([
		[{ data: { status: 2 } }, undefined],
		[{ data: { status: 99 } }, undefined],
		[{ data: { ref: 'T-1' } }, 'T-1'],
		[{ reference: 'T-1' }, 'T-1'],
	])('may have been carried out, where it names one: %j', (body, transactionReference) => {
		const error = read(body, 400);
		expect(error).toBeInstanceOf(LostAnswerError);
		expect(error).toMatchObject({ message: 'The service answered with status 400', transactionReference });
	});

	test('may have been carried out, where the answer cannot be read', () => {
		expect(read('<html>', 200)).toMatchObject({ message: "The service's answer cannot be read" });
	});
});

describe('A record of a bank transfer (providers)', () => {
	const read = (endpoint: Endpoint, body: unknown, httpStatus = 200) => readData(endpoint, { httpStatus, body });

	test.each<[string, { data?: object }]>([
		['is bare', { reference: 'T-1', status: 'COMPLETE' } as object],
		['may have a status of its own', { reference: 'T-1', status: 4 }],
		['may be in an envelope', { status: 200, data: { reference: 'T-1', status: 'COMPLETE' }, errors: [] }],
	])('%s', (_, body) => {
		expect(read(ENDPOINTS.transfer, body)).toEqual(body.data ?? body);
	});

	test.each([{ data: null }, { data: 'x' }, {}])('is bare although it has a field like the envelope: %j', (more) => {
		expect(read(ENDPOINTS.transfer, { reference: 'T-1', ...more })).toEqual({ reference: 'T-1', ...more });
	});

	test.each([null, undefined, '', '<html>', 5, [], [{}]])('is not %p: that answer is lost', (body) => {
		expect(failureOf(() => read(ENDPOINTS.transfer, body))).toBeInstanceOf(LostAnswerError);
		expect(failureOf(() => read(ENDPOINTS.transferStatus, body))).toBeInstanceOf(ReadFailedError);
	});

	test.each([
		{ error: 'not found', message: 'No such account' },
		{ errors: ['not found'] },
		{ status: 'error', message: 'not found' },
	])('confirms nothing with %j beside it', (words) => {
		const record = { reference: 'T-1', requestId: 'Q-1', name: 'OKAFOR', ...words };
		expect(failureOf(() => read(ENDPOINTS.transfer, record))).toBeInstanceOf(LostAnswerError);
		expect(failureOf(() => read(ENDPOINTS.transferStatus, record))).toBeInstanceOf(ReadFailedError);
		expect(failureOf(() => read(ENDPOINTS.nameEnquiry, record))).toBeInstanceOf(ReadFailedError);
	});

	test('its refusal is told from that of another address', () => {
		const body = { error: 'Not Found', message: 'There is no such account' };
		expect(failureOf(() => read(ENDPOINTS.nameEnquiry, body, 404))).toMatchObject({ isOwnError: true });
		expect(failureOf(() => read(ENDPOINTS.nameEnquiry, '<html>', 404))).toMatchObject({ isOwnError: false });
		const ofVerify = { status: 'error', message: 'There is no such transaction' };
		expect(failureOf(() => read(ENDPOINTS.nameEnquiry, ofVerify, 404))).toMatchObject({ isOwnError: false });
		expect(failureOf(() => read(ENDPOINTS.verify, ofVerify, 404))).toMatchObject({ isOwnError: true });
		for (const other of [body, { status: 'error' }])
			expect(failureOf(() => read(ENDPOINTS.verify, other, 404))).toMatchObject({ isOwnError: false });
		const noReason = { error: 'Not Found' };
		expect(failureOf(() => read(ENDPOINTS.nameEnquiry, noReason, 404))).toMatchObject({ isOwnError: false });
	});
});

describe('The envelope (1)', () => {
	const read = (endpoint: Endpoint, body: unknown, httpStatus = 200) => readData(endpoint, { httpStatus, body });
	const fetchBanksIn = async (body: object) =>
		await fetchBanks(
			serviceThat(() => body),
			{},
		);

	test('every 2xx status is a success', () => {
		const data = { reference: 'T-1' };
		for (const status of [200, 201, 202, 299]) expect(read(ENDPOINTS.verify, { data }, status)).toEqual(data);
	});

	test.each([
		[402, 400, 402],
		[404, 200, 404],
		[400, 500, 400],
		[403, '504', 403],
		[302, 400, 302],
		[200, 399, undefined],
		[200, 400, 400],
		[200, '403', 403],
		[200, '599', 599],
		[200, 600, undefined],
		[200, 'FAILED', undefined],
		[200, undefined, undefined],
	])(
		'is a failure by its status where HTTP tells of a success, as a gateway in front does: %i with %p is %i',
		(httpStatus, status, counts) => {
			expect(failureOf(() => read(ENDPOINTS.verify, { status }, httpStatus))).toMatchObject({ httpStatus: counts });
		},
	);

	test.each([
		...[undefined, null, '', 200, 299, ' 202 ', 'success', 'failed', '00', true].map((status) => ({ status })),
		// A value that is no status of HTTP says nothing.
		...[1, 2, '2', 600, -200].map((status) => ({ status })),
		...[0, 2, '00'].map((statusCode) => ({ statusCode })),
		...[undefined, null, '', false, {}, []].map((error) => ({ error })),
		...[undefined, null, '', [], {}].map((errors) => ({ errors })),
		{ status: 200, success: true, message: 'Failed once, then successful', error: null, errors: [] },
	])('%j in the envelope is no failure: words are not read', async (words) => {
		const data = { reference: 'T-1' };
		for (const endpoint of [ENDPOINTS.charge, ENDPOINTS.verify, ENDPOINTS.transfer, ENDPOINTS.nameEnquiry])
			expect(read(endpoint, { ...words, data })).toEqual(data);
		expect(await fetchBanksIn({ ...words, data: [{ code: '011' }] })).toMatchObject({ rows: [{ code: '011' }] });
	});

	test.each([
		...[0, '0', 302, 399, false, 'false'].map((status) => ({ status })),
		...[{ status: 'error', message: 'Not found' }, { status: 'error' }],
		...[{ success: false }, { success: 'false' }, { statusCode: 400 }, { statusCode: '500' }],
		...['none', true, { code: 1 }, ['x']].map((error) => ({ status: 200, error })),
		...['x', ['Not this one'], { cvv: 'wrong' }].map((errors) => ({ status: 200, errors })),
	])('under %j a record confirms nothing', async (words) => {
		const data = { reference: 'T-1', status: 'COMPLETE' };
		for (const endpoint of [ENDPOINTS.charge, ENDPOINTS.authorize, ENDPOINTS.transfer])
			expect(failureOf(() => read(endpoint, { ...words, data }))).toBeInstanceOf(LostAnswerError);
		for (const endpoint of [ENDPOINTS.verify, ENDPOINTS.transferStatus, ENDPOINTS.nameEnquiry])
			expectUnread(failureOf(() => read(endpoint, { ...words, data })));
		expectUnread(await fetchBanksIn({ ...words, data: [{ code: '011' }] }).catch((error: Error) => error));
	});

	/** Nobody knows what a record is that the service denies, so it is not said that there is none. */
	function expectUnread(failure: unknown) {
		expect(failure).toBeInstanceOf(ReadFailedError);
		expect(failure).not.toBeInstanceOf(NoRecordError);
	}

	test.each([
		...[
			{ status: 'error', message: 'not found' },
			{ status: false },
			{ success: false, data: null },
			{ statusCode: 404 },
		],
		...[{ data: null }, { data: {} }, { data: [] }, { status: 200, message: 'Nothing found' }],
	])('%j has no record', (body) => {
		expect(failureOf(() => read(ENDPOINTS.verify, body))).toBeInstanceOf(NoRecordError);
	});

	test('a list may be its rows alone, or null where it is empty', () => {
		const page = { totalPages: 1, last: true };
		expect(read(ENDPOINTS.history, { data: [{ reference: 'T-1' }] })).toEqual({
			...page,
			content: [{ reference: 'T-1' }],
		});
		for (const data of [[], null])
			expect(read(ENDPOINTS.history, { status: 200, data })).toEqual({ ...page, content: data });
		expect(read(ENDPOINTS.banks, [])).toEqual({ ...page, content: [] });
		for (const body of [
			{ status: 200, message: 'Nothing found' },
			{ data: {} },
			{},
			{ status: false, data: [] },
			{ success: false },
		])
			expectUnread(failureOf(() => read(ENDPOINTS.history, body)));
	});

	test('a redirect is told with the address to which it leads', () => {
		const answer = { httpStatus: 302, body: '', location: 'https://host.example/login' };
		expect(failureOf(() => readData(ENDPOINTS.verify, answer)).message).toBe(
			'n8n could not verify the transaction: the service redirected n8n to https://host.example/login (status 302).',
		);
	});

	test.each(['<html>Attention required</html>', '', undefined, 'Forbidden'])(
		'a page with 403 comes from a firewall, and says nothing of the keys: %j',
		(body) => {
			for (const endpoint of Object.values(ENDPOINTS)) {
				const { message, description } = failureOf(() => readData(endpoint, { httpStatus: 403, body })) as RefusedError;
				expect(message).toBe('A firewall or proxy in front of the service refused the call (status 403).');
				expect(description).not.toMatch(/Check the|key\.|Transaction Base/);
			}
			const own = { httpStatus: 403, body: { status: 'error', message: 'Forbidden' } };
			expect(failureOf(() => readData(ENDPOINTS.verify, own)).message).toContain("server's IP address");
		},
	);

	test('what the service says of such a failure is told', () => {
		const body = { status: 302, message: 'Not paid', data: { status: 2, reference: 'T-1' } };
		expect(failureOf(() => read(ENDPOINTS.charge, body))).toMatchObject({
			message: 'The service\'s answer does not confirm the call (it says: "Not paid")',
			transactionReference: 'T-1',
		});
		expect(failureOf(() => read(ENDPOINTS.charge, { status: 302, data: {} })).message).toBe(
			"The service's answer does not confirm the call",
		);
	});

	test.each([
		undefined,
		null,
		'',
		'<html>',
		5,
		[],
		{},
		{ data: null },
		{ data: [] },
		{ data: 'x' },
		{ status: 'error' },
	])('%j is no envelope', (body) => {
		expect(failureOf(() => read(ENDPOINTS.charge, body))).toBeInstanceOf(LostAnswerError);
		expect(failureOf(() => read(ENDPOINTS.verify, body))).toBeInstanceOf(ReadFailedError);
	});
});

describe("The service's own words in a refusal", () => {
	test.each([
		['verify', { status: 'error', message: 'No. Not T-1.' }, 'No. Not T-1'],
		['charge', { status: 400, message: 'Invalid', data: {}, errors: ['cvv', 'pin'] }, 'Invalid; cvv; pin'],
	] as const)('are read from the errors of %s, and come before the advice', (name, body, words) => {
		const error = failure(ENDPOINTS[name], 404, body) as RefusedError;
		expect(error.serviceMessage).toContain(words);
		expect(error.description).toBe(`The service says: "${words}". ${adviceFor(ENDPOINTS[name], 404).next}`);
	});

	test.each([undefined, '<html>', {}, { message: '' }])('are not there in %j, and the advice remains', (body) => {
		const error = failure(ENDPOINTS.verify, 404, body) as RefusedError;
		expect(error.serviceMessage).toBeUndefined();
		expect(error.description).toBe(
			`The answer does not come from the card service, so check the address first: run Account: Check Setup, which finds out whether your provider needs a Transaction Base. ${adviceFor(ENDPOINTS.verify, 404).next}`,
		);
	});

	test('are not missed at the transaction history, whose errors no document shows', () => {
		const { description } = failure(ENDPOINTS.history, 401, {}) as RefusedError;
		expect(description).toBe(adviceFor(ENDPOINTS.history, 401).next);
	});

	test('are cut when they are long', () => {
		const { serviceMessage } = failure(ENDPOINTS.verify, 404, { message: 'x'.repeat(1000) }) as RefusedError;
		expect(serviceMessage).toBe(`${'x'.repeat(300)}…`);
		const longest = 'x'.repeat(300);
		expect(failure(ENDPOINTS.verify, 404, { message: longest })).toMatchObject({ serviceMessage: longest });
	});
});

describe('Any answer', () => {
	test('is a success or a GatewayError, and a call that moves money is never called safe to repeat', () => {
		always(
			fc.property(endpoints, anyAnswer(anyData('status', 'message')), (endpoint, answer) => {
				const result = attempt(() => readData(endpoint, answer));
				if (endpoint.movesMoney) expect(result).not.toBeInstanceOf(ReadFailedError);
				if (result instanceof GatewayError) return;
				expect(answer.httpStatus).toBeGreaterThanOrEqual(200);
				expect(answer.httpStatus).toBeLessThan(300);
				expect(typeof result).toBe('object');
			}),
		);
	});
});
