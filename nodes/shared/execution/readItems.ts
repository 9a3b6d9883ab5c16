import { sleep, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';

import { asGatewayError, GatewayError, InputError, StoppedError } from '../../../gateway/values/errors';
import { nodeFailure } from '../transport/nodeErrors';
import {
	makeStoppedHint,
	warnOfUnknown,
	makeFailedItem,
	isFailed,
	nameOf,
	outcomeOf,
	type DoneItem,
	type FailedItem,
	type PassedOnItem,
	addHints,
	showResult,
	makeFailedOutput,
	withholdInput,
	outputsOf,
} from './items';
import { openRun, REQUESTS_AT_ONCE } from './run';
import { resumeUrlOf } from './n8nUrls';
import type { NodeRun, ReadOperation } from './operation';
import { Parameters } from './parameters';
import { beginTry, isCurable, NextTry } from './tries';

// Answers arrive together. Six reads start in each turn of the event loop, so their requests leave before the next are prepared: 1.3 times
// as many verifications a second, measured with 20 at once. A turn for each read would double the work.
const READS_PER_TURN = 6;

const NOT_REACHED = makeFailedItem(new StoppedError(), '', false);

/** The result of reading an item; undefined where it was not reached. */
type ItemResult = PassedOnItem | DoneItem | FailedItem | undefined;

/**
 * Runs an operation that reads for every input item, several at once. Each item is checked when its turn comes, so that n8n evaluates its
 * expressions while the requests of others are under way. Without "continue on fail", the first failure ends the run.
 */
export async function readItems(context: IExecuteFunctions, operation: ReadOperation): Promise<INodeExecutionData[]> {
	return await withholdInput(context, readAll(context, operation), (error, itemIndex) =>
		makeFailedReadOutput(operation, makeFailedItem(error, '', false), itemIndex),
	);
}

async function readAll(context: IExecuteFunctions, operation: ReadOperation): Promise<INodeExecutionData[]> {
	const items = context.getInputData();
	const continues = context.continueOnFail();
	const hasTryLeft = beginTry(context);
	const run = openRun(context, operation.fields, REQUESTS_AT_ONCE.reads);
	const read =
		run instanceof GatewayError
			? items.map(() => makeFailedItem(run, '', false))
			: await readEach(context, operation, run, continues);
	const unknown =
		operation.words && warnOfUnknown(context, operation.words, read.filter(isUnknown).length, items.length);
	const failure = (failedAt: number) => failureOf(context, operation, read[failedAt] as FailedItem, failedAt);
	const failedAt = read.findIndex((item) => item && isFailed(item));
	if (failedAt >= 0 && !continues) throw failure(failedAt);
	const curableAt = hasTryLeft ? read.findIndex((item) => item && isFailed(item) && isCurable(item)) : -1;
	if (curableAt >= 0) throw new NextTry(failure(curableAt));
	addHints(context, [
		makeStoppedHint(read.filter((item) => !item).length, items.length),
		unknown,
		...read.flatMap((item) => (item?.kind === 'done' ? (item.result.hints ?? []) : [])),
	]);
	const outputs: INodeExecutionData[] = [];
	for (const [itemIndex, item] of read.entries()) {
		if (item?.kind === 'passedOn') outputs.push({ ...items[itemIndex]!, pairedItem: { item: itemIndex } });
		else if (item?.kind === 'done') outputs.push(...(await outputsOf(context, item.result, itemIndex)));
		else outputs.push(makeFailedReadOutput(operation, item ?? NOT_REACHED, itemIndex));
	}
	return outputs;
}

/** Reads each item when it has a slot. Of its result only what is shown is kept: a list of 10,000 items needs 35 MB less this way (measured). */
async function readEach(
	context: IExecuteFunctions,
	operation: ReadOperation,
	run: NodeRun,
	continues: boolean,
): Promise<ItemResult[]> {
	const { requestSlots, signal, simplify } = run;
	const options = { shows: operation.shows, simplify, resumeUrl: resumeUrlOf(context) };
	const firstWith = new Map<string, number>();
	const results: ItemResult[] = context.getInputData().map(() => undefined);
	let turn = Promise.resolve();
	let isStopped = false;
	const isOver = () => isStopped || signal?.aborted;
	const readOne = async (itemIndex: number): Promise<ItemResult> => {
		if (isOver()) return undefined;
		if (itemIndex % READS_PER_TURN === 0) turn = turn.then(async () => await sleep(0));
		await turn;
		if (isOver()) return undefined;
		let reference = '';
		try {
			const parameters = new Parameters(context, itemIndex, operation.fields);
			if (operation.passesOn?.(parameters)) return { kind: 'passedOn', reference: '' };
			const service = await run.services.ofItem(itemIndex);
			if (isStopped) return undefined;
			const request = operation.prepare(parameters, service.settings);
			reference = operation.unique?.of(request) ?? '';
			refuseRepeat(operation, JSON.stringify([service.account, reference]), firstWith, itemIndex);
			const result = await operation.perform({ ...run, service }, request);
			return { kind: 'done', reference, result: showResult(result, options) };
		} catch (error) {
			isStopped ||= !continues;
			return makeFailedItem(asGatewayError(error), reference, false);
		}
	};
	const reading: Array<Promise<void>> = [];
	for (const itemIndex of results.keys()) {
		const [, release] = await requestSlots.acquire();
		reading.push(
			readOne(itemIndex)
				.then((item) => {
					results[itemIndex] = item;
				})
				.finally(release),
		);
	}
	await Promise.all(reading);
	return results;
}

/** Checks that no earlier item is about the same. @throws InputError where one is: it would come out twice, and be delivered as often */
function refuseRepeat(
	{ unique }: ReadOperation,
	payment: string,
	firstWith: Map<string, number>,
	itemIndex: number,
): void {
	const first = firstWith.get(payment);
	if (!unique || first === undefined) {
		firstWith.set(payment, itemIndex);
		return;
	}
	const rule = `is the same as that of item ${first}. They are one payment, so keep only one of the items.`;
	throw new InputError([{ path: ['reference'], field: unique.field, rule }]);
}

/** Says whether nobody knows the outcome, and nobody waits for it any more: people may still confirm what is waited for. */
function isUnknown(item: ItemResult): boolean {
	if (item?.kind !== 'done' || outcomeOf(item) !== 'unknown') return false;
	return (item.result.output as { timedOut?: boolean }).timedOut !== true;
}

/** Makes the error of a run in which an item failed. */
function failureOf(context: IExecuteFunctions, { unique }: ReadOperation, item: FailedItem, itemIndex: number) {
	const { error, reference } = item;
	const isNamed = reference === '' || error.message.includes(reference);
	const alone = isNamed ? undefined : `${unique?.field}: ${reference}`;
	const which = context.getInputData().length > 1 ? `${nameOf(item, itemIndex)}.` : alone;
	const lines = [error.description ?? '', which];
	return nodeFailure({ error, itemIndex, message: error.message, lines, node: context.getNode() });
}

/** Makes the output of a failed item. Of a payment that could not be read, nobody knows whether it was paid. */
function makeFailedReadOutput(
	{ words }: ReadOperation,
	{ error, reference }: Pick<FailedItem, 'error' | 'reference'>,
	itemIndex: number,
): INodeExecutionData {
	const { message, description = '', charged } = error;
	const isInDoubt = (words && charged !== 'no') || charged === 'unknown';
	return makeFailedOutput(error, { message, description, reference, charged: isInDoubt ? 'unknown' : 'no' }, itemIndex);
}
