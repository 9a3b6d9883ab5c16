import type { Order } from './orders';

/** The source of the references: the list itself, or an expression that gives another one with each try. */
export type References = 'own' | 'changing';

/** The settings of an execution. */
export interface Shape {
	items: number;
	atOnce: number;
	continues: boolean;
	references: References;
}

/** Used in turn. */
export const SHAPES: readonly Shape[] = [
	{ items: 25, atOnce: 1, continues: true, references: 'own' },
	{ items: 100, atOnce: 20, continues: false, references: 'own' },
	{ items: 75, atOnce: 5, continues: true, references: 'own' },
	{ items: 100, atOnce: 50, continues: false, references: 'own' },
	{ items: 75, atOnce: 10, continues: true, references: 'own' },
	{ items: 75, atOnce: 10, continues: false, references: 'changing' },
	{ items: 50, atOnce: 5, continues: false, references: 'own' },
];

/** For orders that were sent before: their references must be the same, and what the service refuses stops nothing. */
export const REPEATING = SHAPES.filter(({ continues, references }) => continues && references === 'own');

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
