// @ts-nocheck
import type { IContextObject, IExecuteFunctions } from 'n8n-workflow';

import type { Result } from '../payments/result';

/** A request that moves money and was sent. */
export interface SentRequest {
	/** Undefined as long as it is not known. */
	result?: Result;
}

/**
 * What this node has sent in this execution. n8n runs a node again after an error (Retry On Fail, or "Retry" of the
 * execution) with the same input; a request that is found here is then not sent a second time. It is kept in the node's
 * context, which n8n stores with the execution, and holds no card data.
 */
export class SentRequests {
	private readonly state: IContextObject;
	private readonly runIndex: number;

	constructor(context: IExecuteFunctions) {
		this.state = context.getContext('node');
		this.runIndex = context.getWorkflowDataProxy(0).$runIndex as number;
	}

	find(itemIndex: number, reference: string): SentRequest | undefined {
		return this.all()[this.key(itemIndex, reference)];
	}

	write(itemIndex: number, reference: string, request: SentRequest): void {
		this.all()[this.key(itemIndex, reference)] = request;
	}

	/** For a request that is known to have done nothing: it may be sent again. */
	remove(itemIndex: number, reference: string): void {
		delete this.all()[this.key(itemIndex, reference)];
	}

	/** When the node is done, its output holds everything. */
	clear(): void {
		delete this.state.sentRequests;
	}

	private key(itemIndex: number, reference: string): string {
		return `${this.runIndex}:${itemIndex}:${reference}`;
	}

	private all(): Record<string, SentRequest> {
		return (this.state.sentRequests ??= {}) as Record<string, SentRequest>;
	}
}
