import type { Fault } from '../../dev/sandbox';
import { AUTHORIZED, DECLINED } from '../../dev/sandbox/statuses';
import {
	authorize,
	call,
	CARDS,
	CHARGE,
	charge,
	chargedReference,
	historyOf,
	KEYS,
	refund,
	sandbox,
	start,
	transfer,
	verify,
	type Json,
} from './sandbox';

/* The other tests rely on this: the sandbox answers as the documents say, and counts what it has charged and sent. */

const TIME: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+$/);
const TEXT: unknown = expect.any(String);

afterEach(async () => await sandbox.stop());

describe('an answer has exactly the documented fields:', () => {
	const envelope = (data: Json) => ({ status: 200, message: TEXT, errors: [], data });

	test('a charge that needs an OTP (2.3)', async () => {
		await start();
		const { json } = await charge();
		const [transaction] = sandbox.ledger.transactions;
		expect(transaction).toMatchObject({ merchantReference: 'order-1', amountMinor: 1033, status: 1, flow: 'OTP' });
		const data = { status: 200, authorizationType: 'OTP', otpMessage: TEXT, otpMessageSupport: TEXT };
		expect(json).toEqual(envelope({ ...data, reference: transaction!.transactionReference }));
	});

	test('an OTP (2.5)', async () => {
		await start();
		const transactionReference = await chargedReference();
		expect((await authorize({ transactionReference })).json).toEqual(
			envelope({
				status: 2,
				errorMessage: TEXT,
				transactionReference,
				authorizationType: 'OTP',
				grossAmount: 10.48,
				callbackUrl: CHARGE.callbackUrl,
				clientReference: 'order-1',
				paymentReference: TEXT,
				charge: true,
			}),
		);
		expect(await authorize({ transactionReference })).toMatchObject({ status: 400 });
	});

	const AMOUNTS = { grossAmount: 10.48, requestedAmount: 10.33, transactionFee: 0.15, settlementAmount: 10.33 };

	test('verify (2.6)', async () => {
		await start();
		const transactionReference = await chargedReference({ customer: { firstName: 'Ada', lastName: 'Obi' } });
		expect((await verify(transactionReference)).json).toEqual(
			envelope({
				...AMOUNTS,
				merchant: TEXT,
				transactionReference,
				merchantRef: 'order-1',
				customerId: 'Ada Obi ada@shop.example',
				currencyCode: 'NGN',
				callbackUrl: CHARGE.callbackUrl,
				authorizationType: 'OPEN',
				paymentRequestor: TEXT,
				transactionDate: TIME,
				status: 1,
			}),
		);
	});

	test('the history (providers)', async () => {
		await start();
		const transactionReference = await chargedReference(CARDS.frictionless);
		const row = { transactionReference, reference: 'order-1', customerId: 'ada@shop.example', currencyCode: 'NGN' };
		expect(await historyOf()).toEqual({
			content: [{ ...row, ...AMOUNTS, createdDate: TIME, status: AUTHORIZED, errorCode: '0' }],
			number: 0,
			size: 25,
			totalElements: 1,
			totalPages: 1,
			first: true,
			last: true,
		});
	});

	test('a transfer (providers)', async () => {
		await start();
		expect((await transfer()).json).toEqual({
			reference: expect.stringMatching(/^SBT-/),
			status: 'COMPLETE',
			destination: '0123456789',
			destinationName: 'OKAFOR, ADAEZE CHINYERE',
			requestId: 'PAYOUT-1',
			responseCode: '00',
			responseMessage: 'Approved',
			amount: 10.5,
		});
		expect(sandbox.transfers.balance).toBe(sandbox.options.transferBalance - 1050);
	});
});

test.each(Object.keys(CHARGE))('a charge needs %s', async (name) => {
	await start();
	expect(await charge({ [name]: undefined })).toMatchObject({
		status: 400,
		json: { status: 400, data: null, errors: [`${name}: is required`] },
	});
	expect(sandbox.ledger.transactions).toEqual([]);
});

test('the history has pages, counted from 1, and filters by reference and status', async () => {
	await start();
	for (const reference of ['order-1', 'order-2', 'order-3']) await charge({ ...CARDS.frictionless, reference });
	await charge({ ...CARDS.refused, reference: 'order-4' });
	const listed = async (query: string) => (await historyOf(query)).content.map(({ reference }) => reference);
	expect(await listed('size=2')).toEqual(['order-4', 'order-3']);
	expect(await historyOf('page=2&size=2')).toMatchObject({ number: 1, totalPages: 2, first: false, last: true });
	expect(await listed('page=2&size=2')).toEqual(['order-2', 'order-1']);
	expect(await listed('reference=order-2')).toEqual(['order-2']);
	expect(await listed('reference=order')).toEqual([]);
	expect(await listed(`status=${DECLINED}`)).toEqual(['order-4']);
});

describe('what was charged or sent is counted', () => {
	test('once for a reference, whatever became of it', async () => {
		await start();
		await Promise.all([charge(), charge(), charge({ amount: 5 })]);
		expect(await charge()).toMatchObject({ status: 400, json: { errors: ['reference: has been used before'] } });
		expect([sandbox.ledger.chargesOf('order-1'), sandbox.ledger.duplicatesRefused]).toEqual([1, 3]);
		await transfer();
		expect((await transfer({ amount: 5 })).status).toBe(400);
		expect([sandbox.transfers.transfersOf('PAYOUT-1'), sandbox.transfers.duplicatesRefused]).toEqual([1, 1]);
	});

	test('twice where the service takes a used reference', async () => {
		await start({ acceptsUsedReferences: true });
		await charge();
		await charge();
		expect(sandbox.ledger.chargesOf('order-1')).toBe(2);
		const [first] = [(await transfer()).json, (await transfer()).json];
		const { transfers } = sandbox;
		expect([transfers.transfersOf('PAYOUT-1'), transfers.timesSent('PAYOUT-1')]).toEqual([2, 2]);
		expect(transfers.balance).toBe(sandbox.options.transferBalance - 2100);
		sandbox.setTransferStatus(String(first.reference), 'FAILED');
		expect([transfers.transfersOf('PAYOUT-1'), transfers.timesSent('PAYOUT-1')]).toEqual([2, 1]);
	});

	const LOST: Array<[Fault['kind'], object]> = [
		['status', { status: 500, json: { status: 500, data: null } }],
		['html', { status: 502, text: expect.stringContaining('502 Bad Gateway') as unknown }],
		['empty', { status: 200, text: '' }],
		['brokenJson', { status: 200, text: expect.stringMatching(/^{"status":200/) as unknown, json: {} }],
	];

	test.each(LOST)('although its answer is lost, unless the fault comes before: %s', async (kind, answer) => {
		await start();
		sandbox.fail({ on: 'charge', kind });
		sandbox.fail({ on: 'charge', kind, when: 'before' });
		expect(await charge()).toMatchObject(answer);
		expect(await charge({ reference: 'order-2' })).toMatchObject(answer);
		expect(['order-1', 'order-2'].map((reference) => sandbox.ledger.chargesOf(reference))).toEqual([1, 0]);
		sandbox.fail({ on: 'transfer', kind });
		sandbox.fail({ on: 'transfer', kind, when: 'before' });
		await transfer();
		await transfer({ requestId: 'PAYOUT-2' });
		expect(sandbox.transfers.list.map(({ requestId }) => requestId)).toEqual(['PAYOUT-1']);
	});
});

test('faults wait their turn, and come as often as told', async () => {
	await start();
	sandbox.fail({ on: 'token', kind: 'status', status: 503, skip: 1, times: 2 });
	sandbox.fail({ on: 'token', kind: 'html', status: 504 });
	const statuses: number[] = [];
	for (let calls = 0; calls < 5; calls += 1) statuses.push((await call('POST', '/uaa/api/auth', KEYS)).status);
	expect(statuses).toEqual([200, 503, 503, 504, 200]);
});

test('an echo repeats all secrets, so that a test sees whether they are hidden', async () => {
	await start({ echo: true });
	const { json } = await charge({ cvv: '987', amount: 0 });
	expect(json.echo).toMatchObject({ headers: KEYS, body: { cvv: '987' } });
	expect(json.message).toMatch(/"cvv":"987".* sandbox-api-key sandbox-client-id/);
	expect((await verify('x')).json.message).toContain('sandbox-private-key');
});

test('an acquirer may take a refund, take it again, and carry it out later', async () => {
	await start({ refundLagMs: 60_000, refundAcquirerCode: '09' });
	const transactionReference = await chargedReference(CARDS.frictionless);
	const whole = { status: 2, acquirerCode: '09', refundedAmount: 10.33, remainingAmount: 0, partialRefund: false };
	for (const taken of [1, 2]) {
		expect((await refund(transactionReference, 10.33)).json.data).toMatchObject(whole);
		expect(sandbox.ledger.transactions[0]!.refunds).toHaveLength(taken);
	}
	const statusNow = async () => ((await verify(transactionReference)).json.data as Json).status;
	expect(await statusNow()).toBe(2);
	sandbox.configure({ refundLagMs: 0 });
	expect([await statusNow(), (await refund(transactionReference, 10.33)).status]).toEqual([6, 400]);
});

test('an acquirer may answer, and refund nothing', async () => {
	await start({ makesRefunds: false, refundAcquirerCode: '' });
	const transactionReference = await chargedReference(CARDS.frictionless);
	const untouched = { status: 2, acquirerCode: null, refundedAmount: 0, remainingAmount: 10.33, refundedDate: null };
	expect((await refund(transactionReference, 10.33)).json.data).toMatchObject(untouched);
	expect(sandbox.ledger.transactions[0]!.refunds).toEqual([]);
});
