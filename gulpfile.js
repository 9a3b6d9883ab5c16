const { execFileSync } = require('node:child_process');
const { rm } = require('node:fs/promises');
const { dest, series, src } = require('gulp');
const { build } = require('rolldown');
const { n8n } = require('./package.json');

const OUTPUT = 'dist';

const clean = () => rm(OUTPUT, { recursive: true, force: true });

async function typeCheck() {
	execFileSync(process.execPath, [require.resolve('typescript/bin/tsc'), '--noEmit'], { stdio: 'inherit' });
}

/** Bundles what n8n loads. The libraries go in, n8n-workflow stays outside; what nodes share becomes a chunk. */
async function bundle() {
	const entries = [...n8n.credentials, ...n8n.nodes].map((path) => path.replace(/^dist\//, '').replace(/\.js$/, ''));
	await build({
		input: Object.fromEntries(entries.map((entry) => [entry, `${entry}.ts`])),
		external: ['n8n-workflow', 'crypto'],
		platform: 'node',
		transform: {
			target: 'node20',
			// zod keeps its configuration on the global object, which community nodes may not touch.
			define: { globalThis: 'zodHome' },
		},
		treeshake: true,
		output: {
			dir: OUTPUT,
			format: 'cjs',
			exports: 'named',
			intro: ({ isEntry }) => (isEntry ? '' : 'const zodHome = {};'),
			chunkFileNames: 'shared/[name].js',
			entryFileNames: '[name].js',
			codeSplitting: { groups: [{ name: 'gateway', test: /node_modules|gateway|nodes\/shared/ }] },
		},
		logLevel: 'warn',
	});
}

/** Icons, codex files and output schemas lie next to the compiled nodes. */
const copyAssets = () =>
	src(['{credentials,nodes}/**/*.{svg,node.json}', 'nodes/**/__schema__/**/*.json'], {
		base: '.',
		encoding: false,
	}).pipe(dest(OUTPUT));

exports.clean = clean;
// Checked first, so that a mistake leaves the last good build in place.
exports.build = series(typeCheck, clean, bundle, copyAssets);
exports.default = exports.build;
