import type { IBinaryKeyData, IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { MessageFields } from '../../../gateway/itemMessage';
import { simplified } from '../../../gateway/payment';
import { GatewayError } from '../../../gateway/values/errors';
import type { Result } from '../payments/result';
import { asGatewayError } from '../transport/nodeErrors';
import { otpUrlOf, resumeUrlOf } from './n8nUrls';
import { checkItems, doneBefore, type OperationRun } from './checkItems';
import { referenceHint, stoppedHint, unknownHintOf } from './hints';
import { failedWith, isFailed, isUnfinished, notReached, type Done, type Failed, type Item } from './item';
import { ItemReport } from './itemReport';
import type { Operation } from './operation';
import { openRun, sendItems } from './sendItems';
import { SentRequests, type SentRequest } from './sentRequests';

/**
 * Runs an operation for every input item, in three steps: all items are checked before the first request is sent; then
 * they are sent, in order and with bounded concurrency; then each gets its linked output. An item that an earlier try in
 * this execution has sent is not sent again, whatever its values are now: its result is shown, or looked up.
 *
 * Reads skip the first step: each item is checked when its turn comes, so that n8n evaluates its expressions while the
 * requests of others are under way.
 *
 * With "continue on fail" it never throws, because n8n would then pass the input on, card data included. Without it, the
 * first failure keeps back what has not been sent yet, and the error tells what has become of every item. A reference that was used
 * before keeps nothing back: the other items are sent, and the node fails at the end.
 */
export async function runItems(context: IExecuteFunctions, operation: Operation): Promise<INodeExecutionData[]> {
	const report = new ItemReport(context.getNode(), operation, context.getMode() === 'retry');
	const running = runAll(context, operation, report);
	if (!context.continueOnFail()) return await running;
	// After a mistake in this package or in n8n, nobody knows what was sent.
	return await running.catch((error: unknown) => {
		const item = failedWith(asGatewayError(error), '', true);
		return context.getInputData().map((_, itemIndex) => report.failedItem(item, itemIndex));
	});
}

async function runAll(
	context: IExecuteFunctions,
	operation: Operation,
	report: ItemReport,
): Promise<INodeExecutionData[]> {
	const run = await openRun(context, operation).catch(asGatewayError);
	const sentRequests = new SentRequests(context, operation.paymentKind ?? 'payment');
	const stopsOnFailure = !context.continueOnFail();
	const simplify = run instanceof GatewayError || run.simplify;
	const resumeUrl = resumeUrlOf(context);
	const show = (item: Item) => asShown(item, operation, simplify, resumeUrl);
	const items =
		run instanceof GatewayError
			? context.getInputData().map((_, itemIndex) => show(itemWithoutRun(run, sentRequests.find(itemIndex))))
			: await checkAndSend({ context, operation, run, sentRequests, stopsOnFailure }, report, show);
	if (stopsOnFailure && items.some(isFailed))
		throw report.failure(items, run instanceof GatewayError ? 'checked' : 'sent');
	const hintsOfResults = items.map((item) => (item.kind === 'done' ? item.result.hint : undefined));
	const hints = [
		stoppedHint(items),
		unknownHintOf(operation, items),
		referenceHint(context, operation),
		...hintsOfResults,
	];
	for (const message of new Set(hints)) {
		if (message) context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
	}
	const outputs: INodeExecutionData[] = [];
	for (const [itemIndex, item] of items.entries()) {
		const pairedItem = { item: itemIndex };
		if (item.kind === 'failed') outputs.push(report.failedItem(item, itemIndex));
		else if (isUnfinished(item)) outputs.push(report.failedItem(notReached(item), itemIndex));
		else if (item.kind === 'passedOn') outputs.push({ ...context.getInputData()[itemIndex]!, pairedItem });
		else {
			const { output, files } = item.result;
			const binary = files && (await storeFiles(context, files));
			for (const json of [output].flat()) outputs.push({ json, ...(binary && { binary }), pairedItem });
		}
	}
	return outputs;
}

/** An item of a run that could not begin: what an earlier try has sent is shown, or in doubt where its outcome is not known. */
function itemWithoutRun(error: GatewayError, sent: SentRequest | undefined): Done | Failed {
	return (sent && doneBefore(sent)) ?? failedWith(error, sent?.reference ?? '', sent !== undefined);
}

/**
 * Checks and sends all items.
 * @throws NodeFailure where one breaks a rule, unless the node continues
 */
async function checkAndSend(
	operationRun: OperationRun,
	report: ItemReport,
	show: (item: Item) => Item,
): Promise<Item[]> {
	const { context, operation } = operationRun;
	const checked = checkItems(operationRun);
	if (operationRun.stopsOnFailure && checked.some(isFailed)) throw report.failure(checked, 'checked');
	const items = await sendItems(operationRun, checked, show);
	const unknown = unknownHintOf(operation, items);
	if (unknown) context.logger.warn(`${context.getNode().name}: ${unknown}`);
	return items;
}

/**
 * An item with its result as the node outputs it. With Simplify on, it has the first seven fields and those in `shows`. With Simplify off,
 * it has all fields, and the service's answer under `response` (null where it was lost): there, an `error` does not make n8n run the node again.
 */
export function asShown(item: Item, { shows }: Pick<Operation, 'shows'>, simplify: boolean, resumeUrl: string): Item {
	if (item.kind !== 'done') return item;
	const { output, raw, ...rest } = item.result;
	const responses = [raw ?? null].flat();
	const jsonOf = (fields: IDataObject, at: number): IDataObject => {
		const all = { ...fields };
		if (shows?.includes('otpUrl')) all.otpUrl = otpUrlOf(fields as unknown as MessageFields, resumeUrl);
		if (!simplify) return { ...all, response: responses[at] ?? null };
		return shows ? simplified(all, shows) : all;
	};
	const shown = Array.isArray(output) ? output.map(jsonOf) : jsonOf(output, 0);
	return { ...item, result: { ...rest, output: shown } };
}

/** Stores files where this n8n keeps binary data. */
async function storeFiles(
	{ helpers }: IExecuteFunctions,
	files: NonNullable<Result['files']>,
): Promise<IBinaryKeyData> {
	const stored = Object.entries(files).map(
		async ([property, { content, name, type }]) =>
			[property, await helpers.prepareBinaryData(content, name, type)] as const,
	);
	return Object.fromEntries(await Promise.all(stored));
}
