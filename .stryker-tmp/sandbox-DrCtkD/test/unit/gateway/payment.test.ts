// @ts-nocheck
import * as fc from 'fast-check';
import { OUTCOMES } from '../../../gateway/outcome';
import { commonPart, payment } from '../../../gateway/payment';
import { always } from './property';

describe('What every operation on a payment outputs', () => {
	test('what is not known is null, so every item has the same fields', () => {
		expect(payment({ outcome: 'pending' })).toEqual({
			outcome: 'pending',
			authorized: false,
			status: null,
			statusName: null,
			reference: null,
			transactionReference: null,
			authorizationType: null,
			amount: null,
			amountMinor: null,
			currency: null,
			message: null,
		});
	});

	test.each(OUTCOMES)('authorized is true for the outcome authorized alone: %s', (outcome) => {
		expect(payment({ outcome }).authorized).toBe(outcome === 'authorized');
	});

	test('what is known is kept', () => {
		const known = {
			status: 2,
			statusName: 'AUTHORIZED',
			reference: 'ORDER-1',
			transactionReference: 'T-1',
			authorizationType: 'OTP',
			amount: 10.5,
			amountMinor: 1050,
			currency: 'NGN',
			message: 'Approved',
		};
		expect(payment({ outcome: 'authorized', ...known })).toEqual({ outcome: 'authorized', authorized: true, ...known });
	});

	test('the common part leaves out what an operation added', () => {
		const common = payment({ outcome: 'otp_required', reference: 'ORDER-1' });
		expect(commonPart({ ...common, otpMessage: 'Enter the OTP' } as typeof common)).toEqual(common);
	});

	test('the common part of any payment is the payment itself', () => {
		const texts = fc.option(fc.string());
		always(
			fc.property(fc.constantFrom(...OUTCOMES), texts, fc.option(fc.integer()), (outcome, text, number) => {
				const paid = payment({ outcome, reference: text, message: text, status: number, amount: number });
				expect(commonPart(paid)).toEqual(paid);
			}),
		);
	});
});
