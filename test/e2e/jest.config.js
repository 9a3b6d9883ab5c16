const base = require('../../jest.config.js');

/** @type {import('jest').Config} */
module.exports = {
	...base,
	rootDir: '../..',
	testMatch: ['<rootDir>/test/e2e/**/*.test.ts'],
	testEnvironment: '<rootDir>/test/e2e/support/environment.js',
	globalSetup: '<rootDir>/test/e2e/support/startN8n.ts',
	globalTeardown: '<rootDir>/test/e2e/support/stopN8n.ts',
	// One n8n serves all files.
	maxWorkers: 1,
	testTimeout: 300_000,
};
