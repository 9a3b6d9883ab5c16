import type { IDataObject } from 'n8n-workflow';

import { readAuthorize } from '../../../gateway/calls/authorizeCall';
import { CARDS, chargeFields, World } from '../support/world';
import { charged, failure, only, sentTo } from './helpers';

let world: World;
beforeAll(async () => {
	world = await World.start({ webhooksEnabled: false });
});
afterAll(async () => await world.stop());
beforeEach(() => void (world.sandbox.requests.length = 0));

describe('2.1 Access token response', () => {
	const user: Array<[string, unknown]> = [
		['id', '5b0a7a52-6f0c-4c0e-9d59-7a3c1f2e8d10'],
		['mobile', '+2348000000000'],
		['firstName', 'Sandbox'],
		['lastName', 'Merchant'],
		['role', 'BUSINESS'],
		['roles', ['BUSINESS']],
		['kycLevel', 'TIER_THREE'],
		['selfie', 'https://files.sandbox.example/selfie.png'],
		['accountPublicId', 'c3f4a1de-2b77-4c57-8a2e-94d6b0e51f33'],
	];
	const property = { name: 'EMAIL_VALIDATED_DATE', value: '2024-03-05T09:41:27.318204' };
	let account: IDataObject;
	beforeAll(async () => {
		account = await only(world, 'account', 'get');
	});

	test('accessToken: kept in the credential, and sent as the bearer token', async () => {
		await world.one('bank', 'getMany', { limit: 1 });
		const { accessToken } = world.engine.store.read(world.credentialId);
		expect(accessToken).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
		expect(sentTo(world, '/banks').headers.authorization).toBe(`Bearer ${String(accessToken)}`);
	});

	test('refreshToken: kept in the credential', async () => {
		await world.one('bank', 'getMany', { limit: 1 });
		expect(world.engine.store.read(world.credentialId).refreshToken).toMatch(/^[\w-]{20,}$/);
	});

	test.each(user)('user.%s', (field, value) => {
		expect(account[field]).toEqual(value);
	});

	test('properties: each name with its value', () => {
		expect(account.properties).toEqual({ [property.name]: property.value });
	});

	test('Simplify off: user and properties as they came, without the tokens', async () => {
		expect((await only(world, 'account', 'get', { options: { simplify: false } })).response).toEqual({
			user: Object.fromEntries(user),
			properties: [property],
		});
	});
});

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
const fromItem = (field: string) => `={{ $json.${field} }}`;
const fromItems = (...fields: string[]) => Object.fromEntries(fields.map((field) => [field, fromItem(field)]));
const FIELD_BY_FIELD = {
	...fromItems('cardNumber', 'expiry', 'cvv', 'amount', 'reference', 'callbackUrl', 'webhookURL'),
	notify: 'urls',
	currency: { __rl: true, mode: 'code', value: fromItem('currency') },
	options: { amountUnit: 'minor', ...fromItems('sourceUrl', 'cardPin', 'tid'), customer: fromItems('email') },
};
const LABELS: Record<string, string> = {
	cardNumber: 'Card Number',
	expiry: 'Expiry',
	cvv: 'CVV',
	amount: 'Amount',
	currency: 'Currency',
	reference: 'Reference',
	callbackUrl: 'Callback URL',
	webhookURL: 'Webhook URL',
	sourceUrl: 'Source URL',
	cardPin: 'Card PIN',
	tid: 'Terminal ID',
	email: 'Customer > Email',
};

describe('2.2 Card charge request', () => {
	let charges = 0;
	const withReference = (changes: IDataObject) => ({ ...CHARGE, reference: `FIELDS-${++charges}`, ...changes });
	const charge = async (changes: IDataObject, more: IDataObject = {}) => {
		const options = { ...FIELD_BY_FIELD.options, ...more };
		await only(world, 'card', 'charge', { ...FIELD_BY_FIELD, options }, withReference(changes));
		return sentTo(world, '/transaction/charge').body as IDataObject;
	};
	const refuse = async (changes: IDataObject) => {
		const error = await failure(world, 'card', 'charge', FIELD_BY_FIELD, [withReference(changes)]);
		expect(world.sandbox.requests).toEqual([]);
		return error;
	};

	describe('arrives as', () => {
		let sent: IDataObject;
		beforeAll(async () => {
			world.sandbox.requests.length = 0;
			sent = await charge({ reference: 'ORD-1001' });
		});

		test.each([
			['cardNumber, a string', '5060990580000217499'],
			['expiryYear, a string of two digits', '50'],
			['expiryMonth, a string of two digits', '03'],
			['cvv, a string', '111'],
			['amount, an int in minor units', 1000],
			['currency, a string', 'NGN'],
			['reference, the string that the caller chose', 'ORD-1001'],
			['callbackUrl, a string', 'https://shop.example/paid?order=1'],
			['webhookURL, a string', 'https://shop.example/hook'],
			['sourceUrl, a string', 'https://shop.example/basket'],
			['cardPin, an int', 1111],
			['tid, a string', 'T-0001'],
			['email, a string', 'ada@shop.example'],
		])('%s', (name, value) => {
			expect(sent[name.split(',')[0]!]).toBe(value);
		});

		test('nothing else', () => {
			const { expiry: _, ...others } = CHARGE;
			const names = [...Object.keys(others), 'expiryMonth', 'expiryYear', 'reference'];
			expect(Object.keys(sent).sort()).toEqual(names.sort());
		});
	});

	test('what is optional and not given does not arrive', async () => {
		const body = await charge({ sourceUrl: '', cardPin: '', email: '' });
		expect(Object.keys(body).sort()).toEqual([
			'amount',
			'callbackUrl',
			'cardNumber',
			'currency',
			'cvv',
			'expiryMonth',
			'expiryYear',
			'reference',
			'tid',
			'webhookURL',
		]);
	});

	test.each(['reference', 'tid', 'currency'])(
		'%s: nothing is refused, because a default in its place would be a guess',
		async (field) => {
			expect((await refuse({ [field]: '' })).message).toContain(`'${LABELS[field]!}' has no value for this item`);
		},
	);

	test.each(['cardNumber', 'expiry', 'cvv', 'amount', 'callbackUrl', 'webhookURL'])(
		'%s is required: without it nothing is sent',
		async (field) => {
			expect(await refuse({ [field]: '' })).toMatchObject({
				message: `The card was not charged: '${LABELS[field]!}' is missing.`,
				description: 'Give it a value.',
			});
		},
	);

	test('a field that the item does not have counts as not given', async () => {
		const { cvv: _, ...withoutCvv } = CHARGE;
		const { message } = await failure(world, 'card', 'charge', FIELD_BY_FIELD, [
			{ ...withoutCvv, reference: 'NO-CVV' },
		]);
		expect(message).toBe(`The card was not charged: 'CVV' is missing.`);
	});

	test('a published workflow has no automatic reference: where the field is empty, nothing is sent', async () => {
		const error = await failure(world, 'card', 'charge', { ...FIELD_BY_FIELD, reference: '' }, [CHARGE]);
		expect(error).toMatchObject({
			message: "The card was not charged: 'Reference' is missing.",
			description: 'Give it a value.',
		});
		expect(world.sandbox.requests).toEqual([]);
	});

	test.each([
		['cardNumber, grouped as on the card', { cardNumber: '5060 9905-8000 0217 499' }, '5060990580000217499'],
		['expiryYear, as on the card', { expiry: '03/50' }, '50'],
		['expiryMonth, as on the card', { expiry: '03/50' }, '03'],
		['expiryYear, without a slash', { expiry: '0350' }, '50'],
		['expiryMonth, without a slash', { expiry: '0350' }, '03'],
		['expiryMonth, as a number that has lost its zero', { expiry: 350 }, '03'],
		['expiryYear, with spaces', { expiry: ' 03 / 2050 ' }, '50'],
		['cvv, as a number', { cvv: 111 }, '111'],
		['amount, as text', { amount: '1000' }, 1000],
		['currency, in small letters', { currency: 'usd' }, 'USD'],
		['cardPin, as a number', { cardPin: 1111 }, 1111],
	])('%s, arrives in the specified form', async (name, changes, sent) => {
		const body = await charge(changes);
		expect(body[name.split(',')[0]!]).toBe(sent);
	});

	test.each([
		['cardNumber with a typing mistake', 'cardNumber', '5060990580000217498', 'is not valid. Check each digit.'],
		[
			'cardNumber with letters',
			'cardNumber',
			'5060 four',
			'has a letter in it. Write its digits alone, as they are printed on the card.',
		],
		[
			'cardNumber as a number too long to be exact',
			'cardNumber',
			Number('5060990580000000515'),
			'has lost digits, because it was passed as a number. Pass it as text.',
		],
		['expiry with a year of three digits', 'expiry', '03/205', 'is not a month and a year. Write it like 03/29.'],
		[
			'expiry with the month 13',
			'expiry',
			'13/50',
			'does not begin with a month. Write one from 01 to 12, such as 03/29.',
		],
		[
			'an expired card',
			'expiry',
			'03/2020',
			'is in the past, so the card has expired. Ask the customer for another card.',
		],
		[
			'cvv of two digits',
			'cvv',
			'11',
			'has too few digits. It has 3 or 4. Check for leading zeros: a spreadsheet drops them unless the column is formatted as text.',
		],
		['currency by name', 'currency', 'Naira', 'is not a currency code. Write its three letters, such as NGN or USD.'],
		[
			'callbackUrl without http',
			'callbackUrl',
			'shop.example/paid',
			'is not a web address. Begin it with https:// or http://.',
		],
		['sourceUrl without http', 'sourceUrl', 'shop.example', 'is not a web address. Begin it with https:// or http://.'],
		['cardPin with letters', 'cardPin', '11a1', 'does not have 4 to 12 digits. Write them alone.'],
		['email without @', 'email', 'ada', 'is not an e-mail address. Write it like name@example.com.'],
	])('%s: refused before it is sent', async (_, field, value, rule) => {
		const { message, description } = await refuse({ [field]: value });
		expect(`${message} ${description}`).toBe(`The card was not charged: '${LABELS[field]!}' ${rule}`);
	});

	test('several broken rules are told at once', async () => {
		const [cvv, webhook, amount] = ['cvv', 'webhookURL', 'amount'].map((field) => `'${LABELS[field]!}'`);
		expect(await refuse({ cvv: '1', amount: '10.5', webhookURL: 'nowhere' })).toMatchObject({
			message: `The card was not charged: ${cvv}, ${webhook} and ${amount} must be corrected.`,
			description: [
				`${cvv} has too few digits. It has 3 or 4. Check for leading zeros: a spreadsheet drops them unless the column is formatted as text.`,
				`${webhook} is not a web address. Begin it with https:// or http://.`,
				`${amount} has decimals, but is in minor units. Write a whole number: 1050 means 10.50.`,
			].join(' '),
		});
	});

	test.each([
		['1111', {}, 1111],
		['0111', {}, '0111'],
		['1111', { pinFormat: 'text' }, '1111'],
	])(
		'cardPin: %s is an int, or text where an int would lose a zero or the option says so',
		async (cardPin, options, sent) => {
			expect((await charge({ cardPin }, options)).cardPin).toBe(sent);
		},
	);

	test('expiryYear: in four digits, where the option says so', async () => {
		const body = await charge({}, { yearDigits: 4 });
		expect(body.expiryYear).toBe('2050');
	});
});

describe('2.3 Card charge response', () => {
	let item: IDataObject;
	beforeAll(async () => {
		item = await only(world, 'card', 'charge', chargeFields({ reference: 'RESPONSE-1' }));
	});

	test('status: 200 says that the call worked, not what became of the payment', () => {
		expect(item).toMatchObject({ outcome: 'otp_required', authorized: false, status: null, statusName: null });
	});

	test('authorizationType', () => {
		expect(item.authorizationType).toBe('OTP');
	});

	test('otpMessage', () => {
		const otpMessage = 'Please enter the OTP sent to your phone number 080******00';
		expect(item).toMatchObject({ otpMessage, serviceMessage: otpMessage });
	});

	test('otpMessageSupport', () => {
		expect(item.otpMessageSupport).toBe('If you did not receive the OTP, call your bank or dial *000*000#');
	});

	test('reference: comes out as the transactionReference that authorize asks for', async () => {
		const { transactionReference } = item;
		expect(transactionReference).toBe(world.sandbox.ledger.byReference('RESPONSE-1')!.transactionReference);
		expect(await only(world, 'card', 'authorize', { transactionReference, otp: '123456' })).toMatchObject({
			authorized: true,
		});
	});

	test('the request stands next to it: reference, amount and currency', () => {
		expect(item).toMatchObject({ reference: 'RESPONSE-1', amount: 10.5, amountMinor: 1050, currency: 'NGN' });
	});

	test('the reference comes out unchanged, also where it holds the client ID', async () => {
		world.sandbox.configure({ clientId: 'merchant-0042' });
		world.editCredential({ clientId: 'merchant-0042' });
		const named = await only(world, 'card', 'charge', chargeFields({ reference: 'merchant-0042-1001' }));
		world.sandbox.configure({ clientId: 'sandbox-client-id' });
		world.editCredential({ clientId: 'sandbox-client-id' });
		expect(named.reference).toBe('merchant-0042-1001');
	});

	test('Simplify off: the envelope as it came', async () => {
		const item = await only(
			world,
			'card',
			'charge',
			chargeFields({ reference: 'RESPONSE-2', options: { simplify: false } }),
		);
		expect(item).toMatchObject({ outcome: 'otp_required', reference: 'RESPONSE-2' });
		expect(item.response).toEqual({
			status: 200,
			message: 'Successful',
			data: {
				status: 200,
				authorizationType: 'OTP',
				otpMessage: 'Please enter the OTP sent to your phone number 080******00',
				otpMessageSupport: 'If you did not receive the OTP, call your bank or dial *000*000#',
				reference: world.sandbox.ledger.byReference('RESPONSE-2')!.transactionReference,
			},
			errors: [],
		});
	});
});

describe('2.4 Authorize request', () => {
	test('transactionReference, otp and authorizationType arrive, and nothing else', async () => {
		const { transactionReference } = await charged(world);
		await world.one('card', 'authorize', { transactionReference, otp: '123456' });
		expect(sentTo(world, '/charge/authorize').body).toEqual({
			transactionReference,
			otp: '123456',
			authorizationType: 'OTP',
		});
	});

	test.each([
		['otp, with leading zeros', { otp: '001234' }, { otp: '001234' }],
		['otp, as a number', { otp: '={{ 123456 }}' }, { otp: '123456' }],
		['otp, with a space behind it', { otp: '123456 ' }, { otp: '123456' }],
	])('%s: arrives as text', async (_, given, sent) => {
		const { transactionReference } = await charged(world);
		await world.one('card', 'authorize', { transactionReference, ...given });
		expect(sentTo(world, '/charge/authorize').body).toMatchObject({ transactionReference, ...sent });
	});

	test.each([
		['transactionReference', "The payment was not authorized: 'Transaction Reference' is missing."],
		['otp', "The payment was not authorized: 'OTP' is missing."],
	])('%s is required: without it nothing is sent', async (field, message) => {
		const given = { transactionReference: 'SBX-1', otp: '123456' };
		expect(await failure(world, 'card', 'authorize', { ...given, [field]: fromItem('missing') })).toMatchObject({
			message,
			description: 'Give it a value.',
		});
		expect(world.sandbox.requests).toEqual([]);
	});
});

describe('2.5 Authorize response', () => {
	let transactionReference: string;
	let paymentReference: string;
	let item: IDataObject;
	beforeAll(async () => {
		({ transactionReference, paymentReference } = await charged(world, { reference: 'AUTHORIZE-1' }));
		item = await only(world, 'card', 'authorize', { transactionReference, otp: '123456' });
	});

	test('status: 2 means AUTHORIZED', () => {
		expect(item).toMatchObject({ outcome: 'authorized', authorized: true, status: 2, statusName: 'AUTHORIZED' });
	});

	test('errorMessage: on success an approval text, put out as message and serviceMessage', () => {
		expect(item).toMatchObject({
			message: 'Approved by the card issuer',
			serviceMessage: 'Approved by the card issuer',
		});
		expect(item).not.toHaveProperty('error');
	});

	test('transactionReference', () => {
		expect(item.transactionReference).toBe(transactionReference);
	});

	test('authorizationType', () => {
		expect(item.authorizationType).toBe('OTP');
	});

	test('grossAmount: a decimal', () => {
		expect(item.grossAmount).toBe(10.66);
	});

	test('callbackUrl', () => {
		expect(item.callbackUrl).toBe('https://shop.example/paid');
	});

	test('callbackUrl: also where it is named callbackURL, as in the field list', () => {
		const request = { body: { transactionReference, otp: '123456', authorizationType: 'OTP' }, secrets: [] };
		const read = readAuthorize({ status: 2, callbackURL: 'https://shop.example/paid' }, request, {});
		expect(read.callbackUrl).toBe('https://shop.example/paid');
	});

	test("clientReference: the merchant's, put out as reference", () => {
		expect(item.reference).toBe('AUTHORIZE-1');
	});

	test('paymentReference', () => {
		expect(item.paymentReference).toBe(paymentReference);
	});

	test('charge, and all the others: with Simplify off the envelope as it came', async () => {
		const transaction = await charged(world, { reference: 'AUTHORIZE-2' });
		const parameters = {
			transactionReference: transaction.transactionReference,
			otp: '123456',
			options: { simplify: false },
		};
		expect((await only(world, 'card', 'authorize', parameters)).response).toEqual({
			status: 200,
			message: 'Successful',
			data: {
				status: 2,
				errorMessage: 'Approved by the card issuer',
				transactionReference: transaction.transactionReference,
				authorizationType: 'OTP',
				grossAmount: 10.66,
				callbackUrl: 'https://shop.example/paid',
				clientReference: 'AUTHORIZE-2',
				paymentReference: transaction.paymentReference,
				charge: true,
			},
			errors: [],
		});
	});
});

describe.each<['payload' | 'table', RegExp, object]>([
	['payload', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/, { status: 2 }],
	['table', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/, { status: 'AUTHORIZED', statusCode: 2 }],
])('2.6 Transaction verification record, as the %s has it', (verifyShape, dateForm, statusFields) => {
	const reference = `VERIFY-${verifyShape}`;
	let transactionReference: string;
	let item: IDataObject;
	let raw: IDataObject;
	beforeAll(async () => {
		world.sandbox.configure({ verifyShape });
		const charge = chargeFields({
			...CARDS.frictionless,
			reference,
			options: { customer: { email: 'ada@shop.example', firstName: 'Ada', lastName: 'Obi' } },
		});
		({ transactionReference } = (await only(world, 'card', 'charge', charge)) as { transactionReference: string });
		item = await only(world, 'transaction', 'verify', { transactionReference });
		raw = await only(world, 'transaction', 'verify', { transactionReference, options: { simplify: false } });
	});
	afterAll(() => world.sandbox.configure({ verifyShape: 'payload' }));

	test.each([
		['merchant', 'merchant', 'Sandbox Merchant'],
		['merchantRef', 'reference', reference],
		['grossAmount', 'grossAmount', 10.66],
		['requestedAmount', 'amount', 10.5],
		['transactionFee', 'transactionFee', 0.16],
		['settlementAmount', 'settlementAmount', 10.5],
		['customerId', 'customerId', 'Ada Obi ada@shop.example'],
		['currencyCode', 'currency', 'NGN'],
		['callbackUrl', 'callbackUrl', 'https://shop.example/paid'],
		['authorizationType', 'authorizationType', 'OPEN'],
		['paymentRequestor', 'paymentRequestor', 'Sandbox Merchant'],
	])('%s, put out as %s', (_, name, value) => {
		expect(item[name]).toBe(value);
	});

	test('transactionReference', () => {
		expect(item.transactionReference).toBe(transactionReference);
	});

	test('requestedAmount, in minor units as well', () => {
		expect(item.amountMinor).toBe(1050);
	});

	test(`transactionDate: ${verifyShape === 'payload' ? 'no time zone is added' : 'from the field "date"'}`, () => {
		expect(item.transactionDate).toMatch(dateForm);
		const { createdAt } = world.sandbox.ledger.byReference(reference)!;
		expect(createdAt).toContain(String(item.transactionDate).replace('Z', ''));
	});

	test(`status${verifyShape === 'table' ? ', a text, and statusCode' : ', an integer'}`, () => {
		expect(item).toMatchObject({ outcome: 'authorized', authorized: true, status: 2, statusName: 'AUTHORIZED' });
	});

	test('Simplify off: the envelope as it came', () => {
		expect(raw).toMatchObject(item);
		expect(raw.response).toMatchObject({
			status: 200,
			message: 'Successful',
			data: { merchantRef: reference, requestedAmount: 10.5, currencyCode: 'NGN', ...statusFields },
			errors: [],
		});
	});
});
