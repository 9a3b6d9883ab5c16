import { isObject } from '../values/input';
import type { Endpoint } from '../client/endpoint';
import { unreadableAnswer } from '../client/response';
import { ReadFailedError } from '../values/errors';
import { decimal, readFields, optionalBoolean } from '../values/responseFields';

/** A row of a list, as the service gives it. */
export type Row = Record<string, unknown>;

/** A page of a list, as far as the answer describes it; what it does not say is null. */
export interface Page {
	rows: Row[];
	/** As the service counts it. */
	number: number | null;
	totalPages: number | null;
	totalElements: number | null;
	/** True if it says that it is the last page. */
	last: boolean | null;
	/** True if the list may have more rows than this page: it says so, or what it says of that cannot be read. */
	mayHideRows: boolean;
}

const pageFields = { number: decimal, totalPages: decimal, totalElements: decimal, last: optionalBoolean };

/**
 * Reads a page as providers publish it. Numbers and booleans may be text, a row may be null, and so may the list.
 * @throws ReadFailedError when the answer has no list, or one of other things than rows
 */
export function readPage(endpoint: Endpoint, page: Row): Page {
	const content = 'content' in page ? (page.content ?? []) : undefined;
	if (!Array.isArray(content)) throw unreadableAnswer(endpoint, page);
	const rows = content.filter((row) => row !== null);
	if (!rows.every(isObject)) throw unreadableAnswer(endpoint, page);
	const read = readFields(page, pageFields);
	const saysMore = read.last === false || (read.totalPages ?? 1) > 1 || (read.totalElements ?? 0) > content.length;
	// Of an empty list it does not matter: it has no first row.
	const isUnread = (['totalPages', 'last'] as const).some(
		(name) => read[name] === null && (page[name] ?? null) !== null,
	);
	const isEmpty = content.length === 0;
	return { rows, ...read, mayHideRows: saysMore || (isEmpty ? false : isUnread || rows.length === 0) };
}

/** Says whether a page is the last one; null where the answer does not say, or contradicts itself. @param index counted from 0 */
export function isLastPage({ totalPages, last }: Page, index: number): boolean | null {
	const isLastByCount = totalPages === null ? null : index + 1 >= totalPages;
	return last === false && isLastByCount ? null : (last ?? isLastByCount);
}

/** The items read from a list, over as many pages as it takes. */
export interface List<Item> {
	items: Item[];
	/** True if there may be more of them: the service repeats a page, or does not say whether more follow. */
	isIncomplete: boolean;
}

/** The rules for reading a list. */
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
	/** The advice where the service answers with another page than the one that was asked for. */
	otherPage: { list: string; advice: (asked: number, answered: number) => string };
}

// An endless list may bring something new each time. No merchant has that many pages in one list.
const MOST_PAGES = 2000;

/**
 * Reads a list page by page. Each row counts once, and a page that brings nothing new is the last one, so that every list ends.
 * @throws ReadFailedError when the service answers with a page that was not asked for: the list would be incomplete
 */
export async function listPages<Item>(walk: Walk<Item>): Promise<List<Item>> {
	const { limit, otherPage } = walk;
	const seen = new Set<string>();
	const items: Item[] = [];
	let page = await walk.fetch(0, 0);
	const start = walk.firstNumber ?? page.number ?? 0;
	let saysMore = walk.firstNumber !== undefined;
	// The most pages and rows that any page has reported.
	let [mostPages, mostRows] = [0, 0];
	for (let index = 0; ; page = await walk.fetch(++index, start + index)) {
		const asked = start + index;
		// A list of one page may number it from 1 as well.
		const isAll = index === 0 && isLastPage(page, 0) === true;
		if (page.number !== null && page.number !== asked && !isAll) {
			// A service that did not announce more pages may have only the one that it repeats.
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
		mostPages = Math.max(mostPages, page.totalPages ?? 0);
		mostRows = Math.max(mostRows, page.totalElements ?? 0);
		const isLast = isLastPage(page, index);
		const isEmpty = page.rows.length === 0;
		if (isLast === true || isEmpty) {
			const pagesRead = isEmpty ? index : index + 1;
			return { items, isIncomplete: isLast === false || mostPages > pagesRead || mostRows > seen.size };
		}
		if (seen.size === seenBefore || index + 1 === MOST_PAGES) return { items, isIncomplete: true };
		saysMore = isLast === false;
	}
}

function keyOf<Item>(walk: Walk<Item>, row: Row): string {
	return walk.keyOf?.(row) ?? JSON.stringify(row);
}
