import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * One line: what was looked at, what it must be ("any", "some", or a value), and what it was. A list stands for how many it has, and
 * names them where there should be none.
 */
export type Row = [what: string, wanted: string, found: string | number | readonly unknown[]];

/** Where reports are kept. They are no part of the repository, because each run writes others. */
const FOLDER = resolve(process.env.REPORTS ?? join(__dirname, '../../reports'));

const countIn = ([, , found]: Row) => (typeof found === 'object' ? found.length : found);

export function isAsItMustBe(row: Row): boolean {
	const [, wanted] = row;
	if (wanted === 'any') return true;
	return wanted === 'some' ? Number(countIn(row)) > 0 : String(countIn(row)) === wanted;
}

/** The outcome of trials. */
export class Report {
	private readonly trials: Array<{ title: string; rows: Row[] }> = [];

	/**
	 * @param name of its file
	 * @param head what stands above its tables
	 */
	constructor(
		private readonly name: string,
		private readonly head: string,
	) {}

	add(title: string, rows: Row[]): void {
		this.trials.push({ title, rows });
	}

	/** Prints the report, and writes it down. */
	publish(): void {
		const parts = this.trials.map(({ title, rows }) => `## ${title}\n\n${tableOf([['', 'must be', 'is'], ...rows])}\n`);
		const text = `${this.head}\n\n${parts.join('\n')}`;
		console.log(text);
		mkdirSync(FOLDER, { recursive: true });
		writeFileSync(join(FOLDER, `${this.name}.md`), text);
	}
}

function tableOf(rows: Row[]): string {
	const cells = rows.map((row) => [row[0], row[1], String(countIn(row))]);
	const widths = [0, 1, 2].map((column) => Math.max(...cells.map((row) => row[column]!.length)));
	const line = (row: string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
	const [head, ...body] = cells.map(line);
	return [head, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...body].join('\n');
}
