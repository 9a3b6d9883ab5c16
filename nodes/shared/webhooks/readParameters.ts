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

// Stored parameters are JSON, so a value can only be missing where an expression gives none, which would turn a check off.
function readParameter(context: Context, name: string, labels: Readonly<Record<string, string>>): unknown {
	const value = valueOf(context, name);
	const written = context.getNodeParameter(name, '', { rawExpressions: true }) as unknown;
	const isBlank = value === '' && typeof written === 'string' && written.startsWith('=');
	const values = [[name, isBlank ? undefined : value], ...(isObject(value) ? Object.entries(value) : [])] as const;
	const [missing] = values.find(([, given]) => given === undefined || given === null) ?? [];
	if (missing === undefined) return value;
	const rule = 'has an expression that returns nothing. Write a fixed value: a trigger has no input items.';
	throw new InputError([{ path: [name], field: labels[missing] ?? missing, rule }]);
}

function valueOf(context: Context, name: string): unknown {
	try {
		const value = context.getNodeParameter(name, '') as unknown;
		// What is chosen in a list or given as a code. n8n's own way to it fails for fields that are not shown.
		return isObject(value) && value.__rl === true ? value.value : value;
	} catch {
		return undefined;
	}
}
