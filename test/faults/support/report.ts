import { writeFileSync } from 'node:fs';

import { SEED } from './chance';

/**
 * One line: what was looked at, what it must be ("any", "some", or a value), and what it was. A list stands for how many it has, and
 * names them where there should be none.
 */
export type Row = [what: string, wanted: string, found: string | number | readonly unknown[]];

const countIn = ([, , found]: Row) => (typeof found === 'object' ? found.length : found);

export function isAsItMustBe(row: Row): boolean {
	const [, wanted] = row;
	if (wanted === 'any') return true;
	return wanted === 'some' ? Number(countIn(row)) > 0 : String(countIn(row)) === wanted;
}

/** What came of the trials. */
export class Report {
	private readonly trials: Array<{ title: string; rows: Row[] }> = [];

	/**
	 * @param file where it is written down
	 * @param head what stands above its tables
	 */
	constructor(
		private readonly file: string,
		private readonly head: string,
	) {}

	/** How many trials there were. */
	get parts(): number {
		return this.trials.length;
	}

	add(title: string, rows: Row[]): void {
		this.trials.push({ title, rows });
	}

	/** Prints the report, and writes it down where the trials were whole. */
	publish(isWhole: boolean): void {
		const text = this.text();
		console.log(text);
		if (isWhole) writeFileSync(this.file, text);
	}

	private text(): string {
		const parts = this.trials.map(({ title, rows }) => `## ${title}\n\n${tableOf([['', 'must be', 'is'], ...rows])}\n`);
		return `${this.head}\n\nSeed ${SEED}. Another one is set by \`FAULT_SEED\`.\n\n${parts.join('\n')}`;
	}
}

function tableOf(rows: Row[]): string {
	const cells = rows.map((row) => [row[0], row[1], String(countIn(row))]);
	const widths = [0, 1, 2].map((column) => Math.max(...cells.map((row) => row[column]!.length)));
	const line = (row: string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
	const [head, ...body] = cells.map(line);
	return [head, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...body].join('\n');
}
