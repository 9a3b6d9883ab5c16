import { Semaphore } from 'async-mutex';
import { sleep, type IExecuteFunctions } from 'n8n-workflow';

import { ReferenceUsedError } from '../../../gateway/values/errors';
import type { LookUp } from '../../../gateway/lookUp';
import { settleSentBefore } from '../payments/moneyCall';
import type { Result } from '../payments/result';
import { asGatewayError } from '../transport/nodeErrors';
import { Transport } from '../transport/transport';
import { AskAhead, NOT_ASKED } from './askAhead';
import { checkItem, type OperationRun } from './checkItems';
import { failedWith, isFailed, isUnfinished, type Item, type Unfinished, type Ready, type SentBefore } from './item';
import type { MoneyRequest, MoneyRules, Operation, Run } from './operation';
import { readRunOptions, REQUESTS_AT_ONCE } from './runOptions';
import { resultBeforeSending } from './usedReference';

const SECOND = 1000;
const READS_PER_TURN = 6;

/**
 * What the items of one run of a node share.
 * @throws GatewayError when the credential or an option cannot be used
 */
export async function openRun(context: IExecuteFunctions, { fields, moneyRules }: Operation): Promise<Run> {
	const atOnce = moneyRules ? REQUESTS_AT_ONCE.money : REQUESTS_AT_ONCE.reads;
	const { requestsAtOnce, timeout, simplify } = readRunOptions(context, fields, atOnce);
	const transport = await Transport.open(context, timeout * SECOND);
	return {
		transport,
		requestSlots: new Semaphore(requestsAtOnce),
		signal: context.getExecutionCancelSignal(),
		simplify,
	};
}

/**
 * Sends the items that pass their checks, and looks up those that an earlier try has sent. It does not throw. Items that it keeps
 * back, because another item failed or the execution was stopped, stay as they are.
 * @param show gives an item its result as the node outputs it
 * @returns what has become of every item, in the same order
 */
export async function sendItems(
	operationRun: OperationRun,
	items: Item[],
	show: (item: Item) => Item,
): Promise<Item[]> {
	const { run, operation, stopsOnFailure } = operationRun;
	let isStopped = false;
	const isToSend = (item: Item): item is Unfinished => isUnfinished(item) && !isStopped && !run.signal?.aborted;
	let turn = Promise.resolve();
	const asking = operation.moneyRules && new AskAhead(run, operation.moneyRules, items);
	const send = async (checked: Item, itemIndex: number): Promise<Item> => {
		// Answers arrive together. Six reads start in each turn of the event loop, so their requests leave before the next are
		// prepared: 1.3 times as many verifications a second, measured with 20 at once. A turn for each read would double the work.
		if (!operation.moneyRules && isToSend(checked)) {
			if (itemIndex % READS_PER_TURN === 0) turn = turn.then(async () => await sleep(0));
			await turn;
		}
		if (!isToSend(checked)) return checked;
		const item = checked.kind === 'unchecked' ? checkItem(operationRun, itemIndex) : checked;
		if (item.kind === 'failed') isStopped ||= stopsOnFailure;
		if (item.kind !== 'ready' && item.kind !== 'sentBefore') return item;
		const lookUp = item.kind === 'ready' && asking ? await asking.lookUpFor(itemIndex, item.request) : NOT_ASKED;
		// The execution may have been stopped meanwhile.
		if (!isToSend(checked)) return checked;
		const sentItem = await sendItem(operationRun, item, itemIndex, lookUp);
		isStopped ||= stopsOnFailure && isFailed(sentItem) && !(sentItem.error instanceof ReferenceUsedError);
		return sentItem;
	};
	const results: Item[] = [];
	const sendInSlot = async (checked: Item, itemIndex: number, release: () => void) => {
		const sending = send(checked, itemIndex).then(show);
		results[itemIndex] = await sending.catch((error: unknown) => {
			// It is not known whether the request was sent: this package or n8n has made a mistake.
			isStopped ||= stopsOnFailure;
			return failedWith(asGatewayError(error), checked.reference, true);
		});
		release();
	};
	const running: Array<Promise<void>> = [];
	// An item begins when it has a slot, and of its result only what is shown is kept. A list of 10,000 items needs 35 MB less this way (measured).
	for (const [itemIndex, item] of items.entries()) {
		const [, release] = await run.requestSlots.acquire();
		running.push(sendInSlot(item, itemIndex, release));
	}
	await Promise.all(running);
	return results;
}

/** @param lookUp what the service has under the item's reference */
async function sendItem(
	operationRun: OperationRun,
	item: Ready | SentBefore,
	itemIndex: number,
	lookUp: LookUp,
): Promise<Item> {
	const { run, operation, sentRequests } = operationRun;
	const { moneyRules } = operation;
	const { reference, request } = item;
	try {
		const result = moneyRules
			? await sendOnce(operationRun, moneyRules, item, itemIndex, lookUp)
			: await operation.perform(run, request, lookUp);
		return { kind: 'done', reference, result };
	} catch (error) {
		const failure = asGatewayError(error);
		const isInDoubt = item.kind === 'sentBefore' || failure.charged === 'unknown';
		// The request is known to have done nothing, and may be sent again.
		if (moneyRules && !isInDoubt) sentRequests.forget(itemIndex);
		return failedWith(failure, reference, isInDoubt);
	}
}

/**
 * Sends a request that moves money, once, where the service has nothing under its reference. One that an earlier try in this
 * execution has sent is looked up instead.
 */
async function sendOnce(
	{ run, operation, sentRequests }: OperationRun,
	moneyRules: MoneyRules<MoneyRequest>,
	item: Ready | SentBefore,
	itemIndex: number,
	lookUp: LookUp,
): Promise<Result> {
	const { reference, request, paymentId } = item;
	const sent = { reference, request: moneyRules.withoutSecrets(request), account: run.transport.account, paymentId };
	if (item.kind === 'sentBefore') {
		const result = await settleSentBefore(run, moneyRules.buildLookUp(run, request), item);
		sentRequests.write(itemIndex, { ...sent, result });
		return result;
	}
	const before = resultBeforeSending(operation, request, lookUp);
	if (before) return before;
	sentRequests.write(itemIndex, sent);
	const result = await operation.perform(run, request, lookUp);
	if (result.isRetryable) sentRequests.forget(itemIndex);
	else sentRequests.write(itemIndex, { ...sent, result });
	return result;
}
