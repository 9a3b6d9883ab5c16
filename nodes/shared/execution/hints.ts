import type { IExecuteFunctions } from 'n8n-workflow';

import { unknownHint } from '../../../gateway/message';
import type { Outcome } from '../../../gateway/outcome';
import type { Payment } from '../../../gateway/payment';
import type { EditorRuns } from './editorRuns';
import type { ItemOutcome } from './itemOutcome';
import type { Operation } from './operation';

/** Shows what is to be said beside the items, each text once. */
export function showHints(context: IExecuteFunctions, hints: string[]): void {
	for (const message of new Set(hints)) {
		context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
	}
}

/** What the results have to say beside their items. */
export function resultHints<Request>(items: Array<ItemOutcome<Request>>): string[] {
	return items.flatMap((item) => (item.kind === 'done' && item.result.hint ? [item.result.hint] : []));
}

/** Items with an unknown outcome. */
interface Unknown {
	references: string[];
	/** How many there are, and what not to do with them: in a long table nobody would see it. */
	hint: string;
}

export function unknownIn<Request>(
	{ payments }: Operation<Request>,
	items: Array<ItemOutcome<Request>>,
): Unknown | undefined {
	const references = items.filter(isUnknown).map(referenceOf);
	if (!payments || references.length === 0) return undefined;
	return { references, hint: unknownHint(payments, references, items.length) };
}

export function unknownHints<Request>(unknown: Unknown | undefined, editorRuns: EditorRuns<Request>): string[] {
	if (!unknown) return [];
	const { references, hint } = unknown;
	return [references.some((reference) => editorRuns.has(reference)) ? `${hint} ${AGAIN_IN_EDITOR}` : hint];
}

const AGAIN_IN_EDITOR =
	'If you execute this step again, what is unknown is looked up and not sent again; other items are. After a restart of n8n, enter its reference in this node first.';

function isUnknown<Request>(item: ItemOutcome<Request>): boolean {
	if (item.kind === 'failed') return item.isInDoubt;
	return item.kind === 'done' && (item.result.output as { outcome?: Outcome }).outcome === 'unknown';
}

function referenceOf<Request>(item: ItemOutcome<Request>): string {
	if (item.kind !== 'done' || item.reference !== '') return item.reference;
	// A read has none of its own.
	const { transactionReference, reference } = item.result.output as Partial<Payment>;
	return transactionReference ?? reference ?? '';
}

/** What a run in the editor did not send, because an earlier one has. */
export function repeatHints<Request>({ money }: Operation<Request>, { repeated }: EditorRuns<Request>): string[] {
	if (!money || repeated.length === 0) return [];
	return [
		`An earlier run of this step sent ${repeated.join(', ')}, and the outcome was still open. So it was not ${money.words.done} again: the item shows what the service says now. To send another one anyway, enter a ${money.referenceField} of your own.`,
	];
}
