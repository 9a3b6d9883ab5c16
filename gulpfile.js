const { execFileSync } = require('node:child_process');
const { mkdir, readdir, readFile, rm, writeFile } = require('node:fs/promises');
const { basename, dirname, join, posix } = require('node:path');
const { finished } = require('node:stream/promises');
const esbuild = require('esbuild');
const { dest, series, src, watch } = require('gulp');
const { n8n } = require('./package.json');
const importText = require('./scripts/importText');

// `npm run dev` builds into the package that its n8n has loaded.
const OUTPUT = process.env.BUILD_OUTPUT ?? 'dist';
const BUNDLE = 'bundle.js';

const clean = () => rm(OUTPUT, { recursive: true, force: true });

async function typeCheck() {
	execFileSync('npm', ['run', '--silent', 'typecheck'], { stdio: 'inherit', shell: process.platform === 'win32' });
}

/**
 * Bundles what n8n loads: libraries go in, but for n8n-workflow, zod and Luxon, which n8n has loaded already. As n8n loads
 * all entries, they are one file, of which each entry passes on its class. Names and lines stay, and a comment names the source file
 * of each part, because people read a package before they trust it with payments.
 */
async function bundle() {
	const entries = [...n8n.credentials, ...n8n.nodes].map((path) => path.replace(/^dist\//, '').replace(/\.js$/, ''));
	const { metafile } = await esbuild.build({
		stdin: {
			contents: ["import './scripts/n8nLibraries';", ...entries.map((entry) => `export * from './${entry}';`)].join(
				'\n',
			),
			resolveDir: __dirname,
		},
		outfile: join(OUTPUT, BUNDLE),
		bundle: true,
		platform: 'node',
		target: 'node20',
		format: 'cjs',
		charset: 'utf8',
		// They are in THIRD-PARTY-LICENSES.txt.
		legalComments: 'none',
		external: ['n8n-workflow', 'zod/v4', 'luxon'],
		alias: { 'node:zlib': './scripts/zlib.js' },
		plugins: [importText.plugin],
		metafile: true,
	});
	await Promise.all([...entries.map(writeEntry), writeLicenses(Object.keys(metafile.inputs))]);
}

async function writeEntry(entry) {
	const [name] = basename(entry).split('.');
	const path = join(OUTPUT, `${entry}.js`);
	await mkdir(dirname(path), { recursive: true });
	await writeFile(path, `exports.${name} = require('${posix.relative(dirname(entry), BUNDLE)}').${name};\n`);
}

/** The licences of the bundled libraries ask to be passed on with them. */
async function writeLicenses(inputs) {
	const libraries = new Set(
		inputs.flatMap((path) => path.match(/(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1] ?? []),
	);
	const texts = [...libraries].sort().map(async (name) => {
		const folder = join('node_modules', name);
		const license = (await readdir(folder)).find((file) => /^licen[cs]e/i.test(file));
		return `${name}\n\n${await readFile(join(folder, license), 'utf8')}`;
	});
	await writeFile(join(OUTPUT, 'THIRD-PARTY-LICENSES.txt'), (await Promise.all(texts)).join('\n\n----\n\n'));
}

/** Icons, codex files and output schemas lie next to the compiled nodes. gulp walks all of its `cwd`, so that is not the root, where n8n is installed. */
const copyAssets = () => Promise.all(['credentials', 'nodes'].map(copyAssetsOf));

const copyAssetsOf = (folder) =>
	finished(
		src(['**/*.{svg,node.json}', '**/__schema__/**/*.json'], { cwd: folder, encoding: false }).pipe(
			dest(join(OUTPUT, folder)),
		),
	);

/** Leaves the last good build in place, and goes on watching, where the code has a mistake; esbuild says which. */
async function bundleSafely() {
	const start = Date.now();
	await bundle().then(
		() => console.log(`Rebuilt in ${Date.now() - start} ms`),
		() => console.log('Not rebuilt'),
	);
}

exports.clean = clean;
// The bundle last: its age tells whether all of it is as old as the sources.
exports.bundle = series(copyAssets, bundle);
// Checked first, so that a mistake leaves the last good build in place.
exports.build = series(typeCheck, clean, exports.bundle);
exports.watch = () => watch('{checkout,credentials,gateway,nodes}/**', series(bundleSafely, copyAssets));
exports.default = exports.build;
