import { createHash } from 'node:crypto';

/** Another seed brings other faults. What a fault hits is chosen by name, so the order of requests does not matter. */
const SEED = process.env.FAULT_SEED ?? '20261121';

/** For reports. */
export const SEED_NOTE = `Seed ${SEED}. Another one is set by \`FAULT_SEED\`.`;

/** A number from 0 up to 1 that belongs to a name: the same in every run with the same seed. */
export function chance(...name: Array<string | number>): number {
	return (
		createHash('sha256')
			.update(JSON.stringify([SEED, ...name]))
			.digest()
			.readUInt32BE(0) /
		2 ** 32
	);
}

/** One of several things, by their weights. */
export function choose<T extends string>(weights: Readonly<Record<T, number>>, ...name: Array<string | number>): T {
	const entries = Object.entries(weights) as Array<[T, number]>;
	let left = chance(...name) * entries.reduce((sum, [, weight]) => sum + weight, 0);
	return entries.find(([, weight]) => (left -= weight) < 0)![0];
}

/** A list in another order. */
export function shuffled<T>(list: readonly T[], name: string): T[] {
	return list
		.map((entry, index) => ({ entry, at: chance(name, index) }))
		.sort((a, b) => a.at - b.at)
		.map(({ entry }) => entry);
}
