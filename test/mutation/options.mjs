/**
 * Options of StrykerJS for one part of the package.
 * @param {object} part
 * @param {string} part.name what the part's results are called
 * @param {string[]} part.mutate the files that are mutated
 * @param {string[]} part.tests the tests that each mutant is tried against
 * @param {number} part.threshold the least score, in percent
 */
export function optionsFor({ name, mutate, tests, threshold }) {
	return {
		mutate,
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
		// What no unit test imports need not be copied.
		ignorePatterns: ['dist', 'dev', 'docs', 'examples', 'test/{compat,e2e,engine,faults,queue}'],
		reporters: ['json', 'clear-text', 'progress'],
		// For `stryker run test/mutation/<part>.mjs --incremental`, which tries again only what has changed.
		incrementalFile: `coverage/mutation-${name}-incremental.json`,
		jsonReporter: { fileName: `coverage/mutation-${name}.json` },
		clearTextReporter: { allowColor: false, reportTests: false, reportScoreTable: true },
		thresholds: { high: 100, low: threshold, break: threshold },
	};
}
