import type { IDataObject, INode, INodeExecutionData, IPinData, IWorkflowBase } from 'n8n-workflow';
import { cloneThroughJson } from './n8n';

/** A node as n8n exports it. Loosely typed, so that an imported JSON file fits. */
export interface INodeJson {
	name: string;
	type: string;
	id?: string;
	typeVersion?: number;
	position?: number[];
	parameters?: object;
	credentials?: Record<string, { id?: string | null; name: string } | undefined>;
	disabled?: boolean;
	onError?: string;
	continueOnFail?: boolean;
	retryOnFail?: boolean;
	maxTries?: number;
	waitBetweenTries?: number;
	alwaysOutputData?: boolean;
	executeOnce?: boolean;
	webhookId?: string;
}

/** A workflow as n8n exports it. */
export interface WorkflowJson {
	name: string;
	nodes: INodeJson[];
	connections: Record<string, object | undefined>;
	id?: string;
	settings?: object;
	pinData?: Record<string, object[] | undefined>;
	staticData?: object | null;
}

/** Makes a copy of the JSON as n8n stores a workflow, with what the editor would have filled in. */
export function toStoredWorkflow(json: WorkflowJson): IWorkflowBase {
	const now = new Date();
	return {
		...cloneThroughJson({
			id: json.id ?? 'EngineWorkflow01',
			name: json.name,
			nodes: json.nodes.map(toNode),
			connections: json.connections as IWorkflowBase['connections'],
			settings: json.settings ?? { executionOrder: 'v1' as const },
			staticData: (json.staticData as IDataObject | null) ?? undefined,
			pinData: toPinData(json.pinData),
		}),
		active: false,
		activeVersionId: null,
		isArchived: false,
		createdAt: now,
		updatedAt: now,
	};
}

function toPinData(pinned: WorkflowJson['pinData'] = {}): IPinData {
	return Object.fromEntries(Object.entries(pinned).map(([name, items]) => [name, toItems(items ?? [])]));
}

/** Makes a node with what the editor would have filled in. */
export function toNode(json: INodeJson, index: number): INode {
	const defaults = { id: `node-${index + 1}`, typeVersion: 1, position: [index * 220, 0], parameters: {} };
	return { ...defaults, ...json } as INode;
}

/** Makes items as n8n stores them; plain objects become their `json`. */
export function toItems(items: readonly object[]): INodeExecutionData[] {
	return cloneThroughJson(
		items.map((item) => ('json' in item ? (item as INodeExecutionData) : { json: item as IDataObject })),
	);
}
