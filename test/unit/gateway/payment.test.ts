import * as fc from 'fast-check';
import { charge } from '../../../gateway/calls/charge';
import { TRANSFER_WORDS } from '../../../gateway/calls/transferStatus';
import { OUTCOMES } from '../../../gateway/outcome';
import {
	completePayment,
	duplicateMark,
	commonPart,
	payment,
	paymentItem,
	paymentRow,
	simplifyItem,
	simplifyRow,
} from '../../../gateway/payment';
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

test('a payment is completed with what was sent, and what it tells counts', () => {
	const sent = { reference: 'ORDER-1', amount: 10.5, amountMinor: 1050, currency: 'NGN' };
	expect(completePayment({ reference: null, amount: 0, amountMinor: null, currency: 'USD' }, sent)).toEqual({
		reference: 'ORDER-1',
		amount: 0,
		amountMinor: 1050,
		currency: 'USD',
	});
	const alone = { reference: null, amount: 5, amountMinor: 500, currency: null };
	expect(completePayment(alone, undefined)).toEqual(alone);
});

describe('The item of a payment', () => {
	const KNOWN = ['outcome', 'authorized', 'amount', 'currency', 'reference', 'transactionReference'];
	const FIRST = [...KNOWN, 'message'];
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

	test('begins with the same seven, in whatever order its payment has them, and whatever is added', () => {
		const more = fc.dictionary(fc.stringMatching(/^own[A-Z]$/), fc.option(fc.string()));
		always(
			fc.property(
				fc.constantFrom(...OUTCOMES),
				fc.shuffledSubarray(Object.keys(known), { minLength: 13 }),
				more,
				(outcome, order, own) => {
					const told = { ...known, outcome };
					const paid = Object.fromEntries(order.map((name) => [name, told[name as keyof typeof told]])) as typeof told;
					expect(Object.keys(paymentItem(charge.words.item, paid, own)).slice(0, FIRST.length)).toEqual(FIRST);
					expect(
						Object.keys(simplifyItem(paymentItem(charge.words.item, paid, own), Object.keys(own))).slice(
							0,
							FIRST.length,
						),
					).toEqual(FIRST);
					const row = paymentRow({ ...paid, ...own, customerId: 'Ada', transactionDate: null });
					const columns = [
						'transactionDate',
						'reference',
						'outcome',
						'authorized',
						'amount',
						'currency',
						'transactionReference',
						'customerId',
					];
					expect(Object.keys(row).slice(0, columns.length)).toEqual(columns);
					expect(row).not.toHaveProperty('message');
					expect(Object.keys(simplifyRow(row, ['details', 'none']))).toEqual([...columns, 'details', 'none']);
				},
			),
		);
	});

	test('with Simplify on, has the first seven, and those of its own fields that have a value', () => {
		const own = ['duplicate', 'acsUrl', 'details', 'otpUrl'];
		const shown = (isDuplicate: boolean) =>
			simplifyItem(paymentItem(charge.words.item, known, duplicateMark(isDuplicate)), own);
		expect(Object.keys(shown(false))).toEqual([...FIRST, 'details']);
		expect(shown(false)).toMatchObject({ outcome: 'pending', reference: null, details: 'At length' });
		expect(Object.keys(shown(true))).toEqual([...FIRST, 'duplicate', 'details']);
	});
});
