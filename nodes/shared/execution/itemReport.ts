import type { IBinaryKeyData, IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import { PossibleRepeatError, UnexpectedError, type GatewayError } from '../../../gateway/protocol/errors';
import { nodeFailure, type NodeFailure } from '../transport/nodeErrors';
import type { Result } from '../payments/result';
import type { MoneyRules } from './operation';

/** What became of one input item. */
export type Fate<Request> = Ready<Request> | Done<Request> | Failed<Request>;

/** Checked, and not sent. */
export interface Ready<Request> {
	kind: 'ready';
	request: Request;
}
export interface Done<Request> {
	kind: 'done';
	request: Request;
	result: Result;
}
/** Nothing came of it; without a request it was never checked to the end. */
export interface Failed<Request> {
	kind: 'failed';
	request?: Request;
	error: GatewayError;
}

/** Turns the fates of a node's items into what n8n gets. */
export class Teller<Request> {
	constructor(
		private readonly node: INode,
		private readonly money: MoneyRules<Request> | undefined,
	) {}

	/** The linked output of an item. */
	output(
		{ result }: Done<Request>,
		simplify: boolean,
		itemIndex: number,
		binary?: IBinaryKeyData,
	): INodeExecutionData[] {
		const shown = simplify ? result.output : (result.raw ?? result.output);
		return [shown].flat().map((json) => ({ json, ...(binary && { binary }), pairedItem: { item: itemIndex } }));
	}

	/** A failed item. n8n makes `{error: message}` of it; a key `error` of our own would have it run the node again. */
	failedItem(fate: Failed<Request>, itemIndex: number): INodeExecutionData {
		return { json: {}, error: this.failure(fate, itemIndex), pairedItem: { item: itemIndex } };
	}

	/** The error for a run in which items failed their checks, so that nothing was sent. */
	refused(fates: Array<Fate<Request>>): NodeFailure {
		const [first, ...others] = failedOf(fates);
		return this.failure(
			first!.fate,
			first!.itemIndex,
			others.map(({ fate, itemIndex }) => `Item ${itemIndex}: ${fate.error.message}.`),
		);
	}

	/** The error for a run that stopped on its way. Where money moves, it tells what became of every item. */
	stopped(fates: Array<Fate<Request>>): NodeFailure {
		const [first] = failedOf(fates);
		const report =
			this.money && fates.length > 1 ? fates.map((fate, itemIndex) => `Item ${itemIndex}: ${this.tell(fate)}.`) : [];
		return this.failure(first!.fate, first!.itemIndex, report);
	}

	private failure(fate: Failed<Request>, itemIndex: number, report: string[] = []): NodeFailure {
		const reference = this.referenceOf(fate.request);
		const about = [`item ${itemIndex}`, ...(reference ? [reference, this.notDone(fate)] : [])].join(', ');
		return nodeFailure(fate.error, this.node, itemIndex, about, report.join(' '));
	}

	private tell(fate: Fate<Request>): string {
		return [this.referenceOf(fate.request), this.outcomeOf(fate)].filter(Boolean).join(', ');
	}

	private outcomeOf(fate: Fate<Request>): string {
		if (fate.kind === 'ready') return 'not sent';
		if (fate.kind === 'failed') return this.notDone(fate);
		return `outcome ${String((fate.result.output as IDataObject).outcome)}`;
	}

	private notDone({ error }: Failed<Request>): string {
		// After a mistake of ours nobody knows whether the service acted.
		if (error instanceof UnexpectedError) return 'outcome not known: verify it before you do anything else';
		const notDone = this.money?.notDone ?? 'failed';
		// What an earlier execution did with the reference is not known.
		return error instanceof PossibleRepeatError ? `${notDone} by this call` : notDone;
	}

	private referenceOf(request: Request | undefined): string {
		return this.money && request !== undefined ? `reference ${this.money.reference(request)}` : '';
	}
}

function failedOf<Request>(fates: Array<Fate<Request>>): Array<{ fate: Failed<Request>; itemIndex: number }> {
	return fates.flatMap((fate, itemIndex) => (fate.kind === 'failed' ? [{ fate, itemIndex }] : []));
}
