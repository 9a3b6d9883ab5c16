import type { IExecuteFunctions } from 'n8n-workflow';

import type { MoneyRequest } from '../../../gateway/sending/call';
import { makesAttempts } from '../../../gateway/sending/nextAttempt';
import { asGatewayError, InputError, SettingError } from '../../../gateway/values/errors';
import { orderOf } from '../orders/queue';
import type { Transport } from '../transport/transport';
import { makeFailedItem, outcomeOf, type DoneItem, type Item, type ReadyItem, type SentItem } from './items';
import type { NodeRun, PayOperation, Run } from './operation';
import { Parameters } from './parameters';
import type { SentRequest, SentRequests } from './sentRequests';

/** An operation that moves money in a run of the node, and what it has sent before. */
export interface NodePayRun {
	context: IExecuteFunctions;
	operation: PayOperation;
	run: NodeRun;
	sentRequests: SentRequests;
}

/** The run as it is for one item. */
export interface PayRun extends NodePayRun {
	run: Run;
}

// Another account's record of a request says nothing about this account, and the request may have been carried out there.
const SENT_ELSEWHERE = new SettingError(
	'This item was sent with another credential, so it was not sent again.',
	'Retry with the first credential, or verify the payment with it. To send this item with the new credential, start a new execution.',
);

/** Checks all items before any is sent, each with its own account. */
export async function checkItems(payRun: NodePayRun): Promise<Item[]> {
	const checked: Item[] = [];
	for (const itemIndex of payRun.context.getInputData().keys()) checked.push(await checkItem(payRun, itemIndex));
	return refuseRepeatedReferences(checked, payRun);
}

/** Checks an item and prepares its request, without sending anything. What an earlier try or another run of the node has sent is not sent now. */
async function checkItem(payRun: NodePayRun, itemIndex: number): Promise<Item> {
	const { context, operation, run, sentRequests } = payRun;
	const earlier = sentRequests.find(itemIndex);
	const done = earlier && makeDoneItem(earlier);
	if (done) return done;
	const refusal = sentRequests.refusalOf(itemIndex);
	try {
		const parameters = new Parameters(context, itemIndex, operation.fields);
		if (!earlier && operation.passesOn?.(parameters)) return { kind: 'passedOn', reference: '' };
		const service = await run.services.ofItem(itemIndex);
		if (refusal) return makeFailedItem(refusal, operation.prepare(parameters, service.settings).reference, false);
		if (earlier) return makeSentItem(payRun, earlier, service, parameters);
		const prepared = operation.prepare(parameters, service.settings);
		const request = context.getMode() === 'retry' ? { ...prepared, isRetry: true } : prepared;
		const ready = makeReadyItem(payRun, request, service);
		// Only the look-up tells which attempt of the order it is.
		return makesAttempts(operation.call, ready.request) ? ready : makeReadyOrSentItem(payRun, ready);
	} catch (error) {
		return makeFailedItem(asGatewayError(error), earlier?.reference ?? '', earlier !== undefined);
	}
}

/** Makes the item that an earlier try has sent. @throws SettingError where the credential is another one by now */
function makeSentItem(
	{ operation, sentRequests }: NodePayRun,
	{ reference, request, paymentId, account }: SentRequest,
	service: Transport,
	parameters: Parameters,
): SentItem {
	if (account !== service.account) throw SENT_ELSEWHERE;
	const transactionReference = paymentId && sentRequests.findTransactionReference(paymentId);
	const sent = { ...request, secrets: presentSecrets(operation, parameters, service) };
	return { kind: 'sentBefore', reference, request: sent, service, paymentId, duplicate: false, transactionReference };
}

/** Returns the secrets of an item's present request, which the answer must not show either; none where it breaks a rule by now. */
function presentSecrets(operation: PayOperation, parameters: Parameters, { settings }: Transport): readonly string[] {
	try {
		return operation.prepare(parameters, settings).secrets;
	} catch {
		return [];
	}
}

/** Makes an item that can be sent. */
export function makeReadyItem(
	{ operation, sentRequests }: NodePayRun,
	request: MoneyRequest,
	service: Transport,
): ReadyItem {
	const isSentOnce = operation.call.earlier.kind !== 'sentEachRun';
	const paymentId = isSentOnce ? sentRequests.paymentIdOf(request, service.account) : undefined;
	return { kind: 'ready', reference: request.reference, request, service, paymentId };
}

/** Returns an item as it can be sent, or as sent before where another run of the node has sent the same payment. */
export function makeReadyOrSentItem({ sentRequests }: NodePayRun, item: ReadyItem): ReadyItem | SentItem {
	const { paymentId } = item;
	const transactionReference = paymentId === undefined ? undefined : sentRequests.findTransactionReference(paymentId);
	if (transactionReference === undefined) return item;
	return { ...item, kind: 'sentBefore', duplicate: true, transactionReference };
}

/** Returns what an earlier try has sent, with its result; undefined where the outcome was not known then, because it may be known by now. */
export function makeDoneItem({ reference, result }: SentRequest): DoneItem | undefined {
	const done = result && ({ kind: 'done', reference, result } as const);
	return done && outcomeOf(done) !== 'unknown' ? done : undefined;
}

// A reference is unique (specification 8.3), so two items with the same reference are a mistake in the workflow, unless their accounts differ.
function refuseRepeatedReferences(items: Item[], { operation: { call }, sentRequests }: NodePayRun): Item[] {
	const advice =
		call.earlier.kind === 'makesPayment'
			? 'Give each item its own.'
			: 'They are one payment, so keep only one of the items.';
	const field = call.words.referenceField;
	const firstWith = new Map<string, number>();
	const keyOf = (item: Item, itemIndex: number) =>
		orderOf('service' in item ? item.service.account : sentRequests.find(itemIndex)?.account, item.reference);
	items.forEach((item, itemIndex) => {
		if (item.kind === 'sentBefore' || item.kind === 'done') firstWith.set(keyOf(item, itemIndex), itemIndex);
	});
	return items.map((item, itemIndex) => {
		if (item.kind !== 'ready') return item;
		const order = keyOf(item, itemIndex);
		const first = firstWith.get(order) ?? itemIndex;
		firstWith.set(order, first);
		if (first === itemIndex) return item;
		const rule = `is the same as that of item ${first}. ${advice}`;
		return makeFailedItem(new InputError([{ path: ['reference'], field, rule }]), item.reference, false);
	});
}
