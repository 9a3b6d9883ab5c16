import type { IDataObject } from 'n8n-workflow';

import { startSandbox } from '../../../dev/sandbox';
import { CARDS, chargeFields, World } from '../support/world';
import { charged, only, sentTo } from './helpers';

const DECLINED_3DS = { cardNumber: '4000000000002503', expiry: '03/50', cvv: '111' };
const withPin = { options: { cardPin: '1111' } };

let world: World;
beforeAll(async () => {
	world = await World.start({ webhooksEnabled: false });
});
afterAll(async () => await world.stop());
beforeEach(async () => await world.sandbox.reset());

const verified = async (transactionReference: unknown) =>
	await only(world, 'transaction', 'verify', { transactionReference });

/** What the customer's browser does with the page of the card's bank. Gives the address to which it is sent back. */
async function decide(acsUrl: unknown, decision: 'approve' | 'decline'): Promise<URL> {
	const page = await fetch(String(acsUrl));
	expect(await page.text()).toContain('<form method="post">');
	const answer = await fetch(String(acsUrl), {
		method: 'POST',
		body: new URLSearchParams({ decision }),
		redirect: 'manual',
	});
	return new URL(answer.headers.get('location')!);
}

describe('Provider, cards: published test cards', () => {
	test.each([
		['5060990580000217499', 'approved', CARDS.otp, { outcome: 'authorized', authorized: true, status: 2 }],
		[
			'5060990580000000390',
			'declined: insufficient funds',
			CARDS.insufficientFunds,
			{ outcome: 'declined', authorized: false, status: 4, message: 'Insufficient funds', otpRejected: false },
		],
	])('%s: OTP flow, %s', async (_, __, card, end) => {
		const { transactionReference } = await charged(world, { ...card, ...withPin });
		expect(await only(world, 'card', 'authorize', { transactionReference, otp: '123456' })).toMatchObject(end);
		const { outcome, authorized, status } = end;
		expect(await verified(transactionReference)).toMatchObject({ outcome, authorized, status });
	});

	test.each([
		['4012000033330026', 'approved', CARDS.threeDSecure, { outcome: 'authorized', authorized: true, status: 2 }],
		['4000000000002503', 'declined', DECLINED_3DS, { outcome: 'declined', authorized: false, status: 4 }],
	])('%s: 3DS, %s', async (_, __, card, end) => {
		const { acsUrl, transactionReference } = await only(world, 'card', 'charge', chargeFields(card));
		await decide(acsUrl, 'approve');
		expect(await verified(transactionReference)).toMatchObject(end);
	});

	test('2223000000000023: frictionless (2DS), approved', async () => {
		const item = await only(world, 'card', 'charge', chargeFields(CARDS.frictionless));
		expect(item).toMatchObject({ outcome: 'authorized', authorized: true, status: 2 });
		expect(await verified(item.transactionReference)).toMatchObject({ authorized: true });
	});

	test.each([
		['the PIN is right', { cardPin: '1111' }, 'otp_required'],
		['the PIN is wrong', { cardPin: '2222' }, 'declined'],
		['there is no PIN', {}, 'otp_required'],
	])('5060990580000217499: when %s', async (_, options, outcome) => {
		expect(await only(world, 'card', 'charge', chargeFields({ options }))).toMatchObject({ outcome });
	});
});

describe('Provider, cards: 3DS answer of a charge', () => {
	const charge = chargeFields({ ...CARDS.threeDSecure, callbackUrl: 'https://shop.example/paid?order=7' });

	test('the customer has to be sent to acsUrl: the payment is not authorized yet', async () => {
		const item = await only(world, 'card', 'charge', { ...charge, reference: '3DS-1' });
		const { transactionReference } = world.sandbox.ledger.byReference('3DS-1')!;
		expect(item).toMatchObject({
			outcome: 'redirect_required',
			authorized: false,
			status: null,
			authorizationType: '3DS',
			acsUrl: `${world.sandbox.url}/3ds/${transactionReference}`,
			transactionReference,
			reference: '3DS-1',
			otpMessage: null,
		});
		expect(await verified(transactionReference)).toMatchObject({ outcome: 'pending' });
	});

	test.each([
		['approve', '2', 'authorized'],
		['decline', '4', 'declined'],
	] as const)(
		'%s: the browser comes back to callbackUrl, and verify tells the outcome',
		async (decision, status, end) => {
			const { acsUrl, transactionReference } = await only(world, 'card', 'charge', { ...charge, reference: '3DS-2' });
			const back = await decide(acsUrl, decision);
			expect(back.origin + back.pathname).toBe('https://shop.example/paid');
			expect(Object.fromEntries(back.searchParams)).toMatchObject({
				order: '7',
				transactionReference,
				status,
				errorMessage: expect.any(String),
				reference: '3DS-2',
			});
			expect(await verified(transactionReference)).toMatchObject({ outcome: end });
		},
	);

	test('an OTP does not authorize it', async () => {
		const { transactionReference } = await only(world, 'card', 'charge', charge);
		expect(await only(world, 'card', 'authorize', { transactionReference, otp: '123456' })).toMatchObject({
			authorized: false,
		});
	});

	test('acsUrl comes out unchanged, also where the digits of the CVV are in it', async () => {
		const other = await startSandbox({ webhooksEnabled: false, transactionPrefix: '/v111' });
		world.editCredential({ transactionBase: `${other.url}/v111` });
		const item = await only(world, 'card', 'charge', charge);
		world.editCredential({ transactionBase: '' });
		await other.stop();
		expect(item.acsUrl).toBe(`${other.url}/v111/3ds/${String(item.transactionReference)}`);
	});
});

describe('Provider, cards: 2DS answer of a charge', () => {
	test('approved: it is final at once, with status, errorMessage and errorCode', async () => {
		expect(await only(world, 'card', 'charge', chargeFields({ ...CARDS.frictionless, reference: '2DS-1' }))).toEqual(
			expect.objectContaining({
				outcome: 'authorized',
				authorized: true,
				status: 2,
				statusName: 'AUTHORIZED',
				authorizationType: '2DS',
				message: 'Approved by the card issuer',
				errorCode: '00',
				reference: '2DS-1',
				transactionReference: world.sandbox.ledger.byReference('2DS-1')!.transactionReference,
				acsUrl: null,
				otpMessage: null,
			}),
		);
	});

	test('approved, with Simplify off: grossAmount and all the rest as they came', async () => {
		const charge = chargeFields({ ...CARDS.frictionless, reference: '2DS-2', options: { simplify: false } });
		const { response } = await only(world, 'card', 'charge', charge);
		const { transactionReference: ref } = world.sandbox.ledger.byReference('2DS-2')!;
		expect(response).toMatchObject({
			status: 200,
			data: { status: 2, authorizationType: '2DS', errorCode: '00', grossAmount: 10.66, ref, reference: '2DS-2' },
		});
	});

	test.each([
		['CVV', { cvv: '999' }, '82', 'Wrong CVV'],
		['expiry date', { expiry: '12/35' }, '54', 'Wrong expiry date'],
	])('declined, for a wrong %s: an outcome, not an error', async (_, wrong, errorCode, message) => {
		const item = await only(world, 'card', 'charge', chargeFields({ ...CARDS.frictionless, ...wrong }));
		expect(item).toMatchObject({ outcome: 'declined', authorized: false, status: 4, errorCode, message });
		expect(item).not.toHaveProperty('error');
	});
});

describe('Provider, cards: what raises the success rate of 3DS and 2DS', () => {
	const browserDetails = {
		userAgent: 'Mozilla/5.0',
		acceptHeader: 'text/html',
		language: 'en-GB',
		colorDepth: 24,
		screenHeight: 1080,
		screenWidth: 1920,
		timeZone: '-60',
		javaEnabled: false,
		javaScriptEnabled: true,
		ipAddress: '203.0.113.7',
	};
	const person = { firstName: 'Ada', lastName: 'Obi', phoneNumber: '+2348000000001', dateOfBirth: '1990-01-31' };
	const address = {
		street: '1 Marina Road',
		city: 'Lagos',
		stateProvince: 'Lagos',
		stateProvinceCode: 'LA',
		postcodeZip: '101241',
		country: 'NG',
	};
	const sent = { customer: { ...person, address }, browserDetails };

	test('customer and browserDetails', async () => {
		const options = { customer: person, billingAddress: address, browser: browserDetails };
		await world.one('card', 'charge', chargeFields({ ...CARDS.frictionless, options }));
		expect(sentTo(world, '/transaction/charge').body).toMatchObject(sent);
	});

	test('not given, they are not sent', async () => {
		await world.one('card', 'charge', chargeFields(CARDS.frictionless));
		const body = sentTo(world, '/transaction/charge').body as IDataObject;
		expect(body).not.toHaveProperty('customer');
		expect(body).not.toHaveProperty('browserDetails');
	});
});
