import { paymentInRefusal } from '../../../../gateway/calls/paymentInRefusal';
import { outcomeIn, statusTable } from '../../../../gateway/outcome';

const table = statusTable('');
const read = (record: Record<string, unknown>, serviceMessage?: string) =>
	paymentInRefusal(record, { sent: 'ORDER-1', serviceMessage, outcomeIn: (one) => outcomeIn(one, table) });

describe('an open status that names no payment', () => {
	test.each([
		[{ status: 1 }, undefined],
		[{ status: 'PENDING' }, 'Transaction pending'],
		[{ statusCode: 8, errorMessage: 'Awaiting issuer' }, 'Payment pending'],
		[{ status: 10 }, 'Not now'],
	])('tells of one: %j, %p', (record, said) => {
		expect(read(record, said)).toEqual({
			payment: { transactionReference: null, isOfSent: false, isMade: true, isOpen: true },
		});
	});

	test.each([
		[{ status: 1 }, 'Insufficient funds'],
		[{ status: 1, errorMessage: 'Do not honour' }, undefined],
		[{ status: 'PENDING', errorMessage: 'Invalid CVV' }, 'Payment pending'],
		[{ status: 1, errorMessage: 'Pending' }, 'The request failed'],
		[{ status: 1 }, 'Merchant account pending activation'],
		[{ status: 1 }, 'Wrong OTP'],
	])('tells of none beside words of a failure: %j, %p', (record, said) => {
		expect(read(record, said)).toEqual({});
	});
});
