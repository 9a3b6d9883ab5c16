import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { MoneyCall } from '../../../gateway/sending/call';
import { partsOf } from './expressions';

// Values that make another reference with each try. A field of the item may have any of these names.
const CHANGES: ReadonlyArray<[name: string, form: RegExp]> = [
	['$now', /(?<![\w$.])\$now\b/],
	['$today', /(?<![\w$.])\$today\b/],
	['DateTime.now()', /(?<![\w$.])DateTime\s*\.\s*now\s*\(/],
	// With numbers, these two are a date of their own.
	['DateTime.local()', /(?<![\w$.])DateTime\s*\.\s*local\s*\(\s*[){]/],
	['DateTime.utc()', /(?<![\w$.])DateTime\s*\.\s*utc\s*\(\s*[){]/],
	['new Date()', /(?<![\w$.])new\s+Date\b(?!\s*\(\s*[^\s)])/],
	['Date()', /(?<![\w$.])Date\s*\(\s*\)/],
	['Date.now()', /(?<![\w$.])Date\s*\.\s*now\s*\(/],
	['Math.random()', /(?<![\w$.])Math\s*\.\s*random\s*\(/],
	['randomItem()', /\.\s*randomItem\s*\(/],
	['randomUUID()', /\brandomUUID\s*\(/],
	['$execution.id', /(?<![\w$.])\$execution(?:Id\b|\s*(?:\?\s*)?\.\s*(?:id|resume\w*)\b|\s*(?:\?\.\s*)?\[\s*["'`]id)/],
	['$runIndex', /(?<![\w$.])\$runIndex\b/],
];

/** Warns where the expression makes another reference with each try, so that a payment could be made twice. */
export function referenceHint(
	context: IExecuteFunctions,
	fields: readonly INodeProperties[],
	{ earlier, words: { participle, referenceField } }: MoneyCall,
): string | undefined {
	const field =
		earlier.kind === 'makesPayment' ? fields.find(({ displayName }) => displayName === referenceField) : undefined;
	if (!field) return undefined;
	const parts = partsOf(context.getNodeParameter(field.name, 0, '', { rawExpressions: true }));
	const found = CHANGES.find(([, form]) => parts.some(({ code }) => form.test(code)));
	if (found === undefined) return undefined;
	return `The ${referenceField} contains ${found[0]}, so it can be another one each time this node runs, and the same order could be ${participle} twice. Use the number of the order.`;
}
