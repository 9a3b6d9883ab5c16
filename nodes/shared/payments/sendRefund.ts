import { readRefundAnswer, refundablePayment, refundAmount } from '../../../gateway/calls/refundCall';
import type { RefundedPayment, RefundRequest } from '../../../gateway/calls/refundCall';
import type { VerifiedPayment } from '../../../gateway/calls/verifyCall';
import { lookUpOf, type LookUp } from '../../../gateway/lookUp';
import { commonPart, payment, paymentItem, type Payment, type PaymentItem } from '../../../gateway/payment';
import { ENDPOINTS } from '../../../gateway/client/endpoints';
import type { Connection } from '../transport/connection';
import { fetchPayment } from './findPayment';
import { lookUpSent, sendAndSettle, type MoneyCall } from './moneyCall';
import type { ItemOf, Result, SentBefore } from './result';

/** The output of a refund. `amount` is what was refunded, where that is known. */
type RefundOutput = ItemOf<
	PaymentItem<RefundedPayment & { reason: string | null }, { answerLost: boolean; duplicate: boolean }>
>;

/** Looks up what became of the payment that is to be refunded (specification 4.5). */
export async function askAboutRefund(
	connection: Connection,
	{ transactionReference }: RefundRequest,
): Promise<LookUp<VerifiedPayment>> {
	return lookUpOf(await fetchPayment(connection, transactionReference, []));
}

/**
 * Refunds a payment, once, in full or in part, and returns the outcome of the refund.
 * @param known what the service has of the payment
 * @throws GatewayError when the payment cannot be refunded, or the service refused it
 */
export async function sendRefund(
	connection: Connection,
	request: RefundRequest,
	known: LookUp,
): Promise<Result<RefundOutput>> {
	const { statusTable, amountsIn } = connection.transport.settings;
	const { transactionReference, reason } = request;
	const paid = refundablePayment(request, known);
	const amount = refundAmount(request, paid, amountsIn);
	const {
		payment: refunded,
		raw,
		answerLost,
	} = await sendAndSettle(
		connection,
		{
			endpoint: ENDPOINTS.refund,
			call: {
				parameters: { transactionReference },
				body: { transactionReference, refundAmount: amount, ...(reason !== undefined && { refundReason: reason }) },
			},
			secretValues: [],
			read: (data) => readRefundAnswer(data, paid, amount, statusTable),
		},
		callOf(connection, request, paid),
	);
	const output = describe(request, { ...refunded, amount }, { answerLost });
	// The payment is as it was, and may be refunded once more.
	return output.outcome === 'declined' ? { output, raw, isSent: false } : { output, raw };
}

/** Looks up a refund that this execution has sent before, without sending it again. */
export async function lookUpSentRefund(
	connection: Connection,
	request: RefundRequest,
	{ isRepeat }: SentBefore,
): Promise<Result<RefundOutput>> {
	const { payment: found } = await lookUpSent(connection, callOf(connection, request));
	// The record tells that money went back, and not how much.
	return { output: describe(request, { ...found, amount: null }, { answerLost: !isRepeat, duplicate: isRepeat }) };
}

/** @param paid the payment before the refund; undefined where that is not known any more */
function callOf(connection: Connection, request: RefundRequest, paid?: Payment): MoneyCall<VerifiedPayment> {
	const { transactionReference } = request;
	return {
		async lookUp() {
			const lookUp = await askAboutRefund(connection, request);
			if (lookUp.kind !== 'record') return lookUp;
			const { record } = lookUp;
			const isSame = !paid || (record.amount === paid.amount && record.currency === paid.currency);
			return isSame && record.transactionReference === transactionReference ? lookUp : { kind: 'cannotTell' };
		},
		unknown: payment({
			outcome: 'unknown',
			reference: paid?.reference,
			currency: paid?.currency,
			transactionReference,
		}),
		inDoubt: 'the payment was refunded',
		advice: "Do not refund it again: verify it later, or look it up in your provider's dashboard.",
		before: 'authorized',
	};
}

function describe(
	{ reason = null }: { reason?: string | null },
	refunded: Payment & Partial<RefundedPayment>,
	{ answerLost, duplicate = false }: { answerLost: boolean; duplicate?: boolean },
): RefundOutput {
	const { remainingAmount = null, refundedDate = null } = refunded;
	const known = { ...commonPart(refunded), authorized: false, remainingAmount, reason, refundedDate };
	return paymentItem('refund', known, { answerLost, duplicate });
}
