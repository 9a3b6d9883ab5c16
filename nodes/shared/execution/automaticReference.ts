import { createHash } from 'crypto';
import type { IContextObject, IExecuteFunctions } from 'n8n-workflow';

import { SettingError } from '../../../gateway/protocol/errors';

/**
 * Makes references for items without one. A reference stays the same when the node runs again in the same execution, and
 * differs for every item, run, node and execution. So a repeated charge meets the service's rule that references are
 * unique (specification 8.3).
 *
 * A sub-workflow is an execution of its own each time it is called. In new versions of n8n it can see which execution has called
 * it (`getExecutionContext().parentExecutionId`), but neither which node, run or item: if references were derived from that, two
 * payments of one caller would share one.
 */
export class AutomaticReference {
	private readonly state: IContextObject;
	private readonly runIndex: number;
	private readonly resumeToken: string | null;

	constructor(private readonly context: IExecuteFunctions) {
		this.state = context.getContext('node');
		const { $runIndex, $execution } = context.getWorkflowDataProxy(0);
		this.runIndex = $runIndex as number;
		this.resumeToken = resumeTokenIn(($execution as { resumeUrl?: unknown } | undefined)?.resumeUrl);
	}

	/** @throws SettingError in a run that has no execution ID */
	forItem(itemIndex: number): string {
		const execution = this.execution();
		if (!execution) {
			throw new SettingError(
				'There is no automatic reference in this kind of run',
				'Give a Reference of your own, such as the number of the order.',
			);
		}
		const origin = [
			// A merchant may run the same workflow in two instances of n8n, a test and a live one.
			this.context.getInstanceId(),
			this.context.getWorkflow().id,
			execution,
			this.context.getNode().id,
			this.runIndex,
			itemIndex,
		];
		return `n8n-${createHash('sha256').update(JSON.stringify(origin)).digest('hex').slice(0, 24)}`;
	}

	/** Identifies the execution. A retried execution has a new ID, but is identified by the same value. */
	private execution(): unknown {
		// The node's context is lost when n8n is killed before it saves the execution; the token is not.
		if (this.resumeToken && !this.state.executionId) return this.resumeToken;
		return (this.state.executionId ??= this.context.getExecutionId());
	}
}

/**
 * The signature of the URL that resumes an execution. It is random, made before the first node runs, and kept when the
 * execution is retried; older versions of n8n have none.
 */
function resumeTokenIn(resumeUrl: unknown): string | null {
	return typeof resumeUrl === 'string' && URL.canParse(resumeUrl)
		? new URL(resumeUrl).searchParams.get('signature')
		: null;
}
