import { updateDisplayOptions, type INodeProperties, type INodePropertyOptions } from 'n8n-workflow';

import type { Operation, RunOnceOperation } from '../../shared/execution/operation';

type AnyOperation = Operation | RunOnceOperation;

/** A resource of the node: what the editor shows of it, and its operations by their values. */
interface Resource {
	option: INodePropertyOptions;
	operations: ReadonlyMap<unknown, AnyOperation>;
	properties: INodeProperties[];
}

interface Parts {
	option: INodePropertyOptions;
	/** In alphabetical order, as the editor lists them. */
	operations: readonly AnyOperation[];
	/** The operation that is chosen first. */
	defaultOperation: AnyOperation;
}

/** Puts a resource together. */
export function resource({ option, operations, defaultOperation }: Parts): Resource {
	const { value: first } = defaultOperation.option;
	const ofResource = { resource: [String(option.value)] };
	return {
		option,
		operations: new Map(operations.map((operation) => [operation.option.value, operation])),
		properties: [
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				options: operations.map((operation) => operation.option),
				default: first,
				displayOptions: { show: ofResource },
			},
			...operations.flatMap(({ option: { value }, fields }) =>
				updateDisplayOptions({ show: { ...ofResource, operation: [String(value)] } }, fields),
			),
		],
	};
}
