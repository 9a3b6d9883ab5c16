/** The median of several measurements, with the smallest and the largest. */
export interface Spread {
	median: number;
	min: number;
	max: number;
}

export function spreadOf(values: readonly number[]): Spread {
	const sorted = values.toSorted((a, b) => a - b);
	const middle = (sorted.length - 1) / 2;
	const median = (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
	return { median, min: sorted[0]!, max: sorted.at(-1)! };
}

/** True if everything is done once and briefly, to see that it works. What comes out is no result. */
export const QUICK = process.argv.includes('--quick');

/** Returns how many of something are measured. */
export function many(count: number): number {
	return QUICK ? Math.ceil(count / 10) : count;
}

/** The measurement of each contender in each round. */
type Rounds<Name extends string> = Record<Name, number[]>;

/**
 * Measures contenders in turn, round by round, so that whatever else the machine does affects them alike. The first
 * round is a warm-up and does not count. The order is reversed in every other round.
 * @param contenders each returns its measurement
 */
export async function alternate<Name extends string>(
	rounds: number,
	contenders: Record<Name, () => Promise<number>>,
): Promise<Rounds<Name>> {
	const names = Object.keys(contenders) as Name[];
	const reached = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Rounds<Name>;
	for (let round = QUICK ? rounds : 0; round <= rounds; round++) {
		for (const name of round % 2 === 0 ? names : names.toReversed()) {
			const value = await contenders[name]();
			if (round > 0) reached[name].push(value);
		}
	}
	return reached;
}

/** Divides `above` by `below`, compared within each round. */
export function ratioOf(above: readonly number[], below: readonly number[]): Spread {
	return spreadOf(above.map((value, round) => value / below[round]!));
}
