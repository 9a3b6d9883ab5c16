import type { IBinaryKeyData, IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { MessageFields } from '../../../gateway/itemMessage';
import { GatewayError } from '../../../gateway/values/errors';
import type { Result } from '../payments/result';
import { asGatewayError } from '../transport/nodeErrors';
import { otpUrlOf, resumeUrlOf } from './n8nUrls';
import { checkItems, checkWith } from './checkItems';
import { referenceHint, stoppedHint, unknownIn } from './hints';
import { failedWith, isFailed, isOpen, notSent } from './item';
import { ItemReport } from './itemReport';
import type { Operation } from './operation';
import { openRun, sendItems } from './sendItems';
import { SentRequests } from './sentRequests';

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
export async function runItems<Request>(
	context: IExecuteFunctions,
	operation: Operation<Request>,
): Promise<INodeExecutionData[]> {
	const running = runAll(context, operation);
	if (!context.continueOnFail()) return await running;
	return await running.catch((error: unknown) => allInDoubt(context, operation, asGatewayError(error)));
}

/** After a mistake in this package or in n8n, nobody knows what was sent. */
function allInDoubt<Request>(
	context: IExecuteFunctions,
	operation: Operation<Request>,
	error: GatewayError,
): INodeExecutionData[] {
	const report = new ItemReport(context.getNode(), operation);
	const item = { kind: 'failed', reference: '', error, isInDoubt: true } as const;
	return context.getInputData().map((_, itemIndex) => report.failedItem(item, itemIndex));
}

async function runAll<Request>(
	context: IExecuteFunctions,
	operation: Operation<Request>,
): Promise<INodeExecutionData[]> {
	const throwsOnFailure = !context.continueOnFail();
	const run = await openRun(context, operation).catch(asGatewayError);
	const account = run instanceof GatewayError ? undefined : run.transport.account;
	const sentRequests = new SentRequests<Request>(context, operation.payments ?? 'payment');
	const report = new ItemReport(context.getNode(), operation, context.getMode() === 'retry');
	const check =
		run instanceof GatewayError ? () => failedWith(run) : checkWith(context, operation, run.transport.settings);
	const given = checkItems(context, operation, { sentRequests, check, account });
	if (throwsOnFailure && run instanceof GatewayError) throw report.refused(given, run);
	if (throwsOnFailure && given.some(isFailed)) throw report.refused(given);

	const items = await sendItems({ run, operation, check, sentRequests, stopsOnFailure: throwsOnFailure }, given);
	const unknown = unknownIn(operation, items);
	if (unknown) context.logger.warn(`${context.getNode().name}: ${unknown}`);
	if (throwsOnFailure && items.some(isFailed)) throw report.stopped(items);

	const ofResults = items.map((item) => (item.kind === 'done' ? item.result.hint : undefined));
	for (const message of new Set([stoppedHint(items), unknown, referenceHint(context, operation), ...ofResults])) {
		if (message) context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
	}
	const simplify = run instanceof GatewayError || run.simplify;
	const outputs = items.map(async (item, itemIndex) => {
		if (item.kind === 'failed') return report.failedItem(item, itemIndex);
		if (isOpen(item)) return report.failedItem(notSent(item), itemIndex);
		if (item.kind === 'passedOn') return { ...context.getInputData()[itemIndex]!, pairedItem: { item: itemIndex } };
		const otpUrl = (shown: IDataObject) => otpUrlOf(shown as unknown as MessageFields, () => resumeUrlOf(context));
		return report.output(item, { itemIndex, simplify, otpUrl, binary: await storeFiles(context, item.result) });
	});
	return (await Promise.all(outputs)).flat();
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
