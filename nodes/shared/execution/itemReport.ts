import type { IBinaryKeyData, IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import { simplified } from '../../../gateway/payment';
import { ReferenceUsedError, type GatewayError } from '../../../gateway/values/errors';
import { nodeFailure, type NodeFailure } from '../transport/nodeErrors';
import { failedOf, failedWith, type Done, type Failed, type Item } from './item';
import { ItemWords, outcomeIn, reasonOf } from './itemWords';
import type { MoneyRules, Operation } from './operation';

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

	/**
	 * The error for a run of which nothing was sent: items failed their checks, or the run could not begin.
	 * @param runError why the run could not begin, for instance without a usable credential
	 */
	refused(items: Array<Item<Request>>, runError?: GatewayError): NodeFailure {
		const failed = failedOf(items);
		const [first = { item: failedWith(runError!), itemIndex: undefined }] = failed;
		const error = runError ?? first.item.error;
		const sentBefore = items.flatMap((item, itemIndex) =>
			item.kind === 'sent' || item.kind === 'done' || (item.kind === 'failed' && item.isInDoubt)
				? [`${nameOf(item, itemIndex)}: sent by an earlier try; ${this.words.stateOf(item)}.`]
				: [],
		);
		const isOne = runError !== undefined || failed.length === 1;
		const reason = isOne ? reasonOf(error) : `${failed.length} of ${items.length} items cannot be sent`;
		const earlier = [...sentBefore, ...this.words.earlierTry()];
		const lines = isOne
			? [error.description, runError || first.item.isInDoubt ? undefined : this.about(first, items)]
			: failed.map(({ item, itemIndex }) =>
					`Item ${itemIndex}: ${item.error.message} ${item.error.description ?? ''}`.trim(),
				);
		return this.failure({
			error,
			itemIndex: runError ? undefined : first.itemIndex,
			message: this.nothingDone(reason, items, earlier.length > 0),
			lines: [...lines, ...earlier],
		});
	}

	/** The error for a run that stopped at a failure. Where money moves, it tells what has become of every item. */
	stopped(items: Array<Item<Request>>): NodeFailure {
		const failed = failedOf(items);
		// A reference that was used before stops nothing.
		const stoppedAt = failed.find(({ item }) => !(item.error instanceof ReferenceUsedError));
		const { item, itemIndex } = stoppedAt ?? failed[0]!;
		const { error } = item;
		const [headline, advice, forgotten] = [
			this.words.headline(item),
			this.words.advice(item),
			this.words.forgotten(error),
		];
		if (!this.money || items.length === 1) {
			const lines = [advice, this.about({ item, itemIndex }, items), ...forgotten];
			return this.failure({ error, itemIndex, message: headline, lines });
		}
		const each = items.map((one, at) => `${nameOf(one, at)}: ${this.words.stateOf(one)}.`);
		const lines = [`${headline} ${advice}`, '', ...each, ...forgotten];
		return this.failure({ error, itemIndex, message: this.countOf(items, stoppedAt), lines });
	}

	private failure({ lines = [], ...details }: Omit<Parameters<typeof nodeFailure>[0], 'node'>): NodeFailure {
		return nodeFailure({ ...details, lines: lines.filter((line, at) => line !== '' || at > 0), node: this.node });
	}

	/** How far a run came, such as "1 of 3 charged, 1 used before, stopped at ORD-1001." */
	private countOf(items: Array<Item<Request>>, stoppedAt?: { item: Failed; itemIndex: number }): string {
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

	/** The headline of a run of which nothing was sent now. */
	private nothingDone(reason: string, items: readonly unknown[], mayBeCharged: boolean): string {
		if (!this.money) return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
		const { what, done } = this.money.words;
		if (mayBeCharged) return `Nothing was sent by this call: ${reason}.`;
		return items.length === 1 ? `The ${what} was not ${done}: ${reason}.` : `No ${what} was ${done}: ${reason}.`;
	}

	/** Which item a failure is about, and which reference; undefined where the error says it, or nothing is to be told. */
	private about({ item, itemIndex = 0 }: { item: Failed; itemIndex?: number }, { length }: readonly unknown[]) {
		const { reference, error } = item;
		const isNamed = reference === '' || error.message.includes(reference);
		if (length > 1) return `${nameOf({ reference: isNamed ? '' : reference }, itemIndex)}.`;
		return isNamed ? undefined : `${this.money?.referenceField ?? 'Reference'}: ${reference}`;
	}
}

function nameOf({ reference }: { reference: string }, itemIndex: number): string {
	return reference === '' ? `Item ${itemIndex}` : `Item ${itemIndex}, ${reference}`;
}
