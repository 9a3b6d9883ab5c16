import { z } from 'zod/v4';

import { comparedDecimal, comparedText, readFields } from '../values/responseFields';
import { OUTCOMES, type Outcome } from '../outcome';
import type { ExpectedPayment, Payment } from '../payment';
import type { Settings } from '../client/settings';
import { minorOf } from '../values/money';

const itemSchema = z.object({
	outcome: z.enum(OUTCOMES),
	transactionReference: z.string(),
	reference: z.string().nullable(),
	amount: z.number().nullable(),
	currency: z.string().nullable(),
});

/** What an item tells of a payment, where it is one that an operation put out for this transaction. */
export function expectedPaymentIn(
	item: unknown,
	transactionReference: string,
	{ amountsIn }: Pick<Settings, 'amountsIn'>,
): ExpectedPayment | undefined {
	const { success, data } = itemSchema.safeParse(item);
	if (!success || data.transactionReference !== transactionReference) return undefined;
	const { reference, amount, currency } = data;
	return { reference, amount, amountMinor: minorOf(amount, currency, amountsIn), currency };
}

/** A payment, with what was sent in place of what it does not tell. */
export function completed<Known extends ExpectedPayment>(known: Known, expected: ExpectedPayment | undefined): Known {
	const filled = Object.entries(known).filter(([, value]) => value !== null);
	return { ...known, ...expected, ...(Object.fromEntries(filled) as Partial<Known>) };
}

/** What tells one payment from another: the merchant's reference, and the amount in major units. */
type Identity = Pick<Payment, 'reference' | 'amount' | 'currency'>;

const COMPARED = ['reference', 'amount', 'currency'] as const;

/**
 * In what another payment differs from the payment that was sent: nothing where it is the same. What was not known when it was sent is
 * not compared. The gross amount includes fees (specification 2.6), and is never compared.
 * @param missing what a field means that the other payment does not have: a record that was looked up then differs, but an answer need
 * not repeat what was sent
 */
export function differences(
	expected: Identity,
	other: Identity,
	missing: 'differs' | 'ignored',
): Array<keyof Identity> {
	return COMPARED.filter((name) => {
		const isMissing = other[name] === null && missing === 'ignored';
		return expected[name] !== null && !isMissing && other[name] !== expected[name];
	});
}

const repeatedFields = {
	clientReference: comparedText,
	merchantRef: comparedText,
	requestedAmount: comparedDecimal,
	currencyCode: comparedText,
};

/** What an answer or a record repeats of the payment that was sent (2.5, 2.6). */
export function repeatedIn(data: Record<string, unknown>): Identity {
	const { clientReference, merchantRef, requestedAmount, currencyCode } = readFields(data, repeatedFields);
	return {
		reference: clientReference ?? merchantRef,
		amount: requestedAmount,
		currency: currencyCode?.toUpperCase() ?? null,
	};
}

/**
 * How a verified payment differs from the expected one, in words.
 * @param expected the amount is decimal text in major units; where one is empty, any will do
 */
export function differencesFrom(expected: { amount: string; currency: string }, record: Payment): string[] {
	const { amount, currency } = expected;
	const known = { reference: null, amount: amount === '' ? null : Number(amount), currency: currency || null };
	return differences(known, record, 'differs').map(
		(name) => `the ${name} is ${record[name] ?? 'not known'}, not ${name === 'amount' ? amount : currency}`,
	);
}

/** What is said of a payment whose gross amount is too small. */
export const UNDERPAID = 'The service says that it is authorized, with a gross amount below the requested one';

/**
 * Whether an authorized payment was paid in part only: its gross amount, the total including fees (2.6), is below the requested one.
 * @param requested in major units, as the answer gives it or as it was sent; null where it is not known
 */
export function isUnderpaid(outcome: Outcome, gross: number | null, requested: number | null): boolean {
	return outcome === 'authorized' && gross !== null && requested !== null && gross < requested;
}

/** What is said of an answer about another payment. */
export const ABOUT_ANOTHER = 'The service answered about another payment';

/** What is said of an answer with another amount or currency. */
export const OTHER_AMOUNT = 'The service answered with another amount or currency than those that were sent';
