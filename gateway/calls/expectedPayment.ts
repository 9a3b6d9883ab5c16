import { z } from 'zod/v4';

import { decimal, optionalText, readFields, type Likeness } from '../values/responseFields';
import { OUTCOMES, type Outcome } from '../outcome';
import type { ExpectedPayment, Payment } from '../payment';
import type { Settings } from '../client/settings';
import { compareAmounts, compareCurrencies, minorOf } from '../values/money';
import { compareWithOrder } from '../values/attempt';

const itemSchema = z.object({
	outcome: z.enum(OUTCOMES),
	transactionReference: z.string(),
	reference: z.string().nullable(),
	amount: z.number().nullable(),
	currency: z.string().nullable(),
});

/** Reads a payment from an item, where an operation returned it for this transaction. */
export function readExpectedPayment(
	item: unknown,
	transactionReference: string,
	{ amountsIn }: Pick<Settings, 'amountsIn'>,
): ExpectedPayment | undefined {
	const { success, data } = itemSchema.safeParse(item);
	if (!success || data.transactionReference !== transactionReference) return undefined;
	const { reference, amount, currency } = data;
	return { reference, amount, amountMinor: minorOf(amount, currency, amountsIn), currency };
}

/** The identity of a payment: the merchant's reference, and the amount in major units. */
type Identity = Pick<Payment, 'reference' | 'amount' | 'currency'>;

/** The result of comparing a payment with the one that was sent. */
type Comparison = Record<keyof Identity, Likeness>;

/** The way in which a provider counts amounts. */
type Counting = Pick<Settings, 'amountsIn'>;

/**
 * Compares the parts of a payment with the one that was sent. A part that was not known when it was sent is not compared. The gross amount
 * includes fees (specification 2.6), and is never compared.
 */
function compareParts(expected: Identity, told: Identity, { amountsIn }: Counting): Comparison {
	return {
		reference: compareWithOrder(expected.reference, told.reference),
		amount: compareAmounts(expected, told, amountsIn),
		currency: compareCurrencies(expected.currency, told.currency),
	};
}

/** Combines the likenesses of parts: the whole is the same only if all parts are, and different only if all of them can be compared. */
function combineLikenesses(parts: readonly Likeness[]): Likeness {
	if (parts.includes('notKnown')) return 'notKnown';
	return parts.includes('different') ? 'different' : 'same';
}

/**
 * Compares a payment with the one that was sent. A reference that is missing or in other letters says nothing. One that was declined is of
 * the same order whatever its amount was: no money is in it.
 */
export function comparePayment(
	expected: Identity,
	told: Identity & Partial<Pick<Payment, 'outcome'>>,
	counting: Counting,
): Likeness {
	const { reference, amount, currency } = compareParts(expected, told, counting);
	if (reference === 'different') return reference;
	return told.outcome === 'declined' ? 'same' : combineLikenesses([amount, currency]);
}

const repeatedFields = {
	clientReference: optionalText,
	merchantRef: optionalText,
	requestedAmount: decimal,
	currencyCode: optionalText,
};

/** Reads what an answer or a record repeats of the payment that was sent (2.5, 2.6). */
function readIdentity(data: Record<string, unknown>): Identity {
	const { clientReference, merchantRef, requestedAmount, currencyCode } = readFields(data, repeatedFields);
	return {
		reference: clientReference ?? merchantRef,
		amount: requestedAmount,
		currency: currencyCode?.toUpperCase() ?? null,
	};
}

/** Says which part of an answer to our own request contradicts what was sent. It need not repeat anything, nor in the same letters. */
export function contradictionOf(
	data: Record<string, unknown>,
	sent: Identity,
	counting: Counting,
): 'reference' | 'amount' | undefined {
	const { reference, amount, currency } = compareParts(sent, readIdentity(data), counting);
	if (reference === 'different') return 'reference';
	return amount === 'different' || currency === 'different' ? 'amount' : undefined;
}

/**
 * Compares a verified payment with the expected one: the differences in words, and whether it is another one or cannot be compared.
 * @param expected the amount is decimal text in major units; where one is empty, any will do
 */
export function compareInWords(
	{ amount, currency }: { amount: string; currency: string },
	record: Payment,
	counting: Counting,
): { likeness: Likeness; words: string[] } {
	const expected = { reference: null, amount: amount === '' ? null : Number(amount), currency: currency || null };
	const compared = compareParts(expected, record, counting);
	const words = (['amount', 'currency'] as const)
		.filter((name) => compared[name] !== 'same')
		.map((name) => `the ${name} is ${record[name] ?? 'not known'}, not ${name === 'amount' ? amount : currency}`);
	return { likeness: combineLikenesses([compared.amount, compared.currency]), words };
}

/** The message about a payment whose gross amount is too small. */
export const UNDERPAID = 'The service says that it is authorized, with a gross amount below the requested one';

/**
 * Says whether an authorized payment was paid in part only: its gross amount, the total including fees (2.6), is below the requested one.
 * @param gross in major units, as the answer gives it
 * @param requested as the answer gives it or as it was sent; its amount is null where it is not known
 */
export function isUnderpaid(
	outcome: Outcome,
	gross: number | null,
	requested: Omit<Identity, 'reference'>,
	{ amountsIn }: Counting,
): boolean {
	const { amount, currency } = requested;
	if (outcome !== 'authorized' || gross === null || amount === null || gross >= amount) return false;
	return compareAmounts(requested, { amount: gross, currency }, amountsIn) !== 'same';
}

/** The message about an answer for another payment. */
export const ABOUT_ANOTHER = 'The service answered about another payment';

/** The message about an answer with another amount or currency. */
export const OTHER_AMOUNT = 'The service answered with another amount or currency than those that were sent';
