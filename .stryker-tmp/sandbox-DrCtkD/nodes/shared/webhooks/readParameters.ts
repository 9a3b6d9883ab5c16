// @ts-nocheck
import type { IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod/v4';

import { InputError } from '../../../gateway/protocol/errors';
import { checkInput } from '../../../gateway/schema/input';
import { isObject } from '../../../gateway/schema/responseFields';

type Context = Pick<IWebhookFunctions, 'getNodeParameter'>;

/** A number with a lower bound. */
export const atLeast = (least: number) => z.number('must be a number').min(least, `must be at least ${least}`);

/**
 * Reads a trigger's parameters, named as in the schema.
 * @throws InputError naming the field whose value cannot be used
 */
export function readParameters<T extends z.ZodType>(
	context: Context,
	names: readonly string[],
	schema: T,
	labels: Readonly<Record<string, string>>,
): z.output<T> {
	const given = names.map((name) => [name, readParameter(context, name, labels)]);
	return checkInput(schema, Object.fromEntries(given), labels);
}

// An expression without a value would count as a setting left empty, and so turn a filter off.
function readParameter(context: Context, name: string, labels: Readonly<Record<string, string>>): unknown {
	const value = evaluate(context, name);
	if (value === undefined || value === null) throw nothingIn(name, labels);
	// Stored parameters are JSON, so an undefined value can only come from an expression.
	const inside = isObject(value) && Object.keys(value).find((key) => value[key] === undefined);
	if (inside) throw nothingIn(inside, labels);
	return value;
}

function nothingIn(name: string, labels: Readonly<Record<string, string>>): InputError {
	const rule = 'has an expression that gives nothing: no item comes into a trigger';
	return new InputError([{ path: [name], field: labels[name] ?? name, rule }]);
}

function evaluate(context: Context, name: string): unknown {
	try {
		return context.getNodeParameter(name, '');
	} catch {
		return undefined;
	}
}
