import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { alternate, ratioOf, spreadOf } from '../alternate';
import { show, type Line } from '../report';
import type { Service } from '../service';

const ROUNDS = 5;
const MEGABYTE = 1_000_000;
const MOST = 1.3;

/** Row i: how far the memory grows while a node works on 10,000 items, each time in a new process. */
export async function memory(service: Service): Promise<Line[]> {
	const { verify, set } = await alternate(ROUNDS, {
		verify: async () => await growthOf('verify', service.url),
		set: async () => await growthOf('set', service.url),
	});
	const ratio = ratioOf(verify, set);
	return [
		{
			row: 'i',
			work: 'peak growth of memory, 10,000 items through Verify, against Set',
			ours: `${show(spreadOf(verify))} MB`,
			peer: `${show(spreadOf(set))} MB`,
			ratio: show(ratio, 2),
			target: `≤ ${MOST}`,
			met: ratio.median <= MOST,
		},
	];
}

async function growthOf(which: 'verify' | 'set', url: string): Promise<number> {
	const script = join(__dirname, '..', 'measureMemory.ts');
	const args = ['--expose-gc', ...process.execArgv, script, which, url];
	const { stdout } = await promisify(execFile)(process.execPath, args);
	return Number(stdout) / MEGABYTE;
}
