import { bankPayment, buildBankPayment, readBankPaymentAnswer } from '../../../gateway/calls/bankPayment';
import { bankPaymentStatus, readBankPaymentRecord } from '../../../gateway/calls/bankPaymentStatus';
import type { Outcome } from '../../../gateway/outcome';
import { payment } from '../../../gateway/payment';
import { InputError, NoRecordError, OtherRecordError, SettingError } from '../../../gateway/values/errors';
import type { Likeness } from '../../../gateway/values/responseFields';
import { failureOf, settingsWith } from '../gateway/examples';

const settings = settingsWith({ bankPaymentStatuses: '{"EXPIRED": "declined", "RETURNED": "refunded"}' });
const request = buildBankPayment({ amount: '500', requestId: 'INV-1' }, settings);

describe('a bank payment', () => {
	test.each([
		['500', '500'],
		['10.50', '10.5'],
		[3 * 1.1, '3.3'],
	])('of %p is asked for as text in major units: %s', (amount, sent) => {
		const built = buildBankPayment({ amount, requestId: ' INV-1 ' }, settings);
		expect(bankPayment.content(built, settings)).toEqual({ body: { amount: sent, requestId: 'INV-1' } });
		expect(built.money.currency).toBe('NGN');
	});

	test.each([
		[{ amount: '1,000.50', requestId: 'INV-1' }, ['Amount']],
		[{ amount: '1.005', requestId: 'INV-1' }, ['Amount']],
		[{ amount: '', requestId: '' }, ['Amount', 'Request ID']],
	])('is refused where %j breaks a rule', (input, fields) => {
		const labels = { amount: 'Amount', requestId: 'Request ID' };
		const { problems } = failureOf(() => buildBankPayment(input, settings, labels)) as InputError;
		expect(problems.map(({ field }) => field)).toEqual(fields);
	});

	test('needs a Default Currency, because the call names none', () => {
		const error = failureOf(() =>
			buildBankPayment({ amount: '500', requestId: 'INV-1' }, settingsWith({ defaultCurrency: '' })),
		);
		expect(error).toBeInstanceOf(SettingError);
		expect(error.message).toBe("The credential has no 'Default Currency'.");
		expect((error as SettingError).description).toBe(
			"Open the credential and enter the currency of your account. A bank payment names none, so 'Amount' is in that currency.",
		);
	});

	test.each<[changes: object, Likeness]>([
		[{}, 'same'],
		[{ reference: null }, 'same'],
		[{ reference: 'INV-2' }, 'different'],
		[{ amount: 400 }, 'different'],
		[{ amount: null }, 'notKnown'],
	])('is compared with a record by its Request ID and amount: %j', (changes, likeness) => {
		const { earlier } = bankPayment;
		const record = payment({ outcome: 'pending', reference: 'INV-1', amount: 500, currency: 'NGN', ...changes });
		expect(earlier.kind === 'makesPayment' && earlier.compare(request, record, settings)).toBe(likeness);
	});

	test('has no secrets, and its status is asked by its Request ID', () => {
		expect(request.secrets).toEqual([]);
		expect(bankPaymentStatus.content({ reference: 'INV-1', by: 'merchant' }, settings)).toEqual({
			query: { requestId: 'INV-1' },
		});
	});
});

describe('the answer', () => {
	const DATA = {
		...{ accountName: 'Shop', accountNumber: '9012345678', amount: 500, accountNumberExpiry: '2026-01-16 10:00:00' },
		...{ status: 'PENDING', paymentRequestId: 'V-1', requestId: 'INV-1' },
		...{ institutionName: 'Amber Bank', institutionCode: '011' },
	};
	const answer = (changes: object = {}) => readBankPaymentAnswer({ ...DATA, ...changes }, request, settings);

	test('gives the account, which nobody has paid to yet', () => {
		expect(answer()).toMatchObject({
			...{ outcome: 'pending', authorized: false, amount: 500, currency: 'NGN', amountPaid: null, details: null },
			...{ reference: 'INV-1', transactionReference: 'V-1', statusName: 'PENDING' },
			account: {
				...{ number: '9012345678', name: 'Shop', bankName: 'Amber Bank', bankCode: '011' },
				validUntil: '2026-01-16T10:00:00',
			},
		});
	});

	test.each<[object, string]>([
		[{ requestId: 'INV-9' }, 'The service answered about another payment'],
		[{ amount: 400 }, 'The service answered with another amount or currency than those that were sent'],
		[{ accountNumber: null }, 'The service gave no account number'],
		[{ status: 'COMPLETED' }, 'The service does not say that the account is open'],
	])('that gives no open account says why: %j', (changes, details) => {
		expect(answer(changes)).toMatchObject({ outcome: 'unknown', details });
	});

	test('gives the end of the account as the service writes it, where that is no date with a time', () => {
		expect(answer({ accountNumberExpiry: 'until 2026-01-16 10:00' }).account!.validUntil).toBe(
			'until 2026-01-16 10:00',
		);
	});

	test.each<[object, Outcome]>([
		[{ status: null }, 'pending'],
		[{ status: ' pending ' }, 'pending'],
		[{ status: 'ACTIVE' }, 'unknown'],
		[{ status: 'COMPLETED' }, 'unknown'],
		[{ status: 'RETURNED' }, 'unknown'],
		[{ status: 'EXPIRED' }, 'declined'],
		[{ amount: '500.00', requestId: null, paymentRequestId: null }, 'pending'],
		[{ amount: null, accountName: null, institutionName: null, accountNumberExpiry: null }, 'pending'],
		[{ requestId: 'inv 1' }, 'pending'],
		[{ accountNumber: null }, 'unknown'],
		[{ accountNumber: null, status: 'EXPIRED' }, 'declined'],
		[{ requestId: 'INV-2' }, 'unknown'],
		[{ amount: 50000 }, 'unknown'],
	])('with %j is %s', (changes, outcome) => {
		const read = answer(changes);
		expect(read.outcome).toBe(outcome);
		// An account of another payment is given to nobody.
		const isOther = ['accountNumber', 'requestId', 'amount'].some(
			(name) => read.outcome === 'unknown' && name in changes,
		);
		expect(read.account === null).toBe(isOther || 'accountNumber' in changes);
	});
});

describe('the record', () => {
	const record = (data: object, changed = settings) => readBankPaymentRecord({ ...data }, changed);

	test.each<[string | null, unknown, unknown, Outcome, number | null]>([
		['PENDING', 0, 500, 'pending', null],
		['pending', 500, 500, 'pending', null],
		['COMPLETED', 500, 500, 'authorized', 500],
		['Completed', '500.00', '500', 'authorized', 500],
		['COMPLETED', 500.00000000001, 500, 'authorized', 500],
		['COMPLETED', 400, 500, 'unknown', 400],
		['COMPLETED', 600, 500, 'unknown', 600],
		['COMPLETED', null, 500, 'unknown', null],
		['COMPLETED', 500, null, 'unknown', 500],
		['COMPLETED', '5,00', 500, 'unknown', null],
		['SUCCESSFUL', 500, 500, 'unknown', 500],
		[null, 500, 500, 'unknown', 500],
		['EXPIRED', 0, 500, 'declined', 0],
		['RETURNED', 500, 500, 'refunded', 500],
	])('with the status %p, paid %p of %p, is %s', (status, amount, amountRequested, outcome, amountPaid) => {
		const read = record({ status, amount, amountRequested });
		expect(read).toMatchObject({ outcome, amountPaid, authorized: outcome === 'authorized' });
	});

	test('has both amounts, and says how they differ', () => {
		expect(record({ status: 'COMPLETED', amount: 400, amountRequested: 500 })).toMatchObject({
			...{ amount: 500, amountMinor: 50000, amountPaid: 400, currency: 'NGN' },
			details: '400.00 NGN was paid, but 500.00 NGN was requested',
		});
		expect(record({ status: 'COMPLETED', amount: 400 }, settingsWith({ defaultCurrency: '' }))).toMatchObject({
			...{ outcome: 'unknown', currency: null },
			details: '400.00 was paid, but an unknown amount was requested',
		});
	});

	test.each<[unknown, string | null]>([
		['9012345678', '9012345678'],
		[{ accountNumber: '9012345678', accountName: 'Shop' }, '9012345678'],
		[null, null],
		[['9012345678'], null],
	])('has the accounts, whatever form they have: %j', (recipientAccount, number) => {
		expect(record({ recipientAccount, senderAccount: recipientAccount })).toMatchObject({
			recipientAccount: number,
			senderAccount: number,
		});
	});

	test.each([
		{ status: 200, message: 'No record', data: null, errors: [] },
		{ status: 'success', message: 'No record', data: null },
		{ message: 'No record' },
		{ requestId: 'INV-1' },
		{ requestId: 'INV-1', status: ' ', amount: null },
	])('is none without a status and an amount: %j', (data) => {
		const read = () => bankPaymentStatus.read(data, { reference: 'INV-1', by: 'merchant' }, settings);
		expect(failureOf(read)).toBeInstanceOf(NoRecordError);
	});

	test.each([{ status: 'PENDING' }, { requestId: 'INV-1', status: 'ODD' }, { amountRequested: 500 }, { amount: '0' }])(
		'is one with either of them: %j',
		(data) => {
			const read = bankPaymentStatus.read(data, { reference: 'INV-1', by: 'merchant' }, settings);
			expect(read.reference).toBe('INV-1');
		},
	);

	test.each<[string | null, boolean]>([
		[null, true],
		['INV-1', true],
		['INV-2', false],
		['INV1', false],
	])('need not repeat the request ID, and is no other payment’s: %p', (requestId, isAsked) => {
		const read = () =>
			bankPaymentStatus.read({ status: 'PENDING', requestId }, { reference: 'INV-1', by: 'merchant' }, settings);
		if (isAsked) expect(read().reference).toBe('INV-1');
		else expect(failureOf(read)).toBeInstanceOf(OtherRecordError);
	});
});
