import * as fc from 'fast-check';

import { buildAuthorize, readAuthorizeAnswer } from '../../../gateway/calls/authorize';
import { buildCharge, readChargeAnswer } from '../../../gateway/calls/charge';
import { history } from '../../../gateway/calls/history';
import { readBankAccount } from '../../../gateway/calls/nameEnquiry';
import { readRefundAnswer } from '../../../gateway/calls/refundAnswer';
import { buildTransfer, readTransferAnswer } from '../../../gateway/calls/transfer';
import { verify } from '../../../gateway/calls/verify';
import { readData } from '../../../gateway/client/response';
import { ENDPOINTS } from '../../../gateway/client/endpoints';
import { payment } from '../../../gateway/payment';
import { CHARGE_FORMAT, CHARGE_INPUT, settingsWith } from '../gateway/examples';
import { always, anyValue } from '../gateway/property';

/* A member that is not needed never ends a reading, and what cannot be read is not different. */

const settings = settingsWith();
const charged = buildCharge({ ...CHARGE_INPUT, amount: 1050 }, CHARGE_FORMAT);
const expected = { reference: charged.reference, amount: 10.5, amountMinor: 1050, currency: 'NGN' };
const authorization = buildAuthorize({ transactionReference: 'T-1', otp: '123456' }, expected);
const transferred = buildTransfer(
	{
		...{ amount: '10.50', amountUnit: 'major', currency: 'NGN', requestId: 'P-1', narration: 'Rent' },
		...{ bankCode: '011', accountNumber: '0123456789' },
	},
	settings,
);
const paid = payment({ ...expected, outcome: 'authorized', transactionReference: 'T-1' });
const RECORD = { requestedAmount: 10.5, currencyCode: 'NGN', status: 2 };

type Data = Record<string, unknown>;

interface Reading {
	/** The fields that the reading needs; they are never left out. */
	needed: Data;
	/** The fields that it reads besides. */
	others: readonly string[];
	read: (data: Data) => unknown;
	/** The part of the result that stays the same. */
	told: object;
}

const READINGS: Readonly<Record<string, Reading>> = {
	'a charge that waits for an OTP': {
		needed: { authorizationType: 'OTP', reference: 'T-1' },
		others: ['otpMessage', 'otpMessageSupport', 'acsUrl', 'errorMessage', 'errorCode', 'charge'],
		read: (data) => readChargeAnswer(data, charged, settings),
		told: { outcome: 'otp_required', transactionReference: 'T-1', ...expected },
	},
	'a frictionless charge': {
		needed: { authorizationType: '2DS', status: 2, ref: 'T-1' },
		others: ['errorMessage', 'errorCode', 'otpMessage', 'acsUrl', 'eci'],
		read: (data) => readChargeAnswer(data, charged, settings),
		told: { outcome: 'authorized', transactionReference: 'T-1', ...expected },
	},
	'an authorization': {
		needed: { status: 2 },
		others: ['errorMessage', 'authorizationType', 'callbackUrl', 'callbackURL', 'paymentReference', 'charge'],
		read: (data) => readAuthorizeAnswer(data, authorization, settings),
		told: { outcome: 'authorized', transactionReference: 'T-1', ...expected },
	},
	'a record of verify': {
		needed: { ...RECORD, transactionReference: 'T-1', merchantRef: expected.reference },
		others: ['merchant', 'transactionFee', 'settlementAmount', 'customerId', 'callbackUrl', 'transactionDate', 'date'],
		read: (data) => verify.read(data, { reference: 'T-1', by: 'service' }, settings),
		told: { outcome: 'authorized', transactionReference: 'T-1', ...expected },
	},
	'a row of the history': {
		needed: { ...RECORD, transactionReference: 'T-1', reference: expected.reference },
		others: ['transactionFee', 'settlementAmount', 'customerId', 'createdDate', 'errorCode', 'metadata'],
		read: (row) => history.read({ content: [null, row] }, expected.reference, settings).payments[0],
		told: { outcome: 'authorized', transactionReference: 'T-1', ...expected },
	},
	'a page of the history with a payment': {
		needed: { content: [{ ...RECORD, transactionReference: 'T-1', reference: expected.reference }] },
		others: ['number', 'size', 'totalElements', 'totalPages', 'first', 'last', 'empty', 'pageable'],
		read: (page) => history.read(page, expected.reference, settings).payments[0],
		told: { outcome: 'authorized', transactionReference: 'T-1', ...expected },
	},
	'a transfer': {
		needed: { status: 'COMPLETE', reference: 'T-1' },
		others: ['destinationName', 'responseMessage', 'narration'],
		read: (data) => readTransferAnswer(data, transferred, settings),
		told: { outcome: 'authorized', transactionReference: 'T-1' },
	},
	'a refund': {
		needed: { status: 6, acquirerCode: '00' },
		others: ['acquirerMessage', 'refundedDate', 'transactionDate', 'transactionAmount', 'refundHistory'],
		read: (data) => readRefundAnswer(data, { paid, amount: 10.5, before: 0 }, settings),
		told: { outcome: 'refunded', transactionReference: 'T-1', amount: 10.5 },
	},
	'the holder of an account': {
		needed: { name: 'OKAFOR, ADAEZE' },
		others: ['bank', 'currency'],
		read: (data) => readBankAccount(data, { bankCode: '011', accountNumber: '0123456789' }),
		told: { found: true, accountName: 'OKAFOR, ADAEZE', accountNumber: '0123456789' },
	},
	'an envelope': {
		needed: { data: { name: 'OKAFOR, ADAEZE' } },
		others: ['message', 'timestamp', 'path', 'code', 'responseCode', 'requestId'],
		read: (body) => readData(ENDPOINTS.verify, { httpStatus: 200, body }),
		told: { name: 'OKAFOR, ADAEZE' },
	},
};

test.each(Object.entries(READINGS))('%s is read, whatever else stands in it', (_, { needed, others, read, told }) => {
	const any = fc.record(Object.fromEntries(others.map((name) => [name, anyValue])), { requiredKeys: [] });
	always(
		fc.property(any, (more) => {
			expect(read({ ...more, ...needed })).toMatchObject(told);
		}),
	);
});

/** Forms in which services repeat what was sent, none of which contradicts it. */
const repeated = {
	amount: [
		10.5,
		'10.50',
		' 10.5 ',
		10.500000000000002,
		10.499999999999998,
		'ten',
		'1,010.50',
		null,
		undefined,
		[10.5],
		{},
	],
	currency: ['NGN', 'ngn', ' NGN ', '566', 566, '', null, undefined, ['NGN']],
};
const references = (reference: string) => [
	...[reference, reference.toLowerCase(), reference.replaceAll('-', ''), ` ${reference} `, null, undefined, '', ['A']],
];

test.each([
	['a charge', READINGS['a frictionless charge']!, 'clientReference', expected.reference],
	['an authorization', READINGS['an authorization']!, 'clientReference', expected.reference],
	['a charge, as verify calls it', READINGS['a frictionless charge']!, 'merchantRef', expected.reference],
])('an answer to %s repeats what was sent in any of its forms', (_, { needed, read, told }, name, reference) => {
	const { amount, currency } = repeated;
	for (const requestedAmount of amount)
		for (const currencyCode of currency)
			for (const own of references(reference))
				expect(read({ ...needed, requestedAmount, currencyCode, [name]: own })).toMatchObject(told);
});

test('an answer to a transfer repeats what was sent in any of its forms', () => {
	const { needed, read, told } = READINGS['a transfer']!;
	const accounts = ['0123456789', 123456789, '012****789', '7', null, ['9']];
	for (const amount of repeated.amount)
		for (const requestId of references('P-1'))
			for (const destination of accounts)
				expect(read({ ...needed, amount, requestId, destination })).toMatchObject(told);
});
