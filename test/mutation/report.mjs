import { readFileSync, writeFileSync } from 'node:fs';

import { resultsOf } from './options.mjs';

const REPORT = 'test/mutation/REPORT.md';
const EQUIVALENTS = 'test/mutation/equivalents.json';

const DETECTED = ['Killed', 'Timeout'];
const UNDETECTED = ['Survived', 'NoCoverage'];

/**
 * Writes what the mutation tests have found to REPORT.md.
 * @param {Array<{ name: string, groups: object, threshold: number }>} parts
 * @returns {string[]} what is wrong: a score that is too low, or a survivor without an explanation
 */
export function writeReport(parts) {
	const equivalents = JSON.parse(readFileSync(EQUIVALENTS, 'utf8'));
	const results = parts.map(scoresOf);
	const survivors = results.flatMap(({ files }) => files.flatMap((file) => file.survivors));
	const explained = survivors.map((survivor) => ({ ...survivor, reason: reasonFor(survivor, equivalents) }));
	writeFileSync(REPORT, textOf(results, explained));
	return [
		...results
			.filter(({ score, least }) => score < least)
			.map(({ name, score, least }) => `${name}: ${score.toFixed(2)} % is less than ${least} %`),
		...explained
			.filter(({ reason }) => reason === undefined)
			.map(({ file, at, original, replacement }) => `not explained: ${file}:${at} ${original} -> ${replacement}`),
		...equivalents
			.filter((one) => !survivors.some((survivor) => isSame(one, survivor)))
			.map(({ file, original, replacement }) => `no survivor: ${file} ${original} -> ${replacement}`),
	];
}

function scoresOf({ name, groups, threshold }) {
	const scores = Object.keys(groups)
		.flatMap((group) => Object.entries(JSON.parse(readFileSync(resultsOf(name, group), 'utf8')).files))
		.map(([file, { source, mutants }]) => fileResults(file, source.split('\n'), mutants))
		.sort((a, b) => a.file.localeCompare(b.file));
	const detected = scores.reduce((sum, file) => sum + file.detected, 0);
	const undetected = scores.reduce((sum, file) => sum + file.survivors.length, 0);
	return { name, files: scores, detected, undetected, score: scoreOf(detected, undetected), least: threshold };
}

function fileResults(file, lines, mutants) {
	const detected = mutants.filter(({ status }) => DETECTED.includes(status)).length;
	const survivors = mutants
		.filter(({ status }) => UNDETECTED.includes(status))
		.map(({ location, replacement }) => ({
			file,
			at: location.start.line,
			line: lines[location.start.line - 1].trim(),
			original: textAt(lines, location),
			replacement,
		}));
	return { file, detected, survivors, score: scoreOf(detected, survivors.length) };
}

/** The code that a mutant replaces. Of several lines, the first. */
function textAt(lines, { start, end }) {
	const line = lines[start.line - 1];
	return line.slice(start.column - 1, end.line === start.line ? end.column - 1 : undefined);
}

function scoreOf(detected, undetected) {
	return (100 * detected) / (detected + undetected);
}

function reasonFor(survivor, equivalents) {
	return equivalents.find((one) => isSame(one, survivor))?.reason;
}

function isSame(one, other) {
	return ['file', 'line', 'original', 'replacement'].every((key) => one[key] === other[key]);
}

function textOf(results, survivors) {
	const scores = results.flatMap(({ name, files, detected, undetected, score }) => [
		...files.map((file) => row(`\`${file.file}\``, file.detected, file.survivors.length, percent(file.score))),
		row(`**${name}**`, detected, undetected, percent(score)),
	]);
	const explanations = survivors.map(({ file, line, original, replacement, reason = 'Not explained' }) =>
		row(`\`${file}\``, code(line), code(original), code(replacement), reason),
	);
	const least = results.map(({ name, least: percentage }) => `${percentage} % in ${name}`).join(' and ');
	return `# Mutation tests

Written by \`npm run mutate\`. StrykerJS changes the code in one place at a time, and the unit tests must notice: at least ${least}. Code that
runs only once, while its file is loaded, is left out, and so are changes that keep a test file from loading.

| File | Noticed | Not noticed | Score |
|---|---:|---:|---:|
${scores.join('\n')}

## Not noticed, and why it makes no difference

| File | Line | Code | Becomes | Why nothing changes |
|---|---|---|---|---|
${explanations.join('\n')}
`;
}

function row(...cells) {
	return `| ${cells.join(' | ')} |`;
}

function percent(score) {
	return `${score.toFixed(1)} %`;
}

function code(text) {
	return `\`${text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('`', "'")}\``;
}
