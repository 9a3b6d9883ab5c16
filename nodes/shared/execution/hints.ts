import type { IExecuteFunctions } from 'n8n-workflow';

import { unknownHint } from '../../../gateway/itemMessage';
import { isUnfinished, outcomeOf, type Item } from './item';
import type { Operation } from './operation';

/** How many items were not sent any more, because the execution was stopped: in a long table nobody would count them. */
export function stoppedHint(items: Item[]): string | undefined {
	const { length } = items.filter(isUnfinished);
	if (length === 0) return undefined;
	return `${length} of ${items.length} items were not reached, because the execution was stopped.`;
}

/** How many items have an unknown outcome, and what not to do with them: in a long table nobody would see it. */
export function unknownHintOf(operation: Operation, items: Item[]): string | undefined {
	const { paymentKind } = operation;
	const { length } = items.filter(isUnknown);
	// People may still confirm what is waited for.
	return paymentKind && !operation.wait && length > 0 ? unknownHint(paymentKind, length, items.length) : undefined;
}

// What gives another reference with each try.
const CHANGES = ['Date.now', 'new Date', 'toMillis', 'Math.random', '$execution.id', '$runIndex'];

/** A warning where the expression of the reference gives another reference with each try, so that a payment could be made twice. */
export function referenceHint(
	context: IExecuteFunctions,
	{ fields, moneyRules, referenceField }: Operation,
): string | undefined {
	const field = moneyRules?.paymentRules && fields.find(({ displayName }) => displayName === referenceField);
	if (!field) return undefined;
	const raw: unknown = context.getNodeParameter(field.name, 0, '', { rawExpressions: true });
	const found = typeof raw === 'string' && raw.startsWith('=') ? CHANGES.find((part) => raw.includes(part)) : undefined;
	if (found === undefined) return undefined;
	return `The ${referenceField} contains ${found}, so it is another one each time this node runs, and the same order could be ${moneyRules.wording.done} twice. Use the number of the order.`;
}

function isUnknown(item: Item): boolean {
	return item.kind === 'failed' ? item.isInDoubt : item.kind === 'done' && outcomeOf(item) === 'unknown';
}
