import type { IWebhookFunctions } from 'n8n-workflow';

/** Something that a trigger remembers, and when it was stored, in milliseconds since 1970. */
type Entry<T> = T & { at: number };

/** Entries by id. */
type Entries = Record<string, Entry<object>>;

/** What is known of a workflow's triggers: entries by list, such as "<webhook id>: started", and the same as it was stored. */
interface Memory {
	lists: Record<string, Entries>;
	stored: string;
}

const DAY = 24 * 3_600_000;
// Each list keeps its newest thousand entries and every entry of the last two days: a payment may look 28 hours older than it is, because
// its time has no zone (see `beganAfter`).
const MOST = 1000;
const KEPT = 2 * DAY;
/** What the static data of a workflow has the lists under: one string, because n8n wraps each object in it again for each request. */
const STATIC_DATA_KEY = 'card payments';

// Copies of static data, by workflow: concurrent requests each see n8n's static data as it was before any of them.
const copies = new Map<string, Memory>();

export type StaticDataContext = Pick<
	IWebhookFunctions,
	'getMode' | 'getNode' | 'getWorkflow' | 'getWorkflowStaticData'
>;

/**
 * Reads what a trigger remembers under an id. Within one process nothing is lost; several processes may overwrite each other's
 * static data. A test in the editor remembers nothing, as n8n does not store its static data either.
 */
export function remembered<T extends object>(
	context: StaticDataContext,
	list: string,
	id: string,
): Entry<T> | undefined {
	return entriesOf(context, list)[id] as Entry<T> | undefined;
}

/** Stores a value under an id, and replaces an earlier value. */
export function remember(context: StaticDataContext, list: string, id: string, value: object): void {
	const memory = memoryOf(context);
	const entries = entriesOf(context, list, memory);
	entries[id] = { ...value, at: Date.now() };
	const surplus = oldestFirst(entries).slice(0, -MOST);
	for (const [oldest] of surplus.filter(([, { at }]) => at < Date.now() - KEPT)) delete entries[oldest];
	// All lists, because n8n stores static data as a whole, and this request may have read it long ago.
	memory.stored = JSON.stringify(memory.lists);
	// Of the whole workflow, because a node cannot write what n8n keeps for another node.
	context.getWorkflowStaticData('global')[STATIC_DATA_KEY] = memory.stored;
}

/** How many entries of a list are younger than an age, in milliseconds. */
export function countOf(context: StaticDataContext, list: string, age: number): number {
	const times = Object.values(entriesOf(context, list)).map(({ at }) => at);
	// A time in the future was written by a clock that has been set back since.
	return times.filter((at) => at > Date.now() - age && at <= Date.now()).length;
}

/** Something that starts the workflow once. */
export interface Start {
	/** The same for every repeat. */
	id: string;
	/** When its payment began at the earliest, in milliseconds since 1970; undefined where nobody knows, and for refunds. */
	began: number | undefined;
}

/**
 * Records that something starts the workflow, which it does once. What began longer ago than the longest age, or before the oldest entry of
 * a full list, may have been forgotten, and starts nothing. What has no known beginning starts again once it is forgotten.
 * @param longestAge in milliseconds
 */
export function startOnce(
	context: StaticDataContext,
	{ id, began }: Start,
	longestAge: number,
): 'first' | 'repeat' | 'tooOld' {
	if (hasStarted(context, id)) return 'repeat';
	const times = oldestFirst(entriesOf(context, 'started')).map(([, { at }]) => at);
	const completeSince = times.length < MOST ? 0 : Math.min(times[0]!, Date.now() - KEPT);
	if (began !== undefined && began <= Math.max(completeSince, Date.now() - longestAge)) return 'tooOld';
	remember(context, 'started', id, {});
	return 'first';
}

/** Says whether something is known to have started the workflow. */
export function hasStarted(context: StaticDataContext, id: string): boolean {
	return remembered(context, 'started', id) !== undefined;
}

/** Identifies a trigger within this n8n: by n8n's webhook id, which is part of its address, so that another name changes nothing. */
export function triggerKey(context: Pick<StaticDataContext, 'getNode'>): string {
	const { webhookId, name } = context.getNode();
	return webhookId ?? name;
}

function entriesOf(context: StaticDataContext, list: string, { lists }: Memory = memoryOf(context)): Entries {
	return (lists[`${triggerKey(context)}: ${list}`] ??= {});
}

/** What this process knows of a workflow's triggers, with what other processes have stored. Of two entries the newer one counts. */
function memoryOf(context: StaticDataContext): Memory {
	const isTest = context.getMode() === 'manual';
	const workflow = String(context.getWorkflow().id);
	const memory = (isTest ? undefined : copies.get(workflow)) ?? { lists: {}, stored: '{}' };
	if (!isTest) copies.set(workflow, memory);
	const stored = (context.getWorkflowStaticData('global')[STATIC_DATA_KEY] as string | undefined) ?? '{}';
	if (stored === memory.stored) return memory;
	for (const [list, entries] of Object.entries(JSON.parse(stored) as Memory['lists'])) {
		const own = (memory.lists[list] ??= {});
		for (const [id, entry] of Object.entries(entries)) if (!(own[id] && own[id].at >= entry.at)) own[id] = entry;
	}
	return memory;
}

function oldestFirst(entries: Entries): Array<[string, Entry<object>]> {
	return Object.entries(entries).sort(([, one], [, other]) => one.at - other.at);
}
