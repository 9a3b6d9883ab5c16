import { bankPayment, buildBankPayment } from '../../../gateway/calls/bankPayment';
import { lookUpBefore, decideSending, sendOnce, settleEarlierRequest } from '../../../gateway/sending/pay';
import { settingsWith } from '../gateway/examples';
import { jwt, storedWithToken, type Reply } from '../context';
import { CALLS, FORBIDDEN, NOT_FOUND, outcomeOf, outcomesWith, type Replies } from './service';

const stored = { ...storedWithToken(jwt(9_999_999_999)), defaultCurrency: 'NGN' };
const request = buildBankPayment({ amount: '500', requestId: 'INV-1' }, settingsWith());
const ACCOUNT = { accountNumber: '9012345678', accountName: 'Shop', institutionName: 'Amber Bank' };
const MADE = { ...ACCOUNT, amount: 500, status: 'PENDING', paymentRequestId: 'V-1', requestId: 'INV-1' };
const answered = (data: object): Reply => ({ statusCode: 200, body: { status: 200, data } });
const recordWith = (changes: object = {}) =>
	answered({ status: 'PENDING', amount: 0, amountRequested: 500, ...changes });
const bodyOf = (statusCode: number) => ({ statusCode, body: { error: 'Bad', message: 'no' } });

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const createWith = async (reply: Reply, known: Replies = {}, isFirst = true) =>
	await outcomeOf(
		{ bankPaymentStatus: NOT_FOUND, ...known, bankPayment: reply },
		async (service) => await sendOnce(service, bankPayment, { ...request, isFirst }),
		{ stored },
	);

test('returns the account, and looks nothing up', async () => {
	const { item, calls, sent } = await createWith(answered(MADE));
	expect(item).toMatchObject({
		...{ outcome: 'pending', amount: 500, currency: 'NGN', reference: 'INV-1', transactionReference: 'V-1' },
		...{ account: { number: '9012345678', name: 'Shop', bankName: 'Amber Bank' }, amountPaid: null },
		message: 'Nothing is paid yet. Wait for the outcome, or get it later.',
	});
	expect(calls).toEqual([CALLS.bankPayment]);
	expect(sent[0]!.options.body).toEqual({ amount: '500', requestId: 'INV-1' });
});

const LOOK_UPS: Readonly<Record<string, Replies>> = {
	paid: { bankPaymentStatus: recordWith({ status: 'COMPLETED', amount: 500 }) },
	'paid in part': { bankPaymentStatus: recordWith({ status: 'COMPLETED', amount: 400 }) },
	open: { bankPaymentStatus: recordWith() },
	'another amount': { bankPaymentStatus: recordWith({ amountRequested: 400 }) },
	'another request': { bankPaymentStatus: recordWith({ requestId: 'INV-2' }) },
	'not found': {},
	'does not say': { bankPaymentStatus: FORBIDDEN },
};
const LOST = {
	...{ paid: 'authorized', 'paid in part': 'unknown', open: 'unknown', 'another amount': 'unknown' },
	...{ 'another request': 'unknown', 'not found': 'unknown', 'does not say': 'unknown' },
};
const REFUSED = {
	...{ paid: 'authorized', 'paid in part': 'unknown', open: 'refused, charged: unknown' },
	...{ 'another amount': 'refused, charged: undefined', 'another request': 'refused, charged: unknown' },
	...{ 'not found': 'refused, charged: undefined', 'does not say': 'refused, charged: unknown' },
};
test.each<[Reply, object]>([
	[new Error('timeout'), LOST],
	[bodyOf(503), LOST],
	[answered({ ...MADE, accountNumber: null }), LOST],
	[answered({ ...MADE, requestId: 'INV-9' }), LOST],
	[answered({ ...MADE, status: 'COMPLETED' }), LOST],
	[bodyOf(400), REFUSED],
	[bodyOf(404), REFUSED],
])('an answer without an account is looked up: %j', async (reply, became) => {
	expect(await outcomesWith(LOOK_UPS, 'bankPayment', async (known) => await createWith(reply, known))).toEqual(became);
});

test.each(['not found', 'open', 'another request'])(
	'a lost answer whose request may not be the first says nothing of another Request ID (%s)',
	async (found) => {
		const { item } = await createWith(new Error('timeout'), LOOK_UPS[found], false);
		const message = 'It is not known whether an account was created. Get it later by this Request ID.';
		expect(item).toMatchObject({ outcome: 'unknown', account: null, message });
		expect(item!.details).toMatch(/ Get it later by this Request ID\.$/);
	},
);

test.each<[object, string]>([
	[{ accountNumber: null }, 'It is not known whether an account was created. Get it later by this Request ID.'],
	[{ requestId: 'INV-9' }, 'It is not known whether an account was created. Get it later by this Request ID.'],
	[{ status: 'COMPLETED' }, 'It is not known whether this was paid as asked. Compare amountPaid with amount.'],
])('an answer with another status or without a number says nothing of one either: %j', async (changes, message) => {
	const { item } = await createWith(answered({ ...MADE, ...changes }));
	expect(item).toMatchObject({ outcome: 'unknown', message });
	expect(item!.details).not.toMatch(/safe/);
});

test.each(['not found', 'open'])('a lost answer costs nothing: nobody has the number (%s)', async (found) => {
	const { item } = await createWith(new Error('timeout'), LOOK_UPS[found]);
	expect(item).toMatchObject({
		...{ outcome: 'unknown', account: null },
		message: 'Its account number is lost, so nobody can pay it. A new Request ID is safe.',
		details: expect.stringMatching(/ Nobody has its account number, so a new Request ID is safe\.$/) as unknown,
	});
});

test.each(['paid in part', 'another request'])('nobody is told so where somebody may have paid: %s', async (found) => {
	const { item } = await createWith(new Error('timeout'), LOOK_UPS[found]);
	const isSafe = found === 'another request';
	expect(String(item!.message)).toMatch(isSafe ? /A new Request ID is safe/ : /Compare amountPaid with amount/);
	expect(item!.amountPaid).toBe(isSafe ? null : 400);
});

test('in a loop, the first round may have given the number out', async () => {
	const settled = async (duplicate: boolean) =>
		await outcomeOf(
			{ bankPaymentStatus: recordWith() },
			async (service) => await settleEarlierRequest(service, bankPayment, { ...request, isFirst: true }, { duplicate }),
			{ stored },
		);
	expect(String((await settled(false)).item!.message)).toMatch(/A new Request ID is safe/);
	const { item } = await settled(true);
	expect(item).toMatchObject({ outcome: 'unknown', duplicate: true });
	expect(`${String(item!.message)} ${String(item!.details)}`).not.toMatch(/is safe/);
});

describe('before it is created, the status is asked', () => {
	const beforeWith = async (status: Reply, ifUsed: 'fail' | 'show' = 'fail') =>
		await outcomeOf(
			{ bankPaymentStatus: status, bankPayment: answered(MADE) },
			async (service) => {
				const known = await lookUpBefore(service, bankPayment, request);
				const before = decideSending(bankPayment, { ...request, ifUsed }, known, service.settings);
				return 'result' in before ? before.result : await sendOnce(service, bankPayment, before.request);
			},
			{ stored },
		);

	test.each<[Reply, string]>([
		[recordWith(), 'pending'],
		[recordWith({ status: 'COMPLETED', amount: 500 }), 'authorized'],
		[recordWith({ status: 'COMPLETED', amount: 400 }), 'unknown'],
		[recordWith({ status: 'ODD' }), 'unknown'],
	])('and what is there is used: %j', async (status, outcome) => {
		const { result, counted } = await beforeWith(status);
		expect(result).toMatchObject({ code: 'reference_used', charged: 'no', payment: { outcome } });
		const { message } = result as Error;
		expect(message).toBe(
			`Nothing was created now: Request ID INV-1 was used before, and its bank payment is ${outcome}.`,
		);
		expect(counted('bankPayment')).toBe(0);
		expect((await beforeWith(status, 'show')).item).toMatchObject({ outcome, duplicate: true });
	});

	test('and another amount is another payment', async () => {
		const { result } = await beforeWith(recordWith({ amountRequested: 400 }), 'show');
		expect((result as Error).message).toBe('Nothing was created: Request ID INV-1 belongs to another bank payment.');
	});

	const EMPTY = { statusCode: 200, body: { status: 200, message: 'No record', data: null, errors: [] } };
	test.each([NOT_FOUND, bodyOf(405), EMPTY])('and where it knows none, one is created: %j', async (status) => {
		expect((await beforeWith(status)).item).toMatchObject({ outcome: 'pending' });
	});

	test('and where it does not say, none is created', async () => {
		const { result, counted } = await beforeWith(FORBIDDEN);
		expect(result).toMatchObject({ code: 'reference_unchecked' });
		expect(counted('bankPayment')).toBe(0);
	});
});
