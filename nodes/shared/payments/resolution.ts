import {
	LostAnswerError,
	PossibleRepeatError,
	RefusedError,
	type GatewayError,
} from '../../../gateway/protocol/errors';
import type { Payment } from '../../../gateway/payment';
import type { Exchange } from './exchange';
import { lookUp, type Sought } from './lookUp';
import type { MoneyRules, Result, Run } from '../execution/operation';

/** How one kind of request that moves money finds out what became of it. */
export interface Settlement {
	sought: Sought;
	/** What is known of the payment before any answer. */
	unknown: Payment;
	/** What is not known without an answer: "the card was charged". */
	question: string;
	/** What not to do, and what to do instead. */
	advice: string;
	/** What is put out for a payment, whether its own answer tells or the record that was looked up. */
	describe(paid: Payment, answerLost: boolean): Result['output'];
	/** What came of a request that the service refused, where that is more than a failure. */
	refused(failure: GatewayError): Promise<Result | undefined>;
}

/**
 * What came of a request that moves money and was sent once. It is never sent again, and never guessed.
 * @throws GatewayError when nothing came of it
 */
export async function settle(run: Run, answered: Exchange<Payment>, settlement: Settlement): Promise<Result> {
	if ('failure' in answered) {
		const { failure } = answered;
		// The service may have acted: find out.
		if (failure instanceof LostAnswerError) return await findOut(run, failure.message, settlement);
		// The service said no; but the reason may be that it had acted before.
		const result = await settlement.refused(failure);
		if (result) return result;
		throw failure;
	}
	const { value, raw } = answered;
	if (value.outcome !== 'unknown') return { output: settlement.describe(value, false), raw };
	// Readable, but of a kind that is not known: the record may tell more.
	return await findOut(
		run,
		value.message ?? 'The service gave a status that this node does not know',
		settlement,
		value,
	);
}

/**
 * Looks up a request whose answer does not tell. What stays unknown is said to be so.
 * @param reason why the answer does not tell
 * @param answered what the answer told all the same
 */
async function findOut(
	run: Run,
	reason: string,
	{ sought, unknown, question, advice, describe }: Settlement,
	answered?: Payment,
): Promise<Result> {
	const answerLost = answered === undefined;
	const found = await lookUp(run, { ...sought, reference: answered?.transactionReference ?? sought.reference });
	if ('record' in found) return { output: describe(found.record, answerLost) };
	const message = `${reason}, so it is not known whether ${question}. Asking for the transaction did not help: ${found.why}. ${advice}`;
	return { output: describe({ ...(answered ?? unknown), message }, answerLost) };
}

/**
 * Looks up what an earlier try in this execution has sent, without sending it again.
 * @param what was sent: "this charge"
 */
export function recallOf<Request>(
	what: string,
	settlementOf: (run: Run, request: Request) => Settlement,
): MoneyRules<Request>['recall'] {
	const reason = `An earlier try in this execution sent ${what} and got no answer`;
	return async (run, request) => await findOut(run, reason, settlementOf(run, request));
}

/**
 * What became of the request that had used the reference before, where that may be why the service refused this one.
 * @returns undefined when there is none, or when it was another one
 * @throws PossibleRepeatError when the service cannot tell
 */
export async function findFirst(run: Run, failure: GatewayError, sought: Sought): Promise<Payment | undefined> {
	if (!(failure instanceof RefusedError) || ![400, 409].includes(failure.httpStatus)) return undefined;
	const first = await lookUp(run, sought, { mayAppear: false });
	if ('record' in first) return first.record;
	if (first.failure) throw possibleRepeat(failure);
	return undefined;
}

function possibleRepeat({ message, description, httpStatus, serviceMessage }: RefusedError): PossibleRepeatError {
	const advice = `${description} If this reference may have been sent before, find out what became of it before you use another one.`;
	return new PossibleRepeatError(message, advice, httpStatus, serviceMessage);
}
