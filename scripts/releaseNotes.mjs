// Prints what CHANGELOG.md says of a version: `npm run release-notes -- 0.1.0`. Fails when package.json has another version,
// so that a tag with the wrong number publishes nothing.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

const wanted = process.argv[2];
const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
const [, ...sections] = readFileSync(`${root}CHANGELOG.md`, 'utf8').split(/^## /m);
const [heading, ...lines] = sections.find((section) => section.startsWith(`[${wanted}]`))?.split('\n') ?? [];

if (wanted !== version) {
	fail(`The version in package.json is ${version}, not ${wanted}.`);
} else if (!/^\[.+\] - \d{4}-\d{2}-\d{2}$/.test(heading)) {
	fail(`CHANGELOG.md has no section "## [${wanted}] - <date>".`);
} else {
	console.log(lines.join('\n').trim());
}

function fail(message) {
	console.error(message);
	process.exitCode = 1;
}
