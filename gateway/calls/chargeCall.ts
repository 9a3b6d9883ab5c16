import { CARD_IN_REFERENCE, expiry, hasExpired, holdsCardNumber, pinToSend, type PinFormat } from '../values/card';
import { checkInput, type BrokenRule, type Labels } from '../values/input';
import {
	amountProblems,
	readAmount,
	type AmountCounting,
	type AmountUnit,
	type MinorUnits,
	type Money,
} from '../values/money';
import { isReference } from './verifyCall';
import { chargeSchema } from './chargeRules';

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

/** The broken rules that concern several fields. */
function commonProblems(given: Record<string, unknown>, format: ChargeFormat, now: number): BrokenRule[] {
	return [
		...expiryProblems(given, now),
		...amountProblems(given, (money) => moneyOf(money, format)),
		...(isReference(given.reference) && holdsCardNumber(given.reference, given.cardNumber)
			? [{ path: ['reference'], rule: CARD_IN_REFERENCE }]
			: []),
	];
}

function expiryProblems(given: Record<string, unknown>, now: number): BrokenRule[] {
	const { success, data } = expiry.safeParse(given.expiry);
	if (!success || !hasExpired(data.expiryMonth, data.expiryYear, now)) return [];
	const rule = 'is in the past, so the card has expired. Ask the customer for another card.';
	return [{ path: ['expiry'], rule }];
}

function moneyOf({ amount, currency }: { amount: string; currency: string }, { amountUnit, amountsIn }: ChargeFormat) {
	return readAmount({ amount, unit: amountUnit, currency }, amountsIn);
}

/**
 * Checks a charge and builds its request (specification 2.2, 4.3, 8).
 * @param input fields named as in 2.2, with `expiry` for both of its parts; `amount` in `format.amountUnit`
 * @param now the present, in milliseconds
 * @throws InputError with every broken rule
 */
export function buildCharge(input: unknown, format: ChargeFormat, now: number, labels: Labels = {}): ChargeRequest {
	const charge = checkInput(chargeSchema, input, labels, (given) => commonProblems(given, format, now));
	// An amount that breaks a rule was refused above.
	const money = moneyOf(charge, format) as Money;
	const { cardNumber: pan, cvv, cardPin: pin = '' } = charge;
	return {
		body: {
			...charge,
			amount: money.minor,
			expiryYear: charge.expiryYear.slice(-format.yearDigits),
			...(pin && { cardPin: pinToSend(pin, format.pinFormat) }),
		},
		reference: charge.reference,
		money,
		secrets: [pan, cvv, pin],
	};
}
