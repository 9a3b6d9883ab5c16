import * as v from 'valibot';

import { InputError, type Problem } from '../protocol/errors';
import { anyObject, finite, isObject, isWebAddress } from './responseFields';

const REQUIRED = 'is required';

/**
 * Text, or a number taken as its digits. Spaces around it are dropped. A number too long to be exact is refused:
 * rounded, a card number can be another valid one.
 */
export const text = v.pipe(
	v.custom<string | number>(
		(value) => typeof value === 'string' || Number.isFinite(value),
		({ input }) => (input === undefined ? REQUIRED : 'must be text or a number'),
	),
	v.check(
		(value) => typeof value === 'string' || Math.abs(value) <= Number.MAX_SAFE_INTEGER,
		'must be given as text: as a number it has lost digits',
	),
	v.transform((value) => String(value).trim()),
);

/** Text that must not be empty. */
export const requiredText = v.pipe(text, v.nonEmpty(REQUIRED));

/**
 * A number, given as such or as text.
 * @param rule what is said where it is none, or less than `least`
 */
export function numberFrom(least: number, rule: string) {
	return v.pipe(text, v.transform(Number), finite(rule), v.minValue(least, rule));
}

/** An absolute http or https address (specification 8.2). */
export const webAddress = v.pipe(
	text,
	v.transform((value) => value.replace(/^https?:/i, (scheme) => scheme.toLowerCase())),
	v.check(isWebAddress, 'must be an address that begins with http:// or https://'),
);

/** An object with these fields. */
export function objectOf<T extends v.ObjectEntries>(fields: T) {
	return v.pipe(anyObject('must be an object'), v.object(fields));
}

/**
 * An object with no other fields than these.
 * @param rule what is said where it is no object
 */
export function closedObject<T extends v.ObjectEntries>(fields: T, rule = 'must be an object') {
	return v.pipe(
		anyObject(rule),
		v.looseObject(fields),
		v.rawCheck(({ dataset, addIssue }) => {
			const others = Object.keys(dataset.value as object).filter((name) => !Object.hasOwn(fields, name));
			if (others.length === 0) return;
			// A key may be anything that a workflow put there, a card number too.
			const names = others.map((name) => (/^[a-z_]{1,40}$/i.test(name) ? `"${name}"` : 'one'));
			addIssue({ message: `has a field that this node does not know: ${names.join(', ')}` });
		}),
	);
}

/**
 * Checks what the user gave against a schema. Empty values count as not given.
 * @param labels what the fields are called in n8n, by their names in the schema; under '' the whole
 * @param section of the specification that has the rules, where it is one that has them
 * @param more rules that are not a single field's; fields may be missing or broken in what they get
 * @throws InputError with every broken rule; it never repeats a value
 */
export function checkInput<T extends v.GenericSchema>(
	schema: T,
	input: unknown,
	labels: Readonly<Record<string, string>>,
	section?: string,
	more: (given: Record<string, unknown>) => Problem[] = () => [],
): v.InferOutput<T> {
	const given = withoutEmpty(input);
	const { success, output, issues = [] } = v.safeParse(schema, given, { message: plainRule });
	const others = isObject(given) ? more(given) : [];
	if (success && others.length === 0) return output;
	const problems = issues.map(({ path = [], message }) => ({ field: labelOf(path, labels), rule: message }));
	throw new InputError([...problems, ...others], section);
}

// What is said where a schema has no words of its own: valibot's would repeat the value.
function plainRule({ input, expected }: v.BaseIssue<unknown>): string {
	return input === undefined ? REQUIRED : `cannot have this value, only ${expected}`;
}

function labelOf(path: ReadonlyArray<{ key: unknown }>, labels: Readonly<Record<string, string>>): string {
	if (path.length === 0) return labels[''] ?? 'The input';
	return path.map(({ key }) => labels[String(key)] ?? String(key)).join(' > ');
}

/**
 * An object that was given as JSON text or as an object.
 * @throws InputError; it never repeats the text
 */
export function readJsonObject(value: unknown, field: string): Record<string, unknown> {
	const object = typeof value === 'string' ? parseJson(value) : value;
	if (isObject(object)) return object;
	throw new InputError([{ field, rule: 'must be a JSON object, such as {"cardNumber": "...", "amount": 1000}' }]);
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
	if (!isObject(input)) return input;
	const given = Object.entries(input)
		.map(([name, value]) => [name, withoutEmpty(value)] as const)
		.filter(([, value]) => value !== undefined && value !== null && !isBlank(value) && !isEmptyObject(value));
	return Object.fromEntries(given);
}

function isBlank(value: unknown): boolean {
	return typeof value === 'string' && value.trim() === '';
}

function isEmptyObject(value: unknown): boolean {
	return isObject(value) && Object.keys(value).length === 0;
}
