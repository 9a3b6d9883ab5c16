import type { IDataObject } from 'n8n-workflow';

import type { Payment } from '../../../gateway/payment';
import { LostAnswerError, RefusedError } from '../../../gateway/values/errors';
import type { LookUp } from '../../../gateway/lookUp';
import { lookUpsAfter, referenceIn, settle, tells, type PaymentToSettle } from '../../../gateway/settle';
import type { Connection } from '../transport/connection';
import { exchange, type Request } from './exchange';
import { lookUpAgain } from './findPayment';

/** A payment whose call moves money, as far as it takes to settle it. */
export interface MoneyCall<Found extends Payment> extends PaymentToSettle {
	/**
	 * Looks up this payment: by the service's reference where the answer has one, and then by the merchant's. A record counts with
	 * the reference, amount and currency that were sent.
	 */
	lookUp: (transactionReference: string | null) => Promise<LookUp<Found>>;
}

/** The outcome of a call that moves money. */
export interface Outcome<Paid extends Payment, Found extends Payment> {
	payment: Paid | Found | Payment;
	/** The service's answer, where it told the outcome. */
	raw?: IDataObject;
	/** Whether no answer told the outcome, so that it was looked up. */
	answerLost: boolean;
	/** What the service refused although it has a record of the payment: for instance a wrong OTP. */
	refusal?: RefusedError;
	isOtpRejected: boolean;
}

/**
 * Sends a call that moves money, once, and settles it. It is never sent again, and its outcome is never guessed.
 * @param request the call; or why its answer is lost, for a call that was sent before and is only looked up
 * @throws GatewayError when the service refused the call; `charged` says whether it may have acted all the same
 */
export async function sendAndSettle<Paid extends Payment, Found extends Payment>(
	connection: Connection,
	request: Request<Paid> | { failure: LostAnswerError },
	call: MoneyCall<Found>,
): Promise<Outcome<Paid, Found>> {
	const answered = 'failure' in request ? request : await exchange(connection, request);
	const times = lookUpsAfter(answered);
	const isEnough = (found: LookUp<Found>) =>
		times === 'once'
			? found.kind !== 'doesNotSay'
			: found.kind === 'record' && tells(found.record.outcome, call.before);
	const ask = async () => await call.lookUp(referenceIn(answered));
	const lookUp = times === 'none' ? undefined : await lookUpAgain(connection, ask, isEnough);
	const settled = settle(answered, lookUp, call);
	if (settled.kind === 'refused') throw Object.assign(settled.failure, { charged: settled.charged });
	const failure = 'failure' in answered ? answered.failure : undefined;
	const isOtpRejected = settled.kind === 'otpRejected';
	return {
		payment: settled.payment,
		...(settled.kind === 'answer' && 'raw' in answered && { raw: answered.raw }),
		answerLost: failure !== undefined && !isOtpRejected,
		...(failure instanceof RefusedError && { refusal: failure }),
		isOtpRejected,
	};
}

/**
 * Looks up a request that was sent before, without sending it again.
 * @param transactionReference the service's reference of it, where that is known
 */
export async function lookUpSent<Found extends Payment>(
	connection: Connection,
	call: MoneyCall<Found>,
	transactionReference?: string,
): Promise<Outcome<never, Found>> {
	const lost = 'An earlier try sent this and did not learn its outcome';
	return await sendAndSettle<never, Found>(
		connection,
		{ failure: new LostAnswerError(lost, transactionReference) },
		call,
	);
}
