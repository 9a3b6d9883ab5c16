import {
	otpRejected,
	readAuthorize,
	type AuthorizedPayment,
	type AuthorizeRequest,
} from '../../../gateway/calls/authorizeCall';
import type { VerifiedPayment } from '../../../gateway/calls/verifyCall';
import { lookUpOf } from '../../../gateway/lookUp';
import { commonPart, payment, paymentItem, type Payment, type PaymentItem } from '../../../gateway/payment';
import { ENDPOINTS } from '../../../gateway/client/endpoints';
import type { Connection } from '../transport/connection';
import { lookUpSent, sendAndSettle, type MoneyCall } from './moneyCall';
import type { ItemOf, Result } from './result';
import { verifyOf } from './fetchPayment';

/** The output of an authorization. */
type AuthorizeOutput = ItemOf<
	PaymentItem<
		AuthorizedPayment,
		{
			/** True when the outcome had to be looked up, because no answer told it. */
			answerLost: boolean;
		}
	>
>;

/**
 * Submits an OTP, once (specification 2.4, 2.5, 4.4), and returns the payment's outcome. A wrong OTP is an outcome.
 * @throws GatewayError when the service refused the call for another reason, or when it was not sent
 */
export async function sendAuthorization(
	connection: Connection,
	request: AuthorizeRequest,
): Promise<Result<AuthorizeOutput>> {
	const { statusTable } = connection.transport.settings;
	const call = callOf(connection, request);
	const {
		payment: paid,
		raw,
		answerLost,
		refusal,
		isOtpRejected,
	} = await sendAndSettle(
		connection,
		{
			endpoint: ENDPOINTS.authorize,
			call: { body: request.body },
			secretValues: request.secrets,
			read: (data) => readAuthorize(data, request, statusTable),
		},
		call,
	);
	// The record gives no reason for a decline; the refusal does.
	const refusalMessage = refusal?.serviceMessage;
	if (isOtpRejected) return { output: describe(rejected(request, refusalMessage, paid)) };
	const serviceMessage = paid.serviceMessage ?? (paid.authorized ? null : (refusalMessage ?? null));
	return { output: describe({ ...paid, serviceMessage }, answerLost), raw };
}

/** Looks up an authorization that was sent before, without sending it again. */
export async function lookUpSentAuthorization(
	connection: Connection,
	request: AuthorizeRequest,
): Promise<Result<AuthorizeOutput>> {
	const { payment: paid } = await lookUpSent(connection, callOf(connection, request));
	return { output: describe(paid, true) };
}

function callOf(connection: Connection, { body, sent, secrets }: AuthorizeRequest): MoneyCall<VerifiedPayment> {
	const { transactionReference: reference } = body;
	return {
		async lookUp() {
			// The service may have another payment under this reference.
			const lookUp = lookUpOf(await verifyOf(sent)(connection, reference, secrets));
			const isIt = lookUp.kind !== 'record' || lookUp.record.transactionReference === reference;
			return isIt ? lookUp : { kind: 'cannotTell' };
		},
		unknown: payment({ ...sent, outcome: 'unknown', transactionReference: reference }),
		inDoubt: 'the payment was authorized',
		advice: 'Do not charge the card again: verify this transaction later, or ask your provider about it.',
		before: 'pending',
	};
}

/** The payment after a wrong OTP, with what its record tells. */
function rejected(request: AuthorizeRequest, serviceMessage: string | undefined, record: Payment): AuthorizedPayment {
	const { sent } = request;
	return otpRejected(request, serviceMessage, {
		reference: record.reference ?? sent?.reference,
		amount: record.amount ?? sent?.amount,
		amountMinor: record.amountMinor ?? sent?.amountMinor,
		currency: record.currency ?? sent?.currency,
	});
}

function describe(paid: Payment & Partial<AuthorizedPayment>, answerLost = false): AuthorizeOutput {
	const { otpRejected: isRejected = false, grossAmount = null, paymentReference = null, callbackUrl = null } = paid;
	const known = { ...commonPart(paid), otpRejected: isRejected, grossAmount, paymentReference, callbackUrl };
	return paymentItem('otp', known, { answerLost });
}
