import type { IExecuteFunctions } from 'n8n-workflow';

import { asGatewayError, InputError, SettingError } from '../../../gateway/values/errors';
import { failedWith, outcomeOf, type Done, type Failed, type Item, type PassedOn, type Ready } from './items';
import type { PayOperation, Run } from './operation';
import { Parameters } from './parameters';
import type { SentRequest, SentRequests } from './sentRequests';

/** An operation that moves money in a run of the node, and what it has sent before. */
export interface PayRun {
	context: IExecuteFunctions;
	operation: PayOperation;
	run: Run;
	sentRequests: SentRequests;
}

// What another account has of a request says nothing about this account, and the request may have been carried out there.
const SENT_ELSEWHERE = new SettingError(
	'This item was sent with another credential, so it was not sent again.',
	'Retry with the first credential, or verify the payment with it. To send this item with the new credential, start a new execution.',
);

/** Checks all items before any is sent. */
export function checkItems(payRun: PayRun): Item[] {
	const checked = payRun.context.getInputData().map((_, itemIndex) => checkBeforeSending(payRun, itemIndex));
	return refuseRepeatedReferences(checked, payRun);
}

/** Checks an item's parameters and prepares its request, without sending anything. */
function checkItem(
	{ context, operation, run: { service }, sentRequests }: PayRun,
	itemIndex: number,
): Ready | PassedOn | Failed {
	try {
		const parameters = new Parameters(context, itemIndex, operation.fields);
		if (operation.passesOn?.(parameters)) return { kind: 'passedOn', reference: '' };
		const request = operation.prepare(parameters, service.settings);
		const isSentOnce = operation.call.earlier.kind !== 'sentEachRun';
		const paymentId = isSentOnce ? sentRequests.paymentIdOf(request, service.account) : undefined;
		return { kind: 'ready', reference: request.reference, request, paymentId };
	} catch (error) {
		return failedWith(asGatewayError(error), '', false);
	}
}

/** Checks an item. What an earlier try or another run of the node has sent is not sent now. */
function checkBeforeSending(payRun: PayRun, itemIndex: number): Item {
	const { sentRequests, run } = payRun;
	const earlier = sentRequests.find(itemIndex);
	const item = checkItem(payRun, itemIndex);
	if (earlier) {
		const { reference, request, paymentId } = earlier;
		const done = doneBefore(earlier);
		if (done) return done;
		if (earlier.account !== run.service.account) return failedWith(SENT_ELSEWHERE, reference, true);
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
function refuseRepeatedReferences(items: Item[], { operation: { call } }: PayRun): Item[] {
	const advice =
		call.earlier.kind === 'makesPayment'
			? 'Give each item its own.'
			: 'They are one payment, so keep only one of the items.';
	const field = call.words.referenceField;
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
		const rule = `is the same as that of item ${first}. ${advice}`;
		return failedWith(new InputError([{ path: ['reference'], field, rule }]), reference, false);
	});
}
