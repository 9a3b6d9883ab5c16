import type { INodeJson, WorkflowJson } from './workflow-json';

/** A workflow of nodes in a row. */
export function inRow(name: string, nodes: INodeJson[], settings: object = {}): WorkflowJson {
	const links = nodes.slice(1).map((node, index) => [nodes[index]!.name, { main: [to(node.name)] }]);
	return {
		name,
		nodes,
		connections: Object.fromEntries(links) as WorkflowJson['connections'],
		settings: { executionOrder: 'v1', ...settings },
	};
}

/** Connects an output to nodes. */
export function to(...nodes: string[]): Array<{ node: string; type: 'main'; index: number }> {
	return nodes.map((node) => ({ node, type: 'main', index: 0 }));
}
