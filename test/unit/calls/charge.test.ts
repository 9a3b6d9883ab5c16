import * as fc from 'fast-check';
import {
	buildCharge,
	charge,
	readChargeAnswer,
	type ChargeFormat,
	type ChargeRequest,
} from '../../../gateway/calls/charge';
import { InputError } from '../../../gateway/values/errors';
import { meaningOf, OUTCOMES } from '../../../gateway/outcome';
import { allWordsOf, attempt, CHARGE_FORMAT, CHARGE_INPUT, failureOf, NOW, settingsWith } from '../gateway/examples';
import { always, anyData, anyValue, rareDigits } from '../gateway/property';

const settings = settingsWith();

function build(changes: Record<string, unknown> = {}, format: Partial<ChargeFormat> = {}) {
	return buildCharge({ ...CHARGE_INPUT, ...changes }, { ...CHARGE_FORMAT, ...format });
}

function refusalOf(changes: Record<string, unknown>, format: Partial<ChargeFormat> = {}) {
	return failureOf(() => build(changes, format)) as InputError;
}

describe('Charge request (2.2, 4.3)', () => {
	test('the required fields are sent under the names of the specification', () => {
		expect(build().body).toEqual({
			cardNumber: '5060990580000217499',
			expiryYear: '50',
			expiryMonth: '03',
			cvv: '111',
			amount: 1000,
			currency: 'NGN',
			reference: 'ORDER-1',
			callbackUrl: 'https://shop.example/back',
			webhookURL: 'https://shop.example/hook',
		});
	});

	test('the optional fields are sent too', () => {
		const optional = { sourceUrl: 'https://shop.example', cardPin: '1111', tid: 'T1', email: 'ada@shop.example' };
		expect(build(optional).body).toMatchObject({ ...optional, cardPin: 1111 });
	});

	const MISSING: Readonly<Record<string, string>> = {
		currency: 'Choose one, or set Default Currency in the credential.',
		reference: 'Enter the number of the order. With a Test credential, a manual run fills it in.',
	};
	test.each(Object.keys(CHARGE_INPUT))('%s is required', (field) => {
		for (const nothing of [undefined, null, '']) {
			expect(refusalOf({ [field]: nothing }).problems).toContainEqual({
				path: [field],
				field,
				rule: `is missing. ${MISSING[field] ?? 'Give it a value.'}`,
			});
		}
	});

	test.each(['sourceUrl', 'cardPin', 'tid', 'email', 'customer', 'browserDetails'])(
		'%s is optional, and an empty one is not sent',
		(field) => {
			for (const nothing of [undefined, null, '', {}])
				expect(build({ [field]: nothing }).body).not.toHaveProperty(field);
		},
	);

	// The others are in test/engine/spec.
	test.each([
		['reference', '  ', "'reference' is missing."],
		['cardPin', '12', "'cardPin' does not have 4 to 12 digits."],
		['customer', 'Ada', "'customer' "],
	])('%s: %p is refused', (field, value, message) => {
		expect(refusalOf({ [field]: value }).message).toContain(message);
	});

	describe('the expiry', () => {
		test('is sent as month and year, and not by its own name', () => {
			expect(build({ expiry: '3/50' }).body).toEqual(build().body);
		});

		test('that has passed is named as it was given', () => {
			jest.useFakeTimers({ now: NOW });
			const rule = 'is in the past, so the card has expired. Ask the customer for another card.';
			for (const expiry of ['12/25', '12/2024']) {
				expect(refusalOf({ expiry }).problems).toEqual([{ path: ['expiry'], field: 'expiry', rule }]);
			}
			expect(build({ expiry: '01/26' }).body).toMatchObject({ expiryYear: '26' });
			jest.useRealTimers();
		});
	});

	test('the card number is not taken as part of the reference, because references are stored and shown', () => {
		const rule = 'has a card number in it. Give it a reference without one, because references are stored and shown.';
		const reference = `ORDER-${CHARGE_INPUT.cardNumber}`;
		expect(refusalOf({ reference }).problems).toEqual([{ path: ['reference'], field: 'reference', rule }]);
	});

	test('people read the labels of the fields, and of rules that concern several fields too', () => {
		const input = { ...CHARGE_INPUT, amount: '-1', customer: { address: { city: true } } };
		const labels = { amount: 'Amount', customer: 'Customer', address: 'Billing Address', city: 'City' };
		const { problems } = failureOf(() => buildCharge(input, CHARGE_FORMAT, labels)) as InputError;
		expect(problems.map(({ field }) => field)).toEqual(['Customer > Billing Address > City', 'Amount']);
	});

	test('every broken rule is told at once, that of the amount and of the expiry too', () => {
		const { message } = refusalOf({ cvv: '1', amount: '-1', expiry: '01/25', reference: '' });
		for (const field of ['cvv', 'amount', 'expiry', 'reference']) expect(message).toContain(field);
	});

	test.each([
		[2, '50'],
		[4, '2050'],
	] as const)('the year is sent in %i digits, however it was given', (yearDigits, sent) => {
		expect(build({ expiry: '03/50' }, { yearDigits }).body.expiryYear).toBe(sent);
		expect(build({ expiry: '03/2050' }, { yearDigits }).body.expiryYear).toBe(sent);
	});

	test.each([
		['minor', 1000, 1000],
		['major', '10.00', 1000],
		['major', 10.5, 1050],
	] as const)('an amount in %s units, %p, is sent as the int %i (8.1)', (amountUnit, amount, sent) => {
		const charge = build({ amount }, { amountUnit });
		expect(charge.body.amount).toBe(sent);
		expect(charge.money).toEqual({ major: sent / 100, minor: sent, currency: 'NGN' });
	});

	test.each([
		['number', '1111', 1111],
		['text', '1111', '1111'],
		['text', '0123', '0123'],
		['number', '0123', '0123'],
		['number', '000001', '000001'],
	] as const)('with the PIN as %s, %p is sent as %p', (pinFormat, cardPin, sent) => {
		expect(build({ cardPin }, { pinFormat }).body.cardPin).toBe(sent);
	});

	test.each([
		'ada@shop.example',
		'josé@shop.example',
		'ada&co@shop.example',
		'ada/books@shop.example',
		'100%books@shop.example',
		"o'hara+books_1@shop.example",
		'ada@bücher.example',
		'ada@книги.рф',
		'ada@xn--bcher-kva.xn--p1ai',
		'अदा@किताब.भारत',
	])('the e-mail address %s is taken as it is', (email) => {
		expect(build({ email }).body.email).toBe(email);
	});

	test.each([
		...['ada', 'ada@shop', 'ada@@shop.example', 'ada @shop.example', 'ada@shop..example', 'ada..b@shop.example'],
		...[
			'.ada@shop.example',
			'ada.@shop.example',
			'ada@-shop.example',
			'ada@shop.e',
			'ada@shop.1',
			'ada,b@shop.example',
		],
	])('the e-mail address %s is none', (email) => {
		expect(refusalOf({ email }).message).toContain("'email' is not an e-mail address.");
	});

	test("the reference is the caller's, and stands beside the body too (8.3)", () => {
		const charge = build({ reference: ' ORDER-7 ' });
		expect(charge.reference).toBe('ORDER-7');
		expect(charge.body.reference).toBe('ORDER-7');
	});

	test('card number, CVV and PIN are secrets, and nothing else is', () => {
		expect(new Set(build({ cardPin: 1234 }).secrets)).toEqual(new Set(['5060990580000217499', '111', '1234']));
	});

	test.each([undefined, null, '', {}])('a PIN that is not given, as %p, is no secret', (cardPin) => {
		const { secrets } = build({ cardPin });
		expect(secrets).toEqual(['5060990580000217499', '111', '']);
	});

	test('any input becomes a charge that keeps the rules, or an InputError', () => {
		const fields = Object.keys(CHARGE_INPUT);
		const inputs = fc.oneof(
			fc.tuple(fc.constantFrom(...fields, 'cardPin', 'tid', 'email', 'customer'), anyValue).map(([field, value]) => ({
				...CHARGE_INPUT,
				[field]: value,
			})),
			anyData(...fields),
			anyValue,
		);
		always(
			fc.property(inputs, (input) => {
				const charge = attempt(() => buildCharge(input, CHARGE_FORMAT));
				if (charge instanceof Error) {
					expect(charge).toBeInstanceOf(InputError);
					return;
				}
				const { body } = charge;
				expect(body).toMatchObject({
					cardNumber: expect.stringMatching(/^\d{12,19}$/),
					expiryYear: expect.stringMatching(/^\d\d$/),
					expiryMonth: expect.stringMatching(/^(0[1-9]|1[0-2])$/),
					cvv: expect.stringMatching(/^\d{3,4}$/),
					currency: expect.stringMatching(/^[A-Z]{3}$/),
					reference: expect.stringMatching(/\S/),
					callbackUrl: expect.stringMatching(/^https?:\/\//i),
					webhookURL: expect.stringMatching(/^https?:\/\//i),
				});
				expect(Number.isSafeInteger(body.amount)).toBe(true);
			}),
		);
	});

	test('a refusal never contains the card number, the CVV or the PIN that were given', () => {
		const secretFields = fc.record({
			cardNumber: rareDigits(8, 25),
			cvv: rareDigits(3, 8),
			cardPin: fc.oneof(
				rareDigits(3, 15),
				rareDigits(4).map((rest) => `0${rest}`),
			),
		});
		const broken = fc.constantFrom('expiry', 'amount', 'currency', 'webhookURL', 'email', 'customer');
		always(
			fc.property(secretFields, broken, fc.constantFrom('5060990580000217499', undefined), (secrets, field, card) => {
				const given = { ...secrets, ...(card && { cardNumber: card }) };
				// The secrets also stand where they do not belong.
				const error = refusalOf({ ...given, [field]: Object.values(given).join(' ') });
				const words = allWordsOf(error);
				for (const secret of Object.values(given)) expect(words).not.toContain(secret);
			}),
		);
	});
});

describe("Customer and browser details (providers' optional objects)", () => {
	test('are sent as they were given', () => {
		const customer = { firstName: 'Ada', address: { city: 'Lagos', country: 'NG' } };
		const browserDetails = { userAgent: 'Mozilla/5.0', colorDepth: 24, timeZone: '-60', javaEnabled: false };
		expect(build({ customer, browserDetails }).body).toMatchObject({ customer, browserDetails });
	});

	test.each(['colorDepth', 'screenHeight', 'screenWidth'])('%s is sent as a number', (field) => {
		expect(build({ browserDetails: { [field]: '1080' } }).body.browserDetails).toEqual({ [field]: 1080 });
		expect(build({ browserDetails: { [field]: '100000' } }).body.browserDetails).toEqual({ [field]: 100_000 });
		for (const wrong of ['wide', '24 bits', 'some 24', '-24', '2.4', '1000000']) {
			expect(refusalOf({ browserDetails: { [field]: wrong } }).message).toContain('is not a whole number.');
		}
	});

	test.each(['javaEnabled', 'javaScriptEnabled'])('%s is true or false, and false is sent', (field) => {
		expect(build({ browserDetails: { [field]: false } }).body.browserDetails).toEqual({ [field]: false });
		expect(refusalOf({ browserDetails: { [field]: 'no' } }).message).toContain('is neither true nor false.');
	});
});

describe('Charge answer (2.3)', () => {
	let request: ChargeRequest;
	beforeAll(() => {
		request = build();
	});

	test('an OTP is required, and its messages and the transaction reference are there', () => {
		const data = {
			status: 200,
			authorizationType: 'OTP',
			otpMessage: 'Enter the OTP sent to 0803****123',
			otpMessageSupport: 'Dial *123#',
			reference: 'T-1',
		};
		expect(readChargeAnswer(data, request, settings)).toEqual({
			outcome: 'otp_required',
			authorized: false,
			// 200 is the HTTP status again, not a transaction status.
			status: null,
			statusName: null,
			reference: 'ORDER-1',
			transactionReference: 'T-1',
			authorizationType: 'OTP',
			amount: 10,
			amountMinor: 1000,
			currency: 'NGN',
			serviceMessage: 'Enter the OTP sent to 0803****123',
			details: null,
			otpMessage: 'Enter the OTP sent to 0803****123',
			otpMessageSupport: 'Dial *123#',
			acsUrl: null,
			errorCode: null,
			grossAmount: null,
		});
	});

	test('an OTP answer with a status object is read as well (listed as object in one place)', () => {
		const data = { status: { code: 200 }, authorizationType: 'OTP', reference: 'T-1' };
		expect(readChargeAnswer(data, request, settings).outcome).toBe('otp_required');
	});

	test.each([
		['otp', 'otp_required'],
		['3ds', 'redirect_required'],
		['2ds', 'authorized'],
	])('the authorization type may be written %s', (authorizationType, outcome) => {
		const status = outcome === 'authorized' ? 2 : 200;
		const data = { authorizationType, reference: 'T-1', acsUrl: 'https://bank.example/acs', status };
		expect(readChargeAnswer(data, request, settings).outcome).toBe(outcome);
	});

	describe.each(['OTP', '3DS'])('a request for the customer (%s)', (authorizationType) => {
		const answer = { authorizationType, reference: 'T-1', acsUrl: 'https://bank.example/acs' };

		test.each([
			{ status: 2 },
			{ status: '4' },
			{ status: 'DECLINED' },
			{ status: 200, statusCode: 5 },
			{ status: 1, statusCode: 6 },
			{ status: 0 },
		])('contradicts a final status, so it is unknown: %j', (statuses) => {
			expect(readChargeAnswer({ ...answer, ...statuses }, request, settings)).toMatchObject({
				outcome: 'unknown',
				authorized: false,
				transactionReference: 'T-1',
				details: 'The service gave the payment a final status, and asked the customer to confirm it in the same answer',
			});
		});

		test.each([{}, { status: 200 }, { status: 1, statusCode: 200 }, { statusCode: '00' }, { status: 'x' }])(
			'goes with any other status: %j',
			(statuses) => {
				expect(readChargeAnswer({ ...answer, ...statuses }, request, settings).outcome).toMatch(/_required$/);
			},
		);
	});

	test('a number that lost digits on its way is no transaction reference, and a card number in it is not told', () => {
		const lost = JSON.parse('{"reference": 12345678901234567890, "otpMessage": 5060990580000217499}') as object;
		expect(readChargeAnswer({ authorizationType: 'OTP', ...lost }, request, settings)).toMatchObject({
			outcome: 'unknown',
			transactionReference: null,
			otpMessage: null,
		});
	});

	test.each([
		[{ reference: 'T-1' }, 'T-1'],
		[{ transactionReference: 'T-1' }, 'T-1'],
		[{ ref: 'T-1' }, 'T-1'],
		// As providers have it: the service's own reference is `ref`, and `reference` repeats the merchant's.
		[{ ref: 'T-1', reference: 'ORDER-1' }, 'T-1'],
		[{ ref: 'ORDER-1', reference: 'T-1' }, 'T-1'],
		[{ reference: 'ORDER-1', transactionReference: 'T-1' }, 'T-1'],
		[{ ref: 'T-1', reference: 'T-1', transactionReference: 'T-1', clientReference: 'ORDER-1' }, 'T-1'],
		// One reference for both.
		[{ reference: 'ORDER-1' }, 'ORDER-1'],
	])('the transaction reference of the 2DS answer %j is %p', (references, transactionReference) => {
		expect(readChargeAnswer({ authorizationType: '2DS', status: 2, ...references }, request, settings)).toMatchObject({
			outcome: 'authorized',
			reference: 'ORDER-1',
			transactionReference,
		});
	});

	test('without any reference in the answer there is no transaction reference', () => {
		expect(
			readChargeAnswer({ authorizationType: '2DS', status: 2 }, request, settings).transactionReference,
		).toBeNull();
	});

	test.each([
		[{ reference: 'T-1', transactionReference: 'T-2' }, 'T-1'],
		[{ reference: 'T-1', ref: 'R-1' }, 'T-1'],
		[{ reference: 'ORDER-1', ref: 'T-1' }, 'T-1'],
		[{ reference: 'ORDER-1', transactionReference: 'T-1' }, 'T-1'],
	])('the transaction reference of the OTP answer %j is %p (2.3)', (references, transactionReference) => {
		expect(readChargeAnswer({ authorizationType: 'OTP', ...references }, request, settings)).toMatchObject({
			outcome: 'otp_required',
			transactionReference,
		});
	});

	test.each([
		['another merchant reference', { clientReference: 'ORDER-2' }],
		['another merchant reference, as verify calls it', { merchantRef: 'ORDER-2' }],
		['two references of which none was sent', { ref: 'T-2', reference: 'ORDER-2' }],
	])('a 2DS answer with %s is about another payment: nothing of it is shown', (_, other) => {
		const data = { authorizationType: '2DS', status: 2, errorMessage: 'Approved', reference: 'T-1', ...other };
		expect(readChargeAnswer({ ...data, errorCode: '00', grossAmount: 10 }, request, settings)).toMatchObject({
			outcome: 'unknown',
			authorized: false,
			status: null,
			reference: 'ORDER-1',
			transactionReference: null,
			details: 'The service answered about another payment',
			errorCode: null,
			grossAmount: null,
		});
	});

	test.each([{ id: 'ORDER-1' }, ['ORDER-2'], true, Number.MAX_SAFE_INTEGER + 1, null, 'order1', 'ORDER_1'])(
		'an answer to our own request is about it, however it repeats the merchant reference: %j',
		(told) => {
			for (const name of ['clientReference', 'merchantRef', 'reference']) {
				const data = { authorizationType: '2DS', status: 2, ref: 'T-1', [name]: told };
				expect(readChargeAnswer(data, request, settings)).toMatchObject({
					...{ outcome: 'authorized', reference: 'ORDER-1', transactionReference: 'T-1' },
				});
			}
		},
	);

	test.each([
		...['99,999.00', '0,01', 'NGN 10', { value: 10 }, [10], true].map((requestedAmount) => ({ requestedAmount })),
		...[{ code: 'NGN' }, ['NGN'], true, '566', 566].map((currencyCode) => ({ currencyCode })),
		...[10.000000000000002, 9.999999999999998, Math.fround(10.000001)].map((requestedAmount) => ({ requestedAmount })),
	])('an amount or currency that cannot be read, or has noise, changes nothing: %j', (amounts) => {
		expect(
			readChargeAnswer({ authorizationType: '2DS', status: 2, ref: 'T-1', ...amounts }, request, settings),
		).toMatchObject({
			outcome: 'authorized',
			amount: 10,
		});
	});

	test.each([
		{ requestedAmount: 10.01 },
		{ requestedAmount: '9.99' },
		{ requestedAmount: 1000 },
		{ currencyCode: 'USD' },
	])('another amount or currency confirms nothing: %j', (amounts) => {
		expect(
			readChargeAnswer({ authorizationType: '2DS', status: 2, ref: 'T-1', ...amounts }, request, settings),
		).toMatchObject({
			outcome: 'unknown',
			authorized: false,
			// The payment is looked up under it.
			transactionReference: 'T-1',
			grossAmount: null,
			details: 'The service answered with another amount or currency than those that were sent',
		});
	});

	// Prices in dinars are printed without decimals.
	test.each([
		[{ requestedAmount: 10.51 }, 'The service answered with another amount or currency than those that were sent'],
		[{ grossAmount: 10.49 }, 'The service says that it is authorized, with a gross amount below the requested one'],
	])('amounts are compared as the credential says that they are counted: %j', (amounts, details) => {
		const dinars = build({ currency: 'IQD', amount: 1050 }, { amountsIn: 'hundredths' });
		const read = (changes: object) =>
			readChargeAnswer(
				{ authorizationType: '2DS', status: 2, ref: 'T-1', ...changes },
				dinars,
				settingsWith({ amountsIn: 'hundredths' }),
			);
		expect(read({ requestedAmount: 10.5, grossAmount: 10.5 }).outcome).toBe('authorized');
		expect(read(amounts)).toMatchObject({ outcome: 'unknown', details });
	});

	test('what n8n stores of a charge has nothing of the card, and not the attempts', () => {
		const card = { ...request, forAttempt: () => request };
		expect(charge.partToStore(card)).toEqual({ ...request, body: { amount: 1000 }, secrets: [] });
	});

	test('a 3-D Secure answer has the page to which the customer must be sent, and the words of the service (providers)', () => {
		const page = { acsUrl: 'https://bank.example/acs?a=b', errorMessage: 'Words' };
		const told = { outcome: 'redirect_required', acsUrl: page.acsUrl, serviceMessage: 'Words' };
		expect(readChargeAnswer({ authorizationType: '3DS', ...page }, request, settings)).toMatchObject(told);
		expect(
			readChargeAnswer({ authorizationType: 'OTP', reference: 'T-1', ...page }, request, settings).acsUrl,
		).toBeNull();
	});

	test('a gross amount below the one that was sent is not enough', () => {
		const paid = readChargeAnswer({ authorizationType: '2DS', status: 2, grossAmount: 9.99 }, request, settings);
		expect(paid).toMatchObject({ outcome: 'unknown', status: 2, details: expect.stringContaining('below') });
	});

	test.each([undefined, '', 'javascript:alert(1)', 'bank', 5])(
		'a 3-D Secure answer with the page %p is unknown',
		(acsUrl) => {
			expect(readChargeAnswer({ authorizationType: '3DS', acsUrl, reference: 'T-1' }, request, settings)).toMatchObject(
				{
					outcome: 'unknown',
					acsUrl: null,
				},
			);
		},
	);

	test.each([
		[2, 'authorized', 'AUTHORIZED'],
		['2', 'authorized', 'AUTHORIZED'],
		[4, 'declined', 'DECLINED'],
		[1, 'pending', 'PENDING'],
		[200, 'unknown', null],
		[undefined, 'unknown', null],
	])('a frictionless (2DS) answer with status %p is %s (providers)', (status, outcome, statusName) => {
		const data = {
			authorizationType: '2DS',
			status,
			errorMessage: 'Words',
			errorCode: 'E1',
			grossAmount: 10.5,
			reference: 'T-1',
		};
		expect(readChargeAnswer(data, request, settings)).toMatchObject({
			outcome,
			statusName,
			authorized: outcome === 'authorized',
			serviceMessage: 'Words',
			errorCode: 'E1',
			grossAmount: 10.5,
			transactionReference: 'T-1',
		});
	});

	test.each([undefined, null, '', 'OPEN', 'PIN', '4DS'])(
		'the authorization type %p is unknown, also with status 2',
		(authorizationType) => {
			const payment = readChargeAnswer({ authorizationType, status: 2, reference: 'T-1' }, request, settings);
			expect(payment).toMatchObject({ outcome: 'unknown', authorized: false, transactionReference: 'T-1' });
			expect(payment.details).toBe('The service answered the charge in a way that this node does not know');
		},
	);

	test('any answer gives an outcome of the closed set, authorized only by a status that means it', () => {
		const fields = ['status', 'authorizationType', 'otpMessage', 'reference', 'transactionReference', 'acsUrl'];
		const flows = ['OTP', 'otp', '3DS', '2DS'].map((authorizationType) => ({ authorizationType }));
		always(
			fc.property(anyData(...fields, 'errorMessage'), fc.constantFrom({}, ...flows), (fieldsOfAnswer, flow) => {
				const payment = readChargeAnswer({ ...fieldsOfAnswer, ...flow }, request, settings);
				expect(OUTCOMES).toContain(payment.outcome);
				expect(payment.authorized).toBe(payment.outcome === 'authorized');
				if (payment.authorized) expect(meaningOf(payment.status, settings.statusTable).outcome).toBe('authorized');
				if (payment.outcome === 'redirect_required') expect(payment.acsUrl).toMatch(/^https?:/i);
				if (payment.outcome === 'otp_required') expect(payment.transactionReference).toBeTruthy();
			}),
		);
	});
});
