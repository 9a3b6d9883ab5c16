import { buildTransfer, type Transfer } from '../../../../gateway/calls/transferCall';
import { sendTransfer, transferCall, transferItem } from '../../../../nodes/shared/payments/sendTransfer';
import { lookUpMoneyCall } from '../../../../nodes/shared/payments/moneyCall';
import { payment } from '../../../../gateway/payment';
import { jwt, storedWithToken, type Reply } from '../context';
import { CALLS, FORBIDDEN, NOT_FOUND, outcomeOf, outcomesWith, type Service } from './service';

const INPUT = {
	bankCode: '011',
	accountNumber: '0123456789',
	accountDigits: 10,
	amount: '10.50',
	amountUnit: 'major',
	currency: 'NGN',
	narration: 'Rent',
	requestId: 'P-1',
};
const request = buildTransfer(INPUT, 'iso4217');
const checked = buildTransfer({ ...INPUT, expectedName: 'Ada Okafor' }, 'iso4217');

const RECORD = { reference: 'SBT-1', requestId: 'P-1', status: 'COMPLETE', destination: '0123456789', amount: 10.5 };
const recordWith = (changes: object): Reply => ({ statusCode: 200, body: { ...RECORD, ...changes } });
const bodyOf = (statusCode: number, message = 'no') => ({ statusCode, body: { error: 'Bad', message } });
const stored = storedWithToken(jwt(9_999_999_999));

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

async function transfer(reply: Reply, known: Service = {}, { asked = request } = {}) {
	const service = { ...known, transfer: reply };
	return await outcomeOf(service, async (connection) => await sendTransfer(connection, asked), { stored });
}

test('puts out what the service answers', async () => {
	const { result, output, calls, sent } = await transfer(
		recordWith({ destinationName: 'ADA OKAFOR', responseCode: '00' }),
	);
	expect(output).toMatchObject({
		outcome: 'authorized',
		transactionReference: 'SBT-1',
		amountMinor: 1050,
		bankCode: '011',
	});
	expect(result).toMatchObject({ raw: { ...RECORD, destinationName: 'ADA OKAFOR', responseCode: '00' } });
	expect(calls).toEqual([CALLS.transfer]);
	expect(sent[0]!.options.body).toEqual(request.body);
});

const LOOK_UPS: Readonly<Record<string, Service>> = {
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
/** What becomes of the transfer with each of these look-ups. */
const expected = (cannotTell: string, doesNotSay = cannotTell) => ({
	...Object.fromEntries(OTHERS.map((name) => [name, cannotTell])),
	...{ paid: 'authorized', open: 'pending', failed: 'declined', 'does not say': doesNotSay },
});
const REFUSED = expected('refused, charged: undefined', 'refused, charged: unknown');
const OPEN = expected('unknown');

const outcomes = async (reply: Reply) =>
	await outcomesWith(LOOK_UPS, 'transfer', async (known) => await transfer(reply, known));

test.each<[Reply, object]>([
	// Which answer is which is in test/unit/gateway/settle.test.ts.
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
	const { output, calls } = await transfer(refused);
	expect(calls.slice(1, 4)).toEqual([`${CALLS.status}/SBT-1`, `${CALLS.status}/P-1`, `${CALLS.statusById}/P-1`]);
	expect(output).toMatchObject({ outcome: 'unknown', reference: 'P-1', transactionReference: 'SBT-1' });
	expect(output!.details).toContain('so it is not known whether the money was transferred');
});

describe('a transfer that was sent before', () => {
	test.each([
		['by an earlier try', false, { answerLost: true, duplicate: false, bankCode: '011' }],
		['by another run of the node', true, { answerLost: false, duplicate: true, bankCode: null }],
	])('%s is looked up, and not sent', async (_, isRepeat, shown) => {
		const lookUp = async (status: Reply) =>
			await outcomeOf(
				{ status },
				async (connection) => await lookUpMoneyCall(connection, transferCall(connection, checked), { isRepeat }),
				{
					stored,
				},
			);
		expect((await lookUp(recordWith({}))).output).toMatchObject({ outcome: 'authorized', ...shown });
		expect((await lookUp(NOT_FOUND)).output).toMatchObject({ outcome: 'unknown', reference: 'P-1', ...shown });
	});

	test.each(['0123456789', 'ACC-0123456780', null])(
		'by another execution shows where that one went, and never its own account: %j',
		(accountNumber) => {
			const first: Transfer = {
				...payment({ outcome: 'authorized' }),
				accountNumber,
				accountName: null,
				responseCode: null,
			};
			const output = transferItem(request, first, { duplicate: true });
			expect(output).toMatchObject({ outcome: 'authorized', duplicate: true, bankCode: null, accountNumber });
			expect(output.message).toContain('Nothing was sent now');
		},
	);
});
