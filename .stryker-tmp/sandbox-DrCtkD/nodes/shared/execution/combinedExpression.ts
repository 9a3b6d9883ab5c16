// @ts-nocheck
import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

// One expression with nothing around it, as the editor writes it when a field is dragged into a parameter.
const LONE_EXPRESSION = /^=\{\{((?:(?!\{\{|\}\}).)*)\}\}$/s;

/** All text parameters of a node that are expressions, as one expression: n8n evaluates it about as fast as one of them. */
export interface CombinedExpression {
	names: string[];
	/** Evaluates to an array of pairs: the name of a parameter, and its value. */
	code: string;
}

/** @returns undefined when fewer than two parameters are expressions */
export function combineExpressions(
	context: IExecuteFunctions,
	fields: readonly INodeProperties[],
): CombinedExpression | undefined {
	const texts = new Set(fields.filter(({ type }) => type === 'string').map(({ name }) => name));
	const found = [...texts].flatMap((name) => {
		const raw: unknown = context.getNodeParameter(name, 0, '', { rawExpressions: true });
		const code = typeof raw === 'string' ? LONE_EXPRESSION.exec(raw)?.[1] : undefined;
		return code === undefined ? [] : [{ name, code }];
	});
	// Each expression is on lines of its own, so that a comment at its end does not swallow what follows.
	const entries = found.map(({ name, code }) => `['${name}', (\n${code}\n)]`);
	return found.length > 1 ? { names: found.map(({ name }) => name), code: `{{ [${entries.join(', ')}] }}` } : undefined;
}

/**
 * Evaluates a combined expression for an item.
 * @returns the plain values, by the names of their parameters. Other values are left out, and all values when one of the
 * expressions fails or is none by itself; parameters that are left out have to be read one by one.
 */
export function evaluateCombined(
	context: IExecuteFunctions,
	{ names, code }: CombinedExpression,
	itemIndex: number,
): ReadonlyMap<string, unknown> {
	try {
		const entries: unknown = context.evaluateExpression(code, itemIndex);
		return new Map(arePairsOf(names, entries) ? entries.filter(([, value]) => isPlain(value)) : []);
	} catch {
		return new Map();
	}
}

function arePairsOf(names: string[], entries: unknown): entries is Array<[string, unknown]> {
	return (
		Array.isArray(entries) &&
		entries.length === names.length &&
		entries.every((entry: unknown, index) => Array.isArray(entry) && entry.length === 2 && entry[0] === names[index])
	);
}

function isPlain(value: unknown): boolean {
	return ['string', 'number', 'boolean'].includes(typeof value);
}
