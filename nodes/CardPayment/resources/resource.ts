import { updateDisplayOptions, type INodeProperties, type INodePropertyOptions } from 'n8n-workflow';

import type { Operation } from '../../shared/execution/operation';

/** A resource of the node: what the editor shows of it, and its operations by their values. */
export interface Resource {
	option: INodePropertyOptions;
	operations: ReadonlyMap<unknown, Operation>;
	properties: INodeProperties[];
}

/**
 * Puts a resource together.
 * @param choices its operations as the editor lists them, in alphabetical order
 */
export function resource(
	option: INodePropertyOptions,
	choices: ReadonlyArray<INodePropertyOptions & { operation: Operation }>,
	defaultOperation: string,
): Resource {
	const ofResource = { show: { resource: [option.value as string] } };
	return {
		option,
		operations: new Map(choices.map(({ value, operation }) => [value, operation])),
		properties: [
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				options: choices.map(({ operation: _, ...choice }) => choice),
				default: defaultOperation,
				displayOptions: ofResource,
			},
			...choices.flatMap(({ value, operation }) =>
				updateDisplayOptions({ show: { ...ofResource.show, operation: [value as string] } }, operation.description),
			),
		],
	};
}
