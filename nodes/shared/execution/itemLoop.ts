import type { IBinaryKeyData, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { GatewayError, InputError } from '../../../gateway/protocol/errors';
import type { Settings } from '../../../gateway/protocol/settings';
import type { Result } from '../payments/result';
import { asGatewayError } from '../transport/nodeErrors';
import { AutomaticReference } from './automaticReference';
import { combineExpressions } from './combinedExpression';
import { isFailed, ItemReport, type Failed, type ItemOutcome, type Ready } from './itemReport';
import type { Operation } from './operation';
import { Parameters } from './parameters';
import { openRun, sendItems } from './sendItems';
import { SentRequests } from './sentRequests';

/**
 * Runs an operation for every input item, in three steps: all items are checked before the first request is sent; then
 * they are sent, in order and with bounded concurrency; then each gets its linked output. An item that an earlier try in
 * this execution has sent is not sent again, whatever its values are now: its result is shown, or looked up.
 *
 * With "continue on fail" it never throws, because n8n would then pass the input on, card data included. Without it, the
 * first failure keeps back what has not been sent yet, and the error tells what has become of every item.
 */
export async function runItems<Request>(
	context: IExecuteFunctions,
	operation: Operation<Request>,
): Promise<INodeExecutionData[]> {
	const throwsOnFailure = !context.continueOnFail();
	const sentRequests = new SentRequests<Request>(context, String(operation.option.value));
	const report = new ItemReport(context.getNode(), operation.money, sentRequests);

	const run = await openRun(context, operation).catch(asGatewayError);
	const check =
		run instanceof GatewayError ? () => failedWith(run) : checkWith(context, operation, run.transport.settings);
	const given = checkItems(context, sentRequests, check);
	const checked = refuseRepeatedReferences(refuseMissingReferences(given, operation), operation);
	if (throwsOnFailure && run instanceof GatewayError) throw report.notRun(run, checked);
	if (throwsOnFailure && checked.some(isFailed)) throw report.refused(checked);

	const items = await sendItems({ run, operation, sentRequests, stopsOnFailure: throwsOnFailure }, checked);
	if (throwsOnFailure && items.some(isFailed)) throw report.stopped(items);

	showHints(context, items);
	const simplify = context.getNodeParameter('simplify', 0, true) as boolean;
	const outputs = items.map(async (item, itemIndex) => {
		if (item.kind === 'failed') return report.failedItem(item, itemIndex);
		// The execution was stopped before it was this item's turn.
		if (item.kind !== 'done') return [];
		return report.output(item, simplify, itemIndex, await storeFiles(context, item.result));
	});
	return (await Promise.all(outputs)).flat();
}

/** Checks an item, without sending anything. */
type Check<Request> = (itemIndex: number) => Ready<Request> | Failed;

function checkWith<Request>(
	context: IExecuteFunctions,
	operation: Operation<Request>,
	settings: Settings,
): Check<Request> {
	const { fields, money, unique = money } = operation;
	const automaticReference = new AutomaticReference(context, settings.privateKey || context.getInstanceId());
	const combined = combineExpressions(context, fields);
	return (itemIndex) => {
		try {
			const parameters = new Parameters(context, itemIndex, fields, combined);
			const request = operation.prepare(parameters, automaticReference, settings);
			return { kind: 'ready', reference: unique?.reference(request) ?? '', request };
		} catch (error) {
			return failedWith(asGatewayError(error));
		}
	};
}

function failedWith(error: GatewayError): Failed {
	return { kind: 'failed', reference: '', error, isInDoubt: false };
}

/** Checks the items. Those that an earlier try has sent, or that may have a payment already, are not sent now. */
function checkItems<Request>(
	context: IExecuteFunctions,
	sentRequests: SentRequests<Request>,
	check: Check<Request>,
): Array<ItemOutcome<Request>> {
	return context.getInputData().map((_, itemIndex) => {
		// Also of an item that was sent, because automatic references count the items.
		const now = check(itemIndex);
		const refusal = sentRequests.refusal(itemIndex);
		if (refusal) return { kind: 'failed', ...refusal, isInDoubt: false };
		const sent = sentRequests.find(itemIndex);
		if (!sent) return now;
		const { reference, request, result } = sent;
		if (result) return { kind: 'done', reference, result };
		return { kind: 'sent', reference, request, now: now.kind === 'ready' ? now.request : undefined };
	});
}

// In a list that has references, a row without one is a mistake: with an automatic one it would be paid with each run.
function refuseMissingReferences<Request>(
	items: Array<ItemOutcome<Request>>,
	{ money }: Operation<Request>,
): Array<ItemOutcome<Request>> {
	if (!money) return items;
	const isAutomatic = (item: ItemOutcome<Request>) => item.kind === 'ready' && money.isAutomatic(item.request);
	if (!items.some((item) => item.kind === 'ready' && !isAutomatic(item))) return items;
	const rule = 'is missing in this item; give it one in every item, or in none';
	const error = new InputError([{ path: ['reference'], field: money.referenceField, rule }]);
	return items.map((item) => (isAutomatic(item) ? failedWith(error) : item));
}

// A reference is unique (specification 8.3), so two items with the same one are a mistake in the workflow.
function refuseRepeatedReferences<Request>(
	items: Array<ItemOutcome<Request>>,
	{ money, unique = money }: Operation<Request>,
): Array<ItemOutcome<Request>> {
	if (!unique) return items;
	const wasSent = ({ kind }: ItemOutcome<Request>) => kind === 'sent' || kind === 'done';
	const firstWith = new Map<string, number>();
	items.forEach((item, itemIndex) => wasSent(item) && firstWith.set(item.reference, itemIndex));
	return items.map((item, itemIndex) => {
		if (item.kind !== 'ready') return item;
		const { reference } = item;
		const first = firstWith.get(reference) ?? itemIndex;
		firstWith.set(reference, first);
		if (first === itemIndex) return item;
		const rule = `is the same as that of item ${first}; each item needs its own`;
		const error = new InputError([{ path: ['reference'], field: unique.referenceField, rule }]);
		return failedWith(error);
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
