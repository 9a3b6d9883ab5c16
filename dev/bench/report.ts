import { ratioOf, spreadOf, type Spread } from './alternate';

/** One line of the results. */
export interface Line {
	row: string;
	work: string;
	ours: string;
	peer: string;
	ratio: string;
	target: string;
	/** Undefined where there is no target. */
	met?: boolean;
}

/** Compares rates measured in turn: the ratio is our rate divided by the peer's. */
export function compareRates(
	names: Pick<Line, 'row' | 'work'>,
	ours: readonly number[],
	peer: readonly number[],
	target: number,
	digits = 0,
): Line {
	const ratio = ratioOf(ours, peer);
	return {
		...names,
		ours: `${show(spreadOf(ours), digits)} /s`,
		peer: `${show(spreadOf(peer), digits)} /s`,
		ratio: show(ratio, 2),
		target: `≥ ${target}`,
		met: ratio.median >= target,
	};
}

/** The median, followed by the smallest and the largest value. */
export function show({ median, min, max }: Spread, digits = 0): string {
	const [middle, least, most] = [median, min, max].map((value) => value.toFixed(digits));
	return least === most ? middle! : `${middle} (${least}–${most})`;
}

/** A table in Markdown; the first column's texts are aligned left, all others right. */
export function table(head: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
	const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
	return [line(head), line(head.map((_, column) => (column === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}
