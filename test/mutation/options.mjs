/** The least score of a group, in percent. */
export const LEAST = 95;

/**
 * Options of StrykerJS for one part of the package, or for one group of its files: StrykerJS loads every listed test that
 * imports a mutated file for each of its mutants, so short lists save most of the time.
 * @param {object} part
 * @param {string} part.name what the part's results are called
 * @param {Record<string, { mutate: string[], tests: string[] }>} part.groups by name, the files that are mutated, and the
 * tests that each mutant is tried against
 */
export function optionsFor({ name, groups }) {
	const group = process.env.MUTATION_GROUP;
	const chosen = group === undefined ? Object.values(groups) : [groups[group]];
	const tests = chosen.flatMap((one) => one.tests);
	const results = resultsOf(name, group);
	return {
		mutate: chosen.flatMap((one) => one.mutate),
		testRunner: 'jest',
		jest: {
			projectType: 'custom',
			configFile: 'test/mutation/jest.config.js',
			config: { testMatch: tests.map((path) => `<rootDir>/${path}`) },
		},
		coverageAnalysis: 'perTest',
		// A mutant in code that runs once, while its file is loaded, would need every test.
		ignoreStatic: true,
		concurrency: 2,
		// Jest leaks memory with each run in one process, and soon collects garbage most of the time.
		maxTestRunnerReuse: 30,
		timeoutMS: 10_000,
		tempDirName: '.stryker-tmp',
		// Files that no unit test reads need not be copied.
		ignorePatterns: [
			...['dist', 'dev', 'docs/*', '!docs/payment-page.md', 'examples'],
			'test/{compat,e2e,engine,system}',
		],
		reporters: ['json', 'clear-text', 'progress'],
		// For `stryker run test/mutation/<part>.mjs --incremental`, which tries again only what has changed.
		incrementalFile: results.replace('.json', '-incremental.json'),
		jsonReporter: { fileName: results },
		clearTextReporter: { allowColor: false, reportTests: false, reportScoreTable: true },
		// Groups are judged by the report.
		thresholds: { high: 100, low: LEAST, break: null },
	};
}

/** The file with the results of a part, or of a group of its files. */
export function resultsOf(name, group) {
	return `coverage/mutation-${[name, group].filter(Boolean).join('-')}.json`;
}
