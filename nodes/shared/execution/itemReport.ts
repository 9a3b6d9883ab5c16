import type { IBinaryKeyData, IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import { simplified } from '../../../gateway/payment';
import { ReferenceUsedError, type GatewayError } from '../../../gateway/values/errors';
import { nodeFailure, type NodeFailure } from '../transport/nodeErrors';
import { failedOf, failedWith, type Done, type Failed, type ItemOutcome } from './itemOutcome';
import { ItemWords, outcomeIn, stateOfSent } from './itemWords';
import type { MoneyRules, Operation } from './operation';
import type { SentRequests } from './sentRequests';

/** How an item is put out. */
interface Shown {
	itemIndex: number;
	/** Whether it has the fields that people need alone. */
	simplify: boolean;
	/** The address at which the customer enters the OTP that an item waits for. */
	otpUrl: (output: IDataObject) => string | undefined;
	binary?: IBinaryKeyData | undefined;
}

/** Reports to n8n what has become of a node's items: as output, or as an error. */
export class ItemReport<Request> {
	private readonly money: MoneyRules<Request> | undefined;
	private readonly words: ItemWords<Request>;

	constructor(
		private readonly node: INode,
		private readonly operation: Pick<Operation<Request>, 'money' | 'payments' | 'shows'>,
		private readonly sentRequests: SentRequests<Request>,
		isRetry = false,
	) {
		this.money = operation.money;
		this.words = new ItemWords(operation, isRetry);
	}

	/**
	 * The linked output of an item. With Simplify off, the service's answer comes in addition: an item whose answer was lost
	 * then has the same form as the others, and an `error` in an answer does not make n8n run the node again.
	 */
	output({ result }: Done, { itemIndex, simplify, otpUrl, binary }: Shown): INodeExecutionData[] {
		const responses = [result.raw ?? null].flat();
		const { shows } = this.operation;
		return [result.output].flat().map((output, at) => {
			const all = shows?.includes('otpUrl') ? { ...output, otpUrl: otpUrl(output) ?? null } : output;
			const json = simplify && shows ? simplified(all, shows) : all;
			return {
				json: simplify ? json : { ...json, response: responses[at] ?? null },
				...(binary && { binary }),
				pairedItem: { item: itemIndex },
			};
		});
	}

	/**
	 * A failed item, whose JSON n8n makes of the error's message: `{error: message}`. So the message is an object here. A key
	 * `error` in the JSON itself would make n8n run the node again.
	 */
	failedItem(item: Failed, itemIndex: number): INodeExecutionData {
		const error = { message: this.words.errorOf(item) };
		return { json: {}, error: error as unknown as NodeFailure, pairedItem: { item: itemIndex } };
	}

	/** The error for a run in which items failed their checks, so that nothing was sent. */
	refused(items: Array<ItemOutcome<Request>>): NodeFailure {
		const failed = failedOf(items);
		const { item, itemIndex } = failed[0]!;
		const before = this.sentBefore(items);
		const isOne = failed.length === 1;
		const reason = isOne ? this.words.reasonOf(item.error) : `${failed.length} of ${items.length} items cannot be sent`;
		// What an earlier try has sent, or may have sent, may be charged.
		const mayBeCharged = before.length > 0 || failed.some((one) => this.words.mayBeCharged(one.item));
		const message = this.nothingDone(reason, items, mayBeCharged);
		const lines = isOne
			? [item.error.description, item.isInDoubt ? undefined : this.about(item, itemIndex, items)]
			: failed.map((one) =>
					`Item ${one.itemIndex}: ${one.item.error.message} ${one.item.error.description ?? ''}`.trim(),
				);
		return this.failure({
			error: item.error,
			itemIndex,
			message,
			lines: [...lines, ...before, ...this.words.forgotten(item)],
		});
	}

	/** The error for a run that could not begin, for instance without a usable credential, so that nothing was sent. */
	notRun(error: GatewayError, items: Array<ItemOutcome<Request>>): NodeFailure {
		const before = this.sentBefore(items);
		const item = failedWith(error);
		const mayBeCharged = before.length > 0 || this.words.mayBeForgotten(error);
		const message = this.nothingDone(this.words.reasonOf(error), items, mayBeCharged);
		return this.failure({ error, message, lines: [error.description, ...before, ...this.words.forgotten(item)] });
	}

	/** The error for a run that stopped at a failure. Where money moves, it tells what has become of every item. */
	stopped(items: Array<ItemOutcome<Request>>): NodeFailure {
		const all = failedOf(items);
		// A reference that was used before stops nothing.
		const stoppedAt = all.find(({ item }) => !(item.error instanceof ReferenceUsedError));
		const { item, itemIndex } = stoppedAt ?? all[0]!;
		const { error } = item;
		const earlier = [...this.earlierTries(items), ...this.words.forgotten(item)];
		const message = this.words.headline(item);
		const advice = this.words.advice(item);
		if (!this.money || items.length === 1) {
			const lines = [advice, this.about(item, itemIndex, items), ...earlier];
			return this.failure({ error, itemIndex, message, lines });
		}
		const each = items.map((one, at) => `${this.nameOf(one, at)}: ${this.words.stateOf(one)}.`);
		const lines = [`${message} ${advice}`, '', ...each, ...earlier];
		return this.failure({ error, itemIndex, message: this.countOf(items, stoppedAt), lines });
	}

	private failure({ lines = [], ...details }: Omit<Parameters<typeof nodeFailure>[0], 'node'>): NodeFailure {
		return nodeFailure({ ...details, lines: lines.filter((line, at) => line !== '' || at > 0), node: this.node });
	}

	/** How far a run came, such as "1 of 3 charged, 1 used before, stopped at ORD-1001." */
	private countOf(items: Array<ItemOutcome<Request>>, stoppedAt?: { item: Failed; itemIndex: number }): string {
		const done = items.filter((item) => item.kind === 'done');
		// A payment that waits for an OTP is not charged yet.
		const areAuthorized = done.every(({ result }) => outcomeIn(result) === 'authorized');
		const used = failedOf(items).filter(({ item }) => item.error instanceof ReferenceUsedError);
		const parts = [
			`${done.length} of ${items.length} ${areAuthorized ? this.money!.words.done : 'sent'}`,
			...(used.length > 0 ? [`${used.length} used before`] : []),
			...(stoppedAt ? [`stopped at ${stoppedAt.item.reference || `item ${stoppedAt.itemIndex}`}`] : []),
		];
		return `${parts.join(', ')}.`;
	}

	/** Nothing was sent now. */
	private nothingDone(reason: string, items: readonly unknown[], mayBeCharged: boolean): string {
		if (!this.money) return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
		const { what, done } = this.money.words;
		if (mayBeCharged) return `Nothing was sent by this call: ${reason}.`;
		return items.length === 1 ? `The ${what} was not ${done}: ${reason}.` : `No ${what} was ${done}: ${reason}.`;
	}

	/** Which item it is about, and which reference; undefined where there is nothing to tell. */
	private about(item: Failed, itemIndex: number, { length }: readonly unknown[]): string | undefined {
		const { reference } = item;
		const isNamed = reference === '' || item.error.message.includes(reference);
		if (length > 1) return `${this.nameOf(isNamed ? { reference: '' } : item, itemIndex)}.`;
		return isNamed ? undefined : `${this.money?.referenceField ?? 'Reference'}: ${reference}`;
	}

	private nameOf({ reference }: { reference: string }, itemIndex: number): string {
		return [`Item ${itemIndex}`, reference].filter(Boolean).join(', ');
	}

	/** What earlier tries have sent. */
	private sentBefore(items: Array<ItemOutcome<Request>>): string[] {
		const sent = items.flatMap((item, itemIndex) =>
			item.kind === 'sent' || item.kind === 'done' || (item.kind === 'failed' && item.isInDoubt)
				? [`${this.nameOf(item, itemIndex)}: sent by an earlier try; ${this.words.stateOf(item)}.`]
				: [],
		);
		return [...sent, ...this.earlierTries(items)];
	}

	/** What earlier tries in this execution have sent, and the input does not have any more. */
	private earlierTries(items: Array<ItemOutcome<Request>>): string[] {
		return this.sentRequests.itemIndices.flatMap((itemIndex) => {
			const gone = items[itemIndex] ? undefined : this.sentRequests.find(itemIndex);
			return gone ? [`${this.nameOf(gone, itemIndex)}: not in the input any more; ${stateOfSent(gone)}.`] : [];
		});
	}
}
