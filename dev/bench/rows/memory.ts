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

/**
 * Row o: a list of 10,000 payments, a hundred pages of the transaction history, against one of 5,000. Twice as many take twice the
 * time and the memory where a page costs the same, however many came before it.
 */
export async function list(service: Service): Promise<Line[]> {
	const grown: Record<string, Growth[]> = { half: [], whole: [] };
	const measure = (name: 'half' | 'whole', payments: number) => async () => {
		const growth = await growthOf('list', service.url, payments);
		grown[name]!.push(growth);
		return growth.time;
	};
	const { half, whole } = await alternate(ROUNDS, { half: measure('half', 5000), whole: measure('whole', 10_000) });
	const of = (name: string, figure: 'peak' | 'left') =>
		grown[name]!.slice(1).map((growth) => growth[figure] / MEGABYTE);
	const twice = (work: string, [ours, peer]: [number[], number[]], unit: string): Line => ({
		...line(work, [ours, peer], 2.5),
		...{ row: 'o', ours: `${show(spreadOf(ours))} ${unit}`, peer: `${show(spreadOf(peer))} ${unit}` },
	});
	return [
		twice('list of 10,000 payments, against one of 5,000: time', [whole, half], 'ms'),
		twice('the same: memory left after a collection', [of('whole', 'left'), of('half', 'left')], 'MB'),
		twice('the same: peak growth of memory', [of('whole', 'peak'), of('half', 'peak')], 'MB'),
	];
}

async function growthOf(which: string, url: string, count = 10_000): Promise<Growth> {
	const script = join(__dirname, '..', 'measureMemory.ts');
	const args = ['--expose-gc', ...process.execArgv, script, which, url, String(count)];
	const { stdout } = await promisify(execFile)(process.execPath, args);
	return JSON.parse(stdout) as Growth;
}
