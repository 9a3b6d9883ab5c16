// These packages ship ES modules only; Jest runs CommonJS, so they are transformed as well.
const esmOnly = ['p-limit', 'yocto-queue', 'cdigit', 'jwt-decode'];

/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/{unit,engine}/**/*.test.ts'],
	transform: { '^.+\\.[jt]s$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } } }] },
	transformIgnorePatterns: [`/node_modules/(?!(${esmOnly.join('|')})/)`, '<rootDir>/dist/'],
	reporters: ['default', '<rootDir>/test/closingLine.js'],
	testTimeout: 30_000,
};
