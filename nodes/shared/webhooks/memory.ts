import type { IWebhookFunctions } from 'n8n-workflow';

import { ZONES } from '../../../gateway/values/transactionDate';

/** Something that a trigger remembers, and when it was stored, in seconds since 1970. */
type Entry<T> = { at: number } & T;

/** Entries by id, oldest first. */
type List<T> = Map<string, Entry<T>>;

/** What this process remembers in a list, and the same as it was written to static data. */
interface Kept {
	list: List<object>;
	text: string;
}

// Long enough to tell thousands of hashes apart.
const ID_LENGTH = 16;

/** In seconds. */
const DAY = 24 * 3_600;

// By workflow. Concurrent requests each see n8n's static data as it was before any of them; what this process remembers closes
// that gap, also after a deactivation, because requests may be under way.
const inThisProcess = new Map<string, Map<string, Kept>>();

export type StaticDataContext = Pick<
	IWebhookFunctions,
	'getMode' | 'getNode' | 'getWorkflow' | 'getWorkflowStaticData'
>;

/**
 * Reads what a trigger remembers under an id. Within one process nothing is lost. Several processes may lose an entry,
 * because n8n lets them overwrite each other's static data.
 */
export function remembered<T extends object>(
	context: StaticDataContext,
	list: string,
	id: string,
): Entry<T> | undefined {
	return listOf<T>(context, list).get(short(id));
}

/**
 * Stores a value under an id and replaces an earlier one.
 * @param most how many are kept. Beyond it the oldest are forgotten, but not those of the last day.
 */
export function remember(
	context: StaticDataContext,
	list: string,
	{ id, value }: { id: string; value: object },
	most: number,
): void {
	const entries = listOf(context, list);
	// Deleted first, so that it becomes the newest.
	entries.delete(short(id));
	entries.set(short(id), { ...value, at: now() });
	for (const [oldest, { at }] of entries) {
		if (entries.size <= most || at >= now() - DAY) break;
		entries.delete(oldest);
	}
	keepList(context, list, entries);
}

/** How many entries of a list are younger than an age, in milliseconds. */
export function countOf(context: StaticDataContext, list: string, age: number): number {
	const oldest = now() - age / 1000;
	// A time in the future was written by a clock that has been set back since.
	return [...listOf(context, list).values()].filter(({ at }) => at > oldest && at <= now()).length;
}

/** All entries of a list: what n8n has stored, and what this process knows. */
function listOf<T extends object>(context: StaticDataContext, name: string): List<T> {
	return listUnder(context, `${nodeKey(context)}: ${name}`) as List<T>;
}

function listUnder(context: StaticDataContext, key: string): List<object> {
	const kept = keptIn(context).get(key);
	const stored = storedText(context, key);
	return kept?.text === stored ? kept.list : merge(stored, kept?.list);
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
 * Stores a list, in this process and in static data, and with it all that this process knows of the workflow's triggers.
 * n8n stores static data as a whole, and this request may have read it long ago, before it waited for a slow form.
 */
function keepList(context: StaticDataContext, name: string, list: List<object>): void {
	const key = `${nodeKey(context)}: ${name}`;
	const others = [...keptIn(context).keys()].filter((other) => other !== key);
	for (const other of others) store(context, other, listUnder(context, other));
	store(context, key, list);
}

function store(context: StaticDataContext, key: string, list: List<object>): void {
	// Stored as one string, because n8n wraps every nested object in static data again for each request.
	const text = JSON.stringify([...list]);
	keptIn(context).set(key, { list, text });
	// Of the whole workflow, because a node cannot write what n8n keeps for another one.
	context.getWorkflowStaticData('global')[key] = text;
}

function storedText(context: StaticDataContext, key: string): string {
	return (context.getWorkflowStaticData('global')[key] as string | undefined) ?? '[]';
}

/** What this process remembers of a workflow's triggers, by trigger and list. */
function keptIn(context: StaticDataContext): Map<string, Kept> {
	const workflow = workflowKey(context);
	const kept = inThisProcess.get(workflow) ?? new Map<string, Kept>();
	inThisProcess.set(workflow, kept);
	return kept;
}

/** Forgets what a test in the editor has left. n8n does not store it either. */
export function forgetTest(context: Pick<StaticDataContext, 'getMode' | 'getWorkflow'>): void {
	if (context.getMode() === 'manual') inThisProcess.delete(workflowKey(context));
}

/** By n8n's webhook id, which is that of the trigger's address, so that another name changes nothing. */
function nodeKey(context: Pick<StaticDataContext, 'getNode'>): string {
	const { webhookId, name } = context.getNode();
	return webhookId ?? name;
}

// A test in the editor, which may use another credential, shares nothing with production.
function workflowKey(context: Pick<StaticDataContext, 'getMode' | 'getWorkflow'>): string {
	return `${context.getMode() === 'manual' ? 'test' : 'production'}:${context.getWorkflow().id}`;
}

/** In seconds since 1970. */
function now(): number {
	return Math.floor(Date.now() / 1000);
}

/** The part of an id under which an entry is stored. */
function short(id: string): string {
	return id.slice(0, ID_LENGTH);
}

/** Identifies a trigger within this n8n, and its tests in the editor apart. */
export function triggerKey(context: Pick<StaticDataContext, 'getMode' | 'getNode' | 'getWorkflow'>): string {
	return `${workflowKey(context)}:${nodeKey(context)}`;
}

/** Something that starts the workflow once. */
export interface Start {
	/** The same for every repeat. */
	id: string;
	/**
	 * When its payment began at the earliest, in milliseconds since 1970; undefined where nobody knows, or where it may come at any
	 * time after that, as a refund.
	 */
	began: number | undefined;
}

/** Which starts are judged by the list, and how many it keeps. */
interface Bounds {
	/** In milliseconds. What began before that starts nothing. */
	window: number;
	most: number;
}

/** Whether something may start the workflow: nothing known speaks against it, it has done so, or it may have done so. */
type Verdict = 'first' | 'repeat' | 'tooOld';

type Context = StaticDataContext & Pick<IWebhookFunctions, 'logger'>;

const LIST = 'started';
// The entry that holds the time up to which starts were forgotten. No other has such an id.
const FORGOTTEN = '';
// In seconds. New payments with a time of another zone must not look as old as what was forgotten.
const YOUNGEST_FORGOTTEN = (2 * ZONES) / 1000;

/** The window for payments of an age, whatever the zone of their time is. In milliseconds, as the age. */
export function windowFor(age: number): number {
	return age + 2 * ZONES;
}

/**
 * Records that something starts the workflow. It does so once: what may have been forgotten starts nothing. What has no known
 * beginning can start again when as many others as the list keeps have started since.
 */
export function startOnce(context: Context, { id, began }: Start, { window, most }: Bounds): Verdict {
	const started = listOf(context, LIST);
	const oldest = Math.max(started.get(FORGOTTEN)?.at ?? 0, now() - window / 1000);
	const isTooOld = began !== undefined && Math.floor(began / 1000) <= oldest;
	const verdict = started.has(short(id)) ? 'repeat' : isTooOld ? 'tooOld' : 'first';
	if (verdict === 'first') {
		started.set(short(id), { at: now() });
		makeRoom(context, started, most);
	}
	// Always written, because another request may have overwritten what this process knows.
	keepList(context, LIST, started);
	return verdict;
}

/** Whether something is known to have started the workflow. */
export function hasStarted(context: Context, id: string): boolean {
	return listOf(context, LIST).has(short(id));
}

/** Forgets the oldest beyond what the bounds allow. Those of the last day are kept in any case. */
function makeRoom(context: Context, started: List<object>, most: number): void {
	const entries = [...started].filter(([id]) => id !== FORGOTTEN);
	const old = entries.filter(([, { at }]) => at < now() - YOUNGEST_FORGOTTEN);
	const surplus = old.slice(0, Math.max(0, entries.length - most));
	if (surplus.length === 0) return;
	for (const [id] of surplus) started.delete(id);
	const forgotten = started.get(FORGOTTEN)?.at ?? 0;
	started.set(FORGOTTEN, { at: Math.max(forgotten, surplus.at(-1)![1].at) });
	context.logger.warn(
		`${context.getNode().name}: more payments than it remembers have started the workflow, so it has forgotten the oldest ones. Payments that may be among them do not start the workflow. Set a higher number in its options.`,
	);
}
