import * as fc from 'fast-check';

import { history } from '../../../gateway/calls/history';
import { GatewayError, NoRecordError, OtherRecordError, ReadFailedError } from '../../../gateway/values/errors';
import { attempt, failureOf, settingsWith } from '../gateway/examples';
import { always, anyData, anyValue } from '../gateway/property';

const settings = settingsWith();
/** A row as providers publish it. */
const row = {
	transactionReference: 'T-1',
	reference: 'ORDER-1',
	grossAmount: 10.65,
	requestedAmount: 10.5,
	transactionFee: 0.15,
	settlementAmount: 10.35,
	customerId: 'ada@shop.example',
	currencyCode: 'NGN',
	createdDate: '2026-01-15 10:20:30',
	status: 2,
	errorCode: '0',
};
const read = (page: Record<string, unknown>, reference = 'ORDER-1') => history.read(page, reference, settings);
const paymentsIn = (page: Record<string, unknown>, reference?: string) => {
	const { payments, failure } = read(page, reference);
	expect(failure).toBeUndefined();
	return payments;
};

test('the payments of a reference are asked for from the beginning to the present, as many as a page can have', () => {
	expect(history.content('ORDER-1', settings)).toEqual({
		query: { reference: 'ORDER-1', startDate: 0, size: 100 },
	});
});

test('a row is read like the record of verify, with the merchant reference and the date under their own names', () => {
	expect(paymentsIn({ content: [row], number: 0, totalPages: 1, last: true })).toEqual([
		expect.objectContaining({
			...{ outcome: 'authorized', authorized: true, status: 2, statusName: 'AUTHORIZED' },
			...{ reference: 'ORDER-1', transactionReference: 'T-1' },
			...{ amount: 10.5, amountMinor: 1050, currency: 'NGN' },
			...{ grossAmount: 10.65, transactionFee: 0.15, settlementAmount: 10.35 },
			...{ errorCode: '0', customerId: 'ada@shop.example', transactionDate: '2026-01-15T10:20:30' },
		}),
	]);
});

test.each<[Partial<Record<keyof typeof row, unknown>>, string]>([
	[{ status: 1 }, 'pending'],
	[{ status: 4, errorCode: '51' }, 'declined'],
	[{ status: 6 }, 'refunded'],
	[{ status: 99 }, 'unknown'],
	[{ status: undefined }, 'unknown'],
	[{ grossAmount: 10.49 }, 'unknown'],
	// It has no status of its own in `errorCode`.
	[{ status: 2, errorCode: '51' }, 'authorized'],
	[{ requestedAmount: '10.50' }, 'authorized'],
])('a row with %j is %s', (changes, outcome) => {
	expect(paymentsIn({ content: [{ ...row, ...changes }] })).toEqual([
		expect.objectContaining({ outcome, amount: 10.5, errorCode: changes.errorCode ?? '0' }),
	]);
});

const another = { ...row, transactionReference: 'T-2', reference: 'ORDER-2' };
const second = { ...row, transactionReference: 'T-2' };
const longer = { ...another, reference: 'ORDER-10' };

test.each<[string, Record<string, unknown>, string[]]>([
	['without rows', { content: [] }, []],
	['that counts in text', { content: [row, null], totalPages: '1', last: 'true' }, ['T-1']],
	['that numbers itself in words', { content: [row], number: 'first' }, ['T-1']],
	['without rows, and with the numbers of its pages', { content: [], totalPages: 0, last: true }, []],
	['with a payment', { content: [row] }, ['T-1']],
	['with two payments', { content: [row, second], totalPages: 1, last: true }, ['T-1', 'T-2']],
	['whose list is null', { content: null }, []],
	['with amounts that have noise', { content: [{ ...row, requestedAmount: 10.500000000000002 }] }, ['T-1']],
	['that is empty and counts in words', { content: [], last: 'no', totalPages: 'none' }, []],
	['with other numbers that begin like it', { content: [longer, row] }, ['T-1']],
	['with such numbers alone', { content: [longer] }, []],
	['that is the only one', { content: [row], totalPages: 1, last: null }, ['T-1']],
])('a page %s tells what is under the reference', (_, page, found) => {
	expect(paymentsIn(page).map(({ transactionReference }) => transactionReference)).toEqual(found);
});

test("the reference may be the service's", () => {
	expect(paymentsIn({ content: [row] }, 'T-1')).toHaveLength(1);
});

const description = 'Run Account: Check Setup, which finds out how this provider finds payments.';
const OTHERS = { message: 'The transaction history of the service lists payments with other references.', description };
const NOT_ALL = {
	message: 'The transaction history of the service does not say whether it has more than it listed.',
	description,
};
const MAYBE = 'It may be this payment: look it up at your provider, and do not pay it under another reference.';
const spelled = (told: string, advice = ' At this provider, use references of capital letters and digits alone.') => ({
	message: `The service was asked about ORDER-1, and answered with ${told}.`,
	description: `${MAYBE}${advice}`,
});

test.each<[string, Record<string, unknown>, found: number, object]>([
	['lists another reference', { content: [another] }, 0, OTHERS],
	['lists another reference besides', { content: [row, another] }, 1, OTHERS],
	['lists a shorter reference', { content: [{ ...row, reference: 'ORDER' }] }, 0, OTHERS],
	['lists one that begins like it', { content: [{ ...row, reference: 'ORDER-1-2' }] }, 0, OTHERS],
	['has more than one page', { content: [row], totalPages: 2 }, 1, NOT_ALL],
	['has more than one page, in text', { content: [row], totalPages: '2' }, 1, NOT_ALL],
	['has more than one page, of which this is the last', { content: [row], totalPages: 2, last: true }, 1, NOT_ALL],
	['has a page after this one', { content: [row], last: 'false' }, 1, NOT_ALL],
	['has a page after an empty one', { content: [], last: false }, 0, NOT_ALL],
	['has more rows than it lists', { content: [], totalElements: 1 }, 0, NOT_ALL],
	['has a null row alone', { content: [null] }, 0, NOT_ALL],
	['counts in words', { content: [row], totalPages: 'many' }, 1, NOT_ALL],
	['has other numbers, and more pages', { content: [longer], totalPages: 2 }, 0, NOT_ALL],
	['does not repeat it', { content: [{ ...row, reference: null }] }, 0, spelled('a record without a reference', '')],
	['writes it in another case', { content: [{ ...row, reference: 'order-1' }] }, 0, spelled('the record of order-1')],
	['writes it without its hyphen', { content: [{ ...row, reference: 'ORDER1' }] }, 0, spelled('the record of ORDER1')],
])('a history that %s does not say all that is under the reference', (_, page, found, failure) => {
	const under = read(page);
	expect(under.payments).toHaveLength(found);
	expect(under.failure).toBeInstanceOf(OtherRecordError);
	expect(under.failure).toMatchObject(failure);
});

test.each([{}, { content: {} }, { content: ['T-1'] }, { content: [[row]] }, row])(
	'%j is no page of a history, so nobody knows what is under the reference',
	(data) => {
		const failure = failureOf(() => read(data));
		expect(failure).toBeInstanceOf(ReadFailedError);
		expect(failure).not.toBeInstanceOf(NoRecordError);
	},
);

test('whatever a history answers, it tells of payments under the reference alone', () => {
	const rows = fc.array(fc.oneof(anyData(...Object.keys(row)), fc.constant(row), anyValue));
	const pages = fc.record({ content: rows, totalPages: anyValue, last: anyValue }, { requiredKeys: ['content'] });
	always(
		fc.property(fc.oneof(pages, anyData('content', 'last')), (page) => {
			const under = attempt(() => read(page));
			if (under instanceof GatewayError) return expect(under).toBeInstanceOf(ReadFailedError);
			for (const { reference, transactionReference } of under.payments)
				expect([reference, transactionReference]).toContain('ORDER-1');
		}),
	);
});

test('members that are not needed change nothing, whatever they are: what is under the reference is found', () => {
	const needed = ['transactionReference', 'reference', 'requestedAmount', 'currencyCode', 'status', 'grossAmount'];
	const unneeded = Object.keys(row).filter((name) => !needed.includes(name));
	always(
		fc.property(anyData(...unneeded), anyData('number', 'size', 'first', 'empty'), (ofRow, ofPage) => {
			const rest = Object.fromEntries(Object.entries(ofRow).filter(([name]) => !needed.includes(name)));
			const page = {
				...ofPage,
				content: [null, { ...rest, ...Object.fromEntries(needed.map((n) => [n, row[n as 'status']])) }],
			};
			const { payments } = read(page);
			expect(payments).toEqual([expect.objectContaining({ outcome: 'authorized', amount: 10.5, currency: 'NGN' })]);
		}),
	);
});
