import { InputError } from '../../../gateway/protocol/errors';
import { CHARGE_TEMPLATE, readChargeJson } from '../../../nodes/CardPayment/resources/card/chargeJson';
import { failureOf } from '../gateway/examples';

const problemsOf = (value: unknown) => (failureOf(() => readChargeJson(value)) as InputError).problems;

describe('A charge as JSON', () => {
	test('is read as it is, from an object or from text', () => {
		const charge = { cardNumber: '1', customer: { city: '<Lagos>' }, shop: '<b>' };
		expect(readChargeJson(charge)).toEqual(charge);
		expect(readChargeJson(JSON.stringify(charge))).toEqual(charge);
	});

	test('is refused as long as it is the template, each key by its name', () => {
		const rule = 'is still the example in angle brackets. Replace it with the value of this payment.';
		const keys = ['cardNumber', 'expiry', 'cvv', 'amount', 'currency', 'reference'];
		expect(problemsOf(CHARGE_TEMPLATE)).toEqual(keys.map((key) => ({ path: [key], field: key, rule })));
		const { cvv } = CHARGE_TEMPLATE;
		expect(problemsOf({ cardNumber: '4', cvv: `\n ${cvv} ` })).toEqual([{ path: ['cvv'], field: 'cvv', rule }]);
	});

	test.each(['webhookUrl', 'callbackURL'])('%s gets its usual name, unless that is there too', (other) => {
		const name = other === 'webhookUrl' ? 'webhookURL' : 'callbackUrl';
		expect(readChargeJson({ [other]: 'https://a.example' })).toEqual({ [name]: 'https://a.example' });
		const both = { [other]: 'https://a.example', [name]: 'https://b.example' };
		expect(readChargeJson(both)).toEqual(both);
	});

	test.each(['reference', 'tid'])('%s may be left out, and must not be empty', (name) => {
		expect(readChargeJson({})).toEqual({});
		for (const nothing of [null, '', ' ']) {
			expect(problemsOf({ [name]: nothing })).toEqual([
				{
					path: [name],
					field: name,
					rule: 'has no value for this item. Give it one in every item, or leave it out of the JSON for all of them.',
				},
			]);
		}
	});

	test.each(['', '[]', '{', 7])('%j is no object', (value) => {
		expect(problemsOf(value)).toMatchObject([{ field: 'Charge' }]);
	});
});
