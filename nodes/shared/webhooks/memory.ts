import type { IWebhookFunctions } from 'n8n-workflow';

/** Something that a trigger remembers, and when it was stored, in seconds since 1970. */
export type Entry<T> = { at: number } & T;

/** Entries by id, oldest first. */
export type List<T> = Map<string, Entry<T>>;

/** What this process remembers in a list, and the same as it was written to static data. */
interface Kept {
	list: List<object>;
	text: string;
}

/** How long entries are kept, and how many. */
export interface Bounds {
	/** In milliseconds. */
	window: number;
	/** The largest number of entries. Beyond it the oldest are forgotten, but not those of the last day. */
	most: number;
}

// Long enough to tell thousands of hashes apart.
const ID_LENGTH = 16;

/** In seconds. */
const DAY = 24 * 3_600;

// Concurrent requests each see n8n's static data as it was before any of them. A copy in this process closes that gap; it
// has the same bounds.
const here = new Map<string, Record<string, Kept>>();

export type StaticDataContext = Pick<IWebhookFunctions, 'getNode' | 'getWorkflow' | 'getWorkflowStaticData'>;

/**
 * Reads what a trigger remembers under an id. Within one process nothing is lost. Several processes may lose an entry,
 * because n8n lets them overwrite each other's static data.
 */
export function remembered<T extends object>(
	context: StaticDataContext,
	list: string,
	id: string,
	bounds: Bounds,
): T | undefined {
	return known<T>(context, list, bounds).get(short(id));
}

/** Something to remember. */
interface Item {
	id: string;
	value: object;
}

/** Stores a value under an id and replaces an earlier one. */
export function remember(context: StaticDataContext, list: string, item: Item, bounds: Bounds): void {
	keepList(context, list, withItem(known(context, list, bounds), item, bounds));
}

/**
 * As `remember`, but in this process alone. Static data takes it in when something else of the trigger is stored. A request
 * that may be the repeat of another must not store what it has seen of static data over what the other one stores.
 */
export function rememberHere(context: StaticDataContext, list: string, item: Item, bounds: Bounds): void {
	keepHere(context, list, withItem(known(context, list, bounds), item, bounds), storedText(context, list));
}

function withItem(entries: List<object>, { id, value }: Item, { most }: Bounds): List<object> {
	// Deleted first, so that it becomes the newest.
	entries.delete(short(id));
	entries.set(short(id), { ...value, at: now() });
	for (const [oldest, { at }] of entries) {
		if (entries.size <= most || at >= now() - DAY) break;
		entries.delete(oldest);
	}
	return entries;
}

/** How many entries of a list are younger than an age, in milliseconds. */
export function countOf(context: StaticDataContext, list: string, age: number): number {
	const oldest = now() - age / 1000;
	return [...listOf(context, list).values()].filter(({ at }) => at > oldest).length;
}

/** Frees this process's copy of what a trigger remembers. n8n's static data stays. */
export function forget(context: StaticDataContext): void {
	here.delete(triggerKey(context));
}

/** The entries of a list that have not expired. */
function known<T extends object>(context: StaticDataContext, name: string, { window }: Bounds): List<T> {
	const list = listOf<T>(context, name);
	const oldest = now() - window / 1000;
	for (const [id, { at }] of list) if (at <= oldest) list.delete(id);
	return list;
}

/** All entries of a list: what n8n has stored, and what this process knows. */
export function listOf<T extends object>(context: StaticDataContext, name: string): List<T> {
	const kept = here.get(triggerKey(context))?.[name];
	const stored = storedText(context, name);
	return (kept?.text === stored ? kept.list : merge(stored, kept?.list)) as List<T>;
}

/** Joins what other processes have stored with what this one knows. */
function merge(stored: string, list: List<object> = new Map()): List<object> {
	const entries = [...(JSON.parse(stored) as Array<[string, Entry<object>]>), ...list].sort(byTime);
	// Of two entries with one id the newer wins. The second sort moves it to its own time.
	return new Map([...new Map(entries)].sort(byTime));
}

function byTime([, a]: [string, Entry<object>], [, b]: [string, Entry<object>]): number {
	return a.at - b.at;
}

/**
 * Stores a list, in this process and in static data, and with it all that this process knows of the trigger's other lists.
 * n8n stores static data as a whole, and this request may have read it long ago, before it waited for a slow form.
 */
export function keepList(context: StaticDataContext, name: string, list: List<object>): void {
	const others = Object.keys(here.get(triggerKey(context)) ?? {}).filter((other) => other !== name);
	for (const other of others) store(context, other, listOf(context, other));
	store(context, name, list);
}

function store(context: StaticDataContext, name: string, list: List<object>): void {
	// Stored as one string, because n8n wraps every nested object in static data again for each request.
	const text = JSON.stringify([...list]);
	keepHere(context, name, list, text);
	context.getWorkflowStaticData('node')[name] = text;
}

function keepHere(context: StaticDataContext, name: string, list: List<object>, text: string): void {
	here.set(triggerKey(context), { ...here.get(triggerKey(context)), [name]: { list, text } });
}

function storedText(context: StaticDataContext, name: string): string {
	return (context.getWorkflowStaticData('node')[name] as string | undefined) ?? '[]';
}

/** In seconds since 1970. */
export function now(): number {
	return Math.floor(Date.now() / 1000);
}

/** The part of an id under which an entry is stored. */
export function short(id: string): string {
	return id.slice(0, ID_LENGTH);
}

/** Identifies a trigger within this n8n. */
export function triggerKey(context: Pick<StaticDataContext, 'getNode' | 'getWorkflow'>): string {
	return `${context.getWorkflow().id}:${context.getNode().id}`;
}
