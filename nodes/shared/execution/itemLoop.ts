import type { IBinaryKeyData, IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { MessageFields } from '../../../gateway/itemMessage';
import { simplified } from '../../../gateway/payment';
import { GatewayError } from '../../../gateway/values/errors';
import type { Result } from '../payments/result';
import { asGatewayError } from '../transport/nodeErrors';
import { otpUrlOf, resumeUrlOf } from './n8nUrls';
import { checkItems, checkWith } from './checkItems';
import { referenceHint, stoppedHint, unknownIn } from './hints';
import { failedWith, isFailed, isOpen, notSent, outcomeOf, type Done, type Failed, type Item } from './item';
import { ItemReport } from './itemReport';
import type { Operation, Run } from './operation';
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
export async function runItems<Request>(
	context: IExecuteFunctions,
	operation: Operation<Request>,
): Promise<INodeExecutionData[]> {
	const report = new ItemReport(context.getNode(), operation, context.getMode() === 'retry');
	const running = runAll(context, operation, report);
	if (!context.continueOnFail()) return await running;
	// After a mistake in this package or in n8n, nobody knows what was sent.
	return await running.catch((error: unknown) => {
		const item = failedWith(asGatewayError(error), { reference: '' });
		return context.getInputData().map((_, itemIndex) => report.failedItem(item, itemIndex));
	});
}

async function runAll<Request>(
	context: IExecuteFunctions,
	operation: Operation<Request>,
	report: ItemReport<Request>,
): Promise<INodeExecutionData[]> {
	const run = await openRun(context, operation).catch(asGatewayError);
	const items = await itemsAfter(context, operation, run, report);
	const hintsOfResults = items.map((item) => (item.kind === 'done' ? item.result.hint : undefined));
	const hints = [stoppedHint(items), unknownIn(operation, items), referenceHint(context, operation), ...hintsOfResults];
	for (const message of new Set(hints)) {
		if (message) context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
	}
	const simplify = run instanceof GatewayError || run.simplify;
	const resumeUrl = resumeUrlOf(context);
	const outputs = items.map(async (item, itemIndex): Promise<INodeExecutionData[]> => {
		if (item.kind === 'failed') return [report.failedItem(item, itemIndex)];
		if (isOpen(item)) return [report.failedItem(notSent(item), itemIndex)];
		const pairedItem = { item: itemIndex };
		if (item.kind === 'passedOn') return [{ ...context.getInputData()[itemIndex]!, pairedItem }];
		const binary = await storeFiles(context, item.result);
		const jsons = jsonsOf(item.result, operation.shows, simplify, resumeUrl);
		return jsons.map((json) => ({ json, ...(binary && { binary }), pairedItem }));
	});
	return (await Promise.all(outputs)).flat();
}

/**
 * Checks and sends all items.
 * @param run the error where it could not begin
 * @throws NodeFailure at the first failure, unless the node continues
 */
async function itemsAfter<Request>(
	context: IExecuteFunctions,
	operation: Operation<Request>,
	run: Run | GatewayError,
	report: ItemReport<Request>,
): Promise<Array<Item<Request>>> {
	const throwsOnFailure = !context.continueOnFail();
	const sentRequests = new SentRequests<Request>(context, operation.payments ?? 'payment');
	if (run instanceof GatewayError) {
		const items = context.getInputData().map((_, itemIndex) => itemWithout(run, sentRequests.find(itemIndex)));
		if (throwsOnFailure && items.some(isFailed)) throw report.failure(items, 'checked');
		return items;
	}
	const { settings, account } = run.transport;
	const check = checkWith(context, operation, settings);
	const checked = checkItems(context, operation, { sentRequests, check, account });
	if (throwsOnFailure && checked.some(isFailed)) throw report.failure(checked, 'checked');

	const items = await sendItems({ run, operation, check, sentRequests, stopsOnFailure: throwsOnFailure }, checked);
	const unknown = unknownIn(operation, items);
	if (unknown) context.logger.warn(`${context.getNode().name}: ${unknown}`);
	if (throwsOnFailure && items.some(isFailed)) throw report.failure(items, 'sent');
	return items;
}

/** An item of a run that could not begin: what an earlier try has sent is shown, or in doubt where its outcome is not known. */
function itemWithout<Request>(error: GatewayError, sent: SentRequest<Request> | undefined): Done | Failed {
	const { reference = '', result } = sent ?? {};
	const done = result && ({ kind: 'done', reference, result } as const);
	return done && outcomeOf(done) !== 'unknown' ? done : failedWith(error, sent);
}

/**
 * The JSON of a result's items, with Simplify on the fields in `shows` alone. With Simplify off, the service's answer comes in addition: an item whose answer was lost
 * then has the same form as the others, and an `error` in an answer does not make n8n run the node again.
 */
export function jsonsOf(
	{ output, raw }: Result,
	shows: Operation['shows'],
	simplify: boolean,
	resumeUrl: string,
): IDataObject[] {
	const responses = [raw ?? null].flat();
	return [output].flat().map((item, at) => {
		const all = { ...item };
		if (shows?.includes('otpUrl')) all.otpUrl = otpUrlOf(item as unknown as MessageFields, resumeUrl);
		if (!simplify) return { ...all, response: responses[at] ?? null };
		return shows ? simplified(all, shows) : all;
	});
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
