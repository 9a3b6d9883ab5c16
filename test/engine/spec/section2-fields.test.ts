import type { IDataObject } from 'n8n-workflow';

import { PROPERTY, USER } from '../../../dev/sandbox/routes/auth';
import { CARDS, chargeFields, World } from '../support/world';
import { charged, failure, only, sentTo } from './helpers';

/* The way of each field to the service and back. The rules of each field are in test/unit/gateway. */

let world: World;
beforeAll(async () => {
	world = await World.start({ webhooksEnabled: false });
});
afterAll(async () => await world.stop());
beforeEach(() => void (world.sandbox.requests.length = 0));

describe('2.1 Access token response', () => {
	test('accessToken and refreshToken: kept in the credential, and the first sent as the bearer token', async () => {
		await world.one('bank', 'getMany', { limit: 1 });
		const { accessToken, refreshToken } = world.engine.store.read(world.credentialId);
		expect(accessToken).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
		expect(refreshToken).toMatch(/^[\w-]{20,}$/);
		expect(sentTo(world, '/banks').headers.authorization).toBe(`Bearer ${String(accessToken)}`);
	});

	test('user and properties, and with Simplify off as they came, without the tokens', async () => {
		const properties = { [PROPERTY.name]: PROPERTY.value };
		expect(await only(world, 'account', 'get')).toMatchObject({ ...USER, properties });
		const { response } = await only(world, 'account', 'get', { options: { simplify: false } });
		expect(response).toEqual({ user: USER, properties: [PROPERTY] });
	});
});

describe('2.2 Card charge request', () => {
	const CHARGE: IDataObject = {
		cardNumber: '5060990580000217499',
		expiry: '3/2050',
		cvv: '111',
		amount: 1000,
		currency: 'NGN',
		callbackUrl: 'https://shop.example/paid?order=1',
		webhookURL: 'https://shop.example/hook',
		sourceUrl: 'https://shop.example/basket',
		cardPin: '1111',
		tid: 'T-0001',
		email: 'ada@shop.example',
	};
	const fromItems = (...fields: string[]) =>
		Object.fromEntries(fields.map((field) => [field, `={{ $json.${field} }}`]));
	const options = { amountUnit: 'minor', ...fromItems('sourceUrl', 'cardPin', 'tid'), customer: fromItems('email') };
	const FIELD_BY_FIELD = {
		...fromItems('cardNumber', 'expiry', 'cvv', 'amount', 'reference', 'webhookURL'),
		notify: 'url',
		returnUrl: '={{ $json.callbackUrl }}',
		currency: { __rl: true, mode: 'code', value: '={{ $json.currency }}' },
		options,
	};
	let charges = 0;
	const withReference = (changes: IDataObject) => ({ ...CHARGE, reference: `FIELDS-${++charges}`, ...changes });
	const charge = async (changes: IDataObject) => {
		await only(world, 'card', 'charge', FIELD_BY_FIELD, withReference(changes));
		return sentTo(world, '/transaction/charge').body as IDataObject;
	};
	const refuse = async (changes: IDataObject) => {
		const error = await failure(world, 'card', 'charge', FIELD_BY_FIELD, [withReference(changes)]);
		expect(world.sandbox.requests).toEqual([]);
		return error;
	};

	const { expiry: _, ...others } = CHARGE;
	const SENT = { ...others, expiryMonth: '03', expiryYear: '50', cardPin: 1111 };

	test.each([
		['all fields, each in its form, and nothing else', {}, {}],
		['a card number grouped as on the card', { cardNumber: '5060 9905-8000 0217 499' }, {}],
		['an expiry as on the card', { expiry: '03/50' }, {}],
		['an expiry as a number that has lost its zero', { expiry: 350 }, {}],
		['numbers for texts, and a text for a number', { cvv: 111, cardPin: 1111, amount: '1000' }, {}],
		['a currency in small letters', { currency: 'usd' }, { currency: 'USD' }],
		['a PIN whose zero an int would lose', { cardPin: '0111' }, { cardPin: '0111' }],
	])('%s: arrives as specified', async (_what, changes, sent) => {
		const reference = expect.stringMatching(/^FIELDS-\d+$/) as string;
		expect(await charge(changes)).toEqual({ ...SENT, reference, ...sent });
	});

	test('what is optional and not given does not arrive', async () => {
		const body = await charge({ sourceUrl: '', cardPin: '', email: '' });
		for (const name of ['sourceUrl', 'cardPin', 'email']) expect(body).not.toHaveProperty(name);
	});

	test('Send PIN As and Digits of the Expiry Year change those', async () => {
		world.editCredential({ pinFormat: 'text', yearDigits: 4 });
		expect(await charge({})).toMatchObject({ cardPin: '1111', expiryYear: '2050' });
		world.editCredential({ pinFormat: 'number', yearDigits: 2 });
	});

	test.each([
		['cardNumber', 'Card Number', 'is missing'],
		['expiry', 'Expiry', 'is missing'],
		['cvv', 'CVV', 'is missing'],
		['amount', 'Amount', 'is missing'],
		['callbackUrl', 'Return URL', 'has no value for this item'],
		['webhookURL', 'Webhook URL', 'is missing'],
		['reference', 'Reference', 'has no value for this item'],
		['tid', 'Terminal ID', 'has no value for this item'],
		['currency', 'Currency', 'has no value for this item'],
	])('without %s nothing is sent', async (field, label, rule) => {
		for (const missing of ['', undefined]) {
			expect((await refuse({ [field]: missing })).message).toBe(`The card was not charged: '${label}' ${rule}.`);
		}
	});

	test('several broken rules are told at once', async () => {
		expect(await refuse({ cvv: '1', amount: '10.5', webhookURL: 'nowhere' })).toMatchObject({
			message: "The card was not charged: 'CVV', 'Webhook URL' and 'Amount' must be corrected.",
			description: expect.stringMatching(/^'CVV' does .* 'Webhook URL' is .* 'Amount' is /) as string,
		});
	});
});

test('2.3 Card charge response: what it says stands next to what was sent, and comes whole with Simplify off', async () => {
	const item = await only(world, 'card', 'charge', chargeFields({ reference: 'R-1', options: { simplify: false } }));
	const { transactionReference } = world.sandbox.ledger.byReference('R-1')!;
	const otpMessage = 'Please enter the OTP sent to your phone number 080******00';
	const otpMessageSupport = 'If you did not receive the OTP, call your bank or dial *000*000#';
	expect(item).toMatchObject({
		...{ outcome: 'otp_required', authorized: false, status: null, statusName: null, authorizationType: 'OTP' },
		...{ otpMessage, otpMessageSupport, serviceMessage: otpMessage, transactionReference },
		...{ reference: 'R-1', amount: 10.5, amountMinor: 1050, currency: 'NGN' },
	});
	expect(item.response).toEqual({
		status: 200,
		message: 'Successful',
		data: { status: 200, authorizationType: 'OTP', otpMessage, otpMessageSupport, reference: transactionReference },
		errors: [],
	});
});

test('2.3 the reference comes out unchanged, also where it holds the client ID', async () => {
	world.sandbox.configure({ clientId: 'merchant-0042' });
	world.editCredential({ clientId: 'merchant-0042' });
	const named = await only(world, 'card', 'charge', chargeFields({ reference: 'merchant-0042-1001' }));
	world.sandbox.configure({ clientId: 'sandbox-client-id' });
	world.editCredential({ clientId: 'sandbox-client-id' });
	expect(named.reference).toBe('merchant-0042-1001');
});

describe('2.4 Authorize request', () => {
	test.each([
		['the three fields, and nothing else', {}, { otp: '123456', authorizationType: 'OTP' }],
		['otp, with leading zeros', { otp: '001234' }, { otp: '001234', authorizationType: 'OTP' }],
		['otp, as a number', { otp: '={{ 123456 }}' }, { otp: '123456', authorizationType: 'OTP' }],
	])('%s', async (_, given, sent) => {
		const { transactionReference } = await charged(world);
		await world.one('card', 'authorize', { transactionReference, otp: '123456', ...given });
		expect(sentTo(world, '/charge/authorize').body).toEqual({ transactionReference, ...sent });
	});

	test.each([
		[{ transactionReference: '={{ $json.missing }}' }, "'Transaction Reference' is missing"],
		[{ otp: '={{ $json.missing }}' }, "'OTP' is missing"],
	])('with %j nothing is sent', async (changes, message) => {
		const given = { transactionReference: 'SBX-1', otp: '123456', ...changes };
		expect((await failure(world, 'card', 'authorize', given)).message).toContain(message);
		expect(world.sandbox.requests).toEqual([]);
	});
});

test('2.5 Authorize response: each field, and with Simplify off the envelope as it came', async () => {
	const { transactionReference, paymentReference } = await charged(world, { reference: 'AUTHORIZE-1' });
	const fields = { transactionReference, otp: '123456', options: { simplify: false } };
	const { response, ...item } = await only(world, 'card', 'authorize', fields);
	const alike = {
		...{ status: 2, transactionReference, authorizationType: 'OTP', grossAmount: 10.66 },
		...{ callbackUrl: 'https://shop.example/paid', paymentReference },
	};
	const errorMessage = 'Approved by the card issuer';
	expect(item).toMatchObject({
		...{ ...alike, outcome: 'authorized', authorized: true, statusName: 'AUTHORIZED', reference: 'AUTHORIZE-1' },
		...{ message: errorMessage, serviceMessage: errorMessage },
	});
	expect(item).not.toHaveProperty('error');
	expect(response).toEqual({
		status: 200,
		message: 'Successful',
		data: { ...alike, errorMessage, clientReference: 'AUTHORIZE-1', charge: true },
		errors: [],
	});
});

test.each<['payload' | 'table', RegExp, object]>([
	['payload', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/, { status: 2 }],
	['table', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/, { status: 'AUTHORIZED', statusCode: 2 }],
])('2.6 Transaction verification record, as the %s has it', async (verifyShape, dateForm, statusFields) => {
	const reference = `VERIFY-${verifyShape}`;
	world.sandbox.configure({ verifyShape });
	const customer = { email: 'ada@shop.example', firstName: 'Ada', lastName: 'Obi' };
	const charge = chargeFields({ ...CARDS.frictionless, reference, options: { customer } });
	const { transactionReference } = await only(world, 'card', 'charge', charge);
	const options = { simplify: false };
	const { response, ...item } = await only(world, 'transaction', 'verify', { transactionReference, options });
	world.sandbox.configure({ verifyShape: 'payload' });
	expect(item).toMatchObject({
		...{ outcome: 'authorized', authorized: true, status: 2, statusName: 'AUTHORIZED' },
		...{ merchant: 'Sandbox Merchant', paymentRequestor: 'Sandbox Merchant', reference, transactionReference },
		...{ grossAmount: 10.66, amount: 10.5, amountMinor: 1050, transactionFee: 0.16, settlementAmount: 10.5 },
		...{ customerId: 'Ada Obi ada@shop.example', currency: 'NGN', callbackUrl: 'https://shop.example/paid' },
		...{ authorizationType: 'OPEN', transactionDate: expect.stringMatching(dateForm) as string },
	});
	// No time zone is added.
	const { createdAt } = world.sandbox.ledger.byReference(reference)!;
	expect(createdAt).toContain(String(item.transactionDate).replace('Z', ''));
	const data = { merchantRef: reference, requestedAmount: 10.5, currencyCode: 'NGN', ...statusFields };
	expect(response).toMatchObject({ status: 200, message: 'Successful', data, errors: [] });
});
