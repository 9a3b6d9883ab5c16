import { createHash } from 'crypto';
import type { IContextObject, IExecuteFunctions } from 'n8n-workflow';

import { SettingError } from '../../../gateway/protocol/errors';
import type { Result } from '../payments/result';

/** What the journal knows of a request that moves money: sent, and what came of it as soon as that is known. */
export interface JournalEntry {
	result?: Result;
}

/**
 * What this node has sent in this execution. n8n runs a node again after an error (Retry On Fail, or
 * "Retry" of the execution) with the same input; what is in here is then not sent a second time.
 * It lives in the node's context, which n8n stores with the execution. It holds no card data.
 */
export class Journal {
	private readonly state: IContextObject;
	private readonly runIndex: number;
	/** Random, made by n8n before the first node runs, and kept when the execution is retried; older n8n has none. */
	private readonly resumeToken: string | null;

	constructor(private readonly context: IExecuteFunctions) {
		this.state = context.getContext('node');
		const { $runIndex, $execution } = context.getWorkflowDataProxy(0);
		this.runIndex = $runIndex as number;
		this.resumeToken = signatureOf(($execution as { resumeUrl?: unknown } | undefined)?.resumeUrl);
	}

	find(itemIndex: number, reference: string): JournalEntry | undefined {
		return this.entries()[this.key(itemIndex, reference)];
	}

	write(itemIndex: number, reference: string, entry: JournalEntry): void {
		this.entries()[this.key(itemIndex, reference)] = entry;
	}

	/** For a request that the service has refused: it may be sent again. */
	strike(itemIndex: number, reference: string): void {
		delete this.entries()[this.key(itemIndex, reference)];
	}

	/** When the node is done, its output says everything. */
	clear(): void {
		delete this.state.journal;
	}

	/**
	 * A reference that stays the same when the node runs again in the same execution, and differs for every
	 * item, run, node and execution. So a repeated charge meets the service's rule that references are unique
	 * (specification 8.3).
	 */
	automaticReference(itemIndex: number): string {
		const execution = this.execution();
		if (!execution) {
			throw new SettingError(
				'There is no automatic reference in this kind of run',
				'Give a Reference of your own, such as the number of the order.',
			);
		}
		const { id: workflowId } = this.context.getWorkflow();
		const place = [
			// The same workflow may run in two n8n of one merchant, a test and a live one.
			this.context.getInstanceId(),
			workflowId,
			execution,
			this.context.getNode().id,
			this.runIndex,
			itemIndex,
		];
		return `n8n-${createHash('sha256').update(JSON.stringify(place)).digest('hex').slice(0, 24)}`;
	}

	/** Names the execution, the same also when it is retried, although that gives it a new id. */
	private execution(): unknown {
		// What is kept here is lost when n8n is killed before it saves it; the token is not.
		if (this.resumeToken && !this.state.executionId) return this.resumeToken;
		return (this.state.executionId ??= this.context.getExecutionId());
	}

	private key(itemIndex: number, reference: string): string {
		return `${this.runIndex}:${itemIndex}:${reference}`;
	}

	private entries(): Record<string, JournalEntry> {
		return (this.state.journal ??= {}) as Record<string, JournalEntry>;
	}
}

/** What n8n signs the address with under which an execution is resumed. */
function signatureOf(resumeUrl: unknown): string | null {
	return typeof resumeUrl === 'string' && URL.canParse(resumeUrl)
		? new URL(resumeUrl).searchParams.get('signature')
		: null;
}
