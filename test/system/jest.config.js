const base = require('../../jest.config.js');

/** @type {import('jest').Config} */
module.exports = {
	...base,
	rootDir: '../..',
	testMatch: ['<rootDir>/test/system/**/*.test.ts'],
	// One n8n in queue mode at a time.
	maxWorkers: 1,
};
