import { execFileSync } from 'node:child_process';
import { rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { pack } from '../../playground/tarball';
import { spreadOf } from '../alternate';
import { show, type Line } from '../report';

const ROUNDS = 9;
const MOST_KILOBYTES = 150;
const MOST_MILLISECONDS = 25;

/** Row j: how large the package is, and how long a new process takes to load it; n8n-workflow is there already, as in n8n. */
export function size(): Line[] {
	const tarball = pack();
	const kilobytes = statSync(tarball).size / 1000;
	rmSync(dirname(tarball), { recursive: true });
	const script = join(__dirname, '..', 'measureLoad.js');
	const times = Array.from({ length: ROUNDS }, () => Number(execFileSync(process.execPath, [script])));
	const load = spreadOf(times);
	return [
		{
			row: 'j',
			work: 'packed size, against Lemon Squeezy',
			ours: `${kilobytes.toFixed(1)} kB`,
			peer: '68.7 kB',
			ratio: '–',
			target: `≤ ${MOST_KILOBYTES} kB`,
			met: kilobytes <= MOST_KILOBYTES,
		},
		{
			row: 'j',
			work: 'loading all nodes and the credential',
			ours: `${show(load, 1)} ms`,
			peer: '–',
			ratio: '–',
			target: `≤ ${MOST_MILLISECONDS} ms`,
			met: load.median <= MOST_MILLISECONDS,
		},
	];
}
