import type { IContextObject, IExecuteFunctions } from 'n8n-workflow';

import type { Payment } from '../../../gateway/payment';
import type { MoneyRequest } from '../../../gateway/sending/call';
import { RefusedError } from '../../../gateway/values/errors';
import type { Result } from './operation';

/** A request that moves money and was sent. The service may have acted on it. */
export interface SentRequest {
	/** The order's reference when it was sent, whatever the item's is by now. */
	reference: string;
	/** The request without its secrets, under the reference that was sent, for a look-up. */
	request: MoneyRequest;
	/** Identifies the account at the service that it was sent with. */
	account: string;
	/** Identifies the payment in all runs of the node; undefined where the request makes none of its own. */
	paymentId: string | undefined;
	/** The result; undefined as long as it is not known. */
	result?: Result;
}

/** A refusal of a request, as n8n can store it. */
interface Refusal extends Pick<RefusedError, 'message' | 'description' | 'httpStatus' | 'charged'> {
	/** A retry of the execution, for which the user may have corrected something, sends it again. */
	executionId: string;
}

/** The memory of the node, by what is sent: before a retry, the user may have chosen another operation. */
interface Memory {
	run: number;
	/** The requests that this run has sent, by item. */
	items: Record<string, Record<number, SentRequest>>;
	/** The service's refusals in this run, by item. */
	refusals?: Record<number, Refusal>;
	/** The payments that any run of the node has sent: the service's references by their ids, empty where they are not known. */
	payments: Record<string, string>;
}

/**
 * The node's requests in this execution. n8n runs a node again after an error (Retry On Fail, or "Retry" of the execution) with
 * the same items, but perhaps with other values: a reference such as `{{ $now }}` changes with each try, and the user may edit the
 * node before a retry. So what was sent is found by node, run and item. In a loop each round is another run (`$runIndex`), where
 * the same payment is found by its reference, account, amount and currency. All of it is kept in the node's context, which n8n stores with
 * the execution, and holds no card data.
 */
export class SentRequests {
	private readonly state: IContextObject;
	private readonly run: number;
	private readonly executionId: string;

	constructor(
		context: IExecuteFunctions,
		private readonly kind: string,
	) {
		this.executionId = context.getExecutionId();
		this.state = context.getContext('node');
		this.run = context.getWorkflowDataProxy(0).$runIndex as number;
	}

	/** Finds the request that the service may have acted on. Nothing else may be sent for this item. */
	find(itemIndex: number): SentRequest | undefined {
		return this.items[itemIndex];
	}

	/** Identifies a payment: its reference, the merchant's account, its amount and currency; where it exists, its reference and its state. */
	paymentIdOf({ reference, money, expectedState }: MoneyRequest, account: string): string {
		return JSON.stringify([this.kind, reference, account, money?.minor, money?.currency, expectedState]);
	}

	/** Finds the service's reference of a payment that any run of the node has sent, empty where it is not known; undefined where none has. */
	findTransactionReference(paymentId: string): string | undefined {
		return this.memory.payments[paymentId];
	}

	write(itemIndex: number, sent: SentRequest): void {
		const { memory } = this;
		this.state.sentRequests = memory;
		if (sent.paymentId !== undefined) memory.payments[sent.paymentId] = readTransactionReference(sent.result);
		const items = (memory.items[this.kind] ??= {});
		items[itemIndex] = sent;
	}

	/** Forgets a request that is known to have done nothing: the next try may send it. */
	forget(itemIndex: number): void {
		const sent = this.items[itemIndex];
		if (!sent) return;
		if (sent.paymentId !== undefined) delete this.memory.payments[sent.paymentId];
		delete this.items[itemIndex];
	}

	/** Keeps a refusal: another try of this run (Retry On Fail) repeats it and sends nothing. */
	refuse(itemIndex: number, { message, description, httpStatus, charged }: RefusedError): void {
		const { memory, executionId } = this;
		this.state.sentRequests = memory;
		(memory.refusals ??= {})[itemIndex] = { executionId, message, description, httpStatus, charged };
	}

	/** Returns the refusal of an item in an earlier try of this run. */
	refusalOf(itemIndex: number): RefusedError | undefined {
		const refusal = this.memory.refusals?.[itemIndex];
		if (refusal?.executionId !== this.executionId) return undefined;
		const { message, description = '', httpStatus, charged } = refusal;
		return Object.assign(new RefusedError(message, description, httpStatus), { charged });
	}

	private get items(): Record<number, SentRequest> {
		return this.memory.items[this.kind] ?? {};
	}

	/** The memory of this run. Of an earlier run, whose output n8n has taken, only the payments stay remembered. */
	private get memory(): Memory {
		const kept = this.state.sentRequests as Memory | undefined;
		return kept?.run === this.run ? kept : { run: this.run, items: {}, payments: kept?.payments ?? {} };
	}
}

function readTransactionReference(result: Result | undefined): string {
	const { transactionReference } = (result?.output ?? {}) as Partial<Payment>;
	return transactionReference ?? '';
}
