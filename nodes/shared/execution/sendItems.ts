import { Mutex, Semaphore } from 'async-mutex';
import { sleep, type IExecuteFunctions } from 'n8n-workflow';

import { GatewayError, ReferenceUsedError } from '../../../gateway/values/errors';
import type { LookUp } from '../../../gateway/lookUp';
import type { Result } from '../payments/result';
import { asGatewayError } from '../transport/nodeErrors';
import { Transport } from '../transport/transport';
import { AskAhead } from './askAhead';
import {
	isFailed,
	isOpen,
	notSent,
	type Failed,
	type Item,
	type Open,
	type PassedOn,
	type Ready,
	type Sent,
} from './item';
import { REQUESTS_AT_ONCE, type MoneyRules, type Operation, type Run } from './operation';
import { readRunOptions } from './parameters';
import { keyOf, type SentRequests } from './sentRequests';
import { resultBeforeSending } from './usedReference';

const SECOND = 1000;

/**
 * What the items of one run of a node share.
 * @throws GatewayError when the credential or an option cannot be used
 */
export async function openRun<Request>(
	context: IExecuteFunctions,
	{ fields, money }: Operation<Request>,
): Promise<Run> {
	const atOnce = money ? REQUESTS_AT_ONCE.money : REQUESTS_AT_ONCE.reads;
	const { requestsAtOnce, timeout, simplify } = readRunOptions(context, fields, atOnce);
	const transport = await Transport.open(context, timeout * SECOND);
	return {
		transport,
		places: new Semaphore(requestsAtOnce),
		signal: context.getExecutionCancelSignal(),
		simplify,
	};
}

/** Checks an item, without sending anything. */
export type Check<Request> = (itemIndex: number) => Ready<Request> | PassedOn | Failed;

/** How the items of a run are sent. */
interface Shipment<Request> {
	/** The error where the run could not be opened. */
	run: Run | GatewayError;
	operation: Operation<Request>;
	/** Checks a read when its turn comes. */
	check: Check<Request>;
	sentRequests: SentRequests<Request>;
	/** Whether the first failure keeps back what has not been sent yet; a reference that was used before does not. */
	stopsOnFailure: boolean;
}

/**
 * Sends the items that pass their checks, and looks up those that an earlier try has sent. It does not throw. Items that it keeps
 * back, because another one failed or the execution was stopped, stay as they are.
 * @returns what has become of every item, in the same order
 */
export async function sendItems<Request>(
	{ run, operation, check, sentRequests, stopsOnFailure }: Shipment<Request>,
	items: Array<Item<Request>>,
): Promise<Array<Item<Request>>> {
	if (run instanceof GatewayError) return items.map((item) => (isOpen(item) ? notSent(item, run) : item));
	let isStopped = false;
	const isToSend = (item: Item<Request>): item is Open<Request> => isOpen(item) && !isStopped && !run.signal?.aborted;
	const turns = new Mutex();
	const asking = operation.money && new AskAhead(run, operation.money, items);
	const send = async (given: Item<Request>, itemIndex: number) => {
		// Answers come in bunches. With one read in each turn of the event loop, its request leaves before the next is prepared.
		if (!operation.money && isToSend(given)) await turns.runExclusive(async () => await sleep(0));
		if (!isToSend(given)) return given;
		const item = given.kind === 'unchecked' ? check(itemIndex) : given;
		const known = item.kind === 'ready' ? await asking?.answerFor(itemIndex, item.request) : undefined;
		// The execution may have been stopped meanwhile.
		if (!isToSend(given)) return given;
		const isChecked = item.kind === 'ready' || item.kind === 'sent';
		const outcome = isChecked ? await sendItem({ run, operation, sentRequests, known, item, itemIndex }) : item;
		isStopped ||= stopsOnFailure && isFailed(outcome) && !(outcome.error instanceof ReferenceUsedError);
		return outcome;
	};
	return await Promise.all(
		items.map(async (item, itemIndex) => await run.places.runExclusive(async () => await send(item, itemIndex))),
	);
}

const NOT_ASKED: LookUp = { kind: 'cannotTell' };

/** An item that is to be sent or looked up, and what that takes. */
interface Sending<Request> {
	run: Run;
	operation: Operation<Request>;
	sentRequests: SentRequests<Request>;
	/** What the service has under the item's reference; undefined where it was not asked. */
	known: LookUp | undefined;
	item: Ready<Request> | Sent<Request>;
	itemIndex: number;
}

async function sendItem<Request>(sending: Sending<Request>): Promise<Item<Request>> {
	const { run, operation, sentRequests, item, itemIndex } = sending;
	const { money } = operation;
	const { reference, request } = item;
	try {
		const result = money ? await sendOnce(sending, money) : await operation.perform(run, request, NOT_ASKED);
		return { kind: 'done', reference, result };
	} catch (error) {
		const failure = asGatewayError(error);
		const isInDoubt = item.kind === 'sent' || failure.charged === 'unknown';
		// The request is known to have done nothing, and may be sent again.
		if (money && !isInDoubt) sentRequests.forget(itemIndex);
		return { kind: 'failed', reference, error: failure, isInDoubt };
	}
}

/**
 * Sends a request that moves money, once, where the service has nothing under its reference. One that an earlier try in this
 * execution has sent is looked up instead.
 */
async function sendOnce<Request>(
	{ run, operation, sentRequests, known, item, itemIndex }: Sending<Request>,
	money: MoneyRules<Request>,
): Promise<Result> {
	const { reference, request } = item;
	const { account } = run.transport;
	const { payment } = money;
	const key = (payment ?? money.askAboutExisting) && keyOf(reference, account, payment?.money(request));
	if (item.kind === 'sent') {
		const result = await money.lookUpSent(run, request, item);
		sentRequests.write(itemIndex, { reference, request, account, key, result });
		return result;
	}
	const before = payment && known && resultBeforeSending(money, payment, request, known);
	if (before) return before;
	const sent = { reference, request: money.withoutSecrets(request), account, key };
	sentRequests.write(itemIndex, sent);
	const result = await operation.perform(run, request, known ?? NOT_ASKED);
	if (result.isSent === false) sentRequests.forget(itemIndex);
	else sentRequests.write(itemIndex, { ...sent, result });
	return result;
}
