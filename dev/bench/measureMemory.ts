/**
 * Runs a node over items in n8n's engine, in a process of its own, and prints how far its memory grew at the peak, in
 * bytes. Arguments: `verify`, `sequential` or `set`, and the URL of the service.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { Engine, type INodeJson } from '../engine';
import { contenders, payments } from './contenders';
import { KEYS } from './service';

const BASE_NODES = join(__dirname, '..', 'playground', 'node_modules', 'n8n-nodes-base');
const ITEMS = 10_000;

async function main([which, url]: string[]): Promise<void> {
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
				assignments: [{ id: '1', name: 'transactionReference', value: '={{ $json.order }}', type: 'string' }],
			},
			options: {},
		},
	};
	const nodes: Record<string, INodeJson> = {
		verify: { ...contenders(url!).verify(), credentials },
		sequential: { ...contenders(url!).verifySequentially, credentials },
		set,
	};
	const node = nodes[which!]!;
	await growthOf(engine, node, 200);
	console.log(await growthOf(engine, node, ITEMS));
	await engine.stop();
}

/** Measures from the start of the node to its end, so that the engine's work afterwards does not count. */
async function growthOf(engine: Engine, node: INodeJson, count: number): Promise<number> {
	let before = 0;
	let peak = 0;
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
				before = memory('VmRSS');
			},
			onNodeFinish: (name) => {
				if (name === 'Node') peak = memory('VmHWM');
			},
		},
	);
	if (error) throw error;
	return peak - before;
}

function memory(field: 'VmRSS' | 'VmHWM'): number {
	const [, kilobytes] = readFileSync('/proc/self/status', 'utf8').match(new RegExp(`${field}:\\s+(\\d+)`))!;
	return Number(kilobytes) * 1024;
}

void main(process.argv.slice(2));
