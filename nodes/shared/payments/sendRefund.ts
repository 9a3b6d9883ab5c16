import {
	readRefundAnswer,
	refundablePayment,
	refundAmount,
	type RefundedPayment,
	type RefundRequest,
} from '../../../gateway/calls/refundCall';
import { differences } from '../../../gateway/calls/expectedPayment';
import type { VerifiedPayment } from '../../../gateway/calls/verifyCall';
import { ENDPOINTS } from '../../../gateway/client/endpoints';
import { lookUpOf, type LookUp } from '../../../gateway/lookUp';
import { commonPart, payment, paymentItem, type Payment } from '../../../gateway/payment';
import type { Connection } from '../transport/transport';
import { fetchPayment } from './findPayment';
import { sendMoneyCall, type MoneyLookUp } from './moneyCall';
import type { Result } from './result';

/** Looks up what became of the payment that is to be refunded (specification 4.5). */
export async function askAboutRefund(
	connection: Connection,
	{ transactionReference }: RefundRequest,
): Promise<LookUp<VerifiedPayment>> {
	return lookUpOf(await fetchPayment(connection, transactionReference));
}

/**
 * How a refund is looked up.
 * @param paid the payment before the refund. A look-up of a refund that was sent before does not know it any more; the record then tells
 * that money went back, not how much
 */
export function refundLookUp(
	connection: Connection,
	request: RefundRequest,
	paid?: Payment,
	amount?: number,
): MoneyLookUp {
	const { transactionReference, reason } = request;
	return {
		async ask() {
			const lookUp = await askAboutRefund(connection, request);
			if (lookUp.kind !== 'record') return lookUp;
			const { record } = lookUp;
			const differing = paid ? differences({ ...paid, reference: null }, record, 'differs') : [];
			return differing.length === 0 && record.transactionReference === transactionReference
				? lookUp
				: { kind: 'cannotTell' };
		},
		describe(refunded: Payment & Partial<RefundedPayment>, { duplicate }) {
			const known = commonPart(refunded, 'remainingAmount', 'refundedDate');
			const more = { amount: amount ?? null, authorized: false, reason: reason ?? null };
			return paymentItem('refund', { ...known, ...more }, { duplicate });
		},
		knownBefore: payment({
			outcome: 'unknown',
			reference: paid?.reference,
			currency: paid?.currency,
			transactionReference,
		}),
		inDoubt: 'the payment was refunded',
		advice: "Do not refund it again: verify it later, or look it up in your provider's dashboard.",
		outcomeBefore: 'authorized',
	};
}

/**
 * Refunds a payment, once, in full or in part. After a declined refund the payment is as it was, and may be refunded once more.
 * @param lookUp what the service has of the payment
 * @throws GatewayError when it cannot be refunded, or the service refused it
 */
export async function sendRefund(connection: Connection, request: RefundRequest, lookUp: LookUp): Promise<Result> {
	const { amountsIn } = connection.transport.settings;
	const { transactionReference, reason } = request;
	const paid = refundablePayment(request, lookUp);
	const amount = refundAmount(request, paid, amountsIn);
	const result = await sendMoneyCall(connection, {
		...refundLookUp(connection, request, paid, amount),
		endpoint: ENDPOINTS.refund,
		call: {
			parameters: { transactionReference },
			body: { transactionReference, refundAmount: amount, ...(reason !== undefined && { refundReason: reason }) },
		},
		secrets: [],
		read: (data, { statusTable }) => readRefundAnswer(data, paid, amount, statusTable),
	});
	return result.output.outcome === 'declined' ? { ...result, isRetryable: true } : result;
}
