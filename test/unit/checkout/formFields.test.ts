import { buildCharge } from '../../../gateway/calls/chargeCall';
import { InputError } from '../../../gateway/values/errors';
import { formFieldsOf } from '../../../nodes/CardPaymentCheckout/cardForm';
import { CHARGE_INPUT, failureOf } from '../gateway/examples';

function failureFor(input: Record<string, unknown>): InputError {
	const format = { amountUnit: 'major', amountsIn: 'iso4217', yearDigits: 2, pinFormat: 'number' } as const;
	return failureOf(() => buildCharge({ ...CHARGE_INPUT, ...input }, format)) as InputError;
}

describe('The fields of the card form that a customer has to correct', () => {
	test.each([
		['cardNumber', { cardNumber: '4' }],
		['expiry', { expiry: '13/50' }],
		['expiry', { expiry: '03/20' }],
		['expiry', { expiry: '' }],
		['cvv', { cvv: '' }],
		['cardPin', { cardPin: '123' }],
		['email', { email: 'nobody' }],
	])('%s, by %p', (field, input) => {
		expect(formFieldsOf(failureFor(input))).toEqual([field]);
	});

	test.each([{ callbackUrl: 'x' }, { currency: 'x' }, { amount: '0' }])(
		'are none when only the merchant can correct it: %p',
		(input) => {
			expect(formFieldsOf(failureFor({ cvv: 'x', ...input }))).toBeUndefined();
		},
	);
});
