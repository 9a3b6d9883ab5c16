const base = require('../../jest.config.js');

/** @type {import('jest').Config} */
module.exports = {
	...base,
	rootDir: '../..',
	testMatch: ['<rootDir>/test/compat/*.test.ts'],
	reporters: [...base.reporters, '<rootDir>/test/compat/table.js'],
	testTimeout: 120_000,
};
