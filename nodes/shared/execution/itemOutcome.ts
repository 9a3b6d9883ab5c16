import { StoppedError, type GatewayError } from '../../../gateway/values/errors';
import type { Result, SentBefore } from '../payments/result';

/** What has become of an input item. */
export type ItemOutcome<Request> = Unchecked | PassedOn | Ready<Request> | Sent<Request> | Done | Failed;

interface Item {
	/** The reference that identifies its request at the service; empty for a read, and where the checks failed. */
	reference: string;
}

/** A read, which is checked when its turn comes. */
export interface Unchecked extends Item {
	kind: 'unchecked';
}

/** Put out as it came. */
export interface PassedOn extends Item {
	kind: 'passedOn';
}

/** Checked, and not sent yet. */
export interface Ready<Request> extends Item {
	kind: 'ready';
	request: Request;
}

/** Sent by an earlier try in this execution, and its result is not known yet; or sent by another run of the node. */
export interface Sent<Request> extends Item, SentBefore {
	kind: 'sent';
	/** The request that was sent, without its secrets. */
	request: Request;
	/** The request that the item would be now; undefined where it breaks a rule. */
	now: Request | undefined;
}

/** Sent, by this try or an earlier one, with a result. */
export interface Done extends Item {
	kind: 'done';
	result: Result;
}

/** Failed in its checks, then mostly without a reference; or refused, or not sent. */
export interface Failed extends Item {
	kind: 'failed';
	error: GatewayError;
	/** Whether the service may have acted all the same. */
	isInDoubt: boolean;
	/** The item that has the same reference, and tells what becomes of it. */
	sameAs?: number;
}

/** An item that failed before anything was sent for it. */
export function failedWith(error: GatewayError): Failed {
	return { kind: 'failed', reference: '', error, isInDoubt: false };
}

export function isFailed<Request>(item: ItemOutcome<Request>): item is Failed {
	return item.kind === 'failed';
}

/** The failed items, each with its place in the input. */
export function failedOf<Request>(items: Array<ItemOutcome<Request>>): Array<{ item: Failed; itemIndex: number }> {
	return items.flatMap((item, itemIndex) => (isFailed(item) ? [{ item, itemIndex }] : []));
}

/** An item whose result is still to be had. */
export type Open<Request> = Unchecked | Ready<Request> | Sent<Request>;

export function isOpen<Request>(item: ItemOutcome<Request>): item is Open<Request> {
	return item.kind === 'unchecked' || item.kind === 'ready' || item.kind === 'sent';
}

/** An item for which nothing was done any more, because the execution was stopped. */
export function stopped<Request>({ kind, reference }: Open<Request>): Failed {
	return { kind: 'failed', reference, error: new StoppedError(), isInDoubt: kind === 'sent' };
}
