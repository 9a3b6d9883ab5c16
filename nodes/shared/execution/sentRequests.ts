import type { IContextObject, IExecuteFunctions } from 'n8n-workflow';

import type { PaymentKind } from '../../../gateway/message';
import { PossibleRepeatError, type GatewayError } from '../../../gateway/protocol/errors';
import type { Result } from '../payments/result';

/** A request that moves money and was sent. The service may have acted on it. */
export interface SentRequest<Request> {
	/** The reference under which it was sent, whatever the item's reference is by now. */
	reference: string;
	/** The request without its secrets, for a look-up. */
	request: Request;
	/** In milliseconds since 1970. */
	sentAt: number;
	/** Identifies the account at the service that it was sent with. */
	account: string;
	/** Undefined as long as it is not known. */
	result?: Result;
}

/** A refusal after which there may be a payment all the same. */
interface Refusal {
	/** n8n's id of the execution. */
	execution: string | null;
	reference: string;
	error: Pick<PossibleRepeatError, 'message' | 'description' | 'httpStatus' | 'first' | 'serviceMessage'>;
}

/** What was sent for an item. */
interface SentItem<Request> {
	sent?: SentRequest<Request>;
	/** The references of requests that the service refused: they are known to have done nothing. */
	refused: string[];
	refusal?: Refusal;
}

/** What else remembers the requests. */
interface Listener<Request> {
	write(sent: SentRequest<Request>): void;
	forget(reference: string): void;
}

/**
 * By kind of payment and item: before a retry, the user may have chosen another operation. The requests of a transfer are no
 * charges; those of Charge and of Charge From JSON are.
 */
interface Memory<Request> {
	run: number;
	kinds: Partial<Record<PaymentKind, Record<number, SentItem<Request>>>>;
}

/**
 * What this node has sent in this execution. n8n runs a node again after an error (Retry On Fail, or "Retry" of the
 * execution), with the same items, but perhaps with other values: an expression such as `{{ $now }}` changes with each try,
 * and the user may edit the node before a retry. So what was sent is found by node, run and item, and not by its
 * reference. It is kept in the node's context, which n8n stores with the execution, and holds no card data.
 *
 * A run stays remembered after it has returned its output, because n8n may still not take it. When a later run begins,
 * n8n has taken that output, and the earlier run is forgotten: so a loop keeps no more than one run.
 */
export class SentRequests<Request = unknown> {
	private readonly state: IContextObject;
	private readonly run: number;
	private readonly execution: string | null;

	/** @param editorRuns remembers it for the next run in the editor as well */
	constructor(
		context: IExecuteFunctions,
		private readonly kind: PaymentKind,
		private readonly editorRuns?: Listener<Request>,
	) {
		this.state = context.getContext('node');
		this.run = context.getWorkflowDataProxy(0).$runIndex as number;
		this.execution = context.getExecutionId() ?? null;
	}

	/** What the service may have acted on. Nothing else may be sent for this item. */
	find(itemIndex: number): SentRequest<Request> | undefined {
		return this.items[itemIndex]?.sent;
	}

	write(itemIndex: number, sent: SentRequest<Request>): void {
		this.itemToChange(itemIndex).sent = sent;
		this.editorRuns?.write(sent);
	}

	/**
	 * For a request that has done nothing: another one may be sent. Where it may have been refused for a payment of its own, as
	 * when a proxy has repeated it, nothing is sent for the item before a person has read the error and retries the execution.
	 */
	refuse(itemIndex: number, failure: GatewayError): void {
		const item = this.itemToChange(itemIndex);
		if (item.sent && failure instanceof PossibleRepeatError) {
			const { message, description, httpStatus, first, serviceMessage } = failure;
			const error = { message, description, httpStatus, first, serviceMessage };
			item.refusal = { execution: this.execution, reference: item.sent.reference, error };
		} else if (item.sent) {
			this.editorRuns?.forget(item.sent.reference);
		}
		if (item.sent && !item.refused.includes(item.sent.reference)) item.refused.push(item.sent.reference);
		delete item.sent;
	}

	/** The refusal that forbids to send anything for the item in this execution. */
	refusal(itemIndex: number): { reference: string; error: PossibleRepeatError } | undefined {
		const refusal = this.items[itemIndex]?.refusal;
		if (refusal?.execution !== this.execution) return undefined;
		const { message, description = '', httpStatus, first, serviceMessage } = refusal.error;
		const error = new PossibleRepeatError(message, description, httpStatus, first, serviceMessage);
		return { reference: refusal.reference, error };
	}

	/** The references under which requests for an item were refused, the oldest first. */
	refusedReferences(itemIndex: number): readonly string[] {
		return this.items[itemIndex]?.refused ?? [];
	}

	/** The items for which something was sent. Some may not be in the input any more ("Execute Once"). */
	get itemIndices(): number[] {
		return Object.keys(this.items).map(Number);
	}

	private get items(): Record<number, SentItem<Request>> {
		const memory = this.state.sentRequests as Memory<Request> | undefined;
		return (memory?.run === this.run && memory.kinds[this.kind]) || {};
	}

	private itemToChange(itemIndex: number): SentItem<Request> {
		const kept = this.state.sentRequests as Memory<Request> | undefined;
		const memory = kept?.run === this.run ? kept : { run: this.run, kinds: {} };
		this.state.sentRequests = memory;
		const items = (memory.kinds[this.kind] ??= {});
		return (items[itemIndex] ??= { refused: [] });
	}
}
