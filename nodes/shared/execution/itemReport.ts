import type { IBinaryKeyData, INode, INodeExecutionData } from 'n8n-workflow';

import type { Outcome } from '../../../gateway/outcome';
import { InputError, PossibleRepeatError, type GatewayError } from '../../../gateway/protocol/errors';
import type { Result } from '../payments/result';
import { nodeFailure, type NodeFailure } from '../transport/nodeErrors';
import type { MoneyRules } from './operation';
import type { SentRequest, SentRequests } from './sentRequests';

/** What has become of an input item. */
export type ItemOutcome<Request> = Ready<Request> | Sent<Request> | Done | Failed;

interface Item {
	/** The reference that identifies its request at the service; empty for a read, and where the checks failed. */
	reference: string;
}

/** Checked, and not sent yet. */
export interface Ready<Request> extends Item {
	kind: 'ready';
	request: Request;
}

/** Sent by an earlier try in this execution, and its result is not known yet. */
export interface Sent<Request> extends Item {
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

/** Failed in its checks, then without a reference; or refused, or not sent. */
export interface Failed extends Item {
	kind: 'failed';
	error: GatewayError;
	/** Whether the service may have acted all the same. */
	isInDoubt: boolean;
}

export function isFailed<Request>(item: ItemOutcome<Request>): item is Failed {
	return item.kind === 'failed';
}

const IN_DOUBT = 'outcome not known: verify it before you do anything else';

/** Reports to n8n what has become of a node's items: as output, or as an error. */
export class ItemReport<Request> {
	constructor(
		private readonly node: INode,
		private readonly money: MoneyRules<Request> | undefined,
		private readonly sentRequests: SentRequests<Request>,
	) {}

	/**
	 * The linked output of an item. With Simplify off, the service's answer comes in addition: an item whose answer was lost
	 * then has the same form as the others, and an `error` in an answer does not make n8n run the node again.
	 */
	output({ result }: Done, simplify: boolean, itemIndex: number, binary?: IBinaryKeyData): INodeExecutionData[] {
		const responses = [result.raw ?? null].flat();
		return [result.output].flat().map((shown, at) => ({
			json: simplify ? shown : { ...shown, response: responses[at] ?? null },
			...(binary && { binary }),
			pairedItem: { item: itemIndex },
		}));
	}

	/** A failed item. n8n turns it into `{error: message}`; a key `error` of our own would make n8n run the node again. */
	failedItem(item: Failed, itemIndex: number): INodeExecutionData {
		return { json: {}, error: this.failure(item, itemIndex), pairedItem: { item: itemIndex } };
	}

	/** The error for a run in which items failed their checks, so that nothing was sent. */
	refused(items: Array<ItemOutcome<Request>>): NodeFailure {
		const [first, ...others] = failedOf(items);
		const broken = others.map(({ item, itemIndex }) => `Item ${itemIndex}: ${item.error.message}.`);
		return this.failure(first!.item, first!.itemIndex, [...broken, ...this.sentBefore(items)]);
	}

	/** The error for a run that could not begin, for instance without a usable credential, so that nothing was sent. */
	notRun(error: GatewayError, items: Array<ItemOutcome<Request>>): NodeFailure {
		// An InputError says it itself.
		const nothing = this.money && !(error instanceof InputError) ? ['Nothing was sent by this try.'] : [];
		return nodeFailure({ error, node: this.node, report: [...nothing, ...this.sentBefore(items)].join(' ') });
	}

	/** The error for a run that stopped at a failure. Where money moves, it tells what has become of every item. */
	stopped(items: Array<ItemOutcome<Request>>): NodeFailure {
		const [first] = failedOf(items);
		const earlier = this.earlierTries(items);
		const report =
			this.money && items.length + earlier.length > 1
				? items.map((item, itemIndex) => `Item ${itemIndex}: ${this.describe(item)}.`)
				: [];
		return this.failure(first!.item, first!.itemIndex, [...report, ...earlier]);
	}

	private failure(item: Failed, itemIndex: number, report: string[] = []): NodeFailure {
		const about = [`item ${itemIndex}`, ...(item.reference ? [this.describe(item)] : [])].join(', ');
		return nodeFailure({ error: item.error, node: this.node, itemIndex, about, report: report.join(' ') });
	}

	/** What earlier tries in this execution have sent. */
	private sentBefore(items: Array<ItemOutcome<Request>>): string[] {
		const sent = items.flatMap((item, itemIndex) =>
			item.kind === 'sent' || item.kind === 'done'
				? [`Item ${itemIndex} was sent by an earlier try: ${this.describe(item)}.`]
				: [],
		);
		return [...sent, ...this.earlierTries(items)];
	}

	/** What earlier tries in this execution have sent, and the items do not show. */
	private earlierTries(items: Array<ItemOutcome<Request>>): string[] {
		return this.sentRequests.itemIndices.flatMap((itemIndex) => {
			const item = items[itemIndex];
			const others = this.sentRequests.refusedReferences(itemIndex).filter((other) => other !== item?.reference);
			const gone = item ? undefined : this.sentRequests.find(itemIndex);
			return [
				...(gone ? [`Item ${itemIndex} is not in the input any more: ${describeSent(gone)}.`] : []),
				...(others.length > 0 ? [`Item ${itemIndex} was refused before, under ${others.join(', ')}.`] : []),
			];
		});
	}

	private describe(item: ItemOutcome<Request>): string {
		return [item.reference && `reference ${item.reference}`, this.stateOf(item)].filter(Boolean).join(', ');
	}

	private stateOf(item: ItemOutcome<Request>): string {
		switch (item.kind) {
			case 'ready':
				return 'not sent';
			case 'sent':
				return IN_DOUBT;
			case 'failed':
				return item.isInDoubt ? IN_DOUBT : this.notDone(item);
			case 'done':
				return outcomeOf(item.result);
		}
	}

	private notDone({ error }: Failed): string {
		const notDone = this.money?.notDone ?? 'failed';
		// An earlier execution may have sent the same reference with success.
		return error instanceof PossibleRepeatError ? `${notDone} by this call` : notDone;
	}
}

function describeSent<Request>({ reference, result }: SentRequest<Request>): string {
	return `reference ${reference}, ${result ? outcomeOf(result) : IN_DOUBT}`;
}

function outcomeOf({ output }: Result): string {
	return `outcome ${(output as { outcome?: Outcome }).outcome}`;
}

function failedOf<Request>(items: Array<ItemOutcome<Request>>): Array<{ item: Failed; itemIndex: number }> {
	return items.flatMap((item, itemIndex) => (isFailed(item) ? [{ item, itemIndex }] : []));
}
