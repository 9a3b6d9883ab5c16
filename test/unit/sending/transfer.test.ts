import { buildTransfer, transfer } from '../../../gateway/calls/transfer';
import type { Transfer } from '../../../gateway/calls/transferStatus';
import { payment, type PaymentItem } from '../../../gateway/payment';
import { sendOnce, settleEarlierRequest } from '../../../gateway/sending/pay';
import { settingsWith } from '../gateway/examples';
import { jwt, storedWithToken, type Reply } from '../context';
import { CALLS, FORBIDDEN, NOT_FOUND, outcomeOf, outcomesWith, type Replies } from './service';

const INPUT = {
	bankCode: '011',
	accountNumber: '0123456789',
	amount: '10.50',
	amountUnit: 'major',
	currency: 'NGN',
	narration: 'Rent',
	requestId: 'P-1',
};
const request = buildTransfer(INPUT, settingsWith());
const checked = buildTransfer({ ...INPUT, expectedName: 'Ada Okafor' }, settingsWith());

const RECORD = { reference: 'SBT-1', requestId: 'P-1', status: 'COMPLETE', destination: '0123456789', amount: 10.5 };
const recordWith = (changes: object): Reply => ({ statusCode: 200, body: { ...RECORD, ...changes } });
const bodyOf = (statusCode: number, message = 'no') => ({ statusCode, body: { error: 'Bad', message } });
const stored = storedWithToken(jwt(9_999_999_999));

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

async function transferWith(reply: Reply, known: Replies = {}, { asked = request } = {}) {
	const replies = { ...known, transfer: reply };
	return await outcomeOf(replies, async (service) => await sendOnce(service, transfer, asked), { stored });
}

const ITEM = {
	...payment({ outcome: 'authorized', reference: 'P-1', transactionReference: 'SBT-1', statusName: 'COMPLETE' }),
	...{ amount: 10.5, amountMinor: 1050, currency: 'NGN', amountText: '10.50', attempt: 1, responseCode: '00' },
	...{ bankCode: '011', accountNumber: '0123456789', accountName: 'ADA OKAFOR', mismatch: null },
	message: 'The money was transferred.',
};

test('returns what the service answers', async () => {
	const more = { destinationName: 'ADA OKAFOR', responseCode: '00' };
	const { result, calls, sent } = await transferWith(recordWith(more));
	expect(result).toEqual({ item: ITEM, raw: { ...RECORD, ...more } });
	expect(calls).toEqual([CALLS.transfer]);
	expect(sent[0]!.options.body).toEqual(request.body);
});

const LOOK_UPS: Readonly<Record<string, Replies>> = {
	paid: { statusById: recordWith({}) },
	open: { status: recordWith({ status: 'PENDING' }) },
	failed: { status: recordWith({ status: 'FAILED' }) },
	'another amount': { status: recordWith({ amount: 1050 }) },
	'an amount that is not known': { status: recordWith({ amount: null }) },
	'another account': { status: recordWith({ destination: '9999999999' }) },
	'another request': { status: recordWith({ requestId: 'P-2' }) },
	'not found': {},
	'does not say': { status: FORBIDDEN },
};

const OTHERS = ['another amount', 'an amount that is not known', 'another account', 'another request', 'not found'];
/** Tells what becomes of the transfer with each of these look-ups. */
const expected = (cannotTell: string, unanswered = cannotTell) => ({
	...Object.fromEntries(OTHERS.map((name) => [name, cannotTell])),
	...{ paid: 'authorized', open: 'pending', failed: 'declined' },
	...{ 'does not say': unanswered, 'another request': unanswered, 'an amount that is not known': unanswered },
});
const REFUSED = expected('refused, charged: undefined', 'refused, charged: unknown');
const OPEN = expected('unknown');

const outcomes = async (reply: Reply) =>
	await outcomesWith(LOOK_UPS, 'transfer', async (known) => await transferWith(reply, known));

test.each<[Reply, object]>([
	// Which answer is which is in settle.test.ts.
	[bodyOf(402), REFUSED],
	[{ statusCode: 402, body: { status: 'PENDING', message: 'Account pending approval' } }, REFUSED],
	[bodyOf(409), OPEN],
	[new Error('timeout'), OPEN],
	[{ statusCode: 200, body: { status: 'failed', error: 'Conflict' } }, OPEN],
	[recordWith({ amount: 99 }), OPEN],
	[{ statusCode: 402, body: RECORD }, OPEN],
])('an answer that is no outcome is looked up: %j', async (reply, became) => {
	expect(await outcomes(reply)).toEqual(became);
});

test("it is looked up by the service's reference first, where the answer has one", async () => {
	const refused = { statusCode: 402, body: RECORD };
	const { item, calls } = await transferWith(refused);
	expect(calls.slice(1, 4)).toEqual([`${CALLS.status}/SBT-1`, `${CALLS.status}/P-1`, `${CALLS.statusById}/P-1`]);
	expect(item).toMatchObject({ outcome: 'unknown', reference: 'P-1', transactionReference: 'SBT-1' });
	expect(item!.details).toMatch(
		/, so it is not known whether the money was transferred\. .* Do not send it again: ask for its status later, or ask your provider about it\.$/,
	);
	const found = await transferWith(refused, { status: recordWith({}) });
	expect(found.calls).toEqual([CALLS.transfer, `${CALLS.status}/SBT-1`]);
	const lost = await transferWith(new Error('timeout'), { statusById: recordWith({}) });
	expect(lost.calls).toEqual([CALLS.transfer, `${CALLS.status}/P-1`, `${CALLS.statusById}/P-1`]);
});

test("one that failed under the service's reference is declined: a request ID has one transfer", async () => {
	const refused = { statusCode: 402, body: RECORD };
	const byId = [{ statusCode: 500 }, recordWith({ reference: 'SBT-2' })];
	for (const statusById of byId) {
		const { item, calls } = await transferWith(refused, { status: recordWith({ status: 'FAILED' }), statusById });
		expect(calls.slice(1)).toEqual([`${CALLS.status}/SBT-1`]);
		expect(item).toMatchObject({ outcome: 'declined', transactionReference: 'SBT-1' });
	}
});

describe('with an expected name', () => {
	const send = async (name: Reply) => await transferWith(recordWith({}), { name }, { asked: checked });
	const holder = (name: string): Reply => ({ statusCode: 200, body: { accountNumber: '0123456789', name } });
	const ASKED = `${CALLS.name}/011/accounts/account-number/0123456789/name`;

	test('goes to the account of that name', async () => {
		const { item, calls } = await send(holder('OKAFOR, ADA'));
		expect(item).toMatchObject({ outcome: 'authorized', mismatch: null });
		expect(calls).toEqual([ASKED, CALLS.transfer]);
	});

	test.each<[Reply, string | null, string]>([
		[holder('ADA'), 'ADA', 'The account is held by "ADA", not by "Ada Okafor" (missing: OKAFOR)'],
		[bodyOf(404, 'No such account'), null, 'No such account'],
	])('is not sent to another one, and may be sent again: %j', async (name, accountName, mismatch) => {
		const { result, calls } = await send(name);
		const message = 'Nothing was sent, because the name of the account holder is not confirmed.';
		const declined = { outcome: 'declined', authorized: false, message, details: `Nothing was sent. ${mismatch}` };
		const untold = { transactionReference: null, statusName: null, responseCode: null };
		const item = { ...ITEM, ...declined, ...untold, accountName, mismatch };
		expect(result).toEqual({ item, didNothing: true });
		expect(calls).toEqual([ASKED]);
	});

	test('is not sent where nobody tells the name', async () => {
		const { result, calls } = await send({ statusCode: 503 });
		expect([result, calls]).toEqual([expect.objectContaining({ httpStatus: 503 }), [ASKED]]);
	});
});

describe('a transfer that was sent before', () => {
	const SHOWN = { duplicate: true, isWrongEntry: false, refusalMessage: undefined };

	test.each([
		['by an earlier try', false, { bankCode: '011' }],
		['by another run of the node', true, { bankCode: null }],
	])('%s is looked up, and not sent', async (_, duplicate, shown) => {
		const lookUp = async (status: Reply) =>
			await outcomeOf(
				{ status },
				async (service) => await settleEarlierRequest(service, transfer, checked, { duplicate }),
				{ stored },
			);
		const items = [(await lookUp(recordWith({}))).item, (await lookUp(NOT_FOUND)).item];
		expect(items).toMatchObject([
			{ outcome: 'authorized', ...shown },
			{ outcome: 'unknown', reference: 'P-1', ...shown },
		]);
		for (const item of items) expect(Object.hasOwn(item!, 'duplicate')).toBe(duplicate);
	});

	test.each(['0123456789', 'ACC-0123456780', null])(
		'by another execution shows where that one went, and never its own account: %j',
		(accountNumber) => {
			const account = { accountNumber, accountName: null, responseCode: null };
			const first: Transfer = { ...payment({ outcome: 'authorized' }), ...account };
			const item = transfer.item(request, first, SHOWN) as PaymentItem;
			expect(item).toMatchObject({ outcome: 'authorized', duplicate: true, bankCode: null, accountNumber });
			expect(item.message).toContain('nothing was sent now');
		},
	);
});
