const { execFileSync } = require('node:child_process');
const { mkdir, readdir, readFile, rm, writeFile } = require('node:fs/promises');
const { dirname, join } = require('node:path');
const esbuild = require('esbuild');
const { dest, series, src } = require('gulp');
const { n8n } = require('./package.json');

const OUTPUT = 'dist';
// Lines that a stack trace can still be shown with.
const FORM = { platform: 'node', target: 'node20', minify: true, lineLimit: 1000 };

const clean = () => rm(OUTPUT, { recursive: true, force: true });

async function typeCheck() {
	execFileSync(process.execPath, [require.resolve('typescript/bin/tsc'), '--noEmit'], { stdio: 'inherit' });
}

/**
 * Bundles what n8n loads: libraries go in, n8n-workflow stays outside. What the entries share is split off, which
 * esbuild does for ES modules only; a second pass makes CommonJS of them. It is minified, as a quarter of the package was
 * names and spaces.
 */
async function bundle() {
	const entries = [...n8n.credentials, ...n8n.nodes].map((path) => path.replace(/^dist\//, '').replace(/\.js$/, ''));
	const { outputFiles, metafile } = await esbuild.build({
		entryPoints: entries.map((entry) => ({ in: `${entry}.ts`, out: entry })),
		outdir: OUTPUT,
		bundle: true,
		splitting: true,
		format: 'esm',
		...FORM,
		external: ['n8n-workflow'],
		alias: { 'node:zlib': './scripts/zlib.js' },
		chunkNames: 'shared/[hash]',
		metafile: true,
		write: false,
	});
	for (const { path, text } of outputFiles) {
		const { code } = await esbuild.transform(text, { format: 'cjs', ...FORM });
		await mkdir(dirname(path), { recursive: true });
		await writeFile(path, code);
	}
	await writeLicenses(Object.keys(metafile.inputs));
}

/** The licences of the bundled libraries ask to be passed on with them. */
async function writeLicenses(inputs) {
	const libraries = new Set(inputs.flatMap((path) => path.match(/^node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1] ?? []));
	const texts = [...libraries].sort().map(async (name) => {
		const folder = join('node_modules', name);
		const license = (await readdir(folder)).find((file) => /^licen[cs]e/i.test(file));
		return `${name}\n\n${await readFile(join(folder, license), 'utf8')}`;
	});
	await writeFile(join(OUTPUT, 'THIRD-PARTY-LICENSES.txt'), (await Promise.all(texts)).join('\n\n----\n\n'));
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
