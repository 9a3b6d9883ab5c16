import { wrongIn, type Report, type Row } from './report';

const MINUTE = 60_000;

/** Something that is tried, and looked at afterwards. */
interface Trial {
	run(): Promise<void>;
	/** Returns its outcome. */
	rows(): Row[] | Promise<Row[]>;
	stop(): Promise<void>;
}

interface Way<T> {
	/** In minutes, how long it may take. The usual one takes ten on a slow and busy machine. */
	limit?: number;
	afterwards?: (trial: T) => Promise<void>;
}

/** Makes a trial, reports it, and checks each row. A row that is not as it must be names what is wrong. */
export function tried<T extends Trial>(
	report: Report,
	what: string,
	prepare: () => Promise<T>,
	{ limit = 20, afterwards }: Way<T> = {},
): void {
	report.add(what);
	describe(what, () => {
		let trial: T;
		let rows: Row[];
		beforeAll(async () => {
			trial = await prepare();
			await trial.run();
			await afterwards?.(trial);
			rows = await trial.rows();
			report.add(what, rows);
		}, limit * MINUTE);
		afterAll(async () => await trial?.stop(), MINUTE);

		test('everything is as it must be', () => {
			expect(wrongIn(rows)).toEqual([]);
		});
	});
}
