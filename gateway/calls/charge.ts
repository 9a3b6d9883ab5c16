import { z } from 'zod/v4';

import { cardCvv, cardNumber, cardPin, expiryMonth, expiryYear, hasExpired, type PinFormat } from '../schema/card';
import type { Problem } from '../protocol/errors';
import { usesHttps } from '../protocol/settings';
import { checkInput, closedObject, text, webAddress } from '../schema/input';
import {
	amountProblems,
	currencyCode,
	readAmount,
	type AmountCounting,
	type AmountUnit,
	type MinorUnits,
	type Money,
} from '../schema/money';
import { meaningOf, readStatus, type StatusTable } from '../outcome';
import { payment, type Payment } from '../payment';
import { optionalAddress, optionalText, readable } from '../schema/responseFields';
import { pathSegment } from './verify';
import { ABOUT_ANOTHER, hasOtherAmount, isOfAnother, OTHER_AMOUNT, repeatedFields } from './sentPayment';

/** How the user's values are read and sent, where the specification leaves it open. */
export interface ChargeFormat {
	amountUnit: AmountUnit;
	amountsIn: AmountCounting;
	/** Providers' examples send two digits. */
	yearDigits: 2 | 4;
	pinFormat: PinFormat;
}

/** A checked charge, ready to be sent (specification 2.2). */
export interface ChargeRequest {
	body: Record<string, unknown> & { amount: MinorUnits };
	reference: string;
	money: Money;
	/** Values that must never come back to the user. */
	secrets: string[];
}

/** What a charge's answer adds to the payment (2.3, and the 3DS and frictionless answers that providers document). */
export interface ChargedPayment extends Payment {
	otpMessage: string | null;
	otpMessageSupport: string | null;
	acsUrl: string | null;
	errorCode: string | null;
	grossAmount: number | null;
}

const NOTHING_MORE = { otpMessage: null, otpMessageSupport: null, acsUrl: null, errorCode: null, grossAmount: null };

const SECTION = '2.2 and 8';
/** What the fields of a charge are called in n8n. */
export const CHARGE_LABELS = {
	'': 'Charge',
	cardNumber: 'Card Number',
	expiryYear: 'Expiry Year',
	expiryMonth: 'Expiry Month',
	cvv: 'CVV',
	amount: 'Amount',
	currency: 'Currency',
	reference: 'Reference',
	callbackUrl: 'Callback URL',
	webhookURL: 'Webhook URL',
	sourceUrl: 'Source URL',
	cardPin: 'Card PIN',
	tid: 'Terminal ID',
	email: 'Customer Email',
	customer: 'Customer',
	browserDetails: 'Browser Details',
} satisfies Record<'' | keyof z.output<typeof SCHEMAS.number>, string>;

const optional = text.optional();
const wholeNumber = text
	.refine((value) => /^\d{1,6}$/.test(value), 'must be a whole number')
	.transform(Number)
	.optional();
const yesOrNo = z.boolean('must be true or false').optional();

// Looser than a mail server's rule, but strict enough to find a typing mistake.
const EMAIL = /^([\w'+-]+\.)*[\w'+-]*[\w+-]@([a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i;

// Providers' optional objects: they raise the success rate of the 3DS and frictionless flows.
const customer = closedObject({
	firstName: optional,
	lastName: optional,
	phoneNumber: optional,
	dateOfBirth: optional,
	address: closedObject({
		street: optional,
		city: optional,
		stateProvince: optional,
		stateProvinceCode: optional,
		postcodeZip: optional,
		country: optional,
	}).optional(),
});
const browserDetails = closedObject({
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

function chargeSchema<Format extends PinFormat>(pinFormat: Format) {
	return closedObject(
		{
			cardNumber,
			expiryYear,
			expiryMonth,
			cvv: cardCvv,
			amount: text,
			currency: currencyCode,
			reference: pathSegment,
			callbackUrl: webAddress,
			webhookURL: webAddress,
			sourceUrl: webAddress.optional(),
			cardPin: cardPin[pinFormat].optional(),
			tid: optional,
			email: text.refine((email) => EMAIL.test(email), 'must be an e-mail address').optional(),
			customer: customer.optional(),
			browserDetails: browserDetails.optional(),
		},
		'must be an object with the fields of a charge',
	);
}

// Made once, because making a schema takes longer than checking a charge with it.
const SCHEMAS = { number: chargeSchema('number'), text: chargeSchema('text') };

/** The broken rules that concern several fields. */
function commonProblems(given: Record<string, unknown>, format: ChargeFormat, now: number): Problem[] {
	const month = expiryMonth.safeParse(given.expiryMonth);
	const year = expiryYear.safeParse(given.expiryYear);
	const isPast = month.success && year.success && hasExpired(month.data, year.data, now);
	return [
		...(isPast ? [expired(year.data, now)] : []),
		...amountProblems(given, CHARGE_LABELS.amount, (money) => moneyOf(money, format)),
	];
}

/** Names the field that a person should look at: the year, unless only the month has passed. */
function expired(year: string, now: number): Problem {
	const name = hasExpired('12', year, now) ? 'expiryYear' : 'expiryMonth';
	return { path: [name], field: CHARGE_LABELS[name], rule: 'is in the past: the card has expired' };
}

function moneyOf({ amount, currency }: { amount: string; currency: string }, { amountUnit, amountsIn }: ChargeFormat) {
	return readAmount({ amount, unit: amountUnit, currency }, amountsIn);
}

/**
 * Checks a charge and builds its request (specification 2.2, 4.3, 8).
 * @param input fields named as in 2.2; `amount` in `format.amountUnit`
 * @param now the present, in milliseconds
 * @throws InputError with every broken rule
 */
export function buildCharge(input: unknown, format: ChargeFormat, now: number): ChargeRequest {
	const charge = checkInput(SCHEMAS[format.pinFormat], input, CHARGE_LABELS, {
		section: SECTION,
		problemsIn: (given) => commonProblems(given, format, now),
	});
	// An amount that breaks a rule was refused above.
	const money = moneyOf(charge, format) as Money;
	const { cardNumber: pan, cvv, cardPin: pin = '' } = charge;
	return {
		body: { ...charge, amount: money.minor, expiryYear: charge.expiryYear.slice(-format.yearDigits) },
		reference: charge.reference,
		money,
		secrets: [pan, cvv, String(pin)],
	};
}

const UNPROTECTED_REDIRECT =
	'The service gave an address without https for the 3-D Secure page, so it is kept back: others could read and change what the customer enters there. The payment is still open. Ask your provider for an https address, and verify this payment before you charge again.';

/**
 * Keeps back the address of a 3-D Secure page that does not use https, unless the service itself is used without it, as a
 * local one may be. The outcome stays, and the message says why there is no address.
 * @param baseUrl that of the service
 */
export function withProtectedRedirect(paid: ChargedPayment, baseUrl: string): ChargedPayment {
	const isUnprotected = paid.acsUrl !== null && /^http:/i.test(paid.acsUrl);
	if (!isUnprotected || !usesHttps(baseUrl)) return paid;
	return { ...paid, acsUrl: null, message: UNPROTECTED_REDIRECT };
}

const chargeAnswer = z.object({
	...repeatedFields,
	status: z.unknown(),
	statusCode: z.unknown(),
	authorizationType: optionalText,
	otpMessage: optionalText,
	otpMessageSupport: optionalText,
	reference: optionalText,
	ref: optionalText,
	transactionReference: optionalText,
	acsUrl: optionalAddress,
	errorMessage: optionalText,
	errorCode: optionalText,
});

/**
 * Reads the answer of a charge (2.3). The card decides which of three flows follows: OTP (specification), 3DS or 2DS
 * (providers). Any other answer is `unknown`, and so is one about another payment or amount than those that were sent.
 */
export function readCharge(
	data: Record<string, unknown>,
	{ reference, money }: ChargeRequest,
	table: StatusTable,
): ChargedPayment {
	const answer = chargeAnswer.parse(data);
	const flow = answer.authorizationType?.toUpperCase();
	const sent = { reference, amount: money.major, amountMinor: money.minor, currency: money.currency };
	const references = referencesIn(answer, flow, reference);
	if (isOfAnother(answer, sent) || (flow === '2DS' && references.length > 1)) {
		return { ...payment({ ...sent, outcome: 'unknown', message: ABOUT_ANOTHER }), ...NOTHING_MORE };
	}
	const [transactionReference = null] = references;
	const core = { ...sent, transactionReference, authorizationType: answer.authorizationType };
	const extra = {
		otpMessage: answer.otpMessage,
		otpMessageSupport: answer.otpMessageSupport,
		acsUrl: answer.acsUrl,
		errorCode: answer.errorCode,
		grossAmount: readable(answer.grossAmount),
	};
	if (hasOtherAmount(answer, sent)) {
		return { ...payment({ ...core, outcome: 'unknown', message: OTHER_AMOUNT }), ...extra };
	}
	// Without a transaction reference, the payment could be neither continued nor verified.
	if (flow === 'OTP' && core.transactionReference) {
		return { ...payment({ ...core, outcome: 'otp_required', message: answer.otpMessage }), ...extra };
	}
	if (flow === '3DS' && answer.acsUrl) {
		return { ...payment({ ...core, outcome: 'redirect_required', message: answer.errorMessage }), ...extra };
	}
	if (flow === '2DS') {
		const status = readStatus(answer, table);
		const { name, outcome } = meaningOf(status, table);
		return {
			...payment({ ...core, outcome, status, statusName: name, message: answer.errorMessage }),
			...extra,
		};
	}
	return {
		...payment({
			...core,
			outcome: 'unknown',
			message: 'The service answered the charge in a way that this node does not know',
		}),
		...extra,
	};
}

/**
 * The service's references of the transaction, the most likely one first. In the OTP flow it is `reference` (2.3); in the
 * frictionless flow of providers it is `ref`, and `reference` repeats the merchant's. So whichever is the one that was sent
 * counts only where there is no other.
 */
function referencesIn(
	{ ref, reference, transactionReference }: z.output<typeof chargeAnswer>,
	flow: string | undefined,
	sent: string,
): string[] {
	const inOrder = flow === '2DS' ? [ref, transactionReference, reference] : [reference, transactionReference, ref];
	const given = inOrder.filter((one) => one !== null);
	const others = given.filter((one) => one !== sent);
	return [...new Set(others.length > 0 ? others : given)];
}
