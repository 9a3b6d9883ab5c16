import { z } from 'zod/v4';

import { cardCvv, cardNumber, cardPin, expiry } from '../values/card';
import { objectOf, text, webAddress } from '../values/input';
import { currencyCode, givenAmount } from '../values/money';
import { pathSegment } from './verifyCall';

const optional = text.optional();
const wholeNumber = text
	.refine((value) => /^\d{1,6}$/.test(value), 'is not a whole number. Write up to six digits.')
	.transform(Number)
	.optional();
const yesOrNo = z.boolean('is neither true nor false. Set it to one of them.').optional();

// An e-mail address in the characters of RFC 5322 (3.2.3) and RFC 6531, such as josé&co@bücher.example.
const NAME = "[\\p{L}\\p{M}\\p{N}!#$%&'*+/=?^_`{|}~-]+";
const LABEL = '[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}-]*';
const EMAIL = new RegExp(`^${NAME}(\\.${NAME})*@(${LABEL}\\.)+(\\p{L}[\\p{L}\\p{M}]+|xn--[a-z\\d-]+)$`, 'iu');

/** An e-mail address. */
export const emailAddress = text.refine(
	(email) => EMAIL.test(email),
	'is not an e-mail address. Write it like name@example.com.',
);

// Providers' optional objects: they raise the success rate of the 3DS and frictionless flows.
const address = objectOf({
	street: optional,
	city: optional,
	stateProvince: optional,
	stateProvinceCode: optional,
	postcodeZip: optional,
	country: optional,
});
const customer = objectOf({
	firstName: optional,
	lastName: optional,
	phoneNumber: optional,
	dateOfBirth: optional,
	address: address.optional(),
});
const browserDetails = objectOf({
	userAgent: optional,
	acceptHeader: optional,
	language: optional,
	colorDepth: wholeNumber,
	screenHeight: wholeNumber,
	screenWidth: wholeNumber,
	timeZone: optional,
	javaEnabled: yesOrNo,
	javaScriptEnabled: yesOrNo,
	ipAddress: optional,
});

/** The fields of a charge (specification 2.2), with `expiry` for both of its parts. */
export const chargeSchema = z
	.object({
		cardNumber,
		expiry,
		cvv: cardCvv,
		amount: givenAmount,
		currency: currencyCode,
		reference: pathSegment,
		callbackUrl: webAddress,
		webhookURL: webAddress,
		sourceUrl: webAddress.optional(),
		cardPin: cardPin.optional(),
		tid: optional,
		email: emailAddress.optional(),
		customer: customer.optional(),
		browserDetails: browserDetails.optional(),
	})
	.transform(({ expiry: date, ...charge }) => ({ ...charge, ...date }));
