import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

// One expression and nothing around it, as the editor makes it of a field that is dragged into a parameter.
const LONE_EXPRESSION = /^=\{\{((?:(?!\{\{|\}\}).)*)\}\}$/s;

/** A node's text parameters that are expressions, as one expression: n8n takes about as long for it as for one of them. */
export interface CombinedExpression {
	names: string[];
	/** An array of their names and values. */
	code: string;
}

/** Undefined where there is nothing to combine. */
export function combineExpressions(
	context: IExecuteFunctions,
	description: readonly INodeProperties[],
): CombinedExpression | undefined {
	const texts = new Set(description.filter(({ type }) => type === 'string').map(({ name }) => name));
	const found = [...texts].flatMap((name) => {
		const raw: unknown = context.getNodeParameter(name, 0, '', { rawExpressions: true });
		const code = typeof raw === 'string' ? LONE_EXPRESSION.exec(raw)?.[1] : undefined;
		return code === undefined ? [] : [{ name, code }];
	});
	// Each on lines of its own, so that a comment in it ends there.
	const entries = found.map(({ name, code }) => `['${name}', (\n${code}\n)]`);
	return found.length > 1 ? { names: found.map(({ name }) => name), code: `{{ [${entries.join(', ')}] }}` } : undefined;
}

/**
 * What n8n makes of a combined expression for an item: the values that are plain. All others are left out, and everything when
 * one of them fails or is not an expression by itself: each has to be read by its own parameter then.
 */
export function evaluateCombined(
	context: IExecuteFunctions,
	{ names, code }: CombinedExpression,
	itemIndex: number,
): ReadonlyMap<string, unknown> {
	try {
		const entries = context.evaluateExpression(code, itemIndex) as unknown as Array<[string, unknown]>;
		const isWhole =
			entries.length === names.length &&
			entries.every((entry, index) => entry.length === 2 && entry[0] === names[index]);
		return new Map(isWhole ? entries.filter(([, value]) => isPlain(value)) : []);
	} catch {
		return new Map();
	}
}

function isPlain(value: unknown): boolean {
	return ['string', 'number', 'boolean'].includes(typeof value);
}
