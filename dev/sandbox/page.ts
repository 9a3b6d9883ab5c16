import type { Writes } from './forms';

interface Page<Item> {
	content: Item[];
	totalElements: number;
	totalPages: number;
	size: number;
	/** From 0. */
	number: number;
	first: boolean;
	last: boolean;
}

type PageAnswer<Item> = Omit<Partial<Page<Item>>, 'content'> & { content: Item[] | null };

/** Cuts one page out of a list, numbered from 0, in the form in which the service writes its pages. */
export function pageOf<Item>(
	items: readonly Item[],
	number: number,
	size: number,
	form: Writes['pages'],
): PageAnswer<Item> {
	const page = makePage(items, number, size);
	switch (form) {
		case 'unnumbered':
			return { content: page.content };
		case 'repeated':
			return { content: items.slice(0, size) };
		case 'stuck':
			return { ...sliceOf(makePage(items, 0, size)), last: false };
		case 'null':
			return { ...page, content: page.content.length === 0 ? null : page.content };
		default:
			return page;
	}
}

/** A page that does not count what is on the others. */
export function sliceOf<Item>(page: PageAnswer<Item>) {
	return { ...page, totalElements: undefined, totalPages: undefined };
}

function makePage<Item>(items: readonly Item[], number: number, size: number): Page<Item> {
	const totalPages = Math.ceil(items.length / size);
	return {
		content: items.slice(number * size, (number + 1) * size),
		totalElements: items.length,
		totalPages,
		size,
		number,
		first: number === 0,
		last: number + 1 >= totalPages,
	};
}
