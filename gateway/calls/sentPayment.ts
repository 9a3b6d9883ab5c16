import { z } from 'zod/v4';

import { comparedDecimal, comparedText, UNREADABLE } from '../schema/responseFields';
import type { Payment } from '../payment';

/** What was known of a payment when a call about it was sent. The amount is in major units. */
export type SentPayment = Pick<Payment, 'reference' | 'amount' | 'amountMinor' | 'currency'>;

const chargedItem = z.object({
	outcome: z.literal('otp_required'),
	transactionReference: z.string(),
	reference: z.string(),
	amount: z.number().nullable(),
	amountMinor: z.number().nullable(),
	currency: z.string().nullable(),
});

/** The payment that an item is about, where it is the item that a charge of this transaction put out. */
export function sentPaymentIn(item: unknown, transactionReference: string): SentPayment | undefined {
	const { success, data } = chargedItem.safeParse(item);
	if (!success || data.transactionReference !== transactionReference) return undefined;
	const { reference, amount, amountMinor, currency } = data;
	return { reference, amount, amountMinor, currency };
}

/** The fields in which an answer repeats what was sent (specification 2.5; 2.6 has the others under the same names). */
export const repeatedFields = {
	clientReference: comparedText,
	merchantRef: comparedText,
	grossAmount: comparedDecimal,
	requestedAmount: comparedDecimal,
	currencyCode: comparedText,
};

const repeatedIn = z.object(repeatedFields);

type Repeated = z.output<typeof repeatedIn>;

/** Whether an answer names another merchant reference than the one that was sent. */
export function isOfAnother({ clientReference, merchantRef }: Repeated, sent: SentPayment): boolean {
	return [clientReference, merchantRef].some((repeated) => repeated !== null && repeated !== sent.reference);
}

/**
 * Whether an answer gives another amount or currency than was sent. What cannot be compared is different.
 *
 * The requested amount is the one that was sent. The gross amount has fees in it (2.6), which nobody knows in advance: a
 * higher one may be this payment, a lower one cannot be. A field `amount` is not compared, because the service counts it in
 * minor units in one call and in major units in another. Being too strict costs a look-up, which then tells the outcome.
 */
export function hasOtherAmount(
	{ grossAmount, requestedAmount, currencyCode }: Repeated,
	{ amount, currency }: SentPayment,
): boolean {
	if (currencyCode === UNREADABLE || grossAmount === UNREADABLE) return true;
	const isOtherCurrency = currencyCode !== null && currencyCode.toUpperCase() !== currency;
	const isOtherAmount = requestedAmount !== null && requestedAmount !== amount;
	const isTooLittle = grossAmount !== null && (amount === null || grossAmount < amount);
	return isOtherCurrency || isOtherAmount || isTooLittle;
}

/**
 * Whether a record under our own transaction reference (2.6) contradicts what was sent, and so is that of another payment.
 * What was not known when it was sent contradicts nothing.
 */
export function contradicts(data: Record<string, unknown>, sent: SentPayment): boolean {
	const repeated = repeatedIn.parse(data);
	const comparable: Repeated = {
		...repeated,
		...(sent.reference === null && { clientReference: null, merchantRef: null }),
		...(sent.amount === null && { grossAmount: null, requestedAmount: null }),
		...(sent.currency === null && { currencyCode: null }),
	};
	return isOfAnother(comparable, sent) || hasOtherAmount(comparable, sent);
}

/** What is said of an answer about another payment. */
export const ABOUT_ANOTHER = 'The service answered about another payment';

/** What is said of an answer with another amount or currency. */
export const OTHER_AMOUNT = 'The service answered with another amount or currency than those that were sent';
