import * as z from 'zod/mini';

import { InputError, type Problem } from './errors';

/**
 * Text, or a number taken as its digits. Spaces around it are dropped. A number too long to be exact is refused:
 * rounded, a card number can be another valid one.
 */
export const text = z.pipe(
	z
		.union([z.string(), z.number()], {
			error: ({ input }) => (input === undefined ? 'is required' : 'must be text or a number'),
		})
		.check(
			z.refine(
				(value) => typeof value === 'string' || Math.abs(value) <= Number.MAX_SAFE_INTEGER,
				'must be given as text: as a number it has lost digits',
			),
		),
	z.transform((value) => String(value).trim()),
);

/** Text that must not be empty. */
export const requiredText = z.pipe(text, z.string().check(z.minLength(1, 'is required')));

/**
 * A number, given as such or as text.
 * @param rule what is said where it is none, or less than `least`
 */
export function numberFrom(least: number, rule: string) {
	return z.pipe(z.pipe(text, z.transform(Number)), z.number(rule).check(z.gte(least, rule)));
}

/** An absolute http or https address (specification 8.2). */
export const webAddress = z.pipe(
	text,
	z.string().check(
		z.refine(
			(value) => /^https?:\/\//i.test(value) && URL.canParse(value),
			'must be an address that begins with http:// or https://',
		),
		z.overwrite((value) => value.replace(/^https?:/i, (scheme) => scheme.toLowerCase())),
	),
);

/**
 * Checks what the user gave against a schema. Empty values count as not given.
 * @param labels what the fields are called in n8n, by their names in the schema; under '' the whole
 * @param section of the specification that has the rules, where it is one that has them
 * @param more rules that are not a single field's; fields may be missing or broken in what they get
 * @throws InputError with every broken rule; it never repeats a value
 */
export function checkInput<T extends z.ZodMiniType>(
	schema: T,
	input: unknown,
	labels: Readonly<Record<string, string>>,
	section?: string,
	more: (given: Record<string, unknown>) => Problem[] = () => [],
): z.output<T> {
	const given = withoutEmpty(input);
	const parsed = schema.safeParse(given);
	const others = typeof given === 'object' && given !== null ? more(given as Record<string, unknown>) : [];
	if (parsed.success && others.length === 0) return parsed.data;
	const issues = parsed.error?.issues ?? [];
	throw new InputError([...issues.map((issue) => problemOf(issue, labels)), ...others], section);
}

function problemOf(issue: z.core.$ZodIssue, labels: Readonly<Record<string, string>>): Problem {
	if (issue.code === 'unrecognized_keys') {
		// A key may be anything that a workflow put there, a card number too.
		const names = issue.keys.map((key) => (/^[a-z_]{1,40}$/i.test(key) ? `"${key}"` : 'one'));
		return {
			field: labelOf(issue.path, labels),
			rule: `has a field that this node does not know: ${names.join(', ')}`,
		};
	}
	return { field: labelOf(issue.path, labels), rule: issue.message };
}

function labelOf(path: readonly PropertyKey[], labels: Readonly<Record<string, string>>): string {
	if (path.length === 0) return labels[''] ?? 'The input';
	return path.map((name) => labels[String(name)] ?? String(name)).join(' > ');
}

/**
 * An object that was given as JSON text or as an object.
 * @throws InputError; it never repeats the text
 */
export function readJsonObject(value: unknown, field: string): Record<string, unknown> {
	const parsed = z.record(z.string(), z.unknown()).safeParse(typeof value === 'string' ? parseJson(value) : value);
	if (!parsed.success)
		throw new InputError([{ field, rule: 'must be a JSON object, such as {"cardNumber": "...", "amount": 1000}' }]);
	return parsed.data;
}

/** What JSON text stands for, or undefined where it is not JSON. */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function withoutEmpty(input: unknown): unknown {
	if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
	const given = Object.entries(input)
		.map(([name, value]) => [name, withoutEmpty(value)] as const)
		.filter(([, value]) => value !== undefined && value !== null && !isBlank(value) && !isEmptyObject(value));
	return Object.fromEntries(given);
}

function isBlank(value: unknown): boolean {
	return typeof value === 'string' && value.trim() === '';
}

function isEmptyObject(value: unknown): boolean {
	return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;
}
