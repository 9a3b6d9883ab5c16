import { z } from 'zod/v4';

import { InputError, type Problem } from './errors';

const REQUIRED = 'is missing. Give it a value.';

// As a spreadsheet shows a long number.
const SHORTENED = /^\s*[+-]?\d([.,]\d+)?E\+\d+\s*$/i;

const NOT_AN_OBJECT = 'is not an object. Give it fields in braces, such as {"city": "Lagos"}.';

/**
 * Text, or a number taken as its digits. Surrounding spaces are dropped. A number that is too long to be exact is
 * refused: once rounded, a card number can be another valid one. So is one that a spreadsheet has shortened: 2.348E+12.
 */
export const text = z
	.custom<string | number>((value) => typeof value === 'string' || Number.isFinite(value), {
		error: ({ input }) => (input === undefined ? REQUIRED : 'is neither text nor a number. Enter one or the other.'),
	})
	.refine((value) => typeof value === 'string' || Math.abs(value) <= Number.MAX_SAFE_INTEGER, {
		error: 'has lost digits, because it was passed as a number. Pass it as text.',
		abort: true,
	})
	.refine((value) => !SHORTENED.test(String(value)), {
		error: 'has lost digits, because a spreadsheet shortened it. Format its column as text, and enter it again.',
		abort: true,
	})
	.transform((value) => String(value).trim());

/** Text that must not be empty. */
export const requiredText = text.refine((value) => value !== '', REQUIRED);

/** Makes a rule for a value that must be given. @param missing what to do where it is not, a whole sentence */
export function requiredRule<Output, Input>(rule: z.ZodType<Output, Input>, missing: string) {
	const error = `is missing. ${missing}`;
	return z.custom<Input>((value) => value !== undefined, { error, abort: true }).pipe(rule);
}

/**
 * Makes a rule for a number, given as such or as text.
 * @param rule the message for a value that is not a number or is less than `least`
 */
export function numberRule(least: number, rule: string) {
	return text.transform(Number).pipe(z.number(rule).min(least, rule));
}

/**
 * An absolute http or https address (specification 8.2). Its rule aborts, like the rule of every field that a rule over several
 * fields reads: zod leaves out an optional field that is invalid, and that rule would take it for missing.
 */
export const webAddress = text
	.transform((value) => value.replace(/^https?:/i, (scheme) => scheme.toLowerCase()))
	.refine(isWebAddress, { error: 'is not a web address. Begin it with https:// or http://.', abort: true });

/** Makes a rule for an object with these fields. A date or a map is refused here; `z.object` would take it for an object without fields. */
export function objectOf<T extends z.ZodRawShape>(fields: T) {
	return z.custom<Record<string, unknown>>(isObject, NOT_AN_OBJECT).pipe(z.object(fields));
}

/** A list of names and values in which no name is twice. */
export const namedValues = z
	.array(objectOf({ name: requiredText, value: text.default('') }))
	.refine(
		(fields) => new Set(fields.map(({ name }) => name)).size === fields.length,
		'has a name twice. Give each field a name of its own.',
	);

/** The names of fields for people, by their names in a schema, such as "Card Number" for `cardNumber`; under '' the whole. */
export type Labels = Readonly<Record<string, string>>;

/** A rule that a field breaks, by the field's name. */
export type BrokenRule = Pick<Problem, 'path' | 'rule'>;

/** The user's input, as a schema reads it. */
export interface ParsedInput<T> {
	/** Without empty values. Fields may be missing or invalid. */
	fields: Record<string, unknown>;
	/** Undefined where a rule is broken. */
	data: T | undefined;
	brokenRules: BrokenRule[];
}

/** Reads what the user gave against a schema. Empty values count as not given. */
export function readInput<T extends z.ZodType>(schema: T, input: unknown): ParsedInput<z.output<T>> {
	const given = withoutEmpty(input);
	const { data, error } = schema.safeParse(given, { error: plainRule });
	const brokenRules = (error?.issues ?? []).map(({ path, message }) => ({ path: path.map(String), rule: message }));
	return { fields: isObject(given) ? given : {}, data, brokenRules };
}

/**
 * Returns the values read, where no rule is broken.
 * @param labels a field without one is called by its name
 * @param others broken rules that concern several fields
 * @throws InputError with every broken rule; it repeats no value but amounts
 */
export function requireValid<T>(
	{ data, brokenRules }: ParsedInput<T>,
	labels: Labels,
	others: readonly BrokenRule[] = [],
): T {
	const all = [...brokenRules, ...others];
	if (all.length === 0) return data as T;
	throw new InputError(all.map((rule) => ({ ...rule, field: fieldAt(rule.path, labels) })));
}

/** Checks what the user gave against a schema. @throws InputError with every broken rule */
export function checkInput<T extends z.ZodType>(schema: T, input: unknown, labels: Labels): z.output<T> {
	return requireValid(readInput(schema, input), labels);
}

const KINDS: Readonly<Record<string, string>> = {
	string: 'text',
	number: 'a number',
	boolean: 'true or false',
	array: 'a list',
	object: 'an object',
};

/** Returns the message where a schema has none of its own. Zod's messages are not used, because some repeat the value. */
function plainRule(issue: z.core.$ZodRawIssue): string {
	if (issue.input === undefined) return REQUIRED;
	if (issue.code === 'invalid_value') {
		const words = issue.values.map((value) => JSON.stringify(value)).join(', ');
		return `has a value that cannot be used. Give it one of ${words}.`;
	}
	const kind = KINDS[String(issue.expected)];
	return kind ? `has a value of the wrong type. Give it ${kind}.` : 'cannot be used. Correct it.';
}

function fieldAt(path: readonly string[], labels: Labels): string {
	return path.length === 0 ? (labels[''] ?? 'The input') : path.map((name) => labelOf(name, labels)).join(' > ');
}

/** Returns the name for people of a part of the input; entries of a list count from 1. */
function labelOf(name: string, labels: Labels): string {
	return labels[name] ?? (/^\d+$/.test(name) ? String(Number(name) + 1) : name);
}

/** Parses JSON text. Returns undefined where it is not JSON. */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function withoutEmpty(input: unknown): unknown {
	if (!isObject(input)) return input;
	const given = Object.entries(input)
		.map(([name, value]) => [name, withoutEmpty(value)] as const)
		.filter(([, value]) => !isNothing(value) && !isEmptyObject(value));
	return Object.fromEntries(given);
}

/** Says whether a value is undefined, null or blank text. `0` is a value. */
export function isNothing(value: unknown): boolean {
	return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

function isEmptyObject(value: unknown): boolean {
	return isObject(value) && Object.keys(value).length === 0;
}

/** Says whether a value is an object of fields, and not an array, a date or a map. */
export function isObject(value: unknown): value is Record<string, unknown> {
	return Object.prototype.toString.call(value) === '[object Object]';
}

/** Says whether text is an absolute http or https address. */
export function isWebAddress(text: string): boolean {
	return /^https?:\/\//i.test(text) && URL.canParse(text);
}
