import { sleep } from 'n8n-workflow';

/** Waits, but no longer than until the execution is stopped. n8n's own `sleepWithAbort` is gone in newer versions. */
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
