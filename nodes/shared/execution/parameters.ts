import type { IDataObject, IExecuteFunctions, INodeProperties, NodeParameterValueType } from 'n8n-workflow';

import type { z } from 'zod/v4';

import { rulesAndLabelsOf, type Fields } from '../../../gateway/fields';
import { InputError } from '../../../gateway/values/errors';
import { checkInput, isNothing, isObject } from '../../../gateway/values/input';
import { checkTemplateParts, isExpression } from './expressions';

/** The parameters by which the service knows a payment: two items that have the same one are one payment. */
const REFERENCES = ['reference', 'requestId', 'transactionReference', 'transferReference', 'filters.reference'];
/** The parameters in which each part of a template has to return something: without it, the address of one order would be another's. */
const TEMPLATES = [...REFERENCES, 'returnUrl'];

/** A node's parameters for one item. */
export class Parameters {
	/** @param fields the operation's fields */
	constructor(
		readonly context: IExecuteFunctions,
		readonly itemIndex: number,
		private readonly fields: readonly INodeProperties[],
	) {}

	/** The item itself, for what an operation reads from it beside its parameters. */
	get item(): IDataObject {
		return this.context.getInputData()[this.itemIndex]?.json ?? {};
	}

	/**
	 * Returns the value of one parameter, with its expressions evaluated.
	 * @throws InputError when an expression fails, or is in a reference or an address and a part of it returns no value
	 */
	get<T = NodeParameterValueType | object>(name: string, fallback?: unknown): T {
		const value = this.evaluate(name, () =>
			this.context.getNodeParameter(name, this.itemIndex, fallback, { extractValue: true }),
		);
		if (TEMPLATES.includes(name)) this.checkTemplate(name, value);
		return value as T;
	}

	/** Checks a template. @throws InputError where a part of it returns no value for this item */
	private checkTemplate(name: string, whole: unknown): void {
		const rule = checkTemplateParts(this.raw(name), ({ expression, isWhole }) =>
			isWhole ? whole : this.evaluate(name, () => this.context.evaluateExpression(expression, this.itemIndex)),
		);
		if (rule !== undefined) throw this.refusal(name, rule);
	}

	/** Evaluates expressions. @throws InputError when one fails: n8n's own error may contain the item's data */
	private evaluate(name: string, getValue: () => unknown): unknown {
		try {
			return getValue();
		} catch {
			const rule =
				'has an expression that cannot be evaluated. Open the node, and check the preview of the expression.';
			throw this.refusal(name, rule);
		}
	}

	/** Returns a parameter as it is stored, with its expressions. A field with a list keeps its value under a mode. */
	private raw(name: string, fallback: unknown = ''): unknown {
		const stored = this.context.getNodeParameter(name, this.itemIndex, fallback, { rawExpressions: true }) as unknown;
		return isObject(stored) && '__rl' in stored ? stored.value : stored;
	}

	/**
	 * Returns the value of a field that has a default. The default is for a field that is literally empty in the node, and never for
	 * an expression that returns nothing: a missing column would silently get, for instance, a new reference with each run.
	 * @returns undefined where the field is literally empty, or is not there
	 * @throws InputError when an expression fails or returns nothing
	 */
	getIfSet<T = NodeParameterValueType>(name: string): T | undefined {
		const raw = this.raw(name);
		// n8n itself takes a null in a stored parameter for a field that is empty.
		if (raw === '' || raw === null) return undefined;
		const value = this.get<T>(name);
		if (!isNothing(value)) return value;
		const rule = 'has no value for this item. Give every item one.';
		throw this.refusal(name, rule);
	}

	/**
	 * Returns the values of fields, as they were entered.
	 * @param collection the collection that has them
	 * @throws InputError when an expression fails, or returns nothing where it must return something
	 */
	getFields(fields: Fields, collection?: string): Record<string, unknown> {
		const values = Object.entries(fields).map(([name, { type, mustGive }]) => {
			const path = collection === undefined ? name : `${collection}.${name}`;
			// n8n has no value for a field that it does not show.
			const value = mustGive ? this.getIfSet(path) : this.get<unknown>(path, type === 'collection' ? {} : '');
			return [name, value];
		});
		return Object.fromEntries(values) as Record<string, unknown>;
	}

	/** Returns the values of fields, as `getFields` does, checked by their rules. @throws InputError with every broken rule */
	checkFields<T extends Fields>(fields: T, collection?: string): { [Name in keyof T]: z.output<T[Name]['rule']> } {
		const { schema, labels } = rulesAndLabelsOf(fields);
		return checkInput(schema, this.getFields(fields, collection), labels) as {
			[Name in keyof T]: z.output<T[Name]['rule']>;
		};
	}

	/**
	 * Returns the value of a field that takes no expression, so that a person has set it, and not the language model of an agent.
	 * @param label what the editor calls the field
	 * @param fallback where the field is not there
	 * @throws InputError when it has an expression
	 */
	getFixedValue<T>(name: string, label: string, fallback: T): T {
		const raw = this.raw(name, fallback);
		if (!hasExpression(raw)) return raw as T;
		const rule = 'has an expression. Write its value instead, so that the agent cannot choose it.';
		throw new InputError([{ path: name.split('.'), field: label, rule }]);
	}

	private refusal(name: string, rule: string): InputError {
		return new InputError([{ path: name.split('.'), field: this.labelOf(name), rule }]);
	}

	private labelOf(path: string): string {
		const [name, option] = path.split('.');
		const field = this.fields.find((property) => property.name === name);
		const properties = (field?.options ?? []) as INodeProperties[];
		return (properties.find((property) => property.name === option) ?? field)?.displayName ?? path;
	}
}

/** Says whether an AI agent runs the node, which then has a type of its own, such as "cardPaymentTool". */
export function isTool(context: Pick<IExecuteFunctions, 'getNode'>): boolean {
	return context.getNode().type.endsWith('Tool');
}

/** Says whether a raw value, or a part of it, is an expression. */
function hasExpression(raw: unknown): boolean {
	if (isExpression(raw)) return true;
	return typeof raw === 'object' && raw !== null && Object.values(raw).some(hasExpression);
}
