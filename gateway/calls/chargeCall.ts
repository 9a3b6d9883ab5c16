import { z } from 'zod/v4';

import {
	CARD_IN_REFERENCE,
	cardCvv,
	cardNumber,
	cardPin,
	expiry,
	hasExpired,
	holdsCardNumber,
	pinToSend,
} from '../values/card';
import type { Settings } from '../client/settings';
import { objectOf, readInput, text, validated, webAddress, type Labels } from '../values/input';
import { currencyCode, givenAmount, moneyIn, type AmountUnit, type MinorUnits, type Money } from '../values/money';
import { referenceText } from '../values/reference';

/** How the user's values are read and sent, where the specification leaves it open. */
export interface ChargeFormat extends Pick<Settings, 'amountsIn' | 'yearDigits' | 'pinFormat'> {
	amountUnit: AmountUnit;
}

/** A checked charge, ready to be sent (specification 2.2). */
export interface ChargeRequest {
	body: Record<string, unknown> & { amount: MinorUnits };
	reference: string;
	money: Money;
	/** Values that must never come back to the user. */
	secrets: string[];
}

const optionalField = text.optional();
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
	street: optionalField,
	city: optionalField,
	stateProvince: optionalField,
	stateProvinceCode: optionalField,
	postcodeZip: optionalField,
	country: optionalField,
});
const customer = objectOf({
	firstName: optionalField,
	lastName: optionalField,
	phoneNumber: optionalField,
	dateOfBirth: optionalField,
	address: address.optional(),
});
const browserDetails = objectOf({
	userAgent: optionalField,
	acceptHeader: optionalField,
	language: optionalField,
	colorDepth: wholeNumber,
	screenHeight: wholeNumber,
	screenWidth: wholeNumber,
	timeZone: optionalField,
	javaEnabled: yesOrNo,
	javaScriptEnabled: yesOrNo,
	ipAddress: optionalField,
});

/** The fields of a charge (specification 2.2), with `expiry` for both of its parts. */
const chargeSchema = z
	.object({
		cardNumber,
		expiry: expiry.refine(
			({ expiryMonth, expiryYear }) => !hasExpired(expiryMonth, expiryYear, Date.now()),
			'is in the past, so the card has expired. Ask the customer for another card.',
		),
		cvv: cardCvv,
		amount: givenAmount,
		currency: currencyCode,
		reference: referenceText,
		callbackUrl: webAddress,
		webhookURL: webAddress,
		sourceUrl: webAddress.optional(),
		cardPin: cardPin.optional(),
		tid: optionalField,
		email: emailAddress.optional(),
		customer: customer.optional(),
		browserDetails: browserDetails.optional(),
	})
	.transform(({ expiry: date, ...charge }) => ({ ...charge, ...date }));

/**
 * Checks a charge and builds its request (specification 2.2, 4.3, 8).
 * @param input fields named as in 2.2, with `expiry` for both of its parts; `amount` in `format.amountUnit`
 * @throws InputError with every broken rule
 */
export function buildCharge(input: unknown, format: ChargeFormat, labels: Labels = {}): ChargeRequest {
	const { amountUnit: unit, amountsIn } = format;
	const read = readInput(chargeSchema, input);
	const { given } = read;
	const { money, broken } = moneyIn(given, unit, amountsIn);
	const cardInReference = holdsCardNumber(given.reference, given.cardNumber)
		? [{ path: ['reference'], rule: CARD_IN_REFERENCE }]
		: [];
	const charge = validated(read, labels, [...broken, ...cardInReference]);
	const { cardNumber: pan, cvv, cardPin: pin = '' } = charge;
	return {
		body: {
			...charge,
			amount: money!.minor,
			expiryYear: charge.expiryYear.slice(-format.yearDigits),
			...(pin && { cardPin: pinToSend(pin, format.pinFormat) }),
		},
		reference: charge.reference,
		money: money!,
		secrets: [pan, cvv, pin],
	};
}
