import type { IBinaryKeyData, INode, INodeExecutionData } from 'n8n-workflow';

import type { Outcome } from '../../../gateway/outcome';
import { PossibleRepeatError, UnexpectedError, type GatewayError } from '../../../gateway/protocol/errors';
import type { Result } from '../payments/result';
import { nodeFailure, type NodeFailure } from '../transport/nodeErrors';
import type { MoneyRules } from './operation';

/** What has become of an input item. */
export type ItemOutcome<Request> = Ready<Request> | Done<Request> | Failed<Request>;

/** Checked, and not sent yet. */
export interface Ready<Request> {
	kind: 'ready';
	request: Request;
}

/** Sent, with a result. */
export interface Done<Request> {
	kind: 'done';
	request: Request;
	result: Result;
}

/** Failed in its checks, then without a request; or refused, or not sent. */
export interface Failed<Request> {
	kind: 'failed';
	request?: Request;
	error: GatewayError;
}

export function isFailed<Request>(item: ItemOutcome<Request>): item is Failed<Request> {
	return item.kind === 'failed';
}

/** Reports to n8n what has become of a node's items: as output, or as an error. */
export class ItemReport<Request> {
	constructor(
		private readonly node: INode,
		private readonly money: MoneyRules<Request> | undefined,
	) {}

	/**
	 * The linked output of an item. With Simplify off, the service's answer comes in addition: an item whose answer was lost
	 * then has the same form as the others, and an `error` in an answer does not make n8n run the node again.
	 */
	output(
		{ result }: Done<Request>,
		simplify: boolean,
		itemIndex: number,
		binary?: IBinaryKeyData,
	): INodeExecutionData[] {
		const responses = [result.raw ?? null].flat();
		return [result.output].flat().map((shown, at) => ({
			json: simplify ? shown : { ...shown, response: responses[at] ?? null },
			...(binary && { binary }),
			pairedItem: { item: itemIndex },
		}));
	}

	/** A failed item. n8n turns it into `{error: message}`; a key `error` of our own would make n8n run the node again. */
	failedItem(item: Failed<Request>, itemIndex: number): INodeExecutionData {
		return { json: {}, error: this.failure(item, itemIndex), pairedItem: { item: itemIndex } };
	}

	/** The error for a run that could not begin, for instance without a usable credential. */
	notRun(error: GatewayError): NodeFailure {
		return nodeFailure({ error, node: this.node });
	}

	/** The error for a run in which items failed their checks, so that nothing was sent. */
	refused(items: Array<ItemOutcome<Request>>): NodeFailure {
		const [first, ...others] = failedOf(items);
		return this.failure(
			first!.item,
			first!.itemIndex,
			others.map(({ item, itemIndex }) => `Item ${itemIndex}: ${item.error.message}.`),
		);
	}

	/** The error for a run that stopped at a failure. Where money moves, it tells what has become of every item. */
	stopped(items: Array<ItemOutcome<Request>>): NodeFailure {
		const [first] = failedOf(items);
		const report =
			this.money && items.length > 1
				? items.map((item, itemIndex) => `Item ${itemIndex}: ${this.describe(item)}.`)
				: [];
		return this.failure(first!.item, first!.itemIndex, report);
	}

	private failure(item: Failed<Request>, itemIndex: number, report: string[] = []): NodeFailure {
		const reference = this.referenceOf(item.request);
		const about = [`item ${itemIndex}`, ...(reference ? [reference, this.notDone(item)] : [])].join(', ');
		return nodeFailure({ error: item.error, node: this.node, itemIndex, about, report: report.join(' ') });
	}

	private describe(item: ItemOutcome<Request>): string {
		return [this.referenceOf(item.request), this.outcomeOf(item)].filter(Boolean).join(', ');
	}

	private outcomeOf(item: ItemOutcome<Request>): string {
		if (item.kind === 'ready') return 'not sent';
		if (item.kind === 'failed') return this.notDone(item);
		const { outcome } = item.result.output as { outcome?: Outcome };
		return `outcome ${outcome}`;
	}

	private notDone({ error }: Failed<Request>): string {
		// After a mistake of ours nobody knows whether the service acted.
		if (error instanceof UnexpectedError) return 'outcome not known: verify it before you do anything else';
		const notDone = this.money?.notDone ?? 'failed';
		// An earlier execution may have sent the same reference with success.
		return error instanceof PossibleRepeatError ? `${notDone} by this call` : notDone;
	}

	private referenceOf(request: Request | undefined): string {
		return this.money && request !== undefined ? `reference ${this.money.reference(request)}` : '';
	}
}

function failedOf<Request>(items: Array<ItemOutcome<Request>>): Array<{ item: Failed<Request>; itemIndex: number }> {
	return items.flatMap((item, itemIndex) => (isFailed(item) ? [{ item, itemIndex }] : []));
}
