// Runs the mutation tests of every part, and writes the report. Fails when a score is too low or a survivor is not explained.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';

import gateway from './gateway.mjs';
import nodes from './nodes.mjs';
import { writeReport } from './report.mjs';

const PARTS = { gateway, nodes };

const failed = Object.entries(PARTS).filter(([name, { jsonReporter }]) => {
	// The report must not take old results for new ones.
	rmSync(jsonReporter.fileName, { force: true });
	const { status } = spawnSync('stryker', ['run', `test/mutation/${name}.mjs`], { stdio: 'inherit' });
	return status !== 0;
});
const problems = writeReport(PARTS);
for (const problem of problems) console.error(problem);
process.exitCode = failed.length + problems.length > 0 ? 1 : 0;
