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
