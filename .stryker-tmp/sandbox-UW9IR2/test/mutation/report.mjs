// @ts-nocheck
// Writes what the mutation tests have found to REPORT.md, and fails for a survivor that nobody has explained.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const read = (path) => JSON.parse(readFileSync(at(path), 'utf8'));

const DETECTED = new Set(['Killed', 'Timeout']);
const UNDETECTED = new Set(['Survived', 'NoCoverage']);

/** Why a mutant is equivalent: by its file, the line that it changes, and what it puts there. */
const equivalents = read('equivalents.json');
const unexplained = [];
const rows = [];
const explained = [];

for (const part of ['gateway', 'nodes']) {
	const results = `../../coverage/mutation-${part}.json`;
	if (!existsSync(at(results))) continue;
	const { files } = read(results);
	const totals = { detected: 0, undetected: 0 };
	for (const [file, { source, mutants }] of Object.entries(files).sort()) {
		const lines = source.split('\n');
		const survivors = mutants.filter(({ status }) => UNDETECTED.has(status));
		const detected = mutants.filter(({ status }) => DETECTED.has(status)).length;
		totals.detected += detected;
		totals.undetected += survivors.length;
		rows.push(rowOf(file, detected, survivors.length));
		for (const { location, replacement, mutatorName } of survivors) {
			const line = lines[location.start.line - 1].trim();
			const known = equivalents.find(
				(one) => one.file === file && one.line === line && one.replacement === replacement,
			);
			if (known) explained.push(`| \`${file}\` | ${code(line)} | ${code(replacement)} | ${known.reason} |`);
			else unexplained.push(`${file}:${location.start.line} ${mutatorName}: ${line} -> ${replacement}`);
		}
	}
	rows.push(rowOf(`**${part}**`, totals.detected, totals.undetected));
}

writeFileSync(
	at('REPORT.md'),
	`# Mutation tests

Written by \`npm run mutate\`. StrykerJS changes the code in one place at a time, and the unit tests must notice. Changes of what runs only
once, while a file is loaded, are left out. At least 95 % must be noticed in \`gateway/\`, 85 % in the rest.

| File | Noticed | Not noticed | Score |
|---|---:|---:|---:|
${rows.join('\n')}

## Not noticed, and why it makes no difference

| File | Line | Becomes | Why nothing changes |
|---|---|---|---|
${explained.join('\n')}
`,
);

for (const one of unexplained) console.error(`not explained: ${one}`);
process.exitCode = unexplained.length > 0 ? 1 : 0;

function rowOf(name, detected, undetected) {
	const all = detected + undetected;
	return `| ${name} | ${detected} | ${undetected} | ${all ? ((100 * detected) / all).toFixed(1) : '-'} % |`;
}

function code(text) {
	return `\`${text.replaceAll('|', '\\|').replaceAll('`', "'")}\``;
}
