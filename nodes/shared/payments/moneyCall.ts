import type { IDataObject } from 'n8n-workflow';

import { isFinal } from '../../../gateway/outcome';
import type { Payment } from '../../../gateway/payment';
import { asClause, LostAnswerError, type RefusedError } from '../../../gateway/protocol/errors';
import type { LookUp } from '../../../gateway/lookUp';
import { lookUpsAfter, settle, type Answered } from '../../../gateway/settle';
import type { Connection } from '../transport/connection';
import type { Exchange } from './exchange';
import { lookUpAgain } from './lookUp';

/** A call that moves money, as far as it takes to settle it. */
export interface MoneyCall<Found extends Payment> {
	/**
	 * Looks up this payment: by the service's reference where the answer has one, and then by the merchant's. A record counts with
	 * the reference, amount and currency that were sent.
	 */
	lookUp: (transactionReference: string | null) => Promise<LookUp<Found>>;
	/** What is known of the payment before any answer. */
	unknown: Payment;
	/** What is in doubt without an answer, such as "the card was charged". */
	inDoubt: string;
	/** What to do while the outcome is unknown. */
	advice: string;
	/** Whether the payment existed before the call. */
	isLater?: boolean;
}

/** The outcome of a call that moves money. */
export interface Outcome<Paid extends Payment, Found extends Payment> {
	payment: Paid | Found | Payment;
	/** The service's answer, where it told the outcome. */
	raw?: IDataObject;
	/** Whether no answer told the outcome, so that it was looked up. */
	answerLost: boolean;
	/** The refusal of an OTP. */
	otpRefusal?: RefusedError;
}

/**
 * The outcome of a call that moves money and was sent once. It is never sent again, and its outcome is never guessed.
 * @throws GatewayError when the service refused the call; `charged` says whether it may have acted all the same
 */
export async function settleCall<Paid extends Payment, Found extends Payment>(
	connection: Connection,
	answered: Exchange<Paid>,
	call: MoneyCall<Found>,
): Promise<Outcome<Paid, Found>> {
	const lookUp = await lookUpAfter(connection, answered, call);
	const settled = settle(answered, lookUp, call);
	const answerLost = 'failure' in answered;
	switch (settled.kind) {
		case 'answer':
			return { payment: settled.payment, raw: 'raw' in answered ? answered.raw : undefined, answerLost };
		case 'record':
			return { payment: settled.payment, answerLost };
		case 'otpRejected':
			return { payment: settled.payment, answerLost: false, otpRefusal: settled.failure };
		case 'refused':
			throw Object.assign(settled.failure, { charged: settled.charged });
		case 'unknown':
			return { payment: unknownOutcome(call, answered, lookUp), answerLost };
	}
}

async function lookUpAfter<Found extends Payment>(
	connection: Connection,
	answered: Answered,
	{ lookUp, isLater }: MoneyCall<Found>,
): Promise<LookUp<Found> | undefined> {
	const times = lookUpsAfter(answered);
	if (times === 'none') return undefined;
	const isEnough = (found: LookUp<Found>) => found.kind === 'record' && (!isLater || isFinal(found.record.outcome));
	const ask = async () => await lookUp(referenceIn(answered));
	return await lookUpAgain(connection, ask, times === 'once' ? undefined : isEnough);
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
	return await settleCall<never, Found>(connection, { failure: new LostAnswerError(lost, transactionReference) }, call);
}

function referenceIn(answered: Answered): string | null {
	if ('value' in answered) return answered.value.transactionReference;
	const { failure } = answered;
	return (failure instanceof LostAnswerError && failure.transactionReference) || null;
}

function unknownOutcome<Found extends Payment>(
	{ unknown, inDoubt, advice }: MoneyCall<Found>,
	answered: Answered,
	lookUp: LookUp<Found> | undefined,
): Payment {
	const transactionReference = unknown.transactionReference ?? referenceIn(answered);
	const known = 'value' in answered ? answered.value : { ...unknown, transactionReference };
	const reason =
		'value' in answered
			? (answered.value.details ?? 'The service gave a status that this node does not know')
			: answered.failure.message;
	const why =
		lookUp?.kind === 'doesNotSay' ? asClause(lookUp.failure.message) : 'the service shows no payment that it could be';
	const details = `${reason.replace(/\.$/, '')}, so it is not known whether ${inDoubt}. Looking it up did not help: ${why}. ${advice}`;
	return { ...known, details };
}
