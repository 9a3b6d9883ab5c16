import type { IExecuteFunctions, NodeParameterValueType } from 'n8n-workflow';

import { InputError } from '../../gateway/errors';

/** A node's parameters for one item. */
export class Parameters {
	constructor(
		private readonly context: IExecuteFunctions,
		readonly itemIndex: number,
	) {}

	/**
	 * One parameter, with its expressions evaluated.
	 * @throws InputError when an expression fails. n8n's own error may repeat the item's data.
	 */
	get<T = NodeParameterValueType | object>(name: string, fallback?: unknown): T {
		try {
			return this.context.getNodeParameter(name, this.itemIndex, fallback, { extractValue: true }) as T;
		} catch {
			return cannotEvaluate(name);
		}
	}
}

function cannotEvaluate(name: string): never {
	throw new InputError([
		{
			field: `The parameter "${name}"`,
			rule: 'has an expression that cannot be evaluated; open the node and look at its preview',
		},
	]);
}
