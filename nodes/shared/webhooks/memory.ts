import type { IWebhookFunctions } from 'n8n-workflow';

/** Something that a trigger remembers, and since when, in seconds since 1970. */
type Entry<T> = { at: number } & T;

/** By their ids, the oldest first. */
type List<T> = Map<string, Entry<T>>;

/** What this process remembers in a list, and the text that it made of it. */
interface Kept {
	list: List<object>;
	text: string;
}

/** How much is remembered. */
export interface Bounds {
	/** In milliseconds. */
	window: number;
	/** So many, then the oldest are forgotten. */
	most: number;
}

const STARTED = 'started';
// Enough to tell some thousands of ids apart.
const ID_LENGTH = 16;

// Requests side by side each see n8n's static data as it was before. So what this process remembers is kept here as well;
// it is only a short cut, and bounded in the same way.
const here = new Map<string, Record<string, Kept>>();

type StaticDataContext = Pick<IWebhookFunctions, 'getNode' | 'getWorkflow' | 'getWorkflowStaticData'>;

/**
 * What a trigger remembers under an id, in n8n's static data. What this process remembers is known for certain. With
 * several processes something may be forgotten, because n8n lets them overwrite each other's static data.
 */
export function recall<T extends object>(
	context: StaticDataContext,
	list: string,
	id: string,
	bounds: Bounds,
): T | undefined {
	return known<T>(context, list, bounds).get(short(id));
}

/** Remembers something under an id, in place of what was there before. */
export function remember(context: StaticDataContext, list: string, id: string, value: object, bounds: Bounds): void {
	const entries = known(context, list, bounds);
	// Taken out first, so that it becomes the newest.
	entries.delete(short(id));
	entries.set(short(id), { ...value, at: now() });
	keep(context, list, entries, bounds);
}

/**
 * Remembers that something starts the workflow.
 * @returns false when it has started the workflow before
 */
export function isFirst(context: StaticDataContext, id: string, bounds: Bounds): boolean {
	const started = known(context, STARTED, bounds);
	const isNew = !started.has(short(id));
	if (isNew) started.set(short(id), { at: now() });
	// Written in any case: another request may have overwritten what this process knows.
	keep(context, STARTED, started, bounds);
	return isNew;
}

/** Frees what this process remembers for a trigger; n8n's static data keeps it. */
export function forget(context: StaticDataContext): void {
	here.delete(placeOf(context));
}

/** What is remembered in a list. */
function known<T extends object>(context: StaticDataContext, name: string, { window }: Bounds): List<T> {
	const kept = here.get(placeOf(context))?.[name];
	const stored = (context.getWorkflowStaticData('node')[name] as string | undefined) ?? '[]';
	const list = (kept?.text === stored ? kept.list : merge(stored, kept?.list)) as List<T>;
	const oldest = now() - window / 1000;
	for (const [id, { at }] of list) if (at <= oldest) list.delete(id);
	return list;
}

/** What other processes have stored, and what this one knows. */
function merge(stored: string, list: List<object> = new Map()): List<object> {
	const entries = [...(JSON.parse(stored) as Array<[string, Entry<object>]>), ...list].sort(byTime);
	// The newer one of two counts, but in the place of the older one.
	return new Map([...new Map(entries)].sort(byTime));
}

function byTime([, a]: [string, Entry<object>], [, b]: [string, Entry<object>]): number {
	return a.at - b.at;
}

function keep(context: StaticDataContext, name: string, list: List<object>, { most }: Bounds): void {
	for (const id of list.keys()) {
		if (list.size <= most) break;
		list.delete(id);
	}
	// One text: n8n wraps every part of an object in static data anew for each request.
	const text = JSON.stringify([...list]);
	here.set(placeOf(context), { ...here.get(placeOf(context)), [name]: { list, text } });
	context.getWorkflowStaticData('node')[name] = text;
}

function now(): number {
	return Math.floor(Date.now() / 1000);
}

function short(id: string): string {
	return id.slice(0, ID_LENGTH);
}

/** Names a trigger in this n8n. */
export function placeOf(context: Pick<StaticDataContext, 'getNode' | 'getWorkflow'>): string {
	return `${context.getWorkflow().id}:${context.getNode().id}`;
}
