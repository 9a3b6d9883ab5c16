import type { IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod/v4';

import { InputError } from '../../../gateway/values/errors';
import { checkInput, isObject } from '../../../gateway/values/input';

type Context = Pick<IWebhookFunctions, 'getNodeParameter'>;

/**
 * Reads a trigger's parameters, named as in the schema.
 * @throws InputError naming the field whose value cannot be used
 */
export function readParameters<T extends z.ZodObject>(
	context: Context,
	schema: T,
	labels: Readonly<Record<string, string>>,
): z.output<T> {
	const given = Object.keys(schema.shape).map((name) => [name, readParameter(context, name, labels)]);
	return checkInput(schema, Object.fromEntries(given), labels);
}

// Stored parameters are JSON, so a value can only be missing where an expression returns none, which would turn a check off.
function readParameter(context: Context, name: string, labels: Readonly<Record<string, string>>): unknown {
	const value = valueOf(context, name);
	const written = context.getNodeParameter(name, '', { rawExpressions: true }) as unknown;
	const missing = findMissingField(name, value, choiceOf(written));
	if (missing === undefined) return value;
	const rule = 'has an expression that returns nothing. Write a fixed value: a trigger has no input items.';
	throw new InputError([{ path: [name], field: labels[missing] ?? missing, rule }]);
}

function valueOf(context: Context, name: string): unknown {
	try {
		return choiceOf(context.getNodeParameter(name, ''));
	} catch {
		return undefined;
	}
}

/** Reads what is chosen in a list or entered as a code. n8n's own option for it fails for fields that are not shown. */
function choiceOf(value: unknown): unknown {
	return isObject(value) && value.__rl === true ? value.value : value;
}

/** Finds the field whose expression returns nothing: this one, or one within it. */
function findMissingField(name: string, value: unknown, written: unknown): string | undefined {
	const isExpression = typeof written === 'string' && written.startsWith('=');
	const isBlank = typeof value === 'string' && value.trim() === '';
	if (value === undefined || value === null || (isBlank && isExpression)) return name;
	if (!isObject(value)) return undefined;
	const within = isObject(written) ? written : {};
	return Object.entries(value)
		.map(([field, given]) => findMissingField(field, given, within[field]))
		.find((missing) => missing !== undefined);
}
