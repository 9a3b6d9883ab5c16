import type { IExecuteFunctions } from 'n8n-workflow';

import { InputError, SettingError } from '../../../gateway/values/errors';
import { asGatewayError } from '../transport/nodeErrors';
import { failedWith, outcomeOf, type Done, type Failed, type Item, type PassedOn, type Ready } from './item';
import type { MoneyRequest, Operation, Run } from './operation';
import { Parameters } from './parameters';
import type { SentRequest, SentRequests } from './sentRequests';

/** An operation in a run of the node, and what it has sent before. */
export interface OperationRun {
	context: IExecuteFunctions;
	operation: Operation;
	run: Run;
	sentRequests: SentRequests;
	/** Whether the first failure keeps back what has not been sent yet; a reference that was used before does not. */
	stopsOnFailure: boolean;
}

// What another account has of a request says nothing about this account, and the request may have been carried out there.
const SENT_ELSEWHERE = new SettingError(
	'This item was sent with another credential, so it was not sent again.',
	'Retry with the first credential, or verify the payment with it. To send this item with the new credential, start a new execution.',
);

/** Checks all items before any is sent; items of reads wait for their turn. */
export function checkItems(operationRun: OperationRun): Item[] {
	const items = operationRun.context.getInputData();
	if (operationRun.operation.referenceField === undefined)
		return items.map(() => ({ kind: 'unchecked', reference: '' }));
	const checked = items.map((_, itemIndex) => checkBeforeSending(operationRun, itemIndex));
	return refuseRepeatedReferences(checked, operationRun.operation);
}

/** Checks an item's parameters and prepares its request, without sending anything. */
export function checkItem(
	{ context, operation, run, sentRequests }: OperationRun,
	itemIndex: number,
): Ready | PassedOn | Failed {
	const { settings, account } = run.transport;
	try {
		const parameters = new Parameters(context, itemIndex, operation.fields);
		if (operation.passesOn?.(parameters)) return { kind: 'passedOn', reference: '' };
		const request = operation.prepare(parameters, settings) as MoneyRequest;
		const reference = operation.referenceField === undefined ? '' : request.reference;
		return {
			kind: 'ready',
			reference,
			request,
			paymentId: operation.moneyRules?.ask && sentRequests.paymentIdOf(request, account),
		};
	} catch (error) {
		return failedWith(asGatewayError(error), '', false);
	}
}

/** Checks an item. What an earlier try or another run of the node has sent is not sent now. */
function checkBeforeSending(operationRun: OperationRun, itemIndex: number): Item {
	const { sentRequests, run } = operationRun;
	const earlier = sentRequests.find(itemIndex);
	const item = checkItem(operationRun, itemIndex);
	if (earlier) {
		const { reference, request, paymentId } = earlier;
		const done = doneBefore(earlier);
		if (done) return done;
		if (earlier.account !== run.transport.account) return failedWith(SENT_ELSEWHERE, reference, true);
		const secrets = item.kind === 'ready' ? item.request.secrets : [];
		const transactionReference = paymentId && sentRequests.transactionReferenceOf(paymentId);
		return {
			kind: 'sentBefore',
			reference,
			request: { ...request, secrets },
			paymentId,
			duplicate: false,
			transactionReference,
		};
	}
	if (item.kind !== 'ready' || item.paymentId === undefined) return item;
	const transactionReference = sentRequests.transactionReferenceOf(item.paymentId);
	return transactionReference === undefined
		? item
		: { ...item, kind: 'sentBefore', duplicate: true, transactionReference };
}

/** What an earlier try has sent, with its result; undefined where the outcome was not known then, because it may be known by now. */
export function doneBefore({ reference, result }: SentRequest): Done | undefined {
	const done = result && ({ kind: 'done', reference, result } as const);
	return done && outcomeOf(done) !== 'unknown' ? done : undefined;
}

// A reference is unique (specification 8.3), so two items with the same reference are a mistake in the workflow.
function refuseRepeatedReferences(items: Item[], { moneyRules, referenceField: field = '' }: Operation): Item[] {
	const advice = moneyRules?.paymentRules
		? 'Give each item its own.'
		: 'They are one payment, so keep only one of the items.';
	const firstWith = new Map<string, number>();
	items.forEach(({ kind, reference }, itemIndex) => {
		if (kind === 'sentBefore' || kind === 'done') firstWith.set(reference, itemIndex);
	});
	return items.map((item, itemIndex) => {
		if (item.kind !== 'ready') return item;
		const { reference } = item;
		const first = firstWith.get(reference) ?? itemIndex;
		firstWith.set(reference, first);
		if (first === itemIndex) return item;
		const error = new InputError([
			{ path: ['reference'], field, rule: `is the same as that of item ${first}. ${advice}` },
		]);
		return failedWith(error, reference, false);
	});
}
