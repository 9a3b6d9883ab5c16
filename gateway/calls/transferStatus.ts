import { ENDPOINTS } from '../client/endpoints';
import type { Settings } from '../client/settings';
import { CARD_OUTCOMES, type ItemWords } from '../itemMessage';
import { outcomeOfWord, type Outcome, type StatusWords } from '../outcome';
import { payment, type Payment } from '../payment';
import { lookUpOf, requireSameReference, type Finders, type Question } from '../sending/lookUp';
import { send, type Call, type Service } from '../sending/service';
import { roundAmount } from '../values/money';
import { decimal, optionalText, readFields } from '../values/responseFields';

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

/** Reads a transfer's record, which a transfer and a status request answer alike. Missing fields are null. */
export function readTransfer(data: Record<string, unknown>, statuses: StatusWords): Transfer {
	const record = readFields(data, recordFields);
	const outcome = outcomeOfWord(record.status, statuses);
	return {
		...payment({
			outcome: isContradictory(record.responseCode, outcome) ? 'unknown' : outcome,
			statusName: record.status,
			reference: record.requestId,
			transactionReference: record.reference,
			// Transfers name no currency.
			amount: roundAmount(record.amount, null, 'unknown'),
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

/** Gets the status of a transfer by the service's reference or by the request ID, in the form that providers publish. */
const statusAt = (endpoint: Call<Question, Transfer>['endpoint']): Call<Question, Transfer> => ({
	endpoint,
	content: ({ reference }) => ({ parameters: { reference, requestId: reference } }),
	read: (data, question, { transferStatuses }) => requireSameReference(question, readTransfer(data, transferStatuses)),
});

const transferStatus = statusAt(ENDPOINTS.transferStatus);
const transferByRequestId = statusAt(ENDPOINTS.transferByRequestId);

async function fetchTransferStatus(service: Service, question: Question) {
	return lookUpOf(await send(service, transferStatus, question, question.secrets ?? []));
}

async function fetchTransferByRequestId(service: Service, question: Question) {
	return lookUpOf(await send(service, transferByRequestId, question, question.secrets ?? []));
}

/**
 * The ways to find the record of a transfer. Two pages of the providers' documentation have two paths for it, so both are asked, unless the
 * credential has a path of its own. Where neither knows it, they cannot tell.
 */
export const findTransfers: Finders<Transfer> = {
	own: fetchTransferStatus,
	merchant: waysOf,
	either: waysOf,
	hasAttempts: false,
};

function waysOf({ transferStatusPath }: Settings) {
	return transferStatusPath === ENDPOINTS.transferStatus.path
		? [fetchTransferStatus, fetchTransferByRequestId]
		: [fetchTransferStatus];
}

/** The messages on the items of transfers. */
export const TRANSFER_WORDS: ItemWords = {
	name: 'transfer',
	outcomes: {
		...CARD_OUTCOMES,
		authorized: 'The money was transferred.',
		pending: 'The outcome is still open. Get the status later, and do not send it again.',
		declined: 'The transfer was refused, and no money was sent.',
		refunded: 'The transfer was paid back, in part or in full.',
		unknown: 'It is not known whether the money was sent. Get its status before you send it again.',
	},
	circumstances({ outcome, mismatch = null, timedOut }) {
		if (mismatch !== null) return 'Nothing was sent, because the name of the account holder is not confirmed.';
		if (outcome === 'unknown' && timedOut === true)
			return 'It is not known yet whether the money was sent. Wait again; do not send it a second time.';
		return undefined;
	},
};
