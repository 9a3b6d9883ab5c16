import type { IGetNodeParameterOptions, IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod/v4';

import { InputError } from '../../../gateway/values/errors';
import { checkInput, isNothing } from '../../../gateway/values/input';
import { isObject } from '../../../gateway/values/responseFields';

type Context = Pick<IWebhookFunctions, 'getNodeParameter'>;

/** A number with a lower bound. */
export const atLeast = (least: number) =>
	z.number('is not a number. Write one.').min(least, `is too small. Write ${least} or more.`);

/** A field of the editor, or an entry of a list, which has no label. */
interface Field {
	name: string;
	displayName?: string;
	options?: readonly Field[];
	values?: readonly Field[];
}

/** What the editor calls fields, by their names, such as "Shop URL" for `returnUrl`; those within collections as well. */
export function labelsOf(fields: readonly Field[]): Readonly<Record<string, string>> {
	return fields.reduce<Record<string, string>>(
		(labels, { name, displayName, options = [], values = [] }) => ({
			...labels,
			...(displayName !== undefined && { [name]: displayName }),
			...labelsOf([...options, ...values]),
		}),
		{},
	);
}

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
	const value = chosen(evaluate(context, name));
	const raw = chosen(evaluate(context, name, { rawExpressions: true }));
	// Stored parameters are JSON, so an undefined value can only come from an expression. Blank text may be a field left empty.
	if (value === undefined || value === null || (isNothing(value) && isExpression(raw))) throw nothingIn(name, labels);
	const isMissing = (key: string, found: unknown) =>
		found === undefined || (isNothing(found) && isObject(raw) && isExpression(raw[key]));
	const inside = isObject(value) && Object.keys(value).find((key) => isMissing(key, value[key]));
	if (inside) throw nothingIn(inside, labels);
	return value;
}

/** What is chosen in a list or given as a code. n8n's own way to it fails for fields that are not shown. */
function chosen(value: unknown): unknown {
	return isObject(value) && value.__rl === true ? value.value : value;
}

function isExpression(raw: unknown): boolean {
	return typeof raw === 'string' && raw.startsWith('=');
}

function nothingIn(name: string, labels: Readonly<Record<string, string>>): InputError {
	const rule = 'has an expression that returns nothing. Write a fixed value: a trigger has no input items.';
	return new InputError([{ path: [name], field: labels[name] ?? name, rule }]);
}

function evaluate(context: Context, name: string, options?: IGetNodeParameterOptions): unknown {
	try {
		return context.getNodeParameter(name, '', options);
	} catch {
		return undefined;
	}
}
