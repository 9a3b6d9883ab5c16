import type { SentPayment } from '../../../gateway/sending/call';
import { readAttempt } from '../../../gateway/values/attempt';
import { StoppedError, UncheckedReferenceError } from '../../../gateway/values/errors';

/** The calls of one key: how many are under way, and those that wait. While any waits, one at least is under way. */
interface Line {
	underway: number;
	/** The waiting calls, in the order in which they came. */
	waiting: Set<Place>;
	/** The time at which the last call ended, in milliseconds since 1970; 0 before any has. */
	endedAt: number;
	/** The payment that the last call has sent, for those that wait: the service may not show it yet. */
	sent: SentPayment | undefined;
}

/** The place of a call in its line. */
interface Place {
	atOnce: () => number;
	begin: () => void;
}

// By key. The service keeps what is known of a payment, so of a line without calls only its end is kept, for as long as an answer of the
// service counts as fresh.
const lines = new Map<string, Line>();
const KEPT = 2000;

/** A call whose turn it is. */
export interface Turn {
	/** The time at which the previous call ended, in milliseconds since 1970; what the service said of the order until then may no longer be true. */
	readonly endedAt: number;
	/** The payment that the previous call has sent, where this one has waited for it. */
	readonly sent: SentPayment | undefined;
	/** Tells the waiting calls what was sent; it is not called after a refusal. */
	tell(sent: SentPayment): void;
}

/** The options of a call that waits for its turn. */
interface WaitOptions {
	/** The action of the call, for the error: "charging". */
	action: string;
	signal?: AbortSignal | undefined;
	/** Returns how many calls may be under way, and is called again whenever one ends; 1 by default. One always may. */
	atOnce?: () => number;
	/** The number of calls that may wait; by default, however many there are. */
	mostWaiting?: number;
}

/** Identifies an order in this process: by the account at the service, and its reference or that of any of its attempts. */
export function orderOf(account: string | undefined, reference: string): string {
	return JSON.stringify([account, readAttempt(reference).order]);
}

// In milliseconds. Each call has an end of its own.
const LONGEST_WAIT = 120_000;

/**
 * Makes a call when it is its turn among the calls with the same key in this process.
 * @param key what may have only so many calls at once: an order, or a page that anybody can open. A call that has the turn of an order may
 * wait for that of a page, and never the other way round.
 * @throws UncheckedReferenceError where too many wait, and after two minutes, StoppedError where the execution was stopped; the call was not
 * made then
 */
export async function inTurn<T>(key: string, waiting: WaitOptions, call: (turn: Turn) => Promise<T>): Promise<T> {
	forgetOld();
	const line: Line = lines.get(key) ?? { underway: 0, waiting: new Set(), endedAt: 0, sent: undefined };
	lines.set(key, line);
	await untilTurn(line, waiting);
	try {
		const { endedAt, sent } = line;
		return await call({ endedAt, sent, tell: (told) => void (line.sent = told) });
	} finally {
		line.underway--;
		line.endedAt = Date.now();
		letIn(line);
		if (line.underway === 0) line.sent = undefined;
	}
}

function forgetOld(): void {
	const now = Date.now();
	for (const [key, { underway, endedAt }] of lines) {
		// The clock of this machine may have been set back.
		if (underway === 0 && Math.abs(now - endedAt) > KEPT) lines.delete(key);
	}
}

/** Lets in those that wait, in their order, as long as there is room. */
function letIn(line: Line): void {
	for (const place of line.waiting) {
		if (line.underway > 0 && line.underway >= place.atOnce()) return;
		line.waiting.delete(place);
		line.underway++;
		place.begin();
	}
}

/** Waits in a line until the call is under way. A call that gives up leaves the line, and has never held a place that others wait for. */
async function untilTurn(line: Line, { action, signal, atOnce = () => 1, mostWaiting }: WaitOptions): Promise<void> {
	if (signal?.aborted) throw new StoppedError();
	const wait = new AbortController();
	const begun = new Promise<void>((resolve, reject) => {
		const place: Place = { atOnce, begin: resolve };
		const leave = (error: Error) => {
			line.waiting.delete(place);
			reject(error);
		};
		line.waiting.add(place);
		letIn(line);
		if (!line.waiting.has(place)) return;
		if (mostWaiting !== undefined && line.waiting.size > mostWaiting) return leave(busy(action));
		const deadline = AbortSignal.timeout(LONGEST_WAIT);
		deadline.addEventListener('abort', () => leave(busy(action)), { signal: wait.signal });
		signal?.addEventListener('abort', () => leave(new StoppedError()), { signal: wait.signal });
	});
	await begun.finally(() => wait.abort());
}

/** Makes the error for a call that is not made, because others are under way. Another try may not find what they have sent. */
function busy(action: string): UncheckedReferenceError {
	const advice = 'Nothing was sent by this one. Verify the order when the other one is done.';
	return new UncheckedReferenceError(`Another execution is ${action} this order.`, advice);
}
