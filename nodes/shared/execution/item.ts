import type { Outcome } from '../../../gateway/outcome';
import { StoppedError, type GatewayError } from '../../../gateway/values/errors';
import type { Result, HowSent } from '../payments/result';
import type { MoneyRequest } from './operation';

/** An input item, and what has become of it. */
export type Item = Unchecked | PassedOn | Ready | SentBefore | Done | Failed;

interface Referenced {
	/** The reference that identifies its request at the service; empty for a read, and where the checks failed. */
	reference: string;
}

/** A read, which is checked when its turn comes. */
interface Unchecked extends Referenced {
	kind: 'unchecked';
}

/** Output unchanged. */
export interface PassedOn extends Referenced {
	kind: 'passedOn';
}

interface Requested extends Referenced {
	/** A read's request has none of the fields. */
	request: MoneyRequest;
	/** Identifies the payment in all runs of the node; undefined where each run sends the request. */
	paymentId: string | undefined;
}

/** Checked, and not sent yet. */
export interface Ready extends Requested {
	kind: 'ready';
}

/**
 * Sent by an earlier try in this execution, and its result is not known yet; or sent by another run of the node. Of the item's present
 * request it has only the secrets, which the answer must not show either.
 */
export interface SentBefore extends Requested, HowSent {
	kind: 'sentBefore';
}

/** Sent, by this try or an earlier try, with a result. */
export interface Done extends Referenced {
	kind: 'done';
	result: Result;
}

/** Failed its checks (usually without a reference), was refused or not sent, or has got no answer that says what became of it. */
export interface Failed extends Referenced {
	kind: 'failed';
	error: GatewayError;
	/** Whether the service may have acted all the same. */
	isInDoubt: boolean;
}

export function failedWith(error: GatewayError, reference: string, isInDoubt: boolean): Failed {
	return { kind: 'failed', reference, error, isInDoubt };
}

export function isFailed(item: Item): item is Failed {
	return item.kind === 'failed';
}

/** A failed item, and its place in the input. */
export interface FailedAt {
	item: Failed;
	itemIndex: number;
}

/** The failed items, each with its place in the input. */
export function failedOf(items: Item[]): FailedAt[] {
	return items.flatMap((item, itemIndex) => (isFailed(item) ? [{ item, itemIndex }] : []));
}

/** An item that is still to be sent or looked up. */
export type Unfinished = Unchecked | Ready | SentBefore;

export function isUnfinished(item: Item): item is Unfinished {
	return item.kind === 'unchecked' || item.kind === 'ready' || item.kind === 'sentBefore';
}

/** An unfinished item for which nothing is done any more, because the execution was stopped. */
export function notReached({ kind, reference }: Unfinished): Failed {
	return failedWith(new StoppedError(), reference, kind === 'sentBefore');
}

/** The outcome of an item's payment; unknown where the item has none, or its result is not known. */
export function outcomeOf(item: Item): Outcome {
	return (item.kind === 'done' && (item.result.output as { outcome?: Outcome }).outcome) || 'unknown';
}
