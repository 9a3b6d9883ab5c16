/**
 * Options of StrykerJS for one part of the package.
 * @param {string} name what the part's results are called
 * @param {string[]} mutate the files that are mutated
 * @param {number} threshold the least score, in percent
 */
export function optionsFor(name, mutate, threshold) {
	return {
		mutate,
		testRunner: 'jest',
		jest: { projectType: 'custom', configFile: 'test/mutation/jest.config.js', enableFindRelatedTests: false },
		coverageAnalysis: 'perTest',
		// What runs once, while a file is loaded, would have every test run for each of its mutants.
		ignoreStatic: true,
		concurrency: 2,
		timeoutMS: 10_000,
		tempDirName: '.stryker-tmp',
		ignorePatterns: [
			'dist',
			'dev',
			'docs',
			'examples',
			'test/e2e',
			'test/engine',
			'test/queue',
			'test/faults',
			'test/compat',
		],
		reporters: ['json', 'clear-text', 'progress'],
		jsonReporter: { fileName: `coverage/mutation-${name}.json` },
		clearTextReporter: { allowColor: false, reportTests: false, reportScoreTable: true },
		thresholds: { high: 100, low: threshold, break: threshold },
		allowEmpty: false,
	};
}
