import { hash } from 'crypto';
import { ENDPOINTS } from '../client/endpoints';
import { minorOf, toldAmount } from '../values/money';
import { requireAsked, type Question } from '../sending/lookUp';
import type { Call } from '../sending/service';
import { isUnderpaid, UNDERPAID } from './expectedPayment';
import { meaningOf, readStatus, type Outcome } from '../outcome';
import type { Settings } from '../client/settings';
import { payment, type Payment } from '../payment';
import { decimal, optionalAddress, optionalText, readFields, shownDecimal } from '../values/responseFields';

/** What a verification's answer adds to the payment (specification 2.6). Amounts are in major units. */
export interface VerifiedPayment extends Payment {
	grossAmount: number | null;
	transactionFee: number | null;
	settlementAmount: number | null;
	/** The code of a decline, such as "51"; records of the transaction history have it. */
	errorCode: string | null;
	merchant: string | null;
	customerId: string | null;
	paymentRequestor: string | null;
	callbackUrl: string | null;
	/** How it was paid, such as "CARD"; records of a hosted checkout have it. */
	channel: string | null;
	/** In ISO 8601, without a time zone, because the service gives none. */
	transactionDate: string | null;
	/** The same for every notification of this transaction in this status, so that repeats can be recognized. */
	notificationId: string;
}

/** What the credential says about the records of the service. */
export type RecordSettings = Pick<Settings, 'statusTable' | 'amountsIn'>;

const recordFields = {
	merchant: optionalText,
	transactionReference: optionalText,
	merchantRef: optionalText,
	reference: optionalText,
	channel: optionalText,
	grossAmount: decimal,
	requestedAmount: decimal,
	transactionFee: shownDecimal,
	settlementAmount: shownDecimal,
	customerId: optionalText,
	currencyCode: optionalText,
	callbackUrl: optionalAddress,
	authorizationType: optionalText,
	paymentRequestor: optionalText,
	transactionDate: optionalText,
	date: optionalText,
	errorMessage: optionalText,
	errorCode: optionalText,
};

/**
 * Verifies a transaction (specification 4.5). Its record (2.6) is read in every form that the specification shows: `status` as an integer
 * or a name, `statusCode`, `transactionDate` or `date`.
 * @throws OtherRecordError for the record of another reference
 */
export const verify: Call<Question, VerifiedPayment> = {
	endpoint: ENDPOINTS.verify,
	content: ({ reference }) => ({ parameters: { transactionReference: reference } }),
	read: (data, question, settings) => requireAsked(question, readRecord(data, settings)),
};

const UNCLEAR_STATUS =
	'The service gives no status that this node can rely on: it is missing, not known, or contradicts itself';

/** Reads the record of any transaction. Missing fields are null. */
export function readRecord(
	data: Record<string, unknown>,
	{ statusTable: table, amountsIn }: RecordSettings,
): VerifiedPayment {
	const record = readFields(data, recordFields);
	const status = readStatus(data, table);
	const { name, outcome: ofStatus } = meaningOf(status, table);
	const currency = record.currencyCode?.toUpperCase() ?? null;
	const [amount, grossAmount] = [record.requestedAmount, record.grossAmount].map((told) =>
		toldAmount(told, currency, amountsIn),
	) as [number | null, number | null];
	const isTooLittle = isUnderpaid(ofStatus, grossAmount, { amount, currency }, { amountsIn });
	const outcome = isTooLittle ? 'unknown' : ofStatus;
	const known = payment({
		outcome,
		status,
		statusName: name,
		reference: record.merchantRef,
		transactionReference: record.transactionReference ?? ownReferenceIn(record),
		authorizationType: record.authorizationType,
		amount,
		amountMinor: minorOf(amount, currency, amountsIn),
		currency,
		serviceMessage: record.errorMessage,
		details: status === null ? UNCLEAR_STATUS : isTooLittle ? UNDERPAID : null,
	});
	const { transactionFee, settlementAmount, errorCode, merchant, customerId, paymentRequestor, callbackUrl } = record;
	return {
		...known,
		grossAmount,
		...{ transactionFee, settlementAmount, errorCode, merchant, customerId, paymentRequestor, callbackUrl },
		channel: record.channel,
		transactionDate: (record.transactionDate ?? record.date)?.replace(/^(\d{4}-\d\d-\d\d) /, '$1T') ?? null,
		notificationId: notificationId(known),
	};
}

/** The service's reference in the record of a hosted checkout: there it is `reference`, beside the merchant's in `merchantRef`. */
export function ownReferenceIn(record: { reference: string | null; merchantRef: string | null }): string | null {
	return record.merchantRef !== null && record.reference !== record.merchantRef ? record.reference : null;
}

// A payment that is authorized and then captured is paid once. Of open payments and of refunds each status is news.
const ONCE: readonly Outcome[] = ['authorized', 'declined'];

/**
 * Identifies a transaction together with what became of it. It is the same for every repeat of a notification, in every
 * process.
 */
export function notificationId({ transactionReference, reference: own, outcome, status }: Payment): string {
	return idOf([transactionReference ?? own, ONCE.includes(outcome) ? outcome : status]);
}

/** An id that is the same for the same parts. */
export function idOf(parts: ReadonlyArray<string | number | null>): string {
	// Eight bytes tell millions apart. Not a slice of the text, which would keep the whole of it in memory.
	return hash('sha256', JSON.stringify(parts), 'buffer').toString('hex', 0, 8);
}
