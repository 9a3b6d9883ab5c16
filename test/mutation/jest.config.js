const base = require('../../jest.config.js');

// Each mutant repeats the tests, and those with examples notice most.
process.env.PROPERTY_RUNS = '10';

/** The tests of one part, which its options add. @type {import('jest').Config} */
module.exports = {
	...base,
	rootDir: '../..',
	// So that Jest finds which tests import a file.
	roots: ['<rootDir>/credentials', '<rootDir>/gateway', '<rootDir>/nodes', '<rootDir>/test'],
	testEnvironment: 'node',
	// None of them loads dist/.
	globalSetup: null,
	setupFiles: ['<rootDir>/test/mutation/zod.js'],
	maxWorkers: 1,
	// A mutant that leaves a test waiting is noticed then, and not when StrykerJS ends the process and starts another one.
	testTimeout: 5_000,
	reporters: [],
};
