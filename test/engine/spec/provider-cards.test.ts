import { startSandbox } from '../../../dev/sandbox';
import { CARDS, chargeFields } from '../support/world';
import { setUpWorld, world } from '../support/worldTests';
import { charged, only, sentTo } from './helpers';

const DECLINED_3DS = { cardNumber: '4000000000002503', expiry: '03/50', cvv: '111' };

setUpWorld();

const verified = async (transactionReference: unknown) =>
	await only(world, 'transaction', 'verify', { transactionReference });

/** Answers the page of the card's bank as the customer's browser does. Gives the address to which it is sent back. */
async function decide(acsUrl: unknown, decision: string): Promise<URL> {
	const page = await fetch(String(acsUrl));
	expect(await page.text()).toContain('<form method="post">');
	const body = new URLSearchParams({ decision });
	const answer = await fetch(String(acsUrl), { method: 'POST', body, redirect: 'manual' });
	return new URL(answer.headers.get('location')!);
}

test.each([
	['approved', CARDS.otp, { outcome: 'authorized', authorized: true, status: 2 }],
	['without money', CARDS.insufficientFunds, { outcome: 'declined', authorized: false, status: 4 }],
])('the published card for the OTP flow: %s', async (_, card, end) => {
	const { transactionReference } = await charged(world, { ...card, options: { cardPin: '1111' } });
	expect(await only(world, 'card', 'authorize', { transactionReference, otp: '123456' })).toMatchObject(end);
	expect(await verified(transactionReference)).toMatchObject(end);
});

describe('Provider, cards: 3-D Secure', () => {
	const charge = { returnUrl: 'https://shop.example/paid?order=7', reference: '3DS-1' };

	test.each([
		['approve', CARDS.threeDSecure, { status: '2' }, 'authorized'],
		['decline', CARDS.threeDSecure, { status: '4' }, 'declined'],
		['approve', DECLINED_3DS, { status: '4' }, 'declined'],
	])(
		'the customer comes back from acsUrl after "%s", and verify tells the outcome',
		async (decision, card, sent, end) => {
			const item = await only(world, 'card', 'charge', chargeFields({ ...card, ...charge }));
			const { transactionReference } = world.sandbox.ledger.byReference('3DS-1')!;
			expect(item).toMatchObject({
				...{ outcome: 'redirect_required', authorized: false, status: null, authorizationType: '3DS' },
				...{ acsUrl: `${world.sandbox.url}/3ds/${transactionReference}`, transactionReference, reference: '3DS-1' },
			});
			expect(await verified(transactionReference)).toMatchObject({ outcome: 'pending' });
			const back = await decide(item.acsUrl, decision);
			expect(back.origin + back.pathname).toBe('https://shop.example/paid');
			expect(Object.fromEntries(back.searchParams)).toMatchObject({ order: '7', transactionReference, ...sent });
			expect(await verified(transactionReference)).toMatchObject({ outcome: end });
		},
	);

	test('acsUrl comes out unchanged, also where the digits of the CVV are in it', async () => {
		const other = await startSandbox({ webhooksEnabled: false, transactionPrefix: '/v111' });
		world.editCredential({ transactionBase: `${other.url}/v111` });
		const item = await only(world, 'card', 'charge', chargeFields({ ...CARDS.threeDSecure, ...charge }));
		world.editCredential({ transactionBase: '' });
		await other.stop();
		expect(item.acsUrl).toBe(`${other.url}/v111/3ds/${String(item.transactionReference)}`);
	});
});

test.each([
	[{}, { outcome: 'authorized', authorized: true, status: 2, errorCode: '00' }],
	[{ cvv: '999' }, { outcome: 'declined', authorized: false, status: 4, errorCode: '82', message: 'Wrong CVV' }],
])('the answer of a frictionless card (2DS) is final at once, and a decline is no error: %j', async (changes, end) => {
	const options = { simplify: false };
	const item = await only(world, 'card', 'charge', chargeFields({ ...CARDS.frictionless, ...changes, options }));
	const { response, ...shown } = item;
	expect(shown).toMatchObject({ ...end, authorizationType: '2DS', acsUrl: null, otpMessage: null });
	expect(shown).not.toHaveProperty('error');
	expect(response).toMatchObject({ status: 200, data: { errorCode: end.errorCode } });
});

test('what raises the success rate of 3DS and 2DS is sent: customer and browserDetails', async () => {
	const browserDetails = {
		...{ userAgent: 'Mozilla/5.0', acceptHeader: 'text/html', language: 'en-GB', timeZone: '-60' },
		...{ colorDepth: 24, screenHeight: 1080, screenWidth: 1920, javaEnabled: false, javaScriptEnabled: true },
		ipAddress: '203.0.113.7',
	};
	const person = { firstName: 'Ada', lastName: 'Obi', phoneNumber: '+2348000000001', dateOfBirth: '1990-01-31' };
	const address = {
		...{ street: '1 Marina Road', city: 'Lagos', stateProvince: 'Lagos', stateProvinceCode: 'LA' },
		...{ postcodeZip: '101241', country: 'NG' },
	};
	const options = { customer: person, address, browserDetails };
	await world.one('card', 'charge', chargeFields({ ...CARDS.frictionless, options }));
	expect(sentTo(world, '/transaction/charge').body).toMatchObject({
		customer: { ...person, address },
		browserDetails,
	});
});
