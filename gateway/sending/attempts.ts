import { MOST_ATTEMPTS } from '../values/attempt';

/** The result of the attempt of an order that counts: the first that was not declined, or the last that an order may have. */
interface LeadingAttempt<Result> {
	found: Result;
	/** The attempt before it, which was declined. */
	declined: Result | undefined;
}

/**
 * Looks up the attempts of an order, one after another: a decline leads to the next attempt.
 * @param first the number of the attempt that is looked up first
 */
export async function followAttempts<Result>(
	first: number,
	lookUpAttempt: (attempt: number) => Promise<Result>,
	isDeclined: (found: Result) => boolean,
): Promise<LeadingAttempt<Result>> {
	let declined: Result | undefined;
	for (let attempt = first; ; attempt++) {
		const found = await lookUpAttempt(attempt);
		if (!isDeclined(found) || attempt >= MOST_ATTEMPTS) return { found, declined };
		declined = found;
	}
}
