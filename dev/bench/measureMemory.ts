/**
 * Runs a node over items in n8n's engine, in a process of its own, and prints as JSON how far its memory grew at the peak, and how
 * much was left after a collection, in bytes, and how long it took. Arguments: `verify`, `sequential`, `set` or `list`, the URL of the
 * service, and how many items or payments there are.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { Engine, type INodeJson } from '../engine';
import { PLAYGROUND_N8N, pathInN8n } from '../n8n';
import { contenders, payments } from './contenders';
import { KEYS } from './service';

const BASE_NODES = pathInN8n(PLAYGROUND_N8N, 'n8n-nodes-base');

async function main([which, url, count]: string[]): Promise<void> {
	const engine = await Engine.start({ besides: [BASE_NODES, join(__dirname, 'sequential')] });
	const { id } = engine.store.add('cardPaymentApi', 'Bench', { baseUrl: url!, ...KEYS });
	const credentials = { cardPaymentApi: { id, name: 'Bench' } };
	const set: INodeJson = {
		name: 'Node',
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: {
			includeOtherFields: true,
			assignments: {
				assignments: [{ id: '1', name: 'transactionReference', value: '={{ $json.transaction }}', type: 'string' }],
			},
			options: {},
		},
	};
	const nodes: Record<string, INodeJson> = {
		verify: { ...contenders(url!).verify(), credentials },
		sequential: { ...contenders(url!).verifySequentially, credentials },
		set,
		list: { ...contenders(url!).listPayments(Number(count)), credentials },
	};
	const node = nodes[which!]!;
	const items = which === 'list' ? 1 : Number(count);
	await growthOf(engine, node, Math.min(items, 200));
	console.log(JSON.stringify(await growthOf(engine, node, items)));
	await engine.stop();
}

/** How far memory grew while a node was running, in bytes. */
export interface Growth {
	/** At the peak, of all memory of the process. */
	peak: number;
	/** After a collection, of what is in use. */
	left: number;
	/** Of the node, in milliseconds. */
	time: number;
}

/** Measures from the start of the node to its end, so that the engine's work afterwards does not count. */
async function growthOf(engine: Engine, node: INodeJson, count: number): Promise<Growth> {
	const growth = { peak: 0, left: 0, time: 0 };
	const { error } = await engine.run(
		{
			name: 'Bench',
			nodes: [{ name: 'Trigger', type: 'n8n-nodes-base.manualTrigger' }, node],
			connections: { Trigger: { main: [[{ node: 'Node', type: 'main', index: 0 }]] } },
		},
		{
			input: payments(count),
			onNodeStart: (name) => {
				if (name !== 'Node') return;
				globalThis.gc!();
				// This makes Linux count the peak anew.
				writeFileSync('/proc/self/clear_refs', '5');
				growth.peak -= memory('VmRSS');
				growth.left -= process.memoryUsage().heapUsed;
				growth.time -= performance.now();
			},
			onNodeFinish: (name) => {
				if (name !== 'Node') return;
				growth.time += performance.now();
				growth.peak += memory('VmHWM');
				globalThis.gc!();
				growth.left += process.memoryUsage().heapUsed;
			},
		},
	);
	if (error) throw error;
	return growth;
}

function memory(field: 'VmRSS' | 'VmHWM'): number {
	const [, kilobytes] = readFileSync('/proc/self/status', 'utf8').match(new RegExp(`${field}:\\s+(\\d+)`))!;
	return Number(kilobytes) * 1024;
}

void main(process.argv.slice(2));
