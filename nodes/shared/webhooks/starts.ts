import type { IWebhookFunctions } from 'n8n-workflow';

import { ZONES } from '../../../gateway/schema/transactionDate';
import { keepList, listOf, now, short, type Bounds, type Entry, type List, type StaticDataContext } from './memory';

/** Something that starts the workflow once. */
export interface Start {
	/** The same for every repeat. */
	id: string;
	/** When its payment began at the earliest, in milliseconds since 1970; undefined when nobody knows. */
	began: number | undefined;
	/** Whether it may come at any time after its payment began, as a refund. */
	isLate?: boolean;
}

/** Whether something may start the workflow: nothing known speaks against it, it has done so, or it may have done so. */
type Verdict = 'first' | 'repeat' | 'tooOld';

/** Those without an age are kept as long as there is room, because nothing else would tell them from new ones. */
type Started = Entry<{ isAgeless?: true }>;

type Context = StaticDataContext & Pick<IWebhookFunctions, 'logger'>;

const LIST = 'started';
// The entries that hold the time up to which something was forgotten: with an age, and without. No other has such an id.
const FORGOTTEN = '';
const FORGOTTEN_AGELESS = 'ageless';
// New payments with a time of another zone must not look as old as what was forgotten.
const YOUNGEST_FORGOTTEN = (2 * ZONES) / 1000;

/**
 * How long starts are remembered, so that none is repeated of a payment that is younger than a given age, whatever its
 * zone. In milliseconds, as the age.
 */
export function windowFor(age: number): number {
	return age + 2 * ZONES;
}

/**
 * Records that something starts the workflow. It does so once: what may have been forgotten starts nothing.
 * @param bounds how long and how many starts are remembered
 */
export function startOnce(context: Context, start: Start, bounds: Bounds): Verdict {
	const started = listOf<Started>(context, LIST);
	forgetExpired(started, bounds);
	const verdict = verdictOn(started, start, bounds);
	if (verdict === 'first') {
		const isAgeless = start.began === undefined || start.isLate;
		started.set(short(start.id), { at: now(), ...(isAgeless && { isAgeless: true as const }) });
		makeRoom(context, started, bounds);
	}
	// Always written, because another request may have overwritten what this process knows.
	keepList(context, LIST, started);
	return verdict;
}

/** Whether something is known to have started the workflow. */
export function hasStarted(context: Context, id: string): boolean {
	return listOf<Started>(context, LIST).has(short(id));
}

function verdictOn(started: List<Started>, { id, began, isLate }: Start, { window }: Bounds): Verdict {
	if (started.has(short(id))) return 'repeat';
	// A refund of a payment that began after the last forgotten refund is not among the forgotten.
	const forgottenUntil = isLate
		? (started.get(FORGOTTEN_AGELESS)?.at ?? 0)
		: Math.max(started.get(FORGOTTEN)?.at ?? 0, now() - window / 1000);
	return began !== undefined && Math.floor(began / 1000) <= forgottenUntil ? 'tooOld' : 'first';
}

function forgetExpired(started: List<Started>, { window }: Bounds): void {
	const oldest = now() - window / 1000;
	for (const [id, { at, isAgeless }] of started) if (!isAgeless && at <= oldest) forget(started, id);
}

/** Forgets the oldest beyond what the bounds allow. Those of the last day are kept in any case. */
function makeRoom(context: Context, started: List<Started>, { most }: Bounds): void {
	if (started.size <= most) return;
	const entries = [...started].filter(([id]) => !isMark(id));
	const old = entries.filter(([, { at }]) => at < now() - YOUNGEST_FORGOTTEN);
	const aged = old.filter(([, { isAgeless }]) => !isAgeless);
	const ageless = old.filter(([, { isAgeless }]) => isAgeless);
	const surplus = [...aged, ...ageless].slice(0, Math.max(0, entries.length - most));
	if (surplus.length === 0) return;
	for (const [id] of surplus) forget(started, id);
	context.logger.warn(
		`${context.getNode().name}: more payments than it remembers have started the workflow, so it has forgotten the oldest ones. Payments that may be among them do not start the workflow. Set a higher number in its options.`,
	);
}

function forget(started: List<Started>, id: string): void {
	const entry = started.get(id);
	if (!entry || isMark(id)) return;
	started.delete(id);
	const mark = entry.isAgeless ? FORGOTTEN_AGELESS : FORGOTTEN;
	started.set(mark, { ...entry, at: Math.max(entry.at, started.get(mark)?.at ?? 0) });
}

function isMark(id: string): boolean {
	return id === FORGOTTEN || id === FORGOTTEN_AGELESS;
}
