const { execFileSync } = require('node:child_process');
const { readdirSync, statSync } = require('node:fs');
const { join } = require('node:path');

const ROOT = join(__dirname, '..');

/** The folders that the bundle is made of. */
const FOLDERS = ['checkout', 'credentials', 'gateway', 'nodes', 'scripts'];
const FILES = ['gulpfile.js', 'package.json', 'tsconfig.json'];

/**
 * Bundles the package where a source is newer than what was built of it, for whatever reads `dist/`: it would read old code. Types
 * are not checked.
 * @throws where it cannot be bundled
 */
function bundleIfOld() {
	if (!isOld()) return;
	console.log('\ndist/ is older than its sources. It is bundled first.');
	execFileSync('npx', ['gulp', 'bundle', '--silent'], {
		cwd: ROOT,
		stdio: 'inherit',
		shell: process.platform === 'win32',
	});
}

function isOld() {
	const built = changedAt('dist/bundle.js');
	return [...FILES, ...FOLDERS.flatMap(allIn)].some((path) => changedAt(path) > built);
}

/**
 * A folder, whose time tells when a file of it has gone, and all that is in it.
 * @param {string} folder
 */
function allIn(folder) {
	return [folder, ...readdirSync(join(ROOT, folder), { recursive: true }).map((path) => join(folder, String(path)))];
}

/**
 * Returns the time at which a file was last changed, in milliseconds since 1970; 0 where there is none.
 * @param {string} path
 */
function changedAt(path) {
	return statSync(join(ROOT, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

module.exports = { bundleIfOld };
