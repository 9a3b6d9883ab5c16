import { z } from 'zod/v4';

import type { Labels } from './values/input';

/**
 * A field of an operation: its label, how the editor shows it, and its rule. What is read of a node follows from such rows, so nobody
 * can forget a field in one of three places. The names are n8n's.
 */
export interface Field<Rule extends z.ZodType = z.ZodType> {
	/** The field's name for people, in the editor and in messages. */
	displayName: string;
	type: 'string' | 'number' | 'boolean' | 'options' | 'multiOptions' | 'collection' | 'dateTime';
	default: unknown;
	description?: string;
	placeholder?: string;
	required?: boolean;
	noDataExpression?: boolean;
	typeOptions?: object;
	/** The choices of a list. */
	options?: ReadonlyArray<{ name: string; value: string | number; description?: string }>;
	/** The conditions under which it is shown. */
	displayOptions?: object;
	/** A hint for n8n's AI builder; an older n8n ignores it. */
	builderHint?: { propertyHint: string };
	/** The rule for its value. */
	rule: Rule;
	/**
	 * True if an expression that gives nothing is refused, and not taken for an empty field: where the service would choose something about
	 * money then.
	 */
	mustGive?: true;
	/** The fields of a collection. */
	fields?: Fields;
}

/** Fields by their names, in the order in which the editor shows them. */
export type Fields = Readonly<Record<string, Field>>;

/** The rules of fields, for a schema. */
type RulesOf<T extends Fields> = { [Name in keyof T]: T[Name]['rule'] };

/** A field for text. */
export const TEXT = { type: 'string', default: '' } as const;

/** A field for text that nobody should read on the screen. */
export const SECRET = { ...TEXT, typeOptions: { password: true } } as const;

/** Returns the rules of fields, by their names. */
export function rulesOf<T extends Fields>(fields: T): RulesOf<T> {
	return Object.fromEntries(Object.entries(fields).map(([name, { rule }]) => [name, rule])) as RulesOf<T>;
}

/** The rules for the values of fields, and the fields' labels. */
interface RulesAndLabels {
	schema: z.ZodObject;
	labels: Labels;
}

// Made once for each table, because zod takes as long to make a schema as everything else takes that is done for a read.
const checks = new WeakMap<Fields, RulesAndLabels>();

/** Returns the schema and the labels with which the values of fields are checked. */
export function rulesAndLabelsOf(fields: Fields): RulesAndLabels {
	const known = checks.get(fields) ?? { schema: z.object(rulesOf(fields)), labels: labelsOf(fields) };
	checks.set(fields, known);
	return known;
}

/** Returns the labels of fields by their names, those within collections as well. */
export function labelsOf(fields: Fields): Labels {
	return Object.entries(fields).reduce<Labels>(
		(labels, [name, { displayName, fields: within = {} }]) => ({
			...labels,
			[name]: displayName,
			...labelsOf(within),
		}),
		{},
	);
}
