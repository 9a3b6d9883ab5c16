import type { INode, INodeExecutionData } from 'n8n-workflow';

import type { MoneyWords } from '../../../gateway/sending/call';
import { asClause, ReferenceUsedError, RefusedError, type GatewayError } from '../../../gateway/values/errors';
import { nodeFailure, type NodeFailure } from '../transport/nodeErrors';
import { isFailed, nameOf, outcomeOf, type FailedItem, type Item, makeFailedOutput } from './items';

const IN_DOUBT = 'outcome not known: verify it before you do anything else';

/** A failed item, and its place in the input. */
interface IndexedFailure {
	item: FailedItem;
	itemIndex: number;
}

/** Reports to n8n what has become of items that failed where money moves: as items, or as the error of the node. */
export class PayReport {
	/** @param isRetry whether n8n retries an execution: it may have been killed while an earlier try sent something */
	constructor(
		private readonly node: INode,
		private readonly words: MoneyWords,
		private readonly isRetry = false,
	) {}

	/** Makes the output of a failed item. */
	output(item: FailedItem, itemIndex: number): INodeExecutionData {
		const { error, reference } = item;
		const isInDoubt = item.isInDoubt || this.isEarlierTryUnknown(error) || error.charged === 'unknown';
		return makeFailedOutput(
			error,
			{
				message: this.headline(item),
				description: [this.advice(item), ...this.earlierTry(error)].join(' '),
				reference,
				charged: isInDoubt ? 'unknown' : 'no',
				...this.words.mark,
			},
			itemIndex,
		);
	}

	/**
	 * Makes the error of a run in which items failed. It says what has become of every item.
	 * @param when whether the items were only checked, or sent as well
	 */
	failure(items: Item[], when: 'checked' | 'sent'): NodeFailure {
		const failed = findFailedItems(items);
		// A reference that was used before stops nothing.
		const stops = failed.filter(({ item }) => !isUsed(item.error));
		const { item, itemIndex } = stops[0] ?? failed[0]!;
		const { error, reference } = item;
		const { node } = this;
		if (items.length > 1) {
			const message = when === 'sent' ? this.howFar(items, stops) : this.headlineBeforeSending(items, stops);
			const reasons = this.reasonsOf(when === 'sent' ? [{ item, itemIndex }] : stops);
			const states = this.linesOf(items, when === 'sent' ? () => true : wasSent);
			return nodeFailure({
				error,
				itemIndex,
				message,
				node,
				lines: [...reasons, ...states, ...this.earlierTry(error)],
			});
		}
		const isNamed = reference === '' || error.message.includes(reference);
		const which = isNamed ? undefined : `${this.words.referenceField}: ${reference}`;
		const lines = [this.advice(item), which, ...this.earlierTry(error)];
		return nodeFailure({ error, itemIndex, message: this.headline(item), lines, node });
	}

	/** Makes the headline of a run that has sent nothing; an earlier try or another run may have. */
	private headlineBeforeSending(items: Item[], stops: readonly IndexedFailure[]): string {
		const { what, participle } = this.words;
		const { error } = stops[0]!.item;
		const reason = haveOneError(stops)
			? asClause(error.message)
			: `${stops.length} of ${items.length} items cannot be sent`;
		const isOnlyThisCall = this.isEarlierTryUnknown(error) || items.some(wasSent);
		return isOnlyThisCall ? `Nothing was sent by this call: ${reason}.` : `No ${what} was ${participle}: ${reason}.`;
	}

	/** Says how far a run came, such as "1 of 3 charged, 1 used before, stopped at ORD-1001." */
	private howFar(items: Item[], stops: readonly IndexedFailure[]): string {
		const results = items.filter(({ kind }) => kind === 'done');
		// A payment that waits for an OTP is not charged yet.
		const areAuthorized = results.every((item) => outcomeOf(item) === 'authorized');
		const used = findFailedItems(items).length - stops.length;
		const [first] = stops;
		const parts = [
			`${results.length} of ${items.length} ${areAuthorized ? this.words.participle : 'sent'}`,
			...(used > 0 ? [`${used} used before`] : []),
			...(first ? [`stopped at ${first.item.reference || `item ${first.itemIndex}`}`] : []),
		];
		return `${parts.join(', ')}.`;
	}

	/** Says why items cannot be sent: one line for each, unless it is the same for all. */
	private reasonsOf(stops: readonly IndexedFailure[]): string[] {
		const [first] = stops;
		if (stops.length > 1 && haveOneError(stops)) return [this.advice(first!.item)];
		return stops.map(({ item, itemIndex }) => `${nameOf(item, itemIndex)}: ${this.sentenceOf(item)}`);
	}

	private sentenceOf(item: FailedItem): string {
		return `${this.headline(item)} ${this.advice(item)}`.trim();
	}

	/** Says what happened to one item, and what it means for the money. */
	private headline({ error, isInDoubt }: FailedItem): string {
		// The error of a used reference says what became of the money.
		if (isUsed(error)) return error.message;
		const { what, participle } = this.words;
		if (isInDoubt) return `It is not known whether the ${what} was ${participle}: ${asClause(error.message)}.`;
		// A refusal of this call says nothing of an earlier one under the same reference.
		const isOnlyThisCall = error instanceof RefusedError || this.isEarlierTryUnknown(error);
		return `The ${what} was not ${participle}${isOnlyThisCall ? ' by this call' : ''}: ${asClause(error.message)}.`;
	}

	/** Advises on a failed item. */
	private advice({ error: { description = '' }, isInDoubt }: FailedItem): string {
		return isInDoubt ? `Verify it before you do anything else. ${description}`.trim() : description;
	}

	/** Advises in a retry about the try before it, where nobody has asked the service. */
	private earlierTry(error: GatewayError): string[] {
		if (!this.isEarlierTryUnknown(error)) return [];
		const { what, participle } = this.words;
		return [
			`This is a retry: the ${what} may have been ${participle} before n8n was stopped. Verify that before you start a new execution.`,
		];
	}

	/** Says whether an earlier try may have sent the item without leaving a trace in the execution, and the service has not said. */
	private isEarlierTryUnknown({ charged }: GatewayError): boolean {
		return this.isRetry && charged === undefined;
	}

	/** Lists what has become of items: one line for each item that is listed, under an empty line. */
	private linesOf(items: Item[], isListed: (item: Item) => boolean): string[] {
		const states = items.flatMap((item, itemIndex) =>
			isListed(item) ? [`${nameOf(item, itemIndex)}: ${this.stateText(item)}.`] : [],
		);
		return states.length > 0 ? ['', ...states] : [];
	}

	private stateText(item: Item): string {
		switch (item.kind) {
			case 'ready':
				return this.isRetry ? 'not sent by this call' : 'not sent';
			case 'passedOn':
				return 'passed on as it came';
			case 'failed':
				if (item.isInDoubt) return IN_DOUBT;
				if (isUsed(item.error)) return `used before, and ${item.error.payment.outcome}`;
				return `not ${this.words.participle}${this.isEarlierTryUnknown(item.error) ? ' by this call' : ''}`;
			default:
				return outcomeOf(item) === 'unknown' ? IN_DOUBT : outcomeOf(item);
		}
	}
}

/** Says whether an item was sent, by this try or before it. */
function wasSent(item: Item): boolean {
	return item.kind === 'sentBefore' || item.kind === 'done' || (item.kind === 'failed' && item.isInDoubt);
}

function isUsed(error: GatewayError): error is ReferenceUsedError {
	return error instanceof ReferenceUsedError;
}

function haveOneError(stops: readonly IndexedFailure[]): boolean {
	const [first] = stops;
	return stops.every(({ item: { error } }) => {
		const { message, description } = first!.item.error;
		return error.message === message && error.description === description;
	});
}

/** Finds the failed items, each with its place in the input. */
function findFailedItems(items: Item[]): IndexedFailure[] {
	return items.flatMap((item, itemIndex) => (isFailed(item) ? [{ item, itemIndex }] : []));
}
