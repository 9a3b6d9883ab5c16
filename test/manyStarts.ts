import { idOf } from '../gateway/calls/verify';
import { Starts, type StoredStarts } from '../nodes/shared/webhooks/starts';

/** The key under which n8n stores the memory. */
export const MEMORY = 'card payments';

/** As many characters as a process begins with. */
const WRITER = 'f'.repeat(16);
/** Of an id, as it is stored. */
const ID_LENGTH = 11;
/** Starts that are added in one moment. */
const AT_ONCE = 1000;

interface Stored {
	starts: Record<string, StoredStarts>;
}

const listOf = (key: string) => `${key}: started`;

function read(stored: string | undefined): Stored {
	return JSON.parse(stored?.slice(WRITER.length) || '{"lists":{},"starts":{}}') as Stored;
}

/** Counts the starts of a trigger that n8n has stored. @param key of the trigger */
export function startsIn(staticData: Record<string, string>, key: string): number {
	const blocks = read(staticData[MEMORY]).starts[listOf(key)]?.blocks ?? [];
	return blocks.reduce((total, [, ids]) => total + ids.length / ID_LENGTH, 0);
}

/**
 * Returns what n8n has stored once another process has recorded many starts of other payments, which takes no time.
 * @param stored before
 * @param key of the trigger
 */
export function withManyStarts(stored: string | undefined, key: string, count: number, name = 'other'): string {
	const memory = read(stored);
	const starts = new Starts();
	const before = memory.starts[listOf(key)];
	if (before) starts.merge(before);
	for (let from = 0; from < count; from += AT_ONCE) {
		const length = Math.min(AT_ONCE, count - from);
		starts.add(Array.from({ length }, (_, index) => idOf([name, from + index])));
	}
	const added = JSON.parse(starts.text) as StoredStarts;
	return WRITER + JSON.stringify({ ...memory, starts: { ...memory.starts, [listOf(key)]: added } });
}
