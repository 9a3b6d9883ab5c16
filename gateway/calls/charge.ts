import { z } from 'zod/v4';

import { ENDPOINTS } from '../client/endpoints';
import type { Settings } from '../client/settings';
import { rulesOf } from '../fields';
import { acceptsOtp, CARD_OUTCOMES, type ItemWords } from '../itemMessage';
import { isFinal, meaningOf, readStatus, type Outcome, type StatusFields, type StatusTable } from '../outcome';
import { duplicateMark, commonPart, payment, paymentItem, type Payment, type PaymentItem } from '../payment';
import type { MoneyCall, MoneyRequest } from '../sending/call';
import { CARD_IN_REFERENCE, holdsCardNumber, pinToSend } from '../values/card';
import { emailAddress } from '../values/email';
import { readInput, requireValid, webAddress, type Labels } from '../values/input';
import {
	amountInput,
	readMoney,
	paymentCurrency,
	roundAmount,
	type AmountUnit,
	type MinorUnits,
	type Money,
} from '../values/money';
import { compareReferences } from '../values/attempt';
import { newReference } from '../values/reference';
import { decimal, optionalAddress, optionalText, readFields, type FieldsOf } from '../values/responseFields';
import { cardPayment, withoutOpenPages } from './cardPayment';
import { addressField, cardFields, detailFields } from './chargeFields';
import { ABOUT_ANOTHER, contradictionOf, isUnderpaid, OTHER_AMOUNT, UNDERPAID } from './expectedPayment';
import type { RecordSettings } from './verify';

/** The form in which the user's values are read and sent, where the specification leaves it open. */
export interface ChargeFormat extends Pick<Settings, 'amountsIn' | 'yearDigits' | 'pinFormat'> {
	amountUnit: AmountUnit;
}

/** A checked charge, ready to be sent (specification 2.2). */
export interface ChargeRequest extends MoneyRequest {
	body: Record<string, unknown> & { amount: MinorUnits };
	money: Money;
	/** Makes the request for another attempt of its order, where a decline is to be followed by one. @param attempt counted from 1 */
	forAttempt?: ((attempt: number) => ChargeRequest) | undefined;
}

/** The fields of a charge (specification 2.2), with `expiry` for both of its parts. */
const chargeSchema = z
	.object({
		...rulesOf(cardFields),
		amount: amountInput,
		currency: paymentCurrency,
		reference: newReference('order'),
		callbackUrl: webAddress,
		webhookURL: webAddress,
		...rulesOf(detailFields),
		email: emailAddress.optional(),
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
	const { fields } = read;
	const { money, brokenRules } = readMoney(fields, unit, amountsIn);
	const cardInReference = holdsCardNumber(fields.reference, fields.cardNumber)
		? [{ path: ['reference'], rule: CARD_IN_REFERENCE }]
		: [];
	const charge = requireValid(read, labels, [...brokenRules, ...cardInReference]);
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

/** The fields that a charge's answer adds to the payment (2.3, and the 3DS and frictionless answers that providers document). */
export interface ChargedPayment extends Payment {
	otpMessage: string | null;
	otpMessageSupport: string | null;
	acsUrl: string | null;
	errorCode: string | null;
	grossAmount: number | null;
}

const NOTHING_MORE = { otpMessage: null, otpMessageSupport: null, acsUrl: null, errorCode: null, grossAmount: null };

const FINAL_AND_OPEN =
	'The service gave the payment a final status, and asked the customer to confirm it in the same answer';

const UNKNOWN_FLOW = 'The service answered the charge in a way that this node does not know';

const answerFields = {
	authorizationType: optionalText,
	otpMessage: optionalText,
	otpMessageSupport: optionalText,
	reference: optionalText,
	ref: optionalText,
	transactionReference: optionalText,
	acsUrl: optionalAddress,
	errorMessage: optionalText,
	errorCode: optionalText,
	grossAmount: decimal,
};

/**
 * Reads the answer of a charge (2.3). The card decides which of three flows follows: OTP (specification), 3DS or 2DS
 * (providers). Any other answer is `unknown`, and so is one about another payment or amount than those that were sent.
 */
export function readChargeAnswer(
	data: Record<string, unknown>,
	{ reference, money }: ChargeRequest,
	{ statusTable: table, amountsIn }: RecordSettings,
): ChargedPayment {
	const answer = readFields(data, answerFields);
	const { authorizationType, otpMessage, otpMessageSupport, errorCode, acsUrl } = answer;
	const grossAmount = roundAmount(answer.grossAmount, money.currency, amountsIn);
	const flow = authorizationType?.toUpperCase();
	const sent = { reference, amount: money.major, amountMinor: money.minor, currency: money.currency };
	const contradiction = contradictionOf(data, sent, { amountsIn });
	const references = readReferences(answer, reference);
	// In a 2DS answer `reference` is the merchant's, so an answer with two other references is about another payment.
	if (contradiction === 'reference' || (flow === '2DS' && references.length > 1)) {
		return { ...payment({ ...sent, outcome: 'unknown', details: ABOUT_ANOTHER }), ...NOTHING_MORE };
	}
	const [transactionReference = null] = references;
	const makePayment = (outcome: Outcome, more: Partial<Payment> = {}): ChargedPayment => ({
		...payment({ ...sent, transactionReference, authorizationType, outcome, ...more }),
		...{ otpMessage, otpMessageSupport, errorCode, grossAmount },
		// The customer is sent there only with a payment that waits for it.
		acsUrl: outcome === 'redirect_required' ? acsUrl : null,
	});
	if (contradiction) return makePayment('unknown', { details: OTHER_AMOUNT });
	const isContradictory = (flow === 'OTP' || flow === '3DS') && hasFinalStatus(data, table);
	if (isContradictory) return makePayment('unknown', { details: FINAL_AND_OPEN });
	// Without a transaction reference, the payment could be neither continued nor verified.
	if (flow === 'OTP' && transactionReference) return makePayment('otp_required', { serviceMessage: otpMessage });
	if (flow === '3DS' && acsUrl) return makePayment('redirect_required', { serviceMessage: answer.errorMessage });
	if (flow !== '2DS') return makePayment('unknown', { details: UNKNOWN_FLOW });
	const status = readStatus(data, table);
	const { name: statusName, outcome } = meaningOf(status, table);
	const isTooLittle = isUnderpaid(outcome, grossAmount, sent, { amountsIn });
	if (isTooLittle) return makePayment('unknown', { status, details: UNDERPAID });
	return makePayment(outcome, { status, statusName, serviceMessage: answer.errorMessage });
}

/** Says whether one of its fields gives a status that is final. */
function hasFinalStatus({ status, statusCode }: StatusFields, table: StatusTable): boolean {
	const codes = [{ status }, { statusCode }].map((field) => readStatus(field, table));
	return codes.some((code) => isFinal(meaningOf(code, table).outcome));
}

/**
 * Reads the service's references of the transaction, the most likely one of an OTP answer first (2.3). In the frictionless flow of
 * providers it is `ref`, and `reference` repeats the merchant's. So a field that repeats the reference that was sent counts only where no
 * other field has one.
 */
function readReferences(
	{ ref, reference, transactionReference }: FieldsOf<typeof answerFields>,
	merchantReference: string,
): string[] {
	const given = [reference, transactionReference, ref].filter((one) => one !== null);
	const others = given.filter((one) => compareReferences(merchantReference, one) === 'different');
	return [...new Set(others.length > 0 ? others : given)];
}

/** The item of a charge. `duplicate`: the payment was made before, and nothing was charged now. */
type ChargeItem = PaymentItem<ChargedPayment, { duplicate?: true }>;

const words: ItemWords = {
	name: 'charge',
	outcomes: CARD_OUTCOMES,
	circumstances: (item) =>
		acceptsOtp(item)
			? 'Still open. If the customer has an OTP, enter it. Otherwise verify; do not charge again.'
			: undefined,
};

/** Charges a card (specification 2.2, 2.3, 4.3). */
export const charge: MoneyCall<ChargeRequest, ChargedPayment> = {
	...cardPayment,
	endpoint: ENDPOINTS.charge,
	words: {
		what: 'card',
		participle: 'charged',
		action: 'charging',
		inDoubt: 'the card was charged',
		advice: 'Do not charge the card again: verify this payment later, or ask your provider about it.',
		referenceField: 'Reference',
		item: words,
	},
	fields: { ...cardFields, ...detailFields, address: addressField },
	content: ({ body }) => ({ body }),
	read: (data, request, settings) =>
		readChargeAnswer(withoutOpenPages(data, settings.baseUrl, ['acsUrl']), request, settings),
	partToStore: ({ forAttempt: _, ...request }) => ({ ...request, body: { amount: request.body.amount }, secrets: [] }),
	earlier: {
		...cardPayment.earlier,
		canShow: () => true,
		options: 'More Details',
		forAttempt: ({ forAttempt }, attempt) => forAttempt?.(attempt),
		afterDecline:
			"To charge another card for this order, start a new execution with 'After a Decline' set to 'Charge Again' (under More Details).",
	},
	item(_, paid: Payment & Partial<ChargedPayment>, { duplicate }): ChargeItem {
		const known = commonPart(paid, 'otpMessage', 'otpMessageSupport', 'acsUrl', 'errorCode', 'grossAmount');
		return paymentItem(words, known, duplicateMark(duplicate));
	},
};
