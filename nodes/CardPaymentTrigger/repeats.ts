import type { IWebhookFunctions } from 'n8n-workflow';

/** When a notification has started the workflow, in seconds since 1970, by the start of its id. */
type Started = Record<string, number>;

// Enough to tell some thousands of ids apart.
const ID_LENGTH = 16;

// Requests side by side each see n8n's static data as it was before. So what this process has started is kept here as
// well; it is only a short cut, and bounded in the same way.
const startedHere = new Map<string, Started>();

type StaticDataContext = Pick<IWebhookFunctions, 'getNode' | 'getWorkflow' | 'getWorkflowStaticData'>;

/**
 * Remembers that a notification starts the workflow, in n8n's static data. It tells repeats in one process for certain.
 * With several processes it may take a repeat for new, because n8n lets them overwrite each other's static data.
 * @param window how long it is remembered, in milliseconds
 * @param most how many are remembered
 * @returns false when it has started the workflow before
 */
export function isFirst(
	context: StaticDataContext,
	notificationId: string,
	{ window, most }: { window: number; most: number },
): boolean {
	const now = Math.floor(Date.now() / 1000);
	const stored = context.getWorkflowStaticData('node') as { started?: Started };
	const id = notificationId.slice(0, ID_LENGTH);
	const known = Object.entries({ ...stored.started, ...startedHere.get(placeOf(context)) })
		.filter(([, at]) => now - at < window / 1000)
		.sort(([, a], [, b]) => a - b);
	const isNew = !known.some(([knownId]) => knownId === id);
	const started: Started = Object.fromEntries((isNew ? [...known, [id, now] as const] : known).slice(-most));
	startedHere.set(placeOf(context), started);
	stored.started = started;
	return isNew;
}

/** Frees what this process remembers for a trigger; n8n's static data keeps it. */
export function forget(context: StaticDataContext): void {
	startedHere.delete(placeOf(context));
}

/** Names a trigger in this n8n. */
export function placeOf(context: Pick<StaticDataContext, 'getNode' | 'getWorkflow'>): string {
	return `${context.getWorkflow().id}:${context.getNode().id}`;
}
