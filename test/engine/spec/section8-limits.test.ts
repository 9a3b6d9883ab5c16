import { ActiveCheckout, entries } from '../support/checkout';
import { ActiveTrigger, chargeAtSandbox, claimOf } from '../support/trigger';
import { chargeFields, transferFields } from '../support/world';
import { setUpWorld, world } from '../support/worldTests';
import { charged, failure, only, sentTo } from './helpers';

setUpWorld({}, { amountsIn: 'iso4217' });

const currency = (code: string) => ({ __rl: true, mode: 'code', value: code });

describe('8.1 Amount is an integer in minor units', () => {
	test.each([
		['1000 minor units of NGN', '1000', 'minor', 'NGN', 1000, 10],
		['10.00 NGN', '10.00', 'major', 'NGN', 1000, 10],
		['10.5 USD, as a number', '={{ 10.5 }}', 'major', 'USD', 1050, 10.5],
		['0.01 USD, the least', '0.01', 'major', 'USD', 1, 0.01],
		['19.99 USD, which floating point would make 1998.9999999999998', '19.99', 'major', 'USD', 1999, 19.99],
		['500 JPY, which has no decimals', '500', 'major', 'JPY', 500, 500],
		['1.234 KWD, which has three decimals', '1.234', 'major', 'KWD', 1234, 1.234],
		['9999999999.99 USD, the most', '9999999999.99', 'major', 'USD', 999999999999, 9999999999.99],
	])('%s', async (_, amount, amountUnit, code, minor, major) => {
		const item = await only(
			world,
			'card',
			'charge',
			chargeFields({ amount, options: { amountUnit }, currency: currency(code) }),
		);
		expect(sentTo(world, '/transaction/charge').body).toMatchObject({ amount: minor, currency: code });
		expect(item).toMatchObject({ amountMinor: minor, amount: major, currency: code });
	});

	test.each([
		[
			'a fraction of a minor unit',
			{ amount: '10.505' },
			'has too many decimals',
			'NGN has 2 at most. If the point separates thousands, leave it out.',
		],
		[
			'decimals in minor units',
			{ amount: '10.5', options: { amountUnit: 'minor' } },
			'is not a whole number above zero',
			'In minor units, 1050 means 10.50.',
		],
		[
			'a unit that there is not',
			{ options: { amountUnit: 'Major' } },
			'has an unknown unit',
			'Choose "major" or "minor".',
		],
		['zero', { amount: '0.00' }, 'is zero', 'Write an amount above zero.'],
		[
			'a currency sign',
			{ amount: '$10' },
			'is not a plain number',
			'Write it like 10.50, with a point before the decimals.',
		],
		// The other rules are in test/unit/values.
	])('%s: refused, and nothing is sent', async (_, changes, rule, advice) => {
		const error = await failure(world, 'card', 'charge', chargeFields(changes));
		expect(error).toMatchObject({ message: `The card was not charged: 'Amount' ${rule}.`, description: advice });
		expect(world.sandbox.requests).toEqual([]);
	});
});

describe('8.3 Reference is unique per transaction', () => {
	test.each([
		['verify finds it', { verifyKnowsMerchantReference: true, hasHistory: false }],
		['the transaction history finds it', {}],
		['nothing finds it, but the service refuses it', { hasHistory: false }],
	])('one that was used before is charged once: %s', async (_, options) => {
		world.sandbox.configure(options);
		await charged(world, { reference: 'R-1' });
		await failure(world, 'card', 'charge', chargeFields({ reference: 'R-1' }));
		expect(world.sandbox.ledger.chargesOf('R-1')).toBe(1);
	});
});

describe('8.1 says nothing of currencies without two decimals, so the credential does', () => {
	const kwd = { currency: currency('KWD'), amount: '10.50' };

	afterEach(() => world.editCredential({ amountsIn: 'iso4217' }));

	test('while it says nothing, they are refused, and nothing is sent', async () => {
		world.editCredential({ amountsIn: 'unknown' });
		const error = await failure(world, 'card', 'charge', chargeFields(kwd));
		expect(error.message).toContain("'Amount' is in KWD, which providers count in different ways");
		expect(error.description).toContain('under Amounts Are Sent In');
		expect(world.sandbox.requests).toEqual([]);
	});

	test.each([
		['iso4217', 10_500],
		['hundredths', 1050],
	] as const)(
		'a provider that counts %s records the amount that was meant, and reports it so',
		async (amountsIn, minor) => {
			world.editCredential({ amountsIn });
			world.sandbox.configure({ amountsIn });
			const { transactionReference } = await only(world, 'card', 'charge', chargeFields(kwd));
			expect(sentTo(world, '/transaction/charge').body).toMatchObject({ amount: minor, currency: 'KWD' });
			const verified = await only(world, 'transaction', 'verify', { transactionReference });
			expect(verified).toMatchObject({ amount: 10.5, amountMinor: minor, currency: 'KWD' });
		},
	);

	describe.each([
		['iso4217', 10_500],
		['hundredths', 1050],
	] as const)('so it is where a provider counts %s', (amountsIn, minor) => {
		const paid = { amount: 10.5, amountMinor: minor, currency: 'KWD' };
		beforeEach(() => {
			world.editCredential({ amountsIn });
			world.sandbox.configure({ amountsIn });
		});

		test('on the payment page', async () => {
			const checkout = await ActiveCheckout.activate(world, kwd);
			const page = await (await checkout.open()).submit(entries('frictionless'));
			const started = await checkout.started();
			await checkout.deactivate();
			expect(page.heading).toBe('Payment received');
			expect(sentTo(world, '/transaction/charge').body).toMatchObject({ amount: minor, currency: 'KWD' });
			expect(started).toMatchObject([{ ...paid, authorized: true }]);
		});

		test('at the trigger', async () => {
			const options = { currencies: 'KWD', minimumAmount: 10.5 };
			const trigger = await ActiveTrigger.activate(world, { options });
			const charge = await chargeAtSandbox(world, { amount: minor, currency: 'KWD' });
			await trigger.notify(claimOf(charge));
			const started = await trigger.started();
			await trigger.deactivate();
			expect(started).toMatchObject([{ ...paid, authorized: true }]);
		});

		test('in a transfer, which is sent in major units', async () => {
			// A reset takes back all tokens, and a transfer is not sent again with a new one.
			await world.one('bank', 'getMany', { limit: 1 });
			const item = await only(world, 'transfer', 'create', transferFields(kwd));
			expect(sentTo(world, '/transfer-funds').body).toMatchObject({ amount: 10.5 });
			expect(item).toMatchObject({ amount: 10.5, amountMinor: minor, currency: 'KWD' });
		});
	});
});
