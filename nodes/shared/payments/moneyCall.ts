import type { IDataObject } from 'n8n-workflow';

import type { LookUp } from '../../../gateway/lookUp';
import type { Payment } from '../../../gateway/payment';
import { lookUpsAfter, referenceIn, settle, tells, type PaymentToSettle } from '../../../gateway/settle';
import { LostAnswerError, RefusedError } from '../../../gateway/values/errors';
import type { Connection } from '../transport/transport';
import { lookUpAgain } from './findPayment';
import type { Result, SentBefore } from './result';
import { sendCall, type ReadAnswer, type ServiceCall } from './sendCall';

/** A call that moves money: what is sent, how its payment is looked up, and the item that shows what became of it. */
export interface MoneyCall<TPayment extends Payment, TRecord extends Payment, Output>
	extends ServiceCall<TPayment>, PaymentToSettle {
	/**
	 * Looks up this payment: by the service's reference where the answer has one, and then by the merchant's. A record counts with
	 * the reference, amount and currency that were sent.
	 */
	lookUp: (transactionReference: string | null) => Promise<LookUp<TRecord>>;
	describe: (payment: TPayment | TRecord | Payment, found: HowFound) => Output;
}

/** How the outcome of a call was found out. */
export interface HowFound {
	/** Whether no answer told the outcome, so that it was looked up. */
	answerLost: boolean;
	/** Whether another run of the node has sent the call, and nothing was sent now. */
	duplicate: boolean;
	isOtpRejected: boolean;
	/** The service's words in a refusal of a call whose payment has a record: for instance why a card was declined. */
	refusalMessage: string | undefined;
}

/**
 * The two ways to the outcome of a call that moves money. It is never sent twice, and its outcome is never guessed.
 * @param callOf the call of a request
 */
export function moneyCalls<Request, TPayment extends Payment, TRecord extends Payment, Output extends IDataObject>(
	callOf: (connection: Connection, request: Request, known?: LookUp) => MoneyCall<TPayment, TRecord, Output>,
) {
	return {
		/**
		 * Sends a call, once, and returns its outcome.
		 * @param known what the service has of the payment, where it was asked before
		 * @throws GatewayError when the service refused the call; `charged` says whether it may have acted all the same
		 */
		send: async (connection: Connection, request: Request, known?: LookUp): Promise<Result<Output>> => {
			const call = callOf(connection, request, known);
			return await settleAnswer(connection, call, await sendCall(connection, call));
		},

		/** Looks up a call that this execution has sent before, without sending it again. */
		lookUpSent: async (connection: Connection, request: Request, before: SentBefore): Promise<Result<Output>> => {
			const call = callOf(connection, request);
			const lost = 'An earlier try sent this and did not learn its outcome';
			const failure = new LostAnswerError(lost, before.transactionReference);
			return await settleAnswer(connection, call, { failure }, before.isRepeat);
		},
	};
}

async function settleAnswer<TPayment extends Payment, TRecord extends Payment, Output extends IDataObject>(
	connection: Connection,
	call: MoneyCall<TPayment, TRecord, Output>,
	answer: ReadAnswer<TPayment>,
	duplicate = false,
): Promise<Result<Output>> {
	const times = lookUpsAfter(answer);
	const isEnough = (lookUp: LookUp<TRecord>) =>
		times === 'once'
			? lookUp.kind !== 'doesNotSay'
			: lookUp.kind === 'record' && tells(lookUp.record.outcome, call.before);
	const ask = async () => await call.lookUp(referenceIn(answer));
	const settled = settle(answer, times === 'none' ? undefined : await lookUpAgain(connection, ask, isEnough), call);
	if (settled.kind === 'refused') throw Object.assign(settled.failure, { charged: settled.charged });
	const isOtpRejected = settled.kind === 'otpRejected';
	const failure = 'failure' in answer ? answer.failure : undefined;
	const output = call.describe(settled.payment, {
		answerLost: failure !== undefined && !isOtpRejected && !duplicate,
		duplicate,
		isOtpRejected,
		refusalMessage: failure instanceof RefusedError ? failure.serviceMessage : undefined,
	});
	return settled.kind === 'answer' && 'raw' in answer ? { output, raw: answer.raw } : { output };
}
