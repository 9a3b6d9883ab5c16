import { z } from 'zod/v4';

import { accountNumber, accountProblems, bankCode, expectedName } from './bankAccountCall';
import type { Settings } from '../client/settings';
import { objectOf, readInput, requiredText, validated, type Labels } from '../values/input';
import { currencyCode, givenAmount, moneyIn, type MajorUnits, type Money } from '../values/money';
import { outcomeOfTransfer, type Outcome, type TransferStatuses } from '../outcome';
import { payment, type Payment } from '../payment';
import { comparedDecimal, comparedText, decimal, optionalText, readFields } from '../values/responseFields';
import { ABOUT_ANOTHER, differences } from './expectedPayment';
import { referenceText } from '../values/reference';

/** A checked transfer, ready to be sent. The specification does not show its body; this is what providers publish. */
export interface TransferRequest {
	body: {
		/** In major units, unlike a charge's. */
		amount: MajorUnits;
		bankCode: string;
		recipientAccountNumber: string;
		narration: string;
		/** The caller's unique id of the transfer. */
		requestId: string;
	};
	money: Money;
	/** The name of the person or company that must hold the account; undefined when it is not checked. */
	expectedName: string | undefined;
}

/**
 * A transfer as every operation outputs it. `reference` is the caller's request ID, `transactionReference` is the service's
 * reference, and `statusName` is the status, because transfers have words and no codes for it.
 */
export interface Transfer extends Payment {
	accountNumber: string | null;
	/** The holder's name. */
	accountName: string | null;
	responseCode: string | null;
}

// There is no default, because it could be wrong by a factor of 100.
const amountUnit = z.enum(
	['major', 'minor'],
	'is not chosen. Choose major units, where 10.50 means 10.50, or minor units, where 1050 does.',
);

const transferSchema = objectOf({
	amount: givenAmount,
	amountUnit,
	currency: currencyCode,
	bankCode,
	accountNumber,
	narration: requiredText,
	requestId: referenceText,
	expectedName: expectedName.optional(),
});

/**
 * Checks a transfer and builds its request.
 * @param input amount, amountUnit, currency, bankCode, accountNumber, narration, requestId, expectedName
 * @throws InputError with every broken rule
 */
export function buildTransfer(
	input: unknown,
	{ amountsIn, accountDigits }: Pick<Settings, 'amountsIn' | 'accountDigits'>,
	labels: Labels = {},
): TransferRequest {
	const read = readInput(transferSchema, input);
	const { data: unit } = amountUnit.safeParse(read.given.amountUnit);
	const { money, broken } = unit ? moneyIn(read.given, unit, amountsIn) : { broken: [] };
	const transfer = validated(read, labels, [...broken, ...accountProblems(read.given, accountDigits)]);
	const { bankCode: bank, accountNumber: recipientAccountNumber, narration, requestId, expectedName } = transfer;
	return {
		body: { amount: money!.major, bankCode: bank, recipientAccountNumber, narration, requestId },
		money: money!,
		expectedName,
	};
}

const recordFields = {
	reference: optionalText,
	requestId: optionalText,
	status: optionalText,
	destination: optionalText,
	destinationName: optionalText,
	responseCode: optionalText,
	responseMessage: optionalText,
	amount: decimal,
};

/** The fields in which an answer repeats what was sent. */
const repeatedFields = { requestId: comparedText, amount: comparedDecimal, destination: comparedText };

/** Reads a transfer's record, which a transfer and a status request answer alike. Missing fields are null. */
export function readTransfer(data: Record<string, unknown>, statuses: TransferStatuses): Transfer {
	const record = readFields(data, recordFields);
	const outcome = outcomeOfTransfer(record.status, statuses);
	return {
		...payment({
			outcome: isContradictory(record.responseCode, outcome) ? 'unknown' : outcome,
			statusName: record.status,
			reference: record.requestId,
			transactionReference: record.reference,
			amount: record.amount,
			serviceMessage: record.responseMessage,
		}),
		accountNumber: record.destination,
		accountName: record.destinationName,
		responseCode: record.responseCode,
	};
}

// The response codes that providers document: 9301 means that the transfer is pending, and 00 that it is approved.
function isContradictory(responseCode: string | null, outcome: Outcome): boolean {
	return (responseCode === '9301' && outcome !== 'pending') || (responseCode === '00' && outcome === 'declined');
}

/**
 * Reads the answer to a request for a transfer's status.
 * @param asked the requested reference: the service's, or the request ID
 * @returns undefined when the record is not about that reference
 */
export function readTransferStatus(
	data: Record<string, unknown>,
	asked: string,
	statuses: TransferStatuses,
): Transfer | undefined {
	const record = readTransfer(data, statuses);
	return record.transactionReference === asked || record.reference === asked ? record : undefined;
}

/**
 * Reads the answer to a transfer. An answer about another request, account or amount confirms nothing: its outcome is
 * unknown.
 */
export function readTransferAnswer(
	data: Record<string, unknown>,
	request: TransferRequest,
	statuses: TransferStatuses,
): Transfer {
	const record = readTransfer(data, statuses);
	const { requestId: reference, amount, destination } = readFields(data, repeatedFields);
	const differing = differences(identityOf(request), { reference, amount, currency: null }, 'ignored');
	if (differing.length === 0 && !isElsewhere(request, destination)) return record;
	return { ...record, outcome: 'unknown', authorized: false, details: ABOUT_ANOTHER };
}

/**
 * Whether a record that was looked up belongs to a request. The same request ID with another amount or account is another
 * transfer, and so is a record that cannot be compared.
 */
export function isRecordOf(request: TransferRequest, record: Transfer): boolean {
	const differing = differences(identityOf(request), record, 'differs');
	return differing.length === 0 && !isElsewhere(request, record.accountNumber);
}

/** What tells one transfer from another. Its currency is not sent. */
function identityOf({ body }: TransferRequest) {
	return { reference: body.requestId, amount: body.amount, currency: null };
}

/** Providers do not document the destination, so it is compared only when it looks like an account number of this length. */
function isElsewhere({ body }: TransferRequest, destination: string | null): boolean {
	const account = body.recipientAccountNumber;
	const isAccount = destination !== null && /^\d+$/.test(destination) && destination.length === account.length;
	return isAccount && destination !== account;
}
