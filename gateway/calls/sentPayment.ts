import { z } from 'zod/v4';

import { comparedDecimal, comparedText, UNREADABLE } from '../values/responseFields';
import { OUTCOMES, type Outcome } from '../outcome';
import type { Payment } from '../payment';
import type { Settings } from '../client/settings';
import { minorOf } from '../values/money';

/** What was known of a payment when a call about it was sent. The amount is in major units. */
export type SentPayment = Pick<Payment, 'reference' | 'amount' | 'amountMinor' | 'currency'>;

const paymentItem = z.object({
	outcome: z.enum(OUTCOMES),
	transactionReference: z.string(),
	reference: z.string().nullable(),
	amount: z.number().nullable(),
	currency: z.string().nullable(),
});

/** What an item tells of a payment, where it is one that an operation put out for this transaction. */
export function sentPaymentIn(
	item: unknown,
	transactionReference: string,
	{ amountsIn }: Pick<Settings, 'amountsIn'>,
): SentPayment | undefined {
	const { success, data } = paymentItem.safeParse(item);
	if (!success || data.transactionReference !== transactionReference) return undefined;
	const { reference, amount, currency } = data;
	return { reference, amount, amountMinor: minorOf(amount, currency, amountsIn), currency };
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
 * Whether an answer gives another amount or currency than was sent. What cannot be compared is different. The requested amount is
 * the one that was sent; the gross amount includes fees (2.6), and a field `amount` is in minor units in one call and in major
 * units in another, so neither is compared.
 */
export function hasOtherAmount(
	{ requestedAmount, currencyCode }: Repeated,
	{ amount, currency }: SentPayment,
): boolean {
	if (currencyCode === UNREADABLE) return true;
	const isOtherCurrency = currencyCode !== null && currencyCode.toUpperCase() !== currency;
	return isOtherCurrency || (requestedAmount !== null && requestedAmount !== amount);
}

/** What is said of a payment whose gross amount is too small. */
export const PAID_TOO_LITTLE = 'The service says that it is authorized, with a gross amount below the requested one';

/**
 * Whether an authorized payment was paid in part only: its gross amount, the total including fees (2.6), is below the requested one.
 * @param requested in major units, as the answer gives it or as it was sent; null where it is not known
 */
export function isPaidTooLittle(outcome: Outcome, gross: Repeated['grossAmount'], requested: number | null): boolean {
	if (outcome !== 'authorized' || gross === null || requested === null) return false;
	return typeof gross !== 'number' || gross < requested;
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
		...(sent.amount === null && { requestedAmount: null }),
		...(sent.currency === null && { currencyCode: null }),
	};
	return isOfAnother(comparable, sent) || hasOtherAmount(comparable, sent);
}

/** What is said of an answer about another payment. */
export const ABOUT_ANOTHER = 'The service answered about another payment';

/** What is said of an answer with another amount or currency. */
export const OTHER_AMOUNT = 'The service answered with another amount or currency than those that were sent';
