const base = require('../../jest.config.js');

/** Unit tests alone: each mutant is tried against them. @type {import('jest').Config} */
module.exports = {
	...base,
	rootDir: '../..',
	testMatch: ['<rootDir>/test/unit/{gateway,shared,cardPayment,trigger,checkout}/**/*.test.ts'],
	reporters: [],
};
