import {
	otpRejected,
	readAuthorize,
	type AuthorizedPayment,
	type AuthorizeRequest,
} from '../../../gateway/calls/authorize';
import { ENDPOINTS } from '../../../gateway/protocol/endpoints';
import { RefusedError } from '../../../gateway/protocol/errors';
import { isFinal, outcomeIn } from '../../../gateway/outcome';
import { commonPart, payment, paymentItem, type Payment, type PaymentItem } from '../../../gateway/payment';
import type { Connection } from '../transport/connection';
import { exchange } from './exchange';
import { isNotFound, lookUp, type LookUpTarget } from './lookUp';
import { lookUpSent, resolve, type Resolution } from './resolution';
import type { ItemOf, Result } from './result';
import { mayBeRepeat, maySayUsed } from './usedReference';
import { verifyOf } from './verify';

/** The output of an authorization. */
type AuthorizeOutput = ItemOf<
	PaymentItem<
		AuthorizedPayment,
		{
			/** True when the outcome had to be looked up, because no answer came. */
			answerLost: boolean;
		}
	>
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
		refusal: { sent: request.body.transactionReference, outcomeIn: (record) => outcomeIn(record, statusTable) },
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
		// The service may have another payment under this reference.
		fetchRecord: verifyOf(request.sent),
		isIt: (record) => record.transactionReference === reference,
		secrets: request.secrets,
	};
	return {
		target,
		unknown: payment({ ...request.sent, outcome: 'unknown', transactionReference: reference }),
		inDoubt: 'the payment was authorized',
		advice: 'Do not charge the card again: verify this transaction later, or ask your provider about it.',
		describe,
		async refused(failure) {
			if (!(failure instanceof RefusedError)) return undefined;
			// A refused OTP gets a 400 (section 7), but so does a transaction that is final or does not exist. One that is
			// busy with another OTP may get a 409.
			const isAboutPayment = [400, 409].includes(failure.httpStatus) || failure.payment !== undefined;
			// Services refuse what is done already in other ways as well, so every refusal is looked up.
			const mayBeDone = isAboutPayment || mayBeRepeat(failure);
			const found = await lookUp(connection, target, { mayAppear: false, once: !mayBeDone });
			if ('record' in found) {
				const { record } = found;
				// What waits for an OTP was refused for the reason that the service gives, such as the key.
				const isUntouched = record.outcome === 'pending' && !isInProgress(record);
				if (isUntouched && !isAboutPayment && !maySayUsed(failure)) return undefined;
				return { output: describe(afterRefusal(request, failure, record)) };
			}
			if (!mayBeDone) return undefined;
			const saysNothingOfIt = !failure.payment && !maySayUsed(failure);
			if (isNotFound(found.failure) && saysNothingOfIt) {
				if (isAboutPayment) throw unknownTransaction(failure);
				return undefined;
			}
			return { output: describe(inDoubt(request, failure, found.why)) };
		},
	};
}

/** The payment after a refusal, according to the service's record. */
function afterRefusal(
	request: AuthorizeRequest,
	failure: RefusedError,
	record: Payment,
): Payment & Partial<AuthorizedPayment> {
	const { httpStatus, serviceMessage } = failure;
	const isBusy = isInProgress(record) && maySayUsed(failure);
	// A payment that is closed refuses a right OTP, too, and so does one whose earlier OTP is being processed.
	if (isFinal(record.outcome) || isBusy || httpStatus !== 400) {
		// Verify gives no reason; the refusal does.
		return {
			...record,
			serviceMessage: record.serviceMessage ?? (record.authorized ? null : (serviceMessage ?? null)),
		};
	}
	if (record.outcome === 'unknown') return inDoubt(request, failure, 'its status is not known');
	const { sent } = request;
	return otpRejected(request, serviceMessage, {
		reference: record.reference ?? sent?.reference,
		amount: record.amount ?? sent?.amount,
		amountMinor: record.amountMinor ?? sent?.amountMinor,
		currency: record.currency ?? sent?.currency,
	});
}

// Of the table that providers publish.
const IN_PROGRESS = 8;

/** Whether an OTP may have been taken, and the bank has not answered yet. */
function isInProgress({ outcome, status }: Payment): boolean {
	return outcome === 'pending' && status === IN_PROGRESS;
}

/** The payment after a refusal, where nobody knows what has become of it: an earlier OTP may have been taken and its answer lost. */
function inDoubt(
	request: AuthorizeRequest,
	{ message: refusal, httpStatus, serviceMessage }: RefusedError,
	why: string,
): AuthorizedPayment {
	const details = `${refusal} Looking it up did not help, so it is not known whether an earlier try was successful: ${why}. Verify it before you ask for another OTP.`;
	return { ...otpRejected(request, serviceMessage), outcome: 'unknown', otpRejected: httpStatus === 400, details };
}

function unknownTransaction({ httpStatus, serviceMessage }: RefusedError): RefusedError {
	const { message, next } = ENDPOINTS.authorize.errors[404]!;
	return new RefusedError(message, next, httpStatus, { serviceMessage });
}

function describe(paid: Payment & Partial<AuthorizedPayment>, answerLost = false): AuthorizeOutput {
	const { otpRejected: isRejected = false, grossAmount = null, paymentReference = null, callbackUrl = null } = paid;
	const known = { ...commonPart(paid), otpRejected: isRejected, grossAmount, paymentReference, callbackUrl };
	return paymentItem('otp', known, { answerLost });
}
