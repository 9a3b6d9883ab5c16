import { remember, remembered, type StaticDataContext } from './memory';

/** How long a notification is answered with 503, in milliseconds. A provider may switch off an address that keeps failing. */
const PATIENCE = 3 * 24 * 3_600_000;

const LIST = 'unconfirmed';

/** Since when a notification has been answered with 503; null where it was confirmed since. */
interface Unconfirmed {
	since: number | null;
}

/**
 * Notes that a notification is to be answered with 503, and says whether that has been so for three days: then it is answered with 200.
 * It notes nothing then, because n8n may lose what is noted where the workflow starts.
 * @param ids of the payment, by each of its names, and what is claimed of it (`idOf`), so that a refund has three days of its own
 */
export function isGivenUp(context: StaticDataContext, ...ids: string[]): boolean {
	const times = ids.map((id) => sinceWhen(context, id));
	const since = Math.min(Date.now(), ...times.filter((time) => time !== null));
	if (Date.now() - since >= PATIENCE) return true;
	for (const [index, id] of ids.entries()) if (times[index] === null) remember(context, LIST, id, { since });
	return false;
}

/** Notes that a notification is confirmed by now, if it was answered with 503 before. */
export function noteConfirmed(context: StaticDataContext, ...ids: string[]): void {
	for (const id of ids) if (sinceWhen(context, id) !== null) remember(context, LIST, id, { since: null });
}

function sinceWhen(context: StaticDataContext, id: string): number | null {
	return remembered<Unconfirmed>(context, LIST, id)?.since ?? null;
}
