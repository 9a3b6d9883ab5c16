import { buildTransfer } from '../../../../gateway/calls/transfer';
import { PossibleRepeatError, RefusedError, ServiceError } from '../../../../gateway/protocol/errors';
import { lookUpSentTransfer, sendTransfer } from '../../../../nodes/shared/payments/transfer';
import type { WhenUsed } from '../../../../nodes/shared/payments/usedReference';
import type { Connection } from '../../../../nodes/shared/transport/connection';
import { connectionWith, jwt, storedWithToken, withoutWaiting, type Reply } from '../context';

const INPUT = {
	bankCode: '011',
	accountNumber: '0123456789',
	amount: '10.50',
	amountUnit: 'major',
	currency: 'NGN',
	narration: 'Rent',
	requestId: 'P-1',
};
const request = buildTransfer(INPUT, { accountDigits: 10, amountsIn: 'iso4217' });
const checked = buildTransfer({ ...INPUT, expectedName: 'Ada Okafor' }, { accountDigits: 10, amountsIn: 'iso4217' });

const ASKED = 'GET /api/paas/bank/transfer/v1/banks/code/011/accounts/account-number/0123456789/name';
const SENT = 'POST /api/paas/bank/transfer/v1/transfer-funds';
const LOOKED_UP = 'GET /api/paas/bank/transfer/v1/transfer-funds/status/reference/P-1';

const RECORD = { reference: 'SBT-1', requestId: 'P-1', status: 'COMPLETE', destination: '0123456789', amount: 10.5 };
const recordWith = (changes: object): Reply => ({ statusCode: 200, body: { ...RECORD, ...changes } });
const holder = (name: string): Reply => ({ statusCode: 200, body: { accountNumber: '0123456789', name } });
const REFUSED: Reply = { statusCode: 400, body: { error: 'Bad Request', message: 'request id exists' } };
const NOT_FOUND: Reply = { statusCode: 404, body: { error: 'Not Found', message: 'no such account' } };

beforeEach(() => {
	jest.useFakeTimers();
});
afterEach(() => {
	jest.useRealTimers();
});

async function transfer(replies: Reply[], asked = request, whenUsed: WhenUsed = 'fail') {
	return await outcomeOf(replies, async (connection) => await sendTransfer(connection, asked, whenUsed));
}

async function lookUp(replies: Reply[], asked = request) {
	return await outcomeOf(replies, async (connection) => await lookUpSentTransfer(connection, asked));
}

async function outcomeOf(replies: Reply[], act: (connection: Connection) => Promise<unknown>) {
	const { connection, calls, sent } = await connectionWith([...replies], storedWithToken(jwt(9_999_999_999)));
	const outcome = await withoutWaiting(act(connection)).catch((error: unknown) => error);
	const { output } = outcome as { output: Record<string, unknown> };
	return { outcome, output, calls: calls(), sent };
}

test('puts out what the service answers, in this order', async () => {
	const { outcome, calls, sent } = await transfer([recordWith({ destinationName: 'ADA OKAFOR', responseCode: '00' })]);
	expect(JSON.stringify(outcome)).toBe(
		JSON.stringify({
			output: {
				outcome: 'authorized',
				message: 'The money was transferred.',
				amount: 10.5,
				currency: 'NGN',
				reference: 'P-1',
				transactionReference: 'SBT-1',
				amountText: '10.50',
				authorized: true,
				status: null,
				statusName: 'COMPLETE',
				authorizationType: null,
				amountMinor: 1050,
				serviceMessage: null,
				details: null,
				bankCode: '011',
				accountNumber: '0123456789',
				accountName: 'ADA OKAFOR',
				responseCode: '00',
				mismatch: null,
				answerLost: false,
				duplicate: false,
			},
			raw: { ...RECORD, destinationName: 'ADA OKAFOR', responseCode: '00' },
		}),
	);
	expect(calls).toEqual([SENT]);
	expect(sent[0]!.options.body).toEqual({
		amount: 10.5,
		bankCode: '011',
		recipientAccountNumber: '0123456789',
		narration: 'Rent',
		requestId: 'P-1',
	});
});

describe('the name of the account', () => {
	test('is asked for first, and the transfer sent where it is right', async () => {
		const { output, calls } = await transfer([holder('OKAFOR, ADA'), recordWith({})], checked);
		expect(output).toMatchObject({ outcome: 'authorized', mismatch: null });
		expect(calls).toEqual([ASKED, SENT]);
	});

	test('keeps the transfer back where it is another one', async () => {
		const { outcome, output, calls } = await transfer([holder('CHIKE OBI')], checked);
		expect(output).toMatchObject({
			outcome: 'declined',
			authorized: false,
			reference: 'P-1',
			amount: 10.5,
			accountName: 'CHIKE OBI',
			answerLost: false,
			duplicate: false,
		});
		expect(output.mismatch).toEqual(expect.any(String));
		expect(output.message).toBe('Nothing was sent, because the account does not belong to the expected name.');
		expect(output.details).toBe(
			`Nothing was sent, because the account does not belong to the expected name: ${String(output.mismatch)}`,
		);
		expect(outcome).not.toHaveProperty('raw');
		expect(calls).toEqual([ASKED]);
	});

	test('keeps the transfer back where there is no such account', async () => {
		const { output, calls } = await transfer([NOT_FOUND], checked);
		expect(output).toMatchObject({ outcome: 'declined', accountName: null, mismatch: 'no such account' });
		expect(calls).toEqual([ASKED]);
	});

	test.each<[Reply, unknown]>([
		[{ statusCode: 404, body: 'a page of a proxy' }, RefusedError],
		[{ statusCode: 403, body: { error: 'Forbidden', message: 'no' } }, RefusedError],
		[{ statusCode: 503 }, ServiceError],
	])('fails the transfer where nobody tells it', async (reply, kind) => {
		const { outcome, calls } = await transfer([reply], checked);
		expect(outcome).toBeInstanceOf(kind);
		expect(calls).toEqual([ASKED]);
	});
});

test('looks up a lost answer', async () => {
	const { output, calls } = await transfer([{ statusCode: 503 }, recordWith({ status: 'FAILED' })]);
	expect(output).toMatchObject({ outcome: 'declined', transactionReference: 'SBT-1', answerLost: true });
	expect(calls).toEqual([SENT, LOOKED_UP]);
});

test.each([{ amount: 99 }, { amount: 1050 }, { amount: null }, { destination: '9999999999' }])(
	'does not take the record of another transfer: %j',
	async (changes) => {
		const { output } = await transfer([{ statusCode: 503 }, recordWith(changes)]);
		expect(output).toMatchObject({ outcome: 'unknown', reference: 'P-1', amount: 10.5, answerLost: true });
		expect(output.details).toMatch(
			/so it is not known whether the money was transferred\. Looking it up did not help: what the service has under this reference is another payment\. Do not send it again under a new request ID: ask for its status later, or ask your provider about it\.$/,
		);
	},
);

test("does not take a record that the service did not find under the request's ID", async () => {
	const { output } = await transfer([{ statusCode: 503 }, ...Array<Reply>(3).fill(recordWith({ requestId: 'P-2' }))]);
	expect(output.details).toMatch(/the service answered with the record of another transaction\. Do not send/);
});

describe('a refused transfer', () => {
	test.each([null, 'no funds'])(
		'is a duplicate where its request ID was used for the same: %s',
		async (responseMessage) => {
			const { output, calls } = await transfer([REFUSED, recordWith({ responseMessage })], request, 'show');
			expect(output).toMatchObject({
				outcome: 'authorized',
				duplicate: true,
				answerLost: false,
				message: 'This request ID was used before, so nothing was sent now. See the first transfer.',
				serviceMessage: responseMessage,
				details:
					'This request ID had been used before, so nothing was transferred now. The bank and the account of that first transfer are not confirmed, so check them before you rely on it.',
			});
			expect(calls).toEqual([SENT, LOOKED_UP]);
		},
	);

	test.each([
		['0123456789', '0123456789'],
		[null, null],
		['ACC-0123456780', 'ACC-0123456780'],
		[{ number: '0123456780' }, null],
	])(
		'shows as a duplicate the destination of the first transfer, and never its own: %j',
		async (destination, shown) => {
			const { output } = await transfer([REFUSED, recordWith({ destination })], request, 'show');
			expect(output).toMatchObject({ duplicate: true, bankCode: null, accountNumber: shown });
		},
	);

	test('shows where it was sent to where it is its own', async () => {
		const own = { bankCode: '011', accountNumber: '0123456789' };
		expect((await transfer([REFUSED, recordWith({ destination: null })], request, 'own')).output).toMatchObject(own);
		expect(
			(await transfer([{ statusCode: 503 }, recordWith({ destination: null })], request, 'show')).output,
		).toMatchObject(own);
	});

	test('fails with the state of the first transfer where its request ID was used for the same', async () => {
		const { outcome } = await transfer([REFUSED, recordWith({})]);
		expect(outcome).toBeInstanceOf(PossibleRepeatError);
		expect(outcome).toMatchObject({
			message: 'Request ID P-1 has already been used; the money was not transferred again.',
			description: expect.stringMatching(
				/^The first one: outcome authorized \(COMPLETE\), amount 10\.5, transaction reference SBT-1\. .*"Show the First Transfer"/,
			) as unknown,
			httpStatus: 400,
		});
	});

	test('in a success does not say whose transfer there is', async () => {
		const refused = { statusCode: 200, body: { error: 'Conflict', message: 'requestId: has been used before' } };
		for (const whenUsed of ['fail', 'show'] as const) {
			const { output } = await transfer([refused, recordWith({})], request, whenUsed);
			expect(output).toMatchObject({ outcome: 'unknown', duplicate: false });
			expect(output.details).toContain('may come from an earlier request (outcome authorized');
		}
	});

	test.each([
		{ status: 'FAILED', responseCode: '94', responseMessage: 'Duplicate Transaction' },
		{ status: 'FAILED', reference: null },
	])('that is told as a failed one is none where its request ID was used: %j', async (changes) => {
		const failed = recordWith(changes);
		const own = await transfer([failed, recordWith({})], request, 'own');
		expect(own.output).toMatchObject({ outcome: 'authorized', answerLost: true, duplicate: false });
		const shown = await transfer([failed, recordWith({})], request, 'show');
		expect(shown.output).toMatchObject({ outcome: 'authorized', duplicate: true });
		const { outcome, calls } = await transfer([failed, recordWith({})]);
		expect(outcome).toMatchObject({ first: 'exists' });
		expect(calls).toEqual([SENT, LOOKED_UP]);
	});

	test.each<[number, object]>([
		[500, { error: 'DUPLICATE_REQUEST_ID', message: 'Transfer failed' }],
		[200, { requestId: 'P-1', status: 'REJECTED', amount: 10.5 }],
		[200, { requestId: 'P-1', status: 'ERROR', amount: 10.5 }],
	])('in other words does not say whose transfer there is: %i %j', async (statusCode, body) => {
		for (const status of ['COMPLETE', 'PENDING']) {
			const { output } = await transfer([{ statusCode, body }, recordWith({ status })]);
			expect(output).toMatchObject({ outcome: 'unknown', duplicate: false });
		}
	});

	test('is its own where nobody else can have used its request ID', async () => {
		const { output } = await transfer([REFUSED, recordWith({})], request, 'own');
		expect(output).toMatchObject({ outcome: 'authorized', details: null, answerLost: true, duplicate: false });
	});

	test.each(['fail', 'show', 'own'] as const)(
		'says that a payment exists where its request ID was used for another transfer (%s)',
		async (whenUsed) => {
			const { outcome } = await transfer([REFUSED, recordWith({ amount: 99 })], request, whenUsed);
			expect(outcome).toBeInstanceOf(PossibleRepeatError);
			expect(outcome).toMatchObject({
				message: 'Request ID P-1 has already been used; the money was not transferred again.',
				description:
					'The first one is different: outcome authorized (COMPLETE), amount 99, transaction reference SBT-1. For a new transfer, use a new Request ID.',
			});
		},
	);

	test('may be a repeat where the service does not tell', async () => {
		const { outcome } = await transfer([REFUSED, NOT_FOUND]);
		expect(outcome).toBeInstanceOf(PossibleRepeatError);
	});

	test.each([403, 429])('is just a failure with status %i', async (statusCode) => {
		const { outcome, calls } = await transfer([{ statusCode }, NOT_FOUND]);
		expect(outcome).toBeInstanceOf(RefusedError);
		expect(outcome).not.toBeInstanceOf(PossibleRepeatError);
		expect(calls).toEqual([SENT, LOOKED_UP]);
	});
});

test('a transfer that an earlier try has sent is looked up, and not sent', async () => {
	const { output, calls } = await lookUp([recordWith({})], checked);
	expect(output).toMatchObject({ outcome: 'authorized', answerLost: true });
	expect(calls).toEqual([LOOKED_UP]);
});

test('a transfer that an earlier try has sent, and nobody knows, is unknown', async () => {
	const { output } = await lookUp([{ statusCode: 403 }]);
	expect(output.details).toMatch(/^An earlier try sent this transfer and did not learn its outcome, so/);
});

test.each([
	{ ...RECORD, status: 'COMPLETE' },
	{ ...RECORD, status: 'PENDING' },
	{ ...RECORD, status: 'SUCCESS' },
	{ status: 402, data: { ...RECORD, status: 'PROCESSING' } },
])('a refusal with the record of a transfer in it contradicts itself, and is looked up: %j', async (body) => {
	const refused = { statusCode: 402, body };
	const { output, calls } = await transfer([refused, NOT_FOUND, NOT_FOUND, NOT_FOUND, NOT_FOUND]);
	const byItsOwn = LOOKED_UP.replace('P-1', 'SBT-1');
	expect(calls).toEqual([SENT, LOOKED_UP, byItsOwn, byItsOwn, byItsOwn]);
	expect(output).toMatchObject({ outcome: 'unknown', authorized: false });
	expect(output.details).toMatch(
		/tells of a payment in the same answer, so it is not known whether the money was transferred\./,
	);
});

test.each([402, 403, 404, 409, 422])(
	'a transfer that a refusal tells of is a repeat where somebody else may have the request ID: %i',
	async (statusCode) => {
		const refused = { statusCode, body: { ...RECORD, message: 'Transfer exists' } };
		const replies = [refused, NOT_FOUND, recordWith({})];
		expect((await transfer(replies)).outcome).toMatchObject({ first: 'exists' });
		expect((await transfer(replies, request, 'show')).output).toMatchObject({ outcome: 'authorized', duplicate: true });
		expect((await transfer(replies, request, 'own')).output).toMatchObject({ outcome: 'authorized', duplicate: false });
	},
);

test('a refusal that speaks of something pending, and names no transfer, is a failure', async () => {
	const refused = { statusCode: 402, body: { status: 'PENDING', message: 'Account pending approval' } };
	const { outcome } = await transfer([refused, NOT_FOUND]);
	expect(outcome).toBeInstanceOf(RefusedError);
	expect(outcome).not.toBeInstanceOf(PossibleRepeatError);
});

test('one of which the service says that it was done before is unknown, as transfers have no date', async () => {
	const repeat = recordWith({ responseCode: '94', responseMessage: 'Duplicate transaction' });
	for (const whenUsed of ['fail', 'show'] as const) {
		const { output } = await transfer([repeat, recordWith({})], request, whenUsed);
		expect(output).toMatchObject({
			outcome: 'unknown',
			authorized: false,
			duplicate: false,
			transactionReference: 'SBT-1',
		});
		expect(output.details).toContain('Do not send it again under a new request ID');
	}
});

test('one to a person whose name says so is none', async () => {
	const sent = recordWith({ destinationName: 'DUPLICATE TRANSACTION LTD', narration: 'Already paid' });
	const { output } = await transfer([sent, sent]);
	expect(output).toMatchObject({ outcome: 'authorized', duplicate: false });
});
