import type { IDataObject } from 'n8n-workflow';

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
import { exchange } from './exchange';
import { isNotFound, lookUp, type Sought } from './lookUp';
import type { Result, Run } from '../execution/operation';
import { recallOf, settle, type Settlement } from './resolution';
import { verify } from './verify';

/**
 * Sends an OTP, once (specification 2.4, 2.5, 4.4), and says what came of it. A wrong one is an outcome.
 * @throws GatewayError when nothing came of it
 */
export async function sendAuthorization(run: Run, request: AuthorizeRequest): Promise<Result> {
	const answered = await exchange(run, ENDPOINTS.authorize, { body: request.body }, request.secrets, (data) =>
		readAuthorize(data, request, run.transport.settings.statusTable),
	);
	return await settle(run, answered, settlementOf(run, request));
}

/** Says what came of an authorization that was sent before, without sending it again. */
export const recallAuthorization = recallOf('this OTP', settlementOf);

function settlementOf(run: Run, request: AuthorizeRequest): Settlement {
	const { transactionReference: reference } = request.body;
	const sought: Sought = {
		reference,
		ask: verify,
		isIt: (record) => record.transactionReference === reference,
		secrets: request.secrets,
	};
	return {
		sought,
		unknown: payment({ outcome: 'unknown', transactionReference: reference }),
		question: 'the payment was authorized',
		advice: 'Do not charge the card again: verify this transaction later, or ask your provider about it.',
		describe,
		async refused(failure) {
			// A wrong OTP is an outcome (section 7). A transaction that is settled or does not exist is refused alike.
			if (!(failure instanceof RefusedError) || failure.httpStatus !== 400) return undefined;
			const found = await lookUp(run, sought, { mayAppear: false });
			if ('record' in found && isFinal(found.record.outcome)) {
				const { record } = found;
				// Verify gives no reason; the refusal does.
				const message = record.message ?? (record.authorized ? null : (failure.serviceMessage ?? null));
				return { output: describe({ ...record, message, otpRejected: !record.authorized }) };
			}
			if ('record' in found) return { output: describe(otpRejected(request, failure.serviceMessage)) };
			if (isNotFound(found.failure)) throw unknownTransaction(failure);
			// The OTP may have been taken before, and the answer been lost.
			const message = `${failure.message}. Asking for the transaction did not help, so it is not known whether an earlier try was successful: ${found.why}. Verify it before you ask for another OTP.`;
			return { output: describe({ ...otpRejected(request, message), outcome: 'unknown' }) };
		},
	};
}

function unknownTransaction({ httpStatus, serviceMessage }: RefusedError): RefusedError {
	const { message, next } = ENDPOINTS.authorize.errors[404]!;
	return new RefusedError(message, next, httpStatus, serviceMessage);
}

function describe(paid: Payment & Partial<AuthorizedPayment>, answerLost = false): IDataObject {
	const { otpRejected: isRejected = false, grossAmount = null, paymentReference = null, callbackUrl = null } = paid;
	return { ...commonPart(paid), otpRejected: isRejected, grossAmount, paymentReference, callbackUrl, answerLost };
}
