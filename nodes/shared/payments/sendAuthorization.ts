import {
	otpRejected,
	readAuthorize,
	type AuthorizedPayment,
	type AuthorizeRequest,
} from '../../../gateway/calls/authorizeCall';
import { ENDPOINTS, NOT_ABOUT_THE_CARD } from '../../../gateway/client/endpoints';
import { lookUpOf } from '../../../gateway/lookUp';
import { RefusedError, type GatewayError } from '../../../gateway/values/errors';
import { commonPart, payment, paymentItem, type Payment, type PaymentItem } from '../../../gateway/payment';
import type { Connection } from '../transport/transport';
import { verify } from './findPayment';
import { sendMoneyCall, type HowFound, type MoneyCall } from './moneyCall';
import type { Result } from './result';

type AuthorizeOutput = PaymentItem<AuthorizedPayment>;

/** Submits an OTP (specification 2.4, 2.5, 4.4). A wrong OTP is an outcome. */
export async function sendAuthorization(
	connection: Connection,
	request: AuthorizeRequest,
): Promise<Result<AuthorizeOutput>> {
	return await sendMoneyCall(connection, callToAuthorize(connection, request));
}

export function callToAuthorize(
	connection: Connection,
	request: AuthorizeRequest,
): MoneyCall<AuthorizedPayment, AuthorizeOutput> {
	const { body, expected, secrets } = request;
	const { transactionReference } = body;
	return {
		endpoint: ENDPOINTS.authorize,
		call: { body },
		secrets,
		read: (data, { statusTable }) => readAuthorize(data, request, statusTable),
		async ask() {
			// The service may have another payment under this reference.
			const lookUp = lookUpOf(await verify(connection, transactionReference, secrets, expected));
			const isSame = lookUp.kind !== 'record' || lookUp.record.transactionReference === transactionReference;
			return isSame ? lookUp : { kind: 'cannotTell' };
		},
		describe: (paid, found) => describe(request, paid, found),
		knownBefore: payment({ ...expected, outcome: 'unknown', transactionReference }),
		inDoubt: 'the payment was authorized',
		advice: 'Do not charge the card again: verify this transaction later, or ask your provider about it.',
		outcomeBefore: 'pending',
	};
}

function describe(
	request: AuthorizeRequest,
	paid: Payment & Partial<AuthorizedPayment>,
	{ isOtpRejected, refusalMessage }: HowFound,
): AuthorizeOutput {
	if (isOtpRejected) return paymentItem('otp', otpRejected(request, refusalMessage, paid), {});
	// The record gives no reason for a decline; the refusal does.
	const serviceMessage = paid.serviceMessage ?? (paid.authorized ? null : (refusalMessage ?? null));
	const { grossAmount, paymentReference, callbackUrl, ...known } = commonPart(
		paid,
		'grossAmount',
		'paymentReference',
		'callbackUrl',
	);
	const more = { otpRejected: false, grossAmount, paymentReference, callbackUrl };
	return paymentItem('otp', { ...known, serviceMessage, ...more }, {});
}

/** Whether the service has refused the card or the OTP that a customer entered, which counts as a try, and not the keys. */
export function refusesWhatWasEntered(failure: GatewayError): boolean {
	return failure instanceof RefusedError && !NOT_ABOUT_THE_CARD.includes(failure.httpStatus);
}
