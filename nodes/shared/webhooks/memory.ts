import { randomBytes } from 'crypto';
import type { IWebhookFunctions } from 'n8n-workflow';

import { idOf } from '../../../gateway/calls/verify';
import { parseJson } from '../../../gateway/values/input';
import { Entries, type Entry, type StoredEntries } from './entries';
import { Starts, type StoredStarts } from './starts';

/** The memory of a workflow's triggers, by trigger and list, such as "<webhook id>: links". */
interface Memory {
	lists: Map<string, Entries>;
	starts: Map<string, Starts>;
	/** The beginning of the text that this process stores. */
	writer: string;
	/** The text that another process had stored, when it was read last. */
	read: string;
}

/** A memory as it is stored. */
interface StoredMemory {
	lists: Record<string, StoredEntries>;
	starts: Record<string, StoredStarts>;
}

/** The number of entries that a list keeps, the newest. */
const MOST = 1000;
const MOST_OF: Readonly<Record<string, number>> = { links: 2000, banks: 200 };
/** The key of the memory in a workflow's static data. It is one string, because n8n wraps each object in it again for each request. */
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
export function recall<T extends object>(context: StaticDataContext, list: string, id: string): Entry<T> | undefined {
	return entriesOf(memoryOf(context), nameOf(context, list)).get(id) as Entry<T> | undefined;
}

/** Stores a value under an id, and replaces an earlier value. Beyond the most that a list keeps, the oldest entry is forgotten. */
export function remember(context: StaticDataContext, list: string, id: string, value: object): void {
	const memory = memoryOf(context);
	entriesOf(memory, nameOf(context, list)).set(id, value);
	store(context, memory);
}

/** Counts the entries of a list that are younger than an age, in milliseconds. */
export function countOf(context: StaticDataContext, list: string, age: number): number {
	const { times } = entriesOf(memoryOf(context), nameOf(context, list));
	// A time in the future was written by a clock that has been set back since.
	return times.filter((at) => at > Date.now() - age && at <= Date.now()).length;
}

/** Something that starts the workflow once. Its ids are of 16 hexadecimal digits (`idOf`). */
export interface Start {
	/** The same for every repeat. */
	id: string;
	/** The id of a detailed refund where the service does not return its details. */
	base?: string | undefined;
	/** The earliest time at which its payment or refund may have begun, in milliseconds since 1970; undefined where nobody knows. */
	began?: number | undefined;
}

/**
 * Records that something starts the workflow, which it does once. What began before something that is forgotten was started may be
 * forgotten as well, and starts nothing. What has no known beginning starts again once it is forgotten.
 */
export function startOnce(context: StaticDataContext, { id, base, began }: Start): 'first' | 'repeat' | 'forgotten' {
	const memory = memoryOf(context);
	const starts = startsOf(memory, nameOf(context, 'started'));
	const ids = base === undefined ? [id] : [id, base, detailsOf(base)];
	// A start that was reported without details is reported with them now.
	const isFilledIn = base !== undefined && starts.has(base) && !starts.has(detailsOf(base));
	const isRepeat = starts.has(id) || isFilledIn;
	if (!isRepeat && began !== undefined && starts.mayHaveForgotten(began)) return 'forgotten';
	// A repeat may be reported in another way.
	if (!ids.every((one) => starts.has(one))) {
		starts.add(ids);
		store(context, memory);
	}
	return isRepeat ? 'repeat' : 'first';
}

/**
 * Records that more was claimed than a refund that has started the workflow without details. Details that are reported from now on are those
 * of another refund.
 * @param id of the refund without details
 */
export function noteFurtherRefund(context: StaticDataContext, id: string): void {
	const memory = memoryOf(context);
	const starts = startsOf(memory, nameOf(context, 'started'));
	if (!starts.has(id) || starts.has(detailsOf(id))) return;
	starts.add([detailsOf(id)]);
	store(context, memory);
}

/** Makes the id that stands for the details of a refund, whichever they are. */
function detailsOf(base: string): string {
	return idOf([base, 'details']);
}

/** Says whether something is known to have started the workflow. */
export function hasStarted(context: StaticDataContext, id: string): boolean {
	return startsOf(memoryOf(context), nameOf(context, 'started')).has(id);
}

/** Identifies a trigger within this n8n: by n8n's webhook id, which is part of its address, so that another name changes nothing. */
export function triggerKey(context: Pick<StaticDataContext, 'getNode'>): string {
	const { webhookId, name } = context.getNode();
	return webhookId ?? name;
}

function nameOf(context: StaticDataContext, list: string): string {
	return `${triggerKey(context)}: ${list}`;
}

function entriesOf({ lists }: Memory, name: string): Entries {
	const entries = lists.get(name) ?? new Entries(MOST_OF[name.split(': ').at(-1)!] ?? MOST);
	lists.set(name, entries);
	return entries;
}

function startsOf({ starts }: Memory, name: string): Starts {
	const ofTrigger = starts.get(name) ?? new Starts();
	starts.set(name, ofTrigger);
	return ofTrigger;
}

/** Returns what this process knows of a workflow's triggers, with what other processes have stored. */
function memoryOf(context: StaticDataContext): Memory {
	const isTest = context.getMode() === 'manual';
	const workflow = String(context.getWorkflow().id);
	const memory = (isTest ? undefined : copies.get(workflow)) ?? newMemory();
	if (!isTest) copies.set(workflow, memory);
	const stored = (context.getWorkflowStaticData('global')[STATIC_DATA_KEY] as string | undefined) ?? '';
	// This process knows what it has stored. Reading it takes as long as the rest of a request, once there is much of it.
	const isKnown = stored === '' || stored.startsWith(memory.writer) || stored === memory.read;
	if (isKnown) return memory;
	merge(memory, stored.slice(memory.writer.length));
	memory.read = stored;
	return memory;
}

function newMemory(): Memory {
	return { lists: new Map(), starts: new Map(), writer: randomBytes(8).toString('hex'), read: '' };
}

/** Adds what another process has stored. */
function merge(memory: Memory, stored: string): void {
	const { lists = {}, starts = {} } = (parseJson(stored) ?? {}) as Partial<StoredMemory>;
	for (const [name, others] of Object.entries(lists)) entriesOf(memory, name).merge(others);
	for (const [name, others] of Object.entries(starts)) startsOf(memory, name).merge(others);
}

/** Stores all that is known, because n8n stores static data as a whole, and this request may have read it long ago. */
function store(context: StaticDataContext, { lists, starts, writer }: Memory): void {
	const text = `{"lists":${textOf(lists)},"starts":${textOf(starts)}}`;
	// Of the whole workflow, because a node cannot write what n8n keeps for another node.
	context.getWorkflowStaticData('global')[STATIC_DATA_KEY] = writer + text;
}

function textOf(parts: ReadonlyMap<string, { text: string }>): string {
	return `{${Array.from(parts, ([name, { text }]) => `${JSON.stringify(name)}:${text}`).join()}}`;
}
