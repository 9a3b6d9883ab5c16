import { createHmac } from 'crypto';
import type { IContextObject, IExecuteFunctions } from 'n8n-workflow';

import { SettingError } from '../../../gateway/protocol/errors';
import type { EditorRuns } from './editorRuns';

/**
 * Makes references for items without one. A reference stays the same when the node runs again in the same execution, and
 * differs for every item, run, node and execution. So a repeated charge meets the service's rule that references are
 * unique (specification 8.3).
 *
 * After n8n was killed, the nodes before this one may give the items in another order, or without those that were paid. So an
 * item is identified by whom it is about, and not by its place. Its amount may change with each try, so it does not count.
 *
 * A sub-workflow is an execution of its own each time it is called. In new versions of n8n it can see which execution has called
 * it (`getExecutionContext().parentExecutionId`), but neither which node, run or item: if references were derived from that, two
 * payments of one caller would share one.
 */
export class AutomaticReference {
	private readonly state: IContextObject;
	private readonly runIndex: number;
	private readonly resumeToken: string | null;
	/** How many items there were about the same. */
	private readonly counts = new Map<string, number>();

	/** @param key keeps a card number from being guessed from a reference */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly key: string,
		private readonly editorRuns: Pick<EditorRuns, 'identify'>,
	) {
		this.state = context.getContext('node');
		const { $runIndex, $execution } = context.getWorkflowDataProxy(0);
		this.runIndex = $runIndex as number;
		this.resumeToken = resumeTokenIn(($execution as { resumeUrl?: unknown } | undefined)?.resumeUrl);
	}

	/**
	 * The reference of the next item; ask for those of all items in their order.
	 * @param itemIndex which item it is
	 * @param about what the item keeps at every try, such as the card number
	 * @throws SettingError in a run that has no execution ID
	 */
	forItem(itemIndex: number, about: readonly unknown[]): string {
		const execution = this.execution();
		if (!execution) {
			throw new SettingError(
				'There is no automatic reference in this kind of run.',
				'Give a Reference of your own, such as the number of the order.',
			);
		}
		// A merchant may run the same workflow in two instances of n8n, a test and a live one.
		const workflow = [this.context.getInstanceId(), this.context.getWorkflow().id];
		// Two nodes may have one id, where the workflow was not made in the editor.
		const [same, count] = this.identityOf(about);
		const node = this.context.getNode().name;
		const origin = [...workflow, execution, node, this.runIndex, same, count];
		const reference = `n8n-${hashOf(this.key, origin).slice(0, 24)}`;
		// Not with the private key, which the user may correct between two runs, nor with the round of a loop: an item that was taken
		// out of a list moves the others to earlier rounds.
		this.editorRuns.identify(itemIndex, hashOf(this.context.getInstanceId(), [...workflow, node, same]), reference);
		return reference;
	}

	private identityOf(about: readonly unknown[]): [string, number] {
		// A number may come as text at another try. All else counts as it is: "1-11" and "11-1" are two invoices.
		const same = JSON.stringify(about.map((value) => (typeof value === 'number' ? String(value) : value)));
		const count = this.counts.get(same) ?? 0;
		this.counts.set(same, count + 1);
		return [same, count];
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

/** A card or account number without the spaces and dashes with which it may come at another try. */
export function digitsOf(value: unknown): unknown {
	return typeof value === 'string' ? value.replace(/[\s-]/g, '') : value;
}

function hashOf(key: string, origin: readonly unknown[]): string {
	return createHmac('sha256', key).update(JSON.stringify(origin)).digest('hex');
}
