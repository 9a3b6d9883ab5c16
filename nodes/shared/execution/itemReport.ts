import type { IBinaryKeyData, INode, INodeExecutionData } from 'n8n-workflow';

import {
	asClause,
	InputError,
	NotAuthorizedError,
	PossibleRepeatError,
	type ErrorCode,
	type GatewayError,
} from '../../../gateway/protocol/errors';
import { nodeFailure, type NodeFailure } from '../transport/nodeErrors';
import { failedOf, type Done, type Failed, type ItemOutcome } from './itemOutcome';
import { IN_DOUBT, outcomeIn, stateOfResult, stateOfSent } from './itemStates';
import type { MoneyRules, Operation } from './operation';
import type { SentRequests } from './sentRequests';

/** What a failed item says of itself, as the JSON of the item under `error`. */
interface ItemError {
	/** What happened, and what it means for the money. */
	message: string;
	/** What to do next. */
	description: string;
	code: ErrorCode;
	/** The field with the mistake, as the editor calls it; the first one where there are several. */
	field: string | null;
	/** The reference of the request, as far as it is known. */
	reference: string | null;
	/** `no` where nothing was charged or transferred for this item; `unknown` where it must be verified first. */
	charged: 'no' | 'unknown';
}

/** Reports to n8n what has become of a node's items: as output, or as an error. */
export class ItemReport<Request> {
	private readonly money: MoneyRules<Request> | undefined;

	constructor(
		private readonly node: INode,
		private readonly operation: Pick<Operation<Request>, 'money' | 'payments'>,
		private readonly sentRequests: SentRequests<Request>,
		/** Whether n8n retries an execution: earlier tries may have sent what nobody remembers, where n8n was killed meanwhile. */
		private readonly isRetry = false,
	) {
		this.money = operation.money;
	}

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

	/**
	 * A failed item, whose JSON n8n makes of the error's message: `{error: message}`. So the message is an object here. A key
	 * `error` in the JSON itself would make n8n run the node again.
	 */
	failedItem(item: Failed, itemIndex: number): INodeExecutionData {
		const error = { message: this.itemError(item) };
		return { json: {}, error: error as unknown as NodeFailure, pairedItem: { item: itemIndex } };
	}

	private itemError(item: Failed): ItemError {
		const { error, reference } = item;
		return {
			message: this.headline(item),
			description: [this.advice(item), ...this.forgotten()].join(' '),
			code: error.code,
			field: error instanceof InputError ? error.problems[0]!.field : null,
			reference: reference || null,
			charged: this.mayBeCharged(item) ? 'unknown' : 'no',
		};
	}

	private mayBeCharged({ error, isInDoubt }: Failed): boolean {
		if (!this.money) {
			const isDeclined = error instanceof NotAuthorizedError && error.isDeclined;
			return this.operation.payments !== undefined && !isDeclined;
		}
		// A proxy may have sent the request twice, so that it is refused for its own payment.
		return isInDoubt || error instanceof PossibleRepeatError || this.mayHaveForgotten;
	}

	private get mayHaveForgotten(): boolean {
		return this.money !== undefined && this.isRetry;
	}

	/** The error for a run in which items failed their checks, so that nothing was sent. */
	refused(items: Array<ItemOutcome<Request>>): NodeFailure {
		const failed = failedOf(items);
		const { item, itemIndex } = failed[0]!;
		const before = this.sentBefore(items);
		const isOne = failed.length === 1;
		const reason = isOne ? this.reasonOf(item.error, items.length === 1) : notSent(failed.length, items.length);
		// What an earlier try has sent, or may have sent, may be charged.
		const mayBeCharged = before.length > 0 || failed.some((one) => this.mayBeCharged(one.item));
		const isRepeat = items.length === 1 && item.error instanceof PossibleRepeatError;
		const message = isRepeat ? this.headline(item) : this.nothingDone(reason, items, mayBeCharged);
		const lines = isOne
			? [item.error.description, item.isInDoubt ? undefined : this.about(item, itemIndex, items)]
			: failed.map((one) =>
					`Item ${one.itemIndex}: ${one.item.error.message} ${one.item.error.description ?? ''}`.trim(),
				);
		return this.failure({ error: item.error, itemIndex, message, lines: [...lines, ...before] });
	}

	/** The error for a run that could not begin, for instance without a usable credential, so that nothing was sent. */
	notRun(error: GatewayError, items: Array<ItemOutcome<Request>>): NodeFailure {
		const before = this.sentBefore(items);
		const mayBeCharged = before.length > 0 || this.mayHaveForgotten;
		const message = this.nothingDone(this.reasonOf(error, items.length === 1), items, mayBeCharged);
		return this.failure({ error, message, lines: [error.description, ...before] });
	}

	/** The error for a run that stopped at a failure. Where money moves, it tells what has become of every item. */
	stopped(items: Array<ItemOutcome<Request>>): NodeFailure {
		const { item, itemIndex } = failedOf(items)[0]!;
		const { error } = item;
		const earlier = this.earlierTries(items);
		const message = this.headline(item);
		const advice = this.advice(item);
		if (!this.money || items.length === 1) {
			const lines = [advice, this.about(item, itemIndex, items), ...earlier];
			return this.failure({ error, itemIndex, message, lines });
		}
		const each = items.map((one, at) => `${this.nameOf(one, at)}: ${this.stateOf(one)}.`);
		const lines = [`${message} ${advice}`, '', ...each, ...earlier];
		return this.failure({ error, itemIndex, message: this.countOf(items, item, itemIndex), lines });
	}

	private failure({ lines = [], ...details }: Omit<Parameters<typeof nodeFailure>[0], 'node'>): NodeFailure {
		const told = [...lines, ...this.forgotten()].filter((line, at) => line !== '' || at > 0);
		return nodeFailure({ ...details, lines: told, node: this.node });
	}

	/** What to do about tries that nobody remembers. */
	private forgotten(): string[] {
		if (!this.mayHaveForgotten) return [];
		const { what, done } = this.money!.words;
		return [
			`This is a retry, and a try during which n8n was stopped leaves nothing behind: the ${what} may have been ${done} then. Verify that before you start a new execution.`,
		];
	}

	/** How far a run came, such as "1 of 3 charged, stopped at ORDER-1001." */
	private countOf(items: Array<ItemOutcome<Request>>, stoppedAt: Failed, itemIndex: number): string {
		const done = items.filter((item) => item.kind === 'done');
		// A payment that waits for an OTP is not charged yet.
		const areAuthorized = done.every(({ result }) => outcomeIn(result) === 'authorized');
		const verb = areAuthorized ? this.money!.words.done : 'sent';
		return `${done.length} of ${items.length} ${verb}, stopped at ${stoppedAt.reference || `item ${itemIndex}`}.`;
	}

	/** What happened to one item, and what it means for the money. */
	private headline({ error, isInDoubt }: Failed): string {
		if (!this.money) return error.message;
		const { what, done } = this.money.words;
		if (isInDoubt && error instanceof InputError) return `Nothing was sent by this try: ${this.reasonOf(error)}.`;
		if (isInDoubt) return `It is not known whether the ${what} was ${done}: ${this.reasonOf(error)}.`;
		// It says itself what it means for the money.
		if (error instanceof PossibleRepeatError) return error.message;
		return `The ${what} was not ${done}${this.byThisTry}: ${this.reasonOf(error)}.`;
	}

	private get byThisTry(): string {
		return this.mayHaveForgotten ? ' by this try' : '';
	}

	private advice({ error, isInDoubt, reference }: Failed): string {
		const { description = '' } = error;
		if (!this.money || !isInDoubt) return description;
		const what = error instanceof InputError ? `what an earlier try has sent (${reference})` : 'it';
		return `Verify ${what} before you do anything else. ${description}`.trim();
	}

	/** Nothing was sent now. */
	private nothingDone(reason: string, items: readonly unknown[], mayBeCharged: boolean): string {
		if (!this.money) return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
		const { what, done } = this.money.words;
		if (mayBeCharged) return `Nothing was sent by this try: ${reason}.`;
		return items.length === 1 ? `The ${what} was not ${done}: ${reason}.` : `No ${what} was ${done}: ${reason}.`;
	}

	/** Why, to be read after a colon. */
	private reasonOf(error: GatewayError, isAboutOne = true): string {
		const reason = error.message.replace(/\.$/, '');
		if (!(error instanceof InputError)) return asClause(reason);
		const { field } = error.problems[0]!;
		const its = isAboutOne && error.problems.length === 1 ? this.money?.words.fields?.[field] : undefined;
		return its ? its + reason.slice(field.length) : reason;
	}

	/** Which item it is about, and which reference; undefined where there is nothing to tell. */
	private about(item: Failed, itemIndex: number, { length }: readonly unknown[]): string | undefined {
		const { reference } = item;
		const isNamed = reference === '' || item.error.message.includes(reference);
		if (length > 1) return `${this.nameOf(isNamed ? { reference: '' } : item, itemIndex)}.`;
		return isNamed ? undefined : `${this.referenceField}: ${reference}`;
	}

	private get referenceField(): string {
		return this.money?.referenceField ?? 'Reference';
	}

	private nameOf({ reference }: { reference: string }, itemIndex: number): string {
		return [`Item ${itemIndex}`, reference].filter(Boolean).join(', ');
	}

	/** What earlier tries have sent. */
	private sentBefore(items: Array<ItemOutcome<Request>>): string[] {
		const sent = items.flatMap((item, itemIndex) =>
			item.kind === 'sent' || item.kind === 'done' || (item.kind === 'failed' && item.isInDoubt)
				? [`${this.nameOf(item, itemIndex)}: sent by an earlier try; ${this.stateOf(item)}.`]
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
				...(gone ? [`${this.nameOf(gone, itemIndex)}: not in the input any more; ${stateOfSent(gone)}.`] : []),
				...(others.length > 0 ? [`Item ${itemIndex} was refused before, under ${others.join(', ')}.`] : []),
			];
		});
	}

	private stateOf(item: ItemOutcome<Request>): string {
		switch (item.kind) {
			case 'unchecked':
			case 'ready':
				return `not sent${this.byThisTry}`;
			case 'sent':
				return IN_DOUBT;
			case 'failed':
				return item.isInDoubt ? IN_DOUBT : this.notDone(item);
			case 'done':
				return stateOfResult(item.result);
		}
	}

	private notDone({ error }: Failed): string {
		const notDone = this.money ? `not ${this.money.words.done}${this.byThisTry}` : 'failed';
		// An earlier execution may have sent the same reference with success.
		return error instanceof PossibleRepeatError && !this.mayHaveForgotten ? `${notDone} by this call` : notDone;
	}
}

const notSent = (failed: number, all: number) => `${failed} of ${all} items cannot be sent`;
