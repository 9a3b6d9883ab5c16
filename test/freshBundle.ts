import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..');

/** The folders that the bundle is made of. */
const FOLDERS = ['checkout', 'credentials', 'gateway', 'nodes', 'scripts'];
const FILES = ['gulpfile.js', 'package.json', 'tsconfig.json'];

/** A run as Jest describes it. */
export interface JestRun {
	/** The tests asked for: parts of paths; none where all are to run. */
	testPathPatterns: { patterns: readonly string[] };
}

/**
 * Bundles the package where a source is newer than what was built of it, before tests that load `dist/`: they would try old code.
 * Types are not checked.
 * @throws where it cannot be bundled, which ends the run
 */
export default function freshBundle({ testPathPatterns: { patterns } }: JestRun): void {
	const isUnitOnly = patterns.length > 0 && patterns.every((pattern) => /\btest\/unit\b/.test(pattern));
	if (isUnitOnly || !isOld()) return;
	console.log('\ndist/ is older than its sources. It is bundled first.');
	execFileSync('npx', ['gulp', 'bundle', '--silent'], {
		cwd: ROOT,
		stdio: 'inherit',
		shell: process.platform === 'win32',
	});
}

function isOld(): boolean {
	const built = changedAt('dist/bundle.js');
	return [...FILES, ...FOLDERS.flatMap(allIn)].some((path) => changedAt(path) > built);
}

/** A folder, whose time tells when a file of it has gone, and all that is in it. */
function allIn(folder: string): string[] {
	return [folder, ...readdirSync(join(ROOT, folder), { recursive: true }).map((path) => join(folder, String(path)))];
}

/** When a file has changed, in milliseconds since 1970; 0 where there is none. */
function changedAt(path: string): number {
	return statSync(join(ROOT, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
