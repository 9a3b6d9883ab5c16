import type { IWebhookFunctions } from 'n8n-workflow';

/** Something that a trigger remembers, and since when, in seconds since 1970. */
type Entry<T> = { at: number } & T;
type Entries<T> = Record<string, Entry<T>>;
type Lists = Record<string, Entries<object>>;

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
const here = new Map<string, Lists>();

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
	return known<T>(context, list, bounds).find(([knownId]) => knownId === short(id))?.[1];
}

/** Remembers something under an id, in place of what was there before. */
export function remember(context: StaticDataContext, list: string, id: string, value: object, bounds: Bounds): void {
	const others = known(context, list, bounds).filter(([knownId]) => knownId !== short(id));
	keep(context, list, [...others, [short(id), { ...value, at: now() }]], bounds);
}

/**
 * Remembers that something starts the workflow.
 * @returns false when it has started the workflow before
 */
export function isFirst(context: StaticDataContext, id: string, bounds: Bounds): boolean {
	const started = known(context, STARTED, bounds);
	const isNew = !started.some(([knownId]) => knownId === short(id));
	// Written in any case: another request may have overwritten what this process knows.
	keep(context, STARTED, isNew ? [...started, [short(id), { at: now() }]] : started, bounds);
	return isNew;
}

/** Frees what this process remembers for a trigger; n8n's static data keeps it. */
export function forget(context: StaticDataContext): void {
	here.delete(placeOf(context));
}

/** What is remembered in a list, the oldest first. */
function known<T extends object>(
	context: StaticDataContext,
	list: string,
	{ window }: Bounds,
): Array<[id: string, entry: Entry<T>]> {
	const stored = JSON.parse((context.getWorkflowStaticData('node')[list] as string | undefined) ?? '{}') as Entries<T>;
	const entries = { ...stored, ...here.get(placeOf(context))?.[list] } as Entries<T>;
	return Object.entries(entries)
		.filter(([, { at }]) => now() - at < window / 1000)
		.sort(([, a], [, b]) => a.at - b.at);
}

function keep(context: StaticDataContext, list: string, entries: Array<[string, object]>, { most }: Bounds): void {
	const kept = Object.fromEntries(entries.slice(-most)) as Entries<object>;
	here.set(placeOf(context), { ...here.get(placeOf(context)), [list]: kept });
	// One text: n8n wraps every part of an object in static data anew for each request.
	context.getWorkflowStaticData('node')[list] = JSON.stringify(kept);
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
