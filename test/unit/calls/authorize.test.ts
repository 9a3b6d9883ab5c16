import * as fc from 'fast-check';
import { authorize, buildAuthorize, readAuthorizeAnswer, type AuthorizeItem } from '../../../gateway/calls/authorize';
import { InputError } from '../../../gateway/values/errors';
import { meaningOf, OUTCOMES } from '../../../gateway/outcome';
import { payment, type ExpectedPayment, type Payment } from '../../../gateway/payment';
import { allWordsOf, attempt, failureOf, settingsWith } from '../gateway/examples';
import { always, anyData, anyValue, digits, rareDigits } from '../gateway/property';

const INPUT = { transactionReference: 'T-1', otp: '012345' };
const settings = settingsWith();
const request = buildAuthorize(INPUT);

describe('Authorize request (2.4, 4.4)', () => {
	test.each(['---', '- -'])('%j is no OTP', (otp) => {
		expect(failureOf(() => buildAuthorize({ ...INPUT, otp })).message).toBe("'OTP' has no digits.");
	});

	test.each([
		['123 456', '123456'],
		['123-456', '123456'],
		[' 01 23 45 ', '012345'],
		['123–456', '123456'],
		['G-482913', 'G-482913'],
		['482 abc', '482 abc'],
	])('people group the digits of an OTP: %j is sent as %j, and hidden in both forms', (otp, sent) => {
		const request = buildAuthorize({ ...INPUT, otp });
		expect(request.body.otp).toBe(sent);
		expect(request.secrets).toEqual([sent, sent.replace(/\D/g, '')]);
	});

	test('the three fields are sent under the names of the specification, and no others', () => {
		const input = { ...INPUT, amount: 1000 };
		expect(buildAuthorize(input).body).toEqual({ ...INPUT, authorizationType: 'OTP' });
	});

	test.each([
		['transactionReference', 'Transaction Reference'],
		['otp', 'OTP'],
	])('%s is required', (name, field) => {
		for (const nothing of [undefined, null, '', '  ']) {
			const error = failureOf(() => buildAuthorize({ ...INPUT, [name]: nothing })) as InputError;
			expect(error.problems).toEqual([{ path: [name], field, rule: 'is missing. Give it a value.' }]);
		}
	});

	test('every OTP is sent digit by digit, leading zeros too', () => {
		always(
			fc.property(digits(4, 8), (otp) => {
				expect(buildAuthorize({ ...INPUT, otp }).body.otp).toBe(otp);
			}),
		);
	});

	test.each(['G-482913', 'OTP:482913', '482.913', '482913.'])(
		'an OTP is a secret as it was typed, and as its digits: %s',
		(otp) => {
			expect(buildAuthorize({ ...INPUT, otp }).secrets).toEqual([otp, '482913']);
		},
	);

	test('a refusal never contains the OTP', () => {
		always(
			fc.property(rareDigits(4, 8), (otp) => {
				const error = failureOf(() => buildAuthorize({ otp, transactionReference: { [otp]: otp } }));
				expect(allWordsOf(error)).not.toContain(otp);
			}),
		);
	});

	test('any input becomes a request with three texts, or an InputError', () => {
		always(
			fc.property(fc.oneof(anyValue, anyData(...Object.keys(INPUT))), (input) => {
				const result = attempt(() => buildAuthorize(input as typeof INPUT));
				if (result instanceof Error) expect(result).toBeInstanceOf(InputError);
				else for (const value of Object.values(result.body)) expect(value).toMatch(/\S/);
			}),
		);
	});
});

describe('Authorize answer (2.5)', () => {
	test('status 2 means authorized, and the other fields are there', () => {
		const data = {
			status: 2,
			errorMessage: 'Approved',
			transactionReference: 'T-1',
			authorizationType: 'OTP',
			grossAmount: 10.5,
			callbackUrl: 'https://shop.example/back',
			clientReference: 'ORDER-1',
			paymentReference: 'P-1',
			charge: true,
		};
		expect(readAuthorizeAnswer(data, request, settings)).toEqual({
			outcome: 'authorized',
			authorized: true,
			status: 2,
			statusName: 'AUTHORIZED',
			reference: 'ORDER-1',
			transactionReference: 'T-1',
			authorizationType: 'OTP',
			amount: null,
			amountMinor: null,
			currency: null,
			serviceMessage: 'Approved',
			details: null,
			otpRejected: false,
			grossAmount: 10.5,
			paymentReference: 'P-1',
			callbackUrl: 'https://shop.example/back',
		});
	});

	test.each<[answered: object, sent: string | null, grossAmount: number]>([
		[{ currencyCode: 'jpy' }, null, 1000],
		[{}, 'JPY', 1000],
		[{ currencyCode: 'JPY' }, 'NGN', 1000],
		[{}, null, 999.9999],
	])(
		'the gross amount is rounded by the currency of the answer, or what was sent: %j, %p',
		(answered, currency, gross) => {
			const expected = { reference: 'ORDER-1', amount: null, amountMinor: null, currency };
			const data = { status: 2, grossAmount: 999.9999, ...answered };
			expect(readAuthorizeAnswer(data, { ...request, expected }, settings).grossAmount).toBe(gross);
		},
	);

	test.each(['callbackUrl', 'callbackURL'])(
		'the callback address is read from %s (2.5 has both spellings)',
		(field) => {
			expect(
				readAuthorizeAnswer({ status: 2, [field]: 'https://shop.example/back' }, request, settings).callbackUrl,
			).toBe('https://shop.example/back');
		},
	);

	test.each([{ id: 'T-1' }, ['T-2'], true, null, 't1', 'T 1'])(
		'an answer to our own request is about it, however it repeats the reference: %j',
		(transactionReference) => {
			expect(readAuthorizeAnswer({ status: 2, transactionReference }, request, settings)).toMatchObject({
				outcome: 'authorized',
				transactionReference: 'T-1',
			});
		},
	);

	test('an answer about another transaction says nothing about this one: its values are not shown as ours', () => {
		const data = {
			status: 2,
			transactionReference: 'T-2',
			grossAmount: 99,
			paymentReference: 'P-2',
			clientReference: 'ORDER-2',
		};
		expect(readAuthorizeAnswer(data, request, settings)).toMatchObject({
			outcome: 'unknown',
			authorized: false,
			transactionReference: 'T-1',
			details: 'The service answered about another payment',
			otpRejected: false,
			status: null,
			statusName: null,
			reference: null,
			grossAmount: null,
			paymentReference: null,
		});
	});

	describe('to an item that the charge returned', () => {
		const sent = { reference: 'ORDER-1', amount: 10, amountMinor: 1000, currency: 'NGN' };
		const known = buildAuthorize(INPUT, sent);

		test('keeps what the charge was sent with', () => {
			expect(readAuthorizeAnswer({ status: 2 }, known, settings)).toMatchObject({ outcome: 'authorized', ...sent });
		});

		test.each([{ clientReference: 'ORDER-2' }, { merchantRef: 'ORDER-2' }, { merchantRef: 'ORDER' }])(
			'is unknown where it is about another payment: %j',
			(other) => {
				const data = { status: 2, transactionReference: 'T-1', paymentReference: 'P-2', ...other };
				expect(readAuthorizeAnswer(data, known, settings)).toMatchObject({
					...sent,
					outcome: 'unknown',
					authorized: false,
					status: null,
					transactionReference: 'T-1',
					paymentReference: null,
					details: 'The service answered about another payment',
				});
			},
		);

		test.each([{ requestedAmount: 10.01 }, { requestedAmount: '9.99' }, { currencyCode: 'USD' }])(
			'is unknown where the amount is not ours: %j',
			(amounts) => {
				expect(readAuthorizeAnswer({ status: 2, ...amounts }, known, settings)).toMatchObject({
					...sent,
					outcome: 'unknown',
					authorized: false,
					details: 'The service answered with another amount or currency than those that were sent',
				});
			},
		);

		// Prices in dinars are printed without decimals.
		test.each([{ requestedAmount: 10.51 }, { grossAmount: 10.49 }])(
			'is unknown where the amount, counted as the credential says, is not ours: %j',
			(amounts) => {
				const expected = { ...sent, amount: 10.5, amountMinor: 1050, currency: 'IQD' };
				const hundredths = settingsWith({ amountsIn: 'hundredths' });
				const read = (changes: object) =>
					readAuthorizeAnswer({ status: 2, ...changes }, { ...known, expected }, hundredths);
				expect(read({ requestedAmount: 10.5, grossAmount: 10.5 }).outcome).toBe('authorized');
				expect(read(amounts).outcome).toBe('unknown');
			},
		);

		test.each([
			{ grossAmount: 10.15, clientReference: 'ORDER-1' },
			{ grossAmount: 10 },
			{ requestedAmount: '10.00', currencyCode: 'ngn' },
			{ requestedAmount: 'ten', currencyCode: '566' },
			{ requestedAmount: 10.000000000000002, grossAmount: 9.999999999999998 },
			{ clientReference: 'order1' },
		])('is about this payment with %j: fees may come on top', (same) => {
			expect(readAuthorizeAnswer({ status: 2, ...same }, known, settings).outcome).toBe('authorized');
		});
	});

	test.each([
		[{ grossAmount: 9.99, requestedAmount: 10 }, undefined],
		[{ grossAmount: 9.99 }, { reference: 'ORDER-1', amount: 10, amountMinor: 1000, currency: 'NGN' }],
	])('with a gross amount below the requested one, or the one that was sent, is unknown: %j', (amounts, sent) => {
		expect(readAuthorizeAnswer({ status: 2, ...amounts }, buildAuthorize(INPUT, sent), settings)).toMatchObject({
			outcome: 'unknown',
			authorized: false,
			details: 'The service says that it is authorized, with a gross amount below the requested one',
		});
	});

	test('any answer gives an outcome of the closed set, authorized only by a status that means it', () => {
		const fields = ['status', 'transactionReference', 'grossAmount', 'callbackUrl', 'errorMessage', 'clientReference'];
		always(
			fc.property(anyData(...fields), (data) => {
				const payment = readAuthorizeAnswer(data, request, settings);
				expect(OUTCOMES).toContain(payment.outcome);
				expect(payment.authorized).toBe(payment.outcome === 'authorized');
				if (payment.authorized) expect(meaningOf(payment.status, settings.statusTable).outcome).toBe('authorized');
				expect(payment.transactionReference).toBe('T-1');
				expect(payment.status === null || Number.isInteger(payment.status)).toBe(true);
			}),
		);
	});
});

describe('A refused OTP (7: 400 Invalid OTP)', () => {
	const known = { reference: 'ORDER-1', amount: 10, amountMinor: 1000, currency: 'NGN' };

	/** The item after a refusal in these words, of a payment with this record. */
	const refused = (record: Payment, refusalMessage?: string, expected?: ExpectedPayment) => {
		const found = { duplicate: false, isWrongEntry: true, refusalMessage };
		return authorize.item(buildAuthorize(INPUT, expected), record, found) as AuthorizeItem;
	};

	test('leaves the payment waiting for the right one', () => {
		const record = payment({ ...known, outcome: 'pending', status: 1, transactionReference: 'T-1' });
		expect(refused(record, 'Invalid OTP')).toMatchObject({
			...known,
			outcome: 'otp_required',
			authorized: false,
			otpRejected: true,
			status: 1,
			transactionReference: 'T-1',
			authorizationType: 'OTP',
			serviceMessage: 'Invalid OTP',
			details: null,
		});
	});

	test('leaves what was sent where the record does not tell it', () => {
		const record = payment({ outcome: 'pending', reference: 'ORDER-2' });
		expect(refused(record, undefined, known)).toMatchObject({
			...known,
			reference: 'ORDER-2',
			serviceMessage: null,
		});
	});
});
