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
 * Call it only where nothing starts the workflow, because n8n may not store what is noted otherwise.
 * @param id of the payment and what is claimed of it (`idOf`), so that a refund does not end with the patience for its payment
 */
export function isGivenUp(context: StaticDataContext, id: string): boolean {
	const since = sinceWhen(context, id);
	if (since !== null) return Date.now() - since >= PATIENCE;
	remember(context, LIST, id, { since: Date.now() });
	return false;
}

/** Notes that a notification is confirmed by now, if it was answered with 503 before. */
export function noteConfirmed(context: StaticDataContext, id: string): void {
	if (sinceWhen(context, id) !== null) remember(context, LIST, id, { since: null });
}

function sinceWhen(context: StaticDataContext, id: string): number | null {
	return remembered<Unconfirmed>(context, LIST, id)?.since ?? null;
}
