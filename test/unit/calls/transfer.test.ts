import * as fc from 'fast-check';
import { buildCharge } from '../../../gateway/calls/charge';
import { InputError, OtherRecordError } from '../../../gateway/values/errors';
import { OUTCOMES, readTransferStatuses } from '../../../gateway/outcome';
import { payment } from '../../../gateway/payment';
import {
	buildTransfer,
	compareWithRequest,
	readTransferAnswer,
	transfer,
	type TransferRequest,
} from '../../../gateway/calls/transfer';
import { findTransfers, readTransfer } from '../../../gateway/calls/transferStatus';
import type { Question } from '../../../gateway/sending/lookUp';
import type { AmountCounting } from '../../../gateway/values/money';
import type { Likeness } from '../../../gateway/values/responseFields';
import { CHARGE_FORMAT, CHARGE_INPUT, failureOf, settingsWith } from '../gateway/examples';
import { always, anyData } from '../gateway/property';
import { serviceThat } from '../sending/service';

const settings = settingsWith();
const statuses = readTransferStatuses('');
const input = {
	amount: '10.50',
	amountUnit: 'major',
	currency: 'NGN',
	bankCode: '011',
	accountNumber: '0123456789',
	narration: 'Invoice 1001',
	requestId: 'PAYOUT-1',
};
const build = (changes: object = {}, amountsIn: AmountCounting = 'iso4217') =>
	buildTransfer({ ...input, ...changes }, { amountsIn, accountDigits: 10 });
const ruleBrokenBy = (changes: object, ...more: AmountCounting[]) => failureOf(() => build(changes, ...more)).message;

describe('A transfer (providers)', () => {
	test('has the fields that providers publish, its amount in major units', () => {
		expect(build().body).toEqual({
			amount: 10.5,
			bankCode: '011',
			recipientAccountNumber: '0123456789',
			narration: 'Invoice 1001',
			requestId: 'PAYOUT-1',
		});
	});

	test.each([
		['10.50', 'major', 'NGN', 10.5],
		[1050, 'minor', 'NGN', 10.5],
		['500', 'minor', 'JPY', 500],
		['1234', 'minor', 'KWD', 1.234],
	])('%p in %s units of %s is sent as %d', (amount, amountUnit, currency, sent) => {
		const { body, money } = build({ amount, amountUnit, currency });
		expect(body.amount).toBe(sent);
		expect(money.major).toBe(sent);
	});

	test.each([undefined, '', 'cents', null])('the unit %p is refused: it has no default', (amountUnit) => {
		const rule = 'is not chosen. Choose major units, where 10.50 means 10.50, or minor units, where 1050 does.';
		// Which rule the amount breaks depends on the unit, so none is told.
		expect(failureOf(() => build({ amountUnit }))).toMatchObject({
			problems: [{ path: ['amountUnit'], field: 'amountUnit', rule }],
		});
	});

	test.each(['major', 'minor'])('the credential says how minor units are counted, in %s units too', (amountUnit) => {
		const changes = { amount: '1000', amountUnit, currency: 'JPY' };
		expect(ruleBrokenBy(changes, 'unknown')).toContain('which providers count in different ways');
		expect(build(changes, 'hundredths').body.amount).toBe(amountUnit === 'major' ? 1000 : 10);
		expect(build(changes, 'iso4217').body.amount).toBe(1000);
	});

	test("a charge's amount is another type", () => {
		const charge = buildCharge(CHARGE_INPUT, CHARGE_FORMAT);
		// @ts-expect-error a charge is in minor units
		const wrong: TransferRequest['body']['amount'] = charge.body.amount;
		// @ts-expect-error and so is this form of the transfer's own amount
		const alsoWrong: TransferRequest['body']['amount'] = build().money.minor;
		expect([wrong, alsoWrong]).toEqual([1000, 1050]);
	});

	test('every broken rule is told at once, and no value', () => {
		const error = failureOf(() =>
			build({ amount: 'x', currency: '', bankCode: '', accountNumber: '77', narration: ' ', requestId: '..' }),
		) as InputError;
		expect(error.problems.map(({ field }) => field)).toEqual(
			expect.arrayContaining(['currency', 'bankCode', 'accountNumber', 'narration', 'requestId']),
		);
		expect(error.message).not.toContain('77');
		expect(ruleBrokenBy({ amount: 'x', bankCode: '' })).toMatch(/^'bankCode' and 'amount' must be corrected\.$/);
	});

	test('its answer is compared in units that are counted as the credential says', () => {
		// Prices in dinars are printed without decimals.
		const dinars = build({ currency: 'IQD' }, 'hundredths');
		const read = (amount: number) =>
			readTransferAnswer({ status: 'COMPLETE', amount }, dinars, {
				transferStatuses: statuses,
				amountsIn: 'hundredths',
			});
		expect([read(10.5).outcome, read(10.51).outcome]).toEqual(['authorized', 'unknown']);
	});

	test('one that was made before can be shown, whatever became of it', () => {
		const { earlier } = transfer;
		for (const outcome of OUTCOMES)
			expect(earlier.kind === 'makesPayment' && earlier.canShow(payment({ outcome }))).toBe(true);
	});

	test.each(['?', '---'])('the expected name %p is refused: nobody has it', (expectedName) => {
		expect(ruleBrokenBy({ expectedName })).toBe("'expectedName' is not a name.");
	});
});

const record = {
	reference: 'SBT-1',
	status: 'COMPLETE',
	destination: '0123456789',
	destinationName: 'OKAFOR, ADAEZE',
	requestId: 'PAYOUT-1',
	responseCode: '00',
	responseMessage: 'Approved',
	amount: 10.5,
};

/** Returns what a look-up by this reference finds, where the service answers with a body. */
const found = async (body: object, reference: string, by: Question['by'] = 'either') =>
	await findTransfers.own(
		serviceThat(() => body),
		{ reference, by },
	);

describe("A transfer's record (providers)", () => {
	test('is returned under the names of payments', () => {
		expect(readTransfer(record, statuses)).toEqual({
			outcome: 'authorized',
			authorized: true,
			status: null,
			statusName: 'COMPLETE',
			reference: 'PAYOUT-1',
			transactionReference: 'SBT-1',
			authorizationType: null,
			amount: 10.5,
			amountMinor: null,
			currency: null,
			serviceMessage: 'Approved',
			details: null,
			accountNumber: '0123456789',
			accountName: 'OKAFOR, ADAEZE',
			responseCode: '00',
		});
	});

	test.each([
		['PENDING', 'pending'],
		['COMPLETE', 'authorized'],
		['FAILED', 'declined'],
		['COMPLETED', 'unknown'],
		['', 'unknown'],
		[2, 'unknown'],
		[undefined, 'unknown'],
	])('the status %p is %s', (status, outcome) => {
		const read = readTransfer({ ...record, status, responseCode: null }, statuses);
		expect(read.outcome).toBe(outcome);
	});

	test.each([
		['00', 'COMPLETE', 'authorized'],
		['00', 'PENDING', 'pending'],
		['00', 'FAILED', 'unknown'],
		['9301', 'PENDING', 'pending'],
		['9301', 'COMPLETE', 'unknown'],
		['9301', 'FAILED', 'unknown'],
		['51', 'FAILED', 'declined'],
		['51', 'COMPLETE', 'authorized'],
	])('the response code %s and the status %s, which may contradict each other: %s', (responseCode, status, outcome) => {
		const data = { ...record, responseCode, status };
		const expected = { outcome, authorized: outcome === 'authorized', responseCode, statusName: status };
		expect(readTransfer(data, statuses)).toMatchObject(expected);
		expect(readTransferAnswer(data, build(), settings)).toMatchObject(expected);
	});

	test.each([
		['its reference', 'SBT-1'],
		['its request id', 'PAYOUT-1'],
	])('answers the question for %s', async (_, asked) => {
		expect(await found(record, asked)).toMatchObject({
			kind: 'record',
			record: { outcome: 'authorized' },
			raw: record,
		});
	});

	test.each<[object, string, Question['by']]>([
		[record, 'SBT-2', 'service'],
		[record, 'SBT-2', 'either'],
		[{ status: 'COMPLETE' }, 'SBT-1', 'either'],
		[{ status: 'COMPLETE' }, 'PAYOUT-1', 'merchant'],
		[{ ...record, requestId: 'PAYOUT1' }, 'PAYOUT-1', 'merchant'],
		[{ ...record, requestId: 'payout-1' }, 'PAYOUT-1', 'merchant'],
	])('%j does not answer the question for another: %s, by %s', async (body, asked, by) => {
		const failure = expect.any(OtherRecordError) as unknown;
		expect(await found(body, asked, by)).toEqual({ kind: 'unanswered', failure });
	});

	test.each([{ reference: null }, { reference: 'sbt1' }, { requestId: null }, { requestId: 'payout1' }])(
		"by the service's reference, is found however it repeats the references: %j",
		async (changes) => {
			expect(await found({ ...record, ...changes }, 'SBT-1', 'service')).toMatchObject({ kind: 'record' });
		},
	);

	test.each([
		['another amount', { amount: 1050 }],
		['another request', { requestId: 'PAYOUT-2' }],
		['another account', { destination: '0123456780' }],
	])('that confirms %s confirms nothing', (_, changes) => {
		const answer = readTransferAnswer({ ...record, ...changes }, build(), settings);
		expect(answer).toMatchObject({ outcome: 'unknown', authorized: false, transactionReference: 'SBT-1' });
		expect(answer.details).toBe('The service answered about another payment');
	});

	test.each<[object, Likeness]>([
		[{}, 'same'],
		[{ destination: null }, 'same'],
		[{ amount: 10.500000000000002 }, 'same'],
		[{ requestId: null }, 'same'],
		[{ requestId: 'PAYOUT-2' }, 'different'],
		[{ amount: null }, 'notKnown'],
		[{ amount: '1,010.50' }, 'notKnown'],
		[{ amount: 10 }, 'different'],
		[{ destination: '0123456780' }, 'different'],
		[{ destination: '0123456780', amount: null }, 'different'],
		[{ destination: 123456789 }, 'same'],
		[{ destination: 1234567890 }, 'different'],
	])('that was looked up, with %j, is %s', (changes, likeness) => {
		const read = readTransfer({ ...record, ...changes }, statuses);
		expect(compareWithRequest(build(), read, settings)).toBe(likeness);
	});

	test.each([
		{},
		{ amount: null },
		{ requestId: null },
		{ amount: '' },
		{ requestId: ' ' },
		{ amount: ' 10.50 ' },
		{ destination: undefined, amount: undefined },
		...['99,999.00', 'NGN 99', '1e3', { value: 10.5 }, [10.5], true].map((amount) => ({ amount })),
		...[{ id: 'PAYOUT-1' }, ['PAYOUT-1'], Number.MAX_SAFE_INTEGER + 1, 'payout1'].map((requestId) => ({ requestId })),
		...[10.500000000000002, Math.fround(10.5)].map((amount) => ({ amount })),
		// None of these tells another account.
		...['012****789', '7', 'Amber Bank 0123456780', null].map((destination) => ({ destination })),
	])('confirms it when nothing in it differs: %j', (changes) => {
		expect(readTransferAnswer({ ...record, ...changes }, build(), settings)).toMatchObject({
			outcome: 'authorized',
			authorized: true,
			serviceMessage: 'Approved',
		});
	});

	test('is one of the outcomes, and paid only when it says so', () => {
		always(
			fc.property(anyData(...Object.keys(record)), (data) => {
				const looked = readTransfer({ ...data, reference: 'SBT-1' }, statuses);
				for (const transfer of [looked, readTransferAnswer(data, build(), settings)]) {
					expect(OUTCOMES).toContain(transfer.outcome);
					expect(transfer.authorized).toBe(transfer.outcome === 'authorized');
					if (transfer.authorized) expect(String(data.status).trim().toUpperCase()).toBe('COMPLETE');
				}
			}),
		);
	});
});
