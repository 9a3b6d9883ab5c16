// Runs the mutation tests of every part, and writes the report. Fails when the score of a group is too low.
// StrykerJS takes the options: `npm run mutate -- --incremental` tries again only what has changed since the last such run.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';

import { part as gateway } from './gateway.mjs';
import { part as nodes } from './nodes.mjs';
import { resultsOf } from './options.mjs';
import { writeReport } from './report.mjs';

const PARTS = [gateway, nodes];

let failed = false;
for (const { name, groups } of PARTS) {
	for (const group of Object.keys(groups)) {
		// The report must not take old results for new ones.
		rmSync(resultsOf(name, group), { force: true });
		const { status } = spawnSync('stryker', ['run', `test/mutation/${name}.mjs`, ...process.argv.slice(2)], {
			stdio: 'inherit',
			env: { ...process.env, MUTATION_GROUP: group },
		});
		failed ||= status !== 0;
	}
}
const tooLow = writeReport(PARTS);
for (const group of tooLow) console.error(`Too low: ${group}`);
process.exitCode = failed || tooLow.length > 0 ? 1 : 0;
