import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { alternate, ratioOf, spreadOf } from '../alternate';
import type { Growth } from '../measureMemory';
import { show, type Line } from '../report';
import type { Service } from '../service';

const ROUNDS = 4;
const MEGABYTE = 1_000_000;

/** Row i: how far memory grows while a node processes 10,000 items, measured in a new process each time. */
export async function memory(service: Service): Promise<Line[]> {
	const left: Record<string, number[]> = {};
	const measure = (which: string) => async () => {
		const growth = await growthOf(which, service.url);
		(left[which] ??= []).push(growth.left / MEGABYTE);
		return growth.peak / MEGABYTE;
	};
	const { verify, sequential } = await alternate(ROUNDS, {
		verify: measure('verify'),
		sequential: measure('sequential'),
		set: measure('set'),
	});
	// The first round is a warm-up.
	const [ofVerify, ofSet] = [left.verify!.slice(1), left.set!.slice(1)];
	return [
		line('memory left after a collection, 10,000 items through Verify, against Set', [ofVerify, ofSet], 1.5),
		line('peak growth of memory, the same, against sequential nodes', [verify, sequential], 1),
	];
}

function line(work: string, [ours, peer]: [number[], number[]], most: number): Line {
	const ratio = ratioOf(ours, peer);
	return {
		row: 'i',
		work,
		ours: `${show(spreadOf(ours))} MB`,
		peer: `${show(spreadOf(peer))} MB`,
		ratio: show(ratio, 2),
		target: `≤ ${most}`,
		met: ratio.median <= most,
	};
}

async function growthOf(which: string, url: string): Promise<Growth> {
	const script = join(__dirname, '..', 'measureMemory.ts');
	const args = ['--expose-gc', ...process.execArgv, script, which, url];
	const { stdout } = await promisify(execFile)(process.execPath, args);
	return JSON.parse(stdout) as Growth;
}
