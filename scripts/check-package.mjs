// Checks what n8n checks before it verifies a community package, on the sources and on the packed tarball, and what we promise of it.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import { buildScanConfig, SOURCE_FILE_PATTERNS } from '@n8n/scan-community-package/scanner/scanner.mjs';
import { bundleIfOld } from './bundleIfOld.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'card-payment-pack-'));
const problems = [];

bundleIfOld();
try {
	const [packed] = JSON.parse(
		execFileSync('npm', ['pack', '--json', '--silent', '--pack-destination', folder], { cwd: root }),
	);
	execFileSync('tar', ['-xzf', join(folder, packed.filename), '-C', folder]);
	const shipped = join(folder, 'package');

	for (const [what, path, patterns] of [
		['sources', root, SOURCE_FILE_PATTERNS],
		['tarball', shipped, ['**/*.js', 'package.json']],
	]) {
		const found = await scan(path, patterns);
		console.log(
			`scan of the ${what}: ${found.length === 0 ? 'zero errors, zero warnings' : `${found.length} problems`}`,
		);
		problems.push(...found);
	}

	const manifest = JSON.parse(readFileSync(join(shipped, 'package.json'), 'utf8'));
	for (const field of ['dependencies', 'optionalDependencies', 'bundleDependencies', 'overrides']) {
		if (manifest[field]) problems.push(`package.json has ${field}`);
	}
	// Empty where the build did not see which libraries it bundled.
	const licenses = readFileSync(join(shipped, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8');
	if (!licenses.includes('Permission is hereby granted'))
		problems.push('The licences of the bundled libraries are missing.');
	const others = packed.files
		.map(({ path }) => path)
		.filter((path) => !/^(dist\/|README\.md$|LICENSE$|package\.json$)/.test(path));
	if (others.length > 0) problems.push(`The tarball holds more than it should: ${others.join(', ')}`);
	console.log(
		`tarball: ${packed.files.length} files, ${(packed.size / 1000).toFixed(1)} kB packed, ${(packed.unpackedSize / 1000).toFixed(1)} kB unpacked`,
	);
} finally {
	rmSync(folder, { recursive: true });
}

/** n8n's own scan, which passes with warnings; here they count. Disables in the code are ignored, as n8n ignores them. */
async function scan(cwd, patterns) {
	const eslint = new ESLint({
		cwd,
		allowInlineConfig: false,
		overrideConfigFile: true,
		overrideConfig: await buildScanConfig(),
	});
	const results = await eslint.lintFiles(patterns);
	return results.flatMap(({ filePath, messages }) =>
		messages.map(({ line, message, ruleId }) => `${relative(cwd, filePath)}:${line} ${message} (${ruleId})`),
	);
}

for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
