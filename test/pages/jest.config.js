const base = require('../../jest.config.js');

/** @type {import('jest').Config} */
module.exports = {
	...base,
	rootDir: '../..',
	testMatch: ['<rootDir>/test/pages/**/*.test.ts'],
	maxWorkers: 1,
	testTimeout: 120_000,
};
