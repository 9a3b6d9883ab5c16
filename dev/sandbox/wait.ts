import { setTimeout as sleep } from 'node:timers/promises';

/** Waits; returns early, without an error, when the signal says that it is over. */
export async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
	await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
}
