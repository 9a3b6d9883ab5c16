/** Forms that are being sent, and those that wait until there is room. */
interface Line {
	underway: Set<Promise<void>>;
	waiting: number;
}

// By the link or the page that their forms wait for.
const lines = new Map<string, Line>();

/** How many forms may be sent at once, and how many may wait. */
export interface Limits {
	/** Asked again whenever a form is done. 0 where none is taken at all. */
	atOnce: () => number;
	mostWaiting: number;
}

/**
 * Sends a form when it is its turn. A form waits while others are being sent, unless too many wait already.
 * @param line what it waits for, such as a link of which only one form is sent at a time
 * @returns 'closed' where no form is taken at all, 'busy' where too many wait
 */
export async function inTurn<T>(line: string, limits: Limits, send: () => Promise<T>): Promise<T | 'closed' | 'busy'> {
	const own: Line = lines.get(line) ?? { underway: new Set(), waiting: 0 };
	lines.set(line, own);
	while (own.underway.size >= limits.atOnce()) {
		if (limits.atOnce() <= 0) return 'closed';
		if (own.waiting >= limits.mostWaiting) return 'busy';
		own.waiting++;
		await Promise.race(own.underway);
		own.waiting--;
	}
	const sent = send();
	const end = () => void own.underway.delete(done);
	const done: Promise<void> = sent.then(end, end);
	own.underway.add(done);
	try {
		return await sent;
	} finally {
		if (own.underway.size === 0 && own.waiting === 0) lines.delete(line);
	}
}
