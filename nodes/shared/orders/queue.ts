import { Mutex } from 'async-mutex';

import type { Payment } from '../../../gateway/payment';
import { StoppedError, UncheckedReferenceError } from '../../../gateway/values/errors';

/** The calls of one order: the one that is under way, and those that wait for it. */
interface Line {
	mutex: Mutex;
	/** How many calls are under way or wait. */
	calls: number;
	/** When the last call ended, in milliseconds since 1970; 0 before any has. */
	endedAt: number;
	/** What the last call has sent, for those that wait: the service may not show it yet. */
	sent: Payment | undefined;
}

// By account and order. What is known of a payment lives at the service, so of a line without calls only its end is kept, for as long as an
// answer of the service counts as fresh.
const lines = new Map<string, Line>();
const KEPT = 2000;

/** A call whose turn it is. */
export interface Turn {
	/** When the call before it ended, in milliseconds since 1970; what the service said of the order until then may be no longer true. */
	readonly endedAt: number;
	/** What the call before it has sent, where this one has waited for it. */
	readonly sent: Payment | undefined;
	/** Tells those that wait what was sent. A refusal tells nothing. */
	tell(sent: Payment): void;
}

/** Who waits. */
interface Waiting {
	/** What the call does to what, for the error: "charging". */
	doing: string;
	signal?: AbortSignal | undefined;
}

/** Identifies an order in this process: by the account at the service and its reference. */
export function orderOf(account: string, reference: string): string {
	return JSON.stringify([account, reference]);
}

// In milliseconds. Each call ends by itself before.
const LONGEST_WAIT = 120_000;

/**
 * Makes a call when no other call of the same order is under way in this process.
 * @param key the account and the order
 * @throws UncheckedReferenceError after two minutes, StoppedError where the execution was stopped; nothing was sent then
 */
export async function inTurn<T>(key: string, waiting: Waiting, call: (turn: Turn) => Promise<T>): Promise<T> {
	forgetOld();
	const line = lines.get(key) ?? { mutex: new Mutex(), calls: 0, endedAt: 0, sent: undefined };
	lines.set(key, line);
	line.calls++;
	const acquired = line.mutex.acquire();
	try {
		await untilTurn(acquired, waiting);
		const tell = (sent: Payment) => void (line.sent = sent);
		const { endedAt, sent } = line;
		return await call({ endedAt, sent, tell });
	} finally {
		// Also where it waits no longer: its turn is then the next one's.
		void acquired.then((release) => release());
		line.endedAt = Date.now();
		if (--line.calls === 0) line.sent = undefined;
	}
}

function forgetOld(): void {
	const now = Date.now();
	for (const [key, { calls, endedAt }] of lines) {
		// The clock of this machine may have been set back.
		if (calls === 0 && Math.abs(now - endedAt) > KEPT) lines.delete(key);
	}
}

async function untilTurn(turn: Promise<unknown>, { doing, signal }: Waiting): Promise<void> {
	const deadline = AbortSignal.timeout(LONGEST_WAIT);
	const ends = AbortSignal.any([deadline, ...(signal ? [signal] : [])]);
	let stop = () => {};
	const ended = new Promise<never>((_, reject) => {
		stop = () => reject(deadline.aborted ? new UncheckedReferenceError(...busy(doing)) : new StoppedError());
		ends.addEventListener('abort', stop);
		if (ends.aborted) stop();
	});
	try {
		await Promise.race([ended, turn]);
	} finally {
		ends.removeEventListener('abort', stop);
	}
}

function busy(doing: string): [message: string, description: string] {
	return [`Another execution is ${doing} this order.`, 'Nothing was sent. Run it again when the other one is done.'];
}
