import {
	otpRejected,
	readAuthorize,
	type AuthorizedPayment,
	type AuthorizeRequest,
} from '../../../gateway/calls/authorize';
import { ENDPOINTS } from '../../../gateway/protocol/endpoints';
import { RefusedError } from '../../../gateway/protocol/errors';
import { isFinal } from '../../../gateway/outcome';
import { commonPart, payment, type Payment } from '../../../gateway/payment';
import type { Connection } from '../transport/connection';
import { exchange } from './exchange';
import { isNotFound, lookUp, type LookUpTarget } from './lookUp';
import { lookUpSent, resolve, type Resolution } from './resolution';
import type { ItemOf, Result } from './result';
import { verify } from './verify';

/** The output of an authorization. */
type AuthorizeOutput = ItemOf<
	AuthorizedPayment & {
		/** True when the outcome had to be looked up, because no answer came. */
		answerLost: boolean;
	}
>;

/**
 * Submits an OTP, once (specification 2.4, 2.5, 4.4), and returns the payment's outcome. A wrong OTP is an outcome.
 * @throws GatewayError when the OTP is known not to have been taken
 */
export async function sendAuthorization(
	connection: Connection,
	request: AuthorizeRequest,
): Promise<Result<AuthorizeOutput>> {
	const { statusTable } = connection.transport.settings;
	const answered = await exchange(connection, {
		endpoint: ENDPOINTS.authorize,
		call: { body: request.body },
		secretValues: request.secrets,
		read: (data) => readAuthorize(data, request, statusTable),
	});
	return await resolve(connection, answered, resolutionOf(connection, request));
}

/** Looks up an authorization that was sent before, without sending it again. */
export async function lookUpSentAuthorization(
	connection: Connection,
	request: AuthorizeRequest,
): Promise<Result<AuthorizeOutput>> {
	return await lookUpSent(connection, 'this OTP', resolutionOf(connection, request));
}

function resolutionOf(connection: Connection, request: AuthorizeRequest): Resolution<AuthorizeOutput> {
	const { transactionReference: reference } = request.body;
	const target: LookUpTarget = {
		reference,
		fetchRecord: verify,
		isIt: (record) => record.transactionReference === reference,
		secrets: request.secrets,
	};
	return {
		target,
		unknown: payment({ outcome: 'unknown', transactionReference: reference }),
		inDoubt: 'the payment was authorized',
		advice: 'Do not charge the card again: verify this transaction later, or ask your provider about it.',
		describe,
		async refused(failure) {
			// A refused OTP gets a 400 (section 7), but so does a transaction that is final or does not exist.
			if (!(failure instanceof RefusedError) || failure.httpStatus !== 400) return undefined;
			const found = await lookUp(connection, target, { mayAppear: false });
			if ('record' in found && isFinal(found.record.outcome)) {
				const { record } = found;
				// Verify gives no reason; the refusal does.
				const message = record.message ?? (record.authorized ? null : (failure.serviceMessage ?? null));
				return { output: describe({ ...record, message, otpRejected: !record.authorized }) };
			}
			if ('record' in found) return { output: describe(otpRejected(request, failure.serviceMessage)) };
			if (isNotFound(found.failure)) throw unknownTransaction(failure);
			// An earlier OTP may have been taken and its answer lost.
			const message = `${failure.message}. Asking for the transaction did not help, so it is not known whether an earlier try was successful: ${found.why}. Verify it before you ask for another OTP.`;
			return { output: describe({ ...otpRejected(request, message), outcome: 'unknown' }) };
		},
	};
}

function unknownTransaction({ httpStatus, serviceMessage }: RefusedError): RefusedError {
	const { message, next } = ENDPOINTS.authorize.errors[404]!;
	return new RefusedError(message, next, httpStatus, { serviceMessage });
}

function describe(paid: Payment & Partial<AuthorizedPayment>, answerLost = false): AuthorizeOutput {
	const { otpRejected: isRejected = false, grossAmount = null, paymentReference = null, callbackUrl = null } = paid;
	return { ...commonPart(paid), otpRejected: isRejected, grossAmount, paymentReference, callbackUrl, answerLost };
}
