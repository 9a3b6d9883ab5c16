/** How much later than asked for a deadline may come, as a part of the time. */
const LEEWAY = 0.05;

/** The deadlines that further requests can share, by how long they are. */
const shared = new Map<number, { end: number; signal: AbortSignal }>();

/**
 * Waits for something no longer than a given time, or up to a twentieth more. The `timeout` of n8n's helpers only bounds
 * silence: an answer that comes drop by drop would never end.
 * @param milliseconds how long
 * @param act begins it; the signal tells it that nobody waits any more
 * @throws an error with the code ETIMEDOUT, as a connection that times out
 */
export async function withDeadline<T>(milliseconds: number, act: (signal: AbortSignal) => Promise<T>): Promise<T> {
	const signal = signalAfter(milliseconds);
	let giveUp = () => {};
	const deadline = new Promise<never>((_, reject) => {
		giveUp = () => reject(Object.assign(new Error('No answer came in time'), { code: 'ETIMEDOUT' }));
		signal.addEventListener('abort', giveUp);
	});
	try {
		return await Promise.race([act(signal), deadline]);
	} finally {
		// What listens to a signal stays in memory until its time has come.
		signal.removeEventListener('abort', giveUp);
	}
}

/** A signal for all that begins at nearly the same time: a request's own would outlast it in memory by two collections. */
function signalAfter(milliseconds: number): AbortSignal {
	const now = performance.now();
	const known = shared.get(milliseconds);
	if (known && !known.signal.aborted && known.end - now >= milliseconds) return known.signal;
	for (const [length, { end }] of shared) if (end < now) shared.delete(length);
	const longest = Math.ceil(milliseconds * (1 + LEEWAY));
	const signal = AbortSignal.timeout(longest);
	shared.set(milliseconds, { end: now + longest, signal });
	return signal;
}
