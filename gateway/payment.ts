import { messageOf, type ItemWords } from './itemMessage';
import type { Outcome } from './outcome';
import { readAttempt } from './values/attempt';
import { amountText } from './values/money';

/** A payment as far as it is known, from whatever source. */
export interface Payment {
	outcome: Outcome;
	/** In major units: 10.5 means 10.50. */
	amount: number | null;
	currency: string | null;
	/** The merchant's reference. */
	reference: string | null;
	/** The service's reference, which authorize and verify require. */
	transactionReference: string | null;
	/** True for the outcome `authorized` alone. */
	authorized: boolean;
	/** The service's transaction status code, if it gave one. */
	status: number | null;
	statusName: string | null;
	authorizationType: string | null;
	/** In minor units, exact: 1050 means 10.50. */
	amountMinor: number | null;
	/** The service's own words. */
	serviceMessage: string | null;
	/** An explanation at length, such as why its outcome is unknown. */
	details: string | null;
}

/** A payment before its answer or record comes, as it was sent. The amount is in major units. */
export type ExpectedPayment = Pick<Payment, 'reference' | 'amount' | 'amountMinor' | 'currency'>;

/** Makes a payment with all its fields. Those that are not given are null. */
export function payment({ outcome, ...known }: { outcome: Outcome } & Partial<Omit<Payment, 'authorized'>>): Payment {
	return {
		outcome,
		amount: null,
		currency: null,
		reference: null,
		transactionReference: null,
		authorized: outcome === 'authorized',
		status: null,
		statusName: null,
		authorizationType: null,
		amountMinor: null,
		serviceMessage: null,
		details: null,
		...known,
	};
}

const COMMON = Object.keys(payment({ outcome: 'unknown' })) as Array<keyof Payment>;

/**
 * Returns the common fields of a payment, and some that an operation added; null where it does not have them.
 * @param own the names of the fields that the operation added
 */
export function commonPart<Paid extends Payment, Own extends keyof Paid = never>(
	paid: Paid,
	...own: Own[]
): Payment & { [Name in Own]-?: Exclude<Paid[Name], undefined> | null } {
	const fields = [...COMMON, ...own].map((name) => [name, paid[name] ?? null]);
	return Object.fromEntries(fields) as Payment & { [Name in Own]-?: Exclude<Paid[Name], undefined> | null };
}

/** Completes a payment with what was sent, where it does not tell it. */
export function completePayment<Known extends ExpectedPayment>(
	known: Known,
	expected: ExpectedPayment | undefined,
): Known {
	const filled = Object.entries(known).filter(([, value]) => value !== null);
	return { ...known, ...expected, ...(Object.fromEntries(filled) as Partial<Known>) };
}

/** A payment as a list shows it. */
export type PaymentRow<Paid extends Payment = Payment> = {
	/** The amount as people write it, such as "10.50". */
	amountText: string | null;
	/** The number of the order's attempt, counted from 1; null where its reference is not known. */
	attempt: number | null;
} & { [Field in keyof Paid]: Paid[Field] };

/** A payment as an item shows it. */
export type PaymentItem<Paid extends Payment = Payment, More = unknown> = {
	/** A short message: what became of it, and what to do next. */
	message: string;
} & PaymentRow<Paid> & { [Field in keyof More]: More[Field] };

/** A payment of a list, which people find by its date and its customer. */
type HistoryPayment = Payment & { transactionDate: string | null; customerId: string | null };

/** Marks an item whose payment was made before, and for which nothing was sent now. Another has no such field. */
export function duplicateMark(isDuplicate: boolean): { duplicate?: true } {
	return isDuplicate ? { duplicate: true } : {};
}

/** The fields of a payment that people look for first. */
const KNOWN_FIRST = ['outcome', 'authorized', 'amount', 'currency', 'reference', 'transactionReference'] as const;

/** The first fields of every payment's item, in this order, in every operation and trigger. */
const FIRST_FIELDS = [...KNOWN_FIRST, 'message'] as const;

/**
 * The first fields of a row in a list of payments. People find a payment by its date and reference, and n8n's table shows five columns
 * or so at once. A message would make the row high.
 */
const FIRST_COLUMNS = [
	...(['transactionDate', 'reference', 'outcome', 'authorized', 'amount', 'currency'] as const),
	...(['transactionReference', 'customerId'] as const),
];

/**
 * Makes the item of a payment with all its fields, for every operation and trigger. What people look for comes first, because the columns
 * of n8n's table are in the order of the fields. Its `reference` is the order's, whichever attempt it is.
 * @param more the fields that are not the payment's own, such as how it was found out
 */
export function paymentItem<Paid extends Payment, More extends object>(
	words: ItemWords,
	paid: Paid,
	more: More,
	waited?: string,
): PaymentItem<Paid, More> {
	const message = messageOf(words, { ...paid, ...more, waited });
	// TypeScript does not see that the parts of a generic type make it up again.
	return putFirst(FIRST_FIELDS, { ...makeDisplayFields(paid), ...more, message }) as unknown as PaymentItem<Paid, More>;
}

/** Makes a payment a row of a list, with all its fields and without a message. */
export function paymentRow<Paid extends HistoryPayment>(paid: Paid): PaymentRow<Paid> {
	return putFirst(FIRST_COLUMNS, makeDisplayFields(paid)) as unknown as PaymentRow<Paid>;
}

/** Makes the fields of a payment for people: with its amount as text, and with the order and the attempt that its reference names. */
function makeDisplayFields({ reference: sent, ...paid }: Payment): object {
	const { order: reference, attempt } = sent === null ? { order: null, attempt: null } : readAttempt(sent);
	return { reference, amountText: amountText(paid.amount, paid.currency), attempt, ...paid };
}

/** Puts some fields before the others. */
function putFirst(first: readonly string[], fields: object): object {
	const order = Object.fromEntries(first.map((name) => [name, null]));
	return { ...order, ...fields };
}

/**
 * Reduces an item to the fields that people need: the first seven, and each of the operation's own fields that has a value.
 * @param own the names of the operation's own fields, such as "acsUrl"; of a charge, at most three have a value at once
 */
export function simplifyItem<Value>(
	item: { [field: string]: Value },
	own: readonly string[],
): { [field: string]: Value } {
	const given = own.filter((name) => item[name] !== null && item[name] !== undefined);
	return Object.fromEntries([...FIRST_FIELDS, ...given].map((name) => [name, item[name] as Value]));
}

/** Reduces a row to the columns that people need: the same in every row, whether they have a value or not. */
export function simplifyRow<Value>(
	row: { [field: string]: Value },
	own: readonly string[],
): { [field: string]: Value | null } {
	return Object.fromEntries([...FIRST_COLUMNS, ...own].map((name) => [name, row[name] ?? null]));
}
