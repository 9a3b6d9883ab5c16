import { buildCharge } from '../../../gateway/calls/charge';
import { InputError } from '../../../gateway/values/errors';
import { formFieldsOf } from '../../../nodes/CardPaymentCheckoutTrigger/readForm';
import { CHARGE_INPUT, failureOf } from '../gateway/examples';

function failureFor(input: Record<string, unknown>): InputError {
	const format = { amountUnit: 'major', amountsIn: 'iso4217', yearDigits: 2, pinFormat: 'number' } as const;
	return failureOf(() => buildCharge({ ...CHARGE_INPUT, ...input }, format)) as InputError;
}

// The fields that a customer has to correct are tried in test/engine/checkout/flows.test.ts.
test.each([{ callbackUrl: 'x' }, { currency: 'x' }, { amount: '0' }])(
	'no field of the form is to be corrected when only the merchant can: %p',
	(input) => {
		expect(formFieldsOf(failureFor({ cvv: 'x', ...input }))).toBeUndefined();
	},
);
