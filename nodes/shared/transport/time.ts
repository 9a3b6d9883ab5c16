import { sleep } from 'n8n-workflow';

/** Waits for a time, or until the execution is stopped. Newer versions of n8n no longer have `sleepWithAbort`. */
export async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
	if (milliseconds <= 0 || signal?.aborted) return;
	let stop = () => {};
	const stopped = new Promise<void>((resolve) => {
		stop = resolve;
		signal?.addEventListener('abort', stop, { once: true });
	});
	await Promise.race([sleep(milliseconds), stopped]);
	signal?.removeEventListener('abort', stop);
}

/**
 * Waits for something no longer than a given time. The `timeout` of n8n's helpers only bounds silence: an answer that comes
 * drop by drop would never end.
 * @param milliseconds how long
 * @param act begins it; the signal tells it that nobody waits any more
 * @throws an error with the code ETIMEDOUT, as a connection that times out
 */
export async function withDeadline<T>(milliseconds: number, act: (signal: AbortSignal) => Promise<T>): Promise<T> {
	const signal = AbortSignal.timeout(Math.ceil(milliseconds));
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
