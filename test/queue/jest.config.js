const base = require('../../jest.config.js');

/** @type {import('jest').Config} */
module.exports = {
	...base,
	rootDir: '../..',
	testMatch: ['<rootDir>/test/queue/**/*.test.ts'],
	// One n8n in queue mode at a time.
	maxWorkers: 1,
	testTimeout: 60_000,
};
