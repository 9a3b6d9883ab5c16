import { MOST_ATTEMPTS } from '../values/attempt';

/** The attempt of an order that counts: the first that was not declined, or the last that an order may have. */
interface Followed<Found> {
	found: Found;
	/** The attempt before it, which was declined. */
	declined: Found | undefined;
}

/**
 * Asks about the attempts of an order, one after another: a decline leads to the next attempt.
 * @param first the number of the attempt that is asked about first
 */
export async function followAttempts<Found>(
	first: number,
	ask: (attempt: number) => Promise<Found>,
	isDeclined: (found: Found) => boolean,
): Promise<Followed<Found>> {
	let declined: Found | undefined;
	for (let attempt = first; ; attempt++) {
		const found = await ask(attempt);
		if (!isDeclined(found) || attempt >= MOST_ATTEMPTS) return { found, declined };
		declined = found;
	}
}
