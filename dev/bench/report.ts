import { ratioOf, spreadOf, type Spread } from './alternate';

/** One line of the results. */
export interface Line {
	name: string;
	job: string;
	ours: string;
	/** The comparison: a peer, or a limit. */
	other: string;
	ratio: string;
	goal: string;
	met: boolean;
}

/** A line's subject. */
export type Heading = Pick<Line, 'name' | 'job'>;

/** The ratio to a peer that each job is to reach. */
const LEAST = 1.5;

/** Compares rates measured in turn: the ratio is our rate divided by the peer's. */
export function compareRates(heading: Heading, ours: readonly number[], peer: readonly number[]): Line {
	const ratio = ratioOf(ours, peer);
	return {
		...heading,
		ours: `${show(spreadOf(ours))} /s`,
		other: `${show(spreadOf(peer))} /s`,
		ratio: show(ratio, 2),
		goal: `≥ ${LEAST}`,
		met: ratio.median >= LEAST,
	};
}

/** Compares times, in milliseconds, with the longest that they may be: the longest of them counts. */
export function compareWithMost(heading: Heading, times: readonly number[], most: number): Line {
	const time = spreadOf(times);
	return {
		...heading,
		ours: `${show(time)} ms`,
		other: '–',
		ratio: '–',
		goal: `≤ ${most} ms`,
		met: time.max <= most,
	};
}

/** Formats the median, followed by the smallest and the largest value: three digits of each, where there are so many. */
export function show({ median, min, max }: Spread, digits = median < 30 ? 1 : 0): string {
	const [middle, least, most] = [median, min, max].map((value) => value.toFixed(digits));
	return least === most ? middle! : `${middle} (${least}–${most})`;
}

/** Makes a table in Markdown; the first two columns' texts are aligned left, all others right. */
export function table(head: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
	const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
	return [line(head), line(head.map((_, column) => (column < 2 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}
