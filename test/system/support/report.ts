import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * One line: what was looked at, what it must be ("any", "some", "at most 5", or a value), and what it was. A list stands for how many it
 * has, and names them where there should be none.
 */
export type Row = [what: string, wanted: string, found: string | number | readonly unknown[]];

/** The folder of the reports. They are no part of the repository, because each run writes others. */
const FOLDER = resolve(process.env.REPORTS ?? join(__dirname, '../../reports'));

const countIn = ([, , found]: Row) => (typeof found === 'object' ? found.length : found);

/** Returns the rows that are not as they must be. */
export function wrongIn(rows: readonly Row[]): Row[] {
	return rows.filter((row) => !isAsItMustBe(row));
}

function isAsItMustBe(row: Row): boolean {
	const [, wanted] = row;
	const count = countIn(row);
	if (wanted === 'any') return true;
	if (wanted === 'some') return Number(count) > 0;
	const [, most] = /^at most (\d+)$/.exec(wanted) ?? [];
	return most === undefined ? String(count) === wanted : Number(count) <= Number(most);
}

/** The outcome of trials. */
export class Report {
	private readonly trials = new Map<string, Row[]>();

	/**
	 * @param name of its file
	 * @param head what stands above its tables
	 */
	constructor(
		private readonly name: string,
		private readonly head: string,
	) {}

	/** Adds a trial before it begins, and its rows when it has ended: one that never ends is seen. */
	add(title: string, rows: Row[] = []): void {
		this.trials.set(title, rows);
	}

	/** Prints the report, and writes it down. */
	publish(): void {
		const parts = [...this.trials].map(
			([title, rows]) => `## ${title}\n\n${rows.length > 0 ? tableOf(rows) : UNENDED}\n`,
		);
		const text = `${this.head}\n\nCommit ${commit()}.\n\n${parts.join('\n')}`;
		console.log(text);
		mkdirSync(FOLDER, { recursive: true });
		writeFileSync(join(FOLDER, `${this.name}.md`), text);
	}
}

const UNENDED = 'This trial did not run, or did not end.';

/** Of what was tried, with "-dirty" where files were changed since. */
function commit(): string {
	const args = ['--no-optional-locks', 'describe', '--always', '--dirty', '--exclude', '*'];
	return spawnSync('git', args, { cwd: __dirname, encoding: 'utf8' }).stdout?.trim() || 'unknown';
}

function tableOf(rows: Row[]): string {
	const wrong = new Set(wrongIn(rows));
	const cells = rows.map((row) => [row[0], row[1], `${countIn(row)}${wrong.has(row) ? ' **wrong**' : ''}`]);
	const table = [['', 'must be', 'is'], ...cells];
	const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]!.length)));
	const line = (row: string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
	const [head, ...body] = table.map(line);
	return [head, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...body].join('\n');
}
