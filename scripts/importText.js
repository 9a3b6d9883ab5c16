// Scripts for the browser are TypeScript, and styles are CSS. An import of './browser/page.ts?text' gives the text, bundled.
const { createHash } = require('node:crypto');
const { relative } = require('node:path');
const esbuild = require('esbuild');

const SUFFIX = /\?text$/;

/** Only spaces go: the names stay, because the text is part of a package that people read before they trust it. */
function bundle(path) {
	const { outputFiles } = esbuild.buildSync({
		entryPoints: [path],
		bundle: true,
		write: false,
		minifyWhitespace: true,
		format: 'iife',
		target: 'es2018',
		legalComments: 'none',
	});
	return outputFiles[0].text.trim();
}

/** For the build with esbuild. */
exports.plugin = {
	name: 'import-text',
	setup(build) {
		build.onResolve({ filter: SUFFIX }, async ({ path, resolveDir, kind }) => {
			const found = await build.resolve(path.replace(SUFFIX, ''), { resolveDir, kind });
			// Shown in a comment of the bundle, which is the same wherever it is built.
			return { ...found, path: relative(process.cwd(), found.path), namespace: 'import-text' };
		});
		build.onLoad({ filter: /./, namespace: 'import-text' }, ({ path }) => ({
			contents: bundle(path),
			loader: 'text',
		}));
	},
};

/** For Jest, whose transformer this module is. */
exports.process = (_, path) => ({
	code: `exports.__esModule = true;\nexports.default = ${JSON.stringify(bundle(path))};`,
});

/** The bundle has other files in it, so Jest must not go by the file's own text. */
exports.getCacheKey = (_, path) => createHash('sha256').update(bundle(path)).digest('hex');
