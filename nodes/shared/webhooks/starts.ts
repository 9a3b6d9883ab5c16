import type { IWebhookFunctions } from 'n8n-workflow';

import { ZONES } from '../../../gateway/values/transactionDate';
import { keepList, listOf, now, short, type List, type StaticDataContext } from './memory';

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
