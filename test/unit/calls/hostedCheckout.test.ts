import { buildHostedCheckout, hostedCheckout, readHostedCheckoutAnswer } from '../../../gateway/calls/hostedCheckout';
import { isFinal, OUTCOMES } from '../../../gateway/outcome';
import { payment } from '../../../gateway/payment';
import type { InputError } from '../../../gateway/values/errors';
import { failureOf, settingsWith } from '../gateway/examples';

const INPUT = {
	...{ amount: '10.50', currency: 'NGN', reference: 'ORDER-1', email: 'ada@shop.example', bearer: 'merchant' },
	callbackUrl: 'https://shop.example/back',
};
const build = (changes: object = {}) => buildHostedCheckout({ ...INPUT, ...changes }, 'iso4217');
const request = build();
const PAGE = 'https://pay.example/page';

describe('A hosted checkout (providers)', () => {
	test('is sent as providers publish it, in minor units', () => {
		expect(request).toEqual({
			body: {
				...{ amount: 1050, currency: 'NGN', reference: 'ORDER-1', email: 'ada@shop.example', bearer: 1 },
				...{ channels: [], callbackUrl: 'https://shop.example/back' },
			},
			reference: 'ORDER-1',
			money: { major: 10.5, minor: 1050, currency: 'NGN' },
			secrets: [],
		});
	});

	test('has its fee paid by the customer, some channels and details, where they are chosen', () => {
		const metadata = [
			{ name: 'table', value: '7' },
			{ name: 'waiter', value: 'Ada' },
		];
		expect(build({ bearer: 'customer', channels: ['card', 'bank'], metadata }).body).toMatchObject({
			...{ bearer: 2, channels: ['card', 'bank'], metadata: { table: '7', waiter: 'Ada' } },
		});
	});

	test.each([
		['email', 'ada'],
		['bearer', 'bank'],
		['channels', ['cash']],
		['callbackUrl', 'shop'],
		['reference', ' '],
		['amount', '0'],
	])('%s: %j is refused', (field, value) => {
		const { problems } = failureOf(() => build({ [field]: value })) as InputError;
		expect(problems.map(({ path }) => path[0])).toEqual([field]);
	});

	test.each<[string, answer: object, made: object]>([
		['a page', { checkoutUrl: PAGE, accessCode: 'AC-1', reference: 'ORDER-1' }, { checkoutUrl: PAGE }],
		['a page under the other name', { authorizationUrl: PAGE, accessCode: 'AC-1' }, { checkoutUrl: PAGE }],
		[
			'no page',
			{ accessCode: 'AC-1' },
			{ outcome: 'unknown', checkoutUrl: null, details: 'The service gave no address of the page' },
		],
		[
			'the page of another order',
			{ checkoutUrl: PAGE, accessCode: 'AC-9', reference: 'ORDER-9' },
			{
				...{ outcome: 'unknown', checkoutUrl: null, transactionReference: null },
				details: 'The service answered about another payment',
			},
		],
	])('whose answer has %s', (_, answer, made) => {
		const known = payment({
			...{ outcome: 'redirect_required', reference: 'ORDER-1', transactionReference: 'AC-1' },
			...{ amount: 10.5, amountMinor: 1050, currency: 'NGN' },
		});
		expect(readHostedCheckoutAnswer({ ...answer }, request)).toEqual({ ...known, ...made });
	});

	test('has no page at http, which others could change', () => {
		for (const name of ['checkoutUrl', 'authorizationUrl']) {
			const read = (baseUrl: string) =>
				hostedCheckout.read({ [name]: 'http://pay.example/page' }, request, settingsWith({ baseUrl }));
			expect(read('https://service.example').checkoutUrl).toBeNull();
			expect(read('http://localhost:4000').checkoutUrl).toBe('http://pay.example/page');
		}
	});

	test('is stored without the customer', () => {
		expect(hostedCheckout.partToStore(request)).toEqual({ ...request, body: { amount: 1050 } });
	});

	test.each(OUTCOMES)('that is %s can be shown where it is final: the address of an open page is lost', (outcome) => {
		const { earlier } = hostedCheckout;
		expect(earlier.kind === 'makesPayment' && earlier.canShow(payment({ outcome }))).toBe(isFinal(outcome));
	});

	test.each([
		['redirect_required', 'Nothing is paid yet. Send the customer to checkoutUrl.'],
		['pending', 'Still open, but the address of its page was lost. Verify before you create another.'],
		['unknown', 'It is not known whether a page was created. Verify before you create another.'],
	] as const)('that is %s says what to do, and whether it was made before', (outcome, message) => {
		const made = { ...payment({ outcome }), checkoutUrl: PAGE };
		const item = (duplicate: boolean) =>
			hostedCheckout.item(request, made, { duplicate, isWrongEntry: false, refusalMessage: undefined });
		expect(item(false)).toMatchObject({ outcome, message, checkoutUrl: PAGE });
		expect(item(false)).not.toHaveProperty('duplicate');
		expect(item(true)).toMatchObject({ outcome, duplicate: true });
	});
});
