export interface Page<Item> {
	content: Item[];
	totalElements: number;
	totalPages: number;
	size: number;
	/** From 0. */
	number: number;
	first: boolean;
	last: boolean;
}

/** One page of a list, numbered from 0. */
export function pageOf<Item>(items: readonly Item[], number: number, size: number): Page<Item> {
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
