import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { LEAST, resultsOf } from './options.mjs';

/** The folder of the reports, as in test/system/support/report.ts. */
const FOLDER = process.env.REPORTS ?? 'test/reports';

const DETECTED = ['Killed', 'Timeout'];
const UNDETECTED = ['Survived', 'NoCoverage'];

/**
 * Writes what the mutation tests have found to a report.
 * @param {Array<{ name: string, groups: object }>} parts
 * @returns {string[]} the groups whose score is too low, such as "nodes/signing: 93.3 %"
 */
export function writeReport(parts) {
	const results = parts.flatMap(({ name, groups }) => Object.keys(groups).map((group) => resultOf(name, group)));
	const scores = results.flatMap((group) => [rowOf(`**${group.name}**`, group), ...group.files.map(fileRow)]);
	const survivors = results.flatMap(({ files }) => files).flatMap(({ name, undetected }) => undetected.map(line(name)));
	mkdirSync(FOLDER, { recursive: true });
	writeFileSync(
		join(FOLDER, 'mutation.md'),
		`# Mutation tests

Written by \`npm run mutate\`. StrykerJS changes the code in one place at a time, and the unit tests must notice: at least ${LEAST} % in each group. Code that
runs only once, while its file is loaded, is left out, and so are changes that keep a test file from loading.

| Group, file | Noticed | Not noticed | Score |
|---|---:|---:|---:|
${scores.join('\n')}

## Not noticed

${survivors.join('\n')}
`,
	);
	// A group without a mutant has no score, and is too low as well.
	return results.filter((group) => !(scoreOf(group) >= LEAST)).map((group) => `${group.name}: ${percent(group)}`);
}

function resultOf(part, group) {
	const { files } = JSON.parse(readFileSync(resultsOf(part, group), 'utf8'));
	const ofFiles = Object.entries(files).map(([name, { source, mutants }]) => ({
		name,
		detected: mutants.filter(({ status }) => DETECTED.includes(status)),
		undetected: mutants
			.filter(({ status }) => UNDETECTED.includes(status))
			.map((mutant) => ({ ...mutant, original: textAt(source.split('\n'), mutant.location) })),
	}));
	return {
		name: `${part}/${group}`,
		files: ofFiles,
		detected: ofFiles.flatMap(({ detected }) => detected),
		undetected: ofFiles.flatMap(({ undetected }) => undetected),
	};
}

/** The code that a mutant replaces. Of several lines, the first. */
function textAt(lines, { start, end }) {
	return lines[start.line - 1].slice(start.column - 1, end.line === start.line ? end.column - 1 : undefined);
}

const scoreOf = ({ detected, undetected }) => (100 * detected.length) / (detected.length + undetected.length);

const percent = (result) => `${scoreOf(result).toFixed(1)} %`;

const rowOf = (name, result) =>
	`| ${name} | ${result.detected.length} | ${result.undetected.length} | ${percent(result)} |`;

const fileRow = (file) => rowOf(`\`${file.name}\``, file);

const line =
	(file) =>
	({ location, original, replacement }) =>
		`- \`${file}:${location.start.line}\`: ${code(original)} becomes ${code(replacement)}`;

function code(text) {
	return `\`${text.replaceAll(/\s+/g, ' ').replaceAll('`', "'")}\``;
}
