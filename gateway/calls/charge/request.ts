import { z } from 'zod/v4';

import type { Problem } from '../../protocol/errors';
import {
	CARD_IN_REFERENCE,
	expiry,
	expiryMonth,
	expiryYear,
	hasExpired,
	holdsCardNumber,
	type PinFormat,
} from '../../schema/card';
import { checkInput, isNothing } from '../../schema/input';
import {
	amountProblems,
	readAmount,
	type AmountCounting,
	type AmountUnit,
	type MinorUnits,
	type Money,
} from '../../schema/money';
import { isObject } from '../../schema/responseFields';
import { isReference } from '../verify';
import { CHARGE_LABELS, CHARGE_SCHEMAS, type Labels } from './fields';

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
	const schemas = CHARGE_SCHEMAS[format.pinFormat];
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
