import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const ROOT = join(__dirname, '../..');

interface Part {
	name: string;
	groups: Record<string, { mutate: string[]; tests: string[] }>;
}

// Jest runs CommonJS, and these are ES modules.
const print = `
	import { part as gateway } from './test/mutation/gateway.mjs';
	import { part as nodes } from './test/mutation/nodes.mjs';
	console.log(JSON.stringify([gateway, nodes]));
`;
const parts = JSON.parse(
	execFileSync(process.execPath, ['--input-type=module', '--eval', print], { cwd: ROOT, encoding: 'utf8' }),
) as Part[];

/** The paths that a pattern with braces stands for. */
function pathsOf(pattern: string): string[] {
	const [, before, names, after] = /^(.*)\{(.+)\}(.*)$/.exec(pattern) ?? [];
	return names === undefined ? [pattern] : names.split(',').flatMap((name) => pathsOf(`${before}${name}${after}`));
}

/** Says whether a path is a file; one with an asterisk, whether there are such files. */
function isThere(path: string): boolean {
	const [begin = '', end] = basename(path).split('*');
	return readdirSync(join(ROOT, dirname(path))).some((name) =>
		end === undefined ? name === begin : name.startsWith(begin) && name.endsWith(end),
	);
}

const groups = parts.flatMap(({ name, groups }) =>
	Object.entries(groups).map(([group, { mutate, tests }]) => ({ name: `${name}/${group}`, mutate, tests })),
);

test.each(groups)('all files and tests of $name exist', ({ mutate, tests }) => {
	for (const patterns of [mutate, tests]) {
		const paths = patterns.flatMap(pathsOf);
		expect(paths.length).toBeGreaterThan(0);
		expect(paths.filter((path) => !isThere(path))).toEqual([]);
	}
});
