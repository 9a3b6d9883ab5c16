const { availableParallelism } = require('node:os');

// These packages ship ES modules only; Jest runs CommonJS, so they are transformed as well.
const esmOnly = ['p-limit', 'yocto-queue', 'jwt-decode'];

// n8n loads its library of expressions into a new isolate for each execution. This setting of n8n keeps the compiled code.
process.env.N8N_EXPRESSION_ENGINE_COMPILE_CACHE = 'true';

// Now and then Node never ends while it takes n8n's isolates apart. A process that has nothing left to do ends before that.
process.once('beforeExit', process.exit);

/** @type {import('jest').Config} */
module.exports = {
	// Elsewhere lies n8n, which Jest need not look through.
	roots: ['<rootDir>/test'],
	testMatch: ['<rootDir>/test/{unit,engine}/**/*.test.ts'],
	globalSetup: '<rootDir>/test/freshBundle.ts',
	// Types are checked by `tsc`, once for everything.
	transform: {
		'/pages/(browser/\\w+\\.ts|styles/\\w+\\.css)$': '<rootDir>/scripts/importText.js',
		'\\.[jt]s$': ['ts-jest', { tsconfig: 'test/tsconfig.json', diagnostics: false }],
	},
	// Scripts and styles for the browser are imported as text.
	moduleNameMapper: { '^(.+)\\?text$': '$1' },
	transformIgnorePatterns: [`/node_modules/(?!(${esmOnly.join('|')})/)`, '<rootDir>/dist/'],
	reporters: ['default', '<rootDir>/test/closingLine.js'],
	// Ends what hangs. A busy computer is no reason to fail.
	testTimeout: 60_000,
	// Two for each core, because a test spends half of its time waiting for answers.
	maxWorkers: 2 * availableParallelism(),
	// In milliseconds. A worker that is done gives back up to two gigabytes first. One that still waits after that time has a leak.
	workerGracefulExitTimeout: 30_000,
};
