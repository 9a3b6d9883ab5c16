import type { IDataObject, IExecuteFunctions, INodeProperties, NodeParameterValueType } from 'n8n-workflow';

import { InputError } from '../../../gateway/protocol/errors';
import { evaluateCombined, type CombinedExpression } from './combinedExpression';

/** A node's parameters for one item. */
export class Parameters {
	private readonly evaluated: ReturnType<typeof evaluateCombined>;

	/**
	 * @param fields the operation's fields
	 * @param combined the expressions of several text parameters, to be evaluated at once
	 */
	constructor(
		private readonly context: IExecuteFunctions,
		readonly itemIndex: number,
		private readonly fields: readonly INodeProperties[],
		combined?: CombinedExpression,
	) {
		this.evaluated = combined === undefined ? new Map() : evaluateCombined(context, combined, itemIndex);
	}

	/** The item itself, for what an operation can tell from it beside its parameters. */
	get item(): IDataObject {
		return this.context.getInputData()[this.itemIndex]?.json ?? {};
	}

	/**
	 * The value of one parameter, with its expressions evaluated.
	 * @throws InputError when an expression fails. n8n's own error may contain the item's data.
	 */
	get<T = NodeParameterValueType | object>(name: string, fallback?: unknown): T {
		const evaluated = this.evaluated.get(name);
		if (evaluated !== undefined) return evaluated as T;
		try {
			return this.context.getNodeParameter(name, this.itemIndex, fallback, { extractValue: true }) as T;
		} catch {
			return this.cannotEvaluate(name);
		}
	}

	private cannotEvaluate(name: string): never {
		const [parent] = name.split('.');
		const field = this.fields.find((property) => property.name === parent)?.displayName ?? name;
		throw new InputError([
			{
				path: name.split('.'),
				field,
				rule: 'has an expression that cannot be evaluated; open the node and look at its preview',
			},
		]);
	}
}
