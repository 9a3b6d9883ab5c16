import type { Outcome } from '../../../gateway/outcome';
import { StoppedError, type GatewayError } from '../../../gateway/values/errors';
import type { Result, SentBefore } from '../payments/result';

/** An input item, and what has become of it. */
export type Item<Request> = Unchecked | PassedOn | Ready<Request> | Sent<Request> | Done | Failed;

interface Referenced {
	/** The reference that identifies its request at the service; empty for a read, and where the checks failed. */
	reference: string;
}

/** A read, which is checked when its turn comes. */
export interface Unchecked extends Referenced {
	kind: 'unchecked';
}

/** Put out as it came. */
export interface PassedOn extends Referenced {
	kind: 'passedOn';
}

/** Checked, and not sent yet. */
export interface Ready<Request> extends Referenced {
	kind: 'ready';
	request: Request;
}

/** Sent by an earlier try in this execution, and its result is not known yet; or sent by another run of the node. */
export interface Sent<Request> extends Referenced, SentBefore {
	kind: 'sent';
	/** The request that was sent, without its secrets. */
	request: Request;
	/** The request that the item would be now; undefined where it breaks a rule. */
	now: Request | undefined;
}

/** Sent, by this try or an earlier one, with a result. */
export interface Done extends Referenced {
	kind: 'done';
	result: Result;
}

/** Failed in its checks, then mostly without a reference; or refused, or not sent. */
export interface Failed extends Referenced {
	kind: 'failed';
	error: GatewayError;
	/** Whether the service may have acted all the same. */
	isInDoubt: boolean;
}

/**
 * An item that failed before anything was sent for it by this try.
 * @param sent what an earlier try has sent for it, which the service may have carried out
 */
export function failedWith(error: GatewayError, sent?: { reference: string }): Failed {
	return { kind: 'failed', reference: sent?.reference ?? '', error, isInDoubt: sent !== undefined };
}

export function isFailed<Request>(item: Item<Request>): item is Failed {
	return item.kind === 'failed';
}

/** A failed item, and its place in the input. */
export interface FailedAt {
	item: Failed;
	itemIndex: number;
}

/** The failed items, each with its place in the input. */
export function failedOf<Request>(items: Array<Item<Request>>): FailedAt[] {
	return items.flatMap((item, itemIndex) => (isFailed(item) ? [{ item, itemIndex }] : []));
}

/** An item whose result is still to be had. */
export type Open<Request> = Unchecked | Ready<Request> | Sent<Request>;

export function isOpen<Request>(item: Item<Request>): item is Open<Request> {
	return item.kind === 'unchecked' || item.kind === 'ready' || item.kind === 'sent';
}

/** An open item for which nothing is done any more: by default because the execution was stopped. */
export function notSent<Request>({ kind, reference }: Open<Request>, error: GatewayError = new StoppedError()): Failed {
	return { kind: 'failed', reference, error, isInDoubt: kind === 'sent' };
}

/** The outcome of an item's payment; unknown where the item has none, or its result is not known. */
export function outcomeOf<Request>(item: Item<Request>): Outcome {
	return (item.kind === 'done' && (item.result.output as { outcome?: Outcome }).outcome) || 'unknown';
}
