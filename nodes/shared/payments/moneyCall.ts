import type { IDataObject } from 'n8n-workflow';

import type { LookUp } from '../../../gateway/lookUp';
import type { Payment } from '../../../gateway/payment';
import {
	lookUpsAfter,
	referenceIn,
	settle,
	tellsOutcome,
	type PaymentToSettle,
	type Settled,
} from '../../../gateway/settle';
import { LostAnswerError, RefusedError } from '../../../gateway/values/errors';
import type { Connection } from '../transport/transport';
import { askUntil } from './findPayment';
import type { Result, HowSent } from './result';
import { sendCall, type ReadAnswer, type ServiceCall } from './sendCall';

/** How the payment of a call that moves money is looked up, and the item that shows what became of it. */
export interface MoneyLookUp<TPayment extends Payment = Payment, Output = IDataObject> extends PaymentToSettle {
	/**
	 * Asks the service for this payment: by the service's reference where the answer has one, and then by the merchant's. A record counts
	 * with the reference, amount and currency that were sent.
	 */
	ask: (transactionReference: string | null) => Promise<LookUp>;
	describe: (paid: TPayment | Payment, found: HowFound) => Output;
}

/** A call that moves money: what is sent, and how its payment is looked up. */
export interface MoneyCall<TPayment extends Payment, Output = IDataObject>
	extends ServiceCall<TPayment>, MoneyLookUp<TPayment, Output> {
	/** What was entered for this payment, and must not appear in any output. */
	secrets: readonly string[];
}

/** How the outcome of a call was found out. */
export interface HowFound {
	/** Whether another run of the node has sent the call, and nothing was sent now. */
	duplicate: boolean;
	isOtpRejected: boolean;
	/** The service's words in a refusal of a call whose payment has a record: for instance why a card was declined. */
	refusalMessage: string | undefined;
}

/**
 * Sends a call, once, and finds out what became of it, which is never guessed. It does not throw: a refusal is one of the ways
 * that a call can end.
 */
export async function sendAndSettle<TPayment extends Payment>(
	connection: Connection,
	call: MoneyCall<TPayment, unknown>,
): Promise<Settled<TPayment, Payment>> {
	return await settleAnswer(connection, call, await sendCall(connection, call.secrets, call));
}

/**
 * Sends a call as `sendAndSettle` does, for an item that shows what became of it.
 * @throws GatewayError when the service refused the call, or it was not sent; `charged` says whether the service may have acted
 */
export async function sendMoneyCall<TPayment extends Payment, Output extends IDataObject>(
	connection: Connection,
	call: MoneyCall<TPayment, Output>,
): Promise<Result<Output>> {
	return await resultOf(connection, call, await sendCall(connection, call.secrets, call));
}

/** Finds out what became of a call that this execution has sent before, without sending it again. */
export async function settleSentBefore<Output extends IDataObject>(
	connection: Connection,
	call: MoneyLookUp<Payment, Output>,
	{ transactionReference, duplicate }: HowSent,
): Promise<Result<Output>> {
	// What was sent before is settled as a call whose answer was lost.
	const lost = 'This was sent before, and nothing was sent now';
	return await resultOf(connection, call, { failure: new LostAnswerError(lost, transactionReference) }, duplicate);
}

async function settleAnswer<TPayment extends Payment>(
	connection: Connection,
	call: MoneyLookUp<TPayment, unknown>,
	answer: ReadAnswer<TPayment>,
): Promise<Settled<TPayment, Payment>> {
	const until = lookUpsAfter(answer);
	if (until === 'never') return settle(answer, undefined, call);
	const isFound = (lookUp: LookUp) =>
		lookUp.kind === 'record' && tellsOutcome(lookUp.record.outcome, call.outcomeBefore);
	const ask = async () => await call.ask(referenceIn(answer));
	return settle(answer, await askUntil(connection, ask, until === 'untilFound' ? isFound : undefined), call);
}

async function resultOf<TPayment extends Payment, Output extends IDataObject>(
	connection: Connection,
	call: MoneyLookUp<TPayment, Output>,
	answer: ReadAnswer<TPayment>,
	duplicate = false,
): Promise<Result<Output>> {
	const settled = await settleAnswer(connection, call, answer);
	if (settled.kind === 'failed') throw Object.assign(settled.failure, { charged: settled.charged });
	const failure = 'failure' in answer ? answer.failure : undefined;
	const output = call.describe(settled.payment, {
		duplicate,
		isOtpRejected: settled.kind === 'otpRejected',
		refusalMessage: failure instanceof RefusedError ? failure.serviceMessage : undefined,
	});
	return settled.kind === 'answer' && 'raw' in answer ? { output, raw: answer.raw } : { output };
}
