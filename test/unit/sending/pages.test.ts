import * as fc from 'fast-check';

import { ENDPOINTS } from '../../../gateway/client/endpoints';
import { isLastPage, listPages, readPage, type List, type Page, type Row } from '../../../gateway/sending/pages';
import { ReadFailedError } from '../../../gateway/values/errors';
import { attempt, failureOf } from '../gateway/examples';
import { always, anyData, anyValue } from '../gateway/property';

const read = (data: Row) => readPage(ENDPOINTS.banks, data);
const row = (id: unknown): Row => ({ id });

describe('A page', () => {
	const [A, B] = [row('A'), row('B')];

	const NOTHING_TOLD: Page = {
		...{ rows: [A], number: null, totalPages: null, totalElements: null },
		...{ last: null, mayHideRows: false },
	};

	const more = { totalPages: 3, last: false, mayHideRows: true };

	test.each<[string, Row, Partial<Page>]>([
		['of several', { content: [A], number: 0, totalPages: 3, last: false }, { ...more, number: 0 }],
		['with text', { content: [A], number: '1', totalPages: '3', last: 'false' }, { ...more, number: 1 }],
		['that says that more follow', { content: [A], last: false }, { last: false, mayHideRows: true }],
		['that counts several', { content: [A], totalPages: 2 }, { totalPages: 2, mayHideRows: true }],
		['with one count in words', { content: [A], totalPages: 'many' }, { mayHideRows: true }],
		['that is the last', { content: [A], number: 0, last: true }, { number: 0, last: true }],
		['that is the last, as text', { content: [A], number: 0, last: 'True' }, { number: 0, last: true }],
		['that says nothing', { content: [A] }, {}],
		[
			'that counts more rows than it has',
			{ content: [A], totalElements: 570 },
			{ totalElements: 570, mayHideRows: true },
		],
		[
			'that counts more rows than it has, in text',
			{ content: [], totalElements: '1' },
			{ rows: [], totalElements: 1, mayHideRows: true },
		],
		['that counts its rows', { content: [A], totalElements: '1' }, { totalElements: 1 }],
		['that says its number alone', { content: [A], number: 4 }, { number: 4 }],
		['with null rows', { content: [null, A, null, B] }, { rows: [A, B] }],
		['with a null list', { content: null, last: true }, { rows: [], last: true }],
		['with a null row alone', { content: [null] }, { rows: [], mayHideRows: true }],
		['that is empty, with counts in words', { content: [], totalPages: 'none', last: {} }, { rows: [] }],
		['with counts in words', { content: [A], totalPages: 'many', last: 'no' }, { mayHideRows: true }],
		['with a number in words', { content: [A], number: 'first', totalPages: null }, {}],
	])('%s: %j', (_, data, page) => {
		expect(read(data)).toStrictEqual({ ...NOTHING_TOLD, ...page });
	});

	test.each<[object, index: number, boolean | null]>([
		[{ last: true }, 0, true],
		[{ last: false }, 5, false],
		[{ totalPages: 3 }, 1, false],
		[{ totalPages: 3 }, 2, true],
		[{ totalPages: 0 }, 0, true],
		// It contradicts itself, so one question more tells.
		[{ totalPages: 1, last: false }, 0, null],
		[{ totalPages: 2, last: false }, 0, false],
		[{ totalPages: 3, last: true }, 0, true],
		[{ number: 4 }, 0, null],
		[{}, 0, null],
	])('that says %j, and is page %i from 0, is the last: %p', (told, index, isLast) => {
		expect(isLastPage(read({ content: [A], ...told }), index)).toBe(isLast);
	});

	test.each([
		...[{}, { data: {} }, { items: [A] }],
		...[{ content: 'x' }, { content: {} }, { content: 5 }, { content: [1] }, { content: [[A]] }, { content: [A, 'x'] }],
	])('is not %j', (data) => {
		expect(failureOf(() => read(data))).toBeInstanceOf(ReadFailedError);
	});

	test('is read from any answer, or a ReadFailedError is thrown', () => {
		const rows = fc.array(fc.oneof(anyData('id'), fc.constant(null), anyValue));
		const pages = fc.tuple(anyData('number', 'totalPages', 'last'), rows);
		const withRows = pages.map(([page, content]) => ({ ...page, content }));
		always(
			fc.property(fc.oneof(withRows, anyData('content', 'number', 'last')), (data) => {
				const page = attempt(() => read(data));
				if (page instanceof Error) return expect(page).toBeInstanceOf(ReadFailedError);
				for (const one of page.rows) expect(Object.prototype.toString.call(one)).toBe('[object Object]');
				expect(page.number === null || Number.isFinite(page.number)).toBe(true);
				expect([true, false, null]).toContain(page.last);
			}),
		);
	});
});

describe('A list', () => {
	const page = (ids: string, number: number | null = null, last: boolean | null = null): Page => ({
		...{ rows: [...ids].map(row), number, totalPages: null, totalElements: null, last, mayHideRows: false },
	});

	/** Reads a list of which the service has these pages; asked for more, it repeats the last one. */
	async function walk(
		pages: Page[],
		more: { limit?: number; keyOf?: (row: Row) => string | null; unwanted?: string; firstNumber?: number } = {},
	) {
		const { unwanted = '', limit = Infinity, keyOf, firstNumber } = more;
		const asked: Array<[index: number, number: number]> = [];
		const advice = jest.fn(() => 'Ask your provider.');
		const reading = listPages<unknown>({
			async fetch(index, number) {
				asked.push([index, number]);
				return pages[Math.min(index, pages.length - 1)]!;
			},
			itemsOf: ({ id }) => (unwanted.includes(String(id)) && unwanted !== '' ? [] : [id]),
			...(keyOf && { keyOf }),
			...(firstNumber !== undefined && { firstNumber }),
			limit,
			otherPage: { list: 'the list', advice },
		});
		const list: List<unknown> | Error = await reading.catch((error: Error) => error);
		if (list instanceof Error) return { error: list as ReadFailedError, asked, advice };
		return { items: list.items.join(''), isIncomplete: list.isIncomplete, asked, advice };
	}

	test.each<[string, Page[], items: string, asked: number]>([
		['of one page', [page('AB', 0, true)], 'AB', 1],
		['of several pages', [page('AB', 0, false), page('CD', 1, false), page('E', 2, true)], 'ABCDE', 3],
		['whose pages are not numbered', [page('AB', null, false), page('C', null, true)], 'ABC', 2],
		['whose pages are numbered from 1', [page('AB', 1, false), page('C', 2, true)], 'ABC', 2],
		['whose pages do not say whether more follow', [page('AB', 0), page('C', 1), page('', 2)], 'ABC', 3],
		['that says nothing, and is empty', [page('')], '', 1],
		['of one page, which is numbered from 1', [{ ...page('AB', 1), totalPages: 1 }], 'AB', 1],
		['to which something was added meanwhile', [page('AB', 0, false), page('BC', 1, true)], 'ABC', 2],
		['with a row twice on a page', [page('ABA', 0, true)], 'AB', 1],
	])('%s has each row once', async (_, pages, items, asked) => {
		const list = await walk(pages);
		expect(list).toMatchObject({ items, isIncomplete: false });
		expect(list.asked).toHaveLength(asked);
	});

	test.each([0, 1])(
		'whose pages are numbered from %i, and count themselves alone, is read to its end',
		async (start) => {
			const pages = ['A', 'B', 'C'].map((id, index) =>
				read({ content: [row(id)], number: start + index, totalPages: 3 }),
			);
			expect(await walk(pages)).toMatchObject({ items: 'ABC', isIncomplete: false });
		},
	);

	test.each<[string, Page[], Array<[number, number]>]>([
		[
			'from 0',
			[page('A', 0), page('B', 1), page('C', 2, true)],
			[
				[0, 0],
				[1, 1],
				[2, 2],
			],
		],
		[
			'from 1',
			[page('A', 1), page('B', 2), page('C', 3, true)],
			[
				[0, 0],
				[1, 2],
				[2, 3],
			],
		],
		[
			'not at all',
			[page('A'), page('B'), page('C', null, true)],
			[
				[0, 0],
				[1, 1],
				[2, 2],
			],
		],
	])('is asked for its pages as the service numbers them: %s', async (_, pages, asked) => {
		expect((await walk(pages)).asked).toEqual(asked);
	});

	test.each<[string, Page[], items: string, asked: number]>([
		['repeats its page', [page('AB')], 'AB', 2],
		['repeats its page, and says that more follow', [page('AB', null, false)], 'AB', 2],
		['repeats its page with its number', [page('AB', 0)], 'AB', 2],
		[
			'repeats its only page, which says that it is not the last',
			[{ ...page('AB', 0, false), totalPages: 1 }],
			'AB',
			2,
		],
		['repeats an earlier page', [page('AB'), page('CD'), page('AB')], 'ABCD', 3],
		['ends before the pages that it has told of', [{ ...page('A', 0), totalPages: 3 }, page('')], 'A', 2],
		['ends at a last page before them', [{ ...page('A', 0), totalPages: 3 }, page('', null, true)], 'A', 2],
		['has told of more rows', [{ ...page('A', 0, true), totalElements: 5 }], 'A', 1],
		['has an empty page in the middle', [page('AB', 0, false), page('', 1, false), page('C', 2, true)], 'AB', 2],
		['is empty, and says that more follow', [page('', 5, false)], '', 1],
	])('may be incomplete where the service %s', async (_, pages, items, asked) => {
		const list = await walk(pages);
		expect(list).toMatchObject({ items, isIncomplete: true });
		expect(list.asked).toHaveLength(asked);
	});

	test.each<[string, Page[], asked: number, answered: number]>([
		['ignores the page parameter', [page('AB', 0, false)], 1, 0],
		['ignores it, and numbers from 1', [page('AB', 1, false)], 2, 1],
		['answers with another page', [page('AB', 0, false), page('CD', 5, true)], 1, 5],
		['skips a page', [page('A', 0), page('B', 1), page('D', 3)], 2, 3],
	])('is none where the service %s: half a list would look like all of it', async (_, pages, asked, answered) => {
		const { error, advice } = await walk(pages);
		expect(error).toBeInstanceOf(ReadFailedError);
		expect(error!.message).toBe('The service does not answer further pages of the list.');
		expect(error!.description).toBe('Ask your provider.');
		expect(advice.mock.calls).toEqual([[asked, answered]]);
	});

	test.each<[string, Page, firstNumber: number, result: object]>([
		['is all of it', page('AB', 1, true), 0, { items: 'AB', isIncomplete: false }],
		['may have more', page('AB', 1), 0, { error: { code: 'lost_answer' } }],
		['has more', page('AB', 1, false), 0, { error: { code: 'lost_answer' } }],
		['comes before the first', page('AB', 0), 1, { error: { code: 'lost_answer' } }],
	])('whose first number is documented has another first page, which %s', async (_, first, firstNumber, result) => {
		expect(await walk([first], { firstNumber })).toMatchObject(result);
	});

	test('that never ends is read for 2,000 pages, and may be incomplete', async () => {
		const fetch = jest.fn(async (index: number) => ({ ...page('', index), rows: [row(index)] }));
		const otherPage = { list: 'the list', advice: () => '' };
		const list = await listPages({ fetch, itemsOf: ({ id }) => [id], limit: Infinity, otherPage });
		expect([list.items.length, list.isIncomplete, fetch.mock.calls.length]).toEqual([2000, true, 2000]);
	});

	test.each<[limit: number, items: string, asked: number]>([
		[1, 'A', 1],
		[2, 'AB', 1],
		[3, 'ABC', 2],
		[4, 'ABCD', 2],
		[5, 'ABCDE', 3],
	])('ends at its limit, and nothing is missing then: %i', async (limit, items, asked) => {
		const list = await walk([page('AB', 0, false), page('CD', 1, false), page('E', 2, false)], { limit });
		expect(list).toMatchObject({ items, isIncomplete: false });
		expect(list.asked).toHaveLength(asked);
	});

	test('a row that is not wanted does not count for the limit, and is no reason to end', async () => {
		const pages = [page('AB', 0, false), page('AB', 1, false), page('C', 2, true)];
		const [first, other, last] = pages as [Page, Page, Page];
		const fresh = { ...other, rows: [row('X'), row('Y')] };
		const list = await walk([first, fresh, last], { limit: 2, unwanted: 'AXY' });
		expect(list).toMatchObject({ items: 'BC', isIncomplete: false });
	});

	test('rows are told apart by their key, and by all of them where a row has none', async () => {
		const rows = (...ids: unknown[]): Page => ({ ...page(''), rows: ids.map((id) => ({ id, at: id })), last: true });
		const keyOf = ({ id }: Row) => (typeof id === 'string' ? id.toLowerCase() : null);
		const pages = [{ ...rows('A', 1), last: false }, rows('a', 'B', 1, 2)];
		expect(await walk(pages, { keyOf })).toMatchObject({ items: 'A1B2' });
	});

	test('ends and shows a row once, whatever the service answers', async () => {
		const pages = fc.array(
			fc.record({
				rows: fc.array(fc.constantFrom(...'ABCDEF').map(row)),
				number: fc.option(fc.nat(3)),
				totalPages: fc.option(fc.nat(3)),
				totalElements: fc.option(fc.nat(9)),
				last: fc.option(fc.boolean()),
				mayHideRows: fc.boolean(),
			}),
			{ minLength: 1, maxLength: 6 },
		);
		const limits = fc.option(fc.integer({ min: 1, max: 8 }), { nil: Infinity });
		const property = fc.asyncProperty(pages, limits, async (service, limit) => {
			const { error, items, asked } = await walk(service, { limit });
			// Each page but the last one has brought a new row.
			expect(asked.length).toBeLessThanOrEqual(7);
			if (error) return expect(error).toBeInstanceOf(ReadFailedError);
			expect(new Set(items).size).toBe(items.length);
			expect(items.length).toBeLessThanOrEqual(limit);
		});
		await fc.assert(property, { seed: 20_260_115 });
	});
});
