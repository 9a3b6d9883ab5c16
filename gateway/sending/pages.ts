import { isObject } from '../values/input';
import type { Endpoint } from '../client/endpoint';
import { unreadable } from '../client/response';
import { ReadFailedError } from '../values/errors';
import { decimal, readFields, optionalBoolean } from '../values/responseFields';

/** A row of a list, as the service gives it. */
export type Row = Record<string, unknown>;

/** One page of a list, as far as the answer tells of it; what it does not tell is null. */
export interface Page {
	rows: Row[];
	/** As the service counts it. */
	number: number | null;
	totalPages: number | null;
	/** Whether it says that it is the last page. */
	last: boolean | null;
	/** Whether there may be more in the list than these fields tell: it is null, or a count cannot be read. */
	mayHideRows: boolean;
}

const pageFields = { number: decimal, totalPages: decimal, last: optionalBoolean };

/**
 * Reads a page as providers publish it, or an array, which is the whole list. Numbers and booleans may be text, a row may be null, and so may
 * the list.
 * @throws ReadFailedError when the answer is neither
 */
export function readPage(endpoint: Endpoint, data: unknown): Page {
	const content = Array.isArray(data) ? data : isObject(data) && 'content' in data ? (data.content ?? []) : undefined;
	if (!Array.isArray(content)) throw unreadable(endpoint, data);
	const rows = content.filter((row) => row !== null);
	// A row that is null says nothing; what else is no row may hide one.
	if (!rows.every(isObject) || (rows.length === 0 && content.length > 0)) throw unreadable(endpoint, data);
	if (Array.isArray(data)) return { rows, number: null, totalPages: 1, last: true, mayHideRows: false };
	const page = data as Row;
	const read = readFields(page, pageFields);
	const isUnread = (['totalPages', 'last'] as const).some(
		(name) => read[name] === null && (page[name] ?? null) !== null,
	);
	return { rows, ...read, mayHideRows: isUnread || (page.content ?? null) === null };
}

/** Says whether a page is the last one; null where the answer does not say, or contradicts itself. @param index counted from 0 */
export function isLastPage({ totalPages, last }: Page, index: number): boolean | null {
	const isLastByCount = totalPages === null ? null : index + 1 >= totalPages;
	return last === false && isLastByCount ? null : (last ?? isLastByCount);
}

/** What is read of a list, from as many pages as it takes. */
export interface List<Item> {
	items: Item[];
	/** Whether there may be more of them: the service repeats a page, or does not say whether more follow. */
	isIncomplete: boolean;
}

/** How a list is read. */
interface Walk<Item> {
	/** Fetches a page. @param index counted from 0 @param number as the service counts it, which its first page tells */
	fetch(index: number, number: number): Promise<Page>;
	/** Reads the items of a row that are wanted; none where it is not. */
	itemsOf(row: Row): readonly Item[];
	/** The number that the first page has, where that is documented. */
	firstNumber?: number;
	/** Tells rows apart; without it, the whole row does. */
	keyOf?(row: Row): string | null;
	limit: number;
	/** What to do where the service answers with another page than the one that was asked for. */
	otherPage: { list: string; advice: (asked: number, answered: number) => string };
}

/**
 * Reads a list page by page. Each row counts once, and a page that brings nothing new is the last one, so that every list ends.
 * @throws ReadFailedError when the service answers with a page that was not asked for: the list would be incomplete
 */
export async function readList<Item>(walk: Walk<Item>): Promise<List<Item>> {
	const { limit, otherPage } = walk;
	const seen = new Set<string>();
	const items: Item[] = [];
	let page = await walk.fetch(0, 0);
	const start = walk.firstNumber ?? page.number ?? 0;
	let saysMore = walk.firstNumber !== undefined;
	for (let index = 0; ; page = await walk.fetch(++index, start + index)) {
		const asked = start + index;
		if (page.number !== null && page.number !== asked) {
			// A service that said nothing of more pages may have no other than the one that it repeats.
			if (!saysMore && page.number < asked) return { items, isIncomplete: true };
			throw new ReadFailedError(
				`The service does not answer further pages of ${otherPage.list}.`,
				otherPage.advice(asked, page.number),
			);
		}
		const seenBefore = seen.size;
		for (const row of page.rows) {
			const key = keyOf(walk, row);
			if (seen.has(key)) continue;
			seen.add(key);
			items.push(...walk.itemsOf(row));
		}
		if (items.length >= limit) return { items: items.slice(0, limit), isIncomplete: false };
		const isLast = isLastPage(page, index);
		if (isLast === true || page.rows.length === 0) return { items, isIncomplete: isLast === false };
		if (seen.size === seenBefore) return { items, isIncomplete: true };
		saysMore = isLast === false;
	}
}

function keyOf<Item>(walk: Walk<Item>, row: Row): string {
	return walk.keyOf?.(row) ?? JSON.stringify(row);
}
