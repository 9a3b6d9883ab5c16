import { z } from 'zod/v4';

import {
	CARD_IN_REFERENCE,
	cardCvv,
	cardNumber,
	cardPin,
	expiry,
	expiryMonth,
	expiryYear,
	hasExpired,
	holdsCardNumber,
	type PinFormat,
} from '../schema/card';
import type { Problem } from '../protocol/errors';
import { usesHttps } from '../protocol/settings';
import { checkInput, closedObject, isNothing, text, webAddress } from '../schema/input';
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
import { isObject, optionalAddress, optionalText, readable } from '../schema/responseFields';
import { isReference, pathSegment } from './verify';
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

/** What fields are called, by their names. One that is not in it is called by its name. */
type Labels = Readonly<Record<string, string>>;

type FieldName =
	| keyof z.output<typeof SCHEMAS.number.apart>
	| keyof z.output<typeof customer>
	| keyof z.output<typeof address>
	| keyof z.output<typeof browserDetails>;

/** What the fields of a charge are called in n8n. */
export const CHARGE_LABELS = {
	'': 'Charge',
	cardNumber: 'Card Number',
	expiry: 'Expiry',
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
	email: 'Customer > Email',
	customer: 'Customer',
	browserDetails: 'Browser',
	firstName: 'First Name',
	lastName: 'Last Name',
	phoneNumber: 'Phone Number',
	dateOfBirth: 'Date of Birth',
	address: 'Billing Address',
	street: 'Street',
	city: 'City',
	stateProvince: 'State or Province',
	stateProvinceCode: 'State or Province Code',
	postcodeZip: 'Postcode',
	country: 'Country',
	userAgent: 'User Agent',
	acceptHeader: 'Accept Header',
	language: 'Language',
	colorDepth: 'Color Depth',
	screenHeight: 'Screen Height',
	screenWidth: 'Screen Width',
	timeZone: 'Time Zone',
	javaEnabled: 'Java Enabled',
	javaScriptEnabled: 'JavaScript Enabled',
	ipAddress: 'IP Address',
} satisfies Record<FieldName | '', string>;

/** What the fields are called where a charge is one JSON object: by their keys. */
export const CHARGE_KEYS: Labels = { '': 'Charge' };

const optional = text.optional();
const wholeNumber = text
	.refine((value) => /^\d{1,6}$/.test(value), 'is not a whole number. Write up to six digits.')
	.transform(Number)
	.optional();
const yesOrNo = z.boolean('is neither true nor false. Give it one of them.').optional();

// Looser than a mail server's rule, but strict enough to find a typing mistake.
const EMAIL = /^([\w'+-]+\.)*[\w'+-]*[\w+-]@([a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i;

// Providers' optional objects: they raise the success rate of the 3DS and frictionless flows.
const address = closedObject({
	street: optional,
	city: optional,
	stateProvince: optional,
	stateProvinceCode: optional,
	postcodeZip: optional,
	country: optional,
});
const customer = closedObject({
	firstName: optional,
	lastName: optional,
	phoneNumber: optional,
	dateOfBirth: optional,
	address: address.optional(),
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

const RULE = 'is not an object. Give it the fields of a charge.';
// Only for their names, which a misspelled field is compared with.
const elsewhere = z.undefined().optional();
const twice = z.undefined('is given twice. Leave out either the expiry, or its month and year.').optional();

/** The expiry is one field or two. */
function chargeSchemas<Format extends PinFormat>(pinFormat: Format) {
	const others = {
		cardNumber,
		cvv: cardCvv,
		amount: text,
		currency: currencyCode,
		reference: pathSegment,
		callbackUrl: webAddress,
		webhookURL: webAddress,
		sourceUrl: webAddress.optional(),
		cardPin: cardPin[pinFormat].optional(),
		tid: optional,
		email: text
			.refine((email) => EMAIL.test(email), 'is not an e-mail address. Write it like name@example.com.')
			.optional(),
		customer: customer.optional(),
		browserDetails: browserDetails.optional(),
	};
	return {
		apart: closedObject({ ...others, expiryMonth, expiryYear, expiry: twice }, RULE),
		together: closedObject({ ...others, expiry, expiryMonth: elsewhere, expiryYear: elsewhere }, RULE).transform(
			({ expiry: both, ...charge }) => ({ ...charge, ...both }),
		),
	};
}

// Made once, because making a schema takes longer than checking a charge with it.
const SCHEMAS = { number: chargeSchemas('number'), text: chargeSchemas('text') };

function hasExpiryApart(input: unknown): boolean {
	return isObject(input) && !(isNothing(input.expiryMonth) && isNothing(input.expiryYear));
}

/** The broken rules that concern several fields. */
function commonProblems(given: Record<string, unknown>, format: ChargeFormat, now: number, labels: Labels): Problem[] {
	return [
		...expiryProblems(given, now).map((problem) => ({ ...problem, field: labels[problem.path[0]] ?? problem.path[0] })),
		...amountProblems(given, labels.amount ?? 'amount', (money) => moneyOf(money, format)),
		...(isReference(given.reference) && holdsCardNumber(given.reference, given.cardNumber)
			? [{ path: ['reference'], field: labels.reference ?? 'reference', rule: CARD_IN_REFERENCE }]
			: []),
	];
}

/** Names the field that a person should look at: of month and year the year, unless only the month has passed. */
function expiryProblems(given: Record<string, unknown>, now: number): Array<{ path: [string]; rule: string }> {
	const isApart = hasExpiryApart(given);
	const both = isApart ? apart.safeParse(given) : expiry.safeParse(given.expiry);
	if (!both.success || !hasExpired(both.data.expiryMonth, both.data.expiryYear, now)) return [];
	const name = hasExpired('12', both.data.expiryYear, now) ? 'expiryYear' : 'expiryMonth';
	return [
		{ path: [isApart ? name : 'expiry'], rule: 'is in the past. Ask the customer for a card that has not expired.' },
	];
}

const apart = z.object({ expiryMonth, expiryYear });

function moneyOf({ amount, currency }: { amount: string; currency: string }, { amountUnit, amountsIn }: ChargeFormat) {
	return readAmount({ amount, unit: amountUnit, currency }, amountsIn);
}

/**
 * Checks a charge and builds its request (specification 2.2, 4.3, 8).
 * @param input fields named as in 2.2; `amount` in `format.amountUnit`
 * @param now the present, in milliseconds
 * @param labels what the person who gave it calls the fields
 * @throws InputError with every broken rule
 */
export function buildCharge(
	input: unknown,
	format: ChargeFormat,
	now: number,
	labels: Labels = CHARGE_LABELS,
): ChargeRequest {
	const schemas = SCHEMAS[format.pinFormat];
	const charge = checkInput(hasExpiryApart(input) ? schemas.apart : schemas.together, input, labels, {
		problemsIn: (given) => commonProblems(given, format, now, labels),
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
 * local one may be. The outcome stays, and the details say why there is no address.
 * @param baseUrl that of the service
 */
export function withProtectedRedirect(paid: ChargedPayment, baseUrl: string): ChargedPayment {
	const isUnprotected = paid.acsUrl !== null && /^http:/i.test(paid.acsUrl);
	if (!isUnprotected || !usesHttps(baseUrl)) return paid;
	return { ...paid, acsUrl: null, details: UNPROTECTED_REDIRECT };
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
		return { ...payment({ ...sent, outcome: 'unknown', details: ABOUT_ANOTHER }), ...NOTHING_MORE };
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
		return { ...payment({ ...core, outcome: 'unknown', details: OTHER_AMOUNT }), ...extra };
	}
	// Without a transaction reference, the payment could be neither continued nor verified.
	if (flow === 'OTP' && core.transactionReference) {
		return { ...payment({ ...core, outcome: 'otp_required', serviceMessage: answer.otpMessage }), ...extra };
	}
	if (flow === '3DS' && answer.acsUrl) {
		return { ...payment({ ...core, outcome: 'redirect_required', serviceMessage: answer.errorMessage }), ...extra };
	}
	if (flow === '2DS') {
		const status = readStatus(answer, table);
		const { name, outcome } = meaningOf(status, table);
		return {
			...payment({ ...core, outcome, status, statusName: name, serviceMessage: answer.errorMessage }),
			...extra,
		};
	}
	return {
		...payment({
			...core,
			outcome: 'unknown',
			details: 'The service answered the charge in a way that this node does not know',
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
