import type { IWebhookFunctions } from 'n8n-workflow';

/** When notifications have started the workflow, in seconds since 1970, by the starts of their ids; the oldest first. */
type Started = Map<string, number>;

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
	const stored = context.getWorkflowStaticData('node') as { started?: string };
	const id = notificationId.slice(0, ID_LENGTH);
	const started = merge(read(stored.started), startedHere.get(placeOf(context)));
	forgetOldest(started, (at) => now - at >= window / 1000);
	const isNew = !started.has(id);
	if (isNew) started.set(id, now);
	forgetOldest(started, () => started.size > most);
	startedHere.set(placeOf(context), started);
	stored.started = write(started);
	return isNew;
}

function merge(stored: Started, here: Started = new Map()): Started {
	const others = [...stored].filter(([id]) => !here.has(id));
	return others.length === 0 ? here : new Map([...others, ...here].sort(([, a], [, b]) => a - b));
}

function forgetOldest(started: Started, isToGo: (at: number) => boolean): void {
	for (const [id, at] of started) {
		if (!isToGo(at)) return;
		started.delete(id);
	}
}

// One text: n8n wraps every part of an object in static data anew for each request.
function write(started: Started): string {
	return [...started].map(([id, at]) => `${id}:${at}`).join(' ');
}

function read(text = ''): Started {
	const entries = text.split(' ').filter(Boolean);
	return new Map(entries.map((entry) => [entry.slice(0, ID_LENGTH), Number(entry.slice(ID_LENGTH + 1))]));
}

/** Frees what this process remembers for a trigger; n8n's static data keeps it. */
export function forget(context: StaticDataContext): void {
	startedHere.delete(placeOf(context));
}

/** Names a trigger in this n8n. */
export function placeOf(context: Pick<StaticDataContext, 'getNode' | 'getWorkflow'>): string {
	return `${context.getWorkflow().id}:${context.getNode().id}`;
}
