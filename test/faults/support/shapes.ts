import type { Order } from './orders';

/** How an execution is set up. */
export interface Shape {
	items: number;
	atOnce: number;
	continues: boolean;
	ownReferences: boolean;
}

/** Used in turn. */
export const SHAPES: readonly Shape[] = [
	{ items: 25, atOnce: 1, continues: true, ownReferences: true },
	{ items: 100, atOnce: 20, continues: false, ownReferences: false },
	{ items: 75, atOnce: 5, continues: true, ownReferences: false },
	{ items: 100, atOnce: 50, continues: false, ownReferences: true },
	{ items: 75, atOnce: 10, continues: true, ownReferences: true },
	{ items: 50, atOnce: 5, continues: false, ownReferences: false },
];

/** For orders that were sent before: their references must be the same, and what the service refuses stops nothing. */
export const REPEATING = SHAPES.filter(({ continues, ownReferences }) => continues && ownReferences);

/** The orders of one execution. */
export interface Batch {
	shape: Shape;
	orders: readonly Order[];
}

/** @param round another one gives the same orders to other shapes */
export function inBatches(orders: readonly Order[], round: number, shapes: readonly Shape[]): Batch[] {
	const batches: Batch[] = [];
	for (let at = 0; at < orders.length;) {
		const shape = shapes[(batches.length + round) % shapes.length]!;
		batches.push({ shape, orders: orders.slice(at, at + shape.items) });
		at += shape.items;
	}
	return batches;
}
