import { otherRecord, unreadableAnswer } from '../client/response';
import { ENDPOINTS } from '../client/endpoints';
import type { Settings } from '../client/settings';
import { CARD_OUTCOMES, type ItemWords } from '../itemMessage';
import { outcomeOfWord } from '../outcome';
import { payment, type Payment } from '../payment';
import { lookUpOf, type Finders, type Question } from '../sending/lookUp';
import { send, type Call, type Service } from '../sending/service';
import { compareReferences } from '../values/attempt';
import { isObject } from '../values/input';
import { amountText, compareAmounts, minorOf, roundAmount } from '../values/money';
import { decimal, optionalText, readFields } from '../values/responseFields';

/** The bank account that was made for one payment. */
export interface PaymentAccount {
	number: string;
	name: string | null;
	bankName: string | null;
	bankCode: string | null;
	/** In ISO 8601, without a time zone, because the service gives none. */
	validUntil: string | null;
}

/**
 * A payment by bank transfer to an account of its own. `reference` is the caller's request ID, `amount` is what was asked for, and
 * `statusName` is the status, because bank payments have words and no codes for it.
 */
export interface BankPayment extends Payment {
	/** Null where only its status was asked for, which does not tell it. */
	account: PaymentAccount | null;
	/** The amount paid, in major units; null while it is open. */
	amountPaid: number | null;
}

/** The service's record of a bank payment. */
export interface BankPaymentRecord extends BankPayment {
	senderAccount: string | null;
	recipientAccount: string | null;
	originalReference: string | null;
	externalReference: string | null;
}

/** The credential's settings for bank payments. No call names a currency, so it is the credential's. */
export type BankPaymentSettings = Pick<Settings, 'bankPaymentStatuses' | 'defaultCurrency' | 'amountsIn'>;

// Providers document the field, but not its content.
const account = (value: unknown) => optionalText(isObject(value) ? value.accountNumber : value);

const recordFields = {
	status: optionalText,
	requestId: optionalText,
	paymentRequestId: optionalText,
	amount: decimal,
	amountRequested: decimal,
	senderAccount: account,
	recipientAccount: account,
	originalReference: optionalText,
	externalReference: optionalText,
};

/**
 * Reads the status of a bank payment. It is authorized only where what was paid is what was asked for; if the customer paid another amount,
 * the merchant has to decide what to do. Missing fields are null.
 */
export function readBankPaymentRecord(
	data: Record<string, unknown>,
	{ bankPaymentStatuses, defaultCurrency, amountsIn }: BankPaymentSettings,
): BankPaymentRecord {
	const record = readFields(data, recordFields);
	const currency = defaultCurrency || null;
	const [amount, paid] = [record.amountRequested, record.amount].map((told) =>
		roundAmount(told, currency, amountsIn),
	) as [number | null, number | null];
	const ofStatus = outcomeOfWord(record.status, bankPaymentStatuses);
	const isAsAsked =
		amount !== null && compareAmounts({ amount, currency }, { amount: paid, currency }, amountsIn) === 'same';
	const isOther = ofStatus === 'authorized' && !isAsAsked;
	const textOf = (told: number | null) =>
		told === null ? 'an unknown amount' : `${amountText(told, currency)} ${currency ?? ''}`.trim();
	return {
		...payment({
			outcome: isOther ? 'unknown' : ofStatus,
			statusName: record.status,
			reference: record.requestId,
			transactionReference: record.paymentRequestId,
			amount,
			amountMinor: minorOf(amount, currency, amountsIn),
			currency,
			details: isOther ? `${textOf(paid)} was paid, but ${textOf(amount)} was requested` : null,
		}),
		account: null,
		amountPaid: ofStatus === 'pending' ? null : paid,
		senderAccount: record.senderAccount,
		recipientAccount: record.recipientAccount,
		originalReference: record.originalReference,
		externalReference: record.externalReference,
	};
}

/** Gets the status of a bank payment by its request ID, in the form that providers publish. Its answer need not repeat the request ID. */
export const bankPaymentStatus: Call<Question, BankPaymentRecord> = {
	endpoint: ENDPOINTS.bankPaymentStatus,
	content: ({ reference: requestId }) => ({ query: { requestId } }),
	read(data, { reference }, settings) {
		const record = readBankPaymentRecord(data, settings);
		if (isEmpty(record)) throw unreadableAnswer(ENDPOINTS.bankPaymentStatus, data);
		const told = record.reference;
		if (told !== null && compareReferences(reference, told) !== 'same') throw otherRecord(reference, told);
		return { ...record, reference };
	},
};

/** Says whether an answer has no record in it: no amount, and no status. The status of an envelope is none of a payment. */
function isEmpty({ amount, amountPaid, outcome, statusName, reference }: BankPaymentRecord): boolean {
	const hasStatus = statusName !== null && (outcome !== 'unknown' || reference !== null);
	return amount === null && amountPaid === null && !hasStatus;
}

async function fetchBankPaymentStatus(service: Service, question: Question) {
	return lookUpOf(await send(service, bankPaymentStatus, question, question.secrets ?? []));
}

/** The way to find the record of a bank payment. Where it knows none, it cannot tell: a service may show it only when somebody has paid. */
export const findBankPayments: Finders<BankPaymentRecord> = {
	own: fetchBankPaymentStatus,
	merchant: () => [fetchBankPaymentStatus],
	either: () => [fetchBankPaymentStatus],
	hasAttempts: false,
};

/** The messages on the items of bank payments. */
export const BANK_PAYMENT_WORDS: ItemWords = {
	name: 'bank payment',
	outcomes: {
		...CARD_OUTCOMES,
		authorized: 'The amount was paid.',
		pending: 'Nothing is paid yet. Wait for the outcome, or get it later.',
		declined: 'It was not paid, and the account no longer accepts payments.',
		refunded: 'The money was paid back, in part or in full. Do not deliver.',
		unknown: 'It is not known whether this was paid as asked. Compare amountPaid with amount.',
	},
};
