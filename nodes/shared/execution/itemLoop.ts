import type { IBinaryKeyData, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { InputError } from '../../../gateway/protocol/errors';
import type { Result } from '../payments/result';
import { asGatewayError } from '../transport/nodeErrors';
import { AutomaticReference } from './automaticReference';
import { combineExpressions } from './combinedExpression';
import { isFailed, ItemReport, type ItemOutcome } from './itemReport';
import type { Operation } from './operation';
import { Parameters } from './parameters';
import { sendItems } from './sendItems';
import { SentRequests } from './sentRequests';

/**
 * Runs an operation for every input item, in three steps: all items are checked before the first request is sent; then
 * they are sent, in order and with bounded concurrency; then each gets its linked output.
 *
 * With "continue on fail" it never throws, because n8n would then pass the input on, card data included. Without it, the
 * first failure keeps back what has not been sent yet, and the error tells what has become of every item.
 */
export async function runItems<Request>(
	context: IExecuteFunctions,
	operation: Operation<Request>,
): Promise<INodeExecutionData[]> {
	const throwsOnFailure = !context.continueOnFail();
	const report = new ItemReport(context.getNode(), operation.money);
	const sentRequests = new SentRequests(context);

	const checked = refuseRepeatedReferences(checkItems(context, operation), operation);
	if (throwsOnFailure && checked.some(isFailed)) throw report.refused(checked);

	const items = await sendItems(context, operation, sentRequests, checked);
	if (throwsOnFailure && items.some(isFailed)) throw report.stopped(items);

	// A stopped execution can be retried, and must then know what it has sent.
	if (!context.getExecutionCancelSignal()?.aborted) sentRequests.clear();
	showHints(context, items);
	const simplify = context.getNodeParameter('simplify', 0, true) as boolean;
	const outputs = items.map(async (item, itemIndex) => {
		if (item.kind === 'failed') return report.failedItem(item, itemIndex);
		if (item.kind === 'ready') return [];
		return report.output(item, simplify, itemIndex, await storeFiles(context, item.result));
	});
	return (await Promise.all(outputs)).flat();
}

function checkItems<Request>(context: IExecuteFunctions, operation: Operation<Request>): Array<ItemOutcome<Request>> {
	const { fields } = operation;
	const automaticReference = new AutomaticReference(context);
	const combined = combineExpressions(context, fields);
	return context.getInputData().map((_, itemIndex) => {
		const parameters = new Parameters(context, itemIndex, fields, combined);
		try {
			return { kind: 'ready', request: operation.prepare(parameters, automaticReference) };
		} catch (error) {
			return { kind: 'failed', error: asGatewayError(error) };
		}
	});
}

// A reference is unique (specification 8.3), so two items with the same one are a mistake in the workflow.
function refuseRepeatedReferences<Request>(
	items: Array<ItemOutcome<Request>>,
	{ money }: Operation<Request>,
): Array<ItemOutcome<Request>> {
	if (!money) return items;
	const firstWith = new Map<string, number>();
	return items.map((item, itemIndex) => {
		if (item.kind !== 'ready') return item;
		const reference = money.reference(item.request);
		const first = firstWith.get(reference) ?? itemIndex;
		firstWith.set(reference, first);
		if (first === itemIndex) return item;
		const rule = `is the same as that of item ${first}; each item needs its own`;
		return { kind: 'failed', error: new InputError([{ path: ['reference'], field: money.referenceField, rule }]) };
	});
}

/** Shows what the results have to say beside their items, each text once. */
function showHints<Request>(context: IExecuteFunctions, items: Array<ItemOutcome<Request>>): void {
	const hints = items.flatMap((item) => (item.kind === 'done' && item.result.hint ? [item.result.hint] : []));
	for (const message of new Set(hints)) {
		context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
	}
}

/** Stores files where this n8n keeps binary data. */
async function storeFiles({ helpers }: IExecuteFunctions, { files }: Result): Promise<IBinaryKeyData | undefined> {
	if (!files) return undefined;
	const stored = Object.entries(files).map(
		async ([property, { content, name, type }]) =>
			[property, await helpers.prepareBinaryData(content, name, type)] as const,
	);
	return Object.fromEntries(await Promise.all(stored));
}
