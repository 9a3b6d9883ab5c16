import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Payment } from '../../../gateway/payment';
import type { MoneyCall, MoneyRequest } from '../../../gateway/sending/call';
import type { LookUp } from '../../../gateway/sending/lookUp';
import { currentAttempt } from '../../../gateway/sending/nextAttempt';
import {
	decideSending,
	mustAsk,
	sendOnce,
	settleEarlierRequest,
	withSentPayment,
	type PaidItem,
} from '../../../gateway/sending/pay';
import { isTemporary } from '../../../gateway/sending/failures';
import {
	asGatewayError,
	GatewayError,
	ReferenceUsedError,
	RefusedError,
	StoppedError,
} from '../../../gateway/values/errors';
import { LookAhead } from './lookAhead';
import {
	checkItems,
	makeDoneItem,
	makeReadyItem,
	makeReadyOrSentItem,
	type NodePayRun,
	type PayRun,
} from './checkItems';
import {
	makeStoppedHint,
	warnOfUnknown,
	makeFailedItem,
	isFailed,
	isUnfinished,
	outcomeOf,
	type Item,
	type ReadyItem,
	type SentItem,
	addHints,
	showResult,
	withholdInput,
	outputsOf,
	type OutputOptions,
} from './items';
import { openRun, REQUESTS_AT_ONCE } from './run';
import { resumeUrlOf } from './n8nUrls';
import type { PayOperation, Result } from './operation';
import { PayReport } from './payReport';
import { noteBeforeSending } from './processed';
import { referenceHint } from './referenceHint';
import { SentRequests } from './sentRequests';
import { inTurn, orderOf, type Turn } from '../orders/queue';
import { beginTry, isCurable, NextTry } from './tries';

/**
 * Runs an operation that moves money for every input item, in three steps: all items are checked before the first request is sent; then
 * each is looked up, sent and settled, in order; then each gets its linked output. An item that an earlier try in this execution has
 * sent is not sent again, whatever its values are now: its result is shown, or looked up.
 *
 * Without "continue on fail", the first failure keeps back what has not been sent yet, and the error says what has become of every item. A
 * reference that was used before keeps nothing back: the other items are sent, and the node fails at the end.
 */
export async function payItems(context: IExecuteFunctions, operation: PayOperation): Promise<INodeExecutionData[]> {
	const report = new PayReport(context.getNode(), operation.call.words, context.getMode() === 'retry');
	return await withholdInput(context, payAll(context, operation, report), (error, itemIndex) =>
		// After a mistake in this package or in n8n, nobody knows what was sent.
		report.output(makeFailedItem(error, '', true), itemIndex),
	);
}

async function payAll(
	context: IExecuteFunctions,
	operation: PayOperation,
	report: PayReport,
): Promise<INodeExecutionData[]> {
	const input = context.getInputData();
	const stopsOnFailure = !context.continueOnFail();
	const { words } = operation.call;
	const sentRequests = new SentRequests(context, words.item.name);
	const hasTryLeft = beginTry(context);
	const run = openRun(context, operation.fields, REQUESTS_AT_ONCE.money);
	const simplify = run instanceof GatewayError || run.simplify;
	const options = { shows: operation.shows, simplify, resumeUrl: resumeUrlOf(context) };
	const items =
		run instanceof GatewayError
			? input.map((_, itemIndex) => itemWithoutRun(run, sentRequests, itemIndex, options))
			: await payEach({ context, operation, run, sentRequests }, report, options);
	const unknown = warnOfUnknown(context, words.item, items.filter(isUnknown).length, items.length);
	if (stopsOnFailure && items.some(isFailed))
		throw report.failure(items, run instanceof GatewayError ? 'checked' : 'sent');
	if (hasTryLeft && items.filter(isFailed).some(isCurable)) throw new NextTry(report.failure(items, 'sent'));
	addHints(context, [
		makeStoppedHint(items.filter(isUnfinished).length, items.length),
		unknown,
		referenceHint(context, operation.fields, operation.call),
		...items.flatMap((item) => (item.kind === 'done' ? (item.result.hints ?? []) : [])),
	]);
	const outputs: INodeExecutionData[] = [];
	for (const [itemIndex, item] of items.entries()) {
		if (item.kind === 'passedOn') outputs.push({ ...input[itemIndex]!, pairedItem: { item: itemIndex } });
		else if (item.kind === 'done') outputs.push(...(await outputsOf(context, item.result, itemIndex)));
		else outputs.push(report.output(isFailed(item) ? item : makeStoppedItem(item), itemIndex));
	}
	return outputs;
}

/** Makes the item of a run that could not begin: what an earlier try has sent is shown, or in doubt where its outcome is not known. */
function itemWithoutRun(
	error: GatewayError,
	sentRequests: SentRequests,
	itemIndex: number,
	options: OutputOptions,
): Item {
	const sent = sentRequests.find(itemIndex);
	const done = sent && makeDoneItem(sent);
	if (done) return { ...done, result: showResult(done.result, options) };
	return makeFailedItem(error, sent?.reference ?? '', sent !== undefined);
}

/** Makes the item for which nothing more is done, because the execution was stopped. */
function makeStoppedItem({ kind, reference }: Item) {
	return makeFailedItem(new StoppedError(), reference, kind === 'sentBefore');
}

function isUnknown(item: Item): boolean {
	return isFailed(item) ? item.isInDoubt : item.kind === 'done' && outcomeOf(item) === 'unknown';
}

/**
 * Checks all items, and then looks up, sends and settles each, in order. Items that it keeps back, because another item failed or the
 * execution was stopped, stay as they are.
 * @returns what has become of every item, in the same order
 * @throws NodeFailure where one breaks a rule, unless the node continues
 */
async function payEach(nodeRun: NodePayRun, report: PayReport, options: OutputOptions): Promise<Item[]> {
	const { context, operation, run, sentRequests } = nodeRun;
	const stopsOnFailure = !context.continueOnFail();
	const checked = await checkItems(nodeRun);
	if (stopsOnFailure && checked.some(isFailed)) throw report.failure(checked, 'checked');
	let isStopped = false;
	const isToSend = (item: Item): item is ReadyItem | SentItem =>
		isUnfinished(item) && !isStopped && !run.signal?.aborted;
	const lookAhead = new LookAhead(operation.call, checked);
	const pay = async (item: Item, itemIndex: number): Promise<Item> => {
		const { reference } = item;
		try {
			// An item that an earlier try has sent is shown as it was.
			if (item.kind === 'done') return { ...item, result: showResult(item.result, options) };
			if (!isToSend(item)) return item;
			const payRun = { ...nodeRun, run: { ...run, service: item.service } };
			const result =
				item.kind === 'sentBefore'
					? await settleEarlier(payRun, item, itemIndex)
					: await inTurnOf(payRun, item, async (turn) => {
							const { settings } = item.service;
							const answer = await lookAhead.lookUpFor(itemIndex, item, turn.endedAt);
							// The execution may have been stopped meanwhile.
							if (!isToSend(item)) return undefined;
							const known = withSentPayment(operation.call, item.request, answer, turn.sent, settings);
							return await send(payRun, item, itemIndex, known, turn);
						});
			return result ? { kind: 'done', reference, result: showResult(result, options) } : item;
		} catch (error) {
			const failure = asGatewayError(error);
			const isInDoubt = item.kind !== 'ready' || failure.charged === 'unknown';
			const isRefused = failure instanceof RefusedError && !isTemporary(failure) && sentRequests.find(itemIndex);
			// Without "continue on fail", n8n tries again what throws, whatever it was.
			if (isRefused && !isInDoubt && !stopsOnFailure) sentRequests.refuse(itemIndex, failure);
			// The request is known to have done nothing, and may be sent again.
			if (!isInDoubt) sentRequests.forget(itemIndex);
			isStopped ||= stopsOnFailure && !(failure instanceof ReferenceUsedError);
			return makeFailedItem(failure, reference, isInDoubt);
		}
	};
	const items: Item[] = [...checked];
	const paying: Array<Promise<void>> = [];
	for (const [itemIndex, item] of checked.entries()) {
		// An item begins when it has a slot: with one request at once, when the item before it is done.
		const [, release] = await run.requestSlots.acquire();
		paying.push(
			pay(item, itemIndex)
				.then((paid) => {
					items[itemIndex] = paid;
				})
				.finally(release),
		);
	}
	await Promise.all(paying);
	return items;
}

const NO_TURN: Turn = { endedAt: 0, sent: undefined, tell: () => undefined };

/** Makes a call when no other call of its order is under way in this process. An OTP takes no turn, because its payment waits for it. */
async function inTurnOf<T>(
	{ run: { service, signal }, operation: { call } }: PayRun,
	{ request: { reference } }: ReadyItem,
	make: (turn: Turn) => Promise<T>,
): Promise<T> {
	if (call.earlier.kind === 'sentEachRun') return await make(NO_TURN);
	return await inTurn(orderOf(service.account, reference), { action: call.words.action, signal }, make);
}

/**
 * Sends a request, once, where the service has nothing under its reference. It is written down before it is sent, and after. A change of a
 * payment is noted for other executions as well, until it is known to have done nothing.
 */
async function send(
	payRun: PayRun,
	{ reference, request }: ReadyItem,
	itemIndex: number,
	lookUp: LookUp,
	turn: Turn,
): Promise<Result> {
	const {
		context,
		run: { service },
		operation: { call },
		sentRequests,
	} = payRun;
	const itemFor = (sent: MoneyRequest) =>
		makeReadyOrSentItem(payRun, { ...makeReadyItem(payRun, sent, service), reference });
	const wasSent = (sent: MoneyRequest) => itemFor(sent).kind === 'sentBefore';
	const current = itemFor(currentAttempt(call, request, lookUp, wasSent));
	if (current.kind === 'sentBefore') return await settleEarlier(payRun, current, itemIndex);
	const { paymentId } = current;
	const before = decideSending(call, request, lookUp, service.settings);
	if ('result' in before) return resultOf(before.result);
	const note = await noteBeforeSending(context, call, before.request, lookUp, paymentId);
	const isFirst = note.isNew && mustAsk(call, before.request, service.settings);
	const toSend = { ...before.request, ...(isFirst && { isFirst }) };
	const sent = { reference, request: call.partToStore(toSend), account: service.account, paymentId };
	sentRequests.write(itemIndex, sent);
	const paid = await sendOnce(service, call, toSend).catch(async (error: unknown) => {
		if (asGatewayError(error).charged !== 'unknown') await note.takeOut();
		throw error;
	});
	// n8n may have been killed while an earlier try sent it, which leaves no trace.
	const retryHint = toSend.isRetry && lookUp.kind === 'cannotTell' ? makeRetryHint(call) : undefined;
	const isRedirected = (paid.item as Payment).outcome === 'redirect_required';
	const redirectHint = isRedirected ? toSend.redirectHint : undefined;
	const hints = [toSend.hint, redirectHint, note.hint, retryHint].filter((hint) => hint !== undefined);
	const result = { ...resultOf(paid), ...(hints.length > 0 && { hints }) };
	// Under the reference that was sent, which names the attempt.
	const { reference: own, expectedState } = toSend;
	if (!paid.didNothing) turn.tell({ ...(paid.item as Payment), reference: own, expectedState });
	// A decline moves nothing, and is known.
	if (paid.didNothing || (paid.item as Payment).outcome === 'declined') await note.takeOut();
	if (paid.didNothing) sentRequests.forget(itemIndex);
	else sentRequests.write(itemIndex, { ...sent, result });
	return result;
}

/** Finds out what became of a request that an earlier try in this execution has sent. */
async function settleEarlier(
	{ run: { service }, operation: { call }, sentRequests }: PayRun,
	item: SentItem,
	itemIndex: number,
): Promise<Result> {
	const { reference, request, paymentId } = item;
	const result = resultOf(await settleEarlierRequest(service, call, request, item));
	sentRequests.write(itemIndex, {
		reference,
		request: call.partToStore(request),
		account: service.account,
		paymentId,
		result,
	});
	return result;
}

function makeRetryHint({ words: { what, participle, item } }: MoneyCall): string {
	return `This execution was retried, and the service cannot tell whether the ${what} was ${participle} before n8n was stopped. Check your provider's dashboard to see whether it has the ${item.name} twice.`;
}

function resultOf({ item, raw }: PaidItem): Result {
	return { output: item as Result['output'], ...(raw !== undefined && { raw }) };
}
