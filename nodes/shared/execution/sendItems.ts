import type { IExecuteFunctions } from 'n8n-workflow';
import pLimit from 'p-limit';

import { GatewayError, UnexpectedError } from '../../../gateway/protocol/errors';
import { unprotectedLive, type Settings } from '../../../gateway/protocol/settings';
import type { Result } from '../payments/result';
import { asGatewayError } from '../transport/nodeErrors';
import { Transport } from '../transport/transport';
import { isFailed, type ItemOutcome } from './itemReport';
import { REQUESTS_AT_ONCE, type MoneyRules, type Operation, type Run } from './operation';
import { readRunOptions } from './runOptions';
import type { SentRequests } from './sentRequests';

const SECOND = 1000;

/**
 * Sends the items that are ready. It does not throw. Items that it keeps back, because another one failed or the
 * execution was stopped, stay ready.
 * @returns what has become of every item, in the same order
 */
export async function sendItems<Request>(
	context: IExecuteFunctions,
	operation: Operation<Request>,
	sentRequests: SentRequests,
	items: Array<ItemOutcome<Request>>,
): Promise<Array<ItemOutcome<Request>>> {
	const run = await openRun(context, operation).catch(asGatewayError);
	if (run instanceof GatewayError) return items.map((item) => failIfReady(item, run));

	const stopsOnFailure = !context.continueOnFail();
	let isStopped = false;
	const send = async (item: ItemOutcome<Request>, itemIndex: number) => {
		if (item.kind !== 'ready' || isStopped || run.signal?.aborted) return item;
		const outcome = await sendItem({ run, operation, sentRequests, request: item.request, itemIndex });
		isStopped ||= stopsOnFailure && isFailed(outcome);
		return outcome;
	};
	const all = items.map(async (item, itemIndex) =>
		operation.limitsItself ? await send(item, itemIndex) : await run.limit(send, item, itemIndex),
	);
	return await Promise.all(all);
}

async function openRun<Request>(context: IExecuteFunctions, { fields, money }: Operation<Request>): Promise<Run> {
	const atOnce = money ? REQUESTS_AT_ONCE.money : REQUESTS_AT_ONCE.reads;
	const { requestsAtOnce, timeout } = readRunOptions(context, fields, atOnce);
	const transport = await Transport.open(context, timeout * SECOND);
	warnOfUnprotectedLive(context, transport.settings);
	return {
		transport,
		limit: pLimit(requestsAtOnce),
		signal: context.getExecutionCancelSignal(),
	};
}

function warnOfUnprotectedLive(context: IExecuteFunctions, settings: Settings): void {
	const unprotected = unprotectedLive(settings);
	if (!unprotected) return;
	const message = `${unprotected.message}. ${unprotected.description}`;
	context.logger.warn(`${context.getNode().name}: ${message}`);
	context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
}

function failIfReady<Request>(item: ItemOutcome<Request>, error: GatewayError): ItemOutcome<Request> {
	return item.kind === 'ready' ? { kind: 'failed', request: item.request, error } : item;
}

/** One item that is ready, and what it takes to send it. */
interface Sending<Request> {
	run: Run;
	operation: Operation<Request>;
	sentRequests: SentRequests;
	request: Request;
	itemIndex: number;
}

async function sendItem<Request>(sending: Sending<Request>): Promise<ItemOutcome<Request>> {
	const { run, operation, sentRequests, request, itemIndex } = sending;
	const { money } = operation;
	try {
		const result = money ? await sendOnce(sending, money) : await operation.perform(run, request);
		return { kind: 'done', request, result };
	} catch (error) {
		const failure = asGatewayError(error);
		// The request is known to have done nothing and may be sent again; after an unexpected error nobody knows.
		const didNothing = !(failure instanceof UnexpectedError);
		if (money && didNothing) sentRequests.remove(itemIndex, money.reference(request));
		return { kind: 'failed', request, error: failure };
	}
}

/** Sends a request that moves money. One that an earlier try in this execution has sent is looked up instead. */
async function sendOnce<Request>(
	{ run, operation, sentRequests, request, itemIndex }: Sending<Request>,
	money: MoneyRules<Request>,
): Promise<Result> {
	const reference = money.reference(request);
	const sent = sentRequests.find(itemIndex, reference);
	if (sent?.result) return sent.result;
	if (!sent) sentRequests.write(itemIndex, reference, {});
	const result = sent ? await money.lookUpSent(run, request) : await operation.perform(run, request);
	sentRequests.write(itemIndex, reference, { result });
	return result;
}
