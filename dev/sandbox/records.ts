import { sumOfRefunds, type Refund, type Transaction } from './ledger';
import { feeOf, toMajor } from './money';
import type { Settings } from './options';
import { isPaid, nameOf } from './statuses';

const MERCHANT = 'Sandbox Merchant';

/** The acquirer's code for a refund that it has made. */
const APPROVED = '00';

/** Makes the answer of authorize (section 2.5). */
export function outcomeRecord(transaction: Transaction) {
	return {
		status: transaction.status,
		errorMessage: transaction.errorMessage,
		transactionReference: transaction.transactionReference,
		authorizationType: transaction.flow,
		grossAmount: amounts(transaction).grossAmount,
		callbackUrl: transaction.callbackUrl,
		clientReference: transaction.merchantReference,
		paymentReference: transaction.paymentReference,
		charge: true,
	};
}

/**
 * The final answer of a frictionless charge, as providers document it: the service's own reference is `ref` there, and
 * `reference` repeats the merchant's.
 */
export function frictionlessRecord(transaction: Transaction) {
	return {
		status: transaction.status,
		authorizationType: transaction.flow,
		errorMessage: transaction.errorMessage,
		errorCode: transaction.errorCode,
		grossAmount: amounts(transaction).grossAmount,
		ref: transaction.transactionReference,
		reference: transaction.merchantReference,
	};
}

/** Section 2.6, in either of its two descriptions. That of a hosted checkout names the service's reference otherwise, as providers document it. */
export function verificationRecord(
	transaction: Transaction,
	{ verifyShape: shape, verifyTellsRefunds }: Pick<Settings, 'verifyShape' | 'verifyTellsRefunds'>,
) {
	const common = {
		merchant: MERCHANT,
		...(transaction.hosted
			? { reference: transaction.transactionReference, channel: channelOf(transaction) }
			: { transactionReference: transaction.transactionReference }),
		merchantRef: transaction.merchantReference,
		...amounts(transaction),
		customerId: transaction.customerId,
		currencyCode: transaction.currency,
		callbackUrl: transaction.callbackUrl,
		authorizationType: 'OPEN',
		paymentRequestor: MERCHANT,
		...(verifyTellsRefunds && refundsOf(transaction)),
	};
	if (shape === 'payload') {
		return { ...common, transactionDate: withoutZone(transaction.createdAt), status: transaction.status };
	}
	return {
		...common,
		date: transaction.createdAt.replace(/\.\d+Z$/, 'Z'),
		status: nameOf(transaction.status),
		statusCode: transaction.status,
	};
}

/** An item of the history, as providers document it: `reference` is the merchant's there, and the code of a success is 0. */
export function historyRecord(transaction: Transaction) {
	return {
		transactionReference: transaction.transactionReference,
		reference: transaction.merchantReference,
		...amounts(transaction),
		customerId: transaction.customerId,
		currencyCode: transaction.currency,
		createdDate: withoutZone(transaction.createdAt),
		status: transaction.status,
		errorCode: isPaid(transaction.status) ? '0' : transaction.errorCode,
	};
}

/** Makes the answer to a refund, as providers document it. One that is carried out later, or never, leaves the payment's status as it is. */
export function refundAnswer(transaction: Transaction, refund: Refund | undefined, acquirerCode: string) {
	const { amountMinor, decimals } = transaction;
	const refunded = sumOfRefunds(transaction) + (refund?.isMade === false ? refund.amountMinor : 0);
	return {
		transactionReference: transaction.transactionReference,
		reference: transaction.merchantReference,
		refundedAmount: toMajor(refund?.amountMinor ?? 0, decimals),
		transactionAmount: toMajor(amountMinor, decimals),
		remainingAmount: toMajor(amountMinor - refunded, decimals),
		transactionDate: withoutZone(transaction.createdAt),
		refundedDate: refund ? withoutZone(refund.timestamp) : null,
		currencyCode: transaction.currency,
		status: transaction.status,
		acquirerCode: acquirerCode || null,
		acquirerMessage: acquirerCode === APPROVED ? 'Approved' : 'Processed',
		refundHistory: transaction.refunds.map((made) => ({
			refundId: made.refundId,
			amount: toMajor(made.amountMinor, decimals),
			timestamp: withoutZone(made.timestamp),
			status: made.isMade ? 'APPROVED' : 'PENDING',
		})),
		partialRefund: refunded > 0 && refunded < amountMinor,
	};
}

/** The body of a notification. Section 6 leaves it open; these are the fields that providers document. */
export function notificationRecord(transaction: Transaction) {
	return {
		transactionReference: transaction.transactionReference,
		merchantRef: transaction.merchantReference,
		status: transaction.status,
		...amounts(transaction),
		currencyCode: transaction.currency,
		customerId: transaction.customerId,
		transactionDate: withoutZone(transaction.createdAt),
		createdDate: withoutZone(transaction.createdAt),
		callbackUrl: transaction.callbackUrl,
		paymentRequestor: MERCHANT,
		paymentSource: transaction.hosted ? channelOf(transaction) : 'CARD',
		errorCode: transaction.errorCode,
		errorMessage: transaction.errorMessage,
		externalRef: transaction.paymentReference,
		...refundsOf(transaction),
	};
}

/** Returns a transaction's metadata from the merchant, and what was refunded of it. */
function refundsOf(transaction: Transaction) {
	return {
		metadata: transaction.hosted?.metadata ?? null,
		refundedAmount: toMajor(sumOfRefunds(transaction), transaction.decimals),
		lastRefundDate: transaction.refunds.findLast(({ isMade }) => isMade)?.timestamp ?? null,
	};
}

function channelOf({ hosted }: Transaction): string | null {
	return hosted?.channel?.toUpperCase() ?? null;
}

/**
 * Section 2.6: the gross amount includes the fee. One meaning for the name, wherever it appears. On a hosted page, the merchant may
 * pay the fee out of the amount.
 */
function amounts({ amountMinor, decimals, hosted }: Transaction) {
	const fee = feeOf(amountMinor);
	const isOurs = hosted?.feeBearer === 'merchant';
	return {
		grossAmount: toMajor(isOurs ? amountMinor : amountMinor + fee, decimals),
		requestedAmount: toMajor(amountMinor, decimals),
		transactionFee: toMajor(fee, decimals),
		settlementAmount: toMajor(isOurs ? amountMinor - fee : amountMinor, decimals),
	};
}

function withoutZone(isoDate: string): string {
	return isoDate.replace(/Z$/, '');
}
