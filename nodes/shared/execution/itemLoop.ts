import type { IBinaryKeyData, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import pLimit from 'p-limit';

import { GatewayError, InputError, UnexpectedError } from '../../../gateway/protocol/errors';
import { asGatewayError } from '../transport/nodeErrors';
import { combineExpressions } from './combinedExpression';
import { Teller, type Failed, type Fate } from './itemReport';
import { Journal } from './sentRequests';
import { REQUESTS_AT_ONCE, type Operation, type Run } from './operation';
import type { Result } from '../payments/result';
import { Parameters } from './parameters';
import { readRunOptions } from './runOptions';
import { Transport } from '../transport/transport';

const SECOND = 1000;

/**
 * Runs an operation for every input item, in three steps: all items are checked before the first request
 * is sent; then they are sent, in order and bounded; then each gets its linked output.
 *
 * With "continue on fail" it never throws, because n8n would then pass the input on, card data included.
 * Without it, the first failure keeps back what is not sent yet, and the error tells the fate of every item.
 */
export async function runItems<Request>(
	context: IExecuteFunctions,
	operation: Operation<Request>,
): Promise<INodeExecutionData[]> {
	const continues = context.continueOnFail();
	const teller = new Teller(context.getNode(), operation.money);
	const journal = new Journal(context);

	const { description } = operation;
	const combined = combineExpressions(context, description);
	const checked = context
		.getInputData()
		.map((_, itemIndex) => check(operation, new Parameters(context, itemIndex, description, combined), journal));
	const fates = refuseRepeatedReferences(checked, operation);
	if (!continues && fates.some(isFailed)) throw teller.refused(fates);

	await send(context, operation, journal, fates, continues);
	if (!continues && fates.some(isFailed)) throw teller.stopped(fates);

	// A stopped execution can be retried, and must then know what it has sent.
	if (!context.getExecutionCancelSignal()?.aborted) journal.clear();
	const simplify = context.getNodeParameter('simplify', 0, true) as boolean;
	const outputs = fates.map(async (fate, itemIndex) => {
		if (fate.kind === 'failed') return teller.failedItem(fate, itemIndex);
		if (fate.kind !== 'done') return [];
		return teller.output(fate, simplify, itemIndex, await storeFiles(context, fate.result));
	});
	return (await Promise.all(outputs)).flat();
}

/** Puts files where this n8n keeps them. */
async function storeFiles({ helpers }: IExecuteFunctions, { files }: Result): Promise<IBinaryKeyData | undefined> {
	if (!files) return undefined;
	const stored = Object.entries(files).map(
		async ([property, { content, name, type }]) =>
			[property, await helpers.prepareBinaryData(content, name, type)] as const,
	);
	return Object.fromEntries(await Promise.all(stored));
}

function check<Request>(operation: Operation<Request>, parameters: Parameters, journal: Journal): Fate<Request> {
	try {
		return { kind: 'ready', request: operation.prepare(parameters, journal) };
	} catch (error) {
		return { kind: 'failed', error: asGatewayError(error) };
	}
}

// A reference is unique (specification 8.3), so two items with the same one are a mistake in the workflow.
function refuseRepeatedReferences<Request>(
	fates: Array<Fate<Request>>,
	{ money }: Operation<Request>,
): Array<Fate<Request>> {
	if (!money) return fates;
	const firstWith = new Map<string, number>();
	return fates.map((fate, itemIndex) => {
		if (fate.kind !== 'ready') return fate;
		const reference = money.reference(fate.request);
		const first = firstWith.get(reference) ?? itemIndex;
		firstWith.set(reference, first);
		if (first === itemIndex) return fate;
		const rule = `is the same as that of item ${first}; each item needs its own`;
		return { kind: 'failed', error: new InputError([{ field: money.referenceField, rule }]) };
	});
}

/** Sends what is ready, and puts what became of it into `fates`. */
async function send<Request>(
	context: IExecuteFunctions,
	operation: Operation<Request>,
	journal: Journal,
	fates: Array<Fate<Request>>,
	continues: boolean,
): Promise<void> {
	const run = await openRun(context, operation).catch(asGatewayError);
	if (run instanceof GatewayError) {
		fates.forEach((fate, itemIndex) => {
			if (fate.kind === 'ready') fates[itemIndex] = { kind: 'failed', request: fate.request, error: run };
		});
		return;
	}
	let isStopped = false;
	const sendItem = async (fate: Fate<Request>, itemIndex: number) => {
		if (fate.kind !== 'ready' || isStopped || run.signal?.aborted) return;
		const became = await sendOnce(run, operation, journal, fate.request, itemIndex);
		fates[itemIndex] = became;
		isStopped ||= isFailed(became) && !continues;
	};
	const all = fates.map(async (fate, itemIndex) =>
		operation.limitsItself ? await sendItem(fate, itemIndex) : await run.limit(sendItem, fate, itemIndex),
	);
	await Promise.all(all);
}

async function openRun<Request>(context: IExecuteFunctions, { description, money }: Operation<Request>): Promise<Run> {
	const atOnce = money ? REQUESTS_AT_ONCE.money : REQUESTS_AT_ONCE.reads;
	const { requestsAtOnce, timeout } = readRunOptions(context, description, atOnce);
	return {
		transport: await Transport.open(context, timeout * SECOND),
		limit: pLimit(requestsAtOnce),
		signal: context.getExecutionCancelSignal(),
	};
}

/** Sends a request, but nothing that moves money which an earlier try in this execution has sent. */
async function sendOnce<Request>(
	run: Run,
	operation: Operation<Request>,
	journal: Journal,
	request: Request,
	itemIndex: number,
): Promise<Fate<Request>> {
	const { money } = operation;
	const reference = money?.reference(request) ?? '';
	const sent = money && journal.find(itemIndex, reference);
	if (sent?.result) return { kind: 'done', request, result: sent.result };
	try {
		if (money && !sent) journal.write(itemIndex, reference, {});
		const result = money && sent ? await money.lookUpSent(run, request) : await operation.perform(run, request);
		if (money) journal.write(itemIndex, reference, { result });
		return { kind: 'done', request, result };
	} catch (error) {
		const failure = asGatewayError(error);
		// An operation throws only when nothing came of its request, so that may be sent again; but who knows after a bug.
		if (money && !(failure instanceof UnexpectedError)) journal.strike(itemIndex, reference);
		return { kind: 'failed', request, error: failure };
	}
}

function isFailed<Request>(fate: Fate<Request>): fate is Failed<Request> {
	return fate.kind === 'failed';
}
