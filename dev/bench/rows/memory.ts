import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { alternate, ratioOf, spreadOf } from '../alternate';
import { show, type Line } from '../report';
import type { Service } from '../service';

const ROUNDS = 4;
const MEGABYTE = 1_000_000;
const MOST = 1.3;

/** Row i: how far memory grows while a node processes 10,000 items, measured in a new process each time. */
export async function memory(service: Service): Promise<Line[]> {
	const { verify, sequential, set } = await alternate(ROUNDS, {
		verify: async () => await growthOf('verify', service.url),
		sequential: async () => await growthOf('sequential', service.url),
		set: async () => await growthOf('set', service.url),
	});
	const line = (work: string, peer: number[]): Line => ({
		row: 'i',
		work,
		ours: `${show(spreadOf(verify))} MB`,
		peer: `${show(spreadOf(peer))} MB`,
		ratio: show(ratioOf(verify, peer), 2),
		target: '–',
	});
	return [
		{
			...line('peak growth of memory, 10,000 items through Verify, against Set', set),
			target: `≤ ${MOST}`,
			met: ratioOf(verify, set).median <= MOST,
		},
		line('the same, against sequential nodes, which send requests too', sequential),
	];
}

async function growthOf(which: 'verify' | 'sequential' | 'set', url: string): Promise<number> {
	const script = join(__dirname, '..', 'measureMemory.ts');
	const args = ['--expose-gc', ...process.execArgv, script, which, url];
	const { stdout } = await promisify(execFile)(process.execPath, args);
	return Number(stdout) / MEGABYTE;
}
