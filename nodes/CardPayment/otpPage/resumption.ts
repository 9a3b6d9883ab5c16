import type { IWebhookFunctions } from 'n8n-workflow';

const WAITS_REMEMBERED = 10_000;
const SOURCE = '[$execution.id, $prevNode.name, $prevNode.outputIndex, $prevNode.runIndex]';

// Until when a wait may be resumed, in milliseconds since 1970, for those that this process knows of; most recently used last.
const here = new Map<string, number>();

/** Identifies a wait among those of all executions. A node waits anew for each run of each output that leads to it. */
export function waitOf(context: Pick<IWebhookFunctions, 'evaluateExpression' | 'getNode'>): string {
	return `${context.getNode().name}:${context.evaluateExpression(`{{ ${SOURCE}.join(":") }}`, 0) as string}`;
}

/** Remembers when the time of a wait is up, and n8n resumes it by itself. */
export function openUntil(wait: string, end: number): void {
	here.delete(wait);
	here.set(wait, end);
	if (here.size > WAITS_REMEMBERED) here.delete(here.keys().next().value!);
}

/**
 * Whether a request may resume a wait: one may, while there is time. n8n asks only whether the execution waits, and for what
 * it may wait has changed since the request came, so what follows would run again. Other processes do not know of it.
 */
export function resumeOnce(wait: string): boolean {
	const isOpen = Date.now() < (here.get(wait) ?? Infinity);
	openUntil(wait, 0);
	return isOpen;
}
