import { setTimeout as sleep } from 'node:timers/promises';

/** Waits; returns early and without an error when the signal aborts. */
export async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
	await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
}
