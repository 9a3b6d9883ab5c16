import * as fc from 'fast-check';
import { charge } from '../../../gateway/calls/charge';
import { TRANSFER_WORDS } from '../../../gateway/calls/transferStatus';
import { OUTCOMES } from '../../../gateway/outcome';
import { asDuplicate, commonPart, payment, paymentItem, simplified } from '../../../gateway/payment';
import { always } from './property';

describe('What every operation on a payment outputs', () => {
	test('what is not known is null, so every item has the same fields', () => {
		expect(payment({ outcome: 'pending' })).toEqual({
			outcome: 'pending',
			amount: null,
			currency: null,
			reference: null,
			transactionReference: null,
			authorized: false,
			status: null,
			statusName: null,
			authorizationType: null,
			amountMinor: null,
			serviceMessage: null,
			details: null,
		});
	});

	test.each(OUTCOMES)('authorized is true for the outcome authorized alone: %s', (outcome) => {
		expect(payment({ outcome }).authorized).toBe(outcome === 'authorized');
	});

	test('the common part of any payment is the payment itself', () => {
		const texts = fc.option(fc.string());
		always(
			fc.property(fc.constantFrom(...OUTCOMES), texts, fc.option(fc.integer()), (outcome, text, number) => {
				const paid = payment({
					outcome,
					reference: text,
					serviceMessage: text,
					details: text,
					status: number,
					amount: number,
				});
				expect(commonPart(paid)).toEqual(paid);
			}),
		);
	});
});

describe('The item of a payment', () => {
	const FIRST = ['outcome', 'authorized', 'message', 'amount', 'currency', 'reference', 'transactionReference'];
	const known = {
		...payment({ outcome: 'pending', amount: 10.5, currency: 'NGN', details: 'At length' }),
		acsUrl: null,
	};

	test('has the message of its outcome and its fields, and the amount as text', () => {
		expect(paymentItem(charge.words.item, known, {})).toMatchObject({
			...known,
			message: 'Still open. If the customer has an OTP, enter it. Otherwise verify; do not charge again.',
			amountText: '10.50',
		});
		expect(paymentItem(charge.words.item, known, { duplicate: true }).message).toBe(
			'This was sent before, and nothing was sent now. See its outcome.',
		);
		expect(paymentItem(TRANSFER_WORDS, known, {}).message).toBe(
			'The outcome is still open. Get the status later, and do not send it again.',
		);
	});

	test('with Simplify on, has the first seven, and those of its own fields that have a value', () => {
		const own = ['duplicate', 'acsUrl', 'details', 'otpUrl'];
		const shown = (isDuplicate: boolean) =>
			simplified(paymentItem(charge.words.item, known, asDuplicate(isDuplicate)), own);
		expect(Object.keys(shown(false))).toEqual([...FIRST, 'details']);
		expect(shown(false)).toMatchObject({ outcome: 'pending', reference: null, details: 'At length' });
		expect(Object.keys(shown(true))).toEqual([...FIRST, 'duplicate', 'details']);
	});
});
