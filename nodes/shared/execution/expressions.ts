import { ExpressionParser } from 'n8n-workflow';

import { isNothing, text } from '../../../gateway/values/input';

/** A part of a template in double braces. */
interface Part {
	/** With its braces, as n8n evaluates it. */
	expression: string;
	code: string;
	/** True if the template has nothing else, so that the value is what this part returns. */
	isWhole: boolean;
}

/** Says whether a raw value is an expression: n8n stores one as text that begins with an equals sign. */
export function isExpression(raw: unknown): raw is string {
	return typeof raw === 'string' && raw.startsWith('=');
}

/** Finds the parts of a raw value that are in double braces, as n8n does; what is not an expression has none. */
export function partsOf(raw: unknown): Part[] {
	if (!isExpression(raw)) return [];
	const chunks = ExpressionParser.splitExpression(raw.slice(1)).filter(({ text: given }) => given !== '');
	return chunks
		.filter((chunk) => chunk.type === 'code')
		.map((chunk) => ({
			expression: ExpressionParser.joinExpression([chunk]),
			code: chunk.text,
			isWhole: chunks.length === 1,
		}));
}

// The texts that an expression makes of a missing value. Words and numbers may have the short ones inside: Annullierung.
const NO_VALUES = /undefined|\[object Object\]|Invalid Date(?:Time)?|(?<![\p{L}\p{N}])(?:null|NaN)(?![\p{L}\p{N}])/gu;

const TEXT_IN_CODE = /(["'`])(?:\\.|(?!\1)[^\\])*\1/gs;

const GIVE_ONE = 'Give every item a value there, or leave such items out.';

/**
 * Checks what the parts of a template return: where one returns no value, the reference would be the same for every item without one, and
 * the second customer would seem to have paid.
 * @param raw the field, as it is stored
 * @param valueOf returns the value of a part
 * @returns a rule; undefined where every part returns text or a number
 */
export function checkTemplateParts(raw: unknown, valueOf: (part: Part) => unknown): string | undefined {
	const parts = partsOf(raw);
	for (const [index, part] of parts.entries()) {
		const which = parts.length > 1 ? `an expression (${index + 1} of ${parts.length})` : 'an expression';
		const rule = checkPart(part, valueOf(part), which);
		if (rule !== undefined) return rule;
	}
	return undefined;
}

function checkPart(part: Part, value: unknown, which: string): string | undefined {
	const noValue = noValueIn(value, part);
	if (noValue !== undefined) return `has ${which} that gives "${noValue}" for this item. ${GIVE_ONE}`;
	// The value of the whole field has its own check.
	if (part.isWhole) return undefined;
	if (isNothing(value)) return `has ${which} that gives nothing for this item. ${GIVE_ONE}`;
	if (typeof value !== 'string' && !Number.isFinite(value))
		return `has ${which} that gives neither text nor a number for this item. Take one field of the item there, such as its number.`;
	return text.safeParse(value).error?.issues[0]?.message;
}

/** Finds the sign of a missing value in what a part returns, unless it stands in the text of the template itself. */
function noValueIn(value: unknown, { code }: Part): string | undefined {
	if (typeof value !== 'string' && typeof value !== 'number') return undefined;
	const written = code.match(TEXT_IN_CODE) ?? [];
	const signs = String(value).match(NO_VALUES) ?? [];
	return signs.find((sign) => !written.some((literal) => literal.includes(sign)));
}
