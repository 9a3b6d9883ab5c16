import type { IWebhookFunctions } from 'n8n-workflow';

const WAITS_REMEMBERED = 10_000;
const SOURCE = '[$execution.id, $prevNode.name, $prevNode.outputIndex, $prevNode.runIndex]';

// The waits that this process has resumed, the oldest first.
const resumed = new Set<string>();

/** Identifies a wait among the waits of all executions. A node waits again for each run of each output that leads to it. */
export function waitOf(context: Pick<IWebhookFunctions, 'evaluateExpression' | 'getNode'>): string {
	return `${context.getNode().name}:${context.evaluateExpression(`{{ ${SOURCE}.join(":") }}`, 0) as string}`;
}

/**
 * Says whether a request may resume a wait: only the first may. n8n checks only whether the execution waits, not for what, and that may have
 * changed since the request came, so what follows would run again. Other processes do not know of it.
 */
export function resumeOnce(wait: string): boolean {
	if (resumed.has(wait)) return false;
	resumed.add(wait);
	if (resumed.size > WAITS_REMEMBERED) resumed.delete(resumed.values().next().value!);
	return true;
}
