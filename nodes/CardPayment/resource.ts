import { updateDisplayOptions, type INodeProperties, type INodePropertyOptions } from 'n8n-workflow';

import { shownTo } from './agent';
import type { AnyOperation } from './refusing';

/** A resource of the node: what the editor shows of it, and its operations by their values. */
interface Resource {
	option: INodePropertyOptions;
	operations: ReadonlyMap<unknown, AnyOperation>;
	properties: INodeProperties[];
}

/**
 * Puts a resource together.
 * @param operations in alphabetical order, as the editor lists them
 * @param first the operation that is chosen first
 */
export function resource(
	name: string,
	value: string,
	operations: readonly AnyOperation[],
	first: AnyOperation,
): Resource {
	const ofResource = { resource: [value] };
	const { value: chosenFirst } = first.option;
	return {
		option: { name, value, ...shownTo(value) },
		operations: new Map(operations.map((operation) => [operation.option.value, operation])),
		properties: [
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				options: operations.map(({ option }) => ({ ...option, ...shownTo(value, String(option.value)) })),
				default: chosenFirst,
				displayOptions: { show: ofResource },
			},
			...operations.flatMap(({ option, fields }) =>
				updateDisplayOptions({ show: { ...ofResource, operation: [String(option.value)] } }, fields),
			),
		],
	};
}
