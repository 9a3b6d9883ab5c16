import { hash } from 'crypto';
import { ENDPOINTS } from '../client/endpoints';
import { readMoment } from '../values/dates';
import { minorOf, roundAmount } from '../values/money';
import { requireSameReference, type Question } from '../sending/lookUp';
import type { Call } from '../sending/service';
import { isUnderpaid, UNDERPAID } from './expectedPayment';
import { meaningOf, readStatus } from '../outcome';
import type { Settings } from '../client/settings';
import { payment, type Payment } from '../payment';
import { isRefund, stageOf } from '../stage';
import { parseJson } from '../values/input';
import { decimal, optionalAddress, optionalText, readFields, decimalForPeople } from '../values/responseFields';

/** The fields that a verification's answer adds to the payment (specification 2.6). Amounts are in major units. */
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
	/** The means of payment, such as "CARD"; records of a hosted checkout have it. */
	channel: string | null;
	/** In ISO 8601, without a time zone, because the service gives none. */
	transactionDate: string | null;
	/** The amount refunded so far, and the amount of the payment that is left. */
	refundedAmount: number | null;
	remainingAmount: number | null;
	/** The date of the last refund, written as `transactionDate` is. */
	lastRefundDate: string | null;
	/** The metadata that the merchant gave with a hosted checkout. */
	metadata: object | string | null;
	/** The same for every notification of what has become of this transaction, so that repeats can be recognized. */
	notificationId: string;
}

/** The credential's settings for the service's records. */
export type RecordSettings = Pick<Settings, 'statusTable' | 'amountsIn'>;

const recordFields = {
	merchant: optionalText,
	transactionReference: optionalText,
	merchantRef: optionalText,
	reference: optionalText,
	channel: optionalText,
	grossAmount: decimal,
	requestedAmount: decimal,
	transactionFee: decimalForPeople,
	settlementAmount: decimalForPeople,
	customerId: optionalText,
	currencyCode: optionalText,
	callbackUrl: optionalAddress,
	authorizationType: optionalText,
	paymentRequestor: optionalText,
	transactionDate: optionalText,
	date: optionalText,
	errorMessage: optionalText,
	errorCode: optionalText,
	refundedAmount: decimal,
	remainingAmount: decimal,
	lastRefundDate: optionalText,
	metadata: readMetadata,
};

/**
 * Verifies a transaction (specification 4.5). Its record (2.6) is read in every form that the specification shows: `status` as an integer
 * or a name, `statusCode`, `transactionDate` or `date`.
 * @throws OtherRecordError for the record of another reference
 */
export const verify: Call<Question, VerifiedPayment> = {
	endpoint: ENDPOINTS.verify,
	content: ({ reference }) => ({ parameters: { transactionReference: reference } }),
	read: (data, question, settings) => requireSameReference(question, readRecord(data, settings)),
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
		roundAmount(told, currency, amountsIn),
	) as [number | null, number | null];
	const isTooLittle = isUnderpaid(ofStatus, grossAmount, { amount, currency }, { amountsIn });
	const outcome = isTooLittle ? 'unknown' : ofStatus;
	const known = payment({
		outcome,
		status,
		statusName: name,
		reference: record.merchantRef,
		transactionReference: record.transactionReference ?? ownReferenceOf(record),
		authorizationType: record.authorizationType,
		amount,
		amountMinor: minorOf(amount, currency, amountsIn),
		currency,
		serviceMessage: record.errorMessage,
		details: status === null ? UNCLEAR_STATUS : isTooLittle ? UNDERPAID : null,
	});
	const { transactionFee, settlementAmount, errorCode, merchant, customerId, paymentRequestor, callbackUrl } = record;
	const refund = {
		...readRefund(record, amount, (told) => roundAmount(told, currency, amountsIn)),
		lastRefundDate: readDate(record.lastRefundDate),
	};
	return {
		...known,
		grossAmount,
		...{ transactionFee, settlementAmount, errorCode, merchant, customerId, paymentRequestor, callbackUrl },
		channel: record.channel,
		transactionDate: readDate(record.transactionDate ?? record.date),
		...refund,
		metadata: record.metadata,
		notificationId: notificationId({ ...known, ...refund }),
	};
}

/** Returns a date as ISO 8601 has it, which some services write with a space. */
function readDate(date: string | null): string | null {
	return date?.replace(/^(\d{4}-\d\d-\d\d) /, '$1T') ?? null;
}

/** Reads how much was refunded, and what remains: as the record tells it, or else of the requested amount. */
function readRefund(
	told: { refundedAmount: number | null; remainingAmount: number | null },
	amount: number | null,
	read: (amount: number | null) => number | null,
): Pick<VerifiedPayment, 'refundedAmount' | 'remainingAmount'> {
	const refundedAmount = read(told.refundedAmount);
	const rest = refundedAmount === null || amount === null || refundedAmount > amount ? null : amount - refundedAmount;
	return { refundedAmount, remainingAmount: read(told.remainingAmount ?? rest) };
}

/** Reads the values that a merchant gave the service to keep, which may come as text. */
function readMetadata(value: unknown): object | string | null {
	const given = typeof value === 'string' ? (parseJson(value) ?? value) : value;
	return typeof given === 'object' ? given : optionalText(value);
}

/** Returns the service's reference in the record of a hosted checkout: there it is `reference`, beside the merchant's in `merchantRef`. */
export function ownReferenceOf(record: { reference: string | null; merchantRef: string | null }): string | null {
	return record.merchantRef !== null && record.reference !== record.merchantRef ? record.reference : null;
}

/** The state that a transaction has come to. */
type Event = Pick<Payment, 'outcome' | 'status'> & Partial<Pick<VerifiedPayment, 'refundedAmount' | 'lastRefundDate'>>;

/**
 * Identifies what has become of a transaction, by its stage: one that is authorized and then captured is paid once. Of an open one each
 * status is news, and so is each refund: the amount that was refunded so far tells them apart, or else the date of the last one.
 * @param transaction what identifies the transaction
 * @returns `base` where the record tells amount or date: the id without them, which a list of the service gives
 */
export function eventIds(
	transaction: ReadonlyArray<string | number | null>,
	{ outcome, status, refundedAmount, lastRefundDate }: Event,
): { id: string; base?: string } {
	const stage = stageOf({ outcome, status });
	const hasStatus = stage === 'open' || isRefund(stage);
	const base = idOf([...transaction, hasStatus ? status : stage]);
	// An amount of 0 was not filled in yet.
	const amount = refundedAmount || null;
	const date = amount === null ? (readMoment(lastRefundDate ?? null) ?? null) : null;
	const hasDetails = isRefund(stage) && (amount !== null || date !== null);
	return hasDetails ? { id: idOf([...transaction, 'refunded', amount, date]), base } : { id: base };
}

/**
 * Identifies a transaction together with what became of it. It is the same for every repeat of a notification, in every
 * process.
 */
export function notificationId(known: Payment & Event): string {
	return paymentIds(known).id;
}

/** Returns the ids by which a trigger remembers that a payment has started the workflow. */
export function paymentIds({
	transactionReference,
	reference: own,
	...event
}: Payment & Event): ReturnType<typeof eventIds> {
	return eventIds([transactionReference ?? own], event);
}

/** Makes an id that is the same for the same parts. */
export function idOf(parts: ReadonlyArray<string | number | null>): string {
	// Eight bytes tell millions apart. Not a slice of the text, which would keep the whole of it in memory.
	return hash('sha256', JSON.stringify(parts), 'buffer').toString('hex', 0, 8);
}
