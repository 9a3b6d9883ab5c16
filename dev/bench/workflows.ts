import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { WorkflowJson } from '../engine';

/** The node of a workflow that returns the list; what is pinned to it stands for a database or a spreadsheet. */
export const LIST = 'List';

/** The address that the files have in place of the service's. */
const PLACEHOLDER = 'https://service.example';

/**
 * Reads a workflow as its file has it, for a service at `url`.
 * @param file its path, such as `peers/charges`
 * @param credentialIds by the credentials' types
 */
export function readWorkflow(file: string, url: string, credentialIds: Record<string, string>): WorkflowJson {
	const text = readFileSync(join(__dirname, `${file}.json`), 'utf8').replaceAll(PLACEHOLDER, url);
	const workflow = JSON.parse(text) as WorkflowJson;
	const nodes = workflow.nodes.map((node) => {
		const credentials = Object.entries(node.credentials ?? {}).map(([type, { name } = { name: '' }]) => {
			return [type, { id: credentialIds[type], name }] as const;
		});
		return { ...node, credentials: Object.fromEntries(credentials) };
	});
	return { ...workflow, nodes };
}

/** Makes payments as an earlier node might have returned them. */
export function payments(count: number): Array<Record<string, string | number>> {
	// References are unique (specification 8.3).
	const run = Date.now().toString(36);
	return Array.from({ length: count }, (_, index) => ({
		card: '5060990580000217499',
		month: '03',
		year: '50',
		code: '111',
		amount: 1050,
		currency: 'NGN',
		order: `${run}-${index}`,
		transaction: `T-${run}-${index}`,
		back: 'https://shop.example/paid',
	}));
}
