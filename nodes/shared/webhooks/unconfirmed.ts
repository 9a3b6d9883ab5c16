import { idOf, type VerifiedPayment } from '../../../gateway/calls/verify';
import { remember, recall, type StaticDataContext } from './memory';

const HOUR = 3_600_000;
/** The time for which a notification is answered with 503, in milliseconds. A provider may switch off an address that keeps failing. */
const PATIENCE = 3 * 24 * HOUR;

const LIST = 'unconfirmed';

/** The time since which notifications have been answered with 503, as long as they are; null where that has ended. */
interface Patience {
	since: number | null;
}

/** The id of all notifications that come while the service does not answer: there is no record by which they could be told apart. */
export const OUTAGE = 'outage';

/**
 * Identifies what a notification claims beyond what is known. Once the record says something else, that is another claim, with three days of
 * its own.
 * @param reference the signed or sealed reference, where the service returns no record
 * @param status the status that is claimed
 */
export function claimId(
	{ record, reference }: { record?: VerifiedPayment | undefined; reference?: string },
	status: number | null,
): string {
	return record ? idOf(['record', record.notificationId, status]) : idOf(['reference', reference ?? null, status]);
}

/**
 * Notes that a notification is to be answered with 503, and says whether that has gone on for three days: then it is answered with 200. Where
 * none was for three days, they begin again. It notes nothing once it is given up, because n8n may lose what is noted where the
 * workflow starts.
 * @param id of what is claimed, or OUTAGE
 */
export function isGivenUp(context: StaticDataContext, id: string): boolean {
	const now = Date.now();
	const { since: first = null, at = now } = recall<Patience>(context, LIST, id) ?? {};
	const goesOn = first !== null && now - at <= PATIENCE;
	const since = goesOn ? Math.min(first, now) : now;
	if (now - since >= PATIENCE) return true;
	// Not each time, because n8n stores all that the workflow knows.
	if (!goesOn || now - at >= HOUR) remember(context, LIST, id, { since });
	return false;
}

/** Notes that the service has answered, so that an outage has ended. */
export function noteAnswer(context: StaticDataContext): void {
	const { since = null } = recall<Patience>(context, LIST, OUTAGE) ?? {};
	if (since !== null) remember(context, LIST, OUTAGE, { since: null });
}
